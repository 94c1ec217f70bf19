//! Hashing passwords: slow on purpose, so never on the event loop and never while a connection is held.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use bcrypt::{BcryptResult, HashParts};
use moyan_domain::Password;
use moyan_domain::limits::{HASH_WAIT_S, HASHES_WAITING_PER_CORE};
use prometheus::IntCounter;
use sha2::{Digest as _, Sha256};

use crate::access::hex;
use crate::concurrency_limit::ConcurrencyLimit;
use crate::error::AppError;

/// Hashes and compares passwords, as many at once as there are cores. Others wait some seconds; who would wait
/// longer is refused.
#[derive(Clone)]
pub struct Hasher {
    /// The bcrypt cost: each one more doubles the work.
    cost: u32,
    limit: ConcurrencyLimit,
    /// Counts the passwords that were hashed or compared.
    n_runs: IntCounter,
    /// The hash of no password: comparing with it takes as long as comparing with a real one.
    dummy: Arc<str>,
}

impl Hasher {
    /// A hasher of this bcrypt cost, which counts what it does.
    pub fn new(cost: u32, n_runs: IntCounter) -> anyhow::Result<Self> {
        let n_cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Self {
            cost,
            limit: ConcurrencyLimit::new(
                n_cores,
                n_cores * HASHES_WAITING_PER_CORE,
                Duration::from_secs(HASH_WAIT_S),
            ),
            n_runs,
            dummy: bcrypt::hash(digest("no password"), cost)?.into(),
        })
    }

    /// The same, which counts those whom it refuses.
    pub fn counting(self, refusals: IntCounter) -> Self {
        Self {
            limit: self.limit.counting(refusals),
            ..self
        }
    }

    /// How many may hash at once, and how many wait.
    pub fn limit(&self) -> &ConcurrencyLimit {
        &self.limit
    }

    /// The hash to store. [`Refusal::Busy`](crate::error::Refusal::Busy) when too many wait, or for too long.
    pub async fn hash(&self, password: Password) -> Result<String, AppError> {
        let (cost, n_runs) = (self.cost, self.n_runs.clone());
        self.run(move || {
            n_runs.inc();
            bcrypt::hash(digest(password.expose()), cost)
        })
        .await
    }

    /// Whether a text is the password of a hash. Without a hash the answer is no, after the same work.
    /// [`Refusal::Busy`](crate::error::Refusal::Busy) when too many wait, or for too long.
    pub async fn is_match(&self, text: String, hash: Option<String>) -> Result<bool, AppError> {
        let (cost, dummy, n_runs) = (self.cost, self.dummy.clone(), self.n_runs.clone());
        self.run(move || {
            let digest = digest(&text);
            let hash_or_dummy = hash.as_deref().unwrap_or(&dummy);
            let is_match = bcrypt::verify(&digest, hash_or_dummy)? && hash.is_some();
            n_runs.inc();
            if !is_match {
                for cost in missing_costs(cost_of(hash_or_dummy)?, cost) {
                    bcrypt::hash(&digest, cost)?;
                }
            }
            Ok(is_match)
        })
        .await
    }

    /// True when a hash was made at another cost than the configured one, and should be made anew.
    pub fn is_outdated(&self, hash: &str) -> bool {
        cost_of(hash).is_ok_and(|cost| cost != self.cost)
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> BcryptResult<T> + Send + 'static,
    ) -> Result<T, AppError> {
        let permit = self.limit.acquire().await?;
        web::block(move || {
            // Given back when the work is done, also when nobody waits for it any more.
            let _permit = permit;
            work()
        })
        .await
        .map_err(|error| AppError::Internal(error.to_string()))?
        .map_err(|error| AppError::Internal(error.to_string()))
    }
}

/// The hash to store, for the command line, which has no event loop.
pub fn hash_password(password: &Password, cost: u32) -> anyhow::Result<String> {
    Ok(bcrypt::hash(digest(password.expose()), cost)?)
}

/// All of the password in 64 characters: bcrypt reads no more than 72 bytes.
fn digest(password: &str) -> String {
    hex(&Sha256::digest(password.as_bytes()))
}

fn cost_of(hash: &str) -> BcryptResult<u32> {
    Ok(hash.parse::<HashParts>()?.get_cost())
}

