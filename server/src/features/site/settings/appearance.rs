//! How the pages of a site look.

use std::str::FromStr as _;

use moyan_article::theme::{FontFamily, MAX_SIZE_PX, MIN_SIZE_PX, Theme};
use moyan_domain::limits::{SITE_SUMMARY_MAX_CHARS, SITE_TITLE_MAX_CHARS};
use moyan_domain::{FieldProblem, stored_names};
use moyan_foundation::schema_limits::{COLOR, line, number, patterned, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Fields, Link, Settings, SettingsTab, SiteLanguage};

stored_names! {
    /// Light or dark.
    ColorScheme
    /// As the reader's system says; the reader may choose.
    System: "system",
    /// Light first; the reader may choose.
    Light: "light",
    /// Dark first; the reader may choose.
    Dark: "dark",
}

/// How the pages of a site look. Names are those of the engine's styles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Appearance {
    /// `classic`, `elegant` or `concise`.
    pub theme: String,
    /// The primary color, `#rrggbb`.
    #[schema(example = json!(patterned(COLOR, FULL_COLOR)))]
    pub color: String,
    /// `sans-serif`, `serif` or `monospace`.
    pub font: String,
    /// Size of the text of articles, in px.
    #[schema(example = json!(number(MIN_SIZE_PX.into()..=MAX_SIZE_PX.into())))]
    pub size_px: u8,
    /// The code theme on light ground.
    pub code_theme: String,
    /// The code theme on dark ground.
    pub code_theme_dark: String,
    /// Light or dark.
    pub color_scheme: ColorScheme,
    /// Whether code blocks carry the bar with three dots.
    pub is_mac_code_block: bool,
    /// Whether code blocks carry line numbers.
    pub has_line_numbers: bool,
    /// Whether first lines of paragraphs are indented by two characters.
    pub is_indented: bool,
    /// What is shown for an address without a page.
    pub not_found: NotFoundPage,
}

/// A color of pages: the engine takes `#rgb` and names too.
const FULL_COLOR: &str = "^#[0-9a-fA-F]{6}$";

/// What is shown for an address without a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotFoundPage {
    /// The heading; a default when empty.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// The text; a default when empty.
    #[schema(example = json!(text(0..=SITE_SUMMARY_MAX_CHARS)))]
    pub text: String,
    /// A button; none when its text is empty.
    pub button: Link,
}

impl Settings for Appearance {
    const TAB: SettingsTab = SettingsTab::Appearance;

    fn initial(_language: SiteLanguage) -> Self {
        Self {
            theme: "classic".to_owned(),
            color: moyan_article::StyleOptions::default().color,
            font: "sans-serif".to_owned(),
            size_px: 16,
            code_theme: "a11y-light".to_owned(),
            code_theme_dark: "a11y-dark".to_owned(),
            color_scheme: ColorScheme::System,
            is_mac_code_block: false,
            has_line_numbers: false,
            is_indented: false,
            not_found: NotFoundPage::default(),
        }
    }

    fn check_rules(&self, fields: &mut Fields) {
        if Theme::from_str(&self.theme).is_err() {
            fields.refuse("theme", FieldProblem::UnknownValue);
        }
        if FontFamily::from_str(&self.font).is_err() {
            fields.refuse("font", FieldProblem::UnknownValue);
        }
        for (field, name) in [
            ("codeTheme", &self.code_theme),
            ("codeThemeDark", &self.code_theme_dark),
        ] {
            if !moyan_highlight::THEMES.iter().any(|theme| theme.name == name) {
                fields.refuse(field, FieldProblem::UnknownValue);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(change: impl Fn(&mut Appearance)) -> Vec<String> {
        let mut appearance = Appearance::initial(SiteLanguage::ZhCn);
        change(&mut appearance);
        let mut fields = Fields::default();
        appearance.check(&mut fields);
        let error = fields.into_result().err();
        let fields = error
            .as_ref()
            .and_then(|error| error.fields())
            .unwrap_or_default();
        fields.into_keys().map(str::to_owned).collect()
    }

    #[test]
    fn a_color_has_six_digits_behind_its_sign() {
        for color in ["#0f4c81", "#FFFFFF"] {
            assert_eq!(problems(|look| look.color = color.to_owned()), [""; 0], "{color}");
        }
        for color in ["", "#fff", "0f4c811", "#0f4c8g", "#0f4c812", "magenta"] {
            assert_eq!(
                problems(|look| look.color = color.to_owned()),
                ["color"],
                "{color}"
            );
        }
    }

    #[test]
    fn only_what_the_engine_knows_is_taken() {
        assert_eq!(problems(|look| look.theme = "none".to_owned()), ["theme"]);
        assert_eq!(problems(|look| look.font = "none".to_owned()), ["font"]);
        assert_eq!(
            problems(|look| look.code_theme = "none".to_owned()),
            ["codeTheme"]
        );
        assert_eq!(
            problems(|look| look.code_theme_dark = "none".to_owned()),
            ["codeThemeDark"]
        );
        for theme in moyan_highlight::THEMES {
            assert_eq!(problems(|look| look.code_theme = theme.name.to_owned()), [""; 0]);
        }
    }
}
