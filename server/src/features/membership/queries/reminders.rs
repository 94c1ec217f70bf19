//! Reminders that were sent, and who gets some.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not, sql};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, Bool, Nullable, Timestamptz, Uuid as SqlUuid};
use moyan_domain::limits::SAME_END_WITHIN;
use moyan_domain::{GrantId, Language, SiteId, SiteStatus, VisitorId};
use moyan_foundation::schema::{grants, membership_reminders, sites, teams, visitors};
use uuid::Uuid;

/// Since the end of a visitor's membership was computed, something changed.
fn unknown() -> SqlLiteral<Timestamptz> {
    sql("'-infinity'")
}

/// Sites after one, by their IDs, that are open to readers and have a membership that ends between two moments, or whose
/// end is not known. The others have nobody to remind.
pub fn list_ending_sites(
    connection: &mut PgConnection,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
    after: Option<SiteId>,
    limit: i64,
) -> QueryResult<Vec<SiteId>> {
    let is_ending = grants::visitor_ends_at.between(from, to);
    let ending = grants::table
        .filter(is_ending.or(grants::visitor_ends_at.eq(unknown())))
        .select(grants::site_id);
    let mut query = sites::table
        .inner_join(teams::table)
        .filter(sites::status.eq(SiteStatus::Published))
        .filter(sites::purges_at.is_null())
        .filter(teams::suspended_at.is_null().and(teams::purges_at.is_null()))
        .filter(sites::id.eq_any(ending))
        .order(sites::id)
        .limit(limit)
        .select(sites::id)
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(sites::id.gt(after));
    }
    query.load(connection)
}

/// The grants of a site that changed what their visitors have since the ends were computed. All grants of these visitors
/// are locked until the transaction ends: who takes one back waits, and says so afterwards.
pub fn lock_changed_grants(
    connection: &mut PgConnection,
    site_id: SiteId,
) -> QueryResult<Vec<(GrantId, VisitorId)>> {
    let of_changed = "visitor_id IN (SELECT changed.visitor_id FROM grants AS changed \
                      WHERE changed.site_id = grants.site_id AND changed.visitor_ends_at = '-infinity')";
    let locked: Vec<(GrantId, VisitorId, bool)> = grants::table
        .filter(grants::site_id.eq(site_id))
        .filter(sql::<Bool>(of_changed))
        .order(grants::id)
        .select((
            grants::id,
            grants::visitor_id,
            sql::<Bool>("visitor_ends_at = '-infinity'"),
        ))
        .for_no_key_update()
        .load(connection)?;
    let changed = locked.into_iter().filter(|(.., has_changed)| *has_changed);
    Ok(changed.map(|(id, visitor_id, _)| (id, visitor_id)).collect())
}

/// Notes when the memberships of visitors end, none for one that does not, with the grants that changed it and with those
/// that were noted before. What changed meanwhile stays unknown.
pub fn note_ends(
    connection: &mut PgConnection,
    site_id: SiteId,
    changed: &[GrantId],
    ends: &BTreeMap<VisitorId, Option<DateTime<Utc>>>,
) -> QueryResult<usize> {
    sql_query(
        "UPDATE grants SET visitor_ends_at = coalesce(ends.ends_at, 'infinity') \
         FROM unnest($3::uuid[], $4::timestamptz[]) AS ends (visitor_id, ends_at) \
         WHERE grants.site_id = $1 AND grants.visitor_id = ends.visitor_id \
         AND (grants.id = ANY ($2) OR visitor_ends_at <> '-infinity')",
    )
    .bind::<SqlUuid, _>(site_id)
    .bind::<Array<SqlUuid>, _>(changed)
    .bind::<Array<SqlUuid>, _>(ends.keys().collect::<Vec<_>>())
    .bind::<Array<Nullable<Timestamptz>>, _>(ends.values().collect::<Vec<_>>())
    .execute(connection)
}

/// Forgets when the membership of a visitor ends, since this grant of theirs was taken back. Their grants are locked in the
/// order in which reminders lock them.
pub fn forget_ends(connection: &mut PgConnection, id: GrantId) -> QueryResult<usize> {
    sql_query(
        "WITH own AS ( \
             SELECT grants.id FROM grants JOIN grants AS revoked USING (site_id, visitor_id) \
             WHERE revoked.id = $1 ORDER BY grants.id FOR NO KEY UPDATE OF grants) \
         UPDATE grants SET visitor_ends_at = '-infinity' FROM own WHERE grants.id = own.id",
    )
    .bind::<SqlUuid, _>(id)
    .execute(connection)
}

/// Somebody who wants reminders.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = visitors)]
pub struct RemindedVisitor {
    pub id: VisitorId,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub language: Language,
    /// What the link holds that stops reminders.
    pub unsubscribe_token: Uuid,
}

/// Those who want reminders, without those who were given something after `quiet`.
pub fn list_reminded(
    connection: &mut PgConnection,
    ids: &[VisitorId],
    quiet: DateTime<Utc>,
) -> QueryResult<HashMap<VisitorId, RemindedVisitor>> {
    let given = grants::table.filter(
        grants::visitor_id
            .eq(visitors::id)
            .and(grants::created_at.gt(quiet)),
    );
    let rows: Vec<RemindedVisitor> = visitors::table
        .filter(visitors::id.eq_any(ids))
        .filter(visitors::is_reminded.and(not(visitors::is_blocked)))
        .filter(not(exists(given)))
        .select(RemindedVisitor::as_select())
        .load(connection)?;
    Ok(rows.into_iter().map(|visitor| (visitor.id, visitor)).collect())
}

/// Notes a reminder: 0 when it was sent before, of this end or of one that is so near that it is the same.
pub fn insert_reminder(
    connection: &mut PgConnection,
    visitor_id: VisitorId,
    ends_at: DateTime<Utc>,
    n_days_before: i64,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    let n_days_before = i32::try_from(n_days_before).unwrap_or(i32::MAX);
    let sent = membership_reminders::table
        .filter(membership_reminders::visitor_id.eq(visitor_id))
        .filter(membership_reminders::n_days_before.eq(n_days_before))
        .filter(membership_reminders::ends_at.between(ends_at - SAME_END_WITHIN, ends_at + SAME_END_WITHIN));
    if diesel::select(exists(sent)).get_result(connection)? {
        return Ok(0);
    }
    diesel::insert_into(membership_reminders::table)
        .values((
            membership_reminders::visitor_id.eq(visitor_id),
            membership_reminders::ends_at.eq(ends_at),
            membership_reminders::n_days_before.eq(n_days_before),
            membership_reminders::sent_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
}
