//! Views of single pages, and what readers did at walls.

use std::collections::{HashMap, HashSet};
use std::ops::AddAssign;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Date, Text, Timestamptz, Uuid as SqlUuid};
use moyan_domain::SiteId;

use super::views::{NameRow, SiteDays, columns_of, names_of_days};

/// What happened at a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageCounts {
    /// It was shown.
    pub n_views: i64,
    /// It was shown with a wall.
    pub n_walls: i64,
    /// Readers logged in at its wall.
    pub n_logins: i64,
    /// Readers used a redeem code that they came from its wall to use.
    pub n_redeemed: i64,
}

impl AddAssign for PageCounts {
    fn add_assign(&mut self, others: Self) {
        self.n_views += others.n_views;
        self.n_walls += others.n_walls;
        self.n_logins += others.n_logins;
        self.n_redeemed += others.n_redeemed;
    }
}

/// The pages that have rows on days of sites, the one with the empty path left out.
pub fn list_known_pages(
    connection: &mut PgConnection,
    days: &[(SiteId, NaiveDate)],
) -> QueryResult<HashMap<(SiteId, NaiveDate), HashSet<String>>> {
    let (ids, dates): (Vec<SiteId>, Vec<NaiveDate>) = days.iter().copied().unzip();
    let rows: Vec<NameRow> = sql_query(
        "SELECT site_id, day, path AS name FROM site_page_views \
         JOIN unnest($1::uuid[], $2::date[]) AS asked (site_id, day) USING (site_id, day) WHERE path <> ''",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Date>, _>(dates)
    .load(connection)?;
    Ok(names_of_days(rows))
}

/// Adds what happened at pages on days of sites; each page of a day is there once.
pub fn add_pages(
    connection: &mut PgConnection,
    pages: &[((SiteId, NaiveDate), &str, PageCounts)],
) -> QueryResult<usize> {
    let column =
        |of: fn(&PageCounts) -> i64| -> Vec<i64> { pages.iter().map(|(_, _, counts)| of(counts)).collect() };
    let ids: Vec<SiteId> = pages.iter().map(|((id, _), ..)| *id).collect();
    let days: Vec<NaiveDate> = pages.iter().map(|((_, day), ..)| *day).collect();
    let paths: Vec<&str> = pages.iter().map(|(_, path, _)| *path).collect();
    sql_query(
        "INSERT INTO site_page_views AS known (site_id, day, path, n_views, n_walls, n_logins, n_redeemed) \
         SELECT * FROM unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) \
         ON CONFLICT (site_id, day, path) DO UPDATE SET n_views = known.n_views + excluded.n_views, \
         n_walls = known.n_walls + excluded.n_walls, n_logins = known.n_logins + excluded.n_logins, \
         n_redeemed = known.n_redeemed + excluded.n_redeemed",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Date>, _>(days)
    .bind::<Array<Text>, _>(paths)
    .bind::<Array<BigInt>, _>(column(|counts| counts.n_views))
    .bind::<Array<BigInt>, _>(column(|counts| counts.n_walls))
    .bind::<Array<BigInt>, _>(column(|counts| counts.n_logins))
    .bind::<Array<BigInt>, _>(column(|counts| counts.n_redeemed))
    .execute(connection)
}

/// Views of a page.
#[derive(QueryableByName)]
pub struct PageRow {
    #[diesel(sql_type = SqlUuid)]
    pub site_id: SiteId,
    #[diesel(sql_type = Text)]
    pub path: String,
    /// Empty when the live release has no document or category there.
    #[diesel(sql_type = Text)]
    pub title: String,
    #[diesel(sql_type = BigInt)]
    pub n_views: i64,
}

/// Pages of sites that were looked at in their days, those with the most views first.
pub fn list_pages(
    connection: &mut PgConnection,
    sites: &[SiteDays],
    limit: i64,
) -> QueryResult<Vec<PageRow>> {
    let (ids, from, to) = columns_of(sites);
    sql_query(
        "SELECT page.site_id, page.path, page.n_views, coalesce(document.title, category.name, '') AS title \
         FROM (SELECT site_id, path, sum(n_views)::bigint AS n_views FROM site_page_views \
               JOIN unnest($1::uuid[], $2::date[], $3::date[]) AS asked (site_id, first_day, last_day) \
                   USING (site_id) \
               WHERE day BETWEEN first_day AND last_day GROUP BY site_id, path HAVING sum(n_views) > 0 \
               ORDER BY 3 DESC, 2, 1 LIMIT $4) AS page \
         JOIN sites site ON site.id = page.site_id \
         LEFT JOIN releases release ON release.id = site.live_release_id \
         LEFT JOIN release_documents document ON document.release_id = release.id AND document.path = page.path \
         LEFT JOIN LATERAL (SELECT item ->> 'name' AS name FROM jsonb_array_elements(release.categories) AS item \
               WHERE '/docs/' || (item ->> 'slug') = page.path LIMIT 1) AS category ON TRUE \
         ORDER BY page.n_views DESC, page.path, page.site_id",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Date>, _>(from)
    .bind::<Array<Date>, _>(to)
    .bind::<BigInt, _>(limit)
    .load(connection)
}

/// What readers did at the wall of a document.
#[derive(QueryableByName)]
pub struct WallRow {
    #[diesel(sql_type = SqlUuid)]
    pub site_id: SiteId,
    #[diesel(sql_type = Text)]
    pub path: String,
    /// Empty when the live release has no document there.
    #[diesel(sql_type = Text)]
    pub title: String,
    #[diesel(sql_type = BigInt)]
    pub n_shown: i64,
    #[diesel(sql_type = BigInt)]
    pub n_logins: i64,
    /// Readers who paid, and redeem codes that were used.
    #[diesel(sql_type = BigInt)]
    pub n_joined: i64,
}

/// Walls of sites that were shown in their days, those that were shown most first. A reader who paid counts once, in
/// the days in which it was; an order of a test does not count.
pub fn list_walls(
    connection: &mut PgConnection,
    sites: &[SiteDays],
    limit: i64,
) -> QueryResult<Vec<WallRow>> {
    let (ids, from, to) = columns_of(sites);
    let starts: Vec<_> = sites.iter().map(|days| days.starts_at).collect();
    let ends: Vec<_> = sites.iter().map(|days| days.ends_at).collect();
    sql_query(
        "WITH asked AS (SELECT * FROM unnest($1::uuid[], $2::date[], $3::date[], $4::timestamptz[], $5::timestamptz[]) \
             AS asked (site_id, first_day, last_day, starts_at, ends_at)) \
         SELECT wall.site_id, wall.path, coalesce(document.title, '') AS title, wall.n_shown, wall.n_logins, \
             wall.n_redeemed + coalesce(bought.n_readers, 0) AS n_joined \
         FROM (SELECT site_id, path, sum(n_walls)::bigint AS n_shown, sum(n_logins)::bigint AS n_logins, \
                   sum(n_redeemed)::bigint AS n_redeemed \
               FROM site_page_views JOIN asked USING (site_id) WHERE day BETWEEN first_day AND last_day \
               GROUP BY site_id, path HAVING sum(n_walls) > 0 ORDER BY 3 DESC, 2, 1 LIMIT $6) AS wall \
         JOIN sites site ON site.id = wall.site_id \
         LEFT JOIN (SELECT site_id, return_path, count(DISTINCT visitor_id) AS n_readers \
               FROM orders JOIN asked USING (site_id) \
               WHERE NOT is_test AND paid_at >= starts_at AND paid_at < ends_at \
               GROUP BY site_id, return_path) AS bought \
             ON bought.site_id = wall.site_id AND bought.return_path = wall.path \
         LEFT JOIN release_documents document \
             ON document.release_id = site.live_release_id AND document.path = wall.path \
         ORDER BY wall.n_shown DESC, wall.path, wall.site_id",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Date>, _>(from)
    .bind::<Array<Date>, _>(to)
    .bind::<Array<Timestamptz>, _>(starts)
    .bind::<Array<Timestamptz>, _>(ends)
    .bind::<BigInt, _>(limit)
    .load(connection)
}
