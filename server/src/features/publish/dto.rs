//! Wire structs.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::paths::PathProblem;
use super::plan::LeftOutReason;
use crate::domain::{DocumentId, ReleaseId, stored_names};
use crate::features::site::settings::SettingsTab;

/// A release: a site as it was at one moment.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseDto {
    /// The release.
    pub id: ReleaseId,
    /// Counts the releases of a site from 1.
    pub number: i32,
    /// What its author noted; may be empty.
    pub note: String,
    /// How many documents it has.
    pub n_documents: i32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Who made it; null when a schedule did, or when the account is gone.
    pub created_by_nickname: Option<String>,
    /// True for the one that visitors read.
    pub is_live: bool,
}

/// The releases of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReleasesDto {
    /// The newest first.
    pub releases: Vec<ReleaseDto>,
    /// When the site is published by itself; null when it is not.
    pub schedule: Option<ScheduleDto>,
}

/// When a site is published by itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleDto {
    /// When.
    pub publishes_at: DateTime<Utc>,
    /// The note of the release.
    pub note: String,
}

/// Body of `POST …/releases`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishRequest {
    /// What changed, for the list of releases: at most 500 characters; may be empty.
    pub note: String,
}

/// Body of `PUT …/schedule`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleRequest {
    /// When: within a year from now.
    pub publishes_at: DateTime<Utc>,
    /// The note of the release: at most 500 characters; may be empty.
    pub note: String,
}

stored_names! {
    /// What publishing would do with a document.
    DocumentChange
    /// It comes to the site.
    Added: "added",
    /// Its text, title or other words of it change, perhaps its address too.
    Changed: "changed",
    /// Only its place or its address changes.
    Moved: "moved",
    /// It leaves the site.
    Removed: "removed",
}

/// What publishing would change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangesDto {
    /// The release that visitors read; null before the first one.
    pub live_release: Option<ReleaseDto>,
    /// Documents that publishing would change, in the order of the site; those that leave it come last.
    pub documents: Vec<ChangedDocumentDto>,
    /// Tabs that publishing would change. Access and packages are not among them: they act at once.
    pub tabs: Vec<SettingsTab>,
    /// How many documents the site would have.
    pub n_documents: usize,
    /// Documents of the base that are not on the site.
    pub left_out: Vec<LeftOutDto>,
    /// Documents whose path differs from what their author asked for.
    pub path_problems: Vec<PathProblemDto>,
}

/// A document that publishing would change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedDocumentDto {
    /// The document.
    pub id: DocumentId,
    /// Its title; of one that leaves, the last one.
    pub title: String,
    /// What would be done with it.
    pub change: DocumentChange,
    /// Its path after that; of one that leaves, the last one.
    pub path: String,
    /// Its path now, when it would get another one; then a redirect is written.
    pub previous_path: Option<String>,
}

/// A document of the base that is not on the site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeftOutDto {
    /// The document.
    pub id: DocumentId,
    /// Its title in the editor's list.
    pub title: String,
    /// Why.
    pub reason: LeftOutReason,
}

/// A document whose path differs from what its author asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PathProblemDto {
    /// The document.
    pub id: DocumentId,
    /// Its title.
    pub title: String,
    /// The path that it has.
    pub path: String,
    /// Why it differs.
    pub problem: PathProblem,
}

/// Both texts of a document: as visitors read it, and as publishing would make it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedTextDto {
    /// The document.
    pub id: DocumentId,
    /// Title in the live release; null when it is not in it.
    pub title_before: Option<String>,
    /// Title now; null when publishing would remove it.
    pub title_after: Option<String>,
    /// Markdown in the live release; null when it is not in it.
    pub before: Option<String>,
    /// Markdown now; null when publishing would remove it.
    pub after: Option<String>,
}
