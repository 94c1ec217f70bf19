//! A look inside.

use moyan_domain::limits::{DEMO_BENEFITS_MAX, SITE_SUMMARY_MAX_CHARS, SITE_TITLE_MAX_CHARS};
use moyan_foundation::schema_limits::{line, lines, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::SectionKind;
use crate::features::site::settings::{Link, SiteImage, SiteLanguage};

/// A look inside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Demo {
    /// The heading.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// Below the heading.
    #[schema(example = json!(text(0..=SITE_SUMMARY_MAX_CHARS)))]
    pub subtitle: String,
    /// Recommended 1200 × 800.
    pub image: Option<SiteImage>,
    /// None when its text is empty.
    pub button: Link,
    /// What readers have of it.
    #[schema(example = json!(lines(DEMO_BENEFITS_MAX, SITE_TITLE_MAX_CHARS)))]
    pub benefits: Vec<String>,
}

impl SectionKind for Demo {
    fn starting(language: SiteLanguage) -> Self {
        let (title, subtitle) = language.pick((
            ("先看一眼", "目录、搜索和阅读进度都为长文准备。"),
            (
                "Take a look inside",
                "Contents, search and layout are made for long reading.",
            ),
        ));
        let benefits = language.pick((
            ["清晰的章节结构", "全文搜索", "手机上同样好读"],
            ["A clear structure", "Full-text search", "Good to read on a phone"],
        ));
        Self {
            title: title.to_owned(),
            subtitle: subtitle.to_owned(),
            image: None,
            button: Link::to_index(language.pick(("浏览目录", "Browse the contents"))),
            benefits: benefits.map(str::to_owned).into(),
        }
    }
}
