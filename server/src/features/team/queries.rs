//! What is stored about teams.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

use crate::schema::{avatars, sessions, team_invitations, team_members, teams, users};

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = teams)]
pub struct Team {
    pub id: Uuid,
    pub kind: String,
    pub name: String,
    pub owner_id: Uuid,
    pub plan: String,
    pub plan_ends_at: Option<DateTime<Utc>>,
    pub suspended_at: Option<DateTime<Utc>>,
    pub suspended_reason: Option<String>,
    pub purges_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

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
    pub role: String,
    pub joined_at: DateTime<Utc>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = team_invitations)]
pub struct InvitationRow {
    pub id: Uuid,
    pub team_id: Uuid,
    pub email: String,
    pub role: String,
    #[diesel(select_expression = users::nickname)]
    pub invited_by_nickname: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[derive(Insertable)]
#[diesel(table_name = team_invitations)]
pub struct NewInvitation<'a> {
    pub id: Uuid,
    pub team_id: Uuid,
    pub email: &'a str,
    pub role: &'a str,
    pub token_hash: &'a str,
    pub invited_by_id: Uuid,
    pub expires_at: DateTime<Utc>,
}

pub fn insert_team(
    connection: &mut PgConnection,
    id: Uuid,
    kind: &str,
    name: &str,
    owner_id: Uuid,
) -> QueryResult<usize> {
    diesel::insert_into(teams::table)
        .values((
            teams::id.eq(id),
            teams::kind.eq(kind),
            teams::name.eq(name),
            teams::owner_id.eq(owner_id),
        ))
        .execute(connection)?;
    insert_member(connection, id, owner_id, "owner")
}

pub fn insert_member(
    connection: &mut PgConnection,
    team_id: Uuid,
    user_id: Uuid,
    role: &str,
) -> QueryResult<usize> {
    diesel::insert_into(team_members::table)
        .values((
            team_members::team_id.eq(team_id),
            team_members::user_id.eq(user_id),
            team_members::role.eq(role),
        ))
        .execute(connection)
}

diesel::alias!(team_members as everybody: Everybody);

/// The account's teams with its role and the number of members, the personal space first, then by age.
pub fn list_teams(connection: &mut PgConnection, user_id: Uuid) -> QueryResult<Vec<(Team, String, i64)>> {
    let n_members = everybody
        .filter(everybody.field(team_members::team_id).eq(teams::id))
        .count()
        .single_value()
        .assume_not_null();
    teams::table
        .inner_join(team_members::table)
        .filter(team_members::user_id.eq(user_id))
        // Who does not own a deleted team sees it no more.
        .filter(teams::purges_at.is_null().or(teams::owner_id.eq(user_id)))
        .order((teams::kind.asc(), teams::id.asc()))
        .select((Team::as_select(), team_members::role, n_members))
        .load(connection)
}

/// Locks the team until the transaction ends, so that counts of its members hold.
pub fn lock_team(connection: &mut PgConnection, id: Uuid) -> QueryResult<Option<Team>> {
    teams::table
        .find(id)
        .select(Team::as_select())
        .for_update()
        .first(connection)
        .optional()
}

pub fn find_team(connection: &mut PgConnection, id: Uuid) -> QueryResult<Option<Team>> {
    teams::table
        .find(id)
        .select(Team::as_select())
        .first(connection)
        .optional()
}

pub fn update_name(connection: &mut PgConnection, id: Uuid, name: &str) -> QueryResult<usize> {
    diesel::update(teams::table.find(id))
        .set((teams::name.eq(name), teams::updated_at.eq(diesel::dsl::now)))
        .execute(connection)
}

pub fn update_purges_at(
    connection: &mut PgConnection,
    id: Uuid,
    purges_at: Option<DateTime<Utc>>,
) -> QueryResult<usize> {
    diesel::update(teams::table.find(id))
        .set(teams::purges_at.eq(purges_at))
        .execute(connection)
}

