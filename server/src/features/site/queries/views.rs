//! Views of pages.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Date, Text, Uuid as SqlUuid};

use crate::domain::{KnowledgeBaseId, SiteId};
use crate::schema::{site_page_views, site_sources, site_views, sites};

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

/// Views that a host led to.
#[derive(QueryableByName)]
pub struct SourceRow {
    #[diesel(sql_type = Text)]
    pub source: String,
    #[diesel(sql_type = BigInt)]
    pub n_views: i64,
}

/// Hosts that led to a site from one day to another, those with the most views first.
pub fn list_sources(
    connection: &mut PgConnection,
    id: SiteId,
    from: NaiveDate,
    to: NaiveDate,
    limit: i64,
) -> QueryResult<Vec<SourceRow>> {
    sql_query(
        "SELECT source, sum(n_views)::bigint AS n_views FROM site_sources \
         WHERE site_id = $1 AND day BETWEEN $2 AND $3 GROUP BY source ORDER BY 2 DESC, 1 LIMIT $4",
    )
    .bind::<SqlUuid, _>(id)
    .bind::<Date, _>(from)
    .bind::<Date, _>(to)
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
