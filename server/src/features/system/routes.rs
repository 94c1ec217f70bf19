//! HTTP in and out.

use actix_web::HttpResponse;

use super::dto::{HealthDto, VersionDto};
use crate::envelope::success;

/// `GET /api/health`
pub async fn get_health() -> HttpResponse {
    success(HealthDto { status: "ok" })
}

/// `GET /api/version`
pub async fn get_version() -> HttpResponse {
    success(VersionDto {
        version: env!("CARGO_PKG_VERSION"),
    })
}
pub async fn get_config() -> Result<HttpResponse, crate::error::AppError> {
    Err(crate::error::AppError::Unavailable(String::new()))
}
pub async fn get_openapi() -> Result<HttpResponse, crate::error::AppError> {
    Err(crate::error::AppError::Unavailable(String::new()))
}
pub async fn get_docs() -> Result<HttpResponse, crate::error::AppError> {
    Err(crate::error::AppError::Unavailable(String::new()))
}
pub async fn get_healthz() -> Result<HttpResponse, crate::error::AppError> {
    Err(crate::error::AppError::Unavailable(String::new()))
}
pub async fn get_readyz() -> Result<HttpResponse, crate::error::AppError> {
    Err(crate::error::AppError::Unavailable(String::new()))
}
pub async fn get_metrics() -> Result<HttpResponse, crate::error::AppError> {
    Err(crate::error::AppError::Unavailable(String::new()))
}
