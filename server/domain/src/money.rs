//! Amounts of money, as people and as programs read them.

/// Fen as people read them: `¥99`, `¥1,299.90`.
pub fn yuan(fen: i64) -> String {
    let (sign, whole, rest) = parts(fen);
    let digits = whole.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if rest == 0 {
        format!("{sign}¥{grouped}")
    } else {
        format!("{sign}¥{grouped}.{rest:02}")
    }
}

/// Fen as providers and spreadsheets read them: `1299.90`.
pub fn plain_yuan(fen: i64) -> String {
    let (sign, whole, rest) = parts(fen);
    format!("{sign}{whole}.{rest:02}")
}

/// Sign, yuan and fen.
fn parts(fen: i64) -> (&'static str, u64, u64) {
    let sign = if fen < 0 { "-" } else { "" };
    (sign, fen.unsigned_abs() / 100, fen.unsigned_abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_for_people_have_decimals_only_when_they_need_them() {
        for (fen, text) in [
            (0, "¥0"),
            (1, "¥0.01"),
            (9900, "¥99"),
            (9990, "¥99.90"),
            (129_900, "¥1,299"),
            (99_999_999, "¥999,999.99"),
            (100_000_000, "¥1,000,000"),
            (-500, "-¥5"),
        ] {
            assert_eq!(yuan(fen), text);
        }
    }

    #[test]
    fn amounts_for_programs_have_two_decimals() {
        for (fen, text) in [
            (0, "0.00"),
            (1, "0.01"),
            (8888, "88.88"),
            (99_999_999, "999999.99"),
            (-50, "-0.50"),
            (-1250, "-12.50"),
        ] {
            assert_eq!(plain_yuan(fen), text);
        }
    }
}
