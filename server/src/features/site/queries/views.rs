//! Views of pages.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Date, Text, Uuid as SqlUuid};
use moyan_domain::{KnowledgeBaseId, SiteId};
use moyan_foundation::schema::{site_page_views, site_sources, site_views, sites};

/// Adds views of a day. The base that the site publishes now; none when there is no such site any more.
pub fn add_views(
    connection: &mut PgConnection,
    id: SiteId,
    day: NaiveDate,
    n_views: i64,
) -> QueryResult<Option<Option<KnowledgeBaseId>>> {
    let base_id = diesel::update(sites::table.find(id))
        .set(sites::n_views.eq(sites::n_views + n_views))
        .returning(sites::knowledge_base_id)
        .get_result(connection)
        .optional()?;
    if base_id.is_some() {
        diesel::insert_into(site_views::table)
            .values((
                site_views::site_id.eq(id),
                site_views::day.eq(day),
                site_views::n_views.eq(n_views),
            ))
            .on_conflict((site_views::site_id, site_views::day))
            .do_update()
            .set(site_views::n_views.eq(site_views::n_views + n_views))
            .execute(connection)?;
    }
    Ok(base_id)
}

/// Adds views of a day that a host led to. With `max_sources` hosts, another one counts as unknown.
pub fn add_source(
    connection: &mut PgConnection,
    id: SiteId,
    day: NaiveDate,
    source: &str,
    n_views: i64,
    max_sources: usize,
) -> QueryResult<usize> {
    let known: Vec<String> = site_sources::table
        .filter(site_sources::site_id.eq(id).and(site_sources::day.eq(day)))
        .filter(site_sources::source.ne(""))
        .select(site_sources::source)
        .load(connection)?;
    let is_counted = known.len() < max_sources || known.iter().any(|known| known == source);
    diesel::insert_into(site_sources::table)
        .values((
            site_sources::site_id.eq(id),
            site_sources::day.eq(day),
            site_sources::source.eq(if is_counted { source } else { "" }),
            site_sources::n_views.eq(n_views),
        ))
        .on_conflict((site_sources::site_id, site_sources::day, site_sources::source))
        .do_update()
        .set(site_sources::n_views.eq(site_sources::n_views + n_views))
        .execute(connection)
}

/// Days of a site that are looked at together, in its time zone, the first and the last included.
#[derive(Clone, Copy, Debug)]
pub struct SiteDays {
    /// The site.
    pub id: SiteId,
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// When the first day begins.
    pub starts_at: DateTime<Utc>,
    /// When the last day is over.
    pub ends_at: DateTime<Utc>,
}

/// Sites, first days and last days, for queries that take them side by side.
pub(super) fn columns_of(sites: &[SiteDays]) -> (Vec<SiteId>, Vec<NaiveDate>, Vec<NaiveDate>) {
    (
        sites.iter().map(|days| days.id).collect(),
        sites.iter().map(|days| days.from).collect(),
        sites.iter().map(|days| days.to).collect(),
    )
}

/// Views that a host led to.
#[derive(QueryableByName)]
pub struct SourceRow {
    #[diesel(sql_type = Text)]
    pub source: String,
    #[diesel(sql_type = BigInt)]
    pub n_views: i64,
}

/// Hosts that led to sites in their days, those with the most views first.
pub fn list_sources(
    connection: &mut PgConnection,
    sites: &[SiteDays],
    limit: i64,
) -> QueryResult<Vec<SourceRow>> {
    let (ids, from, to) = columns_of(sites);
    sql_query(
        "SELECT source, sum(n_views)::bigint AS n_views FROM site_sources \
         JOIN unnest($1::uuid[], $2::date[], $3::date[]) AS asked (site_id, first_day, last_day) USING (site_id) \
         WHERE day BETWEEN first_day AND last_day GROUP BY source ORDER BY 2 DESC, 1 LIMIT $4",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Date>, _>(from)
    .bind::<Array<Date>, _>(to)
    .bind::<BigInt, _>(limit)
    .load(connection)
}

/// Views of a day.
pub fn find_views(connection: &mut PgConnection, id: SiteId, day: NaiveDate) -> QueryResult<i64> {
    let found = site_views::table
        .find((id, day))
        .select(site_views::n_views)
        .first(connection)
        .optional()?;
    Ok(found.unwrap_or_default())
}

/// Views of some sites, by site and day, from a day on.
pub fn list_views(
    connection: &mut PgConnection,
    ids: &[SiteId],
    from: NaiveDate,
) -> QueryResult<HashMap<(SiteId, NaiveDate), i64>> {
    let rows: Vec<((SiteId, NaiveDate), i64)> = site_views::table
        .filter(site_views::site_id.eq_any(ids).and(site_views::day.ge(from)))
        .select(((site_views::site_id, site_views::day), site_views::n_views))
        .load(connection)?;
    Ok(rows.into_iter().collect())
}

/// Forgets the days before one.
pub fn delete_views(connection: &mut PgConnection, before: NaiveDate) -> QueryResult<usize> {
    diesel::delete(site_page_views::table.filter(site_page_views::day.lt(before))).execute(connection)?;
    diesel::delete(site_sources::table.filter(site_sources::day.lt(before))).execute(connection)?;
    diesel::delete(site_views::table.filter(site_views::day.lt(before))).execute(connection)
}
