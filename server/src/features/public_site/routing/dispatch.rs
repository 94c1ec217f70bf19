//! The answer to a request for an address of a site.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::http::header::{CACHE_CONTROL, HeaderValue, LOCATION, SET_COOKIE};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, web};
use moyan_domain::SiteStatus;
use moyan_domain::gate::Audience;
use moyan_foundation::http::client_address::client_address;
use moyan_foundation::http::route_name::RouteName;
use moyan_foundation::state::AppState;
use moyan_foundation::static_files;
use moyan_foundation::static_files::releases::{self, Owner};

use super::host::SiteOrigin;
use super::parsed_path::{Address, ParsedPath};
use super::policy::Origin;
use super::reader::{Reader, find_reader};
use super::render::{PageQuery, PageRequest, RenderOutcome, render};
use super::responses::{method_not_allowed, not_found, notice_page, redirect, respond, too_many};
use super::table::{Handler, Who};
use crate::features::image;
use crate::features::public_site::cache::answer::Answer;
use crate::features::public_site::cache::loaded::Loaded;
use crate::features::public_site::cache::site_cache::{PageKey, Sites};
use crate::features::public_site::cache::views::Viewing;
use crate::features::public_site::content::assets;
use crate::features::public_site::content::audience_view::Audiences;
use crate::features::public_site::content::images;
use crate::features::public_site::content::theme::StyleSheet;
use crate::features::public_site::forms::{self, FormContext};
use crate::features::public_site::machine::markdown;
use crate::features::public_site::preview;
use crate::features::visitor::VisitorCookie;

/// Refuses every method but those that read.
pub fn refuse_method(request: &HttpRequest) -> Option<HttpResponse> {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    (!is_read).then(|| method_not_allowed("GET, HEAD"))
}

/// The query with its question mark; empty without one.
pub fn query_of(request: &HttpRequest) -> String {
    request
        .uri()
        .query()
        .map_or_else(String::new, |query| format!("?{query}"))
}

/// Answers a request for a path of a site.
///
/// `payload`: the body, on the site's own host, where forms may be sent.
pub async fn answer(
    request: &HttpRequest,
    payload: Option<web::Payload>,
    state: &web::Data<AppState>,
    loaded: Arc<Loaded>,
    site_origin: SiteOrigin,
    path: &str,
) -> HttpResponse {
    let parsed = ParsedPath::parse(path);
    let is_for_visitors =
        matches!(&parsed, ParsedPath::Address(address) if address.who() == Some(Who::Visitors));
    let takes_forms = payload.is_some() && is_for_visitors;
    if let Some(refusal) = refuse_method(request).filter(|_| !takes_forms) {
        return refusal;
    }
    let address = match parsed {
        ParsedPath::Redirect(path) => {
            let to = format!("{}{path}{}", site_origin.base, query_of(request));
            return redirect(StatusCode::MOVED_PERMANENTLY, &to);
        }
        ParsedPath::Address(address) => address,
    };
    if let Some(handler) = address.handler() {
        RouteName::set(request, handler.name());
    }
    let audiences = match before_reading(request, state, &loaded, &site_origin, &address).await {
        Ok(audiences) => audiences,
        Err(answered) => return answered,
    };
    if let (Some(route), Some(payload)) = (address.route.filter(|_| is_for_visitors), payload) {
        let reader = find_reader(request, state, &loaded, site_origin.kind).await;
        let context = FormContext {
            request,
            state,
            loaded: &loaded,
            view: &audiences.of(reader.audience),
            reader: &reader,
            origin: &site_origin.origin,
        };
        return forms::answer(&context, payload, route).await;
    }
    if let Some(picture) = static_files::get_tutorial_picture(request, state, path).await {
        return picture;
    }
    if let Some(Handler::Image) = address.handler() {
        return images::answer_image(request, state, &loaded, site_origin.kind, &address.parameter).await;
    }
    let address = markdown::offered_address(&audiences.guest, address);
    answer_page(request, state, &loaded, audiences, site_origin, address, path).await
}

/// Answers what does not depend on the reader; else gives what readers may see. Styles, scripts and the preview are there
/// in every state of the site, and a site that is closed has a notice only.
async fn before_reading<'a>(
    request: &HttpRequest,
    state: &AppState,
    loaded: &'a Loaded,
    site_origin: &SiteOrigin,
    address: &Address,
) -> Result<&'a Audiences, HttpResponse> {
    match (address.who(), address.handler()) {
        (Some(Who::AnyHost), Some(Handler::Asset)) if address.parameter == loaded.theme_name => {
            return Err(loaded.theme.respond(request));
        }
        (Some(Who::Anybody), Some(Handler::OwnVisit)) => return Err(own_visit(request, state, site_origin)),
        (Some(Who::PreviewHost), _) if site_origin.kind == Origin::Console => {}
        (Some(Who::AnyHost | Who::PreviewHost), _) => {
            let part = answer_on_any_host(request, state, &site_origin.origin, address).await;
            return Err(part.unwrap_or_else(not_found));
        }
        _ => {}
    }
    let Some(audiences) = &loaded.audiences else {
        return Err(not_found());
    };
    let status = match (loaded.identity.status, loaded.identity.is_suspended) {
        (_, true) | (SiteStatus::Maintenance, _) => StatusCode::SERVICE_UNAVAILABLE,
        (SiteStatus::Archived, _) => StatusCode::GONE,
        (SiteStatus::Draft | SiteStatus::Published, _) => return Ok(audiences),
    };
    // The owner has closed it: that is no failure of the server.
    RouteName::set(request, "site/closed");
    Err(notice_page(request, state, Some(loaded), status))
}