/// The costs whose work, added to that of a hash of cost `stored`, is the work of a hash of cost `configured`.
///
/// Work is 2^cost, so they are `stored`, `stored + 1`, … `configured - 1`. A wrong password for an account whose hash
/// is older than the configuration thus takes as long as one for an account that does not exist.
fn missing_costs(stored: u32, configured: u32) -> std::ops::Range<u32> {
    stored..configured
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::error::Refusal;

    fn hasher() -> Hasher {
        Hasher::new(4, IntCounter::new("runs", "runs").unwrap()).unwrap()
    }

    #[actix_web::test]
    async fn all_of_a_long_password_counts() {
        let hasher = hasher();
        let long = "墨".repeat(40);
        let hash = hasher.hash(Password::parse(&long).unwrap()).await.unwrap();
        assert!(hasher.is_match(long.clone(), Some(hash.clone())).await.unwrap());
        let other_end = format!("{}砚", "墨".repeat(39));
        assert!(!hasher.is_match(other_end, Some(hash)).await.unwrap());
    }

    #[actix_web::test]
    async fn without_a_hash_no_password_is_right_and_the_work_is_done() {
        let hasher = hasher();
        assert!(!hasher.is_match("no password".to_owned(), None).await.unwrap());
        assert_eq!(hasher.n_runs.get(), 1);
        assert_eq!(cost_of(&hasher.dummy).unwrap(), hasher.cost);
    }

    #[actix_web::test]
    async fn passwords_are_hashed_on_another_thread() {
        let here = std::thread::current().id();
        let there = hasher().run(|| Ok(std::thread::current().id())).await.unwrap();
        assert_ne!(there, here);
    }

    #[actix_web::test]
    async fn when_too_many_wait_the_next_is_refused_and_no_password_is_hashed() {
        let hasher = hasher();
        let n_cores = std::thread::available_parallelism().unwrap().get();
        let mut permits = Vec::new();
        for _ in 0..n_cores {
            permits.push(hasher.limit.acquire().await.unwrap());
        }
        let mut waiting: Vec<_> = (0..n_cores * HASHES_WAITING_PER_CORE)
            .map(|_| Box::pin(hasher.is_match(String::new(), None)))
            .collect();
        for one in &mut waiting {
            assert!(one.now_or_never().is_none());
        }
        let refused = hasher.is_match(String::new(), None).now_or_never();
        assert!(matches!(refused, Some(Err(AppError::Refused(Refusal::Busy)))));
        let refused = hasher.hash(Password::parse("123456").unwrap()).now_or_never();
        assert!(matches!(refused, Some(Err(AppError::Refused(Refusal::Busy)))));
        assert_eq!(hasher.n_runs.get(), 0);
        // Nobody who waited is forgotten.
        drop(permits);
        for one in waiting {
            assert!(!one.await.unwrap());
        }
    }

    #[actix_web::test]
    async fn fifty_people_who_log_in_at_the_same_moment_are_all_served() {
        let hasher = hasher();
        let n_cores = std::thread::available_parallelism().unwrap().get();
        // Other passwords are being hashed on every core.
        let mut permits = Vec::new();
        for _ in 0..n_cores {
            permits.push(hasher.limit.acquire().await.unwrap());
        }
        let mut people: Vec<_> = (0..50)
            .map(|_| Box::pin(hasher.is_match(String::new(), None)))
            .collect();
        for one in &mut people {
            assert!(one.now_or_never().is_none());
        }
        drop(permits);
        for one in people {
            assert!(!one.await.unwrap());
        }
        assert_eq!(hasher.n_runs.get(), 50);
    }

    #[test]
    fn an_older_hash_is_as_much_work_as_a_new_one() {
        for (stored, configured) in [(4, 4), (4, 5), (11, 13), (13, 11)] {
            let work = missing_costs(stored, configured).fold(1_u64 << stored, |sum, cost| sum + (1 << cost));
            assert_eq!(work, 1 << stored.max(configured));
        }
    }

    #[test]
    fn a_hash_of_another_cost_is_outdated() {
        let hasher = hasher();
        let password = Password::parse("123456").unwrap();
        assert!(!hasher.is_outdated(&hash_password(&password, 4).unwrap()));
        assert!(hasher.is_outdated(&hash_password(&password, 5).unwrap()));
    }
}
