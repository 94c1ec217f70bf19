//! Values that several tabs have.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A link with its text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    /// What is shown: at most 50 characters.
    pub text: String,
    /// `https:`, `http:`, `mailto:`, `tel:`, a path of the site (`/docs`) or a fragment: at most 2,000 characters.
    pub url: String,
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteImage {
    /// The path `/media/…` of an uploaded image, or an address that begins with `https://`.
    pub url: String,
    /// What it shows, for those who do not see it: at most 200 characters. Empty for decoration.
    pub alt: String,
    /// Width in pixels; 0 when it is not known.
    pub width: u32,
    /// Height in pixels; 0 when it is not known.
    pub height: u32,
}
