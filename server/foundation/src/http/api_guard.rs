//! Checks every request to the API before its route is found: rate limit, origin, NUL bytes.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{HeaderName, HeaderValue, ORIGIN};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use super::client_address;
use super::rate_limit::Allowed;
use crate::config::{Mode, PlatformConfig};
use crate::error::{AppError, Refusal};
use crate::state::AppState;

/// Requests a minute.
const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
/// Requests that may come now.
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
/// Seconds until the whole allowance is back.
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// Refuses requests that come too often, from pages of others, or with a NUL byte in the address.
pub async fn check<B: MessageBody>(
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
    client_address::warn_about_untrusted_proxy(request.request(), &state.platform.trusted_proxies);
    let address = client_address::client_address(request.request(), &state.platform.trusted_proxies);
    let allowed = match state.rate_limit.check(address) {
        Ok(allowed) => allowed,
        // An answer and not an error, so that it passes the layers that give it its body.
        Err(refusal) => {
            let mut refused = request.error_response(refusal).map_into_right_body();
            add_rate_limit_headers(&mut refused, state.rate_limit.used_up());
            return Ok(refused);
        }
    };
    let mut response = match check_request(&request, &state.platform) {
        Ok(()) => next.call(request).await?.map_into_left_body(),
        Err(refusal) => request.error_response(refusal).map_into_right_body(),
    };
    if let Some(allowed) = allowed {
        // A fault of the server does not count against the caller.
        if response.status().is_server_error() {
            state.rate_limit.refund(address);
        }
        add_rate_limit_headers(&mut response, allowed);
    }
    Ok(response)
}

/// Says how much of the allowance is left.
fn add_rate_limit_headers<B>(response: &mut ServiceResponse<B>, allowed: Allowed) {
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

fn check_request(request: &ServiceRequest, platform: &PlatformConfig) -> Result<(), AppError> {
    // A NUL byte that is not encoded is no part of an address: the parser of HTTP refuses it.
    let has_nul = |text: &str| text.contains("%00");
    if has_nul(request.uri().path()) || has_nul(request.query_string()) {
        return Err(Refusal::BadRequest.into());
    }
    if request.method() != Method::GET
        && request.method() != Method::HEAD
        && !is_own_origin(request, platform)
    {
        return Err(Refusal::ForeignOrigin.into());
    }
    Ok(())
}

/// True when no page sent the request, or a page of this server did: scheme, host and port of `Origin` are those of
/// `PUBLIC_URL`. The `Host` header proves nothing, because the page of an attacker can have any name resolved to this server.
///
/// In development every port of this machine counts as this server's page.
/// Tokens travel in a header of their own, which no page of others can add; this is the second lock.
fn is_own_origin(request: &ServiceRequest, platform: &PlatformConfig) -> bool {
    let mut origins = request.headers().get_all(ORIGIN);
    let Some(origin) = origins.next() else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    let is_own =
        origin == platform.public_url || (platform.mode == Mode::Development && is_this_machine(origin));
    is_own && origins.next().is_none()
}

/// True for `http://127.0.0.1`, `http://localhost` and `http://[::1]` with any port.
fn is_this_machine(origin: &str) -> bool {
    let host = origin.strip_prefix("http://").map(|rest| {
        let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
        match rest.rsplit_once(':') {
            Some((host, port)) if is_port(port) => host,
            _ => rest,
        }
    });
    matches!(host, Some("127.0.0.1" | "localhost" | "[::1]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_this_machine() {
        for origin in [
            "http://127.0.0.1:5173",
            "http://localhost",
            "http://localhost:8080",
            "http://[::1]:8080",
        ] {
            assert!(is_this_machine(origin), "{origin}");
        }
        for origin in [
            "null",
            "https://localhost",
            "http://localhost.evil.example",
            "http://localhost:80.evil.example",
            "http://127.0.0.1.evil.example:5173",
            "http://evil.example:8080",
        ] {
            assert!(!is_this_machine(origin), "{origin}");
        }
    }
}
