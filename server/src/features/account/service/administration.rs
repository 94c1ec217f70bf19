//! Changes of accounts by administrators of the platform. The feature `admin` checks the caller and writes the audit log.

use chrono::{DateTime, Utc};
use diesel::{PgConnection, QueryResult};
use moyan_domain::Reason;
use uuid::Uuid;

use crate::features::account::queries;

/// The administrators who are not suspended. Until the transaction ends nobody else changes who they are.
pub fn lock_admins(connection: &mut PgConnection) -> QueryResult<Vec<Uuid>> {
    queries::lock_admins(connection)
}

/// Makes an account an administrator, or not. False when there is no such account.
pub fn set_admin(connection: &mut PgConnection, id: Uuid, is_admin: bool) -> QueryResult<bool> {
    Ok(queries::update_is_admin(connection, id, is_admin)? > 0)
}

/// Suspends an account and ends its sessions, or ends the suspension when there is no reason.
/// False when there is no such account.
pub fn suspend(
    connection: &mut PgConnection,
    id: Uuid,
    reason: Option<&Reason>,
    now: DateTime<Utc>,
) -> QueryResult<bool> {
    if reason.is_some() {
        queries::delete_sessions(connection, id, None)?;
    }
    let suspension = reason.map(|reason| (now, reason.as_str()));
    Ok(queries::update_suspension(connection, id, suspension)? > 0)
}
