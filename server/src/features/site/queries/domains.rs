//! Domains of sites.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text, Timestamptz};
use moyan_domain::{SiteDomainId, SiteId};
use moyan_foundation::schema::site_domains;

/// A domain.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = site_domains)]
pub struct DomainRow {
    pub id: SiteDomainId,
    pub site_id: SiteId,
    pub host: String,
    pub token: String,
    pub verified_at: Option<DateTime<Utc>>,
    pub checked_at: Option<DateTime<Utc>>,
    pub problem: String,
    pub is_primary: bool,
    pub created_at: DateTime<Utc>,
}

/// The primary one first, then by name.
pub fn list_domains(connection: &mut PgConnection, id: SiteId) -> QueryResult<Vec<DomainRow>> {
    site_domains::table
        .filter(site_domains::site_id.eq(id))
        .order((site_domains::is_primary.desc(), site_domains::host.asc()))
        .select(DomainRow::as_select())
        .load(connection)
}

pub fn find_domain(connection: &mut PgConnection, id: SiteDomainId) -> QueryResult<Option<DomainRow>> {
    site_domains::table
        .find(id)
        .select(DomainRow::as_select())
        .first(connection)
        .optional()
}

/// Waits for the end of another check of this name, of whatever site, and keeps others waiting until this transaction ends.
pub fn lock_host(connection: &mut PgConnection, host: &str) -> QueryResult<()> {
    sql_query("SELECT pg_advisory_xact_lock(hashtextextended('site_domains ' || $1, 0))")
        .bind::<Text, _>(host)
        .execute(connection)?;
    Ok(())
}

/// The domain that proves a name, of whatever site.
pub fn find_verified(connection: &mut PgConnection, host: &str) -> QueryResult<Option<DomainRow>> {
    site_domains::table
        .filter(site_domains::host.eq(host))
        .filter(site_domains::verified_at.is_not_null())
        .select(DomainRow::as_select())
        .first(connection)
        .optional()
}

/// Writes a domain down; false when the site has it already.
pub fn insert_domain(connection: &mut PgConnection, domain: &DomainRow) -> QueryResult<bool> {
    let n_rows = diesel::insert_into(site_domains::table)
        .values(domain)
        .on_conflict((site_domains::site_id, site_domains::host))
        .do_nothing()
        .execute(connection)?;
    Ok(n_rows > 0)
}

/// Writes what a check found.
pub fn update_domain(connection: &mut PgConnection, domain: &DomainRow) -> QueryResult<usize> {
    diesel::update(site_domains::table.find(domain.id))
        .set((
            site_domains::verified_at.eq(domain.verified_at),
            site_domains::checked_at.eq(domain.checked_at),
            site_domains::problem.eq(&domain.problem),
            site_domains::is_primary.eq(domain.is_primary),
        ))
        .execute(connection)
}

/// Makes one domain of a site the primary one.
pub fn update_primary(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: SiteDomainId,
) -> QueryResult<usize> {
    diesel::update(site_domains::table.filter(site_domains::site_id.eq(site_id)))
        .filter(site_domains::is_primary)
        .set(site_domains::is_primary.eq(false))
        .execute(connection)?;
    diesel::update(site_domains::table.find(id))
        .set(site_domains::is_primary.eq(true))
        .execute(connection)
}

/// Makes the domain that was proved first the primary one of a site that has none.
pub fn ensure_primary(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<()> {
    let proved: Vec<(SiteDomainId, bool)> = site_domains::table
        .filter(site_domains::site_id.eq(site_id))
        .filter(site_domains::verified_at.is_not_null())
        .order((site_domains::verified_at.asc(), site_domains::host.asc()))
        .select((site_domains::id, site_domains::is_primary))
        .load(connection)?;
    match proved.first() {
        Some((id, _)) if proved.iter().all(|(_, is_primary)| !is_primary) => {
            update_primary(connection, site_id, *id).map(drop)
        }
        _ => Ok(()),
    }
}

pub fn delete_domain(connection: &mut PgConnection, id: SiteDomainId) -> QueryResult<usize> {
    diesel::delete(site_domains::table.find(id)).execute(connection)
}

/// Proved domains after one, by their IDs, whose record was not looked for since a moment.
pub fn list_due(
    connection: &mut PgConnection,
    before: DateTime<Utc>,
    after: Option<SiteDomainId>,
    limit: i64,
) -> QueryResult<Vec<SiteDomainId>> {
    let mut query = site_domains::table
        .filter(site_domains::verified_at.is_not_null())
        .filter(site_domains::checked_at.le(before))
        .order(site_domains::id.asc())
        .limit(limit)
        .select(site_domains::id)
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(site_domains::id.gt(after));
    }
    query.load(connection)
}

/// How many domains were proved, and how many of them are in which state.
#[derive(Clone, Copy, Debug, QueryableByName)]
pub struct DomainCounts {
    #[diesel(sql_type = BigInt)]
    pub n_proved: i64,
    /// Those that were looked at before a moment.
    #[diesel(sql_type = BigInt)]
    pub n_due: i64,
    /// Those with a problem that is not the next one.
    #[diesel(sql_type = BigInt)]
    pub n_failed: i64,
    /// Those with this problem.
    #[diesel(sql_type = BigInt)]
    pub n_without_answer: i64,
}

/// Counts the domains that were proved.
///
/// - `before`: those that were looked at then or earlier are due
/// - `no_answer`: the problem that is counted apart
pub fn count_domains(
    connection: &mut PgConnection,
    before: DateTime<Utc>,
    no_answer: &str,
) -> QueryResult<DomainCounts> {
    sql_query(
        "SELECT count(*) AS n_proved, count(*) FILTER (WHERE checked_at <= $1) AS n_due, \
         count(*) FILTER (WHERE problem NOT IN ('', $2)) AS n_failed, \
         count(*) FILTER (WHERE problem = $2) AS n_without_answer \
         FROM site_domains WHERE verified_at IS NOT NULL",
    )
    .bind::<Timestamptz, _>(before)
    .bind::<Text, _>(no_answer)
    .get_result(connection)
}
