//! Colors: the eleven presets, parsing, mixing and contrast.

use std::fmt;

use serde::Serialize;

use crate::error::EngineError;

/// A preset of the primary color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Preset {
    /// Stable name, camelCase; hosts translate it.
    pub key: &'static str,
    /// `#RRGGBB`.
    pub hex: &'static str,
}

/// The eleven primary colors, the default first. Source: specification §3, Style options.
pub const PRESETS: [Preset; 11] = [
    Preset {
        key: "classicBlue",
        hex: "#0F4C81",
    },
    Preset {
        key: "emeraldGreen",
        hex: "#009874",
    },
    Preset {
        key: "vibrantOrange",
        hex: "#FA5151",
    },
    Preset {
        key: "lemonYellow",
        hex: "#FECE00",
    },
    Preset {
        key: "lavenderPurple",
        hex: "#92617E",
    },
    Preset {
        key: "skyBlue",
        hex: "#55C9EA",
    },
    Preset {
        key: "roseGold",
        hex: "#B76E79",
    },
    Preset {
        key: "oliveGreen",
        hex: "#556B2F",
    },
    Preset {
        key: "graphiteBlack",
        hex: "#333333",
    },
    Preset {
        key: "mistGray",
        hex: "#A9A9A9",
    },
    Preset {
        key: "cherryPink",
        hex: "#FFB7C5",
    },
];

/// The default primary color, classic blue. Source: specification §3, Style options.
pub const DEFAULT_COLOR: &str = "#0F4C81";

/// An opaque sRGB color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Color {
    /// White.
    pub const WHITE: Self = Self {
        red: 255,
        green: 255,
        blue: 255,
    };
    /// Black.
    pub const BLACK: Self = Self {
        red: 0,
        green: 0,
        blue: 0,
    };

    /// Reads `#rgb` or `#rrggbb` in any case; anything else is [`EngineError::InvalidColor`].
    pub fn parse(text: &str) -> Result<Self, EngineError> {
        let invalid = || EngineError::InvalidColor(text.to_owned());
        let digits = text.strip_prefix('#').ok_or_else(invalid)?;
        let nibbles: Option<Vec<u8>> = digits
            .chars()
            .map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok()))
            .collect();
        match nibbles.as_deref() {
            Some(&[r, g, b]) => Ok(Self {
                red: r * 17,
                green: g * 17,
                blue: b * 17,
            }),
            Some(&[r1, r2, g1, g2, b1, b2]) => Ok(Self {
                red: r1 * 16 + r2,
                green: g1 * 16 + g2,
                blue: b1 * 16 + b2,
            }),
            _ => Err(invalid()),
        }
    }

    /// This color mixed with `other` in sRGB; `share` (0 to 1) is the part of this one.
    #[must_use]
    pub fn mix(self, other: Self, share: f64) -> Self {
        let share = share.clamp(0.0, 1.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let channel = |a: u8, b: u8| (f64::from(a) * share + f64::from(b) * (1.0 - share)).round() as u8;
        Self {
            red: channel(self.red, other.red),
            green: channel(self.green, other.green),
            blue: channel(self.blue, other.blue),
        }
    }

    /// Relative luminance of WCAG 2.2, 0 (black) to 1 (white).
    pub fn luminance(self) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                power((value + 0.055) / 1.055, 2.4)
            }
        };
        0.2126 * channel(self.red) + 0.7152 * channel(self.green) + 0.0722 * channel(self.blue)
    }

    /// Contrast ratio of WCAG 2.2 with `other`, 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// The nearest variant that reaches `ratio` on `background`: this color when it does already,
    /// else a darker one on a light background and a lighter one on a dark background.
    ///
    /// White is taken out before black is put in, so that a pale pink turns raspberry and not gray.
    #[must_use]
    pub fn readable_on(self, background: Self, ratio: f64) -> Self {
        let steps = || (0..=40).map(|step| 1.0 - f64::from(step) / 40.0);
        let reaches = |color: &Self| color.contrast(background) >= ratio;
        if background.contrast(Self::WHITE) > background.contrast(Self::BLACK) {
            return steps()
                .map(|share| self.mix(Self::WHITE, share))
                .find(reaches)
                .unwrap_or(Self::WHITE);
        }
        let white = self.red.min(self.green).min(self.blue) / 2;
        let deep = Self {
            red: self.red - white,
            green: self.green - white,
            blue: self.blue - white,
        };
        let mut darker = steps()
            .map(|share| self.mix(deep, share))
            .chain(steps().map(|share| deep.mix(Self::BLACK, share)));
        darker.find(reaches).unwrap_or(Self::BLACK)
    }
}

/// In a browser JavaScript computes it: Rust's own function would put the module over its budget.
#[cfg(target_arch = "wasm32")]
fn power(base: f64, exponent: f64) -> f64 {
    js_sys::Math::pow(base, exponent)
}

#[cfg(not(target_arch = "wasm32"))]
fn power(base: f64, exponent: f64) -> f64 {
    base.powf(exponent)
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((Color::WHITE.contrast(Color::BLACK) - 21.0).abs() < 1e-9);
        let gray = Color::parse("#767676").unwrap();
        assert!((gray.contrast(Color::WHITE) - 4.54).abs() < 0.01);
    }

    #[test]
    fn a_color_reads_and_writes_back() {
        assert_eq!(Color::parse("#0f4c81").unwrap().to_string(), "#0F4C81");
        assert_eq!(Color::parse("#fa0").unwrap().to_string(), "#FFAA00");
        assert!(Color::parse("＃fff").is_err());
    }

    #[test]
    fn a_color_moves_away_from_its_background() {
        let pink = Color::parse("#FFB7C5").unwrap();
        assert_eq!(pink.readable_on(Color::BLACK, 4.5), pink);
        let dark = pink.readable_on(Color::WHITE, 4.5);
        assert!(dark.contrast(Color::WHITE) >= 4.5 && dark.red > dark.green + 60);
        let blue = Color::parse("#0F4C81").unwrap();
        assert!(blue.readable_on(Color::BLACK, 4.5).luminance() > blue.luminance());
    }

    #[test]
    fn a_mix_keeps_its_share() {
        assert_eq!(Color::BLACK.mix(Color::WHITE, 0.25).to_string(), "#BFBFBF");
        assert_eq!(Color::BLACK.mix(Color::WHITE, 2.0), Color::BLACK);
    }
}
