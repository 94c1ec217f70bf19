//! Text that can also be read in the dark of WeChat, whose reader computes its own colors from ours.
//!
//! docs/dark-mode.md describes the reader. This part is about text on the page: dark text becomes light text, text of
//! middle brightness stays as it is and cannot be read. So text must be dark enough to be made light.

use super::palette::Color;

/// The page of a dark reader.
const PAGE: Color = Color {
    red: 0x19,
    green: 0x19,
    blue: 0x19,
};
/// Contrast on that page. A little over what text needs, since tinted boxes are not quite as dark.
const MIN_CONTRAST: f64 = 5.7;
/// Text this much brighter than the page is left as it is.
const LEAST_OFFSET: f64 = 65.0;
/// Lightness up to which darker text is mirrored, and the sum of a lightness and its mirror.
const MIRRORED_UP_TO: f64 = 0.4;
const MIRROR: f64 = 0.9;

/// The color, or the nearest darker one whose twin in the dark can be read.
pub(super) fn readable(text: Color) -> Color {
    let steps = 0..=60;
    steps
        .map(|step| text.mix(Color::BLACK, 1.0 - f64::from(step) / 80.0))
        .find(|darker| twin(*darker).is_some_and(|twin| twin.contrast(PAGE) >= MIN_CONTRAST))
        .unwrap_or(text)
}

/// The color that the dark reader gives to text on the page; nothing for text that it leaves too dark to read.
fn twin(text: Color) -> Option<Color> {
    if brightness(text) - brightness(PAGE) >= LEAST_OFFSET {
        return Some(text);
    }
    let [hue, saturation, light] = hsl(text);
    if light > MIRRORED_UP_TO {
        return None;
    }
    let mirrored = from_hsl([hue, saturation, MIRROR - light]);
    (brightness(mirrored) - brightness(PAGE) >= LEAST_OFFSET).then_some(mirrored)
}

fn brightness(color: Color) -> f64 {
    (f64::from(color.red) * 299.0 + f64::from(color.green) * 587.0 + f64::from(color.blue) * 114.0) / 1_000.0
}

/// Hue in sixths of a turn, saturation and lightness from 0 to 1.
fn hsl(color: Color) -> [f64; 3] {
    let [red, green, blue] = [color.red, color.green, color.blue].map(|channel| f64::from(channel) / 255.0);
    let (high, low) = (red.max(green).max(blue), red.min(green).min(blue));
    let (light, spread) = ((high + low) / 2.0, high - low);
    if spread <= 0.0 {
        return [0.0, 0.0, light];
    }
    let hue = if high <= red {
        (green - blue) / spread
    } else if high <= green {
        (blue - red) / spread + 2.0
    } else {
        (red - green) / spread + 4.0
    };
    [hue, spread / (1.0 - (2.0 * light - 1.0).abs()), light]
}

fn from_hsl([hue, saturation, light]: [f64; 3]) -> Color {
    let amount = saturation * light.min(1.0 - light);
    let channel = |offset: f64| {
        let turned = offset + hue * 2.0;
        let place = turned - 12.0 * (turned / 12.0).floor();
        let part = light - amount * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "cut to 0..=255"
        )]
        let byte = (part * 255.0).round().clamp(0.0, 255.0) as u8;
        byte
    };
    Color {
        red: channel(0.0),
        green: channel(8.0),
        blue: channel(4.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn color(hex: &str) -> Color {
        Color::parse(hex).unwrap()
    }

    #[test]
    fn dark_text_is_mirrored_and_text_of_middle_brightness_is_left() {
        assert_eq!(twin(color("#0F4C81")).unwrap().to_string(), "#50A3EB");
        assert_eq!(twin(color("#646464")).unwrap().to_string(), "#646464");
        assert_eq!(twin(color("#FF0000")), None);
    }

    #[test]
    fn a_color_is_darkened_no_more_than_it_must() {
        assert_eq!(readable(color("#0F4C81")), color("#0F4C81"));
        assert_eq!(readable(color("#333333")), color("#333333"));
        let red = readable(color("#D42626"));
        assert!(red != color("#D42626") && twin(red).unwrap().contrast(PAGE) >= MIN_CONTRAST);
    }
}
