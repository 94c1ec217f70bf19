//! One log line per request, with the request's name.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::HeaderValue;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, web};

use super::request_id::{HEADER, RequestId};
use super::route_name::RouteName;
use super::trace_context::trace_id_of;
use crate::state::AppState;

/// Characters of a path that are logged: more than any path of ours has.
const PATH_MAX_CHARS: usize = 200;

/// The name of a method that is known. Any word is a method, so any other is counted and logged as one.
fn name_of(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}

/// Logs and counts method, route, status and duration; the log has the path and the trace beside them. The query is left out: it may hold what must not be kept.
pub async fn log(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let started = Instant::now();
    let id = RequestId::of(&request);
    request.extensions_mut().insert(id.clone());
    let method = name_of(request.method());
    let trace_id = trace_id_of(request.headers()).map(str::to_owned);
    let path: String = request.path().chars().take(PATH_MAX_CHARS).collect();

    let metrics = request
        .app_data::<web::Data<AppState>>()
        .map(|state| state.metrics.clone());

    let mut response = next.call(request).await?;
    if let Ok(value) = HeaderValue::from_str(&id.0) {
        response.headers_mut().insert(HEADER, value);
    }
    let route = RouteName::of(response.request());
    if let Some(metrics) = metrics {
        metrics
            .requests
            .answered(method, &route, response.status().as_u16(), started.elapsed());
    }
    tracing::info!(
        request_id = id.0,
        trace_id,
        method,
        route,
        path,
        status = response.status().as_u16(),
        duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        "request"
    );
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_of_the_api_has_its_name_and_all_others_have_one() {
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
            assert_eq!(name_of(&method.parse().unwrap()), method);
        }
        assert_eq!(name_of(&"BREW".parse().unwrap()), "OTHER");
    }
}
