//! Sites, one by one.

use chrono::{DateTime, Utc};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use moyan_domain::{KnowledgeBaseId, KnowledgeBaseStatus, Plan, ReleaseId, SiteId, SiteStatus, TeamId};
use moyan_foundation::schema::{
    document_schedules, documents, knowledge_bases, plan_reminders, releases, site_domains,
    site_former_slugs, sites, teams,
};
use uuid::Uuid;

use super::views::total_views;

/// A site.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = sites)]
pub struct Site {
    pub id: SiteId,
    pub team_id: TeamId,
    pub knowledge_base_id: Option<KnowledgeBaseId>,
    pub name: String,
    pub slug: String,
    pub status: SiteStatus,
    pub live_release_id: Option<ReleaseId>,
    pub generation: i64,
    pub publishes_at: Option<DateTime<Utc>>,
    #[diesel(select_expression = total_views(), select_expression_type = SqlLiteral<BigInt>)]
    pub n_views: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub purges_at: Option<DateTime<Utc>>,
}

/// The base that a site publishes.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = knowledge_bases)]
pub struct BaseOfSite {
    pub id: KnowledgeBaseId,
    pub title: String,
    pub status: KnowledgeBaseStatus,
    #[diesel(select_expression = knowledge_bases::purges_at.is_not_null())]
    pub is_in_bin: bool,
    pub n_documents: i32,
}

/// The release that visitors read.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = releases)]
pub struct LiveRelease {
    pub id: ReleaseId,
    pub number: i32,
    pub created_at: DateTime<Utc>,
    pub n_documents: i32,
}

/// A site with what is shown beside it, and its primary domain.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = sites)]
pub struct SiteRow {
    #[diesel(embed)]
    pub site: Site,
    #[diesel(embed)]
    pub base: Option<BaseOfSite>,
    #[diesel(embed)]
    pub release: Option<LiveRelease>,
    #[diesel(select_expression = site_domains::host.nullable())]
    pub primary_host: Option<String>,
}

#[derive(Insertable)]
#[diesel(table_name = sites)]
pub struct NewSite<'a> {
    pub id: SiteId,
    pub team_id: TeamId,
    pub knowledge_base_id: Option<KnowledgeBaseId>,
    pub name: &'a str,
    pub slug: &'a str,
    pub created_by_id: Uuid,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// Sites with what is shown beside them.
macro_rules! shown {
    () => {
        sites::table
            .left_join(knowledge_bases::table)
            .left_join(releases::table.on(releases::id.nullable().eq(sites::live_release_id)))
            .left_join(
                site_domains::table.on(site_domains::site_id.eq(sites::id).and(site_domains::is_primary)),
            )
    };
}
pub(super) use shown;

pub fn find_site(connection: &mut PgConnection, team_id: TeamId, id: SiteId) -> QueryResult<Option<SiteRow>> {
    shown!()
        .filter(sites::id.eq(id).and(sites::team_id.eq(team_id)))
        .select(SiteRow::as_select())
        .first(connection)
        .optional()
}

/// The name of a site, its slug, and its primary domain when that is verified.
pub fn find_address(
    connection: &mut PgConnection,
    id: SiteId,
) -> QueryResult<Option<(String, String, Option<String>)>> {
    let primary = site_domains::site_id
        .eq(sites::id)
        .and(site_domains::is_primary)
        .and(site_domains::verified_at.is_not_null());
    sites::table
        .left_join(site_domains::table.on(primary))
        .filter(sites::id.eq(id))
        .select((sites::name, sites::slug, site_domains::host.nullable()))
        .first(connection)
        .optional()
}

pub fn find_created_at(connection: &mut PgConnection, id: SiteId) -> QueryResult<Option<DateTime<Utc>>> {
    sites::table
        .find(id)
        .select(sites::created_at)
        .first(connection)
        .optional()
}

/// Locks a site until the transaction ends. Changes of its generation are in the order of these locks.
pub fn lock_site(connection: &mut PgConnection, id: SiteId) -> QueryResult<Option<Site>> {
    sites::table
        .find(id)
        .select(Site::as_select())
        // Rows that refer to it can be written meanwhile.
        .for_no_key_update()
        .first(connection)
        .optional()
}

/// All sites of a team, those in the bin included.
pub fn count_all(connection: &mut PgConnection, team_id: TeamId) -> QueryResult<i64> {
    sites::table
        .filter(sites::team_id.eq(team_id))
        .count()
        .get_result(connection)
}

/// Forgets when documents of a site are published.
pub fn delete_document_schedules(connection: &mut PgConnection, id: SiteId) -> QueryResult<usize> {
    diesel::delete(document_schedules::table.filter(document_schedules::site_id.eq(id))).execute(connection)
}

