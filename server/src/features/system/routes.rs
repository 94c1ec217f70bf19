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
