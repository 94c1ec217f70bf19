//! Orders whose provider said nothing: it is asked. Source: the contract; WeChat Pay advises the same steps.

use chrono::{DateTime, TimeDelta, Utc};
use moyan_domain::limits::{
    ORDER_ASKED_AFTER_CLOSING_HOURS, ORDER_ON_ITS_WAY_ASKED_EVERY, ORDER_ON_ITS_WAY_DAYS,
    ORDERS_ASKED_AT_ONCE,
};
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;
use moyan_payments::{Closing, Inquiry, Progress};

use super::checkout::payment_order;
use super::queries::{self, ProviderOrder};
use super::side_by_side::{Account, PollError, poll_accounts};
use super::{notifications, progress};
use crate::features::membership::payment_methods::{MethodInUse, service};

/// Seconds after a payment began at which its provider is polled. The last poll is when the order closes.
const STEPS_S: [i64; 4] = [10, 30, 180, 900];
/// How long after a failed poll the next one follows. After the same time another server goes on where one died.
const RETRY: TimeDelta = TimeDelta::minutes(5);

/// When an order whose payment begins now is polled first.
pub(super) fn first_poll(now: DateTime<Utc>, closes_at: DateTime<Utc>) -> DateTime<Utc> {
    closes_at.min(now + TimeDelta::seconds(STEPS_S[0]))
}

/// When an order that is not paid yet is polled next; none after the poll at its closing.
fn next_poll(begun_at: DateTime<Utc>, closes_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if now >= closes_at {
        return None;
    }
    let mut steps = STEPS_S.iter().map(|step| begun_at + TimeDelta::seconds(*step));
    let step = steps.find(|at| *at > now).unwrap_or(closes_at);
    Some(step.min(closes_at))
}

/// When an order is polled again after its provider could not be reached; none a day after its closing.
fn retry(closes_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let last = closes_at + TimeDelta::hours(ORDER_ASKED_AFTER_CLOSING_HOURS);
    (now < last).then_some(now + RETRY)
}

/// Polls the providers of all orders that are due, different accounts side by side. A failure for one order does not hold
/// up the others; those of an account that cannot be reached are polled after the same time as it.
pub fn poll_due(state: &AppState) -> Result<(), AppError> {
    let now = state.clock.now();
    let claimed_until = now + RETRY;
    let due = state.db.run_job(|connection| {
        Ok(queries::claim_due(
            connection,
            now,
            claimed_until,
            ORDERS_ASKED_AT_ONCE,
        )?)
    })?;
    poll_accounts(
        state,
        due,
        |order| (order.site_id, order.method),
        |state, order| {
            let (next, account) = poll(state, order, now);
            let noted = state
                .db
                .run_job(|connection| Ok(queries::note_poll(connection, order.id, claimed_until, next)?));
            if let Err(error) = noted {
                tracing::error!(order = order.number, cause = %error, "a poll was not noted; it is done again");
            }
            account
        },
    );
    Ok(())
}

/// Polls one order: when it is polled next, and what that says of the account.
fn poll(state: &AppState, order: &ProviderOrder, now: DateTime<Utc>) -> (Option<DateTime<Utc>>, Account) {
    let next = match ask(state, order) {
        Ok(Open::ToBePaid) => {
            let begun_at = order.begun_at.unwrap_or(order.created_at);
            next_poll(begun_at, order.closes_at, now)
        }
        Ok(Open::OnItsWay) => Some(now + ORDER_ON_ITS_WAY_ASKED_EVERY),
        Ok(Open::No) => None,
        Err(error) => {
            tracing::warn!(order = order.number, cause = %error, "a provider was not asked");
            return (retry(order.closes_at, now), error.account());
        }
    };
    (next, Account::Reached)
}

/// Whether money may still come for an order.
enum Open {
    /// It is paid, or nobody can pay it any more.
    No,
    /// Somebody may pay.
    ToBePaid,
    /// Somebody did, and a bank is at work.
    OnItsWay,
}

/// Polls one order and records a payment that is found. An order that closed unpaid is closed at the provider, too.
fn ask(state: &AppState, order: &ProviderOrder) -> Result<Open, PollError> {
    let found = state.db.run_job(|connection| {
        service::find_method_in(connection, state, order.site_id, order.method, order.is_test)
    })?;
    // Without keys for its mode the provider cannot be called until somebody sets them.
    let Some(method) = found else {
        return Err(AppError::Unavailable("there are no keys of the order's mode".to_owned()).into());
    };
    let (found, now) = (look_up(state, order, &method)?, state.clock.now());
    let begun_at = order.begun_at.unwrap_or(order.created_at);
    let is_awaited = now < begun_at + TimeDelta::days(ORDER_ON_ITS_WAY_DAYS);
    if found.progress == Some(Progress::OnItsWay) && is_awaited {
        return Ok(Open::OnItsWay);
    }
    if !found.is_open {
        return Ok(Open::No);
    }
    // A payment under one number must not be paid under another one as well.
    if now < order.closes_at && found.payments.is_empty() {
        return Ok(Open::ToBePaid);
    }
    let asked = payment_order(state, order, &method, None);
    if method.provider.close(&asked)? == Closing::Closed {
        return Ok(Open::No);
    }
    // It was paid since the poll, or it had ended already.
    if look_up(state, order, &method)?.is_open {
        let problem = "the provider neither closes the order nor says why";
        return Err(AppError::Unavailable(problem.to_owned()).into());
    }
    Ok(Open::No)
}

/// Polls an order: records a payment that is found, else how far the payment is. Blocks.
pub(super) fn inquire(
    state: &AppState,
    order: &ProviderOrder,
    method: &MethodInUse,
) -> Result<Inquiry, AppError> {
    Ok(look_up(state, order, method)?)
}

/// The same, which says whether the provider could be reached.
fn look_up(state: &AppState, order: &ProviderOrder, method: &MethodInUse) -> Result<Inquiry, PollError> {
    let found = method
        .provider
        .query_all(&payment_order(state, order, method, None))?;
    for payment in &found.payments {
        state
            .db
            .run_job(|connection| notifications::record(connection, state, order, payment, None))?;
    }
    if found.payments.is_empty() {
        let now = state.clock.now();
        state
            .db
            .run_job(|connection| progress::note(connection, order, found.progress, now))?;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    #[test]
    fn an_order_is_asked_for_in_steps_and_when_it_closes() {
        assert_eq!(first_poll(after(0), after(1800)), after(10));
        assert_eq!(first_poll(after(0), after(5)), after(5));
        for (now, next) in [
            (0, 10),
            (9, 10),
            // A poll at this very moment is the one that was just made.
            (10, 30),
            (30, 180),
            (180, 900),
            (900, 1800),
        ] {
            assert_eq!(next_poll(after(0), after(1800), after(now)), Some(after(next)));
        }
        assert_eq!(next_poll(after(0), after(600), after(200)), Some(after(600)));
        assert_eq!(next_poll(after(0), after(1800), after(1800)), None);
    }

    #[test]
    fn a_provider_that_does_not_answer_is_asked_every_five_minutes_until_a_day_after_the_closing() {
        let (closes_at, day) = (1800, 86_400);
        assert_eq!(retry(after(closes_at), after(11)), Some(after(311)));
        let last = closes_at + day - 1;
        assert_eq!(retry(after(closes_at), after(last)), Some(after(last + 300)));
        assert_eq!(retry(after(closes_at), after(closes_at + day)), None);
    }
}
