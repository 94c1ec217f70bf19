//! HTTP in and out.

use actix_web::web::{Data, Query};
use moyan_domain::{SiteDomainId, SiteStatus};
use moyan_foundation::access::{Caller, KnowledgeBaseAccess, SiteAccess, TeamAccess};
use moyan_foundation::http::if_match::IfMatch;
use moyan_foundation::http::json::{Answer, Answered, Body};
use moyan_foundation::http::pagination::PageQuery;
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::state::AppState;
use serde::Deserialize;

use super::dto::{
    AddDomainRequest, BindKnowledgeBaseRequest, CreateSiteRequest, DuplicateSiteRequest, MoveRequest,
    MovedDto, RedirectsDto, SavedRedirectsDto, SavedSettings, SiteDomainDto, SiteDomainsDto, SiteDto,
    SiteOrder, SiteOverviewDto, SitePageDto, SiteSort, SiteViewsDto, SlugDto, TeamViewsDto,
    UpdateSiteRequest, ViewPeriod,
};
use super::service;
use super::settings::Settings;

/// The query of the list, as it is sent.
#[derive(Debug, Deserialize)]
pub struct ListQuery {
    search: Option<String>,
    status: Option<SiteStatus>,
    bin: Option<bool>,
    sort: Option<SiteSort>,
    order: Option<SiteOrder>,
}

/// The question for a slug, as it is sent.
#[derive(Debug, Deserialize)]
pub struct SlugQuery {
    slug: Option<String>,
}

/// The question for views, as it is sent.
#[derive(Debug, Deserialize)]
pub struct ViewsQuery {
    days: Option<ViewPeriod>,
}

pub async fn list_sites(
    state: Data<AppState>,
    access: TeamAccess,
    Query(query): Query<ListQuery>,
    Query(page): Query<PageQuery>,
) -> Answered<SitePageDto> {
    let page = page.parse()?;
    let listing = service::parse_listing(
        query.search,
        query.status,
        query.bin.unwrap_or(false),
        query.sort,
        query.order,
    )?;
    let platform = state.platform.clone();
    state
        .db
        .run(move |connection| service::list(connection, &platform, &access, &listing, &page))
        .await
        .map(Answer::new)
}

/// A site, with its generation.
fn answer(site: SiteDto) -> Answer<SiteDto> {
    let generation = site.generation;
    Answer::new(site).with_revision(generation)
}

pub async fn create_site(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    Body(request): Body<CreateSiteRequest>,
) -> Answered<SiteDto> {
    let platform = state.platform.clone();
    state
        .db
        .transaction(move |connection| service::create(connection, &platform, &caller, &access, &request))
        .await
        .map(answer)
}

pub async fn check_site_slug(
    state: Data<AppState>,
    access: TeamAccess,
    Query(query): Query<SlugQuery>,
) -> Answered<SlugDto> {
    let slug = query.slug.unwrap_or_default();
    let (platform, now) = (state.platform.clone(), state.clock.now());
    state
        .db
        .run(move |connection| service::check_slug(connection, &platform, access.team_id, &slug, now))
        .await
        .map(Answer::new)
}

pub async fn get_site(state: Data<AppState>, access: TeamAccess, site: SiteAccess) -> Answered<SiteDto> {
    let platform = state.platform.clone();
    state
        .db
        .run(move |connection| service::get(connection, &platform, &access, site.id))
        .await
        .map(answer)
}

pub async fn update_site(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    IfMatch(generation): IfMatch,
    Body(request): Body<UpdateSiteRequest>,
) -> Answered<SiteDto> {
    let platform = state.platform.clone();
    state
        .db
        .transaction(move |connection| {
            service::update(
                connection, &platform, &caller, &access, site.id, generation, &request,
            )
        })
        .await
        .map(answer)
}

pub async fn delete_site(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
) -> Answered<SiteDto> {
    let platform = state.platform.clone();
    state
        .db
        .transaction(move |connection| service::delete(connection, &platform, &caller, &access, site.id))
        .await
        .map(answer)
}

pub async fn restore_site(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
) -> Answered<SiteDto> {
    let platform = state.platform.clone();
    state
        .db
        .transaction(move |connection| service::restore(connection, &platform, &caller, &access, site.id))
        .await
        .map(answer)
}

pub async fn duplicate_site(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    Body(request): Body<DuplicateSiteRequest>,
) -> Answered<SiteDto> {
    let platform = state.platform.clone();
    state
        .db
        .transaction(move |connection| {
            service::duplicate(connection, &platform, &caller, &access, site.id, &request)
        })
        .await
        .map(answer)
}

pub async fn move_site(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    Body(request): Body<MoveRequest>,
) -> Answered<MovedDto> {
    state
        .db
        .transaction(move |connection| {
            service::move_site(connection, &caller, &access, &site, request.team_id)
        })
        .await
        .map(Answer::new)
}

