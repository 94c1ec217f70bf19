//! What is refused because there is too much of it, and what waits in line.

use prometheus::{Error, IntCounter, IntCounterVec, IntGaugeVec};

use super::series::Series;
use crate::concurrency_limit::ConcurrencyLimit;

/// A limit that refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Requests to the API from one address.
    Requests,
    /// Searches on sites from one address.
    Searches,
    /// Looks for an address like one without a page, from one address.
    Suggestions,
    /// Passwords that are hashed or compared at once.
    Passwords,
    /// Uploads that are received at once, of all accounts and of each.
    Uploads,
    /// Work that reads all texts of a base, of one account.
    Drafts,
}

impl Limit {
    /// All of them.
    const ALL: [Self; 6] = [
        Self::Requests,
        Self::Searches,
        Self::Suggestions,
        Self::Passwords,
        Self::Uploads,
        Self::Drafts,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Searches => "searches",
            Self::Suggestions => "suggestions",
            Self::Passwords => "passwords",
            Self::Uploads => "uploads",
            Self::Drafts => "drafts",
        }
    }
}

/// What is refused, and what waits in line.
#[derive(Clone)]
pub struct LimitMetrics {
    refusals: IntCounterVec,
    running: IntGaugeVec,
    waiting: IntGaugeVec,
    /// Passwords that were hashed or compared, which is slow: an attack on the login shows here first.
    pub password_checks: IntCounter,
}

impl LimitMetrics {
    pub(super) fn new(series: &mut Series) -> Result<Self, Error> {
        let refusals = series.counters(
            "moyan_refusals_total",
            "What was refused because there was too much of it, by limit",
            &["limit"],
        )?;
        for limit in Limit::ALL {
            refusals.with_label_values(&[limit.as_str()]);
        }
        Ok(Self {
            refusals,
            running: series.gauges(
                "moyan_line_running",
                "What is worked on now, by limit",
                &["limit"],
            )?,
            waiting: series.gauges(
                "moyan_line_waiting",
                "What waits in line now, by limit",
                &["limit"],
            )?,
            password_checks: series.counter(
                "moyan_password_checks_total",
                "Passwords hashed or compared, also for accounts that do not exist",
            )?,
        })
    }

    /// Counts what a limit refuses.
    pub fn refusals(&self, limit: Limit) -> IntCounter {
        self.refusals.with_label_values(&[limit.as_str()])
    }

    /// Notes how much is worked on, and how much waits.
    pub(super) fn measure(&self, limit: Limit, line: &ConcurrencyLimit) {
        let label = &[limit.as_str()];
        let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        self.running
            .with_label_values(label)
            .set(number(line.n_running()));
        self.waiting
            .with_label_values(label)
            .set(number(line.n_waiting()));
    }
}
