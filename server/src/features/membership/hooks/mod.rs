//! What payment providers post: `POST /hooks/payments/{siteId}/{method}`, on the console's host.
//!
//! No session, no limit by address and no check of the origin: the signature proves who speaks.

use actix_web::http::Method;
use moyan_domain::limits::NOTIFICATION_MAX_BYTES;
use moyan_foundation::route::{Access, Route};

mod routes;

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    vec![
        Route::new(
            Method::POST,
            "/hooks/payments/{siteId}/{method}",
            "take_payment_notification",
            "What a payment provider tells; answered as the provider wants it",
            Access::Anyone,
            routes::take_payment_notification,
        )
        .takes_bytes(&["application/json", "application/x-www-form-urlencoded"])
        .takes_up_to(NOTIFICATION_MAX_BYTES)
        .answers_bytes(&["text/plain", "application/json"]),
    ]
}
