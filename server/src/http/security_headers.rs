//! Headers that every answer carries.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::config::Mode;
use crate::state::AppState;

/// What a page of the application may load and run.
///
/// - Scripts come from this origin only, none is inline; the engine is WebAssembly.
/// - Inline styles are allowed, because articles are made of them.
/// - Pictures, sound and films come from anywhere, because authors link them; requests go anywhere,
///   because authors name their own image hosts and AI services.
/// - No other page may frame the application.
pub const CONTENT_SECURITY: &str = "default-src 'self'; \
    script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; \
    img-src * data: blob:; \
    media-src * data: blob:; \
    font-src 'self' data:; \
    connect-src *; \
    worker-src 'self' blob:; \
    frame-src 'self'; \
    object-src 'none'; \
    base-uri 'none'; \
    form-action 'self'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 4] = [
    (CONTENT_SECURITY_POLICY, CONTENT_SECURITY),
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

/// Adds the headers, unless the handler set one itself.
pub async fn add(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let is_production = request
        .app_data::<web::Data<AppState>>()
        .is_some_and(|state| state.platform.mode == Mode::Production);
    // TLS ends in the proxy in front, which names the scheme. A caller who makes it up binds nobody else.
    let is_secured = is_production && request.connection_info().scheme() == "https";
    let mut response = next.call(request).await?;
    if is_secured {
        response.headers_mut().insert(
            STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static(TRANSPORT_SECURITY),
        );
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
