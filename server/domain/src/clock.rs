//! The time: nothing else asks the system for it, so tests and developers can move it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

/// Digits of a second's fraction that the database keeps.
const SUBSECOND_DIGITS: u16 = 6;

/// The clock of a server: the system's, and as much ahead of it as it was moved. Clones are one clock.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    ahead_ms: Arc<AtomicI64>,
}

impl Clock {
    /// The moment, as exact as the database keeps it: what is answered at once is what a later read answers.
    #[allow(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn now(&self) -> DateTime<Utc> {
        (Utc::now() + self.ahead()).trunc_subsecs(SUBSECOND_DIGITS)
    }

    /// How far it is ahead of the system's.
    pub fn ahead(&self) -> TimeDelta {
        TimeDelta::milliseconds(self.ahead_ms.load(Ordering::Relaxed))
    }

    /// Sets it ahead of the system's, from now on. For tests and developers.
    pub fn set_ahead(&self, ahead: TimeDelta) {
        self.ahead_ms.store(ahead.num_milliseconds(), Ordering::Relaxed);
    }

    /// Moves it on.
    pub fn advance(&self, by: TimeDelta) {
        self.ahead_ms.fetch_add(by.num_milliseconds(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_clock_goes_on_from_there_and_its_clones_with_it() {
        let clock = Clock::default();
        let before = clock.now();
        let clone = clock.clone();
        clone.advance(TimeDelta::days(3));
        assert!(clock.now() >= before + TimeDelta::days(3));
        clock.set_ahead(TimeDelta::zero());
        assert!(clone.now() < before + TimeDelta::days(1));
    }

    #[test]
    fn moments_are_as_exact_as_the_database_keeps_them() {
        let clock = Clock::default();
        assert!((0..100).all(|_| clock.now().timestamp_subsec_nanos() % 1_000 == 0));
    }
}
