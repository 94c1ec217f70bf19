//! Polls providers for the state of pending refunds.

use chrono::{DateTime, TimeDelta, Utc};
use moyan_domain::limits::{ORDERS_ASKED_AT_ONCE, REFUND_UNKNOWN_FOR};
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;
use moyan_payments::RefundState;

use super::queries::{self, PendingRefund};
use super::refunds::{RefundRequest, refund_order};
use super::side_by_side::{Account, PollError, poll_accounts};
use crate::features::membership::order::RefundReceived;
use crate::features::membership::payment_methods::service;
use crate::features::membership::service::record_refund;

/// Delays between polls of a refund, by its age; then every six hours, since a bank may take days.
const STEPS: [TimeDelta; 2] = [REFUND_UNKNOWN_FOR, TimeDelta::hours(1)];
const LATER: TimeDelta = TimeDelta::hours(6);

/// When a refund is polled next.
fn next_poll(created_at: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
    let mut steps = STEPS.iter().map(|step| created_at + *step);
    steps.find(|at| *at > now).unwrap_or(now + LATER)
}

/// Polls the providers of all refunds that are due, different accounts side by side. A failure for one does not hold up the
/// others; those of an account that cannot be reached wait for their next poll.
pub fn poll_due_refunds(state: &AppState) -> Result<(), AppError> {
    let now = state.clock.now();
    let due = state.db.run_job(|connection| {
        let next = |created_at| next_poll(created_at, now);
        Ok(queries::claim_due_refunds(
            connection,
            now,
            next,
            ORDERS_ASKED_AT_ONCE,
        )?)
    })?;
    poll_accounts(
        state,
        due,
        |refund| (refund.site_id, refund.method),
        |state, refund| {
            let Err(error) = ask(state, refund) else {
                return Account::Reached;
            };
            tracing::warn!(refund = refund.reference, cause = %error, "a provider was not asked");
            error.account()
        },
    );
    Ok(())
}

/// Polls one refund and records its state.
fn ask(state: &AppState, refund: &PendingRefund) -> Result<(), PollError> {
    let found = state.db.run_job(|connection| {
        service::find_method_in(connection, state, refund.site_id, refund.method, refund.is_test)
    })?;
    // Without keys for its mode the provider cannot be called.
    let Some(in_use) = found else {
        return Ok(());
    };
    let request = RefundRequest {
        site_id: refund.site_id,
        method: refund.method,
        is_test: refund.is_test,
        order_number: refund.order_number.clone(),
        ordered_at: refund.ordered_at,
        refund_number: refund.reference.clone(),
        payment_reference: refund.payment_reference.clone(),
        amount_fen: refund.amount_fen,
        payment_fen: refund.payment_fen,
        reason: refund.reason.clone(),
    };
    let answer = in_use.provider.query_refund(&refund_order(state, request))?;
    let is_old = state.clock.now() >= refund.created_at + REFUND_UNKNOWN_FOR;
    let outcome = match answer {
        Some(RefundState::Pending) => return Ok(()),
        Some(outcome) => outcome,
        // The request never arrived.
        None if is_old => RefundState::Failed,
        None => return Ok(()),
    };
    let received = RefundReceived {
        order_number: refund.order_number.clone(),
        payment_reference: refund.payment_reference.clone(),
        reference: refund.reference.clone(),
        amount_fen: refund.amount_fen,
        state: outcome,
        event: None,
    };
    state
        .db
        .run_job(|connection| record_refund(connection, state, received))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone as _;

    use super::*;

    #[test]
    fn a_refund_is_asked_for_in_steps_and_then_every_six_hours() {
        let began = Utc.with_ymd_and_hms(2026, 1, 31, 12, 0, 0).unwrap();
        for (asked_after_s, next_after_s) in [
            (60, 600),
            (599, 600),
            (600, 3600),
            (3600, 3600 + 21_600),
            (86_400, 86_400 + 21_600),
        ] {
            let next = next_poll(began, began + TimeDelta::seconds(asked_after_s));
            assert_eq!(next - began, TimeDelta::seconds(next_after_s), "{asked_after_s}");
        }
    }
}
