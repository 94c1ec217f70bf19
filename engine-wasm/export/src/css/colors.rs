//! Colors of CSS Color 4 to `#rrggbb` or `rgba()`, which every engine that shows articles understands.

use super::color_spaces::{
    Parts, gamma, hsl_to_srgb, hwb_to_srgb, lab_to_srgb, oklab_to_srgb, p3_to_srgb, polar,
};
use crate::style::{number, split_commas, split_spaces};

/// A color in sRGB; every part from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rgba {
    /// Red.
    pub red: f64,
    /// Green.
    pub green: f64,
    /// Blue.
    pub blue: f64,
    /// Opacity.
    pub alpha: f64,
}

impl Rgba {
    /// Opaque black, the color of text where nothing says otherwise.
    pub const BLACK: Self = Self {
        red: 0.0,
        green: 0.0,
        blue: 0.0,
        alpha: 1.0,
    };

    /// An opaque color; parts outside 0 to 1 are cut.
    pub fn new(red: f64, green: f64, blue: f64, alpha: f64) -> Self {
        let cut = |part: f64| if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
        Self {
            red: cut(red),
            green: cut(green),
            blue: cut(blue),
            alpha: cut(alpha),
        }
    }

    /// Red, green and blue as they are written, 0 to 255.
    pub fn channels(self) -> [u8; 3] {
        [self.red, self.green, self.blue].map(byte)
    }

    /// The shortest spelling that old engines read.
    pub fn to_css(self) -> String {
        let [red, green, blue] = self.channels();
        if self.alpha < 1.0 {
            let alpha = number((self.alpha * 1_000.0).round() / 1_000.0);
            return format!("rgba({red},{green},{blue},{alpha})");
        }
        let hex = format!("#{red:02x}{green:02x}{blue:02x}");
        let digits: Vec<char> = hex.chars().skip(1).collect();
        match digits.as_slice() {
            [a, b, c, d, e, f] if a == b && c == d && e == f => format!("#{a}{c}{e}"),
            _ => hex,
        }
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "cut to 0..=255 before"
)]
fn byte(part: f64) -> u8 {
    (part * 255.0).round().clamp(0.0, 255.0) as u8
}

/// Reads a color.
///
/// - `current`: what `currentColor` means here.
/// - Returns `None` for what is no color or refers to another one (`rgb(from …)`).
pub fn parse_color(text: &str, current: Rgba) -> Option<Rgba> {
    let text = text.trim();
    if let Some(hex) = text.strip_prefix('#') {
        let (red, green, blue, alpha) = cssparser::color::parse_hash_color(hex.as_bytes()).ok()?;
        return Some(from_bytes(red, green, blue, f64::from(alpha)));
    }
    let lower = text.to_ascii_lowercase();
    if let Some((name, rest)) = lower.split_once('(') {
        return function(name, rest.strip_suffix(')')?);
    }
    match lower.as_str() {
        "transparent" => Some(Rgba {
            alpha: 0.0,
            ..Rgba::BLACK
        }),
        "currentcolor" => Some(current),
        name => {
            let (red, green, blue) = cssparser::color::parse_named_color(name).ok()?;
            Some(from_bytes(red, green, blue, 1.0))
        }
    }
}

fn from_bytes(red: u8, green: u8, blue: u8, alpha: f64) -> Rgba {
    let part = |byte: u8| f64::from(byte) / 255.0;
    Rgba::new(part(red), part(green), part(blue), alpha)
}

fn function(name: &str, inner: &str) -> Option<Rgba> {
    let (parts, alpha) = arguments(inner)?;
    let (space, parts) = match (name, parts.as_slice()) {
        ("color", [space, rest @ ..]) => (space.as_str(), rest),
        (name, all) => (name, all),
    };
    let [first, second, third] = parts else {
        return None;
    };
    let alpha = match alpha {
        Some(alpha) => scaled(&alpha, 1.0)?,
        None => 1.0,
    };
    let (r, g, b) = match space {
        "rgb" | "rgba" => (
            scaled(first, 255.0)? / 255.0,
            scaled(second, 255.0)? / 255.0,
            scaled(third, 255.0)? / 255.0,
        ),
        "srgb" => (scaled(first, 1.0)?, scaled(second, 1.0)?, scaled(third, 1.0)?),
        "srgb-linear" => tuple([
            gamma(scaled(first, 1.0)?),
            gamma(scaled(second, 1.0)?),
            gamma(scaled(third, 1.0)?),
        ]),
        "display-p3" => tuple(p3_to_srgb([
            scaled(first, 1.0)?,
            scaled(second, 1.0)?,
            scaled(third, 1.0)?,
        ])),
        "hsl" | "hsla" => tuple(hsl_to_srgb([hue(first)?, percent(second)?, percent(third)?])),
        "hwb" => tuple(hwb_to_srgb([hue(first)?, percent(second)?, percent(third)?])),
        "lab" => tuple(lab_to_srgb([
            scaled(first, 100.0)?,
            scaled(second, 125.0)?,
            scaled(third, 125.0)?,
        ])),
        "lch" => {
            let (light, chroma, angle) = (scaled(first, 100.0)?, scaled(second, 150.0)?, hue(third)?);
            tuple(lab_to_srgb(polar(light, chroma, angle)))
        }
        "oklab" => tuple(oklab_to_srgb([
            scaled(first, 1.0)?,
            scaled(second, 0.4)?,
            scaled(third, 0.4)?,
        ])),
        "oklch" => {
            let (light, chroma, angle) = (scaled(first, 1.0)?, scaled(second, 0.4)?, hue(third)?);
            tuple(oklab_to_srgb(polar(light, chroma, angle)))
        }
        _ => return None,
    };
    Some(Rgba::new(r, g, b, alpha))
}

