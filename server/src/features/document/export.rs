//! What the export of an account says about documents.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{DocumentId, KnowledgeBaseId};
use moyan_foundation::schema::document_revisions;
use serde::Serialize;
use uuid::Uuid;

/// A text that an account wrote. The text itself is the team's.
#[derive(Debug, Queryable, Selectable, Serialize)]
#[diesel(table_name = document_revisions)]
#[serde(rename_all = "camelCase")]
pub struct ExportedRevision {
    /// The knowledge base.
    pub knowledge_base_id: KnowledgeBaseId,
    /// The document.
    pub document_id: DocumentId,
    /// The title that the document had.
    pub title: String,
    /// What the device was called.
    pub device: String,
    /// When it was accepted.
    pub created_at: DateTime<Utc>,
}

/// Texts that an account wrote, the newest first.
pub fn list_revisions_by(
    connection: &mut PgConnection,
    user_id: Uuid,
    limit: i64,
) -> QueryResult<Vec<ExportedRevision>> {
    document_revisions::table
        .filter(document_revisions::user_id.eq(user_id))
        .order((
            document_revisions::created_at.desc(),
            document_revisions::revision.desc(),
        ))
        .limit(limit)
        .select(ExportedRevision::as_select())
        .load(connection)
}
