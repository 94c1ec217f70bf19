//! Tokens: signed names of session rows. A token without its row is worth nothing.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::error::AppError;

/// What a token says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The account.
    pub sub: Uuid,
    /// The session's row.
    pub sid: Uuid,
    /// When it ends at the latest, in seconds since 1970.
    pub exp: i64,
}

/// Signs and reads tokens, and hashes what is too short to be hashed without a secret.
#[derive(Clone)]
pub struct Tokens {
    keys: Arc<(EncodingKey, DecodingKey)>,
    secret: Arc<str>,
}

impl Tokens {
    /// Keys made of the server's secret.
    pub fn new(secret: &str) -> Self {
        Self {
            keys: Arc::new((
                EncodingKey::from_secret(secret.as_bytes()),
                DecodingKey::from_secret(secret.as_bytes()),
            )),
            secret: secret.into(),
        }
    }

    /// The token of a session.
    pub fn sign(
        &self,
        user_id: Uuid,
        session_id: Uuid,
        expires_at: DateTime<Utc>,
    ) -> Result<String, AppError> {
        let claims = Claims {
            sub: user_id,
            sid: session_id,
            exp: expires_at.timestamp(),
        };
        encode(&Header::new(Algorithm::HS256), &claims, &self.keys.0)
            .map_err(|error| AppError::Internal(error.to_string()))
    }

    /// What a token says, when this server signed it and it has not expired.
    pub fn read(&self, token: &str) -> Option<Claims> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.leeway = 0;
        decode::<Claims>(token, &self.keys.1, &validation)
            .ok()
            .map(|token| token.claims)
    }

    /// A hash that nobody without the secret can compute, in hexadecimal digits.
    pub fn keyed_hash(&self, parts: &[&str]) -> String {
        let mut hash = Sha256::new();
        for part in std::iter::once(&&*self.secret).chain(parts) {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        hex(&hash.finalize())
    }
}

/// Hexadecimal digits of bytes.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    const SECRET: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn a_token_is_read_by_the_server_that_signed_it_until_it_expires() {
        let tokens = Tokens::new(SECRET);
        let (user, session) = (Uuid::now_v7(), Uuid::now_v7());
        let later = Utc::now() + TimeDelta::minutes(1);
        let token = tokens.sign(user, session, later).unwrap();
        let claims = tokens.read(&token).unwrap();
        assert_eq!((claims.sub, claims.sid), (user, session));
        assert_eq!(Tokens::new(&SECRET.replace('0', "x")).read(&token), None);
        let expired = tokens
            .sign(user, session, Utc::now() - TimeDelta::seconds(1))
            .unwrap();
        assert_eq!(tokens.read(&expired), None);
    }

    #[test]
    fn a_token_without_a_signature_is_refused() {
        let tokens = Tokens::new(SECRET);
        let token = tokens
            .sign(Uuid::now_v7(), Uuid::now_v7(), Utc::now() + TimeDelta::minutes(1))
            .unwrap();
        let claims = token.split('.').nth(1).unwrap();
        // {"alg":"none","typ":"JWT"}
        assert_eq!(
            tokens.read(&format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{claims}.")),
            None
        );
        assert_eq!(tokens.read(""), None);
    }

    #[test]
    fn a_hash_depends_on_where_its_parts_end() {
        let tokens = Tokens::new(SECRET);
        assert_ne!(tokens.keyed_hash(&["ab", "c"]), tokens.keyed_hash(&["a", "bc"]));
        assert_ne!(tokens.keyed_hash(&["a"]), Tokens::new("other").keyed_hash(&["a"]));
    }
}
