//! Gives every failure under `/api` its JSON body, also those that the framework answers by itself.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};
use moyan_domain::Language;

use super::api_guard::is_api;
use super::request_id::RequestId;
use crate::envelope::{Envelope, Failure};
use crate::error::AppError;
use crate::http::accept_language::accepted_language;

/// Replaces the body of a failed answer; headers such as `Allow` stay. Faults of the server are logged here, once.
pub async fn fill<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, String>>, Error> {
    let is_api = is_api(&request);
    let response = next.call(request).await?;
    let status = response.status();
    if !is_api || !(status.is_client_error() || status.is_server_error()) {
        return Ok(response.map_into_left_body());
    }
    let language = accepted_language(response.request().headers());
    let request_id = response
        .request()
        .extensions()
        .get::<RequestId>()
        .map(|id| id.0.clone());
    let own = response
        .response()
        .error()
        .and_then(|error| error.as_error::<AppError>());
    let fallback = AppError::from_status(status);
    let body = body_of(own.unwrap_or(&fallback), status.as_u16(), language, request_id);

    let mut response = response.map_body(|_, _| EitherBody::right(body));
    response.headers_mut().remove(CONTENT_LENGTH);
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

/// The JSON text of a failure. A fault of the server carries the request's ID, because only the log says more.
fn body_of(error: &AppError, code: u16, language: Language, request_id: Option<String>) -> String {
    let request_id = match error {
        AppError::Internal(cause) => {
            tracing::error!(request_id, cause, "internal error");
            request_id
        }
        AppError::Unavailable(cause) => {
            tracing::warn!(request_id, cause, "the database cannot be used");
            request_id
        }
        _ => None,
    };
    let message = error.message(language).into_owned();
    let envelope = Envelope {
        code,
        message,
        data: Failure {
            error: error.key(),
            fields: error.fields(),
            parameters: error.parameters(),
            current: error.current(),
            reason: error.reason(),
            used_bytes: error.quota().map(|(used_bytes, _)| used_bytes),
            max_bytes: error.quota().map(|(_, max_bytes)| max_bytes),
            request_id,
        },
        token: None,
    };
    serde_json::to_string(&envelope).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Refusal;

    #[test]
    fn a_fault_of_the_server_names_the_line_of_the_log_and_not_its_cause() {
        let body = |error: AppError| body_of(&error, 500, Language::En, Some("request-1".to_owned()));
        for error in [
            AppError::Internal("secret".to_owned()),
            AppError::Unavailable("secret".to_owned()),
        ] {
            let body = body(error);
            assert!(body.contains("request-1") && !body.contains("secret"), "{body}");
        }
        assert!(!body(Refusal::NotFound.into()).contains("request-1"));
    }
}
