//! One log line per request, with the request's name.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::HeaderValue;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, web};

use super::request_id::{HEADER, RequestId};
use crate::state::AppState;

/// Logs method, path, status and duration. The query is left out: it may hold what must not be kept.
pub async fn log(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let started = Instant::now();
    let id = RequestId::of(&request);
    request.extensions_mut().insert(id.clone());
    let method = request.method().clone();
    let path = request.path().to_owned();

    let metrics = request
        .app_data::<web::Data<AppState>>()
        .map(|state| state.metrics.clone());

    let mut response = next.call(request).await?;
    if let Ok(value) = HeaderValue::from_str(&id.0) {
        response.headers_mut().insert(HEADER, value);
    }
    if let Some(metrics) = metrics {
        let route = response.request().match_pattern().unwrap_or_default();
        metrics.answered(
            method.as_str(),
            &route,
            response.status().as_u16(),
            started.elapsed(),
        );
    }
    tracing::info!(
        request_id = id.0,
        method = %method,
        path,
        status = response.status().as_u16(),
        duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        "request"
    );
    Ok(response)
}
