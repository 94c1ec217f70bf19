//! What the creator decides about orders, and what time decides.

use diesel::PgConnection;
use moyan_domain::limits::{ORDERS_CLOSED_AT_ONCE, PRICE_MAX_FEN, REFUND_ASKED_AFTER};
use moyan_domain::{FieldProblem, OrderId, PaymentMethod, Reason, SiteId};
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use moyan_payments::RefundState;
use serde_json::json;
use uuid::Uuid;

use super::{money, notices};
use crate::features::audit::{AuditAction, Entry};
use crate::features::membership::models::{NewRefund, PaidPart};
use crate::features::membership::order::{
    Order, OrderEvent, OrderEventKind, OrderStatus, PaymentReceived, Problem, RefundReceived, RefundStatus,
    next,
};
use crate::features::membership::queries;

/// Locks an order of a site.
fn lock(connection: &mut PgConnection, site_id: SiteId, id: OrderId) -> Result<Order, AppError> {
    Ok(queries::lock_order(connection, site_id, id)?.ok_or(Refusal::OrderNotFound)?)
}

fn record(
    connection: &mut PgConnection,
    caller: &Caller,
    order: &Order,
    action: AuditAction,
    amount_fen: i64,
) -> Result<(), AppError> {
    Entry::by(caller.user_id, action)
        .in_team(order.team_id)
        .with(json!({ "name": order.site_name, "number": order.number, "amountFen": amount_fen }))
        .record(connection)?;
    Ok(())
}

/// Money that was paid by hand is there: what is missing, or so many fen.
pub fn confirm(
    connection: &mut PgConnection,
    state: &AppState,
    caller: &Caller,
    site_id: SiteId,
    id: OrderId,
    amount_fen: Option<i64>,
) -> Result<Order, AppError> {
    let order = lock(connection, site_id, id)?;
    let method = order.method;
    if method != PaymentMethod::Manual || !order.status.is_open() {
        return Err(Refusal::OrderTransition.into());
    }
    let amount_fen = amount_fen.unwrap_or(order.amount_fen - order.net_fen());
    if !(1..=PRICE_MAX_FEN).contains(&amount_fen) {
        return Err(AppError::invalid("amountFen", FieldProblem::PriceInvalid));
    }
    record(
        connection,
        caller,
        &order,
        AuditAction::OrderConfirmed,
        amount_fen,
    )?;
    let received = PaymentReceived {
        order_number: order.number.clone(),
        method,
        reference: format!("manual-{}", Uuid::now_v7()),
        amount_fen,
        currency: "CNY".to_owned(),
        paid_at: caller.now,
        event: None,
    };
    let added = money::add_payment(
        connection,
        state,
        order,
        &received,
        Some(caller.user_id),
        caller.now,
    )?;
    added.ok_or_else(|| AppError::Internal("a payment by hand has a new number".to_owned()))
}

/// The creator did not find the money.
pub fn reject(
    connection: &mut PgConnection,
    state: &AppState,
    caller: &Caller,
    site_id: SiteId,
    id: OrderId,
    reason: &Reason,
) -> Result<Order, AppError> {
    let mut order = lock(connection, site_id, id)?;
    let after = next(order.status, OrderEvent::Rejected).ok_or(Refusal::OrderTransition)?;
    order.status = after;
    order.reason = reason.as_str().to_owned();
    end(
        connection,
        &mut order,
        OrderEventKind::Rejected,
        Some(caller.user_id),
        caller.now,
    )?;
    record(
        connection,
        caller,
        &order,
        AuditAction::OrderRejected,
        order.amount_fen,
    )?;
    notices::rejected(connection, state, &order)?;
    Ok(order)
}

/// Writes an order that is not paid any more: its coupon is free again.
fn end(
    connection: &mut PgConnection,
    order: &mut Order,
    kind: OrderEventKind,
    actor_id: Option<Uuid>,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<(), AppError> {
    order.updated_at = now;
    queries::update_order(connection, order)?;
    if let Some(coupon_id) = order.coupon_id {
        queries::give_use_back(connection, coupon_id, order.id)?;
    }
    let data = json!({ "reason": order.reason });
    queries::insert_event(connection, order.id, kind, &data, actor_id, now)?;
    Ok(())
}

/// How the problems of an order are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Decision {
    /// It is fine as it is; money that was too little is enough.
    Accept,
    /// The order ends; one that was paid stays so.
    Close,
}

