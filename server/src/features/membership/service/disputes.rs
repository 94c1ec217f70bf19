//! Payments that their payers dispute with the bank. An open dispute changes neither money nor membership. A lost one
//! counts as a refund, a won one as none.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use moyan_payments::{Dispute, DisputeState};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::money::{CURRENCY, note_problem, record_refund_on_order, reverse_refund_on_order};
use crate::features::membership::models::NewRefund;
use crate::features::membership::order::{DisputeStatus, Order, OrderEventKind, Problem, RefundStatus};
use crate::features::membership::queries::{self, DisputeRow};

/// Whether a report is older than the known state. Events come in any order, and their times are whole seconds: of two
/// in the same second the decision counts.
fn is_old(known: &DisputeRow, dispute: &Dispute) -> bool {
    dispute.told_at < known.told_at
        || (dispute.told_at == known.told_at && known.status != DisputeStatus::Open)
}

/// Whether the creator is asked for an answer that they were not asked for before.
fn is_question(known: Option<&DisputeRow>, dispute: &Dispute) -> bool {
    let Some(known) = known else { return true };
    known.status != DisputeStatus::Open
        || dispute
            .answer_by
            .is_some_and(|until| known.answer_by.is_none_or(|known| known < until))
}

/// Whether a report repeats the known state.
fn is_known(known: &DisputeRow, dispute: &Dispute) -> bool {
    known.status == dispute.state.into()
        && known.answer_by == dispute.answer_by
        && (known.amount, &known.currency, &known.reason)
            == (dispute.amount, &dispute.currency, &dispute.reason)
}

/// A payer disputes a payment of this order, in the caller's transaction. A repetition changes nothing. `event`: the
/// notification that says so; none when the provider was asked.
pub fn record_dispute(
    connection: &mut PgConnection,
    state: &AppState,
    order_number: &str,
    dispute: &Dispute,
    event: Option<&(String, String)>,
) -> Result<(), AppError> {
    let now = state.clock.now();
    let mut order = queries::lock_order_by_number(connection, order_number)?.ok_or(Refusal::OrderNotFound)?;
    if let Some(event) = event {
        queries::insert_notification(connection, &order, event, "", now)?;
    }
    let known = queries::find_dispute(connection, order.site_id, &dispute.reference)?;
    match &known {
        Some(known) if known.order_id != order.id => {
            return note_problem(connection, order, Problem::DisputeUnclear, now);
        }
        Some(known) if is_old(known, dispute) => return Ok(()),
        // The daily poll reports the same dispute again.
        Some(known) if event.is_none() && is_known(known, dispute) => return Ok(()),
        _ => {}
    }
    let row = DisputeRow {
        id: known.as_ref().map_or_else(Uuid::now_v7, |known| known.id),
        order_id: order.id,
        site_id: order.site_id,
        reference: dispute.reference.clone(),
        payment_reference: dispute.payment_reference.clone(),
        amount: dispute.amount,
        currency: dispute.currency.clone(),
        reason: dispute.reason.clone(),
        status: dispute.state.into(),
        answer_by: dispute.answer_by,
        told_at: dispute.told_at,
        created_at: known.as_ref().map_or(now, |known| known.created_at),
        updated_at: now,
    };
    queries::put_dispute(connection, &row)?;
    let was = known.as_ref().map(|known| known.status);
    if dispute.state == DisputeState::Open {
        if is_question(known.as_ref(), dispute) {
            order.add_problem(Problem::Disputed);
            insert_event(connection, &order, OrderEventKind::Disputed, dispute, now)?;
        }
    } else if was != Some(dispute.state.into()) {
        if !queries::has_open_dispute(connection, order.id)? {
            order.end_problem(Problem::Disputed);
        }
        if dispute.state == DisputeState::Lost {
            insert_event(connection, &order, OrderEventKind::DisputeLost, dispute, now)?;
            return lose(connection, order, dispute, now);
        }
        insert_event(connection, &order, OrderEventKind::DisputeWon, dispute, now)?;
        return win(connection, order, dispute, now);
    }
    order.updated_at = now;
    queries::update_order(connection, &order)?;
    Ok(())
}

/// Adds to the timeline.
fn insert_event(
    connection: &mut PgConnection,
    order: &Order,
    kind: OrderEventKind,
    dispute: &Dispute,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let mut data = Map::from_iter([("reference".to_owned(), Value::from(dispute.reference.as_str()))]);
    if dispute.currency == CURRENCY {
        data.insert("amountFen".to_owned(), dispute.amount.into());
    }
    if let Some(until) = dispute.answer_by {
        data.insert("answerBy".to_owned(), until.to_rfc3339().into());
    }
    queries::insert_event(connection, order.id, kind, &Value::Object(data), None, now)?;
    Ok(())
}

