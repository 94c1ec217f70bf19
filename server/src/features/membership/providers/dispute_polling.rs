//! Disputes whose notification never came: a provider is asked once a day for those of the last months, all of an account
//! in one list. Source: docs.stripe.com/api/disputes/list.

use chrono::{DateTime, TimeDelta, Utc};
use moyan_domain::limits::{
    DISPUTABLE_DAYS, DISPUTES_ASKED_AGAIN_HOURS, DISPUTES_ASKED_AT_ONCE, DISPUTES_ASKED_EVERY_HOURS,
};
use moyan_domain::{MethodProblem, PaymentMethod, SiteId};
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;
use moyan_payments::{Dispute, PaymentError};

use super::queries;
use super::side_by_side::{Account, poll_accounts};
use crate::features::membership::payment_methods::{MethodInUse, service};
use crate::features::membership::service::record_dispute;

/// The only method whose provider can be asked.
const METHOD: PaymentMethod = PaymentMethod::Stripe;

/// Polls the disputes of all sites that are due, different accounts side by side. A failure for one does not hold up the
/// others; it is polled again sooner.
pub fn poll_due_disputes(state: &AppState) -> Result<(), AppError> {
    let now = state.clock.now();
    // Paid by the first day, disputed by the last one, decided as long after that.
    let paid_since = now - TimeDelta::days(2 * DISPUTABLE_DAYS);
    let next = now + TimeDelta::hours(DISPUTES_ASKED_EVERY_HOURS);
    let due = state.db.run_job(|connection| {
        Ok(queries::claim_due_disputes(
            connection,
            METHOD,
            now,
            paid_since,
            next,
            DISPUTES_ASKED_AT_ONCE,
        )?)
    })?;
    poll_accounts(
        state,
        due,
        |site_id| (*site_id, METHOD),
        |state, site_id| {
            if let Err(error) = ask(state, *site_id, now) {
                tracing::warn!(site = %site_id, cause = %error, "a provider was not asked for disputes");
                ask_again(
                    state,
                    *site_id,
                    now + TimeDelta::hours(DISPUTES_ASKED_AGAIN_HOURS),
                );
            }
            Account::Reached
        },
    );
    Ok(())
}

/// Notes that the disputes of a site are polled sooner. Where that fails they wait for the next day.
fn ask_again(state: &AppState, site_id: SiteId, at: DateTime<Utc>) {
    let noted = state
        .db
        .run_job(|connection| Ok(queries::note_disputes_asked(connection, site_id, METHOD, at)?));
    if let Err(error) = noted {
        tracing::error!(site = %site_id, cause = %error, "a poll for disputes was not noted");
    }
}

/// Polls with all keys of a site and records what is new.
fn ask(state: &AppState, site_id: SiteId, now: DateTime<Utc>) -> Result<(), AppError> {
    let methods = state
        .db
        .run_job(|connection| service::find_methods(connection, state, site_id, METHOD))?;
    let mut refused = None;
    for (index, method) in methods.iter().enumerate() {
        let found = method
            .provider
            .list_disputes(now - TimeDelta::days(DISPUTABLE_DAYS))
            .map_err(|error| AppError::Unavailable(error.to_string()))?;
        for dispute in &found.listed {
            state
                .db
                .run_job(|connection| record(connection, state, method, dispute))?;
        }
        // The first one has the present keys, which the creator can change.
        if index == 0 {
            let problem = found.refused.as_ref().map(|_| problem_of(method));
            service::note_problem(state, method, problem, now)?;
        }
        refused = refused.or(found.refused);
    }
    refused.map_or(Ok(()), |error| Err(AppError::Unavailable(error.to_string())))
}

/// The problem of keys that were refused for reading disputes: they lack that permission only, or do not work at all.
fn problem_of(method: &MethodInUse) -> MethodProblem {
    match method.provider.check() {
        Err(PaymentError::Keys(_)) => MethodProblem::KeysRefused,
        _ => MethodProblem::DisputesRefused,
    }
}

/// Records a dispute about a payment of this site. The account may have disputes about other sales, which are ignored.
fn record(
    connection: &mut diesel::PgConnection,
    state: &AppState,
    method: &MethodInUse,
    dispute: &Dispute,
) -> Result<(), AppError> {
    let reference = &dispute.payment_reference;
    let Some(number) = queries::find_number_by_payment(connection, method.site_id, METHOD, reference)? else {
        return Ok(());
    };
    let order = queries::find(connection, &number)?;
    if order.is_none_or(|order| order.is_test != method.is_test) {
        return Ok(());
    }
    record_dispute(connection, state, &number, dispute, None)
}
