//! What is read of a site, and its pointer to the live release.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Uuid as SqlUuid};
use moyan_domain::{KnowledgeBaseId, KnowledgeBaseStatus, Plan, ReleaseId, SiteId, SiteStatus, TeamId};
use moyan_foundation::schema::{
    knowledge_bases, site_domains, site_former_slugs, site_redirects, site_settings, sites, teams, users,
};
use serde_json::Value;
use uuid::Uuid;

use super::releases::ROWS_AT_ONCE;
use crate::features::publish::content::{SiteHost, SiteRedirect};

/// A site with what decides whether it is shown.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = sites)]
pub struct SiteRow {
    pub id: SiteId,
    pub team_id: TeamId,
    pub knowledge_base_id: Option<KnowledgeBaseId>,
    pub name: String,
    pub slug: String,
    pub status: SiteStatus,
    #[diesel(select_expression = sites::live_release_id)]
    pub live_release_id: Option<ReleaseId>,
    pub generation: i64,
    pub publishes_at: Option<DateTime<Utc>>,
    pub publish_note: String,
    pub purges_at: Option<DateTime<Utc>>,
    #[diesel(select_expression = teams::suspended_at)]
    pub team_suspended_at: Option<DateTime<Utc>>,
    #[diesel(select_expression = teams::purges_at)]
    pub team_purges_at: Option<DateTime<Utc>>,
    #[diesel(select_expression = teams::plan)]
    pub plan: Plan,
    #[diesel(select_expression = teams::plan_ends_at)]
    pub plan_ends_at: Option<DateTime<Utc>>,
    #[diesel(select_expression = users::suspended_at)]
    pub owner_suspended_at: Option<DateTime<Utc>>,
}

impl SiteStamp {
    /// Whether nothing but the base was changed.
    pub fn is_same_but_for_base(&self, other: &Self) -> bool {
        let base_revision = other.base_revision;
        Self {
            base_revision,
            ..self.clone()
        } == *other
    }
}

pub fn find_site(connection: &mut PgConnection, id: SiteId) -> QueryResult<Option<SiteRow>> {
    sites::table
        .find(id)
        .inner_join(teams::table.inner_join(users::table))
        .select(SiteRow::as_select())
        .first(connection)
        .optional()
}

/// What tells whether a [`SiteIdentity`](crate::features::publish::content::SiteIdentity) is still so, in one row. Two that are alike were read of the same site in the
/// same state; the other way round a change may be of nothing that visitors see.
#[derive(Clone, Debug, PartialEq, Eq, QueryableByName)]
pub struct SiteStamp {
    /// The site.
    #[diesel(sql_type = SqlUuid)]
    pub id: SiteId,
    #[diesel(sql_type = BigInt)]
    generation: i64,
    #[diesel(sql_type = Text)]
    status: SiteStatus,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    live_release_id: Option<Uuid>,
    /// Of the base of that release: its documents may have moved into other categories.
    #[diesel(sql_type = Nullable<BigInt>)]
    base_revision: Option<i64>,
    #[diesel(sql_type = Bool)]
    is_deleted: bool,
    #[diesel(sql_type = Bool)]
    is_suspended: bool,
}

/// What tells whether sites are as they were, in one statement for all of them. A site that is not there has none.
pub fn list_stamps(connection: &mut PgConnection, ids: &[SiteId]) -> QueryResult<Vec<SiteStamp>> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    sql_query(
        "SELECT sites.id, sites.generation, sites.status, sites.live_release_id, knowledge_bases.revision AS base_revision, \
           sites.purges_at IS NOT NULL AS is_deleted, \
           teams.suspended_at IS NOT NULL OR teams.purges_at IS NOT NULL OR users.suspended_at IS NOT NULL \
             AS is_suspended \
         FROM sites JOIN teams ON teams.id = sites.team_id JOIN users ON users.id = teams.owner_id \
         LEFT JOIN releases ON releases.id = sites.live_release_id \
         LEFT JOIN knowledge_bases ON knowledge_bases.id = releases.knowledge_base_id \
         WHERE sites.id = ANY($1)",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .load(connection)
}

/// The site that visitors call so.
pub fn find_site_id(
    connection: &mut PgConnection,
    host: SiteHost<'_>,
    now: DateTime<Utc>,
) -> QueryResult<Option<SiteId>> {
    match host {
        SiteHost::Slug(slug) => {
            let own = sites::table
                .filter(sites::slug.eq(slug))
                .select(sites::id)
                .first(connection)
                .optional()?;
            match own {
                Some(id) => Ok(Some(id)),
                None => find_renamed_site_id(connection, slug, now),
            }
        }
        SiteHost::Domain(name) => site_domains::table
            .filter(site_domains::host.eq(name))
            .filter(site_domains::verified_at.is_not_null())
            .select(site_domains::site_id)
            .first::<Uuid>(connection)
            .optional()
            .map(|id| id.map(SiteId)),
    }
}

/// The site that had a slug before and keeps it as a redirect.
fn find_renamed_site_id(
    connection: &mut PgConnection,
    slug: &str,
    now: DateTime<Utc>,
) -> QueryResult<Option<SiteId>> {
    site_former_slugs::table
        .find(slug)
        .filter(site_former_slugs::kept_until.gt(now))
        .select(site_former_slugs::site_id)
        .first::<Uuid>(connection)
        .optional()
        .map(|id| id.map(SiteId))
}

