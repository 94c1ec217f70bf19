//! The rules of the administration. Every change is written into the audit log.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use serde_json::json;
use uuid::Uuid;

use super::dto::{
    AdminMailDto, AdminMailPageDto, AdminOverviewDto, AdminTeamDto, AdminTeamPageDto, AdminUserDto,
    AdminUserPageDto, AuditEntryDto, AuditPageDto, MailStatus, SetPlanRequest,
};
use super::queries::{self, TeamRow, UserRow};
use crate::access::{Caller, Plan};
use crate::config::limits::SEARCH_MAX_CHARS;
use crate::domain::Reason;
use crate::error::{AppError, FieldProblem, Refusal};
use crate::features::account::service::masked;
use crate::features::audit::{self, AuditAction, AuditFilter, Entry};
use crate::features::mail::{self, MailRow, MailTemplate};
use crate::features::team::TeamKind;
use crate::http::pagination::Page;

/// Figures of the platform.
pub fn overview(connection: &mut PgConnection) -> Result<AdminOverviewDto, AppError> {
    let [n_users, n_active_users, n_teams, n_paid_teams] = queries::count_platform(connection, Utc::now())?;
    Ok(AdminOverviewDto {
        n_users,
        n_active_users,
        n_teams,
        n_paid_teams,
        n_waiting_mails: mail::count_by_status(connection, "waiting")?,
        n_dead_mails: mail::count_by_status(connection, "dead")?,
    })
}

/// A search that can be used; an empty one is none.
pub fn parse_search(search: Option<String>) -> Result<Option<String>, AppError> {
    let search = search
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty());
    match search {
        Some(text) if text.chars().count() > SEARCH_MAX_CHARS => Err(Refusal::BadRequest.into()),
        search => Ok(search),
    }
}

/// A page of accounts.
pub fn list_users(
    connection: &mut PgConnection,
    search: Option<&str>,
    page: &Page,
) -> Result<AdminUserPageDto, AppError> {
    let mut rows = queries::list_users(connection, search, page.cursor_id()?, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.id);
    let items = users_of(connection, rows)?;
    Ok(AdminUserPageDto { items, next_cursor })
}

fn users_of(connection: &mut PgConnection, rows: Vec<UserRow>) -> Result<Vec<AdminUserDto>, AppError> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let seen = queries::list_last_seen(connection, &ids)?;
    let memberships = queries::count_memberships(connection, &ids)?;
    let seen_at = |id| seen.iter().find(|(user, _)| *user == id).and_then(|(_, at)| *at);
    let n_teams = |id| {
        memberships
            .iter()
            .find(|(user, _)| *user == id)
            .map_or(0, |(_, n)| *n)
    };
    Ok(rows
        .into_iter()
        .map(|row| AdminUserDto {
            last_seen_at: seen_at(row.id),
            n_teams: n_teams(row.id),
            id: row.id,
            nickname: row.nickname,
            email: row.email,
            phone: row.phone,
            is_admin: row.is_admin,
            created_at: row.created_at,
            suspended_at: row.suspended_at,
            suspended_reason: row.suspended_reason,
            deletes_at: row.deletes_at,
        })
        .collect())
}

fn get_user(connection: &mut PgConnection, id: Uuid) -> Result<AdminUserDto, AppError> {
    let row = queries::find_user(connection, id)?.ok_or(Refusal::UserNotFound)?;
    users_of(connection, vec![row])?
        .pop()
        .ok_or_else(|| Refusal::UserNotFound.into())
}

fn require_other(caller: &Caller, user_id: Uuid) -> Result<(), AppError> {
    if caller.user_id == user_id {
        return Err(Refusal::OwnAccount.into());
    }
    Ok(())
}

/// Makes an account an administrator, or not.
pub fn set_admin_role(
    connection: &mut PgConnection,
    caller: &Caller,
    user_id: Uuid,
    is_admin: bool,
) -> Result<AdminUserDto, AppError> {
    require_other(caller, user_id)?;
    if queries::update_is_admin(connection, user_id, is_admin)? == 0 {
        return Err(Refusal::UserNotFound.into());
    }
    Entry::by(caller.user_id, AuditAction::AdminRoleChanged)
        .to_user(user_id)
        .with(json!({ "isAdmin": is_admin }))
        .record(connection)?;
    get_user(connection, user_id)
}

