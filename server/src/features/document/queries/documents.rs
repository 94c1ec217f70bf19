//! The table of documents.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{CategoryId, DocumentId, KnowledgeBaseId};
use moyan_foundation::schema::{documents, users};
use uuid::Uuid;

#[derive(Clone, Debug, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = documents, treat_none_as_null = true)]
pub struct Document {
    pub knowledge_base_id: KnowledgeBaseId,
    pub id: DocumentId,
    pub category_id: CategoryId,
    pub parent_id: Option<DocumentId>,
    pub position: f64,
    pub title: String,
    pub is_named: bool,
    pub router_path: String,
    pub content: String,
    pub n_words: i32,
    pub text_revision: i64,
    pub place_revision: i64,
    pub revision: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub updated_by_id: Option<Uuid>,
    pub deleted_at: Option<DateTime<Utc>>,
}

/// A document or its tombstone, and who wrote it.
pub type WrittenDocument = (Document, Option<String>);

/// A document, or its tombstone.
pub fn find_document(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    id: DocumentId,
) -> QueryResult<Option<WrittenDocument>> {
    documents::table
        .find((base_id, id))
        .left_join(users::table)
        .select((Document::as_select(), users::nickname.nullable()))
        .first(connection)
        .optional()
}

pub fn insert_document(connection: &mut PgConnection, document: &Document) -> QueryResult<usize> {
    diesel::insert_into(documents::table)
        .values(document)
        .execute(connection)
}

pub fn update_document(connection: &mut PgConnection, document: &Document) -> QueryResult<usize> {
    diesel::update(documents::table.find((document.knowledge_base_id, document.id)))
        .set(document)
        .execute(connection)
}

/// Removes title, path and text of documents that were deleted before a moment. The rows stay, so that a browser
/// that was away learns of the deletion.
pub fn clear_tombstones(connection: &mut PgConnection, before: DateTime<Utc>) -> QueryResult<usize> {
    diesel::update(documents::table)
        .filter(documents::deleted_at.lt(before))
        .filter(
            documents::content
                .ne("")
                .or(documents::title.ne(""))
                .or(documents::router_path.ne("")),
        )
        .set((
            documents::content.eq(""),
            documents::title.eq(""),
            documents::router_path.eq(""),
            documents::n_words.eq(0),
        ))
        .execute(connection)
}
