//! How many requests to the API one address may send.

use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::client_address::caller_network;
use crate::error::AppError;

/// Requests are counted here, in this process: what must hold for all servers together is counted in the database.
pub struct RateLimit {
    limiter: Option<DefaultKeyedRateLimiter<IpAddr>>,
    clock: DefaultClock,
}

impl RateLimit {
    /// A limit of so many a minute, which may come all at once; 0 for none.
    pub fn new(per_minute: u32) -> Self {
        Self {
            limiter: NonZeroU32::new(per_minute).map(|limit| RateLimiter::keyed(Quota::per_minute(limit))),
            clock: DefaultClock::default(),
        }
    }

    /// Counts a request, or refuses it.
    pub fn check(&self, address: IpAddr) -> Result<(), AppError> {
        let Some(limiter) = &self.limiter else {
            return Ok(());
        };
        limiter.check_key(&caller_network(address)).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            AppError::RateLimited {
                retry_after_s: wait.as_secs() + 1,
            }
        })
    }

    /// Forgets addresses that may send all they want again.
    pub fn sweep(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_allowance() {
        let limit = RateLimit::new(2);
        let (first, second): (IpAddr, IpAddr) = ("1.2.3.4".parse().unwrap(), "1.2.3.5".parse().unwrap());
        assert!(limit.check(first).is_ok() && limit.check(first).is_ok());
        assert!(matches!(
            limit.check(first),
            Err(AppError::RateLimited {
                retry_after_s: 1..=31
            })
        ));
        assert!(limit.check(second).is_ok());
        assert!((0..100).all(|_| RateLimit::new(0).check(first).is_ok()));
    }
}
