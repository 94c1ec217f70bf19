//! Money comes in and goes back. This is the only place that changes what an order has received.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::limits::PRICE_MAX_FEN;
use moyan_domain::{GrantId, PackageId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use moyan_payments::RefundState;
use serde_json::json;
use uuid::Uuid;

use super::notices;
use super::terms_of;
use crate::features::membership::models::{GrantSource, NewGrant, NewPayment, NewRefund};
use crate::features::membership::order::{
    Order, OrderEvent, OrderEventKind, OrderStatus, PaymentReceived, Problem, RefundReceived, RefundStatus,
    next,
};
use crate::features::membership::queries;

/// The only currency.
pub(super) const CURRENCY: &str = "CNY";

/// Money came in: locks the order, writes the payment down by the provider's number, moves the state, gives the
/// membership and enqueues the mails, in the caller's transaction. A repetition changes nothing.
pub fn record_payment(
    connection: &mut PgConnection,
    state: &AppState,
    received: PaymentReceived,
) -> Result<(), AppError> {
    let now = state.clock.now();
    let order =
        queries::lock_order_by_number(connection, &received.order_number)?.ok_or(Refusal::OrderNotFound)?;
    let is_ours = received.currency.eq_ignore_ascii_case(CURRENCY)
        && received.method == order.method
        && (1..=PRICE_MAX_FEN).contains(&received.amount_fen);
    if !is_ours {
        if let Some(event) = &received.event {
            queries::insert_notification(connection, &order, event, Problem::ForeignPayment.as_str(), now)?;
        }
        return note_problem(connection, order, Problem::ForeignPayment, now);
    }
    if let Some(event) = &received.event {
        queries::insert_notification(connection, &order, event, "", now)?;
    }
    add_payment(connection, state, order, &received, None, now)?;
    Ok(())
}

/// Adds a payment to a locked order; none when the payment is recorded already. `actor_id`: the member of the team who
/// recorded it.
pub(super) fn add_payment(
    connection: &mut PgConnection,
    state: &AppState,
    mut order: Order,
    received: &PaymentReceived,
    actor_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<Option<Order>, AppError> {
    let paid_at = received.paid_at.min(now);
    let payment = NewPayment {
        id: Uuid::now_v7(),
        order_id: order.id,
        site_id: order.site_id,
        method: order.method,
        reference: &received.reference,
        amount_fen: received.amount_fen,
        paid_at,
        created_at: now,
    };
    if queries::insert_payment(connection, &payment)? == 0 {
        return Ok(None);
    }
    let status = order.status;
    order.paid_fen += received.amount_fen;
    order.updated_at = now;
    let data = json!({
        "amountFen": received.amount_fen, "method": order.method, "reference": received.reference,
    });
    queries::insert_event(connection, order.id, OrderEventKind::Paid, &data, actor_id, now)?;
    let is_whole = order.net_fen() >= order.amount_fen;
    let (event, problem) = match status {
        _ if !status.is_open() => (OrderEvent::PaidInFull, Some(Problem::DuplicatePayment)),
        _ if !is_whole => (OrderEvent::PaidInPart, Some(Problem::PartialPayment)),
        OrderStatus::Closed => (OrderEvent::PaidInFull, Some(Problem::LatePayment)),
        _ if order.net_fen() > order.amount_fen => (OrderEvent::PaidInFull, Some(Problem::OverPayment)),
        _ => (OrderEvent::PaidInFull, None),
    };
    let after = next(status, event).ok_or(Refusal::OrderTransition)?;
    if is_whole {
        order.end_problem(Problem::PartialPayment);
    }
    if let Some(problem) = problem {
        order.add_problem(problem);
    }
    if status.is_open() && after == OrderStatus::Paid {
        return complete(connection, state, order, paid_at, actor_id).map(Some);
    }
    order.status = after;
    queries::update_order(connection, &order)?;
    Ok(Some(order))
}

/// All of it is paid: gives the membership, once, and sends the receipt. When the account of the reader is gone nobody
/// gets it, and the creator is told.
pub(super) fn complete(
    connection: &mut PgConnection,
    state: &AppState,
    mut order: Order,
    paid_at: DateTime<Utc>,
    actor_id: Option<Uuid>,
) -> Result<Order, AppError> {
    let now = state.clock.now();
    order.status = OrderStatus::Paid;
    order.paid_at = Some(paid_at);
    order.updated_at = now;
    // The lock keeps the account until what it gets is written down: its deletion comes before or after.
    let is_there = queries::lock_reader(connection, order.visitor_id)?;
    if !is_there {
        order.add_problem(Problem::ReaderGone);
        let data = json!({ "problem": Problem::ReaderGone });
        queries::insert_event(connection, order.id, OrderEventKind::Problem, &data, None, now)?;
    }
    queries::update_order(connection, &order)?;
    take_coupon(connection, &order, now)?;
    if !is_there {
        return Ok(order);
    }
    let package = order.package()?;
    let n_months = package.n_months();
    let grant = NewGrant {
        id: GrantId(Uuid::now_v7()),
        site_id: order.site_id,
        visitor_id: order.visitor_id,
        source: GrantSource::Order,
        order_id: Some(order.id),
        package_id: Some(PackageId(package.id)),
        package_name: &package.name,
        n_months,
        n_days: None,
        is_lifetime: n_months.is_none(),
        is_test: order.is_test,
        note: "",
        actor_id,
        granted_at: paid_at,
        created_at: now,
        time_zone: terms_of(connection, order.site_id)?.time_zone.name(),
    };
    queries::insert_grant(connection, &grant)?;
    queries::insert_event(
        connection,
        order.id,
        OrderEventKind::Granted,
        &json!({}),
        actor_id,
        now,
    )?;
    notices::receipt(connection, state, &order)?;
    notices::paid(connection, state, &order, actor_id)?;
    Ok(order)
}

/// The coupon of an order counts, once: also when it was given back in between.
pub(super) fn take_coupon(
    connection: &mut PgConnection,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    if let Some(coupon_id) = order.coupon_id {
        queries::take_use(connection, coupon_id, order.id, order.visitor_id, now)?;
    }
    Ok(())
}

/// Adds a problem that a provider reported, for the creator to look at. It changes no amount.
pub fn note_reported_problem(
    connection: &mut PgConnection,
    number: &str,
    problem: Problem,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let order = queries::lock_order_by_number(connection, number)?.ok_or(Refusal::OrderNotFound)?;
    note_problem(connection, order, problem, now)
}

pub(super) fn note_problem(
    connection: &mut PgConnection,
    mut order: Order,
    problem: Problem,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let is_new = order.add_problem(problem);
    order.updated_at = now;
    queries::update_order(connection, &order)?;
    if !is_new {
        return Ok(());
    }
    let data = json!({ "problem": problem });
    queries::insert_event(connection, order.id, OrderEventKind::Problem, &data, None, now)?;
    Ok(())
}

/// Records a refund that a provider reports or the creator made by hand. A repetition changes nothing. A pending refund
/// succeeds or fails, and a failed one may succeed later.
pub fn record_refund(
    connection: &mut PgConnection,
    state: &AppState,
    received: RefundReceived,
) -> Result<(), AppError> {
    let now = state.clock.now();
    let order =
        queries::lock_order_by_number(connection, &received.order_number)?.ok_or(Refusal::OrderNotFound)?;
    if let Some(event) = &received.event {
        queries::insert_notification(connection, &order, event, "", now)?;
    }
    let status = RefundStatus::from(received.state);
    let (reason, actor_id, begun_at) =
        match queries::find_refund(connection, order.site_id, &received.reference)? {
            // Alipay's numbers of refunds are unique for each payment only.
            Some(known) if known.order_id != order.id => {
                return note_problem(connection, order, Problem::UnknownRefund, now);
            }
            Some(known) if known.status == status || status == RefundStatus::Pending => return Ok(()),
            Some(known) if known.status == RefundStatus::Succeeded => {
                queries::update_refund(connection, known.id, status, now)?;
                return take_back(connection, order, known.amount_fen, now);
            }
            Some(known) if known.amount_fen != received.amount_fen => {
                return note_problem(connection, order, Problem::ForeignPayment, now);
            }
            // More than the order has left: the recorded refunds are wrong, and the creator has to look. It is not polled
            // again.
            Some(known) if status == RefundStatus::Succeeded && known.amount_fen > order.net_fen() => {
                queries::update_refund(connection, known.id, RefundStatus::Failed, now)?;
                return note_problem(connection, order, Problem::ForeignPayment, now);
            }
            // Also one that had failed: a bank tries again when the merchant corrects the account.
            Some(known) => {
                queries::update_refund(connection, known.id, status, now)?;
                (known.reason, known.actor_id, known.created_at)
            }
            None if !(1..=order.net_fen()).contains(&received.amount_fen) => {
                return note_problem(connection, order, Problem::ForeignPayment, now);
            }
            None => {
                let refund = NewRefund {
                    id: Uuid::now_v7(),
                    order_id: order.id,
                    payment_id: queries::find_payment(connection, order.id, &received.payment_reference)?,
                    site_id: order.site_id,
                    amount_fen: received.amount_fen,
                    status,
                    reason: "",
                    reference: &received.reference,
                    actor_id: None,
                    created_at: now,
                    updated_at: now,
                    polls_at: None,
                };
                queries::insert_refund(connection, &refund)?;
                (String::new(), None, now)
            }
        };
    let refund = RecordedRefund {
        received,
        reason,
        actor_id,
        begun_at,
    };
    apply_refund(connection, state, order, &refund, now)
}

/// A refund that is recorded, with who asked for it and when.
struct RecordedRefund {
    received: RefundReceived,
    reason: String,
    actor_id: Option<Uuid>,
    begun_at: DateTime<Utc>,
}

/// Changes the order by a refund that was recorded.
fn apply_refund(
    connection: &mut PgConnection,
    state: &AppState,
    mut order: Order,
    refund: &RecordedRefund,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let RecordedRefund {
        received,
        reason,
        actor_id,
        begun_at,
    } = refund;
    let data = json!({ "amountFen": received.amount_fen, "reference": received.reference, "reason": reason });
    match received.state {
        RefundState::Pending => Ok(()),
        RefundState::Failed => {
            queries::insert_event(
                connection,
                order.id,
                OrderEventKind::RefundFailed,
                &data,
                *actor_id,
                now,
            )?;
            note_problem(connection, order, Problem::RefundFailed, now)
        }
        RefundState::Succeeded => {
            queries::insert_event(
                connection,
                order.id,
                OrderEventKind::Refunded,
                &data,
                *actor_id,
                now,
            )?;
            // A later refund resolves a failed one, unless it is a part of the same refund, or leaves money without a
            // membership.
            let is_even =
                order.net_fen() == received.amount_fen || queries::has_membership(connection, order.id)?;
            if is_even && !queries::has_failed_refund(connection, order.id, *begun_at)? {
                order.end_problem(Problem::RefundFailed);
            }
            let amount_fen = received.amount_fen;
            record_refund_on_order(connection, &mut order, amount_fen, reason, *actor_id, now)?;
            notices::refunded(connection, state, &order, amount_fen, &received.reference, reason)
        }
    }
}

/// A refund that had succeeded failed after all: the order has the money again, and the creator has to look. A
/// membership that ended with the refund stays ended, because the reader was promised the money.
fn take_back(
    connection: &mut PgConnection,
    mut order: Order,
    amount_fen: i64,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    reverse_refund_on_order(&mut order, amount_fen)?;
    let data = json!({ "amountFen": amount_fen });
    queries::insert_event(
        connection,
        order.id,
        OrderEventKind::RefundFailed,
        &data,
        None,
        now,
    )?;
    note_problem(connection, order, Problem::RefundFailed, now)
}

/// A refund failed after it had succeeded: the money is here again, and the state follows.
pub(super) fn reverse_refund_on_order(order: &mut Order, amount_fen: i64) -> Result<(), AppError> {
    order.refunded_fen -= amount_fen;
    let event = if order.net_fen() >= order.amount_fen {
        OrderEvent::RefundReversed
    } else {
        OrderEvent::RefundReversedInPart
    };
    let after = next(order.status, event).ok_or(Refusal::OrderTransition)?;
    order.status = after;
    Ok(())
}

/// Records a refund on its order: the state follows what is left, and the membership ends when nothing is.
pub(super) fn record_refund_on_order(
    connection: &mut PgConnection,
    order: &mut Order,
    amount_fen: i64,
    reason: &str,
    actor_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    order.refunded_fen += amount_fen;
    let event = if order.net_fen() >= order.amount_fen {
        OrderEvent::RefundedExcess
    } else if order.net_fen() > 0 {
        OrderEvent::RefundedInPart
    } else {
        OrderEvent::RefundedInFull
    };
    let after = next(order.status, event).ok_or(Refusal::OrderTransition)?;
    order.status = after;
    if !reason.is_empty() {
        reason.clone_into(&mut order.reason);
    }
    order.updated_at = now;
    if after == OrderStatus::Refunded {
        // Nobody has the membership, and nobody has the money.
        order.end_problem(Problem::ReaderGone);
    }
    queries::update_order(connection, order)?;
    if after == OrderStatus::Refunded
        && queries::revoke_grant_of_order(connection, order.id, reason, actor_id, now)? == 1
    {
        queries::insert_event(
            connection,
            order.id,
            OrderEventKind::Revoked,
            &json!({}),
            actor_id,
            now,
        )?;
    }
    Ok(())
}
