//! Wire structs. `docs/sync.md` has the protocol.

use chrono::{DateTime, Utc};
use moyan_domain::{CategoryId, DocumentId, KnowledgeBaseId, is_unprintable, stored_names};
use moyan_foundation::error::Refusal;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

stored_names! {
    /// Why a revision of a text exists.
    RevisionCause
    /// It was written.
    Edit: "edit",
    /// An older revision became the newest.
    Restore: "restore",
    /// It resolved a conflict.
    Merge: "merge",
}

stored_names! {
    /// What became of a change.
    ChangeOutcome
    /// It is done, now or earlier.
    Accepted: "accepted",
    /// Somebody else changed the document since the revision that the change was made on. Nothing was done.
    Conflict: "conflict",
    /// It cannot be done; `error` says why. Nothing was done.
    Refused: "refused",
}

/// Body of `POST …/knowledge-bases/{knowledgeBaseId}/changes`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushRequest {
    /// What the author's device is called, for the history; cut after 100 characters.
    #[serde(default)]
    pub device: String,
    /// What the browser pulled last; none before its first pull.
    pub seen: Option<Seen>,
    /// The changes in their order, at most 100.
    pub changes: Vec<Change>,
}

/// What a browser has seen of a base.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Seen {
    /// The `revision` of its last pull.
    pub revision: i64,
    /// The `lastChange` of the answer before, of a pull or a push.
    pub last_change: Option<String>,
}

/// A change that a browser made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Change {
    /// Makes a category, changes it or brings it back.
    PutCategory(PutCategory),
    /// Makes a document, changes its title, path or text, or brings it back.
    PutText(PutText),
    /// Moves a document.
    PutPlace(PutPlace),
    /// Deletes a document; those below it move to its parent.
    DeleteDocument(DeleteDocument),
    /// Deletes an empty category.
    DeleteCategory(DeleteCategory),
}

impl Change {
    /// The ID that the browser gave it.
    pub fn id(&self) -> Uuid {
        match self {
            Self::PutCategory(change) => change.id,
            Self::PutText(change) => change.id,
            Self::PutPlace(change) => change.id,
            Self::DeleteDocument(change) => change.id,
            Self::DeleteCategory(change) => change.id,
        }
    }
}

/// Makes a category, changes it or brings it back.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutCategory {
    /// Made once for the change; stays for every repetition.
    pub id: Uuid,
    /// The category.
    pub category_id: CategoryId,
    /// The name: 1 to 100 characters.
    pub name: String,
    /// What stands for it in addresses: small letters, digits, hyphens and underscores.
    pub slug: String,
    /// The kind; `docs` when absent.
    #[serde(default = "docs")]
    pub category_kind: String,
    /// What it is about: up to 500 characters.
    #[serde(default)]
    pub description: String,
    /// Its place among the categories.
    pub position: f64,
}

fn docs() -> String {
    "docs".to_owned()
}

/// Where a document stands in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The category.
    pub category_id: CategoryId,
    /// The document above it; none at the top.
    pub parent_id: Option<DocumentId>,
    /// Its place among those beside it.
    pub position: f64,
}

/// A line without characters that hide something or turn its direction: it stands in lists of others. NUL stays, by
/// which a text is refused.
fn printable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let lines = text.replace(['\t', '\n', '\r'], " ");
    Ok(lines
        .chars()
        .filter(|character| *character == '\0' || !is_unprintable(*character))
        .collect())
}

/// Makes a document, changes its title, path or text, or brings it back.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutText {
    /// Made once for the change; stays for every repetition.
    pub id: Uuid,
    /// The document.
    pub document_id: DocumentId,
    /// The `textRevision` that the text was written on; 0 for a document that the browser made.
    pub base_revision: i64,
    /// The title: up to 200 characters. Those that nobody sees are left out.
    #[serde(deserialize_with = "printable")]
    pub title: String,
    /// True when the author gave the title; else it follows the text.
    #[serde(default)]
    pub is_named: bool,
    /// The path below the site that the author gave; may be empty.
    #[serde(default)]
    pub router_path: String,
    /// Markdown with its front matter: up to 1 MB.
    pub content: String,
    /// Why it is written; `edit` when absent.
    pub cause: Option<RevisionCause>,
    /// Where the document stands, if it is new or comes back from deletion.
    pub place: Option<Place>,
    /// When the author made the document, if it is new.
    pub created_at: Option<DateTime<Utc>>,
}

/// Moves a document.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutPlace {
    /// Made once for the change; stays for every repetition.
    pub id: Uuid,
    /// The document.
    pub document_id: DocumentId,
    /// Where it goes.
    #[serde(flatten)]
    pub place: Place,
}

/// Deletes a document.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteDocument {
    /// Made once for the change; stays for every repetition.
    pub id: Uuid,
    /// The document.
    pub document_id: DocumentId,
    /// The `textRevision` that its author had seen.
    pub base_revision: i64,
}

/// Deletes an empty category.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteCategory {
    /// Made once for the change; stays for every repetition.
    pub id: Uuid,
    /// The category.
    pub category_id: CategoryId,
}

/// What became of the changes of a push.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushDto {
    /// The newest revision of the base.
    pub revision: i64,
    /// Names the newest accepted change, for the next request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_change: Option<String>,
    /// One for each change, in order.
    pub results: Vec<ChangeResultDto>,
}

