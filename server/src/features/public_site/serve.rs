//! Requests of visitors.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use actix_web::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, LOCATION, RETRY_AFTER, SET_COOKIE,
};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, ResponseError as _, web};
use maud::{DOCTYPE, Markup, html};

use super::addresses::{Address, Asked};
use super::answer::{Answer, Caching};
use super::assets;
use super::feeds;
use super::forms;
use super::images;
use super::markdown;
use super::memory::{self, Loaded, PageKey};
use super::pages::frame::{self, Page};
use super::pages::{self, home, index, notices, search};
use super::policy::{self, Place};
use super::preview;
use super::reader::{Reader, find_reader};
use super::search::similar;
use super::view::{Shown, View};
use super::views::{self, SeenPage};
use super::words::Words;
use crate::config::PlatformConfig;
use crate::config::limits::SUGGESTIONS;
use crate::domain::SiteStatus;
use crate::error::AppError;
use crate::features::image;
use crate::features::publish::SiteIdentity;
use crate::features::site::settings::SiteLanguage;
use crate::features::visitor::VisitorCookie;
use crate::gate::Audience;
use crate::http::client_address::client_address;
use crate::http::host::{SiteName, site_name_of};
use crate::language::Language;
use crate::state::AppState;

/// The media type of pages.
pub const HTML: &str = "text/html; charset=utf-8";

