//! Numbers in the styles of lists and counters.

/// A number in a `list-style-type`; an unknown one counts in decimals, a symbol is itself.
pub fn format(value: i64, style: &str) -> String {
    let text = match style {
        "disc" => Some("•".to_owned()),
        "circle" => Some("◦".to_owned()),
        "square" => Some("▪".to_owned()),
        "none" => Some(String::new()),
        "decimal-leading-zero" => Some(format!("{value:02}")),
        "lower-alpha" | "lower-latin" => letters(value, 'a', 26),
        "upper-alpha" | "upper-latin" => letters(value, 'A', 26),
        "lower-greek" => letters(value, 'α', 24),
        "lower-roman" => roman(value).map(|text| text.to_lowercase()),
        "upper-roman" => roman(value),
        "cjk-decimal" => Some(
            value
                .to_string()
                .chars()
                .map(|digit| chinese_digit(digit, "〇"))
                .collect(),
        ),
        "simp-chinese-informal" | "cjk-ideographic" | "trad-chinese-informal" | "chinese" => chinese(value),
        "circled-decimal" => circled(value),
        _ => None,
    };
    text.unwrap_or_else(|| value.to_string())
}

/// `a` to `z`, `aa`, …; `None` below 1.
fn letters(value: i64, first: char, n_letters: i64) -> Option<String> {
    let mut rest = value;
    let mut text = Vec::new();
    while rest > 0 {
        rest -= 1;
        let offset = u32::try_from(rest % n_letters).ok()?;
        // Final sigma stands inside the Greek block and is no letter to count with.
        let offset = if first == 'α' && offset >= 17 {
            offset + 1
        } else {
            offset
        };
        text.push(char::from_u32(u32::from(first) + offset)?);
        rest /= n_letters;
    }
    (!text.is_empty()).then(|| text.iter().rev().collect())
}

fn roman(value: i64) -> Option<String> {
    if !(1..4000).contains(&value) {
        return None;
    }
    let mut rest = value;
    let mut text = String::new();
    for (amount, sign) in [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ] {
        while rest >= amount {
            text.push_str(sign);
            rest -= amount;
        }
    }
    Some(text)
}

fn chinese_digit(digit: char, zero: &'static str) -> &'static str {
    match digit {
        '1' => "一",
        '2' => "二",
        '3' => "三",
        '4' => "四",
        '5' => "五",
        '6' => "六",
        '7' => "七",
        '8' => "八",
        '9' => "九",
        _ => zero,
    }
}

/// 1 to 99 as people count; `None` beyond.
fn chinese(value: i64) -> Option<String> {
    if !(0..100).contains(&value) {
        return None;
    }
    let digits: Vec<char> = value.to_string().chars().collect();
    Some(match digits.as_slice() {
        ['1', '0'] => "十".to_owned(),
        ['1', one] => format!("十{}", chinese_digit(*one, "")),
        [ten, one] => format!("{}十{}", chinese_digit(*ten, ""), chinese_digit(*one, "")),
        [one] => chinese_digit(*one, "零").to_owned(),
        _ => return None,
    })
}

fn circled(value: i64) -> Option<String> {
    let offset = u32::try_from(value)
        .ok()
        .filter(|value| (1..=20).contains(value))?;
    char::from_u32(0x245F + offset).map(String::from)
}

#[cfg(test)]
mod tests {
    use super::format;

    #[test]
    fn each_style_counts_its_way() {
        for (value, style, text) in [
            (3, "decimal", "3"),
            (3, "decimal-leading-zero", "03"),
            (28, "lower-alpha", "ab"),
            (26, "upper-alpha", "Z"),
            (0, "lower-alpha", "0"),
            (14, "lower-roman", "xiv"),
            (4000, "upper-roman", "4000"),
            (12, "simp-chinese-informal", "十二"),
            (30, "cjk-ideographic", "三十"),
            (5, "circled-decimal", "⑤"),
            (18, "lower-greek", "σ"),
            (7, "disc", "•"),
            (-1, "unknown", "-1"),
        ] {
            assert_eq!(format(value, style), text, "{value} {style}");
        }
    }
}
