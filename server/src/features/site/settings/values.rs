//! Values that several tabs have.

use moyan_domain::limits::{SITE_IMAGE_ALT_MAX_CHARS, SITE_LINK_MAX_CHARS, SITE_LINK_TEXT_MAX_CHARS};
use moyan_foundation::schema_limits::{image_address, line, link_address};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A link with its text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    /// What is shown.
    #[schema(example = json!(line(0..=SITE_LINK_TEXT_MAX_CHARS)))]
    pub text: String,
    /// `https:`, `http:`, `mailto:`, `tel:`, a path of the site (`/docs`) or a fragment; required beside a text.
    #[schema(example = json!(link_address(SITE_LINK_MAX_CHARS)))]
    pub url: String,
}

impl Link {
    /// A link to the index of the site.
    pub(super) fn to_index(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            url: "/docs".to_owned(),
        }
    }
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteImage {
    /// The path `/media/…` of an uploaded image, or an address that begins with `https://`.
    #[schema(example = json!(image_address(SITE_LINK_MAX_CHARS)))]
    pub url: String,
    /// What it shows, for those who do not see it. Empty for decoration.
    #[schema(example = json!(line(0..=SITE_IMAGE_ALT_MAX_CHARS)))]
    pub alt: String,
    /// Width in pixels; 0 when it is not known.
    pub width: u32,
    /// Height in pixels; 0 when it is not known.
    pub height: u32,
}
