//! Decimal numbers to and from text, with the same result in every host.
//!
//! In a browser JavaScript converts. Its results are those of Rust, bit by bit, and Rust's own conversion would put the
//! module over its budget.

/// The number that `text` writes; `text` holds digits, signs, points and exponents only.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn parse(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// The number that `text` writes; `text` holds digits, signs, points and exponents only.
#[cfg(target_arch = "wasm32")]
pub(super) fn parse(text: &str) -> Option<f64> {
    let number = wasm_bindgen::JsValue::from_str(text).unchecked_into_f64();
    number.is_finite().then_some(number)
}

/// The shortest text that reads as `number`, without an exponent.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn print(number: f64) -> String {
    number.to_string()
}

/// The shortest text that reads as `number`, without an exponent.
#[cfg(target_arch = "wasm32")]
pub(super) fn print(number: f64) -> String {
    let sign = if number.is_sign_negative() { "-" } else { "" };
    let digits = js_sys::Number::from(number.abs()).to_string_with_radix(10);
    let digits = digits.map(String::from).unwrap_or_default();
    [sign, &positional(&digits)].concat()
}

/// `text` without its exponent: `1.5e-7` is `0.00000015`.
#[cfg(any(test, target_arch = "wasm32"))]
fn positional(text: &str) -> String {
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text.to_owned();
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let zeros = |count: usize| "0".repeat(count);
    match exponent.strip_prefix('-') {
        Some(places) => {
            let places = places.parse::<usize>().unwrap_or(0);
            ["0.", &zeros(places.saturating_sub(whole.len())), whole, fraction].concat()
        }
        None => {
            let places = exponent.trim_start_matches('+').parse::<usize>().unwrap_or(0);
            [whole, fraction, &zeros(places.saturating_sub(fraction.len()))].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exponent_becomes_zeros() {
        for (text, number) in [
            ("1.5e-7", 1.5e-7),
            ("1e+21", 1e21),
            ("1.25e+300", 1.25e300),
            ("5e-324", 5e-324),
        ] {
            assert_eq!(positional(text), print(number));
        }
        assert_eq!(positional("0.5"), "0.5");
    }

    #[test]
    fn halves_of_numbers_are_none() {
        for text in ["1e", ".", "-", "+", "1.2.3", "1e999"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(
            (parse("1."), parse(".5"), parse("+2e3")),
            (Some(1.0), Some(0.5), Some(2000.0))
        );
    }
}
