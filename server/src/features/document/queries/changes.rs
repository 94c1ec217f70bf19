//! Changes that were accepted, and what changed after a revision.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use moyan_domain::KnowledgeBaseId;
use moyan_foundation::schema::{accepted_changes, categories, documents, knowledge_bases, users};
use uuid::Uuid;

use super::categories::Category;
use super::documents::{Document, WrittenDocument};

/// The revision of an accepted change.
pub fn find_accepted(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    id: Uuid,
) -> QueryResult<Option<i64>> {
    accepted_changes::table
        .find((base_id, id))
        .select(accepted_changes::revision)
        .first(connection)
        .optional()
}

pub fn insert_accepted(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    id: Uuid,
    revision: i64,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::insert_into(accepted_changes::table)
        .values((
            accepted_changes::knowledge_base_id.eq(base_id),
            accepted_changes::id.eq(id),
            accepted_changes::revision.eq(revision),
            accepted_changes::created_at.eq(now),
        ))
        .execute(connection)
}

/// The newest accepted change of a base up to a revision, of those that are remembered.
pub fn find_newest_accepted(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    up_to: i64,
) -> QueryResult<Option<(i64, Uuid)>> {
    accepted_changes::table
        .filter(accepted_changes::knowledge_base_id.eq(base_id))
        .filter(accepted_changes::revision.le(up_to))
        .order((accepted_changes::revision.desc(), accepted_changes::id))
        .select((accepted_changes::revision, accepted_changes::id))
        .first(connection)
        .optional()
}

pub fn delete_accepted(connection: &mut PgConnection, before: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(accepted_changes::table.filter(accepted_changes::created_at.lt(before)))
        .execute(connection)
}

/// The newest revision of a base, also while a change is at work.
pub fn find_revision_of(connection: &mut PgConnection, base_id: KnowledgeBaseId) -> QueryResult<i64> {
    knowledge_bases::table
        .find(base_id)
        .select(knowledge_bases::revision)
        .first(connection)
}

/// What the revisions of a base are greater than, and the newest of them.
pub fn find_history_of(connection: &mut PgConnection, base_id: KnowledgeBaseId) -> QueryResult<(i64, i64)> {
    knowledge_bases::table
        .find(base_id)
        .select((knowledge_bases::history_start, knowledge_bases::revision))
        .first(connection)
}

/// A row that changed, and the bytes of its text.
#[derive(Debug, QueryableByName)]
pub struct ChangedRow {
    #[diesel(sql_type = BigInt)]
    pub revision: i64,
    #[diesel(sql_type = BigInt)]
    pub n_bytes: i64,
}

const CHANGED_ROWS: &str = "\
    SELECT revision, n_bytes FROM ( \
        SELECT revision, 0::bigint AS n_bytes FROM categories \
        WHERE knowledge_base_id = $1 AND revision > $2 AND revision <= $3 \
        UNION ALL \
        SELECT revision, CASE WHEN deleted_at IS NULL THEN octet_length(content)::bigint ELSE 0 END FROM documents \
        WHERE knowledge_base_id = $1 AND revision > $2 AND revision <= $3) changed \
    ORDER BY revision LIMIT $4";

/// The first rows that changed after a revision and not after another.
pub fn list_changed_rows(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    (since, until): (i64, i64),
    limit: i64,
) -> QueryResult<Vec<ChangedRow>> {
    sql_query(CHANGED_ROWS)
        .bind::<SqlUuid, _>(base_id)
        .bind::<BigInt, _>(since)
        .bind::<BigInt, _>(until)
        .bind::<BigInt, _>(limit)
        .load(connection)
}

/// Categories that changed after a revision and not after another, in the order of their changes.
pub fn list_changed_categories(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    (since, until): (i64, i64),
) -> QueryResult<Vec<Category>> {
    categories::table
        .filter(categories::knowledge_base_id.eq(base_id))
        .filter(categories::revision.gt(since).and(categories::revision.le(until)))
        .order(categories::revision.asc())
        .select(Category::as_select())
        .load(connection)
}

/// Documents that changed after a revision and not after another, in the order of their changes.
pub fn list_changed_documents(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    (since, until): (i64, i64),
) -> QueryResult<Vec<WrittenDocument>> {
    documents::table
        .left_join(users::table)
        .filter(documents::knowledge_base_id.eq(base_id))
        .filter(documents::revision.gt(since).and(documents::revision.le(until)))
        .order(documents::revision.asc())
        .select((Document::as_select(), users::nickname.nullable()))
        .load(connection)
}
