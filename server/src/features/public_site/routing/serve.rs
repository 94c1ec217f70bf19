//! Requests of visitors.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::http::header::{ALLOW, CACHE_CONTROL, HeaderValue, LOCATION, SET_COOKIE};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, web};
use moyan_domain::SiteStatus;
use moyan_domain::gate::Audience;
use moyan_foundation::http::client_address::client_address;
use moyan_foundation::http::host::{SiteName, site_name_of};
use moyan_foundation::state::AppState;
use moyan_foundation::static_files;

use super::host::{Visit, origin_at, origin_of, primary_name};
use super::policy::Place;
use super::reader::{Reader, find_reader};
use super::render::{Made, Question, Wanted, make};
use super::responses::{moved, nowhere, plain, respond, too_many};
use super::table::{Address, Asked};
use crate::features::image;
use crate::features::public_site::cache::answer::Answer;
use crate::features::public_site::cache::site_cache::{self, Loaded, PageKey, Sites};
use crate::features::public_site::cache::views::Viewing;
use crate::features::public_site::content::assets;
use crate::features::public_site::content::audience_view::Audiences;
use crate::features::public_site::content::images;
use crate::features::public_site::forms;
use crate::features::public_site::machine::markdown;
use crate::features::public_site::preview;
use crate::features::visitor::VisitorCookie;

/// Answers a request to a host that is not the console's.
pub async fn get_page(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<AppState>,
) -> HttpResponse {
    let Some(name) = site_name_of(request.head(), &state.platform) else {
        return nowhere();
    };
    let loaded = match load(&request, &state, &name).await {
        Ok(loaded) => loaded,
        Err(unavailable) => return unavailable,
    };
    let Some(loaded) = loaded else {
        let part = preview_part_at(&request, &state, &name).await;
        return part.unwrap_or_else(nowhere);
    };
    let origin = origin_of(&loaded.identity, &state.platform);
    if name != primary_name(&loaded.identity) {
        if let Some(part) = preview_part_at(&request, &state, &name).await {
            return part;
        }
        let rest = request.uri().path_and_query().map_or("/", |rest| rest.as_str());
        return moved(permanently(&request), &format!("{origin}{rest}"));
    }
    let visit = Visit {
        origin,
        base: String::new(),
        place: Place::OwnHost,
    };
    answer(&request, Some(payload), &state, loaded, visit, request.path()).await
}

/// Answers `/s/{slug}/…` on the host of the console: leads to the site's own host; where sites have none, with the page,
/// whose policy lets no script run.
pub async fn get_page_below_console(request: HttpRequest, state: web::Data<AppState>) -> HttpResponse {
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
        return nowhere();
    };
    let visit = Visit {
        origin: origin_of(&loaded.identity, &state.platform),
        base: format!("/s/{}", loaded.identity.slug),
        place: Place::Console,
    };
    let query = query_of(&request);
    if state.platform.site_domain.is_some() || loaded.identity.primary_host.is_some() {
        return moved(permanently(&request), &format!("{}/{path}{query}", visit.origin));
    }
    if name != SiteName::Slug(loaded.identity.slug.clone()) {
        return moved(permanently(&request), &format!("{}/{path}{query}", visit.base));
    }
    answer(&request, None, &state, loaded, visit, &format!("/{path}")).await
}

/// A site that strangers may know of; none where there is none. Fails with a notice when it cannot be read.
async fn load(
    request: &HttpRequest,
    state: &web::Data<AppState>,
    name: &SiteName,
) -> Result<Option<Arc<Loaded>>, HttpResponse> {
    match site_cache::load(state, name).await {
        Ok(loaded) => Ok(loaded.filter(|loaded| loaded.is_found())),
        Err(error) => {
            tracing::error!(%error, "a site could not be read");
            Err(plain(request, state, None, StatusCode::SERVICE_UNAVAILABLE))
        }
    }
}

/// The query with its question mark; empty without one.
fn query_of(request: &HttpRequest) -> String {
    request
        .uri()
        .query()
        .map_or_else(String::new, |query| format!("?{query}"))
}

/// The status of a move for good. Whoever sends something sends it again to where it leads.
fn permanently(request: &HttpRequest) -> StatusCode {
    match request.method().is_safe() {
        true => StatusCode::MOVED_PERMANENTLY,
        false => StatusCode::PERMANENT_REDIRECT,
    }
}

