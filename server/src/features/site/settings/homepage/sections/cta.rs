//! A call to action.

use moyan_domain::limits::{SITE_PARAGRAPH_MAX_CHARS, SITE_SUBTITLE_MAX_CHARS, SITE_TITLE_MAX_CHARS};
use moyan_foundation::schema_limits::{line, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::SectionKind;
use crate::features::site::settings::{Link, SiteLanguage};

/// A call to action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cta {
    /// The heading.
    #[schema(example = json!(line(1..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// Below the heading.
    #[schema(example = json!(line(0..=SITE_SUBTITLE_MAX_CHARS)))]
    pub subtitle: String,
    /// A paragraph before the buttons.
    #[schema(example = json!(text(0..=SITE_PARAGRAPH_MAX_CHARS)))]
    pub description: String,
    /// None when its text is empty.
    pub primary_button: Link,
    /// None when its text is empty.
    pub secondary_button: Link,
}

impl SectionKind for Cta {
    fn starting(language: SiteLanguage) -> Self {
        let (title, subtitle) = language.pick((
            ("现在就开始读吧", "打开目录，找到适合你的第一篇文章。"),
            ("Start reading now", "Open the index and find your first article."),
        ));
        Self {
            title: title.to_owned(),
            subtitle: subtitle.to_owned(),
            description: String::new(),
            primary_button: Link::to_index(language.pick(("开始阅读", "Start reading"))),
            secondary_button: Link::default(),
        }
    }
}
