//! What a coupon takes off.

use crate::config::limits::{COUPON_CODE_MAX_CHARS, COUPON_CODE_MIN_CHARS};

/// What it takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discount {
    /// A part of the price, 1 to 100.
    Percent(i32),
    /// Fen.
    Amount(i64),
}

impl Discount {
    /// Fen that are taken off a price. At least 1 fen stays, unless all of the price is taken off by percent.
    ///
    /// A part of a fen is not taken off.
    pub fn of(self, price_fen: i64) -> i64 {
        match self {
            Self::Percent(100) => price_fen,
            Self::Percent(percent) => (price_fen * i64::from(percent) / 100).min(price_fen - 1),
            Self::Amount(amount) => amount.min(price_fen - 1),
        }
    }
}

/// A code as it is stored, of what somebody typed; none when it is none.
pub fn parse_code(text: &str) -> Option<String> {
    let code = text.trim().to_ascii_uppercase();
    let is_inner = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
    let is_code =
        (COUPON_CODE_MIN_CHARS..=COUPON_CODE_MAX_CHARS).contains(&code.len()) && code.bytes().all(is_inner);
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_price_is_taken_off_without_parts_of_a_fen() {
        assert_eq!(Discount::Percent(10).of(9900), 990);
        assert_eq!(Discount::Percent(33).of(100), 33);
        assert_eq!(Discount::Percent(50).of(99), 49);
    }

    #[test]
    fn one_fen_stays_unless_all_is_taken_off() {
        assert_eq!(Discount::Percent(99).of(1), 0);
        assert_eq!(Discount::Percent(100).of(9900), 9900);
        assert_eq!(Discount::Amount(9900).of(9900), 9899);
        assert_eq!(Discount::Amount(i64::MAX).of(100), 99);
    }

    #[test]
    fn a_code_is_capitals_digits_and_hyphens() {
        assert_eq!(parse_code(" spring-26 ").as_deref(), Some("SPRING-26"));
        let (longest, too_long) = ("A".repeat(32), "A".repeat(33));
        assert!(parse_code(&longest).is_some());
        for bad in ["", "AB", "A B C", "春天来了", "A_B", "a\0bc", &too_long] {
            assert_eq!(parse_code(bad), None, "{bad}");
        }
    }
}
