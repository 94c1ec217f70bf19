//! The newsletter of a site: its subscribers, by addresses that their owners have confirmed.
//!
//! Nothing here knows a page, and nothing is sent but what confirms: creators send their newsletter elsewhere and take
//! the addresses along as CSV, each with a link to unsubscribe. Start reading at [`service::subscribe`];
//! `docs/sites.md` has the rules in words.

use actix_web::http::Method;
use moyan_foundation::access::Action;
use moyan_foundation::http::pagination::{CURSOR, LIMIT};
use moyan_foundation::jobs::Expired;
use moyan_foundation::route::{Access, QueryKind, QueryParameter, Route};

mod dto;
mod models;
mod queries;
mod routes;
pub mod service;
mod throttles;
mod tokens;

use models::SubscriberStatus;

const ORDERS: Access = Access::Team(Action::ManageOrders);

/// The routes of the console.
pub fn routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/subscribers",
            "list_subscribers",
            "The subscribers of a site's newsletter, the newest first, with how many are in each state",
            ORDERS,
            routes::list_subscribers,
        )
        .query(&[
            CURSOR,
            LIMIT,
            QueryParameter {
                name: "search",
                description: "Part of an address or a name; at most 100 characters",
                kind: QueryKind::Text,
            },
            QueryParameter {
                name: "status",
                description: "Only those in this state",
                kind: QueryKind::OneOf(SubscriberStatus::NAMES),
            },
        ])
        .answers::<SubscriberPageDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/subscribers/export",
            "export_subscribers",
            "The subscribers who confirmed their address and did not unsubscribe, as CSV",
            ORDERS,
            routes::export_subscribers,
        )
        .answers_bytes(&["text/csv"]),
    ]
}

/// What expires: addresses that nobody confirmed.
pub fn expired() -> Vec<Expired> {
    vec![Expired::All(|connection, sweep| {
        service::sweep(connection, sweep.now)
    })]
}