/// Resolves the problems of an order.
pub fn resolve(
    connection: &mut PgConnection,
    state: &AppState,
    caller: &Caller,
    site_id: SiteId,
    id: OrderId,
    decision: Decision,
    reason: &Reason,
) -> Result<Order, AppError> {
    let mut order = lock(connection, site_id, id)?;
    if order.problems.is_empty() {
        return Err(Refusal::OrderTransition.into());
    }
    let is_partial = order.has(Problem::PartialPayment);
    order.problems.clear();
    order.reason = reason.as_str().to_owned();
    order.updated_at = caller.now;
    queries::update_order(connection, &order)?;
    let data = json!({ "reason": order.reason });
    queries::insert_event(
        connection,
        order.id,
        OrderEventKind::Settled,
        &data,
        Some(caller.user_id),
        caller.now,
    )?;
    record(
        connection,
        caller,
        &order,
        AuditAction::OrderSettled,
        order.net_fen(),
    )?;
    match (decision, next(order.status, OrderEvent::Closed)) {
        (Decision::Accept, _) if is_partial && order.status.is_open() && order.net_fen() > 0 => {
            money::complete(connection, state, order, caller.now, Some(caller.user_id))
        }
        (Decision::Close, Some(after)) => {
            order.status = after;
            end(
                connection,
                &mut order,
                OrderEventKind::Closed,
                Some(caller.user_id),
                caller.now,
            )?;
            Ok(order)
        }
        _ => Ok(order),
    }
}

/// A part of a refund: what goes back of one payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundPart {
    /// Our number of it.
    pub number: String,
    /// The payment.
    pub payment: PaidPart,
    /// How much goes back of it, in fen.
    pub amount_fen: i64,
}

/// Allocates a refund to payments, the newest first, to each at most what was not refunded yet.
///
/// `payments`: the newest first. `refunded`: payment and fen of earlier refunds; those of an unknown payment count
/// against the newest.
fn allocate(
    mut amount_fen: i64,
    payments: Vec<PaidPart>,
    refunded: &[(Option<Uuid>, i64)],
) -> Vec<(PaidPart, i64)> {
    let is_of = |part: &PaidPart, id: &Option<Uuid>| *id == Some(part.id);
    let mut elsewhere: i64 = refunded
        .iter()
        .filter(|(id, _)| !payments.iter().any(|part| is_of(part, id)))
        .map(|(_, fen)| fen)
        .sum();
    let mut parts = Vec::new();
    for payment in payments {
        let known: i64 = refunded
            .iter()
            .filter(|(id, _)| is_of(&payment, id))
            .map(|(_, fen)| fen)
            .sum();
        let left = (payment.amount_fen - known).max(0);
        let taken = elsewhere.min(left);
        elsewhere -= taken;
        let part = amount_fen.min(left - taken);
        if part > 0 {
            amount_fen -= part;
            parts.push((payment, part));
        }
    }
    parts
}

/// Begins a refund, allocated to the payments of the order. Each part is pending until [`super::record_refund`] records
/// its end. Gives the order and the parts, whose sum is `amount_fen`.
pub fn begin_refund(
    connection: &mut PgConnection,
    caller: &Caller,
    site_id: SiteId,
    id: OrderId,
    amount_fen: i64,
    reason: &Reason,
) -> Result<(Order, Vec<RefundPart>), AppError> {
    begin_refund_as("R", connection, caller, site_id, id, amount_fen, reason)
}

/// Begins a refund whose numbers start with a prefix.
fn begin_refund_as(
    prefix: &str,
    connection: &mut PgConnection,
    caller: &Caller,
    site_id: SiteId,
    id: OrderId,
    amount_fen: i64,
    reason: &Reason,
) -> Result<(Order, Vec<RefundPart>), AppError> {
    let order = lock(connection, site_id, id)?;
    let refunded = queries::list_refunded(connection, order.id)?;
    let on_its_way: i64 = refunded
        .iter()
        .filter(|(_, status, _)| *status == RefundStatus::Pending)
        .map(|(_, _, fen)| fen)
        .sum();
    if !(1..=order.net_fen() - on_its_way).contains(&amount_fen) {
        return Err(AppError::invalid("amountFen", FieldProblem::PriceInvalid));
    }
    let known: Vec<_> = refunded.into_iter().map(|(id, _, fen)| (id, fen)).collect();
    let allocated = allocate(amount_fen, queries::list_payments(connection, order.id)?, &known);
    if allocated.iter().map(|(_, fen)| fen).sum::<i64>() != amount_fen {
        return Err(AppError::invalid("amountFen", FieldProblem::PriceInvalid));
    }
    let mut parts = Vec::new();
    for (payment, part_fen) in allocated {
        let number = format!("{prefix}{}", Uuid::now_v7().simple());
        let refund = NewRefund {
            id: Uuid::now_v7(),
            order_id: order.id,
            payment_id: Some(payment.id),
            site_id,
            amount_fen: part_fen,
            status: RefundStatus::Pending,
            reason: reason.as_str(),
            reference: &number,
            actor_id: Some(caller.user_id),
            created_at: caller.now,
            updated_at: caller.now,
            polls_at: Some(caller.now + REFUND_ASKED_AFTER),
        };
        queries::insert_refund(connection, &refund)?;
        parts.push(RefundPart {
            number,
            payment,
            amount_fen: part_fen,
        });
    }
    record(connection, caller, &order, AuditAction::OrderRefunded, amount_fen)?;
    Ok((order, parts))
}

