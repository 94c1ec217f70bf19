//! Teams, as administrators see and change them.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::{FieldProblem, Plan, Reason, TeamId};
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::pagination::Page;
use moyan_mail::MailTemplate;
use serde_json::json;
use uuid::Uuid;

use super::record_suspension;
use crate::features::admin::dto::{AdminTeamDto, AdminTeamPageDto, SetPlanRequest};
use crate::features::admin::queries::{self, TeamRow};
use crate::features::audit::{AuditAction, Entry};
use crate::features::mail::Outbox as _;
use crate::features::site;
use crate::features::team;

/// A page of teams.
pub fn list_teams(
    connection: &mut PgConnection,
    search: Option<&str>,
    page: &Page,
    now: DateTime<Utc>,
) -> Result<AdminTeamPageDto, AppError> {
    let mut rows = queries::list_teams(connection, search, page.cursor_id()?, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.id);
    let items = teams_of(connection, rows, now)?;
    Ok(AdminTeamPageDto { items, next_cursor })
}

fn teams_of(
    connection: &mut PgConnection,
    rows: Vec<TeamRow>,
    now: DateTime<Utc>,
) -> Result<Vec<AdminTeamDto>, AppError> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let counts = queries::count_members(connection, &ids)?;
    let n_members = |id| counts.iter().find(|(team, _)| *team == id).map_or(0, |(_, n)| *n);
    Ok(rows
        .into_iter()
        .map(|row| AdminTeamDto {
            n_members: n_members(row.id),
            id: row.id,
            kind: row.kind,
            name: row.name,
            owner_id: row.owner_id,
            owner_nickname: row.owner_nickname,
            plan: Plan::effective(row.plan, row.plan_ends_at, now),
            plan_ends_at: Plan::end_ahead(row.plan_ends_at, now),
            created_at: row.created_at,
            suspended_at: row.suspended_at,
            suspended_reason: row.suspended_reason,
            purges_at: row.purges_at,
        })
        .collect())
}

fn get_team(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<AdminTeamDto, AppError> {
    let row = queries::find_team(connection, id)?.ok_or(Refusal::TeamNotFound)?;
    teams_of(connection, vec![row], now)?
        .pop()
        .ok_or_else(|| Refusal::TeamNotFound.into())
}

/// Sets the plan and tells the owner. A smaller plan removes nothing: existing content stays readable.
pub fn set_plan(
    connection: &mut PgConnection,
    public_url: &str,
    caller: &Caller,
    team_id: TeamId,
    request: &SetPlanRequest,
) -> Result<AdminTeamDto, AppError> {
    let is_past = |end: DateTime<Utc>| end <= caller.now;
    if request.ends_at.is_some_and(is_past) {
        return Err(AppError::invalid("endsAt", FieldProblem::InPast));
    }
    team::service::set_plan(connection, team_id, request.plan, request.ends_at)?;
    let team = get_team(connection, team_id.0, caller.now)?;
    Entry::by(caller.user_id, AuditAction::TeamPlanChanged)
        .in_team(team_id)
        .with(json!({ "plan": request.plan, "endsAt": request.ends_at }))
        .record(connection)?;
    tell_plan(connection, public_url, team_id, request.plan, request.ends_at)?;
    if let Some(ends_at) = request.ends_at {
        // Who has just been told when it ends is told again on the next of the days only.
        site::service::skip_plan_notice(connection, team_id, ends_at, caller.now)?;
    }
    Ok(team)
}

/// Tells the owner of a team that it has a plan now.
fn tell_plan(
    connection: &mut PgConnection,
    public_url: &str,
    team_id: TeamId,
    plan: Plan,
    ends_at: Option<DateTime<Utc>>,
) -> Result<(), AppError> {
    if plan == Plan::Creator {
        return Ok(());
    }
    let Some((team, owner)) = team::service::owner_of(connection, team_id)? else {
        return Ok(());
    };
    let mail = MailTemplate::PlanActivated {
        team,
        plan,
        ends_on: ends_at.map(|end| Plan::last_moment(end).date_naive()),
        url: format!("{public_url}/team/{team_id}/sites"),
    };
    mail.enqueue(connection, &owner)
}

/// Suspends a team and tells its owner, or ends that when there is no reason.
pub fn suspend_team(
    connection: &mut PgConnection,
    caller: &Caller,
    team_id: TeamId,
    reason: Option<Reason>,
) -> Result<AdminTeamDto, AppError> {
    team::service::suspend(connection, team_id, reason.as_ref(), caller.now)?;
    let team = get_team(connection, team_id.0, caller.now)?;
    let action = match reason {
        Some(_) => AuditAction::TeamSuspended,
        None => AuditAction::TeamResumed,
    };
    let entry = Entry::by(caller.user_id, action).in_team(team_id);
    record_suspension(connection, entry, reason.as_ref())?;
    if let Some(reason) = reason
        && let Some((team, owner)) = team::service::owner_of(connection, team_id)?
    {
        let reason = reason.as_str().to_owned();
        MailTemplate::TeamSuspended { team, reason }.enqueue(connection, &owner)?;
    }
    Ok(team)
}

/// Sets the plan of a personal space, for the command line, which knows no address for a mail.
pub fn set_personal_plan(
    connection: &mut PgConnection,
    user_id: Uuid,
    plan: Plan,
    ends_at: Option<DateTime<Utc>>,
) -> diesel::QueryResult<()> {
    let team_id = team::service::find_personal(connection, user_id)?;
    team::service::set_plan(connection, team_id, plan, ends_at)?;
    Entry::by_system(AuditAction::TeamPlanChanged)
        .in_team(team_id)
        .with(json!({ "plan": plan, "endsAt": ends_at }))
        .record(connection)?;
    Ok(())
}
