//! Views of pages.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::domain::{KnowledgeBaseId, SiteId};
use crate::schema::{site_views, sites};

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
    diesel::delete(site_views::table.filter(site_views::day.lt(before))).execute(connection)
}
