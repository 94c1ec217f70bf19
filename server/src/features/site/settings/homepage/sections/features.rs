//! What a site offers.

use moyan_domain::limits::{
    FEATURES_MAX, SITE_LABEL_MAX_CHARS, SITE_PARAGRAPH_MAX_CHARS, SITE_SUBTITLE_MAX_CHARS,
    SITE_SUMMARY_MAX_CHARS, SITE_TITLE_MAX_CHARS,
};
use moyan_domain::stored_names;
use moyan_foundation::schema_limits::{ICON, line, list, number, of_format, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::SectionKind;
use crate::features::site::settings::SiteLanguage;

stored_names! {
    /// How features are arranged.
    FeaturesLayout
    /// In a grid.
    Grid: "grid",
    /// One below the other.
    List: "list",
    /// In a row that scrolls.
    Carousel: "carousel",
}

stored_names! {
    /// How a feature looks.
    CardStyle
    /// A card.
    Card: "card",
    /// Plain.
    Minimal: "minimal",
    /// A border.
    Bordered: "bordered",
}

/// What it offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Features {
    /// The heading.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// Below the heading.
    #[schema(example = json!(line(0..=SITE_SUBTITLE_MAX_CHARS)))]
    pub subtitle: String,
    /// A paragraph before the features.
    #[schema(example = json!(text(0..=SITE_PARAGRAPH_MAX_CHARS)))]
    pub description: String,
    /// The features.
    #[schema(example = json!(list(FEATURES_MAX)))]
    pub items: Vec<FeatureItem>,
    /// How they are arranged.
    pub layout: FeaturesLayout,
    /// Columns of a wide screen.
    #[schema(example = json!(number(2..=4)))]
    pub columns: u8,
    /// How each looks.
    pub card_style: CardStyle,
    /// Whether icons are shown.
    pub shows_icons: bool,
    /// Whether a card answers the pointer.
    pub has_hover_effect: bool,
}

/// A feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureItem {
    /// The name of an icon of the site's set; none when empty.
    #[schema(example = json!(of_format(ICON)))]
    pub icon: String,
    /// What it is called.
    #[schema(example = json!(line(1..=SITE_LABEL_MAX_CHARS)))]
    pub title: String,
    /// What it is.
    #[schema(example = json!(text(0..=SITE_SUMMARY_MAX_CHARS)))]
    pub description: String,
}

impl SectionKind for Features {
    fn starting(language: SiteLanguage) -> Self {
        let items = language.pick((
            [
                ("book-open", "系统整理", "文章按分类和顺序编排，从入门到深入，一篇接着一篇读。"),
                ("search", "随时查找", "搜索标题、小标题和正文，很快找到需要的那一段。"),
                ("refresh-cw", "持续更新", "内容会不断补充和修订，每篇文章都标有最后更新的时间。"),
            ],
            [
                (
                    "book-open",
                    "In order",
                    "Articles are arranged by topic, from the first steps to the details, one after the other.",
                ),
                (
                    "search",
                    "Easy to find",
                    "Search titles, headings and text, and get to the passage you need.",
                ),
                (
                    "refresh-cw",
                    "Kept up to date",
                    "Articles are extended and corrected; each one says when it was last changed.",
                ),
            ],
        ));
        Self {
            title: language
                .pick(("在这里可以读到什么", "What you will find here"))
                .to_owned(),
            subtitle: String::new(),
            description: String::new(),
            items: items
                .map(|(icon, title, description)| FeatureItem {
                    icon: icon.to_owned(),
                    title: title.to_owned(),
                    description: description.to_owned(),
                })
                .into(),
            layout: FeaturesLayout::Grid,
            columns: 3,
            card_style: CardStyle::Card,
            shows_icons: true,
            has_hover_effect: true,
        }
    }
}
