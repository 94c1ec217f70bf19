//! Reminders that were sent, and who gets some.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use moyan_domain::limits::SAME_END_WITHIN;
use moyan_domain::{Language, SiteId, SiteStatus, VisitorId};
use moyan_foundation::schema::{grants, membership_reminders, sites, teams, visitors};
use uuid::Uuid;

/// Sites that are open to readers and have given memberships.
pub fn list_selling_sites(connection: &mut PgConnection) -> QueryResult<Vec<SiteId>> {
    sites::table
        .inner_join(teams::table)
        .filter(sites::status.eq(SiteStatus::Published))
        .filter(sites::purges_at.is_null())
        .filter(teams::suspended_at.is_null().and(teams::purges_at.is_null()))
        .filter(exists(grants::table.filter(grants::site_id.eq(sites::id))))
        .order(sites::id)
        .select(sites::id)
        .load(connection)
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