/// What the command line does: makes an account an administrator, or not.
pub fn appoint(connection: &mut PgConnection, user_id: Uuid, is_admin: bool) -> diesel::QueryResult<()> {
    queries::update_is_admin(connection, user_id, is_admin)?;
    Entry::by_system(AuditAction::AdminRoleChanged)
        .to_user(user_id)
        .with(json!({ "isAdmin": is_admin }))
        .record(connection)?;
    Ok(())
}

/// What the command line does: sets the edition of a personal space.
pub fn set_personal_plan(
    connection: &mut PgConnection,
    user_id: Uuid,
    plan: Plan,
    ends_at: Option<DateTime<Utc>>,
) -> diesel::QueryResult<()> {
    let team_id = queries::find_personal_team(connection, user_id)?;
    queries::update_plan(connection, team_id, plan.as_str(), ends_at)?;
    Entry::by_system(AuditAction::TeamPlanChanged)
        .in_team(team_id)
        .with(json!({ "plan": plan, "endsAt": ends_at }))
        .record(connection)?;
    Ok(())
}

/// Suspends an account, or ends that when there is no reason.
pub fn suspend_user(
    connection: &mut PgConnection,
    caller: &Caller,
    user_id: Uuid,
    reason: Option<Reason>,
) -> Result<AdminUserDto, AppError> {
    require_other(caller, user_id)?;
    let suspension = reason.as_ref().map(|reason| (Utc::now(), reason.as_str()));
    if queries::update_user_suspension(connection, user_id, suspension)? == 0 {
        return Err(Refusal::UserNotFound.into());
    }
    let action = match reason {
        Some(_) => AuditAction::AccountSuspended,
        None => AuditAction::AccountResumed,
    };
    let entry = Entry::by(caller.user_id, action).to_user(user_id);
    record_suspension(connection, entry, reason.as_ref())?;
    get_user(connection, user_id)
}

fn record_suspension(
    connection: &mut PgConnection,
    entry: Entry,
    reason: Option<&Reason>,
) -> Result<(), AppError> {
    let entry = match reason {
        Some(reason) => entry.with(json!({ "reason": reason.as_str() })),
        None => entry,
    };
    entry.record(connection)?;
    Ok(())
}

/// A page of teams.
pub fn list_teams(
    connection: &mut PgConnection,
    search: Option<&str>,
    page: &Page,
) -> Result<AdminTeamPageDto, AppError> {
    let mut rows = queries::list_teams(connection, search, page.cursor_id()?, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.id);
    let items = teams_of(connection, rows)?;
    Ok(AdminTeamPageDto { items, next_cursor })
}

fn teams_of(connection: &mut PgConnection, rows: Vec<TeamRow>) -> Result<Vec<AdminTeamDto>, AppError> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let counts = queries::count_members(connection, &ids)?;
    let n_members = |id| counts.iter().find(|(team, _)| *team == id).map_or(0, |(_, n)| *n);
    let now = Utc::now();
    Ok(rows
        .into_iter()
        .map(|row| AdminTeamDto {
            n_members: n_members(row.id),
            id: row.id,
            kind: TeamKind::of(&row.kind),
            name: row.name,
            owner_id: row.owner_id,
            owner_nickname: row.owner_nickname,
            plan: Plan::effective(&row.plan, row.plan_ends_at, now),
            plan_ends_at: row.plan_ends_at.filter(|end| *end > now),
            created_at: row.created_at,
            suspended_at: row.suspended_at,
            suspended_reason: row.suspended_reason,
            purges_at: row.purges_at,
        })
        .collect())
}

fn get_team(connection: &mut PgConnection, id: Uuid) -> Result<AdminTeamDto, AppError> {
    let row = queries::find_team(connection, id)?.ok_or(Refusal::TeamNotFound)?;
    teams_of(connection, vec![row])?
        .pop()
        .ok_or_else(|| Refusal::TeamNotFound.into())
}

