//! Slides above the homepage.

use chrono::{DateTime, Utc};
use moyan_domain::FieldProblem;
use moyan_domain::limits::{SITE_LINK_MAX_CHARS, SITE_SUBTITLE_MAX_CHARS, SITE_TITLE_MAX_CHARS, SLIDES_MAX};
use moyan_foundation::schema_limits::{line, link_address, list};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Fields, Settings, SettingsTab, SiteImage, SiteLanguage};

/// Slides above the homepage. Source: specification §3, Carousel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Carousel {
    /// Whether it is shown.
    pub is_enabled: bool,
    /// In their order.
    #[schema(example = json!(list(SLIDES_MAX)))]
    pub slides: Vec<Slide>,
}

/// One slide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Slide {
    /// Made by the console, unique in the site: a UUID.
    pub id: uuid::Uuid,
    /// Whether it is shown.
    pub is_visible: bool,
    /// Recommended 1920 × 600. Its alternative text is required.
    pub image: SiteImage,
    /// The heading; may be empty.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// Below the heading; may be empty.
    #[schema(example = json!(line(0..=SITE_SUBTITLE_MAX_CHARS)))]
    pub description: String,
    /// Where it leads; may be empty.
    #[schema(example = json!(link_address(SITE_LINK_MAX_CHARS)))]
    pub link: String,
    /// From when it is shown; at once when absent.
    pub starts_at: Option<DateTime<Utc>>,
    /// Until when it is shown; for ever when absent.
    pub ends_at: Option<DateTime<Utc>>,
}

impl Settings for Carousel {
    const TAB: SettingsTab = SettingsTab::Carousel;

    fn initial(_language: SiteLanguage) -> Self {
        Self {
            is_enabled: false,
            slides: Vec::new(),
        }
    }

    fn check_rules(&self, fields: &mut Fields) {
        fields.distinct("slides", &self.slides, "id", |slide| slide.id);
        for (index, slide) in self.slides.iter().enumerate() {
            fields.within(&format!("slides[{index}]"), |fields| {
                if slide.image.alt.trim().is_empty() {
                    fields.refuse("image.alt", FieldProblem::Required);
                }
                if let (Some(start), Some(end)) = (slide.starts_at, slide.ends_at)
                    && end <= start
                {
                    fields.refuse("endsAt", FieldProblem::EndBeforeStart);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_slide_ends_after_it_has_begun() {
        for (start, end, is_good) in [
            (json!("2026-11-26T10:00:00Z"), json!("2026-11-26T10:00:01Z"), true),
            (
                json!("2026-11-26T10:00:00Z"),
                json!("2026-11-26T10:00:00Z"),
                false,
            ),
            (json!("2026-11-26T10:00:00Z"), json!(null), true),
            (json!(null), json!("2026-11-26T10:00:00Z"), true),
        ] {
            let carousel: Carousel = serde_json::from_value(json!({
                "isEnabled": true,
                "slides": [{
                    "id": uuid::Uuid::from_u128(1), "image": { "url": "https://a.example/a.png", "alt": "a", "width": 0, "height": 0 },
                    "title": "", "description": "", "link": "/docs", "isVisible": true, "startsAt": start, "endsAt": end,
                }],
            }))
            .unwrap();
            let mut fields = Fields::default();
            carousel.check(&mut fields);
            assert_eq!(fields.into_result().is_ok(), is_good, "{start} {end}");
        }
    }
}
