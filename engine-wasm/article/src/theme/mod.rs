//! Themes: style options to one style sheet for `.article` and everything in it.
//!
//! The same sheet serves the preview, the exports and the published site.
//! Start with [`StyleOptions`] and [`theme_css`].

pub mod adjust;
mod colors;
pub mod palette;
mod wechat_dark;

pub use adjust::HeadingStyle;
pub use colors::MIN_CONTRAST;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::EngineError;
use colors::Mode;
use palette::{Color, DEFAULT_COLOR};

/// Smallest font size, px. Source: specification §3, Style options.
pub const MIN_SIZE_PX: u8 = 14;
/// Largest font size, px. Source: specification §3, Style options.
pub const MAX_SIZE_PX: u8 = 18;
/// Default font size, px. Source: specification §3, Style options.
pub const DEFAULT_SIZE_PX: u8 = 16;

/// The character of an article. Source: specification §3, Style options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Centered headings on color: a public-account article as readers know it.
    #[default]
    Classic,
    /// Air, hairlines and letter spacing: a printed magazine.
    Elegant,
    /// Flush left, no ornament, tight: a technical note.
    Concise,
}

impl Theme {
    /// All themes, the default first.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Elegant, Self::Concise];

    /// The name in options and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Elegant => "elegant",
            Self::Concise => "concise",
        }
    }
}

impl FromStr for Theme {
    type Err = EngineError;

    fn from_str(name: &str) -> Result<Self, EngineError> {
        let found = Self::ALL.into_iter().find(|theme| theme.name() == name);
        found.ok_or_else(|| EngineError::UnknownTheme(name.to_owned()))
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The font of an article. Source: specification §3, Style options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FontFamily {
    /// Hei (gothic) faces.
    #[default]
    SansSerif,
    /// Song (ming) faces.
    Serif,
    /// Fixed width.
    Monospace,
}

impl FontFamily {
    /// All fonts, the default first.
    pub const ALL: [Self; 3] = [Self::SansSerif, Self::Serif, Self::Monospace];

    /// The name in options and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::SansSerif => "sans-serif",
            Self::Serif => "serif",
            Self::Monospace => "monospace",
        }
    }

    /// The CSS font stack: system fonts only, names of several words quoted, the generic family last and only once
    /// (in the middle it would hide what follows).
    pub fn stack(self) -> &'static str {
        match self {
            Self::SansSerif => {
                "-apple-system, \"Helvetica Neue\", \"PingFang SC\", \
                 \"Microsoft YaHei\", \"HarmonyOS Sans SC\", MiSans, \
                 \"Noto Sans CJK SC\", \"Noto Sans SC\", Arial, sans-serif"
            }
            Self::Serif => {
                "Georgia, \"Times New Roman\", \"Songti SC\", STSong, \"Source Han Serif SC\", \
                 \"Noto Serif CJK SC\", \"Noto Serif SC\", SimSun, serif"
            }
            Self::Monospace => {
                "Menlo, \"SF Mono\", Consolas, \"Roboto Mono\", \"Droid Sans Mono\", \"DejaVu Sans Mono\", \
                 \"PingFang SC\", \"Microsoft YaHei\", \"Noto Sans Mono CJK SC\", \"Noto Sans CJK SC\", monospace"
            }
        }
    }
}

impl FromStr for FontFamily {
    type Err = EngineError;

    fn from_str(name: &str) -> Result<Self, EngineError> {
        let found = Self::ALL.into_iter().find(|font| font.name() == name);
        found.ok_or_else(|| EngineError::UnknownFont(name.to_owned()))
    }
}

impl fmt::Display for FontFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How an article looks. Source: specification §3, Style options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct StyleOptions {
    /// Character; default classic.
    pub theme: Theme,
    /// Font of text and headings; code is always fixed width. Default sans-serif.
    pub font: FontFamily,
    /// Size of the text, 14 to 18 px; default 16.
    pub size_px: u8,
    /// Primary color, `#rgb` or `#rrggbb`; default [`DEFAULT_COLOR`].
    pub color: String,
    /// First lines of paragraphs indented by two characters; default false.
    pub indent: bool,
    /// Both edges of paragraphs flush; default false.
    pub justify: bool,
    /// Line height in percent of the font size, within [`adjust::LINE_HEIGHTS_PERCENT`]; default the theme's.
    pub line_height_percent: Option<u16>,
    /// Letter spacing in tenths of a pixel, within [`adjust::LETTER_SPACINGS_TENTHS`]; default the theme's.
    pub letter_spacing_tenths: Option<u16>,
    /// Distance after paragraphs and lists in pixels, within [`adjust::PARAGRAPH_SPACINGS_PX`]; default the theme's.
    pub paragraph_spacing_px: Option<u16>,
    /// Shape of headings, level 1 first; default the theme's.
    pub headings: [HeadingStyle; 6],
}

