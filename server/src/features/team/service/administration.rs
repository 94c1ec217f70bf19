//! Changes of teams by administrators of the platform. The feature `admin` checks the caller and writes the audit log.

use chrono::{DateTime, Utc};
use diesel::{PgConnection, QueryResult};
use moyan_domain::{Plan, Reason, TeamId};
use uuid::Uuid;

use crate::features::team::queries;

/// The personal space of an account.
pub fn find_personal(connection: &mut PgConnection, owner_id: Uuid) -> QueryResult<TeamId> {
    queries::find_personal(connection, owner_id)
}

/// Sets the plan until a moment, or for good. Does nothing when there is no such team.
pub fn set_plan(
    connection: &mut PgConnection,
    team_id: TeamId,
    plan: Plan,
    ends_at: Option<DateTime<Utc>>,
) -> QueryResult<()> {
    queries::update_plan(connection, team_id, plan, ends_at)?;
    Ok(())
}

/// Suspends a team, or ends that when there is no reason. Does nothing when there is no such team.
pub fn suspend(
    connection: &mut PgConnection,
    team_id: TeamId,
    reason: Option<&Reason>,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    let suspension = reason.map(|reason| (now, reason.as_str()));
    queries::update_suspension(connection, team_id, suspension)?;
    Ok(())
}