pub async fn move_knowledge_base(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    base: KnowledgeBaseAccess,
    Body(request): Body<MoveRequest>,
) -> Answered<MovedDto> {
    state
        .db
        .transaction(move |connection| {
            service::move_base(connection, &caller, &access, base.id, request.team_id)
        })
        .await
        .map(Answer::new)
}

pub async fn get_site_overview(
    state: Data<AppState>,
    access: TeamAccess,
    site: SiteAccess,
) -> Answered<SiteOverviewDto> {
    state
        .db
        .run(move |connection| service::overview(connection, &access, site.id))
        .await
        .map(Answer::new)
}

pub async fn get_site_views(
    state: Data<AppState>,
    access: TeamAccess,
    site: SiteAccess,
    Query(query): Query<ViewsQuery>,
) -> Answered<SiteViewsDto> {
    let period = query.days.unwrap_or(ViewPeriod::Month);
    state
        .db
        .run(move |connection| service::views(connection, &access, site.id, period))
        .await
        .map(Answer::new)
}

pub async fn get_team_views(
    state: Data<AppState>,
    access: TeamAccess,
    Query(query): Query<ViewsQuery>,
) -> Answered<TeamViewsDto> {
    let platform = state.platform.clone();
    let period = query.days.unwrap_or(ViewPeriod::Month);
    state
        .db
        .run(move |connection| service::team_views(connection, &platform, &access, period))
        .await
        .map(Answer::new)
}

/// A tab, with its revision.
fn answer_saved<T: Settings>(saved: SavedSettings<T>) -> Answer<SavedSettings<T>> {
    let revision = saved.revision;
    Answer::new(saved).with_revision(revision)
}

pub async fn get_settings<T: Settings>(
    state: Data<AppState>,
    site: SiteAccess,
) -> Answered<SavedSettings<T>> {
    state
        .db
        .run(move |connection| service::get_saved(connection, site.id))
        .await
        .map(answer_saved)
}

pub async fn put_settings<T: Settings>(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    IfMatch(revision): IfMatch,
    Body(data): Body<T>,
) -> Answered<SavedSettings<T>> {
    state
        .db
        .transaction(move |connection| service::save(connection, &caller, &access, site.id, revision, &data))
        .await
        .map(answer_saved)
}

pub async fn bind_site_knowledge_base(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    IfMatch(generation): IfMatch,
    Body(request): Body<BindKnowledgeBaseRequest>,
) -> Answered<SiteDto> {
    let platform = state.platform.clone();
    state
        .db
        .transaction(move |connection| {
            service::bind(
                connection, &platform, &caller, &access, site.id, generation, request,
            )
        })
        .await
        .map(answer)
}

/// Redirects, with their revision.
fn answer_redirects(saved: SavedRedirectsDto) -> Answer<SavedRedirectsDto> {
    let revision = saved.revision;
    Answer::new(saved).with_revision(revision)
}

pub async fn get_site_redirects(state: Data<AppState>, site: SiteAccess) -> Answered<SavedRedirectsDto> {
    state
        .db
        .run(move |connection| service::get_redirects(connection, site.id))
        .await
        .map(answer_redirects)
}

pub async fn put_site_redirects(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    IfMatch(revision): IfMatch,
    Body(request): Body<RedirectsDto>,
) -> Answered<SavedRedirectsDto> {
    state
        .db
        .transaction(move |connection| {
            service::replace_redirects(connection, &caller, &access, site.id, revision, request)
        })
        .await
        .map(answer_redirects)
}

pub async fn get_site_domains(
    state: Data<AppState>,
    access: TeamAccess,
    site: SiteAccess,
) -> Answered<SiteDomainsDto> {
    let platform = state.platform.clone();
    state
        .db
        .run(move |connection| service::list_domains(connection, &platform, &access, site.id))
        .await
        .map(Answer::new)
}

pub async fn add_site_domain(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    Body(request): Body<AddDomainRequest>,
) -> Answered<SiteDomainDto> {
    let platform = state.platform.clone();
    state
        .db
        .transaction(move |connection| {
            service::add_domain(connection, &platform, &caller, &access, site.id, &request.host)
        })
        .await
        .map(Answer::new)
}

pub async fn remove_site_domain(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    FromPath(id): FromPath<SiteDomainId>,
) -> Answered<SiteDomainsDto> {
    let platform = state.platform.clone();
    state
        .db
        .transaction(move |connection| {
            service::remove_domain(connection, &platform, &caller, &access, site.id, id)
        })
        .await
        .map(Answer::new)
}

pub async fn check_site_domain(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    FromPath(id): FromPath<SiteDomainId>,
) -> Answered<SiteDomainDto> {
    service::check_domain(&state, &caller, site.id, id)
        .await
        .map(Answer::new)
}

pub async fn set_primary_site_domain(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    FromPath(id): FromPath<SiteDomainId>,
) -> Answered<SiteDomainsDto> {
    let platform = state.platform.clone();
    state
        .db
        .transaction(move |connection| {
            service::set_primary_domain(connection, &platform, &caller, &access, site.id, id)
        })
        .await
        .map(Answer::new)
}
