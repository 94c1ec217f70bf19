//! What every request to the API must pass before its handler: size of demand, origin, and decent text.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use super::client_address::client_address;
use super::rate_limit::Allowed;
use crate::error::{AppError, Refusal};
use crate::state::AppState;

/// Requests a minute.
const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
/// Requests that may come now.
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
/// Seconds until the whole allowance is back.
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// Refuses requests that come too often, from pages of others, or with a NUL byte in the address.
pub async fn guard<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    if !is_api(&request) {
        return next.call(request).await.map(ServiceResponse::map_into_left_body);
    }
    let Some(state) = request.app_data::<web::Data<AppState>>().cloned() else {
        let error = AppError::Internal("the state is missing".to_owned());
        return Ok(request.error_response(error).map_into_right_body());
    };
    let address = client_address(request.request(), &state.platform.trusted_proxies);
    let allowed = match state.rate_limit.check(address) {
        Ok(allowed) => allowed,
        // An answer and not an error, so that it passes the layers that give it its body.
        Err(refusal) => return Ok(request.error_response(refusal).map_into_right_body()),
    };
    let mut response = match check(&request, &state.platform.public_url) {
        Ok(()) => next.call(request).await?.map_into_left_body(),
        Err(refusal) => request.error_response(refusal).map_into_right_body(),
    };
    if let Some(allowed) = allowed {
        // What is not the caller's fault is not charged.
        if response.status().is_server_error() {
            state.rate_limit.give_back(address);
        }
        tell(&mut response, allowed);
    }
    Ok(response)
}

/// Says how much of the allowance is left.
fn tell<B>(response: &mut ServiceResponse<B>, allowed: Allowed) {
    let headers = response.headers_mut();
    headers.insert(LIMIT, HeaderValue::from(allowed.limit));
    headers.insert(REMAINING, HeaderValue::from(allowed.remaining));
    headers.insert(RESET, HeaderValue::from(allowed.resets_in_s));
}

/// True for a path of the API as the router reads it: `/%61pi` is `/api`.
pub(super) fn is_api(request: &ServiceRequest) -> bool {
    let path = request.match_info().as_str();
    path == "/api" || path.starts_with("/api/")
}

fn check(request: &ServiceRequest, public_url: &str) -> Result<(), AppError> {
    let has_nul = |text: &str| text.contains("%00") || text.contains('\0');
    if has_nul(request.uri().path()) || has_nul(request.query_string()) {
        return Err(Refusal::BadRequest.into());
    }
    if request.method() != Method::GET
        && request.method() != Method::HEAD
        && !is_own_origin(request, public_url)
    {
        return Err(Refusal::ForeignOrigin.into());
    }
    Ok(())
}

/// True when no page sent the request, or one page of this server did.
///
/// Tokens travel in a header of their own, which no page of others can add; this is the second lock.
fn is_own_origin(request: &ServiceRequest, public_url: &str) -> bool {
    let mut origins = request.headers().get_all(ORIGIN);
    let Some(origin) = origins.next() else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    if origins.next().is_some() {
        return false;
    }
    let host = request
        .headers()
        .get(HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let named = origin
        .strip_prefix("https://")
        .or_else(|| origin.strip_prefix("http://"));
    origin == public_url || (!host.is_empty() && named == Some(host))
}
