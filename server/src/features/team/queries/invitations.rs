//! The table of invitations.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::TeamId;
use moyan_foundation::access::Role;
use moyan_foundation::schema::{team_invitations, teams, users};
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = team_invitations)]
pub struct InvitationRow {
    pub id: Uuid,
    pub team_id: TeamId,
    pub email: String,
    pub role: Role,
    #[diesel(select_expression = users::nickname)]
    pub invited_by_nickname: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[derive(Insertable)]
#[diesel(table_name = team_invitations)]
pub struct NewInvitation<'a> {
    pub id: Uuid,
    pub team_id: TeamId,
    pub email: &'a str,
    pub role: Role,
    pub token_hash: &'a str,
    pub invited_by_id: Uuid,
    pub expires_at: DateTime<Utc>,
}

/// Ends the invitation of an address, if there is one.
pub fn delete_invitation_to(
    connection: &mut PgConnection,
    team_id: TeamId,
    email: &str,
) -> QueryResult<usize> {
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
    team_id: TeamId,
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
    team_id: TeamId,
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
    team_id: TeamId,
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

pub fn delete_invitation(connection: &mut PgConnection, team_id: TeamId, id: Uuid) -> QueryResult<usize> {
    diesel::delete(
        team_invitations::table.filter(
            team_invitations::id
                .eq(id)
                .and(team_invitations::team_id.eq(team_id)),
        ),
    )
    .execute(connection)
}

/// Removes invitations that expired.
pub fn delete_expired_invitations(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::delete(team_invitations::table.filter(team_invitations::expires_at.lt(now))).execute(connection)
}
