//! The wire.

use moyan_domain::ImageKind;
use serde::Serialize;
use utoipa::ToSchema;

/// The path of a public address.
pub fn media_path(hash: &str, kind: ImageKind) -> String {
    format!("/media/{hash}.{}", kind.ending())
}

/// An image at a public address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadedImageDto {
    /// The address, with its origin.
    pub url: String,
    /// Pixels, or units of an SVG.
    pub width: i32,
    /// Pixels, or units of an SVG.
    pub height: i32,
    /// Bytes of the stored file.
    pub bytes: i64,
}

/// An image or a drawing of a knowledge base.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredImageDto {
    /// Pixels, or units of an SVG.
    pub width: i32,
    /// Pixels, or units of an SVG.
    pub height: i32,
    /// Bytes of the stored file.
    pub bytes: i64,
}

/// The images of a knowledge base.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImageNamesDto {
    /// Their names, as texts have them after `images/`.
    pub names: Vec<String>,
}

/// The diagrams of a knowledge base that were drawn.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiagramHashesDto {
    /// The SHA-256 of their sources.
    pub hashes: Vec<String>,
}