/// Ends the stay in the bin of a team's sites that were never published, but for the newest so many.
pub fn end_drafts_in_bin(
    connection: &mut PgConnection,
    team_id: TeamId,
    n_kept: i64,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    let older: Vec<SiteId> = sites::table
        .filter(sites::team_id.eq(team_id).and(sites::live_release_id.is_null()))
        .filter(sites::purges_at.gt(now))
        .order((sites::purges_at.desc(), sites::id.desc()))
        .offset(n_kept)
        .select(sites::id)
        .load(connection)?;
    diesel::update(sites::table.filter(sites::id.eq_any(older)))
        .set(sites::purges_at.eq(now))
        .execute(connection)
}

/// The sites of a team that are not in the bin.
pub fn count_kept(connection: &mut PgConnection, team_id: TeamId) -> QueryResult<i64> {
    sites::table
        .filter(sites::team_id.eq(team_id).and(sites::purges_at.is_null()))
        .count()
        .get_result(connection)
}

/// Writes a site down; false when another one has its slug.
pub fn insert_site(connection: &mut PgConnection, site: &NewSite<'_>) -> QueryResult<bool> {
    let n_rows = diesel::insert_into(sites::table)
        .values(site)
        .on_conflict(sites::slug)
        .do_nothing()
        .execute(connection)?;
    Ok(n_rows > 0)
}

/// Writes what can change of a locked site.
pub fn update_site(connection: &mut PgConnection, site: &Site) -> QueryResult<usize> {
    diesel::update(sites::table.find(site.id))
        .set((
            sites::name.eq(&site.name),
            sites::slug.eq(&site.slug),
            sites::status.eq(site.status),
            sites::knowledge_base_id.eq(site.knowledge_base_id),
            sites::generation.eq(site.generation),
            sites::publishes_at.eq(site.publishes_at),
            sites::updated_at.eq(site.updated_at),
            sites::purges_at.eq(site.purges_at),
        ))
        .execute(connection)
}

/// Those of these slugs that a team cannot take: sites have them, or they lead to renamed sites of others.
pub fn list_taken(
    connection: &mut PgConnection,
    team_id: TeamId,
    slugs: &[&str],
    now: DateTime<Utc>,
) -> QueryResult<Vec<String>> {
    let mut taken = sites::table
        .filter(sites::slug.eq_any(slugs))
        .select(sites::slug)
        .load(connection)?;
    // After those that sites have: a slug that is given up meanwhile goes from there to here.
    taken.extend(list_kept(connection, team_id, slugs, now)?);
    Ok(taken)
}

/// Those of these slugs that lead to renamed sites of other teams.
pub fn list_kept(
    connection: &mut PgConnection,
    team_id: TeamId,
    slugs: &[&str],
    now: DateTime<Utc>,
) -> QueryResult<Vec<String>> {
    site_former_slugs::table
        .inner_join(sites::table)
        .filter(site_former_slugs::slug.eq_any(slugs))
        .filter(site_former_slugs::kept_until.gt(now))
        .filter(sites::team_id.ne(team_id))
        .select(site_former_slugs::slug)
        .load(connection)
}

/// Keeps a slug that a site had as a redirect, and of those of the site the newest so many.
pub fn keep_slug(
    connection: &mut PgConnection,
    site_id: SiteId,
    slug: &str,
    kept_until: DateTime<Utc>,
    n_kept: i64,
) -> QueryResult<usize> {
    let values = (
        site_former_slugs::site_id.eq(site_id),
        site_former_slugs::kept_until.eq(kept_until),
    );
    diesel::insert_into(site_former_slugs::table)
        .values((site_former_slugs::slug.eq(slug), values))
        .on_conflict(site_former_slugs::slug)
        .do_update()
        .set(values)
        .execute(connection)?;
    let oldest: Vec<String> = site_former_slugs::table
        .filter(site_former_slugs::site_id.eq(site_id))
        .order(site_former_slugs::kept_until.desc())
        .offset(n_kept)
        .select(site_former_slugs::slug)
        .load(connection)?;
    diesel::delete(site_former_slugs::table.filter(site_former_slugs::slug.eq_any(oldest)))
        .execute(connection)
}

/// Ends the redirect of a slug that a site takes.
pub fn delete_former_slug(connection: &mut PgConnection, slug: &str) -> QueryResult<usize> {
    diesel::delete(site_former_slugs::table.find(slug)).execute(connection)
}

/// Frees the slugs that were kept long enough.
pub fn delete_expired_slugs(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(site_former_slugs::table.filter(site_former_slugs::kept_until.le(now))).execute(connection)
}

/// A base of a team that is not in the bin; it stays one until the transaction ends.
pub fn keep_base(
    connection: &mut PgConnection,
    team_id: TeamId,
    id: KnowledgeBaseId,
) -> QueryResult<Option<KnowledgeBaseId>> {
    knowledge_bases::table
        .find(id)
        .filter(knowledge_bases::team_id.eq(team_id))
        .filter(knowledge_bases::purges_at.is_null())
        .select(knowledge_bases::id)
        .for_share()
        .first(connection)
        .optional()
}

