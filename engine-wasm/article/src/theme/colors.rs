//! Every color of an article, derived from the theme and the primary color.
//!
//! All are opaque: tints are mixed here, not by `color-mix()`, so that they survive WeChat's filter
//! and its dark mode can compute with them.

use super::Theme;
use super::palette::Color;
use super::wechat_dark;

/// Contrast that every text reaches on every background it can stand on (WCAG 2.2, AA).
pub const MIN_CONTRAST: f64 = 4.5;

/// A variable of the style sheet and its color.
pub(super) type Variable = (&'static str, Color);

/// Whether an article stands on white or on black.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Light,
    Dark,
}

/// What a theme decides by itself: paper, ink, softer and faintest ink, lines, neutral areas.
fn neutrals(theme: Theme, mode: Mode) -> [&'static str; 6] {
    match (theme, mode) {
        (Theme::Classic, Mode::Light) => ["#FFFFFF", "#333333", "#4C4C4C", "#595959", "#E4E6EA", "#F6F7F8"],
        (Theme::Elegant, Mode::Light) => ["#FFFFFF", "#35322E", "#4E4A45", "#5B5751", "#E6E2DB", "#F8F6F3"],
        (Theme::Concise, Mode::Light) => ["#FFFFFF", "#24292F", "#454C55", "#535A63", "#DFE3E8", "#F4F5F7"],
        (Theme::Classic, Mode::Dark) => ["#191919", "#D4D4D4", "#B4B4B4", "#9A9A9A", "#333538", "#222324"],
        (Theme::Elegant, Mode::Dark) => ["#1A1917", "#D6D2CB", "#B7B2A9", "#9D978D", "#37342F", "#23211E"],
        (Theme::Concise, Mode::Dark) => ["#16191D", "#D3D8DE", "#B0B8C1", "#98A1AC", "#30363D", "#1F242A"],
    }
}

/// An alert kind: its variables and colors.
struct Kind {
    /// Names of the text, tint and line variables.
    names: [&'static str; 3],
    ink: &'static str,
    /// Tint and line are mixed from this one: a tint of a dark color is muddy.
    bright: &'static str,
}

const KINDS: [Kind; 6] = [
    Kind {
        names: ["note", "note-tint", "note-line"],
        ink: "#1F5FB8",
        bright: "#2F7BF0",
    },
    Kind {
        names: ["tip", "tip-tint", "tip-line"],
        ink: "#1B7340",
        bright: "#22B35E",
    },
    Kind {
        names: ["info", "info-tint", "info-line"],
        ink: "#0B6A80",
        bright: "#10A8C8",
    },
    Kind {
        names: ["important", "important-tint", "important-line"],
        ink: "#6D40B5",
        bright: "#8B5CF6",
    },
    Kind {
        names: ["warning", "warning-tint", "warning-line"],
        ink: "#8A5600",
        bright: "#F5B030",
    },
    Kind {
        names: ["caution", "caution-tint", "caution-line"],
        ink: "#B3302E",
        bright: "#F04438",
    },
];

/// Background of marked text.
fn highlight(mode: Mode) -> &'static str {
    match mode {
        Mode::Light => "#FFF6D0",
        Mode::Dark => "#453A12",
    }
}

/// The color variables of `theme` with the primary color `color`.
///
/// Names that hold text: `ink*`, `color-text`, `on-fill` (on `fill` only) and the six kinds.
/// Names that lie under text: `paper`, `surface`, `tint-1`, `tint-2`, `highlight`, `*-tint`.
/// The rest are lines.
pub(super) fn variables(theme: Theme, color: Color, mode: Mode) -> Vec<Variable> {
    let [paper, ink, ink_soft, ink_faint, line, surface] = neutrals(theme, mode).map(constant);
    let tint = |share| tint(color, paper, share);
    let mut variables = vec![
        ("color", color),
        ("paper", paper),
        ("line", line),
        ("surface", surface),
        ("highlight", constant(highlight(mode))),
        ("tint-1", tint(0.06)),
        ("tint-2", tint(0.11)),
        ("tint-3", line_color(tint(0.28))),
        ("color-line", line_color(tint(0.6))),
    ];
    for kind in &KINDS {
        variables.extend(kind.variables(paper, mode));
    }
    let (fill, on_fill) = fill(color, paper);
    let texts = [
        ("ink", ink),
        ("ink-soft", ink_soft),
        ("ink-faint", ink_faint),
        ("color-text", color),
    ];
    let texts = texts.map(|(name, text)| (name, readable(text, &variables)));
    let texts = match mode {
        Mode::Light => texts.map(|(name, text)| (name, wechat_dark::readable(text))),
        Mode::Dark => texts,
    };
    variables.extend([("fill", fill), ("on-fill", on_fill)]);
    variables.extend(texts);
    variables
}

fn constant(hex: &str) -> Color {
    Color::parse(hex).unwrap_or(Color::BLACK)
}

impl Kind {
    fn variables(&self, paper: Color, mode: Mode) -> [Variable; 3] {
        let [ink, tint, line] = self.names;
        let mixed = |share| constant(self.bright).mix(paper, share);
        let text = constant(self.ink)
            .readable_on(paper, MIN_CONTRAST)
            .readable_on(mixed(0.09), MIN_CONTRAST);
        let text = match mode {
            Mode::Light => wechat_dark::readable(text),
            Mode::Dark => text,
        };
        [(ink, text), (tint, mixed(0.09)), (line, line_color(mixed(0.5)))]
    }
}

