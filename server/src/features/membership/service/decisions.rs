//! What the creator decides about orders, and what time decides.

use diesel::PgConnection;
use serde_json::json;
use uuid::Uuid;

use super::{money, notices};
use crate::access::Caller;
use crate::config::limits::{ORDERS_CLOSED_AT_ONCE, PRICE_MAX_FEN};
use crate::domain::{OrderId, PaymentMethod, Reason, SiteId};
use crate::error::{AppError, FieldProblem, Refusal};
use crate::features::audit::{AuditAction, Entry};
use crate::features::membership::models::NewRefund;
use crate::features::membership::order::{
    Order, OrderEvent, OrderStatus, PaymentReceived, Problem, RefundReceived, next,
};
use crate::features::membership::queries;
use crate::payments::RefundState;
use crate::state::AppState;

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
    let method = order.method()?;
    if method != PaymentMethod::Manual || !order.status()?.is_open() {
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
    let taken = money::take_in(
        connection,
        state,
        order,
        &received,
        Some(caller.user_id),
        caller.now,
    )?;
    taken.ok_or_else(|| AppError::Internal("a payment by hand has a new number".to_owned()))
}

/// The creator did not find the money.
pub fn reject(
    connection: &mut PgConnection,
    caller: &Caller,
    site_id: SiteId,
    id: OrderId,
    reason: &Reason,
) -> Result<Order, AppError> {
    let mut order = lock(connection, site_id, id)?;
    let after = next(order.status()?, OrderEvent::Rejected).ok_or(Refusal::OrderTransition)?;
    order.status = after.as_str().to_owned();
    order.reason = reason.as_str().to_owned();
    end(
        connection,
        &mut order,
        "rejected",
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
    notices::rejected(connection, &order)?;
    Ok(order)
}

/// Writes an order that is not paid any more: its coupon is free again.
fn end(
    connection: &mut PgConnection,
    order: &mut Order,
    kind: &str,
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

/// What becomes of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Decision {
    /// It is fine as it is; money that was too little is enough.
    Accept,
    /// The order ends; one that was paid stays so.
    Close,
}

/// Ends a problem.
pub fn settle(
    connection: &mut PgConnection,
    state: &AppState,
    caller: &Caller,
    site_id: SiteId,
    id: OrderId,
    decision: Decision,
    reason: &Reason,
) -> Result<Order, AppError> {
    let mut order = lock(connection, site_id, id)?;
    if order.problem.is_empty() {
        return Err(Refusal::OrderTransition.into());
    }
    let is_partial = order.problem == Problem::PartialPayment.as_str();
    order.problem = String::new();
    order.reason = reason.as_str().to_owned();
    order.updated_at = caller.now;
    queries::update_order(connection, &order)?;
    let data = json!({ "reason": order.reason });
    queries::insert_event(
        connection,
        order.id,
        "settled",
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
    match (decision, next(order.status()?, OrderEvent::Closed)) {
        (Decision::Accept, _) if is_partial && order.status()?.is_open() && order.net_fen() > 0 => {
            money::complete(connection, state, order, caller.now, Some(caller.user_id))
        }
        (Decision::Close, Some(after)) => {
            order.status = after.as_str().to_owned();
            end(connection, &mut order, "closed", Some(caller.user_id), caller.now)?;
            Ok(order)
        }
        _ => Ok(order),
    }
}

/// Begins to send money back: it is on its way until [`super::record_refund`] hears of it. Gives the order and the
/// number of the refund.
pub fn begin_refund(
    connection: &mut PgConnection,
    caller: &Caller,
    site_id: SiteId,
    id: OrderId,
    amount_fen: i64,
    reason: &Reason,
) -> Result<(Order, String), AppError> {
    let order = lock(connection, site_id, id)?;
    let on_its_way: i64 = queries::list_pending_refunds(connection, order.id)?
        .into_iter()
        .sum();
    if !(1..=order.net_fen() - on_its_way).contains(&amount_fen) {
        return Err(AppError::invalid("amountFen", FieldProblem::PriceInvalid));
    }
    let reference = format!("R{}", Uuid::now_v7().simple());
    let refund = NewRefund {
        id: Uuid::now_v7(),
        order_id: order.id,
        payment_id: None,
        site_id,
        amount_fen,
        status: "pending",
        reason: reason.as_str(),
        reference: &reference,
        actor_id: Some(caller.user_id),
        created_at: caller.now,
        updated_at: caller.now,
    };
    queries::insert_refund(connection, &refund)?;
    record(connection, caller, &order, AuditAction::OrderRefunded, amount_fen)?;
    Ok((order, reference))
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
    let (order, reference) = begin_refund(connection, caller, site_id, id, amount_fen, reason)?;
    let received = RefundReceived {
        order_number: order.number,
        payment_reference: String::new(),
        reference,
        amount_fen,
        state: RefundState::Succeeded,
        event: None,
    };
    money::record_refund(connection, state, received)?;
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
            if order.status()? != OrderStatus::Pending || order.net_fen() > 0 {
                return Ok(());
            }
            order.status = OrderStatus::Closed.as_str().to_owned();
            end(connection, &mut order, "closed", None, now)
        })?;
    }
    Ok(())
}