/// The money went back by hand.
pub fn refund_outside(
    connection: &mut PgConnection,
    state: &AppState,
    caller: &Caller,
    site_id: SiteId,
    id: OrderId,
    amount_fen: i64,
    reason: &Reason,
) -> Result<Order, AppError> {
    let prefix = queries::OUTSIDE_REFUND;
    let (order, parts) = begin_refund_as(prefix, connection, caller, site_id, id, amount_fen, reason)?;
    for part in parts {
        let received = RefundReceived {
            order_number: order.number.clone(),
            payment_reference: part.payment.reference,
            reference: part.number,
            amount_fen: part.amount_fen,
            state: RefundState::Succeeded,
            event: None,
        };
        money::record_refund(connection, state, received)?;
    }
    lock(connection, site_id, id)
}

/// Closes the orders that were not paid in time, each in a transaction of its own.
pub fn close_overdue(state: &AppState) -> Result<(), AppError> {
    let now = state.clock.now();
    let due = state
        .db
        .run_job(|connection| Ok(queries::list_overdue(connection, now, ORDERS_CLOSED_AT_ONCE)?))?;
    for number in due {
        if state.is_stopping() {
            break;
        }
        state.db.run_job(|connection| {
            let Some(mut order) = queries::lock_order_by_number(connection, &number)? else {
                return Ok(());
            };
            // It may have been paid since the list was read.
            if order.status != OrderStatus::Pending || order.net_fen() > 0 {
                return Ok(());
            }
            order.status = OrderStatus::Closed;
            end(connection, &mut order, OrderEventKind::Closed, None, now)
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payment(number: u128, amount_fen: i64) -> PaidPart {
        PaidPart {
            id: Uuid::from_u128(number),
            reference: number.to_string(),
            amount_fen,
        }
    }

    fn allocated(amount_fen: i64, refunded: &[(Option<u128>, i64)]) -> Vec<(u128, i64)> {
        let refunded: Vec<_> = refunded
            .iter()
            .map(|(id, fen)| (id.map(Uuid::from_u128), *fen))
            .collect();
        allocate(amount_fen, vec![payment(2, 500), payment(1, 900)], &refunded)
            .into_iter()
            .map(|(payment, fen)| (payment.id.as_u128(), fen))
            .collect()
    }

    #[test]
    fn the_newest_payment_goes_back_first() {
        assert_eq!(allocated(300, &[]), [(2, 300)]);
        assert_eq!(allocated(500, &[]), [(2, 500)]);
        assert_eq!(allocated(501, &[]), [(2, 500), (1, 1)]);
        assert_eq!(allocated(1400, &[]), [(2, 500), (1, 900)]);
    }

    #[test]
    fn no_payment_goes_back_by_more_than_it_has() {
        assert_eq!(allocated(9999, &[]), [(2, 500), (1, 900)]);
        assert_eq!(allocated(600, &[(Some(2), 100)]), [(2, 400), (1, 200)]);
        assert_eq!(allocated(600, &[(Some(2), 100), (Some(2), 400)]), [(1, 600)]);
        assert_eq!(allocated(600, &[(Some(1), 500)]), [(2, 500), (1, 100)]);
        assert_eq!(allocated(1, &[(Some(2), 500), (Some(1), 900)]), []);
    }

    #[test]
    fn what_is_of_no_known_payment_is_taken_from_the_newest() {
        assert_eq!(allocated(100, &[(None, 450)]), [(2, 50), (1, 50)]);
        assert_eq!(allocated(100, &[(Some(7), 600)]), [(1, 100)]);
        assert_eq!(allocated(500, &[(Some(2), 400), (None, 600)]), [(1, 400)]);
    }
}
