//! How many requests one network may send.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use prometheus::IntCounter;

use super::client_address::caller_network;
use crate::error::AppError;

/// A minute's allowance is available at once and comes back evenly: the generic cell rate algorithm (ITU-T I.371).
const WINDOW: Duration = Duration::from_secs(60);

/// Counts requests in this process. What must hold for all servers together is counted in the database, by `throttle`.
pub struct RateLimit {
    per_minute: u32,
    /// When each network will have its full allowance back.
    full_at: Mutex<HashMap<IpAddr, Instant>>,
    /// Counts what was refused, where somebody watches.
    refusals: Option<IntCounter>,
}

/// What an address may still send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Requests a minute.
    pub limit: u32,
    /// Requests that may come now.
    pub remaining: u32,
    /// Seconds until the full allowance is back.
    pub resets_in_s: u64,
}

impl RateLimit {
    /// A limit of so many a minute, which may come all at once; 0 for none.
    pub fn new(per_minute: u32) -> Self {
        Self {
            per_minute,
            full_at: Mutex::default(),
            refusals: None,
        }
    }

    /// The same, which counts what it refuses.
    pub fn counting(self, refusals: IntCounter) -> Self {
        Self {
            refusals: Some(refusals),
            ..self
        }
    }

    /// Counts a request, or refuses it. Says what is left, when there is a limit.
    pub fn check(&self, address: IpAddr) -> Result<Option<Allowed>, AppError> {
        self.check_at(address, Instant::now())
    }

    fn check_at(&self, address: IpAddr, now: Instant) -> Result<Option<Allowed>, AppError> {
        let Some(interval) = self.interval() else {
            return Ok(None);
        };
        let mut networks = self.lock();
        let known = networks.entry(caller_network(address)).or_insert(now);
        let debt = known.saturating_duration_since(now) + interval;
        if debt > WINDOW {
            if let Some(refusals) = &self.refusals {
                refusals.inc();
            }
            return Err(AppError::RateLimited {
                retry_after_s: (debt - WINDOW).as_secs() + 1,
            });
        }
        *known = now + debt;
        let remaining = (WINDOW - debt).as_nanos() / interval.as_nanos().max(1);
        Ok(Some(Allowed {
            limit: self.per_minute,
            remaining: u32::try_from(remaining).unwrap_or(u32::MAX),
            resets_in_s: debt.as_secs() + 1,
        }))
    }

    /// What a refused address may still send.
    pub fn used_up(&self) -> Allowed {
        Allowed {
            limit: self.per_minute,
            remaining: 0,
            resets_in_s: WINDOW.as_secs(),
        }
    }

    /// Takes a count back: a request that failed by a fault of the server does not count.
    pub fn refund(&self, address: IpAddr) {
        if let Some(interval) = self.interval()
            && let Some(known) = self.lock().get_mut(&caller_network(address))
            && let Some(earlier) = known.checked_sub(interval)
        {
            *known = earlier;
        }
    }

    /// Removes networks that have their full allowance back.
    pub fn sweep(&self) {
        self.sweep_at(Instant::now());
    }

    fn sweep_at(&self, now: Instant) {
        self.lock().retain(|_, full_at| *full_at > now);
    }

    /// Networks that are remembered.
    pub fn n_networks(&self) -> usize {
        self.lock().len()
    }

    /// The time after which the allowance of one request is back.
    fn interval(&self) -> Option<Duration> {
        WINDOW.checked_div(self.per_minute)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Instant>> {
        self.full_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn each_address_has_its_own_allowance_which_comes_back() {
        let (limit, now) = (RateLimit::new(2), Instant::now());
        let remaining = |at| {
            limit
                .check_at(ip("1.2.3.4"), at)
                .map(|left| left.unwrap().remaining)
        };
        assert_eq!(remaining(now).unwrap(), 1);
        assert_eq!(remaining(now).unwrap(), 0);
        assert!(matches!(
            remaining(now),
            Err(AppError::RateLimited { retry_after_s: 31 })
        ));
        assert!(limit.check_at(ip("1.2.3.5"), now).is_ok());
        assert!(remaining(now + Duration::from_secs(29)).is_err());
        assert_eq!(remaining(now + Duration::from_secs(30)).unwrap(), 0);
        assert_eq!(remaining(now + Duration::from_secs(300)).unwrap(), 1);
    }

    #[test]
    fn a_caller_is_told_when_the_full_allowance_is_back() {
        let (limit, now) = (RateLimit::new(2), Instant::now());
        let allowed = |at| limit.check_at(ip("1.2.3.4"), at).unwrap().unwrap();
        let expected = |remaining, resets_in_s| Allowed {
            limit: 2,
            remaining,
            resets_in_s,
        };
        assert_eq!(allowed(now), expected(1, 31));
        assert_eq!(allowed(now), expected(0, 61));
        assert_eq!(allowed(now + Duration::from_secs(45)), expected(0, 46));
    }

    #[test]
    fn a_refunded_request_can_be_sent_again() {
        let (limit, now) = (RateLimit::new(1), Instant::now());
        assert!(limit.check_at(ip("1.2.3.4"), now).is_ok());
        assert!(limit.check_at(ip("1.2.3.4"), now).is_err());
        limit.refund(ip("1.2.3.4"));
        assert!(limit.check_at(ip("1.2.3.4"), now).is_ok());
    }

    #[test]
    fn what_is_refused_is_counted() {
        let refusals = IntCounter::new("refusals", "refusals").unwrap();
        let (limit, now) = (RateLimit::new(1).counting(refusals.clone()), Instant::now());
        assert!(limit.check_at(ip("1.2.3.4"), now).is_ok());
        assert_eq!(refusals.get(), 0);
        assert!(limit.check_at(ip("1.2.3.4"), now).is_err());
        assert_eq!(refusals.get(), 1);
    }

    #[test]
    fn a_limit_of_nothing_is_none() {
        let limit = RateLimit::new(0);
        assert!((0..100).all(|_| matches!(limit.check(ip("1.2.3.4")), Ok(None))));
    }

    #[test]
    fn networks_with_their_full_allowance_are_forgotten() {
        let (limit, now) = (RateLimit::new(1), Instant::now());
        limit.check_at(ip("1.2.3.4"), now).unwrap();
        limit
            .check_at(ip("1.2.3.5"), now + Duration::from_nanos(1))
            .unwrap();
        assert_eq!(limit.n_networks(), 2);
        limit.sweep_at(now + WINDOW);
        assert_eq!(limit.n_networks(), 1);
        assert!(limit.check_at(ip("1.2.3.5"), now + WINDOW).is_err());
    }
}
