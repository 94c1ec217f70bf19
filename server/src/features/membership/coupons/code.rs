//! What visitors type to use a coupon.

use moyan_domain::limits::{COUPON_CODE_MAX_CHARS, COUPON_CODE_MIN_CHARS};
use moyan_domain::typed;

/// A code as it is stored, of what somebody typed; none when it is none.
pub fn parse_code(text: &str) -> Option<String> {
    let code = typed::coupon(text);
    let is_inner = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
    let is_code =
        (COUPON_CODE_MIN_CHARS..=COUPON_CODE_MAX_CHARS).contains(&code.len()) && code.bytes().all(is_inner);
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_capitals_digits_and_hyphens() {
        assert_eq!(parse_code(" spring-26 ").as_deref(), Some("SPRING-26"));
        assert_eq!(parse_code("Ｓｐｒｉｎｇ—26。").as_deref(), Some("SPRING-26"));
        let (longest, too_long) = ("A".repeat(32), "A".repeat(33));
        assert!(parse_code(&longest).is_some());
        for bad in ["", "AB", "春天来了", "A_B", "a\0bc", &too_long] {
            assert_eq!(parse_code(bad), None, "{bad}");
        }
    }
}
