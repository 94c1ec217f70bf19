//! Releases and what is in them.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::dsl::max;
use diesel::prelude::*;
use moyan_domain::{CategoryId, DocumentId, KnowledgeBaseId, ReleaseId, SiteId, stored_names};
use moyan_foundation::schema::{documents, files, release_documents, release_files, releases, sites, users};
use serde_json::Value;
use uuid::Uuid;

use super::base::{FileColumns, by_name};
use crate::features::publish::content::FileRef;

/// Rows of one statement: a statement has at most 65,535 parameters.
pub(super) const ROWS_AT_ONCE: usize = 1_000;

/// A release, frozen.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = releases)]
pub struct ReleaseRow {
    pub id: ReleaseId,
    pub number: i32,
    pub settings: Value,
    pub categories: Value,
    pub knowledge_base_id: Option<KnowledgeBaseId>,
    pub created_at: DateTime<Utc>,
}

/// A release as lists show it, and who made it.
pub type ListedRelease = (ListedReleaseRow, Option<String>);

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = releases)]
pub struct ListedReleaseRow {
    pub id: ReleaseId,
    pub number: i32,
    pub note: String,
    pub n_documents: i32,
    pub created_at: DateTime<Utc>,
}

#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = release_documents)]
pub struct ReleaseDocument {
    pub release_id: ReleaseId,
    pub document_id: DocumentId,
    pub category_id: CategoryId,
    pub parent_id: Option<DocumentId>,
    pub position: i32,
    pub path: String,
    pub title: String,
    pub sidebar_label: String,
    pub description: String,
    pub tags: Value,
    pub date: String,
    pub n_words: i32,
    pub text_revision: i64,
    pub changed_at: DateTime<Utc>,
    pub rendered_hash: String,
}

stored_names! {
    /// How far a release is.
    ReleaseStatus
    /// It is being made.
    Building: "building",
    /// It is whole.
    Ready: "ready",
}

/// A release that is begun.
#[derive(Insertable)]
#[diesel(table_name = releases)]
pub struct NewRelease<'a> {
    pub id: ReleaseId,
    pub site_id: SiteId,
    pub number: i32,
    pub status: ReleaseStatus,
    pub note: &'a str,
    pub settings: Value,
    pub categories: Value,
    pub engine_version: &'static str,
    pub created_by_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
}

/// Locks a site until the transaction ends: its releases are numbered and swapped one after the other.
pub fn lock_site(connection: &mut PgConnection, id: SiteId) -> QueryResult<Option<SiteId>> {
    sites::table
        .find(id)
        .select(sites::id)
        .for_no_key_update()
        .first(connection)
        .optional()
}

/// The greatest number of a site's releases; 0 without one.
pub fn find_last_number(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<i32> {
    let number: Option<i32> = releases::table
        .filter(releases::site_id.eq(site_id))
        .select(max(releases::number))
        .first(connection)?;
    Ok(number.unwrap_or_default())
}

pub fn insert_release(connection: &mut PgConnection, release: &NewRelease<'_>) -> QueryResult<usize> {
    diesel::insert_into(releases::table)
        .values(release)
        .execute(connection)
}

/// Locks a release that is being built until the transaction ends; false when it was given up meanwhile.
pub fn lock_building(connection: &mut PgConnection, id: ReleaseId) -> QueryResult<bool> {
    releases::table
        .find(id.0)
        .filter(releases::status.eq(ReleaseStatus::Building))
        .select(releases::id)
        .for_update()
        .first::<Uuid>(connection)
        .optional()
        .map(|found| found.is_some())
}

/// Completes a release that is being built.
pub fn complete_release(
    connection: &mut PgConnection,
    id: ReleaseId,
    settings: &Value,
    categories: &Value,
    n_documents: i32,
    knowledge_base_id: Option<KnowledgeBaseId>,
) -> QueryResult<usize> {
    diesel::update(
        releases::table
            .find(id.0)
            .filter(releases::status.eq(ReleaseStatus::Building)),
    )
    .set((
        releases::status.eq(ReleaseStatus::Ready),
        releases::settings.eq(settings),
        releases::categories.eq(categories),
        releases::n_documents.eq(n_documents),
        releases::knowledge_base_id.eq(knowledge_base_id),
    ))
    .execute(connection)
}

pub fn insert_documents(connection: &mut PgConnection, rows: &[ReleaseDocument]) -> QueryResult<()> {
    for rows in rows.chunks(ROWS_AT_ONCE) {
        diesel::insert_into(release_documents::table)
            .values(rows)
            .execute(connection)?;
    }
    Ok(())
}

pub fn insert_files(
    connection: &mut PgConnection,
    id: ReleaseId,
    named: &HashMap<String, FileRef>,
) -> QueryResult<()> {
    let mut rows: Vec<_> = named
        .iter()
        .map(|(name, file)| {
            (
                release_files::release_id.eq(id),
                release_files::name.eq(name),
                release_files::file_hash.eq(&file.hash),
            )
        })
        .collect();
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(ROWS_AT_ONCE));
        diesel::insert_into(release_files::table)
            .values(rows)
            .execute(connection)?;
        rows = rest;
    }
    Ok(())
}

/// Whether a release that was begun after this one is complete: that one has the last word.
pub fn has_newer_release(connection: &mut PgConnection, site_id: SiteId, number: i32) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(
        releases::table
            .filter(releases::site_id.eq(site_id))
            .filter(releases::status.eq(ReleaseStatus::Ready))
            .filter(releases::number.gt(number)),
    ))
    .get_result(connection)
}

