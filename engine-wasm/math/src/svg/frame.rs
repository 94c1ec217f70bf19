//! The `<svg>` element itself: its box, its size in the text, its baseline.

use std::fmt::Write;

use super::path_collector::Bounds;
use super::shape::units;
use crate::typeset::Layout;

/// Em of the formula in em of the text around it; KaTeX's style sheet has the same factor.
const SCALE: f64 = 1.21;

/// From this width on, in em of the text, a formula may be wider than the column of a phone.
const WIDE_EM: f64 = 18.0;

/// Wraps the drawn elements.
///
/// The box holds all ink. Where ink stands out of the typographic box to the left or right (a slanted
/// letter, `\llap`), a negative margin keeps the distance to the text around as typeset.
pub(super) fn wrap(layout: &Layout, ink: Option<Bounds>, body: &str, display: bool) -> String {
    let own = Bounds {
        left: 0,
        top: units(-layout.height),
        right: units(layout.width),
        bottom: units(layout.depth),
    };
    let ink = ink.unwrap_or(own);
    let left = own.left.min(ink.left);
    let top = own.top.min(ink.top);
    let width = (own.right.max(ink.right) - left).max(1);
    let height = (own.bottom.max(ink.bottom) - top).max(1);

    let mut style = format!("width:{}em;height:{}em", em(width), em(height));
    let drop = em(-(top + height));
    if drop != "0" {
        let _ = write!(style, ";vertical-align:{drop}em");
    }
    let is_wide = f64::from(width) * SCALE / 1000.0 > WIDE_EM;
    for (side, margin) in [
        ("left", left),
        (
            "right",
            own.right.min(ink.right.max(own.right)) - ink.right.max(own.right),
        ),
    ] {
        // In a block that scrolls, ink left of its edge would be out of reach.
        if margin < 0 && !(display && is_wide) {
            let _ = write!(style, ";margin-{side}:{}em", em(margin));
        }
    }
    if is_wide {
        // The host lets a wide display formula scroll; one in a line of text shrinks to the column.
        style.push_str(if display {
            ";max-width:300vw!important"
        } else {
            ";max-width:100%"
        });
    }
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" style="{style}">{body}</svg>"#
    )
}

/// Units of the formula as em of the text: three decimals, no needless zeros.
fn em(length_units: i32) -> String {
    let text = format!("{:.3}", f64::from(length_units) * SCALE / 1000.0);
    let short = text.trim_end_matches('0').trim_end_matches('.');
    let short = match short.strip_prefix("-0.") {
        Some(fraction) => format!("-.{fraction}"),
        None => short
            .strip_prefix("0.")
            .map_or_else(|| short.to_owned(), |fraction| format!(".{fraction}")),
    };
    if short == "-0" || short.is_empty() {
        "0".to_owned()
    } else {
        short
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        assert_eq!(em(0), "0");
        assert_eq!(em(1000), "1.21");
        assert_eq!(em(-250), "-.302");
        assert_eq!(em(100), ".121");
        assert_eq!(em(100_000), "121");
    }
}
