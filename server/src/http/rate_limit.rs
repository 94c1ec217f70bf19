//! How many requests to the API one address may send.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::client_address::caller_network;
use crate::error::AppError;

/// A minute's allowance is there at once and comes back evenly.
const WINDOW: Duration = Duration::from_secs(60);

/// Requests are counted here, in this process: what must hold for all servers together is counted in the database.
pub struct RateLimit {
    per_minute: u32,
    /// When each network will have its whole allowance back.
    whole_at: Mutex<HashMap<IpAddr, Instant>>,
}

/// What an address may still send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Requests a minute.
    pub limit: u32,
    /// Requests that may come now.
    pub remaining: u32,
    /// Seconds until the whole allowance is back.
    pub resets_in_s: u64,
}

impl RateLimit {
    /// A limit of so many a minute, which may come all at once; 0 for none.
    pub fn new(per_minute: u32) -> Self {
        Self {
            per_minute,
            whole_at: Mutex::default(),
        }
    }

    /// Counts a request, or refuses it. Says what is left, when there is a limit.
    pub fn check(&self, address: IpAddr) -> Result<Option<Allowed>, AppError> {
        self.check_at(address, Instant::now())
    }

    fn check_at(&self, address: IpAddr, now: Instant) -> Result<Option<Allowed>, AppError> {
        let Some(share) = self.share() else {
            return Ok(None);
        };
        let mut networks = self.lock();
        let known = networks.entry(caller_network(address)).or_insert(now);
        let owed = known.saturating_duration_since(now) + share;
        if owed > WINDOW {
            return Err(AppError::RateLimited {
                retry_after_s: (owed - WINDOW).as_secs() + 1,
            });
        }
        *known = now + owed;
        let remaining = (WINDOW - owed).as_nanos() / share.as_nanos().max(1);
        Ok(Some(Allowed {
            limit: self.per_minute,
            remaining: u32::try_from(remaining).unwrap_or(u32::MAX),
            resets_in_s: owed.as_secs() + 1,
        }))
    }

    /// Takes a count back: what failed by a fault of ours is not charged.
    pub fn give_back(&self, address: IpAddr) {
        if let Some(share) = self.share()
            && let Some(known) = self.lock().get_mut(&caller_network(address))
            && let Some(earlier) = known.checked_sub(share)
        {
            *known = earlier;
        }
    }

    /// Forgets addresses that may send all they want again.
    pub fn sweep(&self) {
        let now = Instant::now();
        self.lock().retain(|_, whole_at| *whole_at > now);
    }

    /// Networks that are remembered.
    pub fn n_networks(&self) -> usize {
        self.lock().len()
    }

    /// How long one request takes to come back.
    fn share(&self) -> Option<Duration> {
        WINDOW.checked_div(self.per_minute)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Instant>> {
        self.whole_at.lock().unwrap_or_else(PoisonError::into_inner)
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
    fn what_is_given_back_can_be_sent_again() {
        let (limit, now) = (RateLimit::new(1), Instant::now());
        assert!(limit.check_at(ip("1.2.3.4"), now).is_ok());
        assert!(limit.check_at(ip("1.2.3.4"), now).is_err());
        limit.give_back(ip("1.2.3.4"));
        assert!(limit.check_at(ip("1.2.3.4"), now).is_ok());
    }

    #[test]
    fn a_limit_of_nothing_is_none() {
        let limit = RateLimit::new(0);
        assert!((0..100).all(|_| matches!(limit.check(ip("1.2.3.4")), Ok(None))));
    }

    #[test]
    fn addresses_with_their_whole_allowance_are_forgotten() {
        let limit = RateLimit::new(1);
        limit
            .check_at(ip("1.2.3.4"), Instant::now() - Duration::from_secs(120))
            .unwrap();
        limit.check(ip("1.2.3.5")).unwrap();
        limit.sweep();
        assert_eq!(limit.n_networks(), 1);
    }
}
