//! The ID of each request, by which its log line is found.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::dev::ServiceRequest;
use actix_web::http::header::HeaderName;

/// The header that carries the ID in both directions.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The ID of one request: 8 to 64 letters, digits and hyphens.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

impl RequestId {
    /// Takes the ID that a proxy in front of the server gave, if it is valid, or makes a new one.
    pub fn of(request: &ServiceRequest) -> Self {
        let given = request
            .headers()
            .get(HEADER)
            .and_then(|value| value.to_str().ok());
        match given {
            Some(given) if is_valid(given) => Self(given.to_owned()),
            _ => Self(fresh()),
        }
    }
}

fn is_valid(name: &str) -> bool {
    (8..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// 16 hexadecimal digits: a counter, hashed with a key that each process draws anew.
fn fresh() -> String {
    static KEY: OnceLock<RandomState> = OnceLock::new();
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    format!("{:016x}", KEY.get_or_init(RandomState::new).hash_one(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_names_differ_and_are_valid() {
        let (first, second) = (fresh(), fresh());
        assert_ne!(first, second);
        assert!(is_valid(&first));
    }

    #[test]
    fn the_name_that_a_proxy_gave_may_have_hyphens() {
        assert!(is_valid("2f1d9c4e-8a3b-4f57-9c1e-0b6a7d2e4f10"));
        assert!(is_valid("--------"));
        assert!(!is_valid("abcdef_1234"));
    }

    #[test]
    fn a_name_that_could_forge_a_log_line_is_refused() {
        assert!(!is_valid("abc\ndef-1234"));
        assert!(!is_valid("short"));
        assert!(!is_valid(&"a".repeat(65)));
    }
}