/// What previews need, at a name without pages of its own: that of nobody, of a draft, or one that leads to another.
/// It says nothing of any site.
async fn preview_part_at(request: &HttpRequest, state: &AppState, name: &SiteName) -> Option<HttpResponse> {
    match Asked::parse(request.path()) {
        Asked::At(address) if refuse_method(request).is_none() => {
            preview_part(request, state, &origin_at(name, &state.platform), &address).await
        }
        _ => None,
    }
}

/// What previews need: their frame, styles and scripts, uploaded images.
async fn preview_part(
    request: &HttpRequest,
    state: &AppState,
    origin: &str,
    address: &Address,
) -> Option<HttpResponse> {
    match address {
        Address::Asset(name) => match assets::find(name) {
            Some(asset) => Some(asset.respond(request)),
            None => Some(
                state
                    .memory
                    .of::<Sites>()
                    .theme_of_preview(name)?
                    .respond(request),
            ),
        },
        Address::PreviewFrame => Some(preview::frame(request, state, origin)),
        Address::Media(name) => Some(respond(image::respond_media(state, request, name).await)),
        _ => None,
    }
}

fn refuse_method(request: &HttpRequest) -> Option<HttpResponse> {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    (!is_read).then(|| {
        HttpResponse::MethodNotAllowed()
            .insert_header((ALLOW, "GET, HEAD"))
            .finish()
    })
}

/// `payload`: the body, where forms may be sent.
async fn answer(
    request: &HttpRequest,
    payload: Option<web::Payload>,
    state: &web::Data<AppState>,
    loaded: Arc<Loaded>,
    visit: Visit,
    path: &str,
) -> HttpResponse {
    let asked = Asked::parse(path);
    let takes_forms = payload.is_some() && matches!(asked, Asked::At(Address::Visitor(_)));
    if let Some(refusal) = refuse_method(request).filter(|_| !takes_forms) {
        return refusal;
    }
    let address = match asked {
        Asked::Redirect(path) => {
            let to = format!("{}{path}{}", visit.base, query_of(request));
            return moved(StatusCode::MOVED_PERMANENTLY, &to);
        }
        Asked::At(address) => address,
    };
    let audiences = match before_reading(request, state, &loaded, &visit, &address).await {
        Ok(audiences) => audiences,
        Err(answered) => return answered,
    };
    if let (Address::Visitor(path), Some(payload)) = (&address, payload) {
        let reader = find_reader(request, state, &loaded, visit.place).await;
        let visit = forms::Visit {
            request,
            state,
            loaded: &loaded,
            shown: &audiences.of(reader.audience),
            reader: &reader,
            origin: &visit.origin,
        };
        return forms::answer(&visit, payload, *path).await;
    }
    if let Some(picture) = static_files::get_tutorial_picture(request, state, path).await {
        return picture;
    }
    if let Address::Image(name) = &address {
        return images::answer_image(request, state, &loaded, visit.place, name).await;
    }
    let address = match address {
        Address::Markdown(path) => markdown::place_of(&audiences.guest, path),
        address => address,
    };
    answer_page(request, state, &loaded, audiences, visit, address, path).await
}

/// What is answered whoever reads, else what a reader may see: styles, scripts and the preview are there whatever state
/// the site is in, and a site that is closed has a notice only.
async fn before_reading<'a>(
    request: &HttpRequest,
    state: &AppState,
    loaded: &'a Loaded,
    visit: &Visit,
    address: &Address,
) -> Result<&'a Audiences, HttpResponse> {
    match address {
        Address::Asset(name) if *name == loaded.theme_name => return Err(loaded.theme.respond(request)),
        Address::OwnVisit => return Err(own_visit(request, state, visit)),
        Address::PreviewFrame if visit.place == Place::Console => {}
        address => match preview_part(request, state, &visit.origin, address).await {
            Some(part) => return Err(part),
            None if matches!(address, Address::Asset(_)) => return Err(nowhere()),
            None => {}
        },
    }
    let Some(audiences) = &loaded.audiences else {
        return Err(nowhere());
    };
    let status = match (loaded.identity.status, loaded.identity.is_suspended) {
        (_, true) | (SiteStatus::Maintenance, _) => StatusCode::SERVICE_UNAVAILABLE,
        (SiteStatus::Archived, _) => StatusCode::GONE,
        (SiteStatus::Draft | SiteStatus::Published, _) => return Ok(audiences),
    };
    Err(plain(request, state, Some(loaded), status))
}

