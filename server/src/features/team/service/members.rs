//! Members and their roles.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::{FieldProblem, TeamId};
use moyan_foundation::access::{Action, Caller, Role, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::pagination::Page;
use serde_json::json;
use uuid::Uuid;

use super::lock_allowed;
use crate::features::audit::{AuditAction, Entry};
use crate::features::team::dto::{MemberDto, MemberPageDto};
use crate::features::team::queries::{self, MemberRow};

fn member_of(row: MemberRow, access: &TeamAccess) -> MemberDto {
    MemberDto {
        user_id: row.user_id,
        nickname: row.nickname,
        email: row.email.filter(|_| access.may(Action::ManageMembers)),
        avatar_url: row.avatar_id.map(|id| format!("/api/avatars/{id}")),
        role: row.role,
        joined_at: row.joined_at,
    }
}

/// A page of the members. The cursor is a moment in microseconds and an account.
pub fn list_members(
    connection: &mut PgConnection,
    access: &TeamAccess,
    page: &Page,
) -> Result<MemberPageDto, AppError> {
    let after = page.cursor.as_deref().map(parse_cursor).transpose()?;
    let mut rows = queries::list_members(connection, access.team_id, after, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| {
        format!("{}_{}", row.joined_at.timestamp_micros(), row.user_id)
    });
    let items = rows.into_iter().map(|row| member_of(row, access)).collect();
    Ok(MemberPageDto { items, next_cursor })
}

fn parse_cursor(cursor: &str) -> Result<(DateTime<Utc>, Uuid), AppError> {
    cursor
        .split_once('_')
        .and_then(|(micros, id)| {
            Some((
                DateTime::from_timestamp_micros(micros.parse().ok()?)?,
                id.parse().ok()?,
            ))
        })
        .ok_or_else(|| Refusal::BadRequest.into())
}

/// The role of a member that can be changed: not the owner's.
fn changeable_role(connection: &mut PgConnection, team_id: TeamId, user_id: Uuid) -> Result<Role, AppError> {
    let role = queries::find_role(connection, team_id, user_id)?.ok_or(Refusal::MemberNotFound)?;
    match role {
        Role::Owner => Err(Refusal::OwnerRole.into()),
        role => Ok(role),
    }
}

/// Changes a member's role.
pub fn change_role(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    user_id: Uuid,
    role: Role,
) -> Result<MemberDto, AppError> {
    if role == Role::Owner {
        return Err(AppError::invalid("role", FieldProblem::RoleNotGiven));
    }
    lock_allowed(connection, caller, access)?;
    let before = changeable_role(connection, access.team_id, user_id)?;
    queries::update_role(connection, access.team_id, user_id, role)?;
    if !role.may(Action::ManageMembers) {
        // A second account must not join by an invitation that its sender could no longer send.
        queries::delete_invitations_by(connection, access.team_id, user_id)?;
    }
    Entry::by(caller.user_id, AuditAction::TeamRoleChanged)
        .to_user(user_id)
        .in_team(access.team_id)
        .with(json!({ "from": before, "to": role }))
        .record(connection)?;
    let row = queries::find_member(connection, access.team_id, user_id)?.ok_or(Refusal::MemberNotFound)?;
    Ok(member_of(row, access))
}

/// Ends a membership and the invitations that the member sent: one of them may be a way back in.
fn end_membership(connection: &mut PgConnection, team_id: TeamId, user_id: Uuid) -> Result<(), AppError> {
    queries::delete_member(connection, team_id, user_id)?;
    queries::delete_invitations_by(connection, team_id, user_id)?;
    Ok(())
}

/// Removes a member.
pub fn remove_member(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    user_id: Uuid,
) -> Result<(), AppError> {
    lock_allowed(connection, caller, access)?;
    changeable_role(connection, access.team_id, user_id)?;
    end_membership(connection, access.team_id, user_id)?;
    Entry::by(caller.user_id, AuditAction::TeamMemberRemoved)
        .to_user(user_id)
        .in_team(access.team_id)
        .record(connection)?;
    Ok(())
}

/// The caller leaves.
pub fn leave(connection: &mut PgConnection, caller: &Caller, access: &TeamAccess) -> Result<(), AppError> {
    lock_allowed(connection, caller, access)?;
    changeable_role(connection, access.team_id, caller.user_id)?;
    end_membership(connection, access.team_id, caller.user_id)?;
    Entry::by(caller.user_id, AuditAction::TeamLeft)
        .in_team(access.team_id)
        .record(connection)?;
    Ok(())
}
