//! What administrators read. They change accounts and teams through the services of those.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::count;
use diesel::prelude::*;
use moyan_domain::{Plan, TeamKind};
use moyan_foundation::listing::pattern_of;
use moyan_foundation::schema::{team_members, teams, users};
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub struct UserRow {
    pub id: Uuid,
    pub nickname: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub is_admin: bool,
    pub created_at: DateTime<Utc>,
    pub last_used_at: Option<DateTime<Utc>>,
    pub suspended_at: Option<DateTime<Utc>>,
    pub suspended_reason: Option<String>,
    pub deletes_at: Option<DateTime<Utc>>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = teams)]
pub struct TeamRow {
    pub id: Uuid,
    pub kind: TeamKind,
    pub name: String,
    pub owner_id: Uuid,
    #[diesel(select_expression = users::nickname)]
    pub owner_nickname: String,
    pub plan: Plan,
    pub plan_ends_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub suspended_at: Option<DateTime<Utc>>,
    pub suspended_reason: Option<String>,
    pub purges_at: Option<DateTime<Utc>>,
}

/// Accounts, those used within 30 days, shared teams, teams with a paid plan.
pub fn count_platform(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<[i64; 4]> {
    let active = users::table.filter(users::last_used_at.gt(now - TimeDelta::days(30)));
    let paid = teams::table.filter(
        teams::plan
            .ne(Plan::Creator)
            .and(teams::plan_ends_at.is_null().or(teams::plan_ends_at.gt(now))),
    );
    Ok([
        users::table.count().get_result(connection)?,
        active.count().get_result(connection)?,
        teams::table
            .filter(teams::kind.eq(TeamKind::Team))
            .count()
            .get_result(connection)?,
        paid.count().get_result(connection)?,
    ])
}

/// Accounts before one, the newest first.
pub fn list_users(
    connection: &mut PgConnection,
    search: Option<&str>,
    before: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<UserRow>> {
    let mut query = users::table
        .order(users::id.desc())
        .limit(limit)
        .select(UserRow::as_select())
        .into_boxed();
    if let Some(search) = search {
        let pattern = pattern_of(search);
        query = query.filter(
            users::nickname
                .ilike(pattern.clone())
                .or(users::email.ilike(pattern.clone()).assume_not_null())
                .or(users::phone.ilike(pattern).assume_not_null())
                .or(users::id
                    .nullable()
                    .eq(Uuid::parse_str(search).ok())
                    .assume_not_null()),
        );
    }
    if let Some(before) = before {
        query = query.filter(users::id.lt(before));
    }
    query.load(connection)
}

pub fn find_user(connection: &mut PgConnection, id: Uuid) -> QueryResult<Option<UserRow>> {
    users::table
        .find(id)
        .select(UserRow::as_select())
        .first(connection)
        .optional()
}

/// In how many teams accounts are.
pub fn count_memberships(connection: &mut PgConnection, ids: &[Uuid]) -> QueryResult<Vec<(Uuid, i64)>> {
    team_members::table
        .filter(team_members::user_id.eq_any(ids))
        .group_by(team_members::user_id)
        .select((team_members::user_id, count(team_members::team_id)))
        .load(connection)
}

/// Teams before one, the newest first.
pub fn list_teams(
    connection: &mut PgConnection,
    search: Option<&str>,
    before: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<TeamRow>> {
    let mut query = teams::table
        .inner_join(users::table)
        .order(teams::id.desc())
        .limit(limit)
        .select(TeamRow::as_select())
        .into_boxed();
    if let Some(search) = search {
        let pattern = pattern_of(search);
        query = query.filter(
            teams::name
                .ilike(pattern.clone())
                .or(users::nickname.ilike(pattern))
                .or(teams::id
                    .nullable()
                    .eq(Uuid::parse_str(search).ok())
                    .assume_not_null()),
        );
    }
    if let Some(before) = before {
        query = query.filter(teams::id.lt(before));
    }
    query.load(connection)
}

pub fn find_team(connection: &mut PgConnection, id: Uuid) -> QueryResult<Option<TeamRow>> {
    teams::table
        .inner_join(users::table)
        .filter(teams::id.eq(id))
        .select(TeamRow::as_select())
        .first(connection)
        .optional()
}

pub fn count_members(connection: &mut PgConnection, ids: &[Uuid]) -> QueryResult<Vec<(Uuid, i64)>> {
    team_members::table
        .filter(team_members::team_id.eq_any(ids))
        .group_by(team_members::team_id)
        .select((team_members::team_id, count(team_members::user_id)))
        .load(connection)
}
