//! Removing teams: with their owner's account, or seven days after their deletion.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::TeamId;
use moyan_foundation::error::AppError;
use uuid::Uuid;

use crate::features::audit::{AuditAction, Entry};
use crate::features::team::queries;

/// True when the account owns a team in which there are others.
pub fn owns_shared_team(connection: &mut PgConnection, user_id: Uuid) -> Result<bool, AppError> {
    Ok(queries::owns_shared(connection, user_id)?)
}

/// Gives an account's shared teams to other members and deletes the rest, before the account is removed.
pub fn release_teams_of(connection: &mut PgConnection, user_id: Uuid) -> Result<(), AppError> {
    for team_id in queries::list_owned(connection, user_id)? {
        // A member who is leaving at this moment must not become the owner.
        queries::lock_team(connection, team_id)?;
        if let Some(successor) = queries::find_successor(connection, team_id, user_id)? {
            queries::update_owner(connection, team_id, user_id, successor)?;
            Entry::by_system(AuditAction::TeamInherited)
                .to_user(successor)
                .in_team(team_id)
                .record(connection)?;
        }
    }
    queries::delete_teams_of(connection, user_id)?;
    Ok(())
}

/// The deleted teams that are due to be removed.
pub fn list_expired(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<Vec<Uuid>, AppError> {
    Ok(queries::list_expired(connection, now)?)
}

/// Removes a deleted team that is due. Does nothing when its owner restored it meanwhile.
pub fn purge(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<(), AppError> {
    let id = TeamId(id);
    if queries::delete_expired(connection, id, now)? > 0 {
        Entry::by_system(AuditAction::TeamPurged)
            .in_team(id)
            .record(connection)?;
    }
    Ok(())
}

/// Removes invitations that expired.
pub fn delete_expired_invitations(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> diesel::QueryResult<usize> {
    queries::delete_expired_invitations(connection, now)
}