/// When a document of a base changed last.
pub fn find_newest_change(
    connection: &mut PgConnection,
    id: KnowledgeBaseId,
) -> QueryResult<Option<DateTime<Utc>>> {
    documents::table
        .filter(documents::knowledge_base_id.eq(id))
        .select(diesel::dsl::max(documents::updated_at))
        .first(connection)
}

/// How many domains of a site are proved.
pub fn count_verified(connection: &mut PgConnection, id: SiteId) -> QueryResult<i64> {
    site_domains::table
        .filter(site_domains::site_id.eq(id))
        .filter(site_domains::verified_at.is_not_null())
        .count()
        .get_result(connection)
}

/// Who pays for a site: the plan of its team.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = teams)]
pub struct Payer {
    pub plan: Plan,
    pub plan_ends_at: Option<DateTime<Utc>>,
}

/// A plan that ends or has ended.
#[derive(Clone, Debug)]
pub struct EndingPlan {
    pub plan: Plan,
    pub ends_at: DateTime<Utc>,
}

/// Teams whose plan ends or ended between two moments.
pub fn list_ending_plans(
    connection: &mut PgConnection,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> QueryResult<Vec<Uuid>> {
    teams::table
        .filter(teams::plan_ends_at.between(from, to))
        .filter(teams::purges_at.is_null())
        .order(teams::id)
        .select(teams::id)
        .load::<TeamId>(connection)
        .map(|ids| ids.into_iter().map(|id| id.0).collect())
}

/// Locks a team until the transaction ends and gives its plan; none when that does not end.
pub fn lock_ending_plan(connection: &mut PgConnection, id: TeamId) -> QueryResult<Option<EndingPlan>> {
    let found: Option<(Plan, Option<DateTime<Utc>>)> = teams::table
        .find(id)
        .select((teams::plan, teams::plan_ends_at))
        .for_update()
        .first(connection)
        .optional()?;
    Ok(found.and_then(|(plan, ends_at)| ends_at.map(|ends_at| EndingPlan { plan, ends_at })))
}

/// Notes that the owner of a team was told something about the end of its plan: 0 when they were told before.
pub fn insert_plan_reminder(
    connection: &mut PgConnection,
    team_id: TeamId,
    ends_at: DateTime<Utc>,
    kind: &str,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::insert_into(plan_reminders::table)
        .values((
            plan_reminders::team_id.eq(team_id),
            plan_reminders::ends_at.eq(ends_at),
            plan_reminders::kind.eq(kind),
            plan_reminders::sent_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
}

/// Sites that strangers find, with who pays for them.
macro_rules! open {
    () => {
        sites::table
            .inner_join(teams::table)
            .filter(sites::status.eq_any([SiteStatus::Published, SiteStatus::Maintenance]))
            .filter(sites::purges_at.is_null())
    };
}

/// The names of the sites of a team that strangers find.
pub fn list_open_of_team(connection: &mut PgConnection, team_id: TeamId) -> QueryResult<Vec<String>> {
    open!()
        .filter(sites::team_id.eq(team_id))
        .order(sites::id.asc())
        .select(sites::name)
        .load(connection)
}

/// Sites that strangers find.
pub fn list_open(connection: &mut PgConnection) -> QueryResult<Vec<(SiteId, Payer)>> {
    open!()
        .order(sites::id.asc())
        .select((sites::id, Payer::as_select()))
        .load(connection)
}

/// Who pays for a site; none when strangers do not find it.
pub fn find_payer(connection: &mut PgConnection, id: SiteId) -> QueryResult<Option<Payer>> {
    open!()
        .filter(sites::id.eq(id))
        .select(Payer::as_select())
        .first(connection)
        .optional()
}

/// Sites in the bin that are due to be removed.
pub fn list_expired(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<Vec<Uuid>> {
    sites::table
        .filter(sites::purges_at.le(now))
        .order(sites::purges_at.asc())
        .select(sites::id)
        .load::<SiteId>(connection)
        .map(|ids| ids.into_iter().map(|id| id.0).collect())
}

/// Removes a site that is due with everything that belongs to it; none when it was restored meanwhile.
pub fn delete_expired(
    connection: &mut PgConnection,
    id: SiteId,
    now: DateTime<Utc>,
) -> QueryResult<Option<(TeamId, String)>> {
    diesel::delete(sites::table.find(id).filter(sites::purges_at.le(now)))
        .returning((sites::team_id, sites::name))
        .get_result(connection)
        .optional()
}

/// Sites that an account made, the newest first.
pub fn list_created_by(connection: &mut PgConnection, user_id: Uuid, limit: i64) -> QueryResult<Vec<Site>> {
    sites::table
        .filter(sites::created_by_id.eq(user_id))
        .order(sites::id.desc())
        .limit(limit)
        .select(Site::as_select())
        .load(connection)
}
