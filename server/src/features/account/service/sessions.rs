//! The devices that are logged in.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use uuid::Uuid;

use crate::features::account::dto::SessionDto;
use crate::features::account::queries;

/// Ends one session; says nothing about whether it was there.
pub fn end_session(connection: &mut PgConnection, caller: &Caller) -> Result<(), AppError> {
    queries::delete_session(connection, caller.user_id, caller.session_id)?;
    Ok(())
}

/// The devices that are logged in.
pub fn list_sessions(
    connection: &mut PgConnection,
    caller: &Caller,
    idle_days: i64,
) -> Result<Vec<SessionDto>, AppError> {
    let now = caller.now;
    let sessions = queries::list_sessions(connection, caller.user_id, now, now - TimeDelta::days(idle_days))?;
    Ok(sessions
        .into_iter()
        .map(|session| SessionDto {
            is_current: session.id == caller.session_id,
            id: session.id,
            device: session.device,
            user_agent: session.user_agent,
            ip_address: session.ip_address,
            created_at: session.created_at,
            last_seen_at: session.last_seen_at,
            expires_at: session.expires_at,
        })
        .collect())
}

/// Logs one device out.
pub fn delete_session(connection: &mut PgConnection, caller: &Caller, id: Uuid) -> Result<(), AppError> {
    match queries::delete_session(connection, caller.user_id, id)? {
        0 => Err(Refusal::SessionNotFound.into()),
        _ => Ok(()),
    }
}

/// Logs all other devices out and says how many.
pub fn delete_other_sessions(connection: &mut PgConnection, caller: &Caller) -> Result<usize, AppError> {
    Ok(queries::delete_sessions(
        connection,
        caller.user_id,
        Some(caller.session_id),
    )?)
}

/// Removes expired codes and sessions.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>, idle_days: i64) -> Result<usize, AppError> {
    Ok(queries::sweep(connection, now, now - TimeDelta::days(idle_days))?)
}
