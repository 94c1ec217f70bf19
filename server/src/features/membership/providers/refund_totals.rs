//! Refunds that a provider reports as a running total, as Alipay does: each counts with what it adds to the known ones.

use diesel::PgConnection;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;

use crate::features::membership::order::{RefundReceived, RefundStatus};
use crate::features::membership::queries;
use crate::features::membership::service::record_refund;

/// Records a refund, in the caller's transaction. `is_total`: its amount is the sum of all refunds of the payment.
pub(super) fn record(
    connection: &mut PgConnection,
    state: &AppState,
    mut received: RefundReceived,
    is_total: bool,
) -> Result<(), AppError> {
    if is_total {
        // The lock keeps the known refunds unchanged until this one is recorded.
        let order = queries::lock_order_by_number(connection, &received.order_number)?
            .ok_or(Refusal::OrderNotFound)?;
        let Some(payment_id) = queries::find_payment(connection, order.id, &received.payment_reference)?
        else {
            return record_refund(connection, state, received);
        };
        match queries::find_refund(connection, order.site_id, &received.reference)? {
            // We asked for this one: its amount is known, and is part of the total.
            Some(known) => received.amount_fen = known.amount_fen.min(received.amount_fen),
            None => {
                let known = queries::list_refunded_by_provider(connection, payment_id)?;
                if known.iter().any(|(status, _)| *status == RefundStatus::Pending) {
                    return Err(AppError::Unavailable(
                        "the sum may hold a refund that is on its way".to_owned(),
                    ));
                }
                received.amount_fen -= known.iter().map(|(_, fen)| fen).sum::<i64>();
                if received.amount_fen <= 0 {
                    // A later total came first and includes this refund.
                    let event = received.event.as_ref();
                    return event.map_or(Ok(()), |event| {
                        queries::insert_notification(connection, &order, event, "", state.clock.now())?;
                        Ok(())
                    });
                }
            }
        }
    }
    record_refund(connection, state, received)
}
