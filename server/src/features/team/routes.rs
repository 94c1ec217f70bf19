//! HTTP in and out.

use actix_web::web::{Data, Query};
use moyan_domain::{InvitationId, Plan, UserId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::http::accept_language::accepted_language;
use moyan_foundation::http::json::{Answer, Answered, Body, Nothing, done};
use moyan_foundation::http::pagination::PageQuery;
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::state::AppState;

use super::dto::{
    ChangeRoleRequest, InvitationDto, InvitationLookupDto, InvitationTokenRequest, InviteRequest, MemberDto,
    MemberPageDto, PlanDto, TeamDto, TeamNameRequest, TeamOverviewDto, TransferTeamRequest,
};
use super::service;

pub async fn list_plans() -> Answered<Vec<PlanDto>> {
    let plans = Plan::ALL.into_iter().map(|plan| PlanDto {
        plan,
        monthly_price_fen: plan.monthly_price_fen(),
        yearly_extra_months: plan.yearly_extra_months(),
        members_per_team: plan.members_per_team(),
        features: plan.features(),
    });
    Ok(Answer::new(plans.collect()))
}

pub async fn list_teams(state: Data<AppState>, caller: Caller) -> Answered<Vec<TeamDto>> {
    state
        .db
        .run(move |connection| service::list(connection, &caller))
        .await
        .map(Answer::new)
}

pub async fn create_team(
    state: Data<AppState>,
    caller: Caller,
    Body(request): Body<TeamNameRequest>,
) -> Answered<TeamDto> {
    state
        .db
        .transaction(move |connection| service::create(connection, &caller, &request.name))
        .await
        .map(Answer::new)
}

pub async fn get_team(state: Data<AppState>, access: TeamAccess) -> Answered<TeamDto> {
    state
        .db
        .run(move |connection| service::get(connection, &access))
        .await
        .map(Answer::new)
}

pub async fn rename_team(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    Body(request): Body<TeamNameRequest>,
) -> Answered<TeamDto> {
    state
        .db
        .transaction(move |connection| service::rename(connection, &caller, &access, &request.name))
        .await
        .map(Answer::new)
}

pub async fn delete_team(state: Data<AppState>, caller: Caller, access: TeamAccess) -> Answered<TeamDto> {
    state
        .db
        .transaction(move |connection| service::delete(connection, &caller, &access))
        .await
        .map(Answer::new)
}

pub async fn restore_team(state: Data<AppState>, caller: Caller, access: TeamAccess) -> Answered<TeamDto> {
    state
        .db
        .transaction(move |connection| service::restore(connection, &caller, &access))
        .await
        .map(Answer::new)
}

pub async fn transfer_team(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    Body(request): Body<TransferTeamRequest>,
) -> Answered<TeamDto> {
    state
        .db
        .transaction(move |connection| service::transfer(connection, &caller, &access, request.user_id))
        .await
        .map(Answer::new)
}

pub async fn get_team_overview(state: Data<AppState>, access: TeamAccess) -> Answered<TeamOverviewDto> {
    state
        .db
        .run(move |connection| service::overview(connection, &access))
        .await
        .map(Answer::new)
}

pub async fn list_members(
    state: Data<AppState>,
    access: TeamAccess,
    Query(query): Query<PageQuery>,
) -> Answered<MemberPageDto> {
    let page = query.parse()?;
    state
        .db
        .run(move |connection| service::list_members(connection, &access, &page))
        .await
        .map(Answer::new)
}

pub async fn change_member_role(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    FromPath(UserId(user_id)): FromPath<UserId>,
    Body(request): Body<ChangeRoleRequest>,
) -> Answered<MemberDto> {
    state
        .db
        .transaction(move |connection| {
            service::change_role(connection, &caller, &access, user_id, request.role)
        })
        .await
        .map(Answer::new)
}

pub async fn remove_member(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    FromPath(UserId(user_id)): FromPath<UserId>,
) -> Answered<Nothing> {
    state
        .db
        .transaction(move |connection| service::remove_member(connection, &caller, &access, user_id))
        .await?;
    done()
}

pub async fn leave_team(state: Data<AppState>, caller: Caller, access: TeamAccess) -> Answered<Nothing> {
    state
        .db
        .transaction(move |connection| service::leave(connection, &caller, &access))
        .await?;
    done()
}

pub async fn list_invitations(state: Data<AppState>, access: TeamAccess) -> Answered<Vec<InvitationDto>> {
    state
        .db
        .run(move |connection| service::list_invitations(connection, &access))
        .await
        .map(Answer::new)
}

pub async fn create_invitation(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    request: actix_web::HttpRequest,
    Body(body): Body<InviteRequest>,
) -> Answered<InvitationDto> {
    let language = accepted_language(request.headers());
    let (tokens, public_url) = (state.tokens.clone(), state.platform.public_url.clone());
    state
        .db
        .run(move |connection| {
            let checked = service::check_invitation(connection, &tokens, &caller, &access, &body)?;
            diesel::Connection::transaction(connection, |connection| {
                service::invite(connection, &caller, &access, &checked, &public_url, language)
            })
        })
        .await
        .map(Answer::new)
}

pub async fn delete_invitation(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    FromPath(InvitationId(id)): FromPath<InvitationId>,
) -> Answered<Nothing> {
    state
        .db
        .transaction(move |connection| service::delete_invitation(connection, &caller, &access, id))
        .await?;
    done()
}

pub async fn lookup_invitation(
    state: Data<AppState>,
    Body(request): Body<InvitationTokenRequest>,
) -> Answered<InvitationLookupDto> {
    let now = state.clock.now();
    state
        .db
        .run(move |connection| service::lookup_invitation(connection, &request.token, now))
        .await
        .map(Answer::new)
}

pub async fn accept_invitation(
    state: Data<AppState>,
    caller: Caller,
    Body(request): Body<InvitationTokenRequest>,
) -> Answered<TeamDto> {
    state
        .db
        .transaction(move |connection| service::accept_invitation(connection, &caller, &request.token))
        .await
        .map(Answer::new)
}
