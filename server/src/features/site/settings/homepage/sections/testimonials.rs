//! What readers say.

use moyan_domain::limits::{
    SITE_LABEL_MAX_CHARS, SITE_PARAGRAPH_MAX_CHARS, SITE_TITLE_MAX_CHARS, TESTIMONIALS_MAX,
};
use moyan_domain::stored_names;
use moyan_foundation::schema_limits::{line, list, number, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SectionKind, TextVariant};
use crate::features::site::settings::{SiteImage, SiteLanguage};

stored_names! {
    /// How testimonials are arranged.
    TestimonialsLayout
    /// In a grid.
    Grid: "grid",
    /// In a row that scrolls.
    Carousel: "carousel",
    /// In columns of unequal heights.
    Masonry: "masonry",
}

/// What readers say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Testimonials {
    /// The heading.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// What they say.
    #[schema(example = json!(list(TESTIMONIALS_MAX)))]
    pub items: Vec<Testimonial>,
    /// How they are arranged.
    pub layout: TestimonialsLayout,
    /// Columns of a wide screen.
    #[schema(example = json!(number(2..=3)))]
    pub columns: u8,
    /// How they look.
    pub variant: TextVariant,
}

/// What a reader says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Testimonial {
    /// The words.
    #[schema(example = json!(text(1..=SITE_PARAGRAPH_MAX_CHARS)))]
    pub content: String,
    /// The name.
    #[schema(example = json!(line(1..=SITE_LABEL_MAX_CHARS)))]
    pub author: String,
    /// What the reader does.
    #[schema(example = json!(line(0..=SITE_LABEL_MAX_CHARS)))]
    pub position: String,
    /// Recommended 200 × 200.
    pub avatar: Option<SiteImage>,
}

impl SectionKind for Testimonials {
    /// Nobody's words are made up: the author brings the first.
    fn starting(language: SiteLanguage) -> Self {
        Self {
            title: language.pick(("读者怎么说", "What readers say")).to_owned(),
            items: vec![Testimonial {
                content: String::new(),
                author: String::new(),
                position: String::new(),
                avatar: None,
            }],
            layout: TestimonialsLayout::Grid,
            columns: 3,
            variant: TextVariant::Modern,
        }
    }
}
