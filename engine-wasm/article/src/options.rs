//! What an author can choose about the HTML; style is the theme's matter, not this one's.

use serde::{Deserialize, Serialize};

/// Options of a render; every field has a default, and an unknown field is refused.
///
/// ```
/// use moyan_article::{render, RenderOptions};
/// let plain = RenderOptions { breaks: false, ..RenderOptions::default() };
/// assert_eq!(render("a\nb", &plain).blocks[0].html, "<p>a\nb</p>");
/// assert_eq!(render("一\n二", &plain).blocks[0].html, "<p>一二</p>");
/// assert_eq!(render("一\n二", &RenderOptions::default()).blocks[0].html, "<p>一<br />\n二</p>");
/// ```
///
/// Source: specification §3, Style options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct RenderOptions {
    /// Which text of an image becomes its caption. Default: the alternative text.
    pub legend: Legend,
    /// Links get a number, and their addresses stand in a list at the end. Default: off.
    pub citation: bool,
    /// A first block says the number of words and the reading time. Default: off.
    pub count_status: bool,
    /// A single newline in a paragraph is a line break. Default: on.
    pub breaks: bool,
    /// Code blocks carry the bar with three dots. Default: on.
    pub mac_code_block: bool,
    /// Code blocks carry a column of line numbers. Default: off.
    pub line_numbers: bool,
    /// Language of the few words that the engine itself prints. Default: Simplified Chinese.
    pub language: Language,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            legend: Legend::Alt,
            citation: false,
            count_status: false,
            breaks: true,
            mac_code_block: true,
            line_numbers: false,
            language: Language::ZhCn,
        }
    }
}

/// Which text of an image becomes its caption.
///
/// ```
/// use moyan_article::{render, Legend, RenderOptions};
/// let options = RenderOptions { legend: Legend::TitleAlt, ..RenderOptions::default() };
/// let html = &render("![山](a.png \"泰山\")", &options).blocks[0].html;
/// assert!(html.ends_with("<figcaption>泰山</figcaption></figure>"));
/// ```
///
/// Source: specification §3, Style options, Legend modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Legend {
    /// The title, or the alternative text when there is none.
    TitleAlt,
    /// The alternative text, or the title when there is none.
    AltTitle,
    /// The title only.
    Title,
    /// The alternative text only.
    #[default]
    Alt,
    /// No caption.
    None,
}

impl Legend {
    /// Every mode with its name in options.
    pub const NAMES: [(&str, Self); 5] = [
        ("title-alt", Self::TitleAlt),
        ("alt-title", Self::AltTitle),
        ("title", Self::Title),
        ("alt", Self::Alt),
        ("none", Self::None),
    ];
}

/// A language in which the engine prints its own words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Language {
    /// Simplified Chinese.
    #[default]
    #[serde(rename = "zh-CN")]
    ZhCn,
    /// English.
    #[serde(rename = "en")]
    En,
}

impl Language {
    /// Every language with its name in options.
    pub const NAMES: [(&str, Self); 2] = [("zh-CN", Self::ZhCn), ("en", Self::En)];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_the_wire() {
        for (name, legend) in Legend::NAMES {
            assert_eq!(serde_json::to_string(&legend).unwrap(), format!("\"{name}\""));
        }
        for (name, language) in Language::NAMES {
            assert_eq!(serde_json::to_string(&language).unwrap(), format!("\"{name}\""));
        }
    }

    #[test]
    fn an_empty_object_is_the_default() {
        let options: RenderOptions = serde_json::from_str("{}").unwrap();
        assert_eq!(options, RenderOptions::default());
    }

    #[test]
    fn names_are_those_of_the_wire() {
        let text = r#"{"legend":"title-alt","citation":true,"countStatus":true,"breaks":false,"macCodeBlock":false,"lineNumbers":true,"language":"en"}"#;
        let options: RenderOptions = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&options).unwrap(), text);
    }

    #[test]
    fn an_unknown_field_is_refused() {
        assert!(serde_json::from_str::<RenderOptions>(r#"{"colour":"red"}"#).is_err());
    }
}
