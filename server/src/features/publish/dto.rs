//! Wire structs.

use chrono::{DateTime, Utc};
use moyan_domain::gate::{AccessLevel, Audience, DecidingRule};
use moyan_domain::limits::RELEASE_NOTE_MAX_CHARS;
use moyan_domain::{DocumentId, ReleaseId, stored_names};
use moyan_foundation::schema_limits::text;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::matching::ProposalReason;
use super::paths::PathProblem;
use super::plan::LeftOutReason;
use crate::features::site::settings::{AccessRules, SettingsTab};

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
    /// Documents that are published alone at a moment, or were not when it came; the next one first.
    pub documents: Vec<DocumentScheduleDto>,
}

/// When a document is published alone.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentScheduleDto {
    /// The document.
    pub document_id: DocumentId,
    /// Its title in the editor's list.
    pub title: String,
    /// When it is published.
    pub publishes_at: DateTime<Utc>,
    /// The key of what kept it from being published then; null while it waits.
    pub failure: Option<String>,
}

/// Body of `PUT …/schedule/{documentId}`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleDocumentRequest {
    /// When to publish it: within a year from now.
    pub publishes_at: DateTime<Utc>,
}

/// When a site is published by itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleDto {
    /// When it is published.
    pub publishes_at: DateTime<Utc>,
    /// The note of the release.
    pub note: String,
}

/// Body of `POST …/releases`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishRequest {
    /// What changed, for the list of releases; may be empty.
    #[schema(example = json!(text(0..=RELEASE_NOTE_MAX_CHARS)))]
    pub note: String,
    /// The document that is published alone: everything else stays as visitors read it. The whole site when absent.
    pub document_id: Option<DocumentId>,
}

/// Body of `PUT …/schedule`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleRequest {
    /// When to publish it: within a year from now.
    pub publishes_at: DateTime<Utc>,
    /// The note of the release; may be empty.
    #[schema(example = json!(text(0..=RELEASE_NOTE_MAX_CHARS)))]
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

/// What pages of the site would not show: diagrams that nobody has drawn, and images that nobody can load.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingMediaDto {
    /// The documents that hold them, in the order of the site.
    pub documents: Vec<DocumentMissingMediaDto>,
    /// Whether there are more diagrams than these: ask again when they are drawn.
    pub has_more: bool,
}

/// A document that would not show all of its diagrams and images.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentMissingMediaDto {
    /// The document.
    pub id: DocumentId,
    /// Its title.
    pub title: String,
    /// Sources of diagrams that nobody has drawn, as `PUT …/diagrams/{diagramHash}` names them by their SHA-256.
    pub sources: Vec<String>,
    /// Addresses of images that nobody can load, shortened: files that the base does not have, and names of files on
    /// the author's device. At most 100 of a site are told.
    pub images: Vec<String>,
}

/// What publishing would change of the settings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedSettingsDto {
    /// Tabs that publishing would change. Access and packages are not among them: they act at once.
    pub tabs: Vec<ChangedTabDto>,
}

/// A tab that publishing would change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedTabDto {
    /// The tab.
    pub tab: SettingsTab,
    /// What it holds in the live release; null before the first one.
    #[schema(value_type = Option<std::collections::HashMap<String, serde_json::Value>>)]
    pub before: Option<Value>,
    /// What it holds now.
    #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
    pub after: Value,
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
    /// Why it is left out.
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

/// Body of `POST …/access/simulate`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SimulateAccessRequest {
    /// The document; the first one of the site when absent.
    pub document_id: Option<DocumentId>,
    /// Who reads it.
    pub audience: Audience,
    /// Rules that are not saved yet; the saved ones when absent.
    pub access: Option<AccessRules>,
}

/// What rules of access do, by the gate itself.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessSimulationDto {
    /// The document that was asked for; null when the site has none.
    pub document: Option<SimulatedDocumentDto>,
    /// Up to three documents of which the audience sees the beginning: the first, one in the middle, the last.
    pub samples: Vec<SimulatedDocumentDto>,
    /// What changes for guests, then for those who are logged in and no members.
    pub impact: Vec<AudienceImpactDto>,
    /// How many addresses that guests can read now would be as if they did not exist.
    pub n_vanishing: usize,
    /// The first of them: at most 20.
    pub vanishing: Vec<PageAddressDto>,
}

/// What an audience sees of a document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SimulatedDocumentDto {
    /// The document.
    pub id: DocumentId,
    /// Its title.
    pub title: String,
    /// How much is shown.
    pub level: AccessLevel,
    /// The rule that decided.
    pub rule: DecidingRule,
    /// True when some of the text is kept back.
    pub is_cut: bool,
    /// Characters that are shown, as `partial` counts them.
    pub n_chars_shown: usize,
    /// Characters of the whole text.
    pub n_chars: usize,
    /// The last characters that are shown: at most 40.
    pub ending: String,
}

/// What an audience sees of how many documents, and what differs from the saved rules.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AudienceImpactDto {
    /// Who reads.
    pub audience: Audience,
    /// Documents of which all is shown.
    pub n_free: usize,
    /// Documents of which the beginning is shown.
    pub n_partial: usize,
    /// Those of them that are so short that all of them is shown.
    pub n_whole: usize,
    /// Documents whose text is for members.
    pub n_members: usize,
    /// Documents that are as if they did not exist.
    pub n_hidden: usize,
    /// Documents of which more would be shown than now.
    pub n_opened: usize,
    /// Documents of which less would be shown than now.
    pub n_closed: usize,
    /// Those of them that would be hidden.
    pub n_newly_hidden: usize,
}

/// A page of a document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageAddressDto {
    /// The path.
    pub path: String,
    /// The title of the document.
    pub title: String,
}

/// What binding another base would do to the addresses that visitors read now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BaseComparisonDto {
    /// How many documents the site would have.
    pub n_documents: usize,
    /// How many addresses stay.
    pub n_kept: usize,
    /// How many addresses come to the site.
    pub n_gained: usize,
    /// The first of them: at most 20.
    pub gained: Vec<PageAddressDto>,
    /// How many addresses visitors would not find any more.
    pub n_lost: usize,
    /// The first of them: at most 1,000. An address whose document is in the other base too gets its redirect with the
    /// next release and is not among them.
    pub lost: Vec<LostAddressDto>,
}

/// An address that visitors would not find any more.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LostAddressDto {
    /// The path.
    pub path: String,
    /// The title of its document.
    pub title: String,
    /// Where it could lead; null when nothing of the other base is like it, or when it has a redirect already.
    pub proposal: Option<RedirectProposalDto>,
}

/// Where an address could lead.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedirectProposalDto {
    /// The path.
    pub to: String,
    /// The title of its document, or the name of its category.
    pub title: String,
    /// Why it is proposed.
    pub reason: ProposalReason,
}