/// Makes one member the owner and the owner an admin.
pub fn update_owner(connection: &mut PgConnection, id: Uuid, from: Uuid, to: Uuid) -> QueryResult<usize> {
    // In this order: a team has at most one owner at any moment.
    update_role(connection, id, from, "admin")?;
    update_role(connection, id, to, "owner")?;
    diesel::update(teams::table.find(id))
        .set((teams::owner_id.eq(to), teams::updated_at.eq(diesel::dsl::now)))
        .execute(connection)
}

pub fn update_role(
    connection: &mut PgConnection,
    team_id: Uuid,
    user_id: Uuid,
    role: &str,
) -> QueryResult<usize> {
    diesel::update(team_members::table.find((team_id, user_id)))
        .set(team_members::role.eq(role))
        .execute(connection)
}

pub fn delete_member(connection: &mut PgConnection, team_id: Uuid, user_id: Uuid) -> QueryResult<usize> {
    diesel::delete(team_members::table.find((team_id, user_id))).execute(connection)
}

pub fn find_role(connection: &mut PgConnection, team_id: Uuid, user_id: Uuid) -> QueryResult<Option<String>> {
    team_members::table
        .find((team_id, user_id))
        .select(team_members::role)
        .first(connection)
        .optional()
}

pub fn count_members(connection: &mut PgConnection, team_id: Uuid) -> QueryResult<i64> {
    team_members::table
        .filter(team_members::team_id.eq(team_id))
        .count()
        .get_result(connection)
}

/// Members who used the product after a moment.
pub fn count_active_members(
    connection: &mut PgConnection,
    team_id: Uuid,
    after: DateTime<Utc>,
) -> QueryResult<i64> {
    team_members::table
        .filter(team_members::team_id.eq(team_id))
        .filter(diesel::dsl::exists(
            sessions::table.filter(
                sessions::user_id
                    .eq(team_members::user_id)
                    .and(sessions::last_seen_at.gt(after)),
            ),
        ))
        .count()
        .get_result(connection)
}

/// Locks an account until the transaction ends, so that counts of its teams hold.
pub fn lock_owner(connection: &mut PgConnection, id: Uuid) -> QueryResult<Uuid> {
    users::table
        .find(id)
        .select(users::id)
        .for_no_key_update()
        .first(connection)
}

pub fn count_owned(connection: &mut PgConnection, owner_id: Uuid) -> QueryResult<i64> {
    teams::table
        .filter(teams::owner_id.eq(owner_id).and(teams::kind.eq("team")))
        .count()
        .get_result(connection)
}

/// Teams that an account owns and has not deleted, its personal space apart.
pub fn list_owned(connection: &mut PgConnection, owner_id: Uuid) -> QueryResult<Vec<Uuid>> {
    teams::table
        .filter(
            teams::owner_id
                .eq(owner_id)
                .and(teams::kind.eq("team"))
                .and(teams::purges_at.is_null()),
        )
        .order(teams::id.asc())
        .select(teams::id)
        .load(connection)
}

/// Whether one of those has other members.
pub fn owns_shared(connection: &mut PgConnection, owner_id: Uuid) -> QueryResult<bool> {
    let owned = teams::owner_id
        .eq(owner_id)
        .and(teams::kind.eq("team"))
        .and(teams::purges_at.is_null());
    diesel::select(diesel::dsl::exists(
        team_members::table
            .inner_join(teams::table)
            .filter(owned.and(team_members::user_id.ne(owner_id))),
    ))
    .get_result(connection)
}

/// Members after one, in the order in which they joined.
pub fn list_members(
    connection: &mut PgConnection,
    team_id: Uuid,
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
    team_id: Uuid,
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
pub fn is_member_email(connection: &mut PgConnection, team_id: Uuid, email: &str) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(
        team_members::table
            .inner_join(users::table)
            .filter(team_members::team_id.eq(team_id).and(users::email.eq(email))),
    ))
    .get_result(connection)
}

