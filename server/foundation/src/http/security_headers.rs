//! Headers that every answer carries.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::config::{Mode, PlatformConfig};
use crate::state::AppState;

/// What a page of the application may load and run.
///
/// - Scripts come from this origin only, none is inline; the engine is WebAssembly.
/// - Inline styles are allowed, because articles are made of them.
/// - Pictures, sound and films come from anywhere, because authors link them; requests go anywhere,
///   because authors name their own image hosts and AI services. A star alone leaves out `data:` and `blob:`,
///   which the pictures of an article are read from.
/// - Fonts come from anywhere for Firefox: in a frame without an address, as the preview's, it does not take this
///   origin for `'self'` once a service worker answers. The frame's own policy names the origin.
/// - No other page may frame the application.
/// - The console frames previews of sites, which stand below the domain of sites: [`content_security`] adds it.
const CONTENT_SECURITY: &str = "default-src 'self'; \
    script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; \
    img-src * data: blob:; \
    media-src * data: blob:; \
    font-src * data:; \
    connect-src * data: blob:; \
    worker-src 'self' blob:; \
    frame-src 'self'; \
    object-src 'none'; \
    base-uri 'none'; \
    form-action 'self'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 3] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "strict-origin-when-cross-origin"),
    // A page that opened this one, or was opened by it, holds no handle on it.
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// Two years of TLS only. Sites below this host answer for themselves.
const TRANSPORT_SECURITY: &str = "max-age=63072000";

/// The policy of the console's pages.
pub fn content_security(platform: &PlatformConfig) -> String {
    let scheme = platform.public_url.split("://").next().unwrap_or("https");
    match &platform.site_domain {
        Some(domain) => CONTENT_SECURITY.replace(
            "frame-src 'self'",
            &format!("frame-src 'self' {scheme}://*.{domain}:*"),
        ),
        None => CONTENT_SECURITY.to_owned(),
    }
}

/// Adds the headers, unless the handler set one itself.
pub async fn add(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let platform = request
        .app_data::<web::Data<AppState>>()
        .map(|state| state.platform.clone());
    let is_production = platform
        .as_ref()
        .is_some_and(|platform| platform.mode == Mode::Production);
    // TLS ends in the proxy in front, which need not say so: browsers take this header for nothing without TLS.
    let is_secured = platform
        .as_ref()
        .is_some_and(|platform| platform.public_url.starts_with("https:"))
        || request.connection_info().scheme() == "https";
    let mut response = next.call(request).await?;
    if is_production && is_secured {
        response.headers_mut().insert(
            STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static(TRANSPORT_SECURITY),
        );
    }
    if !response.headers().contains_key(CONTENT_SECURITY_POLICY) {
        let policy = platform.map_or_else(
            || CONTENT_SECURITY.to_owned(),
            |platform| content_security(&platform),
        );
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        }
    }
    for (name, value) in HEADERS {
        if !response.headers().contains_key(&name) {
            response
                .headers_mut()
                .insert(name, HeaderValue::from_static(value));
        }
    }
    Ok(response)
}
