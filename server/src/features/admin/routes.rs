//! HTTP in and out.

use actix_web::web::{Data, Query};
use moyan_domain::{JobId, MailId, Reason, TeamId, UserId};
use moyan_foundation::access::Caller;
use moyan_foundation::error::AppError;
use moyan_foundation::http::json::{Answer, Answered, Body, Nothing, done};
use moyan_foundation::http::pagination::PageQuery;
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::listing::parse_search;
use moyan_foundation::state::AppState;
use serde::Deserialize;
use uuid::Uuid;

use super::dto::{
    AdminJobDto, AdminJobPageDto, AdminMailDto, AdminMailPageDto, AdminOverviewDto, AdminRoleRequest,
    AdminTeamDto, AdminTeamPageDto, AdminUserDto, AdminUserPageDto, AuditPageDto, SetPlanRequest,
    SuspendRequest,
};
use super::service;
use crate::features::audit::{AuditAction, AuditFilter};

#[derive(Debug, Deserialize)]
pub struct SearchQuery {
    search: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditQuery {
    action: Option<AuditAction>,
    user_id: Option<Uuid>,
    team_id: Option<TeamId>,
}

#[derive(Debug, Deserialize)]
pub struct MailQuery {
    status: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct JobQuery {
    status: Option<String>,
}

fn parse_reason(request: &SuspendRequest) -> Result<Reason, AppError> {
    Reason::parse(&request.reason).map_err(|problem| AppError::invalid("reason", problem))
}

pub async fn get_admin_overview(state: Data<AppState>) -> Answered<AdminOverviewDto> {
    let now = state.clock.now();
    state
        .db
        .run(move |connection| service::overview(connection, now))
        .await
        .map(Answer::new)
}

pub async fn list_users(
    state: Data<AppState>,
    Query(search): Query<SearchQuery>,
    Query(page): Query<PageQuery>,
) -> Answered<AdminUserPageDto> {
    let (search, page) = (parse_search(search.search)?, page.parse()?);
    state
        .db
        .run(move |connection| service::list_users(connection, search.as_deref(), &page))
        .await
        .map(Answer::new)
}

pub async fn set_admin_role(
    state: Data<AppState>,
    caller: Caller,
    FromPath(UserId(id)): FromPath<UserId>,
    Body(request): Body<AdminRoleRequest>,
) -> Answered<AdminUserDto> {
    state
        .db
        .transaction(move |connection| service::set_admin_role(connection, &caller, id, request.is_admin))
        .await
        .map(Answer::new)
}

pub async fn suspend_user(
    state: Data<AppState>,
    caller: Caller,
    FromPath(UserId(id)): FromPath<UserId>,
    Body(request): Body<SuspendRequest>,
) -> Answered<AdminUserDto> {
    let reason = parse_reason(&request)?;
    state
        .db
        .transaction(move |connection| service::suspend_user(connection, &caller, id, Some(reason)))
        .await
        .map(Answer::new)
}

pub async fn resume_user(
    state: Data<AppState>,
    caller: Caller,
    FromPath(UserId(id)): FromPath<UserId>,
) -> Answered<AdminUserDto> {
    state
        .db
        .transaction(move |connection| service::suspend_user(connection, &caller, id, None))
        .await
        .map(Answer::new)
}

pub async fn list_all_teams(
    state: Data<AppState>,
    Query(search): Query<SearchQuery>,
    Query(page): Query<PageQuery>,
) -> Answered<AdminTeamPageDto> {
    let (search, page) = (parse_search(search.search)?, page.parse()?);
    let now = state.clock.now();
    state
        .db
        .run(move |connection| service::list_teams(connection, search.as_deref(), &page, now))
        .await
        .map(Answer::new)
}

pub async fn set_plan(
    state: Data<AppState>,
    caller: Caller,
    FromPath(id): FromPath<TeamId>,
    Body(request): Body<SetPlanRequest>,
) -> Answered<AdminTeamDto> {
    let public_url = state.platform.public_url.clone();
    state
        .db
        .transaction(move |connection| service::set_plan(connection, &public_url, &caller, id, &request))
        .await
        .map(Answer::new)
}

pub async fn suspend_team(
    state: Data<AppState>,
    caller: Caller,
    FromPath(id): FromPath<TeamId>,
    Body(request): Body<SuspendRequest>,
) -> Answered<AdminTeamDto> {
    let reason = parse_reason(&request)?;
    state
        .db
        .transaction(move |connection| service::suspend_team(connection, &caller, id, Some(reason)))
        .await
        .map(Answer::new)
}

pub async fn resume_team(
    state: Data<AppState>,
    caller: Caller,
    FromPath(id): FromPath<TeamId>,
) -> Answered<AdminTeamDto> {
    state
        .db
        .transaction(move |connection| service::suspend_team(connection, &caller, id, None))
        .await
        .map(Answer::new)
}

pub async fn list_audit_entries(
    state: Data<AppState>,
    Query(filter): Query<AuditQuery>,
    Query(page): Query<PageQuery>,
) -> Answered<AuditPageDto> {
    let page = page.parse()?;
    let filter = AuditFilter {
        action: filter.action,
        user_id: filter.user_id,
        team_id: filter.team_id,
    };
    state
        .db
        .run(move |connection| service::list_audit_entries(connection, filter, &page))
        .await
        .map(Answer::new)
}

pub async fn list_mails(
    state: Data<AppState>,
    Query(filter): Query<MailQuery>,
    Query(page): Query<PageQuery>,
) -> Answered<AdminMailPageDto> {
    let page = page.parse()?;
    state
        .db
        .run(move |connection| service::list_mails(connection, filter.status.as_deref(), &page))
        .await
        .map(Answer::new)
}

pub async fn retry_mail(
    state: Data<AppState>,
    caller: Caller,
    FromPath(MailId(id)): FromPath<MailId>,
) -> Answered<AdminMailDto> {
    state
        .db
        .transaction(move |connection| service::retry_mail(connection, &caller, id))
        .await
        .map(Answer::new)
}

pub async fn list_jobs(
    state: Data<AppState>,
    Query(filter): Query<JobQuery>,
    Query(page): Query<PageQuery>,
) -> Answered<AdminJobPageDto> {
    let page = page.parse()?;
    state
        .db
        .run(move |connection| service::list_jobs(connection, filter.status.as_deref(), &page))
        .await
        .map(Answer::new)
}

pub async fn retry_job(
    state: Data<AppState>,
    caller: Caller,
    FromPath(JobId(id)): FromPath<JobId>,
) -> Answered<AdminJobDto> {
    state
        .db
        .transaction(move |connection| service::retry_job(connection, &caller, id))
        .await
        .map(Answer::new)
}

pub async fn discard_job(
    state: Data<AppState>,
    caller: Caller,
    FromPath(JobId(id)): FromPath<JobId>,
) -> Answered<Nothing> {
    state
        .db
        .transaction(move |connection| service::discard_job(connection, &caller, id))
        .await?;
    done()
}
