//! What travels between the console and the preview.

use moyan_domain::DocumentId;
use moyan_domain::gate::Audience;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::features::site::settings::{ColorScheme, TabDrafts};

/// Which page is shown, for whom, and with which settings that are not saved yet.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewRequest {
    /// The page.
    pub page: PreviewPage,
    /// Who reads it.
    pub audience: Audience,
    /// Light or dark; `system` follows the frame.
    pub color_scheme: ColorScheme,
    /// Tabs in place of the saved ones.
    #[serde(default)]
    pub drafts: TabDrafts,
}

/// A page of a site.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum PreviewPage {
    /// The homepage.
    Home,
    /// The index.
    Index,
    /// A document; the first one when none is named.
    #[serde(rename_all = "camelCase")]
    Document {
        /// The document.
        document_id: Option<DocumentId>,
    },
    /// Results of a search.
    Search {
        /// What is looked for.
        question: String,
    },
    /// What the site sells.
    Plans,
    /// What a link of the site leads to.
    Path {
        /// A path of the site, with its query: at most 2,000 characters.
        path: String,
    },
    /// The page of an address that leads nowhere.
    NotFound,
}

/// A page.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewDto {
    /// The HTML of the whole page, for the frame of the preview.
    pub html: String,
    /// The address of the frame: `/preview-frame` of a host of no site.
    pub frame_url: String,
    /// The document that is shown; none on another page.
    pub document_id: Option<DocumentId>,
}
