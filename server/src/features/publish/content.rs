//! What a site consists of: everything that its pages are made of, at one moment.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use moyan_domain::gate::{Rules, SealedDocument};
use moyan_domain::{CategoryId, DocumentId, ReleaseId, SiteId, SiteStatus, TeamId};
use serde::{Deserialize, Serialize};

use crate::features::site::settings::SiteSettings;

/// Everything that the pages of a site are made of.
#[derive(Clone, Debug)]
pub struct SiteContent {
    /// Which site, and what state it is in.
    pub site: SiteIdentity,
    /// What is set: frozen by the release, but for access and packages, which are live.
    pub settings: SiteSettings,
    /// The rules of access, as [`moyan_domain::gate::visible`] takes them.
    pub rules: Rules,
    /// In their order; hidden ones are left out.
    pub categories: Vec<SiteCategory>,
    /// In the order of the whole site: category by category, each document before those below it.
    pub documents: Vec<SiteDocument>,
    /// Images by the names that pages use: `/images/{name}`.
    pub files: HashMap<String, FileRef>,
    /// Redirects of old paths.
    pub redirects: Vec<SiteRedirect>,
}

/// A site at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteIdentity {
    /// The site.
    pub id: SiteId,
    /// The team that owns it.
    pub team_id: TeamId,
    /// The name in the console.
    pub name: String,
    /// The first part of its address below the domain of sites.
    pub slug: String,
    /// The verified domain that the others redirect to.
    pub primary_host: Option<String>,
    /// All of its verified domains.
    pub domains: Vec<String>,
    /// Slugs that it had before and that lead to it.
    pub former_slugs: Vec<String>,
    /// Its state.
    pub status: SiteStatus,
    /// True while it, its team or the team's owner is deleted or suspended.
    pub is_suspended: bool,
    /// Counts what acts without a release.
    pub generation: i64,
    /// The release that this is; none for a draft.
    pub release: Option<ReleaseIdentity>,
    /// Documents of the release that are in another category of the base now, each with that. The rules of both hold.
    pub moves: Vec<(DocumentId, CategoryId)>,
}

/// A release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseIdentity {
    /// The release.
    pub id: ReleaseId,
    /// Counts the releases of a site from 1.
    pub number: i32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// A category of a site. It is frozen in releases as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteCategory {
    /// The category.
    pub id: CategoryId,
    /// The name.
    pub name: String,
    /// The part of paths, unique in the site.
    pub slug: String,
    /// What is in it; may be empty.
    pub description: String,
    /// The name of an icon of the site's set; empty for none.
    pub icon: String,
}

/// A document of a site. Its text is sealed.
#[derive(Clone, Debug)]
pub struct SiteDocument {
    /// The document.
    pub id: DocumentId,
    /// Its category.
    pub category_id: CategoryId,
    /// The document above it on the site.
    pub parent_id: Option<DocumentId>,
    /// The path, such as `/docs/guide/start`, not encoded.
    pub path: String,
    /// The title.
    pub title: String,
    /// The title in lists and in the sidebar.
    pub sidebar_label: String,
    /// What the author says that it is about: `description` of the front matter; may be empty. It is public.
    pub description: String,
    /// `tags` of the front matter.
    pub tags: Vec<String>,
    /// `date` of the front matter; may be empty.
    pub date: String,
    /// Words of the whole text.
    pub n_words: u32,
    /// When its text changed last.
    pub changed_at: DateTime<Utc>,
    /// Its text: [`moyan_domain::gate::visible`] gives it away.
    pub sealed: SealedDocument,
}

/// A stored file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRef {
    /// SHA-256 of its bytes, in hexadecimal digits.
    pub hash: String,
    /// The name in the store of files.
    pub store_name: String,
    /// The media type.
    pub media_type: String,
    /// Bytes.
    pub n_bytes: i64,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

/// A redirect of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteRedirect {
    /// A path of the site, beginning with a slash.
    pub from_path: String,
    /// A path of the site or an address.
    pub to_path: String,
    /// 301 or 302.
    pub code: u16,
}

/// By what visitors call a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteHost<'a> {
    /// The part of a name below the domain of sites, or one that a site had before.
    Slug(&'a str),
    /// A name of its own, in lower case, as DNS has it.
    Domain(&'a str),
}

/// A text with its seal, as many documents of many releases may share it.
pub type SharedText = Arc<moyan_domain::gate::RenderedText>;
