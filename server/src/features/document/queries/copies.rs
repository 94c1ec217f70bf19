//! Copies of what is in a base.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use moyan_domain::KnowledgeBaseId;
use uuid::Uuid;

const COPY_CATEGORIES: &str = "\
    INSERT INTO categories (knowledge_base_id, id, name, slug, kind, description, position, revision, created_at, updated_at) \
    SELECT $2, id, name, slug, kind, description, position, $3 + row_number() OVER (ORDER BY position, id), $4, $4 \
    FROM categories WHERE knowledge_base_id = $1 AND deleted_at IS NULL";

/// Copies the categories of a base; tombstones stay behind. Revisions follow `revision`. Returns how many there are.
pub fn copy_categories(
    connection: &mut PgConnection,
    from: KnowledgeBaseId,
    to: KnowledgeBaseId,
    revision: i64,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    sql_query(COPY_CATEGORIES)
        .bind::<SqlUuid, _>(from)
        .bind::<SqlUuid, _>(to)
        .bind::<BigInt, _>(revision)
        .bind::<Timestamptz, _>(now)
        .execute(connection)
}

const COPY_DOCUMENTS: &str = "\
    INSERT INTO documents (knowledge_base_id, id, category_id, parent_id, position, title, is_named, router_path, content, \
        n_words, text_revision, place_revision, revision, created_at, updated_at, updated_by_id) \
    SELECT $2, id, category_id, parent_id, position, title, is_named, router_path, content, \
        n_words, $3 + n, $3 + n, $3 + n, created_at, $4, $5 \
    FROM (SELECT *, row_number() OVER (ORDER BY revision) AS n \
          FROM documents WHERE knowledge_base_id = $1 AND deleted_at IS NULL) original";

/// Copies the documents of a base; tombstones stay behind. Revisions follow `revision`. Returns how many there are.
pub fn copy_documents(
    connection: &mut PgConnection,
    from: KnowledgeBaseId,
    to: KnowledgeBaseId,
    revision: i64,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    sql_query(COPY_DOCUMENTS)
        .bind::<SqlUuid, _>(from)
        .bind::<SqlUuid, _>(to)
        .bind::<BigInt, _>(revision)
        .bind::<Timestamptz, _>(now)
        .bind::<SqlUuid, _>(user_id)
        .execute(connection)
}

const COPY_REVISIONS: &str = "\
    INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause, user_id, created_at) \
    SELECT knowledge_base_id, id, text_revision, title, content, 'edit', updated_by_id, updated_at \
    FROM documents WHERE knowledge_base_id = $1";

/// Gives each document of a fresh copy its first revision.
pub fn insert_first_revisions(connection: &mut PgConnection, id: KnowledgeBaseId) -> QueryResult<usize> {
    sql_query(COPY_REVISIONS)
        .bind::<SqlUuid, _>(id)
        .execute(connection)
}

#[derive(QueryableByName)]
struct Texts {
    #[diesel(sql_type = BigInt)]
    n_documents: i64,
    #[diesel(sql_type = BigInt)]
    n_bytes: i64,
}

/// Documents of a base, tombstones apart, and the bytes of their texts.
pub fn count_texts(connection: &mut PgConnection, id: KnowledgeBaseId) -> QueryResult<(usize, usize)> {
    let texts: Texts = sql_query(
        "SELECT count(*) AS n_documents, coalesce(sum(octet_length(content)), 0)::bigint AS n_bytes \
         FROM documents WHERE knowledge_base_id = $1 AND deleted_at IS NULL",
    )
    .bind::<SqlUuid, _>(id)
    .get_result(connection)?;
    let whole = |number| usize::try_from(number).unwrap_or(usize::MAX);
    Ok((whole(texts.n_documents), whole(texts.n_bytes)))
}
