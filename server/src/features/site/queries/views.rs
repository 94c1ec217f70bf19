//! Views of pages.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Date, Text, Uuid as SqlUuid};
use moyan_domain::{KnowledgeBaseId, SiteId};
use moyan_foundation::schema::{site_page_views, site_sources, site_views, sites};

/// Those of some sites that there are, each with the base that it publishes now; they stay until the transaction ends.
/// Nobody but who removes them waits for that.
pub fn keep_sites(
    connection: &mut PgConnection,
    ids: &[SiteId],
) -> QueryResult<Vec<(SiteId, Option<KnowledgeBaseId>)>> {
    sites::table
        .filter(sites::id.eq_any(ids))
        .order(sites::id.asc())
        .select((sites::id, sites::knowledge_base_id))
        .for_key_share()
        .load(connection)
}

/// Adds views of days of sites; each day of a site is there once.
pub fn add_day_views(
    connection: &mut PgConnection,
    views: &[((SiteId, NaiveDate), i64)],
) -> QueryResult<usize> {
    let (days, counts): (Vec<_>, Vec<i64>) = views.iter().copied().unzip();
    let (ids, days): (Vec<SiteId>, Vec<NaiveDate>) = days.into_iter().unzip();
    sql_query(
        "INSERT INTO site_views AS known (site_id, day, n_views) \
         SELECT * FROM unnest($1::uuid[], $2::date[], $3::bigint[]) \
         ON CONFLICT (site_id, day) DO UPDATE SET n_views = known.n_views + excluded.n_views",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Date>, _>(days)
    .bind::<Array<BigInt>, _>(counts)
    .execute(connection)
}

/// Adds views to what sites have had in all time.
pub fn add_totals(connection: &mut PgConnection, totals: &BTreeMap<SiteId, i64>) -> QueryResult<usize> {
    sql_query(
        "INSERT INTO site_view_totals AS known (site_id, n_views) SELECT * FROM unnest($1::uuid[], $2::bigint[]) \
         ON CONFLICT (site_id) DO UPDATE SET n_views = known.n_views + excluded.n_views",
    )
    .bind::<Array<SqlUuid>, _>(totals.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(totals.values().collect::<Vec<_>>())
    .execute(connection)
}

/// The views of all time of a site that a query shows: those that were counted before they had rows of their own, too.
pub(super) fn total_views() -> SqlLiteral<BigInt> {
    sql("(sites.n_views + coalesce((SELECT n_views FROM site_view_totals WHERE site_id = sites.id), 0))")
}

/// A host or a path on a day of a site.
#[derive(QueryableByName)]
pub(super) struct NameRow {
    #[diesel(sql_type = SqlUuid)]
    site_id: SiteId,
    #[diesel(sql_type = Date)]
    day: NaiveDate,
    #[diesel(sql_type = Text)]
    name: String,
}

/// Hosts or paths, by the days that have them.
pub(super) fn names_of_days(rows: Vec<NameRow>) -> HashMap<(SiteId, NaiveDate), HashSet<String>> {
    let mut names: HashMap<_, HashSet<String>> = HashMap::new();
    for row in rows {
        names.entry((row.site_id, row.day)).or_default().insert(row.name);
    }
    names
}

/// The hosts that have rows on days of sites, the one without a name left out.
pub fn list_known_sources(
    connection: &mut PgConnection,
    days: &[(SiteId, NaiveDate)],
) -> QueryResult<HashMap<(SiteId, NaiveDate), HashSet<String>>> {
    let (ids, dates): (Vec<SiteId>, Vec<NaiveDate>) = days.iter().copied().unzip();
    let rows: Vec<NameRow> = sql_query(
        "SELECT site_id, day, source AS name FROM site_sources \
         JOIN unnest($1::uuid[], $2::date[]) AS asked (site_id, day) USING (site_id, day) WHERE source <> ''",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Date>, _>(dates)
    .load(connection)?;
    Ok(names_of_days(rows))
}

/// Adds views of days that hosts led to; each host of a day is there once.
pub fn add_sources(
    connection: &mut PgConnection,
    sources: &[((SiteId, NaiveDate), &str, i64)],
) -> QueryResult<usize> {
    let ids: Vec<SiteId> = sources.iter().map(|((id, _), ..)| *id).collect();
    let days: Vec<NaiveDate> = sources.iter().map(|((_, day), ..)| *day).collect();
    let names: Vec<&str> = sources.iter().map(|(_, source, _)| *source).collect();
    let counts: Vec<i64> = sources.iter().map(|(_, _, n_views)| *n_views).collect();
    sql_query(
        "INSERT INTO site_sources AS known (site_id, day, source, n_views) \
         SELECT * FROM unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[]) \
         ON CONFLICT (site_id, day, source) DO UPDATE SET n_views = known.n_views + excluded.n_views",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Date>, _>(days)
    .bind::<Array<Text>, _>(names)
    .bind::<Array<BigInt>, _>(counts)
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
