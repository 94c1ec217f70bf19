//! What an author changes about a theme without writing CSS: spacing and the shape of headings.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::StyleOptions;
use crate::error::EngineError;

/// Line heights that can be chosen, in percent of the font size.
pub const LINE_HEIGHTS_PERCENT: RangeInclusive<u16> = 120..=260;
/// Letter spacings that can be chosen, in tenths of a pixel.
pub const LETTER_SPACINGS_TENTHS: RangeInclusive<u16> = 0..=40;
/// Distances between paragraphs that can be chosen, in pixels.
pub const PARAGRAPH_SPACINGS_PX: RangeInclusive<u16> = 0..=60;

/// The shape of headings of one level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HeadingStyle {
    /// As the theme has it.
    #[default]
    Default,
    /// Letters in the primary color, no ornament.
    Color,
    /// A line of the primary color below.
    Underline,
    /// A bar of the primary color at the left edge.
    Bar,
}

impl HeadingStyle {
    /// Every style with its name in options.
    pub const NAMES: [(&str, Self); 4] = [
        ("default", Self::Default),
        ("color", Self::Color),
        ("underline", Self::Underline),
        ("bar", Self::Bar),
    ];

    /// The declarations that replace those of the theme; font, size and outer distances stay the theme's.
    fn declarations(self) -> Option<&'static str> {
        match self {
            Self::Default => None,
            Self::Color => {
                Some("background: none; border: 0; border-radius: 0; color: var(--color-text); padding: 0;")
            }
            Self::Underline => Some(
                "background: none; border: 0; border-bottom: 2px solid var(--fill); border-radius: 0; \
                 color: var(--ink); padding: 0 0 6px;",
            ),
            Self::Bar => Some(
                "background: none; border: 0; border-left: 4px solid var(--fill); border-radius: 0; \
                 color: var(--ink); display: block; padding: 0 0 0 12px; text-align: left;",
            ),
        }
    }
}

/// Rules that come after the theme's and change only what was chosen.
///
/// Selectors stay as weak as the theme's, so that an author's own rule still wins by coming later.
pub(super) fn rules(options: &StyleOptions) -> Result<String, EngineError> {
    let mut css = String::new();
    if let Some(percent) = within(options.line_height_percent, &LINE_HEIGHTS_PERCENT, "line height")? {
        rule(&mut css, ".article", "line-height", &decimal(percent, 100), "");
    }
    if let Some(tenths) = within(
        options.letter_spacing_tenths,
        &LETTER_SPACINGS_TENTHS,
        "letter spacing",
    )? {
        rule(&mut css, ".article", "letter-spacing", &decimal(tenths, 10), "px");
    }
    if let Some(px) = within(
        options.paragraph_spacing_px,
        &PARAGRAPH_SPACINGS_PX,
        "paragraph spacing",
    )? {
        rule(&mut css, "p, ul, ol", "margin-bottom", &px.to_string(), "px");
    }
    for (level, style) in (1..).zip(options.headings) {
        if let Some(declarations) = style.declarations() {
            let _ = writeln!(css, "h{level} {{ {declarations} }}");
        }
    }
    Ok(css)
}

fn rule(css: &mut String, selector: &str, name: &str, value: &str, unit: &str) {
    let _ = writeln!(css, "{selector} {{ {name}: {value}{unit}; }}");
}

fn within(
    chosen: Option<u16>,
    range: &RangeInclusive<u16>,
    what: &'static str,
) -> Result<Option<u16>, EngineError> {
    match chosen {
        Some(value) if !range.contains(&value) => Err(EngineError::InvalidSpacing(what, value)),
        other => Ok(other),
    }
}

/// `value / parts` without digits that say nothing: 175 of 100 is `1.75`, 20 of 10 is `2`.
fn decimal(value: u16, parts: u16) -> String {
    let digits = usize::from(parts == 100) + 1;
    let text = format!("{}.{:0digits$}", value / parts, value % parts);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::theme_css;

    fn css(options: StyleOptions) -> String {
        rules(&options).unwrap()
    }

    #[test]
    fn nothing_chosen_changes_nothing() {
        assert_eq!(css(StyleOptions::default()), "");
    }

    #[test]
    fn spacings_are_rules_behind_the_theme() {
        let options = StyleOptions {
            line_height_percent: Some(175),
            letter_spacing_tenths: Some(15),
            paragraph_spacing_px: Some(28),
            ..StyleOptions::default()
        };
        let expected = ".article { line-height: 1.75; }\n.article { letter-spacing: 1.5px; }\np, ul, ol { margin-bottom: 28px; }\n";
        assert_eq!(css(options.clone()), expected);
        assert!(theme_css(&options).unwrap().ends_with(expected));
    }

    #[test]
    fn decimals_carry_no_empty_digits() {
        for (value, parts, text) in [
            (200, 100, "2"),
            (205, 100, "2.05"),
            (150, 100, "1.5"),
            (0, 10, "0"),
            (5, 10, "0.5"),
        ] {
            assert_eq!(decimal(value, parts), text);
        }
    }

    #[test]
    fn a_heading_style_holds_for_its_level_only() {
        let mut headings = [HeadingStyle::Default; 6];
        headings[1] = HeadingStyle::Bar;
        headings[5] = HeadingStyle::Color;
        let css = css(StyleOptions {
            headings,
            ..StyleOptions::default()
        });
        let selectors: Vec<&str> = css.lines().map(|line| &line[..2]).collect();
        assert_eq!(selectors, ["h2", "h6"]);
    }

    #[test]
    fn every_style_takes_the_ornament_of_every_theme_away() {
        for (_, style) in HeadingStyle::NAMES.into_iter().skip(1) {
            let css = css(StyleOptions {
                headings: [style; 6],
                ..StyleOptions::default()
            });
            for line in css.lines() {
                assert!(line.contains("background: none; border: 0;") && line.contains("padding: 0"));
                assert_eq!(line.contains("var(--fill)"), style != HeadingStyle::Color);
            }
        }
    }

    #[test]
    fn spacing_out_of_range_is_refused() {
        for options in [
            StyleOptions {
                line_height_percent: Some(119),
                ..StyleOptions::default()
            },
            StyleOptions {
                letter_spacing_tenths: Some(41),
                ..StyleOptions::default()
            },
            StyleOptions {
                paragraph_spacing_px: Some(61),
                ..StyleOptions::default()
            },
        ] {
            assert_eq!(theme_css(&options).unwrap_err().key(), "engine.invalidSpacing");
        }
    }

    #[test]
    fn names_are_those_of_the_wire() {
        for (name, style) in HeadingStyle::NAMES {
            assert_eq!(serde_json::to_string(&style).unwrap(), format!("\"{name}\""));
        }
    }
}
