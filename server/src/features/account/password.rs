//! Hashing passwords: slow on purpose, so never on the event loop and never while a connection is held.

use std::sync::Arc;

use actix_web::web;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::access::hex;
use crate::domain::Password;
use crate::error::AppError;

/// Hashes and compares passwords, as many at once as there are cores.
#[derive(Clone)]
pub struct Hasher {
    cost: u32,
    permits: Arc<Semaphore>,
    /// The hash of no password: comparing with it takes as long as comparing with a real one.
    dummy: Arc<str>,
}

impl Hasher {
    /// A hasher of this bcrypt cost.
    pub fn new(cost: u32) -> anyhow::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Self {
            cost,
            permits: Arc::new(Semaphore::new(cores)),
            dummy: bcrypt::hash(digest("no password"), cost)?.into(),
        })
    }

    /// The hash to store.
    pub async fn hash(&self, password: Password) -> Result<String, AppError> {
        let cost = self.cost;
        self.slowly(move || bcrypt::hash(digest(password.expose()), cost))
            .await
    }

    /// The hash to store, for the command line, which has no event loop.
    pub fn hash_here(&self, password: &Password) -> anyhow::Result<String> {
        Ok(bcrypt::hash(digest(password.expose()), self.cost)?)
    }

    /// Whether a text is the password of a hash. Without a hash the answer is no, after the same time.
    pub async fn is_match(&self, text: String, hash: Option<String>) -> Result<bool, AppError> {
        let dummy = self.dummy.clone();
        self.slowly(move || {
            let hash_or_dummy = hash.as_deref().unwrap_or(&dummy);
            bcrypt::verify(digest(&text), hash_or_dummy).map(|is_match| is_match && hash.is_some())
        })
        .await
    }

    async fn slowly<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> bcrypt::BcryptResult<T> + Send + 'static,
    ) -> Result<T, AppError> {
        let internal = |error: String| AppError::Internal(error);
        let permit = self
            .permits
            .clone()
            .acquire_owned()
            .await
            .map_err(|error| internal(error.to_string()))?;
        web::block(move || {
            let _permit = permit;
            work()
        })
        .await
        .map_err(|error| internal(error.to_string()))?
        .map_err(|error| internal(error.to_string()))
    }
}

/// All of the password in 64 characters: bcrypt reads no more than 72 bytes.
fn digest(password: &str) -> String {
    hex(&Sha256::digest(password.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn all_of_a_long_password_counts() {
        let hasher = Hasher::new(4).unwrap();
        let long = "墨".repeat(40);
        let hash = hasher.hash(Password::parse(&long).unwrap()).await.unwrap();
        assert!(hasher.is_match(long.clone(), Some(hash.clone())).await.unwrap());
        let other_end = format!("{}砚", "墨".repeat(39));
        assert!(!hasher.is_match(other_end, Some(hash)).await.unwrap());
    }

    #[actix_web::test]
    async fn nobody_has_no_password() {
        let hasher = Hasher::new(4).unwrap();
        assert!(!hasher.is_match("no password".to_owned(), None).await.unwrap());
    }
}
