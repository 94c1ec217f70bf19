//! The rules of teams.

use chrono::TimeDelta;
use diesel::{PgConnection, QueryResult};
use moyan_domain::TeamId;
use moyan_domain::limits::TEAM_CHANGES_PER_ACCOUNT_PER_HOUR;
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::throttle::{self, Allowance};

use super::queries::{self, Team};

mod administration;
mod correspondence;
mod expiry;
mod invitations;
mod members;
mod overview;
mod teams;

pub use administration::{find_personal, set_plan, suspend};
pub use correspondence::{owner_of, staff_of};
pub use expiry::{delete_expired_invitations, list_expired, owns_shared_team, purge, release_teams_of};
pub use invitations::{
    accept_invitation, check_invitation, delete_invitation, invite, list_invitations, lookup_invitation,
};
pub use members::{change_role, leave, list_members, remove_member};
pub use overview::{get, list, overview};
pub use teams::{create, create_personal, delete, rename, restore, transfer};

/// Changes of teams by one account: each leaves an entry in the audit log for a year.
const CHANGES: Allowance = Allowance::each(TimeDelta::hours(1), TEAM_CHANGES_PER_ACCOUNT_PER_HOUR);

/// Locks the team until the transaction ends, if the caller's role still allows what the route lets them do.
///
/// The check before the handler is older: the role may have been changed since. Every change of a team begins with this.
/// It is counted in the transaction of the change: what is taken back leaves no entry and does not count.
fn lock_allowed(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
) -> Result<Team, AppError> {
    let team = queries::lock_team(connection, access.team_id)?.ok_or(Refusal::TeamNotFound)?;
    let role = queries::find_role(connection, team.id, caller.user_id)?.ok_or(Refusal::TeamNotFound)?;
    if !role.may(access.action) {
        return Err(Refusal::Forbidden.into());
    }
    throttle::hit(
        connection,
        &format!("teamChanges {}", caller.user_id),
        CHANGES,
        caller.now,
    )?;
    Ok(team)
}

/// Lets changes that take room of a team go one after the other until the transaction ends: the count of what it has
/// holds, and two cannot take the same room. Fails where there is no such team.
pub fn lock_room(connection: &mut PgConnection, id: TeamId) -> QueryResult<()> {
    queries::lock_room(connection, id).map(drop)
}

/// The name of a team.
pub fn name_of(connection: &mut PgConnection, id: TeamId) -> Result<String, AppError> {
    Ok(queries::find_team(connection, id)?
        .ok_or(Refusal::TeamNotFound)?
        .name)
}

fn require_shared(access: &TeamAccess) -> Result<(), AppError> {
    if access.is_personal {
        return Err(Refusal::PersonalTeam.into());
    }
    Ok(())
}
