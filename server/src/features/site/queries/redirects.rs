//! Redirects of sites.

use diesel::prelude::*;
use moyan_domain::SiteId;
use moyan_foundation::schema::{site_redirects, sites};

/// A redirect.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = site_redirects)]
pub struct RedirectRow {
    pub site_id: SiteId,
    pub from_path: String,
    pub to_path: String,
    pub code: i32,
    pub is_automatic: bool,
}

/// Rows of one statement: a statement has 65,535 values at most.
const ROWS_PER_STATEMENT: usize = 1000;

pub fn list_redirects(connection: &mut PgConnection, id: SiteId) -> QueryResult<Vec<RedirectRow>> {
    site_redirects::table
        .filter(site_redirects::site_id.eq(id))
        .order(site_redirects::from_path)
        .select(RedirectRow::as_select())
        .load(connection)
}

/// How often the redirects of a site have changed.
pub fn find_redirects_revision(connection: &mut PgConnection, id: SiteId) -> QueryResult<Option<i64>> {
    sites::table
        .find(id)
        .select(sites::redirects_revision)
        .first(connection)
        .optional()
}

/// Counts a change of the redirects.
pub fn count_redirects_change(connection: &mut PgConnection, id: SiteId) -> QueryResult<usize> {
    diesel::update(sites::table.find(id))
        .set(sites::redirects_revision.eq(sites::redirects_revision + 1))
        .execute(connection)
}

pub fn delete_redirects(connection: &mut PgConnection, id: SiteId) -> QueryResult<usize> {
    diesel::delete(site_redirects::table.filter(site_redirects::site_id.eq(id))).execute(connection)
}

pub fn insert_redirects(connection: &mut PgConnection, rows: &[RedirectRow]) -> QueryResult<()> {
    for rows in rows.chunks(ROWS_PER_STATEMENT) {
        diesel::insert_into(site_redirects::table)
            .values(rows)
            .execute(connection)?;
    }
    Ok(())
}
