//! Every color of an article, derived from the theme and the primary color.
//!
//! All are opaque: tints are mixed here, not by `color-mix()`, so that they survive WeChat's filter
//! and its dark mode can compute with them.

use super::Theme;
use super::palette::Color;

/// Contrast that every text reaches on every background it can stand on (WCAG 2.2, AA).
pub const MIN_CONTRAST: f64 = 4.5;

/// A variable of the style sheet and its color.
pub(super) type Variable = (&'static str, Color);

/// What a theme decides by itself.
struct Base {
    ink: &'static str,
    ink_soft: &'static str,
    ink_faint: &'static str,
    line: &'static str,
    surface: &'static str,
}

fn base(theme: Theme) -> Base {
    match theme {
        Theme::Classic => Base {
            ink: "#333333",
            ink_soft: "#555555",
            ink_faint: "#646464",
            line: "#E4E6EA",
            surface: "#F6F7F8",
        },
        Theme::Elegant => Base {
            ink: "#3A3733",
            ink_soft: "#57534D",
            ink_faint: "#66625B",
            line: "#E6E2DB",
            surface: "#F8F6F3",
        },
        Theme::Concise => Base {
            ink: "#24292F",
            ink_soft: "#4B535D",
            ink_faint: "#5F6670",
            line: "#DFE3E8",
            surface: "#F4F5F7",
        },
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
        bright: "#F5A300",
    },
    Kind {
        names: ["caution", "caution-tint", "caution-line"],
        ink: "#B3302E",
        bright: "#F04438",
    },
];

const HIGHLIGHT: &str = "#FFF2BD";

/// The color variables of `theme` with the primary color `color`.
///
/// Names that hold text: `ink*`, `color-text`, `on-fill` (on `fill` only) and the six kinds.
/// Names that lie under text: `paper`, `surface`, `tint-1`, `tint-2`, `highlight`, `*-tint`.
/// The rest are lines.
pub(super) fn variables(theme: Theme, color: Color) -> Vec<Variable> {
    let constant = |hex: &str| Color::parse(hex).unwrap_or(Color::BLACK);
    let base = base(theme);
    let mut variables = vec![
        ("color", color),
        ("paper", Color::WHITE),
        ("ink", constant(base.ink)),
        ("ink-soft", constant(base.ink_soft)),
        ("line", constant(base.line)),
        ("surface", constant(base.surface)),
        ("highlight", constant(HIGHLIGHT)),
        ("tint-1", tint(color, 0.06)),
        ("tint-2", tint(color, 0.11)),
        ("tint-3", tint(color, 0.28)),
        ("color-line", tint(color, 0.6)),
    ];
    for Kind {
        names: [ink, tint, line],
        ink: ink_hex,
        bright,
    } in KINDS
    {
        let mixed = |share| constant(bright).mix(Color::WHITE, share);
        variables.extend([(ink, constant(ink_hex)), (tint, mixed(0.09)), (line, mixed(0.5))]);
    }
    let (fill, on_fill) = fill(color);
    variables.extend([("fill", fill), ("on-fill", on_fill)]);
    variables.push(("color-text", readable(color, &variables)));
    let ink_faint = readable(constant(base.ink_faint), &variables);
    variables.push(("ink-faint", ink_faint));
    variables
}

/// Pale colors need a larger share to be seen at all.
fn tint(color: Color, share: f64) -> Color {
    let pale = 1.0 + 1.2 * color.luminance();
    color.mix(Color::WHITE, share * pale)
}

/// The area color of titles and the text on it: white on the color, darkened a little where that is enough;
/// on pale colors a deep shade of the color on the color itself.
fn fill(color: Color) -> (Color, Color) {
    if color.contrast(Color::WHITE) >= 2.9 {
        return (color.readable_on(Color::WHITE, MIN_CONTRAST), Color::WHITE);
    }
    (
        color,
        color.mix(Color::BLACK, 0.2).readable_on(color, MIN_CONTRAST),
    )
}

/// `color` as text: darkened until it reaches the contrast on every background.
fn readable(color: Color, variables: &[Variable]) -> Color {
    variables
        .iter()
        .filter(|(name, _)| lies_under_text(name))
        .fold(color, |text, (_, background)| {
            text.readable_on(*background, MIN_CONTRAST)
        })
}

/// Whether text of any color variable can stand on this one.
fn lies_under_text(name: &str) -> bool {
    matches!(name, "paper" | "surface" | "tint-1" | "tint-2" | "highlight") || name.ends_with("-tint")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::palette::PRESETS;

    const EXTREMES: [&str; 6] = ["#000", "#fff", "#ff0", "#0f0", "#00f", "#808080"];

    fn each(mut check: impl FnMut(Theme, &str, &[Variable])) {
        for theme in Theme::ALL {
            for hex in PRESETS.iter().map(|preset| preset.hex).chain(EXTREMES) {
                check(theme, hex, &variables(theme, Color::parse(hex).unwrap()));
            }
        }
    }

    fn get(variables: &[Variable], name: &str) -> Color {
        variables.iter().find(|(other, _)| *other == name).unwrap().1
    }

    #[test]
    fn every_text_reaches_aa_on_every_background_under_text() {
        each(|theme, hex, variables| {
            for text in ["ink", "ink-soft", "ink-faint", "color-text"] {
                for (name, background) in variables.iter().filter(|(name, _)| lies_under_text(name)) {
                    let contrast = get(variables, text).contrast(*background);
                    assert!(
                        contrast >= MIN_CONTRAST,
                        "{theme} {hex}: {text} on {name} is {contrast:.2}"
                    );
                }
            }
        });
    }

    #[test]
    fn a_title_reaches_aa_on_its_fill() {
        each(|theme, hex, variables| {
            let contrast = get(variables, "on-fill").contrast(get(variables, "fill"));
            assert!(contrast >= MIN_CONTRAST, "{theme} {hex}: {contrast:.2}");
        });
    }

    #[test]
    fn an_alert_title_reaches_aa_on_its_tint_and_on_paper() {
        each(|_, _, variables| {
            for Kind {
                names: [kind, tint, _],
                ..
            } in KINDS
            {
                for background in [get(variables, tint), Color::WHITE] {
                    let contrast = get(variables, kind).contrast(background);
                    assert!(contrast >= MIN_CONTRAST, "{kind}: {contrast:.2}");
                }
            }
        });
    }

    #[test]
    fn a_readable_color_stays_as_it_is() {
        let variables = variables(Theme::Classic, Color::parse("#0F4C81").unwrap());
        assert_eq!(get(&variables, "color-text").to_string(), "#0F4C81");
        assert_eq!(get(&variables, "fill").to_string(), "#0F4C81");
        assert_eq!(get(&variables, "on-fill"), Color::WHITE);
    }
}
