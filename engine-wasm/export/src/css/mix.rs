//! `color-mix()`.

use super::color_spaces::{
    Parts, gamma, hsl_to_srgb, linear, oklab_to_srgb, polar, srgb_to_hsl, srgb_to_oklab,
};
use super::colors::{Rgba, parse_color};
use crate::style::{split_commas, split_spaces};

/// The color of `color-mix(inner)`.
///
/// - Spaces: srgb, srgb-linear, oklab, oklch, hsl; lab and lch are mixed in their ok twins, which differ by less
///   than an eye sees.
/// - `None` when it cannot be understood.
pub(super) fn color_mix(inner: &str, current: Rgba) -> Option<Rgba> {
    let parts = split_commas(inner);
    let (space, first, second) = match parts.as_slice() {
        [space, first, second] => (space.strip_prefix("in ")?.trim(), first, second),
        [first, second] => ("oklab", first, second),
        _ => return None,
    };
    let (first, first_share) = weighted(first, current)?;
    let (second, second_share) = weighted(second, current)?;
    let (a, b) = match (first_share, second_share) {
        (None, None) => (0.5, 0.5),
        (Some(a), None) => (a, 1.0 - a),
        (None, Some(b)) => (1.0 - b, b),
        (Some(a), Some(b)) => (a, b),
    };
    let sum = a + b;
    if sum <= 0.0 {
        return None;
    }
    let mut mixed = mix(space, first, second, b / sum)?;
    mixed.alpha *= sum.min(1.0);
    Some(mixed)
}

fn weighted(text: &str, current: Rgba) -> Option<(Rgba, Option<f64>)> {
    let mut words = split_spaces(text);
    let index = words.iter().position(|word| word.ends_with('%'));
    let share = match index {
        Some(index) => Some(words.remove(index).trim_end_matches('%').parse::<f64>().ok()? / 100.0),
        None => None,
    };
    if share.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
        return None;
    }
    Some((parse_color(&words.join(" "), current)?, share))
}

/// From one space to another.
type Conversion = fn(Parts) -> Parts;

fn mix(space: &str, first: Rgba, second: Rgba, share: f64) -> Option<Rgba> {
    let mut words = space.split_ascii_whitespace();
    let name = words.next()?;
    let (to, from): (Conversion, Conversion) = match name {
        "srgb" => (|parts| parts, |parts| parts),
        "srgb-linear" => (|parts| parts.map(linear), |parts| parts.map(gamma)),
        "oklab" | "lab" => (srgb_to_oklab, oklab_to_srgb),
        "oklch" | "lch" => (to_polar, from_polar),
        "hsl" => (srgb_to_hsl, hsl_to_srgb),
        _ => return None,
    };
    let hue_index = match name {
        "hsl" => Some(0),
        "oklch" | "lch" => Some(2),
        _ => None,
    };
    let alpha = first.alpha + (second.alpha - first.alpha) * share;
    let [left, right] = [first, second].map(|color| to([color.red, color.green, color.blue]));
    let mut parts = [0.0; 3];
    for (index, (part, (a, b))) in parts.iter_mut().zip(left.into_iter().zip(right)).enumerate() {
        *part = if hue_index == Some(index) {
            turn(a, b, first.alpha, second.alpha, share)
        } else if alpha > 0.0 {
            // Mixed as light that is let through, so that `transparent` only thins the other color.
            (a * first.alpha * (1.0 - share) + b * second.alpha * share) / alpha
        } else {
            0.0
        };
    }
    let [red, green, blue] = from(parts);
    Some(Rgba::new(red, green, blue, alpha))
}

/// A hue on the shorter way; a color that cannot be seen has no hue of its own.
fn turn(a: f64, b: f64, a_alpha: f64, b_alpha: f64, share: f64) -> f64 {
    if a_alpha == 0.0 {
        return b;
    }
    if b_alpha == 0.0 {
        return a;
    }
    let way = (b - a + 180.0).rem_euclid(360.0) - 180.0;
    a + way * share
}

fn to_polar(parts: Parts) -> Parts {
    let [light, a, b] = srgb_to_oklab(parts);
    [light, a.hypot(b), b.atan2(a).to_degrees()]
}

fn from_polar([light, chroma, hue]: Parts) -> Parts {
    oklab_to_srgb(polar(light, chroma, hue))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn css(inner: &str) -> Option<String> {
        color_mix(inner, Rgba::BLACK).map(Rgba::to_css)
    }

    #[test]
    fn mixing_matches_browsers() {
        for (inner, shown) in [
            ("in srgb,red,blue", "#800080"),
            ("in srgb,#0F4C81 10%,transparent", "rgba(15,76,129,.1)"),
            ("in srgb,#fff 25%,#000", "#404040"),
            ("in oklab,white,black", "#636363"),
            ("in srgb,red 20%,blue 20%", "rgba(128,0,128,.4)"),
            ("in srgb,currentColor 50%,white", "#808080"),
            ("in hsl,#f00,#0f0", "#ff0"),
        ] {
            assert_eq!(css(inner).as_deref(), Some(shown), "{inner}");
        }
    }

    #[test]
    fn nonsense_is_none() {
        for inner in [
            "",
            "in srgb,red",
            "in nowhere,red,blue",
            "in srgb,red 200%,blue",
            "in srgb,red 0%,blue 0%",
        ] {
            assert_eq!(css(inner), None, "{inner}");
        }
    }
}
