//! Whether this server can show pages of sites while the database is away.

use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Utc};

/// Until when the sites in memory may be shown without the database: the longest of them counts. It is one of the
/// values of [`Memory`](crate::memory::Memory).
#[derive(Default)]
pub struct ShownPages {
    until_ms: AtomicI64,
}

impl ShownPages {
    /// A site is in memory that may be shown until then.
    pub fn extend(&self, until: DateTime<Utc>) {
        self.until_ms
            .fetch_max(until.timestamp_millis(), Ordering::Relaxed);
    }

    /// Whether there is one that may be shown now.
    pub fn are_there(&self, now: DateTime<Utc>) -> bool {
        now.timestamp_millis() <= self.until_ms.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_there_for_as_long_as_the_longest_site() {
        let pages = ShownPages::default();
        let at = |ms| DateTime::from_timestamp_millis(ms).unwrap();
        assert!(!pages.are_there(at(1)));
        pages.extend(at(20));
        pages.extend(at(10));
        assert!(pages.are_there(at(20)));
        assert!(!pages.are_there(at(21)));
    }
}
