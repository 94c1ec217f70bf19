//! Wire structs.

use chrono::{DateTime, Utc};
use moyan_domain::{KnowledgeBaseId, KnowledgeBaseStatus, TeamId, stored_names};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

stored_names! {
    /// What a knowledge base is for. Source: specification §3.
    KnowledgeBaseCategory
    /// Documentation of software or an interface.
    TechDocs: "techDocs",
    /// The manual of a product.
    ProductManual: "productManual",
    /// A course.
    Tutorial: "tutorial",
    /// Anything else.
    Other: "other",
}

stored_names! {
    /// What a list of knowledge bases is ordered by.
    KnowledgeBaseSort
    /// The title.
    Title: "title",
    /// The moment of the last change.
    UpdatedAt: "updatedAt",
    /// Words of all documents.
    NWords: "nWords",
    /// Documents.
    NDocuments: "nDocuments",
    /// Views.
    NViews: "nViews",
}

stored_names! {
    /// The direction of an order.
    SortOrder
    /// The smallest or oldest first.
    Ascending: "asc",
    /// The largest or newest first.
    Descending: "desc",
}

/// A knowledge base.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KnowledgeBaseDto {
    /// The knowledge base.
    pub id: KnowledgeBaseId,
    /// The title.
    pub title: String,
    /// What it is about; may be empty.
    pub description: String,
    /// What it is for.
    pub category: KnowledgeBaseCategory,
    /// What is done with it. An archived one can only be read.
    pub status: KnowledgeBaseStatus,
    /// How often its pages were viewed.
    pub n_views: i64,
    /// Documents, deleted ones apart.
    pub n_documents: i32,
    /// Words of all documents, deleted ones apart.
    pub n_words: i64,
    /// The number of the last change of the base or of something in it.
    pub revision: i64,
    /// The revision at which title, description, category or status changed last: what `If-Match` names.
    pub settings_revision: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it or something in it changed last.
    pub updated_at: DateTime<Utc>,
    /// When it will be removed for good; absent when it is not in the bin.
    pub purges_at: Option<DateTime<Utc>>,
}

/// How many knowledge bases there are in each state, whatever state the list is asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KnowledgeBaseTotalsDto {
    /// Active ones.
    pub n_active: i64,
    /// Drafts.
    pub n_draft: i64,
    /// Archived ones.
    pub n_archived: i64,
    /// Those in the bin, in whatever state they were before.
    pub n_in_bin: i64,
}

/// Knowledge bases of a team, a page of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KnowledgeBasePageDto {
    /// In the order that was asked for.
    pub items: Vec<KnowledgeBaseDto>,
    /// What `cursor` of the next page is; absent on the last.
    pub next_cursor: Option<String>,
    /// Those that the search and the category leave, by state.
    pub totals: KnowledgeBaseTotalsDto,
}

/// Where a knowledge base is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KnowledgeBaseHomeDto {
    /// The team that has it.
    pub team_id: TeamId,
}

/// Body of `POST /api/teams/{teamId}/knowledge-bases`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateKnowledgeBaseRequest {
    /// The title: 1 to 100 characters.
    pub title: String,
    /// What it is about: up to 500 characters; empty when absent.
    #[serde(default)]
    pub description: String,
    /// What it is for; `other` when absent.
    pub category: Option<KnowledgeBaseCategory>,
    /// `active` when absent; never `archived`.
    pub status: Option<KnowledgeBaseStatus>,
}

/// Body of `PATCH /api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}`. What is absent stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateKnowledgeBaseRequest {
    /// The title: 1 to 100 characters.
    pub title: Option<String>,
    /// What it is about: up to 500 characters.
    pub description: Option<String>,
    /// What it is for.
    pub category: Option<KnowledgeBaseCategory>,
    /// Between active, draft and archived every change is allowed. Of an archived base only the status changes.
    pub status: Option<KnowledgeBaseStatus>,
}
