//! Figures.

use moyan_domain::limits::{
    SITE_LABEL_MAX_CHARS, SITE_SUBTITLE_MAX_CHARS, SITE_TITLE_MAX_CHARS, STATS_MAX, STATS_VALUE_MAX_CHARS,
};
use moyan_domain::stored_names;
use moyan_foundation::schema_limits::{line, list, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::SectionKind;
use crate::features::site::settings::SiteLanguage;

stored_names! {
    /// How figures are arranged.
    StatsLayout
    /// In a grid.
    Grid: "grid",
    /// In a row.
    Horizontal: "horizontal",
}

stored_names! {
    /// How figures look.
    StatsVariant
    /// On cards.
    Default: "default",
    /// Plain.
    Minimal: "minimal",
    /// On the primary color.
    Highlight: "highlight",
}

/// Figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// The heading.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// The figures.
    #[schema(example = json!(list(STATS_MAX)))]
    pub items: Vec<StatsItem>,
    /// How they are arranged.
    pub layout: StatsLayout,
    /// How they look.
    pub variant: StatsVariant,
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatsItem {
    /// Such as `30+`.
    #[schema(example = json!(line(1..=STATS_VALUE_MAX_CHARS)))]
    pub value: String,
    /// What is counted.
    #[schema(example = json!(line(1..=SITE_LABEL_MAX_CHARS)))]
    pub label: String,
    /// Below the label.
    #[schema(example = json!(text(0..=SITE_SUBTITLE_MAX_CHARS)))]
    pub description: String,
}

impl SectionKind for Stats {
    fn starting(language: SiteLanguage) -> Self {
        let items = language.pick((
            [("30+", "篇文章"), ("5", "个专题"), ("每周", "更新")],
            [("30+", "articles"), ("5", "topics"), ("Weekly", "updates")],
        ));
        Self {
            title: String::new(),
            items: items
                .map(|(value, label)| StatsItem {
                    value: value.to_owned(),
                    label: label.to_owned(),
                    description: String::new(),
                })
                .into(),
            layout: StatsLayout::Horizontal,
            variant: StatsVariant::Default,
        }
    }
}
