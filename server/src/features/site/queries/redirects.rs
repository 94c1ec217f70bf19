//! Redirects of sites.

use diesel::prelude::*;

use crate::domain::SiteId;
use crate::schema::site_redirects;

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
