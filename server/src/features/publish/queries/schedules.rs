//! Documents that are published alone at a moment.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{DocumentId, KnowledgeBaseId, SiteId};
use moyan_foundation::schema::{document_schedules, documents};

/// When a document is published, with its title in the base and why it was not.
#[derive(Clone, Debug, Queryable)]
pub struct DocumentSchedule {
    pub document_id: DocumentId,
    pub publishes_at: DateTime<Utc>,
    pub failure: Option<String>,
    pub title: Option<String>,
}

/// The documents of a site that wait for their moment or missed it, the next one first.
pub fn list_document_schedules(
    connection: &mut PgConnection,
    site_id: SiteId,
    base_id: Option<KnowledgeBaseId>,
) -> QueryResult<Vec<DocumentSchedule>> {
    let own = documents::id
        .eq(document_schedules::document_id)
        .and(documents::knowledge_base_id.nullable().eq(base_id));
    document_schedules::table
        .left_join(documents::table.on(own))
        .filter(document_schedules::site_id.eq(site_id))
        .order((document_schedules::publishes_at, document_schedules::document_id))
        .select((
            document_schedules::document_id,
            document_schedules::publishes_at,
            document_schedules::failure,
            documents::title.nullable(),
        ))
        .load(connection)
}

/// The documents of a site that wait for their moment.
pub fn list_waiting(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<HashSet<DocumentId>> {
    let waiting: Vec<DocumentId> = document_schedules::table
        .filter(document_schedules::site_id.eq(site_id))
        .filter(document_schedules::failure.is_null())
        .select(document_schedules::document_id)
        .load(connection)?;
    Ok(waiting.into_iter().collect())
}

/// Says when a document is published, in the place of what was said before.
pub fn put_document_schedule(
    connection: &mut PgConnection,
    site_id: SiteId,
    document_id: DocumentId,
    publishes_at: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::insert_into(document_schedules::table)
        .values((
            document_schedules::site_id.eq(site_id),
            document_schedules::document_id.eq(document_id),
            document_schedules::publishes_at.eq(publishes_at),
        ))
        .on_conflict((document_schedules::site_id, document_schedules::document_id))
        .do_update()
        .set((
            document_schedules::publishes_at.eq(publishes_at),
            document_schedules::failure.eq(None::<String>),
        ))
        .execute(connection)
}

/// Forgets when documents are published.
pub fn delete_document_schedules(
    connection: &mut PgConnection,
    site_id: SiteId,
    document_ids: &[DocumentId],
) -> QueryResult<usize> {
    diesel::delete(document_schedules::table)
        .filter(document_schedules::site_id.eq(site_id))
        .filter(document_schedules::document_id.eq_any(document_ids))
        .execute(connection)
}

/// The documents of a site that still wait for this moment.
pub fn list_waiting_for(
    connection: &mut PgConnection,
    site_id: SiteId,
    publishes_at: DateTime<Utc>,
) -> QueryResult<HashSet<DocumentId>> {
    let ids: Vec<DocumentId> = document_schedules::table
        .filter(document_schedules::site_id.eq(site_id))
        .filter(document_schedules::publishes_at.eq(publishes_at))
        .filter(document_schedules::failure.is_null())
        .select(document_schedules::document_id)
        .load(connection)?;
    Ok(ids.into_iter().collect())
}

/// Forgets the documents of a site that missed their moment, but for some.
pub fn delete_failed_schedules(
    connection: &mut PgConnection,
    site_id: SiteId,
    but: &HashSet<DocumentId>,
) -> QueryResult<usize> {
    diesel::delete(document_schedules::table)
        .filter(document_schedules::site_id.eq(site_id))
        .filter(document_schedules::failure.is_not_null())
        .filter(document_schedules::document_id.ne_all(but))
        .execute(connection)
}

/// Notes why a document was not published, unless its moment was changed meanwhile.
pub fn fail_document_schedule(
    connection: &mut PgConnection,
    site_id: SiteId,
    document_id: DocumentId,
    publishes_at: DateTime<Utc>,
    failure: &str,
) -> QueryResult<usize> {
    diesel::update(document_schedules::table.find((site_id, document_id)))
        .filter(document_schedules::publishes_at.eq(publishes_at))
        .set(document_schedules::failure.eq(failure))
        .execute(connection)
}

/// The documents that are due to be published, the longest due first.
pub fn list_due_documents(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> QueryResult<Vec<(SiteId, DocumentId, DateTime<Utc>)>> {
    document_schedules::table
        .filter(document_schedules::failure.is_null())
        .filter(document_schedules::publishes_at.le(now))
        .order((document_schedules::publishes_at, document_schedules::document_id))
        .select((
            document_schedules::site_id,
            document_schedules::document_id,
            document_schedules::publishes_at,
        ))
        .load(connection)
}