/// The dispute is lost: the money counts as a refund under the number of the dispute, up to what is left of it.
fn lose(
    connection: &mut PgConnection,
    mut order: Order,
    dispute: &Dispute,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    order.updated_at = now;
    let known = queries::find_refund(connection, order.site_id, &dispute.reference)?;
    if known
        .as_ref()
        .is_some_and(|known| known.status == RefundStatus::Succeeded)
    {
        queries::update_order(connection, &order)?;
        return Ok(());
    }
    let paid = queries::list_payments(connection, order.id)?;
    let payment = paid
        .iter()
        .find(|part| part.reference == dispute.payment_reference);
    let of_payment = payment.map_or(0, |part| part.amount_fen);
    let is_ours = dispute.currency == CURRENCY && dispute.amount > 0;
    let amount_fen = match is_ours {
        true => dispute.amount.min(of_payment).min(order.net_fen()),
        false => 0,
    };
    if !is_ours || amount_fen < dispute.amount {
        order.add_problem(Problem::DisputeUnclear);
    }
    if amount_fen == 0 {
        queries::update_order(connection, &order)?;
        return Ok(());
    }
    match known {
        Some(known) => {
            queries::reopen_refund(connection, known.id, amount_fen, now)?;
        }
        None => {
            let refund = NewRefund {
                id: Uuid::now_v7(),
                order_id: order.id,
                payment_id: payment.map(|part| part.id),
                site_id: order.site_id,
                amount_fen,
                status: RefundStatus::Succeeded,
                reason: "",
                reference: &dispute.reference,
                actor_id: None,
                created_at: now,
                updated_at: now,
                polls_at: None,
            };
            queries::insert_refund(connection, &refund)?;
        }
    }
    record_refund_on_order(connection, &mut order, amount_fen, "", None, now)
}

/// The dispute is won: a refund that was recorded for it is taken back. A membership that had ended with it does not
/// begin again; the order gets a problem for the creator to look at.
fn win(
    connection: &mut PgConnection,
    mut order: Order,
    dispute: &Dispute,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let known = queries::find_refund(connection, order.site_id, &dispute.reference)?;
    if let Some(known) = known.filter(|known| known.status == RefundStatus::Succeeded) {
        queries::update_refund(connection, known.id, RefundStatus::Failed, now)?;
        reverse_refund_on_order(&mut order, known.amount_fen)?;
        if queries::has_membership(connection, order.id)? {
            order.end_problem(Problem::DisputeUnclear);
        } else {
            order.add_problem(Problem::DisputeUnclear);
        }
    }
    order.updated_at = now;
    queries::update_order(connection, &order)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use moyan_domain::{OrderId, SiteId};

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    /// A known open dispute, reported at second 100, to be answered by second 900.
    fn known() -> DisputeRow {
        DisputeRow {
            id: Uuid::nil(),
            order_id: OrderId(Uuid::nil()),
            site_id: SiteId(Uuid::nil()),
            reference: "du_1".to_owned(),
            payment_reference: "pi_1".to_owned(),
            amount: 2900,
            currency: "CNY".to_owned(),
            reason: "fraudulent".to_owned(),
            status: DisputeStatus::Open,
            answer_by: Some(at(900)),
            told_at: at(100),
            created_at: at(100),
            updated_at: at(100),
        }
    }

    /// The same as the provider reports it.
    fn dispute() -> Dispute {
        Dispute {
            reference: "du_1".to_owned(),
            payment_reference: "pi_1".to_owned(),
            amount: 2900,
            currency: "CNY".to_owned(),
            reason: "fraudulent".to_owned(),
            state: DisputeState::Open,
            answer_by: Some(at(900)),
            told_at: at(100),
        }
    }

    #[test]
    fn what_was_told_earlier_is_old_and_of_one_second_the_decision_counts() {
        let at_second = |second| Dispute {
            told_at: at(second),
            ..dispute()
        };
        let decided = DisputeRow {
            status: DisputeStatus::Lost,
            ..known()
        };
        assert_eq!(
            [99, 100, 101].map(|s| is_old(&known(), &at_second(s))),
            [true, false, false]
        );
        assert_eq!(
            [99, 100, 101].map(|s| is_old(&decided, &at_second(s))),
            [true, true, false]
        );
    }

    #[test]
    fn an_answer_is_asked_for_anew_when_it_is_due_later_or_when_it_is_due_at_all() {
        let until = |seconds: Option<i64>| Dispute {
            answer_by: seconds.map(at),
            ..dispute()
        };
        assert!(is_question(None, &until(None)));
        assert_eq!(
            [None, Some(899), Some(900), Some(901)].map(|s| is_question(Some(&known()), &until(s))),
            [false, false, false, true]
        );
        let without = DisputeRow {
            answer_by: None,
            ..known()
        };
        assert!(is_question(Some(&without), &until(Some(1))));
        assert!(!is_question(Some(&without), &until(None)));
        // One that was decided and is open again.
        let decided = DisputeRow {
            status: DisputeStatus::Won,
            ..known()
        };
        assert!(is_question(Some(&decided), &until(None)));
    }

    #[test]
    fn a_repetition_is_known_and_anything_else_is_not() {
        assert!(is_known(&known(), &dispute()));
        // A later report of the same is the same.
        let later = Dispute {
            told_at: at(101),
            ..dispute()
        };
        assert!(is_known(&known(), &later));
        for change in [
            (|dispute| dispute.state = DisputeState::Lost) as fn(&mut Dispute),
            |dispute| dispute.answer_by = None,
            |dispute| dispute.amount = 2901,
            |dispute| dispute.currency = "EUR".to_owned(),
            |dispute| dispute.reason = "duplicate".to_owned(),
        ] {
            let mut other = dispute();
            change(&mut other);
            assert!(!is_known(&known(), &other), "{other:?}");
        }
    }
}
