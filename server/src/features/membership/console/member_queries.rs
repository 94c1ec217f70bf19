//! Queries of members for the console.

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::pg::Pg;
use diesel::prelude::*;
use moyan_domain::{GrantId, OrderId, SiteId, VisitorId};
use moyan_foundation::schema::{grant_revocations, grants, orders, users, visitors};
use uuid::Uuid;

use super::member_dto::MemberSort;
use crate::features::membership::models::GrantSource;
use crate::features::membership::queries::forget_ends;

/// A visitor of a site.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = visitors)]
pub struct VisitorRow {
    pub id: VisitorId,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub nickname: String,
    pub is_blocked: bool,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
}

/// A membership that was given, with what became of it.
#[derive(Clone, Debug, Queryable)]
pub struct GrantRow {
    pub id: GrantId,
    pub source: GrantSource,
    pub order_id: Option<OrderId>,
    pub package_name: String,
    pub n_months: Option<i32>,
    pub n_days: Option<i32>,
    pub is_lifetime: bool,
    pub is_test: bool,
    pub note: String,
    pub granted_at: DateTime<Utc>,
    pub actor_nickname: Option<String>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub revoke_reason: Option<String>,
}

/// The visitors of a site whose address or name is like a pattern, in an order that the database knows.
pub fn list_ids(
    connection: &mut PgConnection,
    site_id: SiteId,
    pattern: Option<&str>,
    sort: MemberSort,
) -> QueryResult<Vec<VisitorId>> {
    let mut query = visitors::table
        .filter(visitors::site_id.eq(site_id))
        .select(visitors::id)
        .into_boxed::<Pg>();
    if let Some(pattern) = pattern {
        query = query.filter(
            visitors::nickname
                .ilike(pattern.to_owned())
                .or(visitors::email.ilike(pattern.to_owned()).assume_not_null())
                .or(visitors::phone.ilike(pattern.to_owned()).assume_not_null()),
        );
    }
    match sort {
        MemberSort::Newest => query.order((visitors::created_at.desc(), visitors::id.desc())),
        MemberSort::LatestSeen => query.order((visitors::last_seen_at.desc(), visitors::id.desc())),
        MemberSort::NextToEnd => query,
    }
    .load(connection)
}

/// Whether somebody is a visitor of a site.
pub fn has_visitor(connection: &mut PgConnection, site_id: SiteId, id: VisitorId) -> QueryResult<bool> {
    let found = visitors::table.find(id).filter(visitors::site_id.eq(site_id));
    diesel::select(exists(found)).get_result(connection)
}

/// These visitors, in no order.
pub fn list_visitors(connection: &mut PgConnection, ids: &[VisitorId]) -> QueryResult<Vec<VisitorRow>> {
    visitors::table
        .filter(visitors::id.eq_any(ids))
        .select(VisitorRow::as_select())
        .load(connection)
}

/// How many of these are visitors still.
pub fn count_visitors(connection: &mut PgConnection, ids: &[VisitorId]) -> QueryResult<i64> {
    visitors::table
        .filter(visitors::id.eq_any(ids))
        .count()
        .get_result(connection)
}

/// What each of these visitors was given last and still has: the package by its name, and the note.
pub fn list_last_grants(
    connection: &mut PgConnection,
    ids: &[VisitorId],
) -> QueryResult<Vec<(VisitorId, String, String)>> {
    grants::table
        .left_join(grant_revocations::table)
        .filter(grants::visitor_id.eq_any(ids))
        .filter(grant_revocations::grant_id.is_null())
        .distinct_on(grants::visitor_id)
        .order((
            grants::visitor_id.asc(),
            grants::granted_at.desc(),
            grants::id.desc(),
        ))
        .select((grants::visitor_id, grants::package_name, grants::note))
        .load(connection)
}

/// Who of a site was given a package last and still has it.
pub fn list_holders(
    connection: &mut PgConnection,
    site_id: SiteId,
    package_id: Uuid,
) -> QueryResult<Vec<VisitorId>> {
    let last: Vec<(VisitorId, Option<Uuid>)> = grants::table
        .left_join(grant_revocations::table)
        .filter(grants::site_id.eq(site_id))
        .filter(grant_revocations::grant_id.is_null())
        .distinct_on(grants::visitor_id)
        .order((
            grants::visitor_id.asc(),
            grants::granted_at.desc(),
            grants::id.desc(),
        ))
        .select((grants::visitor_id, grants::package_id))
        .load(connection)?;
    let holders = last.into_iter().filter(|(_, id)| *id == Some(package_id));
    Ok(holders.map(|(visitor_id, _)| visitor_id).collect())
}

/// What each of these visitors paid and what went back, in fen; test mode left out.
pub fn list_paid(
    connection: &mut PgConnection,
    ids: &[VisitorId],
) -> QueryResult<Vec<(VisitorId, i64, i64)>> {
    orders::table
        .filter(orders::visitor_id.eq_any(ids))
        .filter(orders::is_test.eq(false).and(orders::paid_fen.gt(0)))
        .select((orders::visitor_id, orders::paid_fen, orders::refunded_fen))
        .load(connection)
}

/// The memberships of a visitor, the latest first.
pub fn list_grants(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
) -> QueryResult<Vec<GrantRow>> {
    grants::table
        .left_join(users::table)
        .left_join(grant_revocations::table)
        .filter(grants::site_id.eq(site_id))
        .filter(grants::visitor_id.eq(visitor_id))
        .order((grants::granted_at.desc(), grants::id.desc()))
        .select((
            grants::id,
            grants::source,
            grants::order_id,
            grants::package_name,
            grants::n_months,
            grants::n_days,
            grants::is_lifetime,
            grants::is_test,
            grants::note,
            grants::granted_at,
            users::nickname.nullable(),
            grant_revocations::revoked_at.nullable(),
            grant_revocations::reason.nullable(),
        ))
        .load(connection)
}

/// Takes a membership of a visitor back, and gives when it was given; none when the visitor has no such membership or it
/// was taken back before.
pub fn revoke_grant(
    connection: &mut PgConnection,
    (site_id, visitor_id, id): (SiteId, VisitorId, GrantId),
    reason: &str,
    actor_id: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<Option<(DateTime<Utc>, GrantSource)>> {
    let found = grants::table
        .find(id)
        .filter(grants::site_id.eq(site_id))
        .filter(grants::visitor_id.eq(visitor_id))
        .select((grants::created_at, grants::source))
        .first(connection)
        .optional()?;
    if found.is_none() {
        return Ok(None);
    }
    forget_ends(connection, id)?;
    let n_revoked = diesel::insert_into(grant_revocations::table)
        .values((
            grant_revocations::grant_id.eq(id),
            grant_revocations::reason.eq(reason),
            grant_revocations::actor_id.eq(actor_id),
            grant_revocations::revoked_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(connection)?;
    Ok(found.filter(|_| n_revoked == 1))
}
