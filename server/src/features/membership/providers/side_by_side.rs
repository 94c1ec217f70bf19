//! Polls of different accounts at providers side by side, so that one that does not answer holds up no other.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::{Mutex, PoisonError};

use moyan_domain::limits::PROVIDER_ACCOUNTS_ASKED_AT_ONCE;
use moyan_domain::{PaymentMethod, SiteId};
use moyan_foundation::error::AppError;
use moyan_foundation::state::AppState;
use moyan_payments::PaymentError;

/// After so many polls in a row that did not reach it, an account is asked no further: each of them may take ten seconds.
/// One may be the fault of its order.
const AWAY_IN_A_ROW: u32 = 2;

/// Why a provider did not say what became of a payment.
pub(super) enum PollError {
    /// It cannot be reached.
    Away(PaymentError),
    /// It was reached, or was not asked at all.
    Other(AppError),
}

/// What a poll says of the account that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Account {
    /// Its provider answered, or was not asked.
    Reached,
    /// Its provider cannot be reached.
    Away,
}

impl PollError {
    /// What it says of the account.
    pub(super) fn account(&self) -> Account {
        match self {
            Self::Away(_) => Account::Away,
            Self::Other(_) => Account::Reached,
        }
    }
}

impl fmt::Display for PollError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Away(error) => error.fmt(formatter),
            Self::Other(error) => error.fmt(formatter),
        }
    }
}

impl From<AppError> for PollError {
    fn from(error: AppError) -> Self {
        Self::Other(error)
    }
}

impl From<PaymentError> for PollError {
    fn from(error: PaymentError) -> Self {
        match error {
            PaymentError::Unavailable(_) => Self::Away(error),
            error => Self::Other(AppError::Unavailable(error.to_string())),
        }
    }
}

impl From<PollError> for AppError {
    fn from(error: PollError) -> Self {
        match error {
            PollError::Away(error) => Self::Unavailable(error.to_string()),
            PollError::Other(error) => error,
        }
    }
}

/// Polls for all of `due`: what belongs to one account, one after the other; so many accounts at once.
///
/// When an account is away [`AWAY_IN_A_ROW`] times, the rest of it is left as it was claimed. All threads together use one
/// connection to the database. Blocks until the last of them has ended.
pub(super) fn poll_accounts<T: Send>(
    state: &AppState,
    due: Vec<T>,
    account_of: impl Fn(&T) -> (SiteId, PaymentMethod),
    poll: impl Fn(&AppState, &T) -> Account + Sync,
) {
    let mut accounts: BTreeMap<(SiteId, &str), Vec<T>> = BTreeMap::new();
    for one in due {
        let (site_id, method) = account_of(&one);
        accounts.entry((site_id, method.as_str())).or_default().push(one);
    }
    let n_threads = accounts.len().min(PROVIDER_ACCOUNTS_ASKED_AT_ONCE);
    let waiting = Mutex::new(accounts.into_values().collect::<VecDeque<_>>());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let state = AppState {
        db: state.db.in_turn(),
        ..state.clone()
    };
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                while let Some(account) = next() {
                    let mut n_away = 0;
                    for one in account {
                        if state.is_stopping() || n_away == AWAY_IN_A_ROW {
                            break;
                        }
                        n_away = match poll(&state, &one) {
                            Account::Reached => 0,
                            Account::Away => n_away + 1,
                        };
                    }
                }
            });
        }
    });
}
