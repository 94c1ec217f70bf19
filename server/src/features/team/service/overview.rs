//! A team as its members see it.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::{Plan, TeamId, TeamKind};
use moyan_foundation::access::{Action, Caller, Role, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};

use crate::features::team::dto::{TeamDto, TeamOverviewDto};
use crate::features::team::queries::{self, Team};

/// A member who used the product within so many days counts as active.
const ACTIVE_DAYS: i64 = 30;

/// The caller's teams.
pub fn list(connection: &mut PgConnection, caller: &Caller) -> Result<Vec<TeamDto>, AppError> {
    Ok(queries::list_teams(connection, caller.user_id)?
        .into_iter()
        .map(|(team, role, n_members)| dto_of(team, role, n_members, caller.now))
        .collect())
}

/// One team.
pub fn get(connection: &mut PgConnection, access: &TeamAccess) -> Result<TeamDto, AppError> {
    get_as(connection, access.team_id, access.role, access.now)
}

pub(super) fn get_as(
    connection: &mut PgConnection,
    team_id: TeamId,
    role: Role,
    now: DateTime<Utc>,
) -> Result<TeamDto, AppError> {
    let team = queries::find_team(connection, team_id)?.ok_or(Refusal::TeamNotFound)?;
    let n_members = queries::count_members(connection, team_id)?;
    Ok(dto_of(team, role, n_members, now))
}

/// Figures for the overview.
pub fn overview(connection: &mut PgConnection, access: &TeamAccess) -> Result<TeamOverviewDto, AppError> {
    let (id, now) = (access.team_id, access.now);
    let (n_sites, n_views) = queries::count_sites(connection, id)?;
    Ok(TeamOverviewDto {
        n_members: queries::count_members(connection, id)?,
        n_active_members: queries::count_active_members(connection, id, now - TimeDelta::days(ACTIVE_DAYS))?,
        n_pending_invitations: queries::count_invitations(connection, id, now)?,
        n_knowledge_bases: queries::count_knowledge_bases(connection, id)?,
        n_sites,
        n_views,
    })
}

fn dto_of(team: Team, role: Role, n_members: i64, now: DateTime<Utc>) -> TeamDto {
    let plan = Plan::effective(team.plan, team.plan_ends_at, now);
    TeamDto {
        n_members,
        max_members: plan.members_per_team(),
        id: team.id.0,
        kind: team.kind,
        name: team.name,
        owner_id: team.owner_id,
        role,
        actions: actions_of(role, team.kind == TeamKind::Personal),
        plan,
        plan_ends_at: Plan::end_ahead(team.plan_ends_at, now),
        features: plan.features(),
        created_at: team.created_at,
        suspended_reason: team.suspended_reason,
        purges_at: team.purges_at,
    }
}

/// What a role may do; in a personal space there is nobody to share with.
fn actions_of(role: Role, is_personal: bool) -> Vec<Action> {
    let mut actions = role.actions();
    if is_personal {
        actions.retain(|action| {
            !matches!(
                action,
                Action::ManageMembers | Action::TransferTeam | Action::DeleteTeam
            )
        });
    }
    actions
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    /// A shared team with a plan that ends so many seconds from now.
    fn ending_in(seconds: i64, now: DateTime<Utc>) -> TeamDto {
        let team = Team {
            id: TeamId(Uuid::nil()),
            kind: TeamKind::Team,
            name: "ours".to_owned(),
            owner_id: Uuid::nil(),
            plan: Plan::Professional,
            plan_ends_at: Some(now + TimeDelta::seconds(seconds)),
            suspended_at: None,
            suspended_reason: None,
            purges_at: None,
            created_at: now,
        };
        dto_of(team, Role::Owner, 1, now)
    }

    #[test]
    fn a_plan_that_has_ended_has_no_end_any_more() {
        let now = DateTime::UNIX_EPOCH;
        for (seconds, plan) in [(1, Plan::Professional), (0, Plan::Creator), (-1, Plan::Creator)] {
            let team = ending_in(seconds, now);
            assert_eq!(team.plan, plan, "{seconds}");
            let end = now + TimeDelta::seconds(seconds);
            let ends_at = (plan == Plan::Professional).then_some(end);
            assert_eq!(team.plan_ends_at, ends_at, "{seconds}");
        }
    }
}
