//! What is stored.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use serde_json::Value;
use uuid::Uuid;

use super::Entry;
use crate::schema::{audit_entries, users};

/// An entry and the actor's name now.
#[derive(Debug, Queryable)]
pub struct AuditRow {
    /// The entry.
    pub id: Uuid,
    /// When.
    pub created_at: DateTime<Utc>,
    /// What.
    pub action: String,
    /// Who.
    pub actor_id: Option<Uuid>,
    /// The account it was done to.
    pub user_id: Option<Uuid>,
    /// The team it was done in.
    pub team_id: Option<Uuid>,
    /// From where.
    pub ip_address: Option<String>,
    /// What changed.
    pub details: Value,
    /// The actor's name now.
    pub actor_nickname: Option<String>,
}

/// Which entries.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// Only this action.
    pub action: Option<String>,
    /// Only what this account did or what was done to it.
    pub user_id: Option<Uuid>,
    /// Only what was done in this team.
    pub team_id: Option<Uuid>,
}

pub fn insert_entry(connection: &mut PgConnection, entry: Entry) -> QueryResult<usize> {
    diesel::insert_into(audit_entries::table)
        .values((
            audit_entries::id.eq(Uuid::now_v7()),
            audit_entries::action.eq(entry.action),
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
    let mut query = audit_entries::table
        .left_join(users::table.on(users::id.nullable().eq(audit_entries::actor_id)))
        .select((
            audit_entries::id,
            audit_entries::created_at,
            audit_entries::action,
            audit_entries::actor_id,
            audit_entries::user_id,
            audit_entries::team_id,
            audit_entries::ip_address,
            audit_entries::details,
            users::nickname.nullable(),
        ))
        .order(audit_entries::id.desc())
        .limit(limit)
        .into_boxed();
    if let Some(action) = filter.action {
        query = query.filter(audit_entries::action.eq(action));
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
