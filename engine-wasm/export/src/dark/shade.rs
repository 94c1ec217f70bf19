//! Colors as WeChat's dark mode counts with them, and its two rules: one for text and lines, one for backgrounds.
//!
//! The rules are those of `mp-darkmode` 1.2.2, which WeChat's public platform published under the MIT license;
//! docs/dark-mode.md describes them. The names of thresholds are ours, their values are WeChat's.

use crate::css::{Rgba, hsl_to_srgb, srgb_to_hsl};

/// Perceived brightness from which a color counts as white.
const WHITE_LIKE: f64 = 250.0;
/// Backgrounds brighter than this are dimmed to it.
const BRIGHTEST_BACKGROUND: f64 = 190.0;
/// Text must differ from its background by this much in perceived brightness.
const LEAST_OFFSET: f64 = 65.0;
/// Backgrounds from this brightness on are bright: their text is darkened, not lightened.
const BRIGHT_BACKGROUND: f64 = 100.0;
/// Lightness (percent) up to which a color is mirrored rather than scaled.
const MIRRORED_UP_TO: f64 = 40.0;
/// Backgrounds are at least this light (percent).
const DARKEST_BACKGROUND: f64 = 22.0;
/// Mirroring maps a lightness to this minus it (percent).
const MIRROR: f64 = 90.0;
/// Colors less opaque than this are left alone.
const IGNORED_BELOW_ALPHA: f64 = 0.05;

/// A color with channels from 0 to 255, not always whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shade {
    rgb: [f64; 3],
    alpha: f64,
}

impl Shade {
    /// The page of a dark reader.
    pub const DARK_PAGE: Self = Self::gray(25.0);
    /// The page of a light reader.
    pub const LIGHT_PAGE: Self = Self::gray(255.0);
    /// Text of a light reader where nothing says otherwise.
    pub const LIGHT_TEXT: Self = Self::gray(25.0);
    /// Text of a dark reader where nothing says otherwise: white of 60 % on the page.
    pub const DARK_TEXT: Self = Self::gray(163.0);

    const fn gray(channel: f64) -> Self {
        Self {
            rgb: [channel; 3],
            alpha: 1.0,
        }
    }

    pub fn of(color: Rgba) -> Self {
        Self {
            rgb: [color.red, color.green, color.blue].map(|part| (part * 255.0).round()),
            alpha: color.alpha,
        }
    }

    pub fn to_css(self) -> String {
        let [red, green, blue] = self.rgb.map(|channel| channel / 255.0);
        Rgba::new(red, green, blue, self.alpha).to_css()
    }

    /// Whether it is too thin to be looked at.
    pub fn is_ignored(self) -> bool {
        self.alpha < IGNORED_BELOW_ALPHA
    }

    /// The color seen when `front` lies over this one.
    pub fn under(self, front: Self) -> Self {
        let alpha = front.alpha + self.alpha - front.alpha * self.alpha;
        if alpha <= 0.0 {
            return front;
        }
        let share = front.alpha / alpha;
        let mut rgb = self.rgb;
        for (channel, above) in rgb.iter_mut().zip(front.rgb) {
            let mixed = ((1.0 - self.alpha) * above + self.alpha * above).round();
            *channel = ((1.0 - share) * *channel + share * mixed)
                .round()
                .clamp(0.0, 255.0);
        }
        Self { rgb, alpha }
    }

    /// The one color that stands for all of a gradient: each in turn takes its opacity's share.
    pub fn mean(shades: &[Self]) -> Option<Self> {
        let (first, rest) = shades.split_first()?;
        Some(rest.iter().fold(*first, |mean, next| {
            // How `color.mix` weighs two colors of different opacity.
            let (weight, thinner) = (2.0 * next.alpha - 1.0, next.alpha - mean.alpha);
            let scaled = if weight * thinner == -1.0 {
                weight
            } else {
                (weight + thinner) / (1.0 + weight * thinner)
            };
            let share = f64::midpoint(scaled, 1.0);
            let mut rgb = mean.rgb;
            for (channel, other) in rgb.iter_mut().zip(next.rgb) {
                *channel = share * other + (1.0 - share) * *channel;
            }
            Self {
                rgb,
                alpha: next.alpha * next.alpha + mean.alpha * (1.0 - next.alpha),
            }
        }))
    }

    fn hsl(self) -> [f64; 3] {
        let [hue, saturation, light] = srgb_to_hsl(self.rgb.map(|channel| channel / 255.0));
        [hue, saturation * 100.0, light * 100.0]
    }

    fn from_hsl([hue, saturation, light]: [f64; 3], alpha: f64) -> Self {
        Self {
            rgb: hsl_to_srgb([hue, saturation / 100.0, light / 100.0]).map(|part| part * 255.0),
            alpha,
        }
    }

    /// How bright an eye finds it, 0 to 255. Source: W3C, AERT, color contrast.
    fn brightness(self) -> f64 {
        let [red, green, blue] = self.rgb;
        (red * 299.0 + green * 587.0 + blue * 114.0) / 1_000.0
    }

    /// Scaled to a brightness; what a full channel cannot give, another one does.
    fn with_brightness(self, target: f64) -> Self {
        let own = self.brightness();
        let ratio = target / if own == 0.0 { 1.0 } else { own };
        let [mut red, mut green, mut blue] = self.rgb.map(|channel| (channel * ratio).min(255.0));
        #[allow(clippy::float_cmp, reason = "cut to exactly these above")]
        if green == 0.0 || red == 255.0 || blue == 255.0 {
            green = (target * 1_000.0 - red * 299.0 - blue * 114.0) / 587.0;
        } else if red == 0.0 {
            red = (target * 1_000.0 - green * 587.0 - blue * 114.0) / 299.0;
        } else if blue == 0.0 || green == 255.0 {
            blue = (target * 1_000.0 - red * 299.0 - green * 587.0) / 114.0;
        }
        Self {
            rgb: [red, green, blue].map(|channel| channel.clamp(0.0, 255.0)),
            alpha: self.alpha,
        }
    }

