//! Bounds work that takes much memory or time: so many at once, so many waiting, for so long, and nobody beyond.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{AppError, Refusal};

/// Admits work up to a limit. Clones share it.
#[derive(Clone, Debug)]
pub struct ConcurrencyLimit {
    /// One permit for each that works.
    running: Arc<Semaphore>,
    /// One permit for each that works or waits.
    admitted: Arc<Semaphore>,
    n_admitted: usize,
    longest_wait: Duration,
}

/// The right to work, given back when it is dropped.
#[derive(Debug)]
pub struct Permit {
    _running: OwnedSemaphorePermit,
    _admitted: OwnedSemaphorePermit,
}

impl ConcurrencyLimit {
    /// Lets `n_running` work at once and `n_waiting` more wait for them, first come first served.
    pub fn new(n_running: usize, n_waiting: usize, longest_wait: Duration) -> Self {
        Self {
            longest_wait,
            n_admitted: n_running + n_waiting,
            running: Arc::new(Semaphore::new(n_running)),
            admitted: Arc::new(Semaphore::new(n_running + n_waiting)),
        }
    }

    /// Whether nobody works or waits.
    pub fn is_idle(&self) -> bool {
        self.admitted.available_permits() == self.n_admitted
    }

    /// Waits for a permit. Refuses with [`Refusal::Busy`] at once when too many wait already, and later when it takes
    /// too long.
    pub async fn acquire(&self) -> Result<Permit, AppError> {
        let admitted = self.admitted.clone().try_acquire_owned();
        let admitted = admitted.map_err(|_| Refusal::Busy)?;
        let running = tokio::time::timeout(self.longest_wait, self.running.clone().acquire_owned());
        let running = running.await.map_err(|_| Refusal::Busy)?;
        Ok(Permit {
            _running: running.map_err(|error| AppError::Internal(error.to_string()))?,
            _admitted: admitted,
        })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn so_many_work_so_many_wait_and_the_next_is_refused() {
        let limit = ConcurrencyLimit::new(1, 2, Duration::MAX);
        assert!(limit.is_idle());
        let working = limit.acquire().now_or_never().unwrap().unwrap();
        assert!(!limit.is_idle());
        let mut first = Box::pin(limit.acquire());
        let mut second = Box::pin(limit.acquire());
        assert!((&mut first).now_or_never().is_none());
        assert!((&mut second).now_or_never().is_none());
        assert!(matches!(
            limit.acquire().now_or_never(),
            Some(Err(AppError::Refused(Refusal::Busy)))
        ));
        // Whoever goes away gives its place to another.
        drop(second);
        let mut third = Box::pin(limit.acquire());
        assert!((&mut third).now_or_never().is_none());
        drop(working);
        assert!((&mut third).now_or_never().is_none());
        let working = first.now_or_never().unwrap().unwrap();
        drop(working);
        assert!(third.now_or_never().unwrap().is_ok());
        assert!(limit.is_idle());
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_waited_too_long_is_refused_and_leaves_its_place() {
        let limit = ConcurrencyLimit::new(1, 1, Duration::from_secs(10));
        let working = limit.acquire().await.unwrap();
        // The clock stands still but for what is waited for.
        let started = tokio::time::Instant::now();
        let refused = limit.acquire().await;
        assert!(matches!(refused, Err(AppError::Refused(Refusal::Busy))));
        assert_eq!(started.elapsed().as_secs(), 10);
        let mut next = Box::pin(limit.acquire());
        assert!((&mut next).now_or_never().is_none());
        drop(working);
        assert!(next.await.is_ok());
    }
}
