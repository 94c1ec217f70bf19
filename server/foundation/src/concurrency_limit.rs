//! Bounds work that takes much memory or time: so many at once, so many waiting, for so long, and nobody beyond.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use prometheus::IntCounter;
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
    n_at_once: usize,
    longest_wait: Duration,
    /// Counts those who were refused, where somebody watches.
    refusals: Option<IntCounter>,
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
            n_at_once: n_running,
            refusals: None,
            running: Arc::new(Semaphore::new(n_running)),
            admitted: Arc::new(Semaphore::new(n_running + n_waiting)),
        }
    }

    /// The same, which counts those whom it refuses.
    pub fn counting(self, refusals: IntCounter) -> Self {
        Self {
            refusals: Some(refusals),
            ..self
        }
    }

    /// How many work now.
    pub fn n_running(&self) -> usize {
        self.n_at_once.saturating_sub(self.running.available_permits())
    }

    /// How many wait now.
    pub fn n_waiting(&self) -> usize {
        let n_admitted = self.n_admitted.saturating_sub(self.admitted.available_permits());
        n_admitted.saturating_sub(self.n_running())
    }

    /// Whether nobody works or waits.
    pub fn is_idle(&self) -> bool {
        self.admitted.available_permits() == self.n_admitted
    }

    /// Waits for a permit. Refuses with [`Refusal::Busy`] at once when too many wait already, and later when it takes
    /// too long.
    pub async fn acquire(&self) -> Result<Permit, AppError> {
        let admitted = self.admitted.clone().try_acquire_owned();
        let admitted = admitted.map_err(|_| self.refuse())?;
        let running = tokio::time::timeout(self.longest_wait, self.running.clone().acquire_owned());
        let running = running.await.map_err(|_| self.refuse())?;
        Ok(Permit {
            _running: running.map_err(|error| AppError::Internal(error.to_string()))?,
            _admitted: admitted,
        })
    }

    fn refuse(&self) -> Refusal {
        if let Some(refusals) = &self.refusals {
            refusals.inc();
        }
        Refusal::Busy
    }
}

/// A limit for each caller, so that nobody takes the places of others. Clones share them.
#[derive(Clone, Debug)]
pub struct LimitOfEach<K> {
    /// Those of callers who work or wait now.
    limits: Arc<Mutex<HashMap<K, ConcurrencyLimit>>>,
    n_running: usize,
    n_waiting: usize,
    longest_wait: Duration,
    refusals: Option<IntCounter>,
}

impl<K: Eq + Hash> LimitOfEach<K> {
    /// Lets each caller work so often at once, and wait so often more.
    pub fn new(n_running: usize, n_waiting: usize, longest_wait: Duration) -> Self {
        Self {
            limits: Arc::default(),
            n_running,
            n_waiting,
            longest_wait,
            refusals: None,
        }
    }

    /// The same, which counts those whom it refuses.
    pub fn counting(self, refusals: IntCounter) -> Self {
        Self {
            refusals: Some(refusals),
            ..self
        }
    }

    /// Waits for a permit of a caller, as [`ConcurrencyLimit::acquire`] does.
    pub async fn acquire(&self, caller: K) -> Result<Permit, AppError> {
        self.of(caller).acquire().await
    }

    /// The limit of a caller. Whoever does nothing is forgotten.
    pub fn of(&self, caller: K) -> ConcurrencyLimit {
        let mut limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        // Permits and who waits for one hold the limit too.
        limits.retain(|_, limit| Arc::strong_count(&limit.admitted) > 1);
        let new = || ConcurrencyLimit {
            refusals: self.refusals.clone(),
            ..ConcurrencyLimit::new(self.n_running, self.n_waiting, self.longest_wait)
        };
        limits.entry(caller).or_insert_with(new).clone()
    }

    /// How many callers work or wait.
    #[cfg(test)]
    pub fn n_callers(&self) -> usize {
        let limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        let is_used = |limit: &&ConcurrencyLimit| Arc::strong_count(&limit.admitted) > 1;
        limits.values().filter(is_used).count()
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

    #[tokio::test]
    async fn who_works_who_waits_and_who_was_refused_is_counted() {
        let refusals = IntCounter::new("refusals", "refusals").unwrap();
        let limit = ConcurrencyLimit::new(2, 1, Duration::MAX).counting(refusals.clone());
        let counted = || (limit.n_running(), limit.n_waiting(), refusals.get());
        assert_eq!(counted(), (0, 0, 0));
        let first = limit.acquire().await.unwrap();
        let second = limit.acquire().await.unwrap();
        let mut third = Box::pin(limit.acquire());
        assert!(third.as_mut().now_or_never().is_none());
        assert_eq!(counted(), (2, 1, 0));
        assert!(limit.acquire().await.is_err());
        drop((first, second));
        let _third = third.await.unwrap();
        assert_eq!(counted(), (1, 0, 1));
        // Those of each caller are counted together.
        let limits = LimitOfEach::new(1, 0, Duration::MAX).counting(refusals.clone());
        for caller in ["one", "other"] {
            let _working = limits.acquire(caller).await.unwrap();
            assert!(limits.acquire(caller).await.is_err());
        }
        assert_eq!(refusals.get(), 3);
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

    #[tokio::test]
    async fn each_caller_has_places_that_nobody_else_takes_and_is_forgotten_without_work() {
        let limits = LimitOfEach::new(1, 1, Duration::MAX);
        let working = limits.acquire("one").now_or_never().unwrap().unwrap();
        let mut waiting = Box::pin(limits.acquire("one"));
        assert!((&mut waiting).now_or_never().is_none());
        let refused = limits.acquire("one").now_or_never();
        assert!(matches!(refused, Some(Err(AppError::Refused(Refusal::Busy)))));
        let other = limits.acquire("other").now_or_never().unwrap().unwrap();
        assert_eq!(limits.n_callers(), 2);
        drop((working, other));
        drop(waiting.await.unwrap());
        assert_eq!(limits.n_callers(), 0);
        let _last = limits.acquire("third").await.unwrap();
        assert_eq!(limits.limits.lock().unwrap().len(), 1);
    }
}
