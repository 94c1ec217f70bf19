//! Seals merchant keys with AES-256-GCM, so that who reads the table or a backup reads none of them.
//!
//! What is sealed is bound to the place that it belongs to: moved to another row it does not open.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf;
use ring::rand::{SecureRandom as _, SystemRandom};

/// What sealed texts begin with: how they were sealed.
const VERSION: &str = "v1.";
/// What the keys are for, so that the same secret used elsewhere gives other keys.
const PURPOSE: &[u8] = b"moyan merchant keys";

/// Seals and opens. Clones share the keys. Never printed.
#[derive(Clone)]
pub struct Sealing {
    keys: Option<Arc<Keys>>,
}

/// The key that seals, and the one before it, which still opens.
struct Keys {
    current: LessSafeKey,
    previous: Option<LessSafeKey>,
}

/// Why nothing was sealed or opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealingError {
    /// No secret is configured.
    #[error("MERCHANT_KEYS_SECRET is not set")]
    NoSecret,
    /// It was sealed with another secret, for another place, or it was changed.
    #[error("sealed with another secret, for another place, or changed")]
    CannotOpen,
    /// The system has no randomness.
    #[error("the system has no randomness")]
    NoRandomness,
}

impl std::fmt::Debug for Sealing {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Sealing([redacted])")
    }
}

impl Sealing {
    /// With the server's secret, and the one before it. Without a secret nothing is sealed or opened.
    pub fn new(secret: Option<&str>, previous: Option<&str>) -> Self {
        let keys = secret.and_then(|secret| {
            Some(Keys {
                current: key_of(secret)?,
                previous: previous.and_then(key_of),
            })
        });
        Self {
            keys: keys.map(Arc::new),
        }
    }

    /// Seals a text for a place.
    pub fn seal(&self, place: &str, text: &str) -> Result<String, SealingError> {
        let keys = self.keys.as_ref().ok_or(SealingError::NoSecret)?;
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new()
            .fill(&mut nonce)
            .map_err(|_| SealingError::NoRandomness)?;
        let mut bytes = text.as_bytes().to_vec();
        keys.current
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(place.as_bytes()),
                &mut bytes,
            )
            .map_err(|_| SealingError::CannotOpen)?;
        let sealed = [nonce.as_slice(), &bytes].concat();
        Ok(format!("{VERSION}{}", STANDARD.encode(sealed)))
    }

    /// The text that was sealed for a place.
    pub fn open(&self, place: &str, sealed: &str) -> Result<String, SealingError> {
        let keys = self.keys.as_ref().ok_or(SealingError::NoSecret)?;
        [Some(&keys.current), keys.previous.as_ref()]
            .into_iter()
            .flatten()
            .find_map(|key| open_with(key, place, sealed))
            .ok_or(SealingError::CannotOpen)
    }
}

fn key_of(secret: &str) -> Option<LessSafeKey> {
    let salt = hkdf::Salt::new(hkdf::HKDF_SHA256, PURPOSE);
    let derived = salt.extract(secret.as_bytes());
    let key = derived.expand(&[PURPOSE], &AES_256_GCM).ok()?;
    Some(LessSafeKey::new(UnboundKey::from(key)))
}

fn open_with(key: &LessSafeKey, place: &str, sealed: &str) -> Option<String> {
    let bytes = STANDARD.decode(sealed.strip_prefix(VERSION)?).ok()?;
    let (nonce, sealed) = bytes.split_at_checked(NONCE_LEN)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
    let mut sealed = sealed.to_vec();
    let text = key
        .open_in_place(nonce, Aad::from(place.as_bytes()), &mut sealed)
        .ok()?;
    String::from_utf8(text.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "0123456789abcdef0123456789abcdef";
    const OTHER: &str = "fedcba9876543210fedcba9876543210";

    #[test]
    fn a_text_opens_in_its_place_with_its_secret_and_not_otherwise() {
        let sealing = Sealing::new(Some(SECRET), None);
        let sealed = sealing.seal("site/stripe", "sk_test_1").unwrap();
        assert!(!sealed.contains("sk_test"));
        assert_eq!(sealing.open("site/stripe", &sealed).unwrap(), "sk_test_1");
        assert_eq!(
            sealing.open("site/alipay", &sealed),
            Err(SealingError::CannotOpen)
        );
        let other = Sealing::new(Some(OTHER), None);
        assert_eq!(other.open("site/stripe", &sealed), Err(SealingError::CannotOpen));
        for changed in [
            "",
            "v1.",
            "v1.AAAA",
            &sealed.replace("v1.", "v2."),
            &sealed.to_lowercase(),
        ] {
            assert_eq!(
                sealing.open("site/stripe", changed),
                Err(SealingError::CannotOpen)
            );
        }
    }

    #[test]
    fn the_same_text_is_sealed_differently_each_time() {
        let sealing = Sealing::new(Some(SECRET), None);
        assert_ne!(
            sealing.seal("a", "text").unwrap(),
            sealing.seal("a", "text").unwrap()
        );
    }

    #[test]
    fn the_secret_before_opens_what_it_sealed_until_it_is_sealed_anew() {
        let sealed = Sealing::new(Some(SECRET), None).seal("a", "text").unwrap();
        let rotating = Sealing::new(Some(OTHER), Some(SECRET));
        assert_eq!(rotating.open("a", &sealed).unwrap(), "text");
        let anew = rotating.seal("a", "text").unwrap();
        let rotated = Sealing::new(Some(OTHER), None);
        assert_eq!(rotated.open("a", &anew).unwrap(), "text");
        assert_eq!(rotated.open("a", &sealed), Err(SealingError::CannotOpen));
    }

    #[test]
    fn without_a_secret_nothing_is_sealed_and_no_secret_is_printed() {
        let without = Sealing::new(None, Some(SECRET));
        assert_eq!(without.seal("a", "text"), Err(SealingError::NoSecret));
        assert_eq!(without.open("a", "v1.AAAA"), Err(SealingError::NoSecret));
        let sealing = Sealing::new(Some(SECRET), None);
        assert_eq!(format!("{sealing:?}"), "Sealing([redacted])");
    }
}
