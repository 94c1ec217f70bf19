//! Every route, in one table.

use actix_web::web::{self, ServiceConfig};

use crate::error::AppError;
use crate::features::system;
use crate::static_files;

/// Registers all routes. A path of the API that is not listed answers 404, a wrong method 405, both as JSON.
pub fn routes(cfg: &mut ServiceConfig) {
    cfg.service(
        web::scope("/api")
            .service(web::resource("/health").get(system::get_health))
            .service(web::resource("/version").get(system::get_version))
            .default_service(web::to(unknown_route)),
    )
    .default_service(web::to(static_files::get_file));
}

async fn unknown_route() -> Result<&'static str, AppError> {
    Err(AppError::UnknownRoute)
}
