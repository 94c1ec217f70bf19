//! Headers that every answer carries.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::middleware::Next;

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

const HEADERS: [(HeaderName, &str); 3] = [
    (CONTENT_SECURITY_POLICY, CONTENT_SECURITY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "strict-origin-when-cross-origin"),
];

/// Adds the headers, unless the handler set one itself.
pub async fn add(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut response = next.call(request).await?;
    for (name, value) in HEADERS {
        if !response.headers().contains_key(&name) {
            response
                .headers_mut()
                .insert(name, HeaderValue::from_static(value));
        }
    }
    Ok(response)
}