/// Makes a release the one that visitors read.
pub fn update_live_release(
    connection: &mut PgConnection,
    site_id: SiteId,
    release_id: ReleaseId,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(sites::table.find(site_id))
        .set((
            sites::live_release_id.eq(release_id),
            sites::generation.eq(sites::generation + 1),
            sites::updated_at.eq(now),
        ))
        .execute(connection)
}

/// A complete release of a site.
pub fn find_release(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: ReleaseId,
) -> QueryResult<Option<ReleaseRow>> {
    releases::table
        .find(id.0)
        .filter(releases::site_id.eq(site_id))
        .filter(releases::status.eq(ReleaseStatus::Ready))
        .select(ReleaseRow::as_select())
        .first(connection)
        .optional()
}

/// The complete releases of a site, the newest first.
pub fn list_releases(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<Vec<ListedRelease>> {
    releases::table
        .left_join(users::table)
        .filter(releases::site_id.eq(site_id))
        .filter(releases::status.eq(ReleaseStatus::Ready))
        .order(releases::number.desc())
        .select((ListedReleaseRow::as_select(), users::nickname.nullable()))
        .load(connection)
}

/// The documents of a release in their order.
pub fn list_release_documents(
    connection: &mut PgConnection,
    id: ReleaseId,
) -> QueryResult<Vec<ReleaseDocument>> {
    release_documents::table
        .filter(release_documents::release_id.eq(id))
        .order(release_documents::position)
        .select(ReleaseDocument::as_select())
        .load(connection)
}

/// The documents of a release that are in another category of the base now, each with that, by their IDs. A deleted one
/// is where it was deleted, and one whose base was removed for good where it was then.
pub fn list_moves(
    connection: &mut PgConnection,
    id: ReleaseId,
    base_id: KnowledgeBaseId,
) -> QueryResult<Vec<(DocumentId, CategoryId)>> {
    let own = documents::id
        .eq(release_documents::document_id)
        .and(documents::knowledge_base_id.eq(base_id));
    let has_moved = documents::category_id.ne(release_documents::category_id);
    let rows: Vec<(DocumentId, Option<CategoryId>, Option<CategoryId>)> = release_documents::table
        .left_join(documents::table.on(own))
        .filter(release_documents::release_id.eq(id))
        .filter(has_moved.or(release_documents::moved_to_category_id.is_not_null()))
        .order(release_documents::document_id)
        .select((
            release_documents::document_id,
            documents::category_id.nullable(),
            release_documents::moved_to_category_id,
        ))
        .load(connection)?;
    Ok(rows
        .into_iter()
        .filter_map(|(id, now, last)| Some((id, now.or(last)?)))
        .collect())
}

/// The images of a release by the names that pages use.
pub fn list_release_files(
    connection: &mut PgConnection,
    id: ReleaseId,
) -> QueryResult<HashMap<String, FileRef>> {
    let rows = release_files::table
        .inner_join(files::table)
        .filter(release_files::release_id.eq(id))
        .select((release_files::name, FileColumns::as_select()))
        .load(connection)?;
    Ok(by_name(rows))
}

/// Removes the oldest releases beyond a number of them, the live one never.
pub fn delete_old_releases(
    connection: &mut PgConnection,
    site_id: SiteId,
    n_kept: i64,
) -> QueryResult<usize> {
    let live: Option<Option<Uuid>> = sites::table
        .find(site_id)
        .select(sites::live_release_id)
        .first(connection)
        .optional()?;
    let old: Vec<Uuid> = releases::table
        .filter(releases::site_id.eq(site_id))
        .filter(releases::status.eq(ReleaseStatus::Ready))
        .order(releases::number.desc())
        .offset(n_kept)
        .select(releases::id)
        .load(connection)?;
    let old: Vec<Uuid> = old.into_iter().filter(|id| Some(*id) != live.flatten()).collect();
    diesel::delete(releases::table.filter(releases::id.eq_any(old))).execute(connection)
}

/// Whether a release of a site is being built.
pub fn has_building(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(
        releases::table
            .filter(releases::site_id.eq(site_id))
            .filter(releases::status.eq(ReleaseStatus::Building)),
    ))
    .get_result(connection)
}

/// Removes a release that is being built.
pub fn delete_building(connection: &mut PgConnection, id: ReleaseId) -> QueryResult<usize> {
    diesel::delete(
        releases::table
            .find(id.0)
            .filter(releases::status.eq(ReleaseStatus::Building)),
    )
    .execute(connection)
}

/// Removes whatever of a site is being built: it will not become a release.
pub fn cancel_building(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<usize> {
    diesel::delete(
        releases::table
            .filter(releases::site_id.eq(site_id))
            .filter(releases::status.eq(ReleaseStatus::Building)),
    )
    .execute(connection)
}

/// The documents of a release and their paths.
pub fn list_paths(connection: &mut PgConnection, id: ReleaseId) -> QueryResult<Vec<(DocumentId, String)>> {
    release_documents::table
        .filter(release_documents::release_id.eq(id))
        .order(release_documents::position)
        .select((release_documents::document_id, release_documents::path))
        .load(connection)
}

/// A document of a release.
pub fn find_release_document(
    connection: &mut PgConnection,
    id: ReleaseId,
    document_id: DocumentId,
) -> QueryResult<Option<ReleaseDocument>> {
    release_documents::table
        .find((id, document_id))
        .select(ReleaseDocument::as_select())
        .first(connection)
        .optional()
}

/// Removes releases that were begun before a moment and never completed.
pub fn delete_given_up(connection: &mut PgConnection, before: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(
        releases::table
            .filter(releases::status.eq(ReleaseStatus::Building))
            .filter(releases::created_at.lt(before)),
    )
    .execute(connection)
}
