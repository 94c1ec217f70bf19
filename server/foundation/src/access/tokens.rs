//! Tokens: signed names of session rows. A token without its row is worth nothing.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
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
///
/// Each purpose has a key of its own, derived from the server's secret: what one key leaks tells nothing about another.
#[derive(Clone)]
pub struct Tokens {
    signing: Arc<EncodingKey>,
    /// The key of today's secret, and that of the secret before it.
    reading: Arc<[DecodingKey]>,
    hashing: Arc<Key>,
}

/// The output of HMAC-SHA-256.
type Key = [u8; 32];

impl Tokens {
    /// Keys made of the server's secret. Tokens that were signed with the `previous` secret are read too.
    pub fn new(secret: &str, previous: Option<&str>) -> Self {
        let signing = |secret: &str| hmac(secret.as_bytes(), &["session tokens"]);
        let reading = [Some(secret), previous]
            .into_iter()
            .flatten()
            .map(|secret| DecodingKey::from_secret(&signing(secret)))
            .collect();
        Self {
            signing: Arc::new(EncodingKey::from_secret(&signing(secret))),
            reading,
            hashing: Arc::new(hmac(secret.as_bytes(), &["keyed hashes"])),
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
        encode(&Header::new(Algorithm::HS256), &claims, &self.signing)
            .map_err(|error| AppError::Internal(error.to_string()))
    }

    /// What a token says, when this server signed it and it has not expired.
    pub fn read(&self, token: &str, now: DateTime<Utc>) -> Option<Claims> {
        let mut validation = Validation::new(Algorithm::HS256);
        // The library would ask the system's clock.
        validation.validate_exp = false;
        self.reading
            .iter()
            .find_map(|key| Some(decode::<Claims>(token, key, &validation).ok()?.claims))
            .filter(|claims| claims.exp > now.timestamp())
    }

    /// A hash that nobody without the secret can compute: 64 hexadecimal digits of HMAC-SHA-256 (RFC 2104).
    pub fn keyed_hash(&self, parts: &[&str]) -> String {
        hex(&hmac(&*self.hashing, parts))
    }
}

/// HMAC-SHA-256 of several texts. Each is preceded by its length, so that `ab`, `c` and `a`, `bc` differ.
fn hmac(key: &[u8], parts: &[&str]) -> Key {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        unreachable!("HMAC takes keys of every length");
    };
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part.as_bytes());
    }
    mac.finalize().into_bytes().into()
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
    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn tokens_of(secret: &str) -> Tokens {
        Tokens::new(secret, None)
    }

    #[test]
    fn a_token_is_read_by_the_server_that_signed_it_until_it_expires() {
        let tokens = tokens_of(SECRET);
        let (user, session) = (Uuid::now_v7(), Uuid::now_v7());
        let end = NOW + TimeDelta::minutes(1);
        let token = tokens.sign(user, session, end).unwrap();
        let claims = tokens.read(&token, end - TimeDelta::seconds(1)).unwrap();
        assert_eq!((claims.sub, claims.sid), (user, session));
        assert_eq!(tokens_of(&SECRET.replace('0', "x")).read(&token, NOW), None);
        assert_eq!(tokens.read(&token, end), None);
    }

    #[test]
    fn a_token_without_a_signature_is_refused() {
        let tokens = tokens_of(SECRET);
        let token = tokens
            .sign(Uuid::now_v7(), Uuid::now_v7(), NOW + TimeDelta::minutes(1))
            .unwrap();
        let claims = token.split('.').nth(1).unwrap();
        // {"alg":"none","typ":"JWT"}
        assert_eq!(
            tokens.read(&format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{claims}."), NOW),
            None
        );
        assert_eq!(tokens.read("", NOW), None);
    }

    #[test]
    fn a_token_outlives_the_change_of_the_secret() {
        let (user, session) = (Uuid::now_v7(), Uuid::now_v7());
        let later = NOW + TimeDelta::minutes(1);
        let token = tokens_of(SECRET).sign(user, session, later).unwrap();
        let changed = Tokens::new("another", Some(SECRET));
        assert_eq!(changed.read(&token, NOW).unwrap().sid, session);
        // What is signed now is signed with the new secret.
        let token = changed.sign(user, session, later).unwrap();
        assert!(tokens_of("another").read(&token, NOW).is_some());
        assert_eq!(tokens_of(SECRET).read(&token, NOW), None);
    }

    #[test]
    fn each_purpose_has_a_key_of_its_own() {
        let tokens = tokens_of(SECRET);
        assert_ne!(
            tokens.hashing.as_slice(),
            hmac(SECRET.as_bytes(), &["session tokens"])
        );
        let later = (NOW + TimeDelta::minutes(1)).timestamp();
        let claims = Claims {
            sub: Uuid::now_v7(),
            sid: Uuid::now_v7(),
            exp: later,
        };
        for key in [SECRET.as_bytes(), tokens.hashing.as_slice()] {
            let forged = encode(
                &Header::new(Algorithm::HS256),
                &claims,
                &EncodingKey::from_secret(key),
            );
            assert_eq!(tokens.read(&forged.unwrap(), NOW), None);
        }
    }

    #[test]
    fn a_hash_depends_on_where_its_parts_end() {
        let tokens = tokens_of(SECRET);
        assert_ne!(tokens.keyed_hash(&["ab", "c"]), tokens.keyed_hash(&["a", "bc"]));
        assert_ne!(tokens.keyed_hash(&["a"]), tokens_of("other").keyed_hash(&["a"]));
    }
}
