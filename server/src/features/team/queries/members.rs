//! The table of members, joined with their accounts.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{Language, TeamId};
use moyan_foundation::access::Role;
use moyan_foundation::schema::{avatars, team_members, users};
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = team_members)]
pub struct MemberRow {
    pub user_id: Uuid,
    #[diesel(select_expression = users::nickname)]
    pub nickname: String,
    #[diesel(select_expression = users::email)]
    pub email: Option<String>,
    #[diesel(select_expression = avatars::id.nullable(), select_expression_type = diesel::dsl::Nullable<avatars::id>)]
    pub avatar_id: Option<Uuid>,
    pub role: Role,
    pub joined_at: DateTime<Utc>,
}

pub fn insert_member(
    connection: &mut PgConnection,
    team_id: TeamId,
    user_id: Uuid,
    role: Role,
) -> QueryResult<usize> {
    diesel::insert_into(team_members::table)
        .values((
            team_members::team_id.eq(team_id),
            team_members::user_id.eq(user_id),
            team_members::role.eq(role),
        ))
        .execute(connection)
}

pub fn update_role(
    connection: &mut PgConnection,
    team_id: TeamId,
    user_id: Uuid,
    role: Role,
) -> QueryResult<usize> {
    diesel::update(team_members::table.find((team_id, user_id)))
        .set(team_members::role.eq(role))
        .execute(connection)
}

pub fn delete_member(connection: &mut PgConnection, team_id: TeamId, user_id: Uuid) -> QueryResult<usize> {
    diesel::delete(team_members::table.find((team_id, user_id))).execute(connection)
}

pub fn find_role(connection: &mut PgConnection, team_id: TeamId, user_id: Uuid) -> QueryResult<Option<Role>> {
    team_members::table
        .find((team_id, user_id))
        .select(team_members::role)
        .first(connection)
        .optional()
}

pub fn count_members(connection: &mut PgConnection, team_id: TeamId) -> QueryResult<i64> {
    team_members::table
        .filter(team_members::team_id.eq(team_id))
        .count()
        .get_result(connection)
}

/// Members who used the product after a moment.
pub fn count_active_members(
    connection: &mut PgConnection,
    team_id: TeamId,
    after: DateTime<Utc>,
) -> QueryResult<i64> {
    team_members::table
        .filter(team_members::team_id.eq(team_id))
        .inner_join(users::table)
        .filter(users::last_used_at.gt(after))
        .count()
        .get_result(connection)
}

/// Members after one, in the order in which they joined.
pub fn list_members(
    connection: &mut PgConnection,
    team_id: TeamId,
    after: Option<(DateTime<Utc>, Uuid)>,
    limit: i64,
) -> QueryResult<Vec<MemberRow>> {
    let mut query = team_members::table
        .inner_join(users::table)
        .left_join(avatars::table.on(avatars::user_id.eq(team_members::user_id)))
        .filter(team_members::team_id.eq(team_id))
        .order((team_members::joined_at.asc(), team_members::user_id.asc()))
        .limit(limit)
        .select(MemberRow::as_select())
        .into_boxed();
    if let Some((joined_at, user_id)) = after {
        query = query.filter(
            team_members::joined_at.gt(joined_at).or(team_members::joined_at
                .eq(joined_at)
                .and(team_members::user_id.gt(user_id))),
        );
    }
    query.load(connection)
}

pub fn find_member(
    connection: &mut PgConnection,
    team_id: TeamId,
    user_id: Uuid,
) -> QueryResult<Option<MemberRow>> {
    team_members::table
        .inner_join(users::table)
        .left_join(avatars::table.on(avatars::user_id.eq(team_members::user_id)))
        .filter(
            team_members::team_id
                .eq(team_id)
                .and(team_members::user_id.eq(user_id)),
        )
        .select(MemberRow::as_select())
        .first(connection)
        .optional()
}

/// Whether an address belongs to a member.
pub fn is_member_email(connection: &mut PgConnection, team_id: TeamId, email: &str) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(
        team_members::table
            .inner_join(users::table)
            .filter(team_members::team_id.eq(team_id).and(users::email.eq(email))),
    ))
    .get_result(connection)
}

/// The language of the account that has an address.
pub fn find_locale_of(connection: &mut PgConnection, email: &str) -> QueryResult<Option<Language>> {
    users::table
        .filter(users::email.eq(email))
        .select(users::locale)
        .first(connection)
        .optional()
}

pub fn find_nickname(connection: &mut PgConnection, user_id: Uuid) -> QueryResult<String> {
    users::table
        .find(user_id)
        .select(users::nickname)
        .first(connection)
}

/// The member who takes over when the owner goes: an admin, else the member who joined first.
pub fn find_successor(
    connection: &mut PgConnection,
    team_id: TeamId,
    owner_id: Uuid,
) -> QueryResult<Option<Uuid>> {
    team_members::table
        .filter(
            team_members::team_id
                .eq(team_id)
                .and(team_members::user_id.ne(owner_id)),
        )
        .order((team_members::role.ne(Role::Admin), team_members::joined_at.asc()))
        .select(team_members::user_id)
        .first(connection)
        .optional()
}
