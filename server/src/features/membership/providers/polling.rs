//! Orders whose provider said nothing: it is asked. Source: the contract; WeChat Pay advises the same steps.

use chrono::{DateTime, TimeDelta, Utc};

use super::checkout::{method_of, payment_order};
use super::queries::{self, ProviderOrder};
use super::taking;
use crate::config::limits::{ORDER_ASKED_AFTER_CLOSING_HOURS, ORDERS_ASKED_AT_ONCE};
use crate::error::AppError;
use crate::features::membership::payment_methods::service;
use crate::payments::PaymentState;
use crate::state::AppState;

/// Seconds after its beginning at which an order is asked for, before it is asked for when it closes.
const STEPS_S: [i64; 4] = [10, 30, 180, 900];
/// How long after a question that nobody answered the next one follows, and how soon another server goes on where one
/// died.
const RETRY: TimeDelta = TimeDelta::minutes(5);

/// When an order that begins now is asked for first.
pub(super) fn first_poll(now: DateTime<Utc>, closes_at: DateTime<Utc>) -> DateTime<Utc> {
    closes_at.min(now + TimeDelta::seconds(STEPS_S[0]))
}

/// When an order is asked for after so many questions; none after the one at its closing.
fn next_poll(order: &ProviderOrder, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if now >= order.closes_at {
        return None;
    }
    let n_asked = usize::try_from(order.n_polls).unwrap_or_default() + 1;
    let step = STEPS_S
        .get(n_asked)
        .map(|step| order.created_at + TimeDelta::seconds(*step));
    Some(step.unwrap_or(order.closes_at).clamp(now, order.closes_at))
}

/// When an order is asked for again whose provider did not answer; none a day after its closing.
fn retry(order: &ProviderOrder, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let last = order.closes_at + TimeDelta::hours(ORDER_ASKED_AFTER_CLOSING_HOURS);
    (now < last).then_some(now + RETRY)
}

/// Asks the providers of all orders that are due. One that fails keeps no other waiting.
pub fn poll_due(state: &AppState) -> Result<(), AppError> {
    let now = state.clock.now();
    let due = state.db.run_job(|connection| {
        Ok(queries::claim_due(
            connection,
            now,
            now + RETRY,
            ORDERS_ASKED_AT_ONCE,
        )?)
    })?;
    for order in due {
        let next = match ask(state, &order) {
            Ok(IsOpen(true)) => next_poll(&order, now),
            Ok(IsOpen(false)) => None,
            Err(error) => {
                tracing::warn!(order = order.number, cause = %error, "a provider was not asked");
                retry(&order, now)
            }
        };
        let n_polls = order.n_polls.saturating_add(1);
        state
            .db
            .run_job(|connection| Ok(queries::note_poll(connection, order.id, n_polls, next)?))?;
        if state.is_stopping() {
            break;
        }
    }
    Ok(())
}

/// Whether an order may still be paid.
struct IsOpen(bool);

/// Asks about one order, and takes the money in that came. One that nobody paid until it closed is closed there too.
fn ask(state: &AppState, order: &ProviderOrder) -> Result<IsOpen, AppError> {
    let found = state
        .db
        .run_job(|connection| service::find_method(connection, state, order.site_id, method_of(order)?))?;
    // Without keys, or with those of the other mode, there is nobody to ask.
    let Some(method) = found.filter(|method| method.is_test == order.is_test) else {
        return Ok(IsOpen(false));
    };
    let asked = payment_order(state, order, &method, None);
    let unavailable = |error: crate::payments::PaymentError| AppError::Unavailable(error.to_string());
    match method.provider.query(&asked).map_err(unavailable)? {
        PaymentState::Paid(payment) => {
            state
                .db
                .run_job(|connection| taking::record(connection, state, order, &payment, None))?;
            Ok(IsOpen(false))
        }
        PaymentState::Closed => Ok(IsOpen(false)),
        _ if state.clock.now() >= order.closes_at => {
            method.provider.close(&asked).map_err(unavailable)?;
            Ok(IsOpen(false))
        }
        _ => Ok(IsOpen(true)),
    }
}