/// The slugs that a site keeps as redirects.
pub fn list_former_slugs(connection: &mut PgConnection, id: SiteId) -> QueryResult<Vec<String>> {
    site_former_slugs::table
        .filter(site_former_slugs::site_id.eq(id))
        .order(site_former_slugs::slug)
        .select(site_former_slugs::slug)
        .load(connection)
}

/// The verified domains of a site, each with whether it is the primary one.
pub fn list_verified_domains(connection: &mut PgConnection, id: SiteId) -> QueryResult<Vec<(String, bool)>> {
    site_domains::table
        .filter(site_domains::site_id.eq(id))
        .filter(site_domains::verified_at.is_not_null())
        .order(site_domains::host)
        .select((site_domains::host, site_domains::is_primary))
        .load(connection)
}

/// The saved tabs of a site by their names.
pub fn list_settings(connection: &mut PgConnection, id: SiteId) -> QueryResult<Vec<(String, Value)>> {
    site_settings::table
        .filter(site_settings::site_id.eq(id))
        .select((site_settings::tab, site_settings::data))
        .load(connection)
}

pub fn list_redirects(connection: &mut PgConnection, id: SiteId) -> QueryResult<Vec<SiteRedirect>> {
    let rows: Vec<(String, String, i32)> = site_redirects::table
        .filter(site_redirects::site_id.eq(id))
        .order(site_redirects::from_path)
        .select((
            site_redirects::from_path,
            site_redirects::to_path,
            site_redirects::code,
        ))
        .load(connection)?;
    let redirect = |(from_path, to_path, code): (String, String, i32)| SiteRedirect {
        from_path,
        to_path,
        code: code.try_into().unwrap_or(301),
    };
    Ok(rows.into_iter().map(redirect).collect())
}

/// Whether a team has a base that is not in the bin.
pub fn has_base(connection: &mut PgConnection, team_id: TeamId, id: KnowledgeBaseId) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(
        knowledge_bases::table
            .find(id)
            .filter(knowledge_bases::team_id.eq(team_id))
            .filter(knowledge_bases::purges_at.is_null()),
    ))
    .get_result(connection)
}

/// Status and bin of a base.
pub fn find_base_state(
    connection: &mut PgConnection,
    id: KnowledgeBaseId,
) -> QueryResult<Option<(KnowledgeBaseStatus, bool)>> {
    knowledge_bases::table
        .find(id)
        .select((knowledge_bases::status, knowledge_bases::purges_at.is_not_null()))
        .first(connection)
        .optional()
}

/// The redirects that releases wrote: from where, and to where.
pub fn list_automatic_redirects(
    connection: &mut PgConnection,
    id: SiteId,
) -> QueryResult<Vec<(String, String)>> {
    site_redirects::table
        .filter(site_redirects::site_id.eq(id))
        .filter(site_redirects::is_automatic)
        .select((site_redirects::from_path, site_redirects::to_path))
        .load(connection)
}

/// Writes these redirects in the place of those that releases wrote before, and counts the change.
pub fn replace_automatic_redirects(
    connection: &mut PgConnection,
    id: SiteId,
    wanted: &BTreeMap<String, String>,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    diesel::delete(
        site_redirects::table
            .filter(site_redirects::site_id.eq(id))
            .filter(site_redirects::is_automatic),
    )
    .execute(connection)?;
    let rows: Vec<_> = wanted
        .iter()
        .map(|(from, to)| {
            (
                site_redirects::site_id.eq(id),
                site_redirects::from_path.eq(from),
                site_redirects::to_path.eq(to),
                site_redirects::is_automatic.eq(true),
                site_redirects::created_at.eq(now),
            )
        })
        .collect();
    let mut rows = rows;
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(ROWS_AT_ONCE));
        diesel::insert_into(site_redirects::table)
            .values(rows)
            .execute(connection)?;
        rows = rest;
    }
    diesel::update(sites::table.find(id))
        .set(sites::redirects_revision.eq(sites::redirects_revision + 1))
        .execute(connection)?;
    Ok(())
}

/// Says when a site is published by itself, with which note; none: not.
pub fn update_schedule(
    connection: &mut PgConnection,
    id: SiteId,
    publishes_at: Option<DateTime<Utc>>,
    note: &str,
) -> QueryResult<usize> {
    diesel::update(sites::table.find(id))
        .set((sites::publishes_at.eq(publishes_at), sites::publish_note.eq(note)))
        .execute(connection)
}

/// Ends a schedule, unless it was changed meanwhile.
pub fn end_schedule(
    connection: &mut PgConnection,
    id: SiteId,
    publishes_at: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(sites::table.find(id).filter(sites::publishes_at.eq(publishes_at)))
        .set((
            sites::publishes_at.eq(None::<DateTime<Utc>>),
            sites::publish_note.eq(""),
        ))
        .execute(connection)
}

/// The sites that are due to be published, the longest due first.
pub fn list_due_sites(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<Vec<SiteId>> {
    sites::table
        .filter(sites::publishes_at.le(now))
        .order(sites::publishes_at)
        .select(sites::id)
        .load(connection)
}