/// Answers at an address that is there on any host: styles, scripts, uploaded images, the frame of the preview. `origin`:
/// that of the host. None for an asset that there is not.
pub async fn answer_on_any_host(
    request: &HttpRequest,
    state: &AppState,
    origin: &str,
    address: &Address,
) -> Option<HttpResponse> {
    let name = &address.parameter;
    match address.handler()? {
        Handler::Asset => match assets::find(name) {
            Some(asset) => Some(asset.respond(request)),
            None => Some(answer_other_asset(request, state, name).await),
        },
        Handler::PreviewFrame => Some(preview::frame(request, state, origin)),
        Handler::Media => Some(respond(image::respond_media(state, request, name).await)),
        _ => None,
    }
}

/// Answers with a style sheet that its name spells, or an asset of another release.
async fn answer_other_asset(request: &HttpRequest, state: &AppState, name: &str) -> HttpResponse {
    let asked = name.to_owned();
    // Making a sheet and compressing it is work.
    let sheet = web::block(move || Some(StyleSheet::answer_named(&asked)?.compressed())).await;
    match sheet {
        Ok(Some(sheet)) => sheet.respond(request),
        _ => releases::get_kept(request, state, Owner::Sites, name).await,
    }
}

/// Answers with a page or a file as its reader may see it: from the cache, or rendered now.
async fn answer_page(
    request: &HttpRequest,
    state: &web::Data<AppState>,
    loaded: &Arc<Loaded>,
    audiences: &Audiences,
    site_origin: SiteOrigin,
    address: Address,
    path: &str,
) -> HttpResponse {
    let reader = match address.who() {
        Some(Who::Programs) => Reader::of(Audience::Guest),
        _ => find_reader(request, state, loaded, site_origin.kind).await,
    };
    if let Some(handler) = address.handler().filter(|_| !reader.is_anonymous()) {
        RouteName::set(request, handler.name_for_member());
    }
    let from = client_address(request, &state.platform.trusted_proxies);
    let view = audiences.of(reader.audience);
    let query = PageQuery::of(request, &address, &view);
    if let Some(refusal) = refuse_search(request, state, loaded, &query) {
        return refusal;
    }
    let key = PageKey {
        serial: loaded.serial,
        address: query.key(&address),
        base: site_origin.base.clone(),
    };
    let is_anonymous = reader.is_anonymous();
    let viewing = Viewing::of(request, &state.platform, &address, &view, &site_origin.origin);
    let respond = |page: &Answer| {
        let response = page.respond(request);
        if let Some(viewing) = &viewing {
            viewing.count(state, &view, response.status());
        }
        response
    };
    if let Some(page) = state.memory.of::<Sites>().page(&key).filter(|_| is_anonymous) {
        return respond(&page);
    }
    let timer = state.metrics.sites.page_seconds.start_timer();
    let outcome = {
        let (state, loaded, view) = (state.clone(), loaded.clone(), view.clone());
        let page_request = PageRequest {
            address,
            query,
            path: path.to_owned(),
            from,
        };
        web::block(move || render(&state, &loaded, &view, &reader, &site_origin, &page_request)).await
    };
    timer.observe_duration();
    match outcome {
        Ok(RenderOutcome::Page(page, is_kept)) => {
            let page = Arc::new(page);
            if is_kept && is_anonymous {
                state.memory.of::<Sites>().keep(key, page.clone());
            }
            respond(&page)
        }
        Ok(RenderOutcome::Redirect(code, to)) => {
            let mut response = redirect(code, &to);
            if !is_anonymous {
                // The target may be hidden from others, so no cache keeps it.
                let nobody = HeaderValue::from_static("private, no-store");
                response.headers_mut().insert(CACHE_CONTROL, nobody);
            }
            response
        }
        Ok(RenderOutcome::Unavailable) => {
            notice_page(request, state, Some(loaded), StatusCode::SERVICE_UNAVAILABLE)
        }
        Err(error) => {
            tracing::error!(%error, "a page could not be made");
            notice_page(request, state, Some(loaded), StatusCode::SERVICE_UNAVAILABLE)
        }
    }
}

/// Counts a search, and refuses it when too many came from its network.
fn refuse_search(
    request: &HttpRequest,
    state: &AppState,
    loaded: &Loaded,
    query: &PageQuery,
) -> Option<HttpResponse> {
    if query.text.is_empty() {
        return None;
    }
    let from = client_address(request, &state.platform.trusted_proxies);
    let error = state.searches.check(from).err()?;
    Some(too_many(request, state, loaded, &error))
}

/// Marks the browser as one of the team's, whose views are not counted, and redirects to the page.
///
/// The mark is a cookie without any rights. Anybody may get it by opening this address. All sites below the console's
/// origin share one cookie.
fn own_visit(request: &HttpRequest, state: &AppState, site_origin: &SiteOrigin) -> HttpResponse {
    let query = web::Query::<HashMap<String, String>>::from_query(request.query_string());
    let to = query.ok().and_then(|query| query.get("to").cloned());
    let to = to.as_deref().and_then(forms::return_path).unwrap_or("/");
    let to = percent_encoding::utf8_percent_encode(to, percent_encoding::CONTROLS);
    HttpResponse::SeeOther()
        .insert_header((LOCATION, format!("{}{to}", site_origin.base)))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((SET_COOKIE, VisitorCookie::of_own_visits(&state.platform).set("1")))
        .finish()
}