/// The language of whoever has an address.
pub fn find_locale_of(connection: &mut PgConnection, email: &str) -> QueryResult<Option<String>> {
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

/// Ends the invitation of an address, if there is one.
pub fn delete_invitation_to(connection: &mut PgConnection, team_id: Uuid, email: &str) -> QueryResult<usize> {
    diesel::delete(
        team_invitations::table.filter(
            team_invitations::team_id
                .eq(team_id)
                .and(team_invitations::email.eq(email)),
        ),
    )
    .execute(connection)
}

/// Ends the invitations that an account sent.
pub fn delete_invitations_by(
    connection: &mut PgConnection,
    team_id: Uuid,
    invited_by_id: Uuid,
) -> QueryResult<usize> {
    diesel::delete(
        team_invitations::table.filter(
            team_invitations::team_id
                .eq(team_id)
                .and(team_invitations::invited_by_id.eq(invited_by_id)),
        ),
    )
    .execute(connection)
}

pub fn insert_invitation(
    connection: &mut PgConnection,
    invitation: &NewInvitation<'_>,
) -> QueryResult<usize> {
    diesel::insert_into(team_invitations::table)
        .values(invitation)
        .execute(connection)
}

pub fn list_invitations(
    connection: &mut PgConnection,
    team_id: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<Vec<InvitationRow>> {
    team_invitations::table
        .inner_join(users::table)
        .filter(
            team_invitations::team_id
                .eq(team_id)
                .and(team_invitations::expires_at.gt(now)),
        )
        .order(team_invitations::id.desc())
        .select(InvitationRow::as_select())
        .load(connection)
}

pub fn find_invitation(
    connection: &mut PgConnection,
    token_hash: &str,
    now: DateTime<Utc>,
) -> QueryResult<Option<InvitationRow>> {
    team_invitations::table
        .inner_join(users::table)
        .inner_join(teams::table)
        .filter(
            team_invitations::token_hash
                .eq(token_hash)
                .and(team_invitations::expires_at.gt(now))
                .and(teams::purges_at.is_null()),
        )
        .select(InvitationRow::as_select())
        .first(connection)
        .optional()
}

pub fn count_invitations(
    connection: &mut PgConnection,
    team_id: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<i64> {
    team_invitations::table
        .filter(
            team_invitations::team_id
                .eq(team_id)
                .and(team_invitations::expires_at.gt(now)),
        )
        .count()
        .get_result(connection)
}

pub fn delete_invitation(connection: &mut PgConnection, team_id: Uuid, id: Uuid) -> QueryResult<usize> {
    diesel::delete(
        team_invitations::table.filter(
            team_invitations::id
                .eq(id)
                .and(team_invitations::team_id.eq(team_id)),
        ),
    )
    .execute(connection)
}

/// The member who takes over when the owner goes: an admin, else the member who joined first.
pub fn find_successor(
    connection: &mut PgConnection,
    team_id: Uuid,
    owner_id: Uuid,
) -> QueryResult<Option<Uuid>> {
    team_members::table
        .filter(
            team_members::team_id
                .eq(team_id)
                .and(team_members::user_id.ne(owner_id)),
        )
        .order((team_members::role.ne("admin"), team_members::joined_at.asc()))
        .select(team_members::user_id)
        .first(connection)
        .optional()
}

pub fn delete_teams_of(connection: &mut PgConnection, owner_id: Uuid) -> QueryResult<usize> {
    diesel::delete(teams::table.filter(teams::owner_id.eq(owner_id))).execute(connection)
}

/// Deleted teams whose time is over.
pub fn list_expired(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<Vec<Uuid>> {
    teams::table
        .filter(teams::purges_at.le(now))
        .order(teams::purges_at.asc())
        .select(teams::id)
        .load(connection)
}

/// Removes a deleted team whose time is over; 0 when it was restored meanwhile.
pub fn delete_expired(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(teams::table.filter(teams::id.eq(id).and(teams::purges_at.le(now)))).execute(connection)
}

/// Removes invitations that expired.
pub fn delete_expired_invitations(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(team_invitations::table.filter(team_invitations::expires_at.lt(now))).execute(connection)
}
