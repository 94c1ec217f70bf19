//! HTTP in and out.

use std::sync::LazyLock;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use moyan_domain::limits::{NICKNAME_MIN_CHARS, PASSWORD_MIN_CHARS};
use moyan_foundation::http::client_address::{FORWARDED_FOR, is_forwarded_in_vain};
use moyan_foundation::http::json::{Answer, Answered};
use moyan_foundation::openapi;
use moyan_foundation::shown_pages::ShownPages;
use moyan_foundation::state::AppState;
use serde::Deserialize;

use super::api_docs_page;
use super::dto::{ConfigDto, DemoSitesDto, HealthDto, VersionDto};
use crate::composition;

pub async fn get_health() -> Answered<HealthDto> {
    Ok(Answer::new(HealthDto { status: "ok" }))
}

pub async fn get_version() -> Answered<VersionDto> {
    Ok(Answer::new(VersionDto {
        version: env!("CARGO_PKG_VERSION"),
    }))
}

pub async fn get_config(state: Data<AppState>) -> Answered<ConfigDto> {
    let methods = state.methods();
    Ok(Answer::new(ConfigDto {
        is_reset_enabled: !methods.is_empty(),
        login_methods: methods.clone(),
        register_methods: methods,
        password_min_chars: PASSWORD_MIN_CHARS,
        nickname_min_chars: NICKNAME_MIN_CHARS,
        contact_id: state.platform.contact_id.clone(),
        demo_sites: state
            .platform
            .demo_sites
            .as_ref()
            .map(|[chinese, english]| DemoSitesDto {
                zh_cn: format!("/s/{chinese}"),
                en: format!("/s/{english}"),
            }),
        is_read_only: state.platform.is_read_only,
    }))
}

/// The OpenAPI document. It is the same for every request and takes milliseconds to make.
static OPENAPI: LazyLock<Bytes> = LazyLock::new(|| openapi::text(&composition::routes()).into());
/// The page of it.
static API_DOCS: LazyLock<Bytes> = LazyLock::new(|| api_docs_page::page(&composition::routes()).into());

pub async fn get_openapi() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(OPENAPI.clone())
}

pub async fn get_docs() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
        ))
        .body(API_DOCS.clone())
}

/// A short text that no cache keeps.
fn text(mut response: actix_web::HttpResponseBuilder, text: &'static str) -> HttpResponse {
    response
        .insert_header((CACHE_CONTROL, "no-store"))
        .content_type("text/plain; charset=utf-8")
        .body(text)
}

pub async fn get_healthz(request: HttpRequest, state: Data<AppState>) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    if is_forwarded_in_vain(&request, &state.platform.trusted_proxies) {
        response.insert_header((FORWARDED_FOR, "ignored"));
    }
    text(response, "ok\n")
}

/// The query of the question whether requests can be served, as it is sent.
#[derive(Debug, Deserialize)]
pub struct ReadyQuery {
    /// `pages`: whether pages of sites can be shown, for which a database is not always needed.
    r#for: Option<String>,
}

pub async fn get_readyz(state: Data<AppState>, Query(query): Query<ReadyQuery>) -> HttpResponse {
    if state.is_stopping() {
        return text(HttpResponse::ServiceUnavailable(), "stopping\n");
    }
    // Before the database: one that does not answer takes seconds, and a balancer has less patience.
    let pages = state.memory.of::<ShownPages>();
    if query.r#for.as_deref() == Some("pages") && pages.are_there(state.clock.now(), state.db.is_ready()) {
        return text(HttpResponse::Ok(), "pages are there\n");
    }
    if !state.db.is_ready() {
        return text(HttpResponse::ServiceUnavailable(), "starting\n");
    }
    if state.db.answers().await {
        text(HttpResponse::Ok(), "ready\n")
    } else {
        text(HttpResponse::ServiceUnavailable(), "no database\n")
    }
}