/// Answers a request to a host that is not the console's.
pub async fn get_page(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<AppState>,
) -> HttpResponse {
    let Some(name) = site_name_of(request.head(), &state.platform) else {
        return nowhere();
    };
    let loaded = match memory::load(&state, &name).await {
        Ok(loaded) => loaded.filter(|loaded| loaded.is_found()),
        Err(error) => {
            tracing::error!(%error, "a site could not be read");
            return plain(&request, &state, None, StatusCode::SERVICE_UNAVAILABLE);
        }
    };
    let Some(loaded) = loaded else {
        return answer_without_site(&request, &state).await;
    };
    let origin = origin_of(&loaded.identity, &state.platform);
    let is_primary = match (&loaded.identity.primary_host, &name) {
        (Some(primary), SiteName::Domain(host)) => primary == host,
        (None, SiteName::Slug(slug)) => *slug == loaded.identity.slug,
        (Some(_), SiteName::Slug(_)) | (None, SiteName::Domain(_)) => false,
    };
    if !is_primary {
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
    let loaded = match memory::load(&state, &name).await {
        Ok(loaded) => loaded.filter(|loaded| loaded.is_found()),
        Err(error) => {
            tracing::error!(%error, "a site could not be read");
            return plain(&request, &state, None, StatusCode::SERVICE_UNAVAILABLE);
        }
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

/// How a site is visited.
struct Visit {
    origin: String,
    base: String,
    place: Place,
}

/// The origin of a site: its primary domain, else its name below the domain of sites, else the console's.
///
/// Nothing of a request is in it, so that no visitor changes what others are shown.
pub fn origin_of(identity: &SiteIdentity, platform: &PlatformConfig) -> String {
    let (scheme, rest) = platform.public_url.split_once("://").unwrap_or(("https", ""));
    if let Some(primary) = &identity.primary_host {
        return format!("{scheme}://{primary}");
    }
    let port = rest
        .rsplit_once(':')
        .filter(|(_, port)| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()));
    match (&platform.site_domain, port) {
        (Some(domain), Some((_, port))) => format!("{scheme}://{}.{domain}:{port}", identity.slug),
        (Some(domain), None) => format!("{scheme}://{}.{domain}", identity.slug),
        (None, _) => platform.public_url.clone(),
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

/// What a host answers that has nothing for strangers, be it nobody's or that of a draft: one is as the other. Previews
/// need their frame and what it loads, which say nothing of any site.
async fn answer_without_site(request: &HttpRequest, state: &AppState) -> HttpResponse {
    match Asked::parse(request.path()) {
        Asked::At(address) if refuse_method(request).is_none() => {
            let part = preview_part(request, state, &address).await;
            part.unwrap_or_else(nowhere)
        }
        _ => nowhere(),
    }
}

/// What previews need, at every host of a site: their frame, styles and scripts, uploaded images.
async fn preview_part(request: &HttpRequest, state: &AppState, address: &Address) -> Option<HttpResponse> {
    match address {
        Address::Asset(name) => Some(match assets::find(name) {
            Some(asset) => asset.respond(request),
            None => match state.sites.theme_of_preview(name) {
                Some(theme) => theme.respond(request),
                None => nowhere(),
            },
        }),
        Address::PreviewFrame => Some(preview::frame(request, state)),
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
    // These are there whatever state the site is in: notices and previews need them.
    match &address {
        Address::Asset(name) if *name == loaded.theme_name => return loaded.theme.respond(request),
        Address::OwnVisit => return own_visit(request, state, &visit),
        Address::PreviewFrame if visit.place == Place::Console => {}
        address => {
            if let Some(part) = preview_part(request, state, address).await {
                return part;
            }
        }
    }
    let status = match (loaded.identity.status, loaded.identity.is_suspended) {
        (_, true) | (SiteStatus::Maintenance, _) => StatusCode::SERVICE_UNAVAILABLE,
        (SiteStatus::Archived, _) => StatusCode::GONE,
        (SiteStatus::Draft | SiteStatus::Published, _) => StatusCode::OK,
    };
    let Some(audiences) = &loaded.audiences else {
        return nowhere();
    };
    if status != StatusCode::OK {
        return plain(request, state, Some(&loaded), status);
    }
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
    if let Address::Image(name) = &address {
        return images::answer_image(request, state, &loaded, visit.place, name).await;
    }
    let address = match address {
        Address::Markdown(path) => markdown::place_of(&audiences.guest, path),
        address => address,
    };
    let reader = match address.is_for_machines() {
        true => Reader::of(Audience::Guest),
        false => find_reader(request, state, &loaded, visit.place).await,
    };
    let question = Question::of(request, &address, &audiences.of(reader.audience));
    let from = client_address(request, &state.platform.trusted_proxies);
    if !question.text.is_empty() {
        if let Err(error) = state.searches.check(from) {
            return too_many(request, state, &loaded, &error);
        }
    }
    let key = PageKey {
        serial: loaded.serial,
        address: question.key(&address),
        base: visit.base.clone(),
    };
    let is_anonymous = reader.is_anonymous();
    let zone = audiences.guest.content.settings.basic_info.zone();
    let site_id = loaded.identity.id;
    let view = views::is_view(request, &state.platform, &address).then(|| {
        let page = SeenPage::of(&address, &audiences.of(reader.audience));
        (page, views::source_of(request, &visit.origin))
    });
    let respond = |page: &Answer| {
        let response = page.respond(request);
        if let Some((page, source)) = view.as_ref().filter(|_| views::is_shown(response.status())) {
            let day = state.clock.now().with_timezone(&zone).date_naive();
            state.sites.views.add(site_id, day, page, source.as_deref());
        }
        response
    };
    if let Some(page) = state.sites.page(&key).filter(|_| is_anonymous) {
        return respond(&page);
    }
    let made = {
        let shown = audiences.of(reader.audience);
        let (state, loaded) = (state.clone(), loaded.clone());
        let asked = Wanted {
            address,
            question,
            path: path.to_owned(),
            from,
        };
        web::block(move || make(&state, &loaded, &shown, &reader, &visit, &asked)).await
    };
    match made {
        Ok(Made::Page(page, is_kept)) => {
            let page = Arc::new(page);
            if is_kept && is_anonymous {
                state.sites.keep(key, page.clone());
            }
            respond(&page)
        }
        Ok(Made::Redirect(code, to)) => {
            let mut response = moved(code, &to);
            if !is_anonymous {
                // Where it leads not everybody may know.
                let nobody = HeaderValue::from_static("private, no-store");
                response.headers_mut().insert(CACHE_CONTROL, nobody);
            }
            response
        }
        Ok(Made::Unavailable) => plain(request, state, Some(&loaded), StatusCode::SERVICE_UNAVAILABLE),
        Err(error) => {
            tracing::error!(%error, "a page could not be made");
            plain(request, state, Some(&loaded), StatusCode::SERVICE_UNAVAILABLE)
        }
    }
}

/// Marks the browser as one of the team's, and leads to the page that was asked for. Who comes here by chance is not
/// counted either; the mark says nothing else. Below the console's origin it is that of all sites there.
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

/// What a query asks for, as far as a page depends on it.
pub struct Question {
    page: usize,
    category: Option<String>,
    pub text: String,
}

impl Question {
    /// Of a page that is shown. The page of a document has no pages: what is asked for beside its path changes nothing.
    fn of(request: &HttpRequest, address: &Address, shown: &Shown) -> Self {
        let question = Self::read(request.query_string(), address);
        match address {
            Address::Documents(path) if shown.at(path).is_some() => Self {
                page: 1,
                category: None,
                ..question
            },
            _ => question,
        }
    }

    /// Reads a query.
    pub fn read(query: &str, address: &Address) -> Self {
        let pairs = web::Query::<Vec<(String, String)>>::from_query(query);
        let pairs = pairs.map(web::Query::into_inner).unwrap_or_default();
        let find = |name: &str| {
            pairs
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.clone())
        };
        let is_list = matches!(address, Address::Documents(_));
        Self {
            page: find("page")
                .filter(|_| is_list)
                .map_or(1, |page| page.parse().unwrap_or(0)),
            category: find("category").filter(|_| is_list),
            text: find("q")
                .filter(|_| *address == Address::Search)
                .unwrap_or_default(),
        }
    }

    fn key(&self, address: &Address) -> String {
        format!("{address:?} {} {:?} {:?}", self.page, self.category, self.text)
    }
}

/// What is asked for.
struct Wanted {
    address: Address,
    question: Question,
    /// The path as it was asked for.
    path: String,
    /// Who asks.
    from: IpAddr,
}

/// What came of an address.
enum Made {
    /// A page, and whether it is kept: pages of which there are as many as visitors think of are not.
    Page(Answer, bool),
    /// Another address.
    Redirect(StatusCode, String),
    /// Nobody can say whether this reader may see it.
    Unavailable,
}

fn make(
    state: &AppState,
    loaded: &Loaded,
    shown: &Shown,
    reader: &Reader,
    visit: &Visit,
    wanted: &Wanted,
) -> Made {
    let Wanted {
        address,
        question,
        path,
        from,
    } = wanted;
    let view = View {
        shown,
        reader,
        words: Words::of(shown.content.settings.basic_info.language),
        now: state.clock.now(),
        origin: &visit.origin,
        base: &visit.base,
        color_scheme: None,
        is_logged_in: reader.visitor.is_some(),
        is_preview: false,
        theme_name: &loaded.theme_name,
    };
    let policy = policy::of_page(visit.place, &state.platform);
    let key = surrogate_key(&loaded.identity);
    let of_guests = Caching::of_guests(&shown.content.rules);
    let file = |media_type, text: String| {
        let answer = Answer::new(StatusCode::OK, media_type, text.into_bytes()).kept(of_guests);
        Made::Page(answer.with_surrogate_key(key.clone()).compressed(), true)
    };
    let is_gated = match address {
        Address::Documents(path) => shown.at(path).is_some_and(|document| !document.is_whole()),
        _ => false,
    };
    if is_gated && !reader.is_known {
        return Made::Unavailable;
    }
    let page = match address {
        Address::Sitemap => return file("application/xml; charset=utf-8", feeds::sitemap(&view)),
        Address::Robots => return file("text/plain; charset=utf-8", feeds::robots(&view)),
        Address::Feed => return file("application/rss+xml; charset=utf-8", feeds::feed(&view)),
        Address::Llms if shown.content.settings.index.offers_markdown => {
            return file("text/plain; charset=utf-8", markdown::list(&view));
        }
        Address::Markdown(path) if let Some(document) = shown.at(path) => {
            let text = markdown::document(&view, document);
            return file("text/markdown; charset=utf-8", text);
        }
        Address::Icon => return file("image/svg+xml", notices::letter_icon(&view)),
        // Slides come and go by the clock.
        Address::Home => Some((home::page(&view), !has_timed_slides(shown))),
        Address::Search if shown.content.settings.index.is_search_enabled => {
            Some((search::page(&view, &question.text), question.text.is_empty()))
        }
        Address::Documents(path) => documents(&view, path, question).map(|page| (page, true)),
        _ => None,
    };
    let caching = match is_gated || !reader.is_anonymous() {
        true => Caching::Never,
        false => of_guests,
    };
    if let Some((page, is_kept)) = page {
        let answer = Answer::new(
            StatusCode::OK,
            HTML,
            frame::document(&view, &page).into_string().into_bytes(),
        );
        let answer = answer
            .kept(caching)
            .varied_by_reader()
            .with_policy(policy)
            .with_surrogate_key(key);
        return Made::Page(if is_kept { answer.compressed() } else { answer }, is_kept);
    }
    if let Some(redirect) = shown
        .content
        .redirects
        .iter()
        .find(|redirect| is_path(&redirect.from_path, path))
    {
        let code = StatusCode::from_u16(redirect.code).unwrap_or(StatusCode::FOUND);
        if let Some(to) = view.href(&redirect.to_path) {
            return Made::Redirect(code, feeds::encoded_again(&to));
        }
    }
    if !reader.is_known && matches!(address, Address::Documents(_)) {
        return Made::Unavailable;
    }
    // Each address that somebody makes up is compared with all documents.
    let suggestions = match state.suggestions.check(*from) {
        Ok(_) => similar(shown, path, SUGGESTIONS),
        Err(_) => Vec::new(),
    };
    let page = notices::not_found(&view, &suggestions);
    let answer = Answer::new(
        StatusCode::NOT_FOUND,
        HTML,
        frame::document(&view, &page).into_string().into_bytes(),
    );
    Made::Page(
        answer
            .kept(Caching::Never)
            .varied_by_reader()
            .with_policy(policy)
            .with_surrogate_key(key),
        false,
    )
}

/// A document, else the index or a category of it.
pub fn documents(view: &View<'_>, path: &str, question: &Question) -> Option<Page> {
    if let Some(document) = view.shown.at(path) {
        return Some(pages::reader::page(view, document));
    }
    let category = match (path.strip_prefix("/docs/"), &question.category) {
        (Some(slug), _) => Some(view.shown.category(slug)?),
        (None, Some(slug)) => Some(view.shown.category(slug)?),
        (None, None) => None,
    };
    index::page(view, category, question.page)
}

/// True when both are one path, encoded or not.
fn is_path(stored: &str, asked: &str) -> bool {
    stored == asked
        || percent_encoding::percent_decode_str(asked)
            .decode_utf8()
            .is_ok_and(|asked| stored == asked)
}

fn has_timed_slides(shown: &Shown) -> bool {
    let carousel = &shown.content.settings.carousel;
    let is_timed =
        |slide: &crate::features::site::settings::Slide| slide.starts_at.is_some() || slide.ends_at.is_some();
    carousel.is_enabled && carousel.slides.iter().any(is_timed)
}

/// By what caches in front can be told to forget a site, or a release of it.
pub fn surrogate_key(identity: &SiteIdentity) -> String {
    let release = identity.release.as_ref().map_or(0, |release| release.number);
    format!("site-{} release-{}-{release}", identity.id, identity.id)
}

fn moved(code: StatusCode, to: &str) -> HttpResponse {
    let mut response = HttpResponse::build(code);
    match HeaderValue::from_str(to) {
        Ok(to) => response
            .insert_header((LOCATION, to))
            .insert_header((CACHE_CONTROL, "no-cache"))
            .finish(),
        Err(_) => nowhere(),
    }
}

pub fn respond(result: Result<HttpResponse, AppError>) -> HttpResponse {
    result.unwrap_or_else(|error| match error.status_code() {
        StatusCode::NOT_FOUND => nowhere(),
        status => HttpResponse::build(status).finish(),
    })
}

/// There is nothing at this address, and no site that could say so in its own way.
pub fn nowhere() -> HttpResponse {
    HttpResponse::NotFound()
        .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body("Not found.\n")
}

/// Says that somebody searches too often, and when there is an answer again.
fn too_many(request: &HttpRequest, state: &AppState, loaded: &Loaded, error: &AppError) -> HttpResponse {
    let mut response = plain(request, state, Some(loaded), error.status_code());
    if let Some(wait) = error.error_response().headers().get(RETRY_AFTER) {
        response.headers_mut().insert(RETRY_AFTER, wait.clone());
    }
    response
}

/// A notice without anything of the site but its name: it is closed, it cannot be read, or it is asked too often.
pub fn plain(
    request: &HttpRequest,
    state: &AppState,
    loaded: Option<&Loaded>,
    status: StatusCode,
) -> HttpResponse {
    let shown = loaded.and_then(|loaded| Some(&loaded.audiences.as_ref()?.guest));
    let language = shown.map_or_else(
        || match Language::of(request.headers()) {
            Language::ZhCn => SiteLanguage::ZhCn,
            Language::En => SiteLanguage::En,
        },
        |shown| shown.content.settings.basic_info.language,
    );
    let words = Words::of(language);
    let name = shown.map(|shown| shown.content.settings.basic_info.name.as_str());
    let is_maintained = loaded.is_some_and(|loaded| {
        loaded.identity.status == SiteStatus::Maintenance && !loaded.identity.is_suspended
    });
    let (title, text) = match (status, is_maintained) {
        (StatusCode::GONE, _) => (words.gone, words.gone_text),
        (StatusCode::TOO_MANY_REQUESTS, _) => (words.too_many_searches, words.too_many_searches_text),
        (_, true) => (words.maintenance, words.maintenance_text),
        _ => (words.unavailable, words.unavailable_text),
    };
    let theme = loaded.map(|loaded| format!("/assets/{}", loaded.theme_name));
    let page: Markup = html! {
        (DOCTYPE)
        html lang=(words.lang) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { (title) }
                link rel="stylesheet" href=(assets::style_path());
                @if let Some(theme) = theme { link rel="stylesheet" href=(theme); }
            }
            body.page-notice {
                main {
                    div.notice {
                        @if let Some(name) = name { p.foot-name { (name) } }
                        h1.notice-title { (title) }
                        p.notice-text { (text) }
                        @if status == StatusCode::TOO_MANY_REQUESTS {
                            // From `/search`, under any prefix.
                            div.buttons { a.button.button-secondary href="./" { (words.to_home) } }
                        }
                    }
                }
            }
        }
    };
    Answer::new(status, HTML, page.into_string().into_bytes())
        .kept(Caching::Never)
        .with_policy(policy::of_page(Place::OwnHost, &state.platform))
        .respond(request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{TimeZone as _, Utc};
    use uuid::Uuid;

    use crate::config::{Config, Environment};
    use crate::features::public_site::testing::{Reading, content_with};
    use crate::features::site::settings::{Carousel, SiteImage, Slide};

    /// A platform at an address, with sites below a domain or without.
    fn platform(public_url: &str, site_domain: &str) -> PlatformConfig {
        let lookup = |name: &str| {
            let value = match name {
                "FILES_DIR" => "/files",
                "DATABASE_URL" => "postgres://nobody@127.0.0.1:1/nothing",
                "JWT_SECRET" => "0123456789abcdef0123456789abcdef",
                "PUBLIC_URL" => public_url,
                "SITE_DOMAIN" => site_domain,
                _ => return None,
            };
            Some(value.to_owned())
        };
        Config::read(&Environment { lookup: &lookup }).unwrap().platform
    }

    #[test]
    fn a_site_without_a_domain_has_the_scheme_and_the_port_of_the_platform() {
        let mut identity = content_with(Vec::new()).site;
        for (public_url, site_domain, expected) in [
            (
                "https://moyan.example",
                "sites.example",
                "https://handbook.sites.example",
            ),
            (
                "http://127.0.0.1:8080",
                "localhost",
                "http://handbook.localhost:8080",
            ),
            ("http://[::1]", "localhost", "http://handbook.localhost"),
            ("http://[::1]:8080", "localhost", "http://handbook.localhost:8080"),
            ("https://moyan.example", "", "https://moyan.example"),
        ] {
            let origin = origin_of(&identity, &platform(public_url, site_domain));
            assert_eq!(origin, expected, "{public_url}");
        }
        identity.primary_host = Some("docs.example".to_owned());
        let platform = platform("https://moyan.example:8443", "sites.example");
        assert_eq!(origin_of(&identity, &platform), "https://docs.example");
    }

    #[test]
    fn a_redirect_is_found_by_its_path_encoded_or_not() {
        for (stored, asked, is_same) in [
            ("/old", "/old", true),
            ("/old", "/other", false),
            ("/旧", "/%E6%97%A7", true),
            ("/a%20b", "/a%20b", true),
            ("/a b", "/a%20b", true),
            ("/a%20b", "/a b", false),
            ("/old", "/%FF", false),
        ] {
            assert_eq!(is_path(stored, asked), is_same, "{stored} {asked}");
        }
    }

    #[test]
    fn slides_are_timed_when_they_come_or_go() {
        let now = Utc.timestamp_opt(1_795_000_000, 0).unwrap();
        for (is_enabled, starts_at, ends_at, is_timed) in [
            (true, None, None, false),
            (true, Some(now), None, true),
            (true, None, Some(now), true),
            (true, Some(now), Some(now), true),
            (false, Some(now), Some(now), false),
        ] {
            let mut content = content_with(Vec::new());
            let slide = Slide {
                id: Uuid::nil(),
                is_visible: true,
                image: SiteImage::default(),
                title: String::new(),
                description: String::new(),
                link: String::new(),
                starts_at,
                ends_at,
            };
            let slides = vec![slide];
            content.settings.carousel = Carousel { is_enabled, slides };
            let reading = Reading::of(content, Audience::Guest);
            assert_eq!(has_timed_slides(reading.view().shown), is_timed);
        }
    }
}
