//! The table of texts that were accepted.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text, Timestamptz};
use moyan_domain::limits::{CHOSEN_REVISIONS_KEPT_DAYS, REVISIONS_PER_DOCUMENT};
use moyan_domain::{DocumentId, KnowledgeBaseId};
use moyan_foundation::schema::{document_revisions, documents, users};
use uuid::Uuid;

use crate::features::document::dto::RevisionCause;

#[derive(Insertable)]
#[diesel(table_name = document_revisions)]
pub struct NewRevision<'a> {
    pub knowledge_base_id: KnowledgeBaseId,
    pub document_id: DocumentId,
    pub revision: i64,
    pub title: &'a str,
    pub content: &'a str,
    pub cause: RevisionCause,
    pub user_id: Uuid,
    pub device: &'a str,
    pub created_at: DateTime<Utc>,
}

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = document_revisions)]
pub struct RevisionRow {
    pub revision: i64,
    pub title: String,
    #[diesel(select_expression = char_length(document_revisions::content))]
    pub n_characters: i32,
    pub cause: RevisionCause,
    #[diesel(select_expression = users::nickname.nullable())]
    pub nickname: Option<String>,
    pub device: String,
    pub created_at: DateTime<Utc>,
}

#[diesel::declare_sql_function]
extern "SQL" {
    /// Characters of a text.
    fn char_length(text: Text) -> Integer;
}

pub fn insert_revision(connection: &mut PgConnection, revision: &NewRevision<'_>) -> QueryResult<usize> {
    diesel::insert_into(document_revisions::table)
        .values(revision)
        .execute(connection)
}

/// Revisions before one, the newest first, without their texts.
pub fn list_revisions(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    document_id: DocumentId,
    before: Option<i64>,
    limit: i64,
) -> QueryResult<Vec<RevisionRow>> {
    document_revisions::table
        .left_join(users::table)
        .filter(document_revisions::knowledge_base_id.eq(base_id))
        .filter(document_revisions::document_id.eq(document_id))
        .filter(document_revisions::revision.lt(before.unwrap_or(i64::MAX)))
        .order(document_revisions::revision.desc())
        .limit(limit)
        .select(RevisionRow::as_select())
        .load(connection)
}

/// One revision with its text.
pub fn find_revision(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    document_id: DocumentId,
    revision: i64,
) -> QueryResult<Option<(RevisionRow, String)>> {
    document_revisions::table
        .find((base_id, document_id, revision))
        .left_join(users::table)
        .select((RevisionRow::as_select(), document_revisions::content))
        .first(connection)
        .optional()
}

/// Of the texts that are older than `from` and not older than `to`, keeps the newest of each `bucket_s` seconds.
/// A text that a newer one follows in its bucket goes, so the newest of a document stays.
const THIN: &str = "\
    DELETE FROM document_revisions old \
    WHERE old.created_at < $1 AND old.created_at >= $2 \
      AND (old.cause = 'edit' OR old.created_at < $3) \
      AND EXISTS (SELECT FROM document_revisions newer \
                  WHERE newer.knowledge_base_id = old.knowledge_base_id AND newer.document_id = old.document_id \
                    AND newer.revision > old.revision \
                    AND floor(extract(epoch FROM newer.created_at) / $4) = floor(extract(epoch FROM old.created_at) / $4))";

/// Removes texts between others that were written soon before or after them. Source: `docs/sync.md`, the past.
pub fn thin_revisions(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    (from, to): (TimeDelta, TimeDelta),
    bucket: TimeDelta,
) -> QueryResult<usize> {
    let chosen = now - TimeDelta::days(CHOSEN_REVISIONS_KEPT_DAYS);
    sql_query(THIN)
        .bind::<Timestamptz, _>(now - from)
        .bind::<Timestamptz, _>(now - to)
        .bind::<Timestamptz, _>(chosen)
        .bind::<BigInt, _>(bucket.num_seconds())
        .execute(connection)
}

/// The newest never goes. Of the others the last one of each bucket goes last, so that an hour of typing does not take
/// the days before it away, and before these the chosen ones.
const LIMIT_REVISIONS: &str = "\
    DELETE FROM document_revisions old USING ( \
        SELECT knowledge_base_id, document_id, revision, row_number() OVER ( \
            PARTITION BY knowledge_base_id, document_id \
            ORDER BY is_newest DESC, is_last DESC, (cause <> 'edit' AND created_at >= $2) DESC, revision DESC) AS n \
        FROM (SELECT knowledge_base_id, document_id, revision, cause, created_at, \
                     revision = max(revision) OVER (PARTITION BY knowledge_base_id, document_id) AS is_newest, \
                     revision = max(revision) OVER (PARTITION BY knowledge_base_id, document_id, created_at < $3, \
                         floor(extract(epoch FROM created_at) / CASE WHEN created_at < $3 THEN $5 ELSE $4 END)) AS is_last \
              FROM document_revisions \
              WHERE (knowledge_base_id, document_id) IN ( \
                  SELECT knowledge_base_id, document_id FROM document_revisions \
                  GROUP BY knowledge_base_id, document_id HAVING count(*) > $1)) busy) ranked \
    WHERE ranked.n > $1 AND old.knowledge_base_id = ranked.knowledge_base_id \
      AND old.document_id = ranked.document_id AND old.revision = ranked.revision";

/// Removes texts of documents that have too many, where they are densest first. Those after `now - dense` are in buckets
/// of the first length, the others in buckets of the second.
pub fn limit_revisions(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    dense: TimeDelta,
    buckets: (TimeDelta, TimeDelta),
) -> QueryResult<usize> {
    let chosen = now - TimeDelta::days(CHOSEN_REVISIONS_KEPT_DAYS);
    sql_query(LIMIT_REVISIONS)
        .bind::<BigInt, _>(REVISIONS_PER_DOCUMENT)
        .bind::<Timestamptz, _>(chosen)
        .bind::<Timestamptz, _>(now - dense)
        .bind::<BigInt, _>(buckets.0.num_seconds())
        .bind::<BigInt, _>(buckets.1.num_seconds())
        .execute(connection)
}

/// Removes the past of documents that were deleted before a moment.
pub fn delete_revisions_of_tombstones(
    connection: &mut PgConnection,
    before: DateTime<Utc>,
) -> QueryResult<usize> {
    let expired = documents::table
        .filter(documents::deleted_at.lt(before))
        .filter(documents::knowledge_base_id.eq(document_revisions::knowledge_base_id))
        .filter(documents::id.eq(document_revisions::document_id));
    diesel::delete(document_revisions::table.filter(diesel::dsl::exists(expired))).execute(connection)
}
