//! Whether the keys of a method work: its provider is asked before they are saved, and when somebody wants to know.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::limits::PAYMENT_KEY_CHECKS_PER_ACCOUNT_PER_HOUR;
use moyan_domain::{MethodProblem, PaymentMethod, SiteId};
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use moyan_foundation::throttle::{self, Allowance};
use moyan_payments::{PaymentError, PaymentProvider};

use super::{Change, Wanted, find_method, require_method, wanted};
use crate::features::membership::payment_methods::SavePaymentMethodRequest;
use crate::features::membership::payment_methods::provider::{self, MethodInUse};
use crate::features::membership::payment_methods::queries::{self, MethodRow};

/// How often an account may check keys: nobody shall test stolen keys here.
const KEY_CHECKS: Allowance = Allowance::each(
    chrono::TimeDelta::hours(1),
    PAYMENT_KEY_CHECKS_PER_ACCOUNT_PER_HOUR,
);

/// Keys that are to be checked before their method is saved.
pub struct Unchecked {
    provider: Arc<dyn PaymentProvider>,
    wanted: Wanted,
    /// The method as it is stored, which may have some of them.
    stored: Option<MethodRow>,
}

/// Keys that their provider was asked about.
pub struct Checked {
    pub(super) problem: Option<MethodProblem>,
    pub(super) wanted: Wanted,
    stored: Option<MethodRow>,
}

impl Checked {
    /// Whether the method was set up in another way since.
    pub(super) fn is_outdated(&self, now: Option<&MethodRow>) -> bool {
        !is_as_before(self.stored.as_ref(), now)
    }
}

/// Whether a method is set up as it was. What the provider said of its keys does not count.
fn is_as_before(before: Option<&MethodRow>, now: Option<&MethodRow>) -> bool {
    match (before, now) {
        (Some(before), Some(now)) => {
            (before.is_enabled, before.is_test, before.updated_at)
                == (now.is_enabled, now.is_test, now.updated_at)
                && before.settings == now.settings
                && before.sealed_keys == now.sealed_keys
        }
        (before, now) => before.is_none() && now.is_none(),
    }
}

/// Counts a question of an account whether keys work, or refuses it.
fn count_check(connection: &mut PgConnection, caller: &Caller) -> Result<(), AppError> {
    let key = format!("paymentKeyChecks {}", caller.user_id);
    throttle::hit(connection, &key, KEY_CHECKS, caller.now)
}

/// A method whose keys are to be checked because somebody asks for it. Counts that.
pub fn find_to_check(
    connection: &mut PgConnection,
    state: &AppState,
    caller: &Caller,
    site_id: SiteId,
    method: PaymentMethod,
) -> Result<MethodInUse, AppError> {
    let found = require_method(find_method(connection, state, site_id, method)?)?;
    count_check(connection, caller)?;
    Ok(found)
}

/// What is to be checked before a method is saved as it shall be, which is counted; none for one that nobody is
/// offered, or that has no provider.
pub fn find_wanted(
    connection: &mut PgConnection,
    state: &AppState,
    change: &Change<'_>,
    request: &SavePaymentMethodRequest,
) -> Result<Option<Unchecked>, AppError> {
    let Change {
        caller,
        site_id,
        method,
        ..
    } = *change;
    if !request.is_enabled || method == PaymentMethod::Manual {
        return Ok(None);
    }
    let stored = queries::find(connection, site_id, method)?;
    let wanted = wanted(connection, state, change, stored.as_ref(), request)?;
    let Some(provider) = wanted.provider.clone() else {
        return Ok(None);
    };
    count_check(connection, caller)?;
    Ok(Some(Unchecked {
        provider,
        wanted,
        stored,
    }))
}

/// Asks a provider about keys that are to be saved: what is to be noted of them. Those that do not work are refused.
/// Blocks on the network.
pub fn check_wanted(unchecked: Unchecked, now: DateTime<Utc>) -> Result<Checked, AppError> {
    let Unchecked {
        provider,
        wanted,
        stored,
    } = unchecked;
    let problem = match opinion(provider.as_ref(), now) {
        Ok(Some(problem @ (MethodProblem::KeysRefused | MethodProblem::ForeignKey))) => {
            return Err(refusal_of_problem(problem).into());
        }
        Ok(problem) => problem,
        // A provider that cannot be reached does not prevent saving.
        Err(PaymentError::Unavailable(_) | PaymentError::Answer(_)) => {
            Some(MethodProblem::ProviderUnavailable)
        }
        Err(error) => return Err(provider::refusal_of(&error)),
    };
    Ok(Checked {
        problem,
        wanted,
        stored,
    })
}

/// The problem that a provider finds with keys; none when they work.
fn opinion(
    provider: &dyn PaymentProvider,
    now: DateTime<Utc>,
) -> Result<Option<MethodProblem>, PaymentError> {
    match provider.check() {
        Ok(()) => {}
        Err(error @ PaymentError::Keys(_)) => {
            tracing::warn!(%error, "a payment provider does not accept keys");
            return Ok(Some(MethodProblem::KeysRefused));
        }
        Err(PaymentError::ForeignKey(_)) => return Ok(Some(MethodProblem::ForeignKey)),
        Err(error) => return Err(error),
    }
    Ok(provider.list_disputes(now)?.refused.map(|error| {
        tracing::warn!(%error, "keys may not read disputes");
        MethodProblem::DisputesRefused
    }))
}

/// How a problem of keys is answered.
fn refusal_of_problem(problem: MethodProblem) -> Refusal {
    match problem {
        MethodProblem::KeysRefused => Refusal::ProviderKeysRefused,
        MethodProblem::ForeignKey => Refusal::ProviderKeyForeign,
        MethodProblem::DisputesRefused => Refusal::ProviderRefusesDisputes,
        MethodProblem::ProviderUnavailable => Refusal::ProviderUnavailable,
    }
}

/// Asks the provider whether the keys work, and writes down what it says. Blocks on the network.
pub fn check(state: &AppState, method: &MethodInUse) -> Result<(), AppError> {
    let asked_at = state.clock.now();
    let problem =
        opinion(method.provider.as_ref(), asked_at).map_err(|error| provider::refusal_of(&error))?;
    // Asking is allowed while changes are refused.
    if !state.platform.is_read_only {
        note_problem(state, method, problem, asked_at)?;
    }
    match problem {
        Some(problem) => Err(refusal_of_problem(problem).into()),
        None => Ok(()),
    }
}

/// Writes down what the provider said of the present keys, unless others took their place since it was asked. Blocks on
/// the database.
pub fn note_problem(
    state: &AppState,
    method: &MethodInUse,
    problem: Option<MethodProblem>,
    asked_at: DateTime<Utc>,
) -> Result<(), AppError> {
    let problem = problem.map(MethodProblem::as_str);
    state.db.run_job(|connection| {
        queries::note_problem(connection, method.site_id, method.method, problem, asked_at)?;
        Ok(())
    })
}
