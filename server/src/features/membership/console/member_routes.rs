//! HTTP in and out: members.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use moyan_domain::{GrantId, VisitorId, typed};
use moyan_foundation::access::{Caller, SiteAccess, TeamAccess};
use moyan_foundation::error::AppError;
use moyan_foundation::http::accept_language::accepted_language;
use moyan_foundation::http::csv::respond_table;
use moyan_foundation::http::json::{Answer, Answered, Body};
use moyan_foundation::http::pagination::PageQuery;
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::listing::{parse_search, pattern_of};
use moyan_foundation::state::AppState;
use serde::Deserialize;
use uuid::Uuid;

use super::member_dto::{
    GiveMembershipRequest, ImportMembersRequest, ImportReportDto, MemberSort, MemberViewDto,
    RevokeMembershipRequest, SiteMemberDetailDto, SiteMemberDto, SiteMemberPageDto, UpdateMemberRequest,
};
use super::member_list::{self, MemberFilter};
use super::order_routes::reason_of;
use super::{member_grants, member_import, members};
use crate::features::membership::EntitlementState;

/// The query of the list, as it is sent.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListQuery {
    search: Option<String>,
    state: Option<EntitlementState>,
    package_id: Option<Uuid>,
    ends_before: Option<DateTime<Utc>>,
    sort: Option<MemberSort>,
}

impl ListQuery {
    fn filter(self) -> Result<MemberFilter, AppError> {
        Ok(MemberFilter {
            pattern: parse_search(self.search)?.as_deref().map(pattern_of_member),
            state: self.state,
            package_id: self.package_id,
            ends_before: self.ends_before,
            sort: self.sort,
        })
    }
}

pub async fn list_site_members(
    state: Data<AppState>,
    site: SiteAccess,
    Query(query): Query<ListQuery>,
    Query(page): Query<PageQuery>,
) -> Answered<SiteMemberPageDto> {
    let (page, now) = (page.parse()?, state.clock.now());
    let filter = query.filter()?;
    state
        .db
        .run(move |connection| member_list::list(connection, site.id, &filter, &page, now))
        .await
        .map(Answer::new)
}

/// Finds a number by its digits, however it is typed, and anything else as it is meant.
fn pattern_of_member(search: &str) -> String {
    let phone = typed::phone(search);
    let digits = phone.strip_prefix("+86").unwrap_or(&phone);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    pattern_of(if is_number { digits } else { search })
}

pub async fn export_site_members(
    state: Data<AppState>,
    site: SiteAccess,
    request: HttpRequest,
    Query(query): Query<ListQuery>,
) -> Result<HttpResponse, AppError> {
    let (filter, now) = (query.filter()?, state.clock.now());
    let language = accepted_language(request.headers());
    let bytes = state
        .db
        .run(move |connection| member_list::export(connection, site.id, &filter, language, now))
        .await?;
    Ok(respond_table("members", bytes))
}

pub async fn import_site_members(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    Body(request): Body<ImportMembersRequest>,
) -> Answered<ImportReportDto> {
    state
        .db
        .transaction(move |connection| {
            member_import::import(
                connection,
                &caller,
                &access,
                site.id,
                &request.csv,
                request.is_partial,
            )
        })
        .await
        .map(Answer::new)
}

pub async fn get_site_member(
    state: Data<AppState>,
    site: SiteAccess,
    FromPath(id): FromPath<VisitorId>,
) -> Answered<SiteMemberDetailDto> {
    let now = state.clock.now();
    state
        .db
        .run(move |connection| members::detail(connection, site.id, id, now))
        .await
        .map(Answer::new)
}

pub async fn view_as_member(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    FromPath(id): FromPath<VisitorId>,
) -> Answered<MemberViewDto> {
    state
        .db
        .transaction(move |connection| members::view(connection, &caller, &access, site.id, id))
        .await
        .map(Answer::new)
}

pub async fn update_site_member(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    FromPath(id): FromPath<VisitorId>,
    Body(request): Body<UpdateMemberRequest>,
) -> Answered<SiteMemberDto> {
    state
        .db
        .transaction(move |connection| {
            members::set_blocked(connection, &caller, &access, site.id, id, request.is_blocked)
        })
        .await
        .map(Answer::new)
}

pub async fn give_membership(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    FromPath(id): FromPath<VisitorId>,
    Body(request): Body<GiveMembershipRequest>,
) -> Answered<SiteMemberDto> {
    let own = state.clone();
    state
        .db
        .transaction(move |connection| {
            member_grants::give(connection, &own, &caller, &access, site.id, id, &request)
        })
        .await
        .map(Answer::new)
}

pub async fn revoke_membership(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    FromPath(id): FromPath<VisitorId>,
    FromPath(grant_id): FromPath<GrantId>,
    Body(request): Body<RevokeMembershipRequest>,
) -> Answered<SiteMemberDto> {
    let reason = reason_of(&request.reason)?;
    let own = state.clone();
    state
        .db
        .transaction(move |connection| {
            member_grants::revoke(
                connection,
                &own,
                &caller,
                &access,
                (site.id, id, grant_id),
                &reason,
            )
        })
        .await
        .map(Answer::new)
}
