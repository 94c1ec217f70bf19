//! What every request to the API must pass before its handler: size of demand, origin, and decent text.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{HOST, ORIGIN};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use super::client_address::client_address;
use crate::error::{AppError, Refusal};
use crate::state::AppState;

/// Refuses requests that come too often, from pages of others, or with a NUL byte in the address.
pub async fn guard<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let checked = match request.path().starts_with("/api/") {
        true => check(&request),
        false => Ok(()),
    };
    match checked {
        Ok(()) => next.call(request).await.map(ServiceResponse::map_into_left_body),
        // An answer and not an error, so that it passes the layers that give it its body.
        Err(refusal) => Ok(request.error_response(refusal).map_into_right_body()),
    }
}

fn check(request: &ServiceRequest) -> Result<(), AppError> {
    let Some(state) = request.app_data::<web::Data<AppState>>() else {
        return Err(AppError::Internal("the state is missing".to_owned()));
    };
    let address = client_address(request.request(), &state.platform.trusted_proxies);
    state.rate_limit.check(address)?;
    let has_nul = |text: &str| text.contains("%00") || text.contains('\0');
    if has_nul(request.uri().path()) || has_nul(request.query_string()) {
        return Err(Refusal::BadRequest.into());
    }
    if request.method() != Method::GET
        && request.method() != Method::HEAD
        && !is_own_origin(request, &state.platform.public_url)
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
