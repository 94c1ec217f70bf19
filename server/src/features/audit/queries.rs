//! The table of the audit log.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use moyan_domain::limits::AUDIT_KEPT_DAYS;
use moyan_domain::{TeamId, TeamKind};
use moyan_foundation::schema::{audit_entries, teams, users};
use serde_json::Value;
use uuid::Uuid;

use super::{AuditAction, Entry};

/// An entry, with the current names of its actor, account and team.
#[derive(Debug, Queryable)]
pub struct AuditRow {
    /// The entry.
    pub id: Uuid,
    /// When it was done.
    pub created_at: DateTime<Utc>,
    /// The action.
    pub action: String,
    /// The account that did it.
    pub actor_id: Option<Uuid>,
    /// The account it was done to.
    pub user_id: Option<Uuid>,
    /// The team it was done in.
    pub team_id: Option<TeamId>,
    /// The IP address it was done from.
    pub ip_address: Option<String>,
    /// What changed.
    pub details: Value,
    /// The actor's name now.
    pub actor_nickname: Option<String>,
    /// The account's name now.
    pub user_nickname: Option<String>,
    /// The team's name now.
    pub team_name: Option<String>,
    /// Of a personal space, the name of its owner now.
    pub space_owner_nickname: Option<String>,
}

/// A filter of entries.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// Only this action.
    pub action: Option<AuditAction>,
    /// Only what this account did or what was done to it.
    pub user_id: Option<Uuid>,
    /// Only what was done in this team.
    pub team_id: Option<TeamId>,
}

pub fn insert_entry(connection: &mut PgConnection, entry: Entry) -> QueryResult<usize> {
    diesel::insert_into(audit_entries::table)
        .values((
            audit_entries::id.eq(Uuid::now_v7()),
            audit_entries::action.eq(entry.action.as_str()),
            audit_entries::actor_id.eq(entry.actor_id),
            audit_entries::user_id.eq(entry.user_id),
            audit_entries::team_id.eq(entry.team_id),
            audit_entries::ip_address.eq(entry.ip_address),
            audit_entries::details.eq(entry.details),
        ))
        .execute(connection)
}

/// Entries before one, the newest first.
pub fn list_entries(
    connection: &mut PgConnection,
    filter: AuditFilter,
    before: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<AuditRow>> {
    let (actors, subjects, owners) = diesel::alias!(users as actors, users as subjects, users as owners);
    let mut query = audit_entries::table
        .left_join(actors.on(actors.field(users::id).nullable().eq(audit_entries::actor_id)))
        .left_join(subjects.on(subjects.field(users::id).nullable().eq(audit_entries::user_id)))
        .left_join(teams::table.on(teams::id.nullable().eq(audit_entries::team_id)))
        .left_join(
            owners.on(owners
                .field(users::id)
                .eq(teams::owner_id)
                .and(teams::kind.eq(TeamKind::Personal))),
        )
        .select((
            audit_entries::id,
            audit_entries::created_at,
            audit_entries::action,
            audit_entries::actor_id,
            audit_entries::user_id,
            audit_entries::team_id,
            audit_entries::ip_address,
            audit_entries::details,
            actors.field(users::nickname).nullable(),
            subjects.field(users::nickname).nullable(),
            teams::name.nullable(),
            owners.field(users::nickname).nullable(),
        ))
        .order(audit_entries::id.desc())
        .limit(limit)
        .into_boxed();
    if let Some(action) = filter.action {
        query = query.filter(audit_entries::action.eq(action.as_str()));
    }
    if let Some(user_id) = filter.user_id {
        query = query.filter(
            audit_entries::actor_id
                .eq(user_id)
                .or(audit_entries::user_id.eq(user_id)),
        );
    }
    if let Some(team_id) = filter.team_id {
        query = query.filter(audit_entries::team_id.eq(team_id));
    }
    if let Some(before) = before {
        query = query.filter(audit_entries::id.lt(before));
    }
    query.load(connection)
}

/// Clears the IP addresses of an account's entries.
pub fn forget_addresses(connection: &mut PgConnection, actor_id: Uuid) -> QueryResult<usize> {
    diesel::update(audit_entries::table.filter(audit_entries::actor_id.eq(actor_id)))
        .set(audit_entries::ip_address.eq(None::<String>))
        .execute(connection)
}

/// Removes expired entries.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    let oldest = now - TimeDelta::days(AUDIT_KEPT_DAYS);
    diesel::delete(audit_entries::table.filter(audit_entries::created_at.lt(oldest))).execute(connection)
}