/// Sets the edition. Going down locks nothing away: what is there stays readable.
pub fn set_plan(
    connection: &mut PgConnection,
    caller: &Caller,
    team_id: Uuid,
    request: &SetPlanRequest,
) -> Result<AdminTeamDto, AppError> {
    let is_past = |end: DateTime<Utc>| end <= Utc::now();
    if request.ends_at.is_some_and(is_past) {
        return Err(AppError::invalid("endsAt", FieldProblem::InPast));
    }
    if queries::update_plan(connection, team_id, request.plan.as_str(), request.ends_at)? == 0 {
        return Err(Refusal::TeamNotFound.into());
    }
    Entry::by(caller.user_id, AuditAction::TeamPlanChanged)
        .in_team(team_id)
        .with(json!({ "plan": request.plan, "endsAt": request.ends_at }))
        .record(connection)?;
    get_team(connection, team_id)
}

/// Suspends a team, or ends that when there is no reason.
pub fn suspend_team(
    connection: &mut PgConnection,
    caller: &Caller,
    team_id: Uuid,
    reason: Option<Reason>,
) -> Result<AdminTeamDto, AppError> {
    let suspension = reason.as_ref().map(|reason| (Utc::now(), reason.as_str()));
    if queries::update_team_suspension(connection, team_id, suspension)? == 0 {
        return Err(Refusal::TeamNotFound.into());
    }
    let action = match reason {
        Some(_) => AuditAction::TeamSuspended,
        None => AuditAction::TeamResumed,
    };
    let entry = Entry::by(caller.user_id, action).in_team(team_id);
    record_suspension(connection, entry, reason.as_ref())?;
    get_team(connection, team_id)
}

/// A page of the audit log.
pub fn list_audit_entries(
    connection: &mut PgConnection,
    filter: AuditFilter,
    page: &Page,
) -> Result<AuditPageDto, AppError> {
    let mut rows = audit::list_entries(connection, filter, page.cursor_id()?, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.id);
    let items = rows
        .into_iter()
        .map(|row| AuditEntryDto {
            id: row.id,
            created_at: row.created_at,
            action: AuditAction::parse(&row.action),
            actor_id: row.actor_id,
            actor_nickname: row.actor_nickname,
            user_id: row.user_id,
            user_nickname: row.user_nickname,
            team_id: row.team_id,
            team_name: row.team_name,
            ip_address: row.ip_address,
            details: row.details,
        })
        .collect();
    Ok(AuditPageDto { items, next_cursor })
}

fn mail_of(row: MailRow) -> AdminMailDto {
    AdminMailDto {
        id: row.id,
        channel: row.channel,
        recipient: masked(&row.recipient),
        template: MailTemplate::parse(&row.template),
        status: match row.status.as_str() {
            "sent" => MailStatus::Sent,
            "dead" => MailStatus::Dead,
            _ => MailStatus::Waiting,
        },
        n_attempts: row.n_attempts,
        last_error: row.last_error,
        created_at: row.created_at,
        sent_at: row.sent_at,
    }
}

/// A page of the outbox.
pub fn list_mails(
    connection: &mut PgConnection,
    status: Option<&str>,
    page: &Page,
) -> Result<AdminMailPageDto, AppError> {
    if !matches!(status, None | Some("waiting" | "sent" | "dead")) {
        return Err(Refusal::BadRequest.into());
    }
    let mut rows = mail::list_mails(connection, status, page.cursor_id()?, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.id);
    Ok(AdminMailPageDto {
        items: rows.into_iter().map(mail_of).collect(),
        next_cursor,
    })
}

/// Tries a mail again that was given up.
pub fn retry_mail(
    connection: &mut PgConnection,
    caller: &Caller,
    id: Uuid,
) -> Result<AdminMailDto, AppError> {
    mail::find_mail(connection, id)?.ok_or(Refusal::MailNotFound)?;
    if mail::retry_mail(connection, id, Utc::now())? == 0 {
        return Err(Refusal::MailNotDead.into());
    }
    Entry::by(caller.user_id, AuditAction::MailRetried)
        .with(json!({ "mailId": id }))
        .record(connection)?;
    let row = mail::find_mail(connection, id)?.ok_or(Refusal::MailNotFound)?;
    Ok(mail_of(row))
}