/// The color of a line in three digits, where that changes its brightness only a little. A copied table repeats it in
/// every cell, so short is better.
fn line_color(color: Color) -> Color {
    let short = |channel: u8| channel.saturating_add(8) / 17 * 17;
    let change = |channel: u8| i16::from(short(channel)) - i16::from(channel);
    let changes = [change(color.red), change(color.green), change(color.blue)];
    let hue_shift = changes
        .iter()
        .max()
        .zip(changes.iter().min())
        .map(|(most, least)| most - least);
    if hue_shift.is_some_and(|shift| shift <= MAX_HUE_SHIFT) {
        Color {
            red: short(color.red),
            green: short(color.green),
            blue: short(color.blue),
        }
    } else {
        color
    }
}

/// Channels that change by at most this much relative to each other keep the hue.
const MAX_HUE_SHIFT: i16 = 6;

/// `color` mixed into `paper`. A color that hardly differs from the paper gets a larger share, so that it can be seen.
fn tint(color: Color, paper: Color, share: f64) -> Color {
    let distance = (color.luminance() - paper.luminance()).abs();
    color.mix(paper, share * (2.2 - 1.2 * distance))
}

/// The area color of titles and the text on it: white on the color, darkened a little where that is enough;
/// on pale colors a deep shade of the color on the color itself. The area stands out from the paper.
fn fill(color: Color, paper: Color) -> (Color, Color) {
    if color.contrast(Color::WHITE) >= 2.9 {
        let fill = color.readable_on(Color::WHITE, MIN_CONTRAST);
        let seen = if paper == Color::WHITE {
            fill
        } else {
            fill.readable_on(paper, 1.5)
        };
        return (seen, Color::WHITE);
    }
    let mut fill = color;
    if fill.red == fill.green && fill.green == fill.blue {
        // WeChat's dark mode inverts pale grays, and the dark text on them. One step of blue avoids that and is invisible.
        fill.blue = fill.blue.saturating_add(1).max(1);
    }
    (
        fill,
        color.mix(Color::BLACK, 0.2).readable_on(color, MIN_CONTRAST),
    )
}

/// `color` as text: moved away from the backgrounds until it reaches the contrast on every one.
fn readable(color: Color, variables: &[Variable]) -> Color {
    let backgrounds = variables.iter().filter(|(name, _)| is_text_background(name));
    backgrounds.fold(color, |text, (_, background)| {
        text.readable_on(*background, MIN_CONTRAST)
    })
}

/// Whether text can stand on the color of this name.
fn is_text_background(name: &str) -> bool {
    matches!(name, "paper" | "surface" | "tint-1" | "tint-2" | "highlight") || name.ends_with("-tint")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::palette::PRESETS;

    const EXTREMES: [&str; 6] = ["#000", "#fff", "#ff0", "#0f0", "#00f", "#808080"];

    fn each(mut check: impl FnMut(&str, &[Variable])) {
        for (theme, mode) in Theme::ALL
            .into_iter()
            .flat_map(|theme| [(theme, Mode::Light), (theme, Mode::Dark)])
        {
            for hex in PRESETS.iter().map(|preset| preset.hex).chain(EXTREMES) {
                let variables = variables(theme, Color::parse(hex).unwrap(), mode);
                check(&format!("{theme} {mode:?} {hex}"), &variables);
            }
        }
    }

    fn get(variables: &[Variable], name: &str) -> Color {
        variables.iter().find(|(other, _)| *other == name).unwrap().1
    }

    #[test]
    fn every_text_reaches_aa_on_every_background_under_text() {
        each(|name_of, variables| {
            for text in ["ink", "ink-soft", "ink-faint", "color-text"] {
                for (name, background) in variables.iter().filter(|(name, _)| is_text_background(name)) {
                    let contrast = get(variables, text).contrast(*background);
                    assert!(
                        contrast >= MIN_CONTRAST,
                        "{name_of}: {text} on {name} is {contrast:.2}"
                    );
                }
            }
        });
    }

    #[test]
    fn a_title_reaches_aa_on_its_fill() {
        each(|name_of, variables| {
            let contrast = get(variables, "on-fill").contrast(get(variables, "fill"));
            assert!(contrast >= MIN_CONTRAST, "{name_of}: {contrast:.2}");
        });
    }

    #[test]
    fn an_alert_title_reaches_aa_on_its_tint_and_on_paper() {
        each(|_, variables| {
            for Kind {
                names: [kind, tint, _],
                ..
            } in KINDS
            {
                for background in [get(variables, tint), get(variables, "paper")] {
                    let contrast = get(variables, kind).contrast(background);
                    assert!(contrast >= MIN_CONTRAST, "{kind}: {contrast:.2}");
                }
            }
        });
    }

    #[test]
    fn an_area_stands_out_from_the_paper() {
        for mode in [Mode::Light, Mode::Dark] {
            for preset in PRESETS {
                let variables = variables(Theme::Classic, Color::parse(preset.hex).unwrap(), mode);
                let contrast = get(&variables, "fill").contrast(get(&variables, "paper"));
                assert!(contrast >= 1.4, "{mode:?} {}: {contrast:.2}", preset.key);
            }
        }
    }

    #[test]
    fn a_line_has_a_short_color_unless_its_hue_would_shift() {
        for (color, line) in [
            ("#B6C9D9", "#BBCCDD"),
            ("#D6C8D2", "#D6C8D2"),
            ("#FFFFFF", "#FFFFFF"),
        ] {
            assert_eq!(line_color(Color::parse(color).unwrap()).to_string(), line);
        }
    }

    #[test]
    fn a_readable_color_stays_as_it_is() {
        let variables = variables(Theme::Classic, Color::parse("#0F4C81").unwrap(), Mode::Light);
        assert_eq!(get(&variables, "color-text").to_string(), "#0F4C81");
        assert_eq!(get(&variables, "fill").to_string(), "#0F4C81");
        assert_eq!(get(&variables, "on-fill"), Color::WHITE);
    }
}