fn tuple([a, b, c]: Parts) -> (f64, f64, f64) {
    (a, b, c)
}

/// `a, b, c, d` or `a b c / d`: the parts and the opacity.
fn arguments(inner: &str) -> Option<(Vec<String>, Option<String>)> {
    if inner.contains(',') {
        let mut parts = split_commas(inner);
        let alpha = (parts.len() == 4).then(|| parts.pop()).flatten();
        return Some((parts, alpha));
    }
    let mut sides = inner.split('/');
    let parts = split_spaces(sides.next()?);
    let alpha = sides.next().map(|alpha| alpha.trim().to_owned());
    sides.next().is_none().then_some((parts, alpha))
}

/// A number, or a percentage of `whole`; `none` is 0.
fn scaled(text: &str, whole: f64) -> Option<f64> {
    let text = text.trim();
    if text == "none" {
        return Some(0.0);
    }
    match text.strip_suffix('%') {
        Some(percentage) => Some(percentage.parse::<f64>().ok()? / 100.0 * whole),
        None => text.parse().ok(),
    }
    .filter(|number: &f64| number.is_finite())
}

/// A percentage as 0 to 1; the newer syntax may leave the sign out.
fn percent(text: &str) -> Option<f64> {
    scaled(text.trim().trim_end_matches('%'), 1.0).map(|amount| (amount / 100.0).clamp(0.0, 1.0))
}

/// An angle in degrees.
fn hue(text: &str) -> Option<f64> {
    let text = text.trim();
    for (unit, factor) in [
        ("grad", 0.9),
        ("rad", 180.0 / std::f64::consts::PI),
        ("turn", 360.0),
        ("deg", 1.0),
    ] {
        if let Some(amount) = text.strip_suffix(unit) {
            return Some(amount.parse::<f64>().ok()? * factor);
        }
    }
    scaled(text, 360.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn css(text: &str) -> Option<String> {
        parse_color(text, Rgba::BLACK).map(Rgba::to_css)
    }

    #[test]
    fn every_syntax_gives_the_color_that_browsers_show() {
        for (text, shown) in [
            ("#ABC", "#abc"),
            ("#0f4c8180", "rgba(15,76,129,.502)"),
            ("rgb(15, 76, 129)", "#0f4c81"),
            ("rgb(15 76 129 / 50%)", "rgba(15,76,129,.5)"),
            ("rgba(0,0,0,0.1)", "rgba(0,0,0,.1)"),
            ("hsl(0 0% 3.9%)", "#0a0a0a"),
            ("hsl(210, 50%, 40%)", "#369"),
            ("hsla(120deg,100%,25%,0.3)", "rgba(0,128,0,.3)"),
            ("hwb(0 20% 20%)", "#c33"),
            ("oklch(0.7 0.1 150)", "#6fb07d"),
            ("oklab(1 0 0)", "#fff"),
            ("lab(50% 40 59.5)", "#bf5700"),
            ("color(srgb 1 0.5 0)", "#ff8000"),
            ("rebeccapurple", "#639"),
            ("transparent", "rgba(0,0,0,0)"),
        ] {
            assert_eq!(css(text).as_deref(), Some(shown), "{text}");
        }
    }

    #[test]
    fn what_is_no_color_is_none() {
        for text in [
            "",
            "#12",
            "blu",
            "rgb(1,2)",
            "rgb(from red r g b)",
            "hsl(a b c)",
            "color(xyz 1 1 1)",
            "rgb(1 2 3 / 4 / 5)",
        ] {
            assert_eq!(css(text), None, "{text}");
        }
    }
}