/// Answers with what stands at an address, as its reader may see it: as it was kept, or made now.
async fn answer_page(
    request: &HttpRequest,
    state: &web::Data<AppState>,
    loaded: &Arc<Loaded>,
    audiences: &Audiences,
    visit: Visit,
    address: Address,
    path: &str,
) -> HttpResponse {
    let reader = match address.is_for_machines() {
        true => Reader::of(Audience::Guest),
        false => find_reader(request, state, loaded, visit.place).await,
    };
    let from = client_address(request, &state.platform.trusted_proxies);
    let shown = audiences.of(reader.audience);
    let question = Question::of(request, &address, &shown);
    if let Some(refusal) = refuse_search(request, state, loaded, &question) {
        return refusal;
    }
    let key = PageKey {
        serial: loaded.serial,
        address: question.key(&address),
        base: visit.base.clone(),
    };
    let is_anonymous = reader.is_anonymous();
    let viewing = Viewing::of(request, &state.platform, &address, &shown, &visit.origin);
    let respond = |page: &Answer| {
        let response = page.respond(request);
        if let Some(viewing) = &viewing {
            viewing.count(state, &shown, response.status());
        }
        response
    };
    if let Some(page) = state.memory.of::<Sites>().page(&key).filter(|_| is_anonymous) {
        return respond(&page);
    }
    let made = {
        let (state, loaded, shown) = (state.clone(), loaded.clone(), shown.clone());
        let wanted = Wanted {
            address,
            question,
            path: path.to_owned(),
            from,
        };
        web::block(move || make(&state, &loaded, &shown, &reader, &visit, &wanted)).await
    };
    match made {
        Ok(Made::Page(page, is_kept)) => {
            let page = Arc::new(page);
            if is_kept && is_anonymous {
                state.memory.of::<Sites>().keep(key, page.clone());
            }
            respond(&page)
        }
        Ok(Made::Redirect(code, to)) => {
            let mut response = moved(code, &to);
            if !is_anonymous {
                // The target may be hidden from others, so no cache keeps it.
                let nobody = HeaderValue::from_static("private, no-store");
                response.headers_mut().insert(CACHE_CONTROL, nobody);
            }
            response
        }
        Ok(Made::Unavailable) => plain(request, state, Some(loaded), StatusCode::SERVICE_UNAVAILABLE),
        Err(error) => {
            tracing::error!(%error, "a page could not be made");
            plain(request, state, Some(loaded), StatusCode::SERVICE_UNAVAILABLE)
        }
    }
}

/// Counts a search; refuses it when its network searches too often.
fn refuse_search(
    request: &HttpRequest,
    state: &AppState,
    loaded: &Loaded,
    question: &Question,
) -> Option<HttpResponse> {
    if question.text.is_empty() {
        return None;
    }
    let from = client_address(request, &state.platform.trusted_proxies);
    let error = state.searches.check(from).err()?;
    Some(too_many(request, state, loaded, &error))
}

/// Marks the browser as one of the team's, whose views are not counted, and leads to the page that was asked for.
///
/// The mark gives no rights, and anybody may get it: whoever opens this address is not counted. All sites below the
/// console's origin share one mark.
fn own_visit(request: &HttpRequest, state: &AppState, visit: &Visit) -> HttpResponse {
    let query = web::Query::<HashMap<String, String>>::from_query(request.query_string());
    let to = query.ok().and_then(|query| query.get("to").cloned());
    let to = to.as_deref().and_then(forms::return_path).unwrap_or("/");
    let to = percent_encoding::utf8_percent_encode(to, percent_encoding::CONTROLS);
    HttpResponse::SeeOther()
        .insert_header((LOCATION, format!("{}{to}", visit.base)))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((SET_COOKIE, VisitorCookie::of_own_visits(&state.platform).set("1")))
        .finish()
}