impl Default for StyleOptions {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            font: FontFamily::default(),
            size_px: DEFAULT_SIZE_PX,
            color: DEFAULT_COLOR.to_owned(),
            indent: false,
            justify: false,
            line_height_percent: None,
            letter_spacing_tenths: None,
            paragraph_spacing_px: None,
            headings: [HeadingStyle::Default; 6],
        }
    }
}

/// The style sheet of an article: custom properties on `.article`, then the theme's rules.
///
/// - Fails with [`EngineError::InvalidColor`], [`EngineError::InvalidSize`] or [`EngineError::InvalidSpacing`].
/// - The sheet has no `:root`, no ids, no `@` rules and no functions but `var()`, so that it can be inlined.
///
/// ```
/// use moyan_article::theme::{StyleOptions, theme_css};
/// assert!(theme_css(&StyleOptions::default()).unwrap().contains("--color: #0F4C81;"));
/// ```
pub fn theme_css(options: &StyleOptions) -> Result<String, EngineError> {
    let color = checked_color(options)?;
    let mut css = root_rule(options, color);
    css.push_str(BASE_CSS);
    css.push_str(match options.theme {
        Theme::Classic => CLASSIC_CSS,
        Theme::Elegant => ELEGANT_CSS,
        Theme::Concise => CONCISE_CSS,
    });
    css.push_str(&adjust::rules(options)?);
    if options.indent {
        css.push_str(".article > p { text-indent: 2em; }\n");
    }
    if options.justify {
        css.push_str(".article > p, li, blockquote p, .alert p { text-align: justify; }\n");
    }
    Ok(css)
}

/// The rule that turns an article dark: the same variables on `.article` with other colors.
///
/// For pages that have a dark mode of their own; a host puts it behind [`theme_css`], inside its own condition
/// (`@media (prefers-color-scheme: dark) { … }`). An exported article is always light.
/// Every text keeps the contrast of [`MIN_CONTRAST`].
///
/// - Fails like [`theme_css`].
pub fn dark_css(options: &StyleOptions) -> Result<String, EngineError> {
    let color = checked_color(options)?;
    let variables = colors::variables(options.theme, color, Mode::Dark);
    let declarations: String = variables
        .iter()
        .map(|(name, color)| format!("  --{name}: {color};\n"))
        .collect();
    Ok(format!(".article {{\n{declarations}}}\n"))
}

fn checked_color(options: &StyleOptions) -> Result<Color, EngineError> {
    if !(MIN_SIZE_PX..=MAX_SIZE_PX).contains(&options.size_px) {
        return Err(EngineError::InvalidSize(options.size_px));
    }
    Color::parse(&options.color)
}

/// What all themes share: how elements stand, not what they look like.
///
/// Selectors are as weak as they can be (an element, a class), so that an author's `h1 { … }` wins by coming later.
/// Colors are variables only; lengths are px in steps of 4; no functions but `var()`.
/// The style sheets hold rules alone: what stands in them is downloaded.
const BASE_CSS: &str = include_str!("base.css");

/// The public-account article as its readers know it, with the primary color carrying the structure. A title plate
/// between two rules, section titles on color, key words in color.
const CLASSIC_CSS: &str = include_str!("classic.css");

/// A printed magazine. Wide leading, hairlines instead of areas, centered titles with letter spacing; color is a thread,
/// never a field.
const ELEGANT_CSS: &str = include_str!("elegant.css");

/// A technical note. Everything flush left on one edge, hierarchy by size and weight, gray surfaces; the primary color
/// only marks sections, links and list starts.
const CONCISE_CSS: &str = include_str!("concise.css");

/// Fixed-width fonts of code, whatever the font of the text. Short, because an export repeats it on every code
/// span; Chinese falls back to the system's own font.
const CODE_FONTS: &str = "Menlo, Consolas, monospace";

/// Font sizes beside `--size`: name and difference in px.
const SIZES: [(&str, i16); 5] = [("xs", -4), ("s", -2), ("l", 2), ("xl", 4), ("xxl", 8)];

/// The first rule: all variables.
fn root_rule(options: &StyleOptions, color: Color) -> String {
    let mut css = format!(
        ".article {{\n  --font: {};\n  --font-code: {CODE_FONTS};\n",
        options.font.stack()
    );
    css.push_str(&format!("  --size: {}px;\n", options.size_px));
    for (name, difference) in SIZES {
        css.push_str(&format!(
            "  --size-{name}: {}px;\n",
            i16::from(options.size_px) + difference
        ));
    }
    for (name, color) in colors::variables(options.theme, color, Mode::Light) {
        css.push_str(&format!("  --{name}: {color};\n"));
    }
    css.push_str("}\n");
    css
}

#[cfg(test)]
mod tests;
