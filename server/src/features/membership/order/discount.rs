//! What a coupon takes off.

/// What a coupon says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CouponTerms {
    /// So many percent, 1 to 100.
    Percent(i32),
    /// So many fen.
    Fen(i64),
}

/// Fen that a coupon takes off a price. At least 1 fen is left, unless it takes 100 percent.
pub fn discount_fen(terms: CouponTerms, price_fen: i64) -> i64 {
    match terms {
        CouponTerms::Percent(percent) if percent >= 100 => price_fen,
        // What is left of a fen is for the visitor to pay.
        CouponTerms::Percent(percent) => {
            let off = price_fen.saturating_mul(i64::from(percent)).div_euclid(100);
            off.clamp(0, price_fen.saturating_sub(1))
        }
        CouponTerms::Fen(fen) => fen.clamp(0, price_fen.saturating_sub(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use moyan_domain::limits::PRICE_MAX_FEN;

    #[test]
    fn something_is_left_to_pay_unless_everything_is_given() {
        for (terms, price, off) in [
            (CouponTerms::Percent(20), 9900, 1980),
            (CouponTerms::Percent(33), 100, 33),
            (CouponTerms::Percent(99), 1, 0),
            (CouponTerms::Percent(50), 1, 0),
            (CouponTerms::Percent(100), 1, 1),
            (CouponTerms::Percent(100), PRICE_MAX_FEN, PRICE_MAX_FEN),
            (CouponTerms::Percent(99), PRICE_MAX_FEN, 98_999_999),
            (CouponTerms::Fen(500), 9900, 500),
            (CouponTerms::Fen(9900), 9900, 9899),
            (CouponTerms::Fen(i64::MAX), 1, 0),
        ] {
            assert_eq!(discount_fen(terms, price), off, "{terms:?} of {price}");
        }
    }
}
