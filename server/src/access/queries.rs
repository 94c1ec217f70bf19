//! What the check before the handlers reads.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

use crate::schema::{sessions, team_members, teams, users};

/// A session and whose it is.
#[derive(Queryable)]
pub struct SessionRow {
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub email: Option<String>,
    pub is_admin: bool,
    pub is_suspended: bool,
}

/// A team and the caller's role in it.
#[derive(Queryable)]
pub struct MembershipRow {
    pub team_id: Uuid,
    pub kind: String,
    pub role: String,
    pub plan: String,
    pub plan_ends_at: Option<DateTime<Utc>>,
    pub is_suspended: bool,
    pub purges_at: Option<DateTime<Utc>>,
}

pub fn find_session(
    connection: &mut PgConnection,
    session_id: Uuid,
    user_id: Uuid,
) -> QueryResult<Option<SessionRow>> {
    sessions::table
        .inner_join(users::table)
        .filter(sessions::id.eq(session_id).and(sessions::user_id.eq(user_id)))
        .select((
            sessions::last_seen_at,
            sessions::expires_at,
            users::email,
            users::is_admin,
            users::suspended_at.is_not_null(),
        ))
        .first(connection)
        .optional()
}

pub fn update_last_seen(
    connection: &mut PgConnection,
    session_id: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(sessions::table.find(session_id))
        .set(sessions::last_seen_at.eq(now))
        .execute(connection)
}

/// The membership in a team, or in the account's personal space when no team is named.
pub fn find_membership(
    connection: &mut PgConnection,
    user_id: Uuid,
    team_id: Option<Uuid>,
) -> QueryResult<Option<MembershipRow>> {
    let query = team_members::table
        .inner_join(teams::table)
        .filter(team_members::user_id.eq(user_id))
        .select((
            teams::id,
            teams::kind,
            team_members::role,
            teams::plan,
            teams::plan_ends_at,
            teams::suspended_at.is_not_null(),
            teams::purges_at,
        ))
        .into_boxed();
    match team_id {
        Some(team_id) => query.filter(teams::id.eq(team_id)),
        None => query.filter(teams::kind.eq("personal").and(teams::owner_id.eq(user_id))),
    }
    .first(connection)
    .optional()
}
