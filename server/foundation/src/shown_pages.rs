//! Whether this server can show pages of sites while the database is away.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};

/// Until when the sites of this server may be shown without the database: the longest of them counts. It is one of the
/// values of [`Memory`](crate::memory::Memory).
#[derive(Default)]
pub struct ShownPages {
    until_ms: AtomicI64,
    /// From when and until when a site may be shown that an earlier process of this server kept.
    kept: Mutex<Option<(DateTime<Utc>, DateTime<Utc>)>>,
}

impl ShownPages {
    /// A site is in memory that may be shown until then.
    pub fn extend(&self, until: DateTime<Utc>) {
        self.until_ms
            .fetch_max(until.timestamp_millis(), Ordering::Relaxed);
    }

    /// An earlier process kept a site that was confirmed then and may be shown until then; none when it is there no more.
    pub fn set_kept(&self, kept: Option<(DateTime<Utc>, DateTime<Utc>)>) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = kept;
    }

    /// Whether there is one that may be shown now.
    ///
    /// - `has_reached_database`: whether this process has; what an earlier one kept is shown no more then
    pub fn are_there(&self, now: DateTime<Utc>, has_reached_database: bool) -> bool {
        let kept = *self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_kept = kept.is_some_and(|(from, until)| (from..=until).contains(&now));
        now.timestamp_millis() <= self.until_ms.load(Ordering::Relaxed) || (is_kept && !has_reached_database)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_there_for_as_long_as_the_longest_site() {
        let pages = ShownPages::default();
        let at = |ms| DateTime::from_timestamp_millis(ms).unwrap();
        assert!(!pages.are_there(at(1), true));
        pages.extend(at(20));
        pages.extend(at(10));
        assert!(pages.are_there(at(20), true));
        assert!(!pages.are_there(at(21), true));
    }

    #[test]
    fn a_site_that_was_kept_is_there_from_its_confirmation_on() {
        let pages = ShownPages::default();
        let at = |ms| DateTime::from_timestamp_millis(ms).unwrap();
        pages.set_kept(Some((at(10), at(20))));
        assert_eq!(
            [9, 10, 20, 21].map(|ms| pages.are_there(at(ms), false)),
            [false, true, true, false]
        );
        assert!(!pages.are_there(at(15), true));
        pages.set_kept(None);
        assert!(!pages.are_there(at(15), false));
    }
}
