//! The first words.

use moyan_domain::limits::{SITE_SUMMARY_MAX_CHARS, SITE_TITLE_MAX_CHARS};
use moyan_domain::stored_names;
use moyan_foundation::schema_limits::{line, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::SectionKind;
use crate::features::site::settings::{Link, SiteImage, SiteLanguage};

stored_names! {
    /// The ground of the hero.
    HeroVariant
    /// A gradient of the primary color.
    Gradient: "gradient",
    /// The primary color.
    Solid: "solid",
    /// The picture.
    Image: "image",
}

stored_names! {
    /// Where the picture of the hero stands.
    HeroLayout
    /// Beside the text.
    Split: "split",
    /// Text in the middle, no picture beside it.
    Centered: "centered",
    /// Below the text.
    Stacked: "stacked",
}

/// The first words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hero {
    /// The main title.
    #[schema(example = json!(line(1..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// Below the title.
    #[schema(example = json!(text(0..=SITE_SUMMARY_MAX_CHARS)))]
    pub subtitle: String,
    /// None when its text is empty.
    pub primary_button: Link,
    /// None when its text is empty.
    pub secondary_button: Link,
    /// Recommended 1200 × 600.
    pub image: Option<SiteImage>,
    /// Whether the picture is shown.
    pub shows_image: bool,
    /// The ground.
    pub variant: HeroVariant,
    /// Where the picture stands.
    pub layout: HeroLayout,
}

impl SectionKind for Hero {
    fn starting(language: SiteLanguage) -> Self {
        let (title, subtitle) = language.pick((
            ("把知识写清楚", "把积累的经验写下来，按主题整理好，方便随时查阅。"),
            (
                "Knowledge, clearly written",
                "What we have learned, written down and put in order, for you to look up whenever you need it.",
            ),
        ));
        Self {
            title: title.to_owned(),
            subtitle: subtitle.to_owned(),
            primary_button: Link::to_index(language.pick(("开始阅读", "Start reading"))),
            secondary_button: Link::default(),
            image: None,
            shows_image: true,
            variant: HeroVariant::Gradient,
            layout: HeroLayout::Centered,
        }
    }
}
