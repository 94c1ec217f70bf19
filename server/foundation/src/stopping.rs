//! The request to stop: the server and its jobs learn of it here.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Whether the process was asked to stop, and by when it must have ended.
#[derive(Default)]
pub struct Stopping {
    deadline: Mutex<Option<Instant>>,
    asked: Condvar,
}

impl Stopping {
    /// Asks to stop within a time from now. Asked again, the earlier deadline holds.
    pub fn ask(&self, within: Duration) {
        let deadline = Instant::now() + within;
        let mut known = self.lock();
        *known = Some(known.map_or(deadline, |earlier| earlier.min(deadline)));
        self.asked.notify_all();
    }

    /// True once it was asked.
    pub fn is_asked(&self) -> bool {
        self.lock().is_some()
    }

    /// Blocks this thread until it is asked, or for a time. True when it was asked.
    pub fn wait(&self, at_most: Duration) -> bool {
        let (known, _) = self
            .asked
            .wait_timeout_while(self.lock(), at_most, |known| known.is_none())
            .unwrap_or_else(PoisonError::into_inner);
        known.is_some()
    }

    /// The time that is left until the deadline; none before it was asked.
    pub fn time_left(&self) -> Option<Duration> {
        self.lock()
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.deadline.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_deadline_holds() {
        let stopping = Stopping::default();
        assert!(!stopping.is_asked() && !stopping.wait(Duration::ZERO));
        assert_eq!(stopping.time_left(), None);
        stopping.ask(Duration::from_secs(1000));
        assert!(stopping.is_asked() && stopping.wait(Duration::from_secs(1000)));
        assert!(stopping.time_left() > Some(Duration::from_secs(900)));
        stopping.ask(Duration::ZERO);
        assert_eq!(stopping.time_left(), Some(Duration::ZERO));
        stopping.ask(Duration::from_secs(1000));
        assert_eq!(stopping.time_left(), Some(Duration::ZERO));
    }

    #[test]
    fn who_waits_is_woken() {
        let stopping = Stopping::default();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| stopping.wait(Duration::from_secs(1000)));
            stopping.ask(Duration::ZERO);
            assert!(waiting.join().unwrap());
        });
    }
}
