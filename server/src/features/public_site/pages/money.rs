//! Amounts, as people read them.

/// Fen as yuan: `¥99`, `¥1,299.90`.
pub fn yuan(fen: i64) -> String {
    let sign = if fen < 0 { "-" } else { "" };
    let (whole, rest) = (fen.unsigned_abs() / 100, fen.unsigned_abs() % 100);
    let digits = whole.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
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

#[cfg(test)]
mod tests {
    use super::yuan;

    #[test]
    fn amounts_have_decimals_only_when_they_need_them() {
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
}
