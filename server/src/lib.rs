//! The server and the command line of Moyan.
//!
//! [`build_app`] makes the whole HTTP application; the binary and every test use it.
//! Start reading at [`composition`], which lists what the features bring, every route among it.
//!
//! This crate holds no rule about how an article looks: it calls the engine crates.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{App, Error, web};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::{AppState, http};

pub mod cli;
pub mod composition;
pub mod features;
pub mod icons;
pub mod router;

/// Makes the application: routes, then the guard of the API, security headers, error bodies and the request log around them.
pub fn build_app(
    state: AppState,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    features::public_site::open_disk(&state);
    App::new()
        .app_data(web::Data::new(state))
        .app_data(
            web::QueryConfig::default().error_handler(|_, _| AppError::from(Refusal::BadRequest).into()),
        )
        .configure(router::routes)
        .wrap(from_fn(features::public_site::notice_changes))
        .wrap(from_fn(http::api_guard::check))
        .wrap(from_fn(http::error_body::fill))
        .wrap(from_fn(http::security_headers::add))
        .wrap(from_fn(http::connection_close::announce))
        .wrap(from_fn(http::request_log::log))
}