/// What became of a change.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeResultDto {
    /// The change.
    pub id: Uuid,
    /// What became of it.
    pub outcome: ChangeOutcome,
    /// For an accepted change: the revision of its row, which is the `textRevision` of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<i64>,
    /// For a conflict: the document as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<DocumentDto>,
    /// For a refused change: the key of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl ChangeResultDto {
    /// It is done.
    pub fn accepted(id: Uuid, revision: i64) -> Self {
        Self {
            id,
            outcome: ChangeOutcome::Accepted,
            revision: Some(revision),
            current: None,
            error: None,
        }
    }

    /// Somebody was faster.
    pub fn conflict(id: Uuid, current: DocumentDto) -> Self {
        Self {
            id,
            outcome: ChangeOutcome::Conflict,
            revision: None,
            current: Some(current),
            error: None,
        }
    }

    /// It cannot be done.
    pub fn refused(id: Uuid, refusal: Refusal) -> Self {
        Self {
            id,
            outcome: ChangeOutcome::Refused,
            revision: None,
            current: None,
            error: Some(refusal.key().to_owned()),
        }
    }
}

/// What changed in a base after a revision.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PullDto {
    /// Revisions up to this one are from before the server was restored; 0 when it never was.
    pub history_start: i64,
    /// What `since` of the next request is.
    pub revision: i64,
    /// Names the newest accepted change up to this revision, for the next request; none when none is remembered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_change: Option<String>,
    /// True when there is more: ask again.
    pub has_more: bool,
    /// Categories, tombstones included.
    pub categories: Vec<CategoryDto>,
    /// Documents, tombstones included; the text of a tombstone is left out.
    pub documents: Vec<DocumentDto>,
}

/// A category of documents.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryDto {
    /// The category: the browser's UUID, unique within its base.
    pub id: CategoryId,
    /// The name.
    pub name: String,
    /// What stands for it in addresses.
    pub slug: String,
    /// The kind.
    pub category_kind: String,
    /// What it is about; may be empty.
    pub description: String,
    /// Its place among the categories.
    pub position: f64,
    /// The revision of the base at which it changed last.
    pub revision: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it changed last.
    pub updated_at: DateTime<Utc>,
    /// When it was deleted; absent when it was not.
    pub deleted_at: Option<DateTime<Utc>>,
}

/// A document.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentDto {
    /// The document: the browser's UUID, unique within its base.
    pub id: DocumentId,
    /// The category.
    pub category_id: CategoryId,
    /// The document above it; absent at the top.
    pub parent_id: Option<DocumentId>,
    /// Its place among those beside it.
    pub position: f64,
    /// The title.
    pub title: String,
    /// True when the author gave the title; else it follows the text.
    pub is_named: bool,
    /// The path below the site that the author gave; may be empty.
    pub router_path: String,
    /// Markdown with its front matter.
    pub content: String,
    /// Words, as the editor counts them.
    pub n_words: i32,
    /// The revision of the base at which title, path or text changed last.
    pub text_revision: i64,
    /// The revision at which category, parent or position changed last, or the document was deleted.
    pub place_revision: i64,
    /// The greater of both: what a pull compares.
    pub revision: i64,
    /// When the author made it.
    pub created_at: DateTime<Utc>,
    /// When its text changed last.
    pub updated_at: DateTime<Utc>,
    /// Who wrote the text; absent when the account is gone.
    pub updated_by_nickname: Option<String>,
    /// When it was deleted; absent when it was not.
    pub deleted_at: Option<DateTime<Utc>>,
}

/// A text that the server accepted, without the text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevisionDto {
    /// The revision of the base at which it was accepted.
    pub revision: i64,
    /// The title that the document had.
    pub title: String,
    /// Characters of the text.
    pub n_characters: i32,
    /// Why it exists.
    pub cause: RevisionCause,
    /// Who wrote it; absent when the account is gone.
    pub nickname: Option<String>,
    /// What the author's device is called; may be empty.
    pub device: String,
    /// When it was accepted.
    pub created_at: DateTime<Utc>,
}

/// The past of a document, a page of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevisionPageDto {
    /// The newest first.
    pub items: Vec<RevisionDto>,
    /// What `cursor` of the next page is; absent on the last.
    pub next_cursor: Option<String>,
}

/// A text that the server accepted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevisionTextDto {
    /// The revision of the base at which it was accepted.
    pub revision: i64,
    /// The title that the document had.
    pub title: String,
    /// Markdown with its front matter.
    pub content: String,
    /// Why it exists.
    pub cause: RevisionCause,
    /// Who wrote it; absent when the account is gone.
    pub nickname: Option<String>,
    /// What the author's device is called; may be empty.
    pub device: String,
    /// When it was accepted.
    pub created_at: DateTime<Utc>,
}

/// Body of `POST /api/teams/{teamId}/sync`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeartbeatRequest {
    /// The document that is open in the page; absent when none is.
    pub open: Option<OpenDocument>,
}

/// A document that somebody has open.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenDocument {
    /// Its base.
    pub knowledge_base_id: KnowledgeBaseId,
    /// The document.
    pub document_id: DocumentId,
}

/// What changed elsewhere, and who else is there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeartbeatDto {
    /// The bases of the team, those in the bin apart.
    pub knowledge_bases: Vec<BaseRevisionDto>,
    /// Other accounts that have a document of the team open.
    pub presences: Vec<PresenceDto>,
}

/// How far a base has come.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BaseRevisionDto {
    /// The base.
    pub id: KnowledgeBaseId,
    /// Its newest revision.
    pub revision: i64,
}

/// Somebody who has a document open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PresenceDto {
    /// The base of the document.
    pub knowledge_base_id: KnowledgeBaseId,
    /// The document.
    pub document_id: DocumentId,
    /// The account.
    pub user_id: Uuid,
    /// The name that others see.
    pub nickname: String,
    /// The path of the picture, when there is one.
    pub avatar_url: Option<String>,
}
