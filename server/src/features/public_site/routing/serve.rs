//! Requests to hosts of sites, and to the console's host for a site.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use moyan_foundation::http::host::{SiteName, site_name_of};
use moyan_foundation::http::route_name::RouteName;
use moyan_foundation::state::AppState;

use super::dispatch::{answer, answer_on_any_host, query_of, refuse_method};
use super::host::{SiteOrigin, origin_at, origin_of, primary_name};
use super::parsed_path::ParsedPath;
use super::policy::Origin;
use super::responses::{not_found, notice_page, redirect};
use super::table::Who;
use crate::features::public_site::cache::loaded::Loaded;
use crate::features::public_site::cache::revalidate;

/// Answers a request to any host but the console's.
pub async fn get_page(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<AppState>,
) -> HttpResponse {
    RouteName::set(&request, "site/unknown");
    let Some(name) = site_name_of(request.head(), &state.platform) else {
        return not_found();
    };
    let loaded = match load(&request, &state, &name).await {
        Ok(loaded) => loaded,
        Err(unavailable) => return unavailable,
    };
    let Some(loaded) = loaded else {
        let part = part_on_any_host(&request, &state, &name).await;
        return part.unwrap_or_else(not_found);
    };
    let origin = origin_of(&loaded.identity, &state.platform);
    if name != primary_name(&loaded.identity) {
        if let Some(part) = part_on_any_host(&request, &state, &name).await {
            return part;
        }
        let rest = request.uri().path_and_query().map_or("/", |rest| rest.as_str());
        return redirect(permanent_redirect(&request), &format!("{origin}{rest}"));
    }
    let site_origin = SiteOrigin {
        origin,
        base: String::new(),
        kind: Origin::OwnHost,
    };
    answer(
        &request,
        Some(payload),
        &state,
        loaded,
        site_origin,
        request.path(),
    )
    .await
}

/// Answers `/s/{slug}/…` on the host of the console: redirects to the site's own host. Where sites have no host, it answers
/// with the page itself, under a policy that runs no script.
pub async fn get_page_below_console(request: HttpRequest, state: web::Data<AppState>) -> HttpResponse {
    RouteName::set(&request, "site/unknown");
    let rest = request.path().strip_prefix("/s/").unwrap_or_default();
    let (slug, path) = rest
        .split_once('/')
        .map_or((rest, ""), |(slug, path)| (slug, path));
    let name = SiteName::Slug(slug.to_ascii_lowercase());
    let loaded = match load(&request, &state, &name).await {
        Ok(loaded) => loaded,
        Err(unavailable) => return unavailable,
    };
    let Some(loaded) = loaded else {
        return not_found();
    };
    let site_origin = SiteOrigin {
        origin: origin_of(&loaded.identity, &state.platform),
        base: format!("/s/{}", loaded.identity.slug),
        kind: Origin::Console,
    };
    let query = query_of(&request);
    if state.platform.site_domain.is_some() || loaded.identity.primary_host.is_some() {
        return redirect(
            permanent_redirect(&request),
            &format!("{}/{path}{query}", site_origin.origin),
        );
    }
    if name != SiteName::Slug(loaded.identity.slug.clone()) {
        return redirect(
            permanent_redirect(&request),
            &format!("{}/{path}{query}", site_origin.base),
        );
    }
    answer(&request, None, &state, loaded, site_origin, &format!("/{path}")).await
}

/// The site of a name, if it is published. Fails with a notice page when the site cannot be read.
async fn load(
    request: &HttpRequest,
    state: &web::Data<AppState>,
    name: &SiteName,
) -> Result<Option<Arc<Loaded>>, HttpResponse> {
    match revalidate::load(state, name).await {
        Ok(loaded) => Ok(loaded.filter(|loaded| loaded.is_found())),
        Err(error) => {
            tracing::error!(%error, "a site could not be read");
            Err(notice_page(request, state, None, StatusCode::SERVICE_UNAVAILABLE))
        }
    }
}

/// The status of a permanent redirect: 308 for a method that sends a body, so that the browser sends it again.
fn permanent_redirect(request: &HttpRequest) -> StatusCode {
    match request.method().is_safe() {
        true => StatusCode::MOVED_PERMANENTLY,
        false => StatusCode::PERMANENT_REDIRECT,
    }
}

/// Answers what is answered on any host, at a name without pages of its own: that of nobody, of a draft, or one that leads
/// to another. The answer says nothing of any site.
async fn part_on_any_host(request: &HttpRequest, state: &AppState, name: &SiteName) -> Option<HttpResponse> {
    let ParsedPath::Address(address) = ParsedPath::parse(request.path()) else {
        return None;
    };
    let is_answered = matches!(address.who(), Some(Who::AnyHost | Who::PreviewHost));
    if !is_answered || refuse_method(request).is_some() {
        return None;
    }
    if let Some(handler) = address.handler() {
        RouteName::set(request, handler.name());
    }
    answer_on_any_host(request, state, &origin_at(name, &state.platform), &address).await
}
