//! Answers without a page of a site: redirects, 404, 405, notices.

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, LOCATION, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};
use maud::{DOCTYPE, Markup, html};
use moyan_domain::{Language, SiteStatus};
use moyan_foundation::error::AppError;
use moyan_foundation::http::accept_language::accepted_language;
use moyan_foundation::state::AppState;

use super::policy::{self, Origin};
use crate::features::public_site::cache::answer::{Answer, Caching, HTML};
use crate::features::public_site::cache::loaded::Loaded;
use crate::features::public_site::content::assets;
use crate::features::public_site::words::Words;
use crate::features::site::settings::SiteLanguage;

/// A redirect.
pub fn redirect(code: StatusCode, to: &str) -> HttpResponse {
    let mut response = HttpResponse::build(code);
    match HeaderValue::from_str(to) {
        Ok(to) => response
            .insert_header((LOCATION, to))
            .insert_header((CACHE_CONTROL, "no-cache"))
            .finish(),
        Err(_) => not_found(),
    }
}

/// The answer of another feature. Of an error only the status is kept: its text is for the console.
pub fn respond(result: Result<HttpResponse, AppError>) -> HttpResponse {
    result.unwrap_or_else(|error| match error.status_code() {
        StatusCode::NOT_FOUND => not_found(),
        status => HttpResponse::build(status).finish(),
    })
}

/// 404 without any site: as plain text.
pub fn not_found() -> HttpResponse {
    HttpResponse::NotFound()
        .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body("Not found.\n")
}

/// 405. `allowed`: the methods of the address, for the header `Allow`.
pub fn method_not_allowed(allowed: &'static str) -> HttpResponse {
    HttpResponse::MethodNotAllowed()
        .insert_header((ALLOW, allowed))
        .finish()
}

/// 429 for a client that searches too often, with `Retry-After`.
pub fn too_many(request: &HttpRequest, state: &AppState, loaded: &Loaded, error: &AppError) -> HttpResponse {
    let mut response = notice_page(request, state, Some(loaded), error.status_code());
    if let Some(wait) = error.error_response().headers().get(RETRY_AFTER) {
        response.headers_mut().insert(RETRY_AFTER, wait.clone());
    }
    response
}

/// A notice in place of a page: the site is closed, it cannot be read, or a client searches too often. It shows the name
/// of the site and nothing else of it.
pub fn notice_page(
    request: &HttpRequest,
    state: &AppState,
    loaded: Option<&Loaded>,
    status: StatusCode,
) -> HttpResponse {
    let page = notice(language_of(request, loaded), loaded, status);
    Answer::new(status, HTML, page.into_string().into_bytes())
        .kept(Caching::Never)
        .with_policy(policy::of_page(Origin::OwnHost, &state.platform))
        .respond(request)
}

/// The language of the site; that of the browser where no site is known.
fn language_of(request: &HttpRequest, loaded: Option<&Loaded>) -> SiteLanguage {
    let view = loaded.and_then(|loaded| Some(&loaded.audiences.as_ref()?.guest));
    view.map_or_else(
        || match accepted_language(request.headers()) {
            Language::ZhCn => SiteLanguage::ZhCn,
            Language::En => SiteLanguage::En,
        },
        |view| view.content.settings.basic_info.language,
    )
}

/// What a notice says: its title and a sentence.
fn text_of(words: &Words, loaded: Option<&Loaded>, status: StatusCode) -> (&'static str, &'static str) {
    let is_maintained = loaded.is_some_and(|loaded| {
        loaded.identity.status == SiteStatus::Maintenance && !loaded.identity.is_suspended
    });
    match (status, is_maintained) {
        (StatusCode::GONE, _) => (words.gone, words.gone_text),
        (StatusCode::TOO_MANY_REQUESTS, _) => (words.too_many_searches, words.too_many_searches_text),
        (_, true) => (words.maintenance, words.maintenance_text),
        _ => (words.unavailable, words.unavailable_text),
    }
}

fn notice(language: SiteLanguage, loaded: Option<&Loaded>, status: StatusCode) -> Markup {
    let words = Words::of(language);
    let (title, text) = text_of(words, loaded, status);
    let view = loaded.and_then(|loaded| Some(&loaded.audiences.as_ref()?.guest));
    let name = view.map(|view| view.content.settings.basic_info.name.as_str());
    let theme = loaded.map(|loaded| format!("/assets/{}", loaded.theme_name));
    html! {
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
                    div.message {
                        @if let Some(name) = name { p.foot-name { (name) } }
                        h1.message-title { (title) }
                        p.message-text { (text) }
                        @if status == StatusCode::TOO_MANY_REQUESTS {
                            // From `/search`, under any prefix.
                            div.buttons { a.button.button-secondary href="./" { (words.to_home) } }
                        }
                    }
                }
            }
        }
    }
}