    /// The color of opacity `alpha` that looks like this one over `back`.
    fn thinned(self, back: Self, alpha: f64) -> Self {
        let mut rgb = self.rgb;
        for (channel, behind) in rgb.iter_mut().zip(back.rgb) {
            let more = back.alpha * (1.0 - alpha) * (*channel - behind) / alpha;
            *channel = (*channel + more).round().clamp(0.0, 255.0);
        }
        Self { rgb, alpha }
    }
}

/// The color of text or of a line on a background that is dark already.
pub(super) fn text(color: Shade, back: Shade) -> Shade {
    let limit = (Shade::DARK_TEXT.brightness() - Shade::DARK_PAGE.brightness()).max(0.0);
    let behind = back.brightness();
    let mut seen = back.under(color);
    // At most one step mirrors; the other decides.
    for is_mirrored in [false, true] {
        let own = seen.brightness();
        let offset = (behind - own).abs();
        let kept = if is_mirrored {
            seen.thinned(back, color.alpha)
        } else {
            color
        };
        if own >= WHITE_LIKE {
            return kept;
        }
        if offset > limit && behind <= Shade::DARK_PAGE.brightness() + 2.0 {
            return seen.with_brightness(limit + behind).thinned(back, color.alpha);
        }
        if offset >= LEAST_OFFSET {
            return kept;
        }
        let hsl = seen.hsl();
        let is_bright = behind >= BRIGHT_BACKGROUND;
        let mirrors = if is_bright {
            hsl[2] > MIRROR - MIRRORED_UP_TO
        } else {
            hsl[2] <= MIRRORED_UP_TO
        };
        if !mirrors || is_mirrored {
            let target = if is_bright {
                behind - LEAST_OFFSET
            } else {
                behind + LEAST_OFFSET
            };
            return seen.with_brightness(target.min(limit)).thinned(back, color.alpha);
        }
        seen = Shade::from_hsl([hsl[0], hsl[1], MIRROR - hsl[2]], seen.alpha);
    }
    color
}

/// A background, given what lies behind it.
pub(super) fn background(color: Shade, behind: Shade) -> Shade {
    let seen = behind.under(color);
    let (hsl, own) = (seen.hsl(), seen.brightness());
    let page_light = Shade::DARK_PAGE.hsl()[2];
    let new = if (hsl[1] == 0.0 && hsl[2] > MIRRORED_UP_TO) || own > WHITE_LIKE {
        Shade::from_hsl([0.0, 0.0, (100.0 + page_light - hsl[2]).min(100.0)], seen.alpha)
    } else if own > BRIGHTEST_BACKGROUND {
        seen.with_brightness(BRIGHTEST_BACKGROUND)
    } else if hsl[2] < DARKEST_BACKGROUND {
        Shade::from_hsl([hsl[0], hsl[1], DARKEST_BACKGROUND], seen.alpha)
    } else {
        seen
    };
    new.thinned(behind, color.alpha)
}

#[cfg(test)]
mod tests {
    use super::{Shade, background, text};
    use crate::css::{Rgba, parse_color};

    fn shade(css: &str) -> Shade {
        Shade::of(parse_color(css, Rgba::BLACK).expect(css))
    }

    /// Computed by the libraries that WeChat's own script uses: color 3.2, color-blend 4.0.
    #[test]
    fn text_is_colored_as_wechat_colors_it() {
        for (own, back, dark) in [
            ("#000", "#191919", "#a3a3a3"),
            ("#333", "#191919", "#a3a3a3"),
            ("#fff", "#191919", "#fff"),
            ("#0f4c81", "#191919", "#50a3eb"),
            ("#f00", "#191919", "#ff1700"),
            ("#ffd700", "#191919", "#cdad00"),
            ("#888", "#191919", "#888"),
            ("rgba(0,0,0,.5)", "#191919", "rgba(255,255,255,.5)"),
            ("#0f4c81", "#bebebe", "#0f4c81"),
            ("#fff", "#0f4c81", "#fff"),
            ("#ccc", "#bebebe", "#1a1a1a"),
            ("#3f3f3f", "#d0d0d0", "#3f3f3f"),
            ("#8a2be2", "#333", "#ad3cff"),
        ] {
            assert_eq!(text(shade(own), shade(back)).to_css(), dark, "{own} on {back}");
        }
    }

    #[test]
    fn backgrounds_are_colored_as_wechat_colors_them() {
        for (own, behind, dark) in [
            ("#fff", "#191919", "#191919"),
            ("#f7f7f7", "#191919", "#212121"),
            ("#eee", "#191919", "#2a2a2a"),
            ("#0f4c81", "#191919", "#0f4c81"),
            ("#fdf6e3", "#191919", "#c3beaf"),
            ("#ffeb3b", "#191919", "#dbca33"),
            ("#111", "#191919", "#383838"),
            ("rgba(15,76,129,.1)", "#191919", "rgba(231,255,255,.1)"),
            ("#000", "#333", "#383838"),
            ("#e6f0fa", "#191919", "#b7bfc7"),
        ] {
            assert_eq!(
                background(shade(own), shade(behind)).to_css(),
                dark,
                "{own} over {behind}"
            );
        }
    }
}
