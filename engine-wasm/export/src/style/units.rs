//! Numbers and lengths.

use cssparser::{Parser, Token};

/// Pixels of `1rem`: the root size of every browser and of WeChat's reader.
pub(crate) const REM_PX: f64 = 16.0;

/// A number with at most four digits behind the point and no zeros that say nothing.
pub(crate) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let mut text = format!("{value:.4}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    match text.as_str() {
        "-0" => "0".to_owned(),
        _ => text
            .strip_prefix("0.")
            .map(|rest| format!(".{rest}"))
            .unwrap_or_else(|| {
                text.strip_prefix("-0.")
                    .map(|rest| format!("-.{rest}"))
                    .unwrap_or_else(|| text.clone())
            }),
    }
}

/// Pixels of an absolute length; `None` when it is relative or no length.
pub(crate) fn absolute_px(value: &str) -> Option<f64> {
    let (amount, unit) = length(value)?;
    let factor = match unit.as_str() {
        "px" => 1.0,
        "pt" => 96.0 / 72.0,
        "pc" => 16.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 9.6 / 2.54,
        "rem" => REM_PX,
        "" if amount == 0.0 => 1.0,
        _ => return None,
    };
    Some(amount * factor)
}

/// A number with its unit in lower case.
pub(crate) fn length(value: &str) -> Option<(f64, String)> {
    let mut input = Parser::new(value);
    let token = input.next().ok()?.clone();
    if !input.is_exhausted() {
        return None;
    }
    match token {
        Token::Number { value, .. } => Some((f64::from(value), String::new())),
        Token::Dimension { value, unit, .. } => Some((f64::from(value), unit.to_ascii_lowercase())),
        Token::Percentage { unit_value, .. } => Some((f64::from(unit_value) * 100.0, "%".to_owned())),
        _ => None,
    }
}
