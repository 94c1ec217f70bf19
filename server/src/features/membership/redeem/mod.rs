//! Redeem codes of a site: made in batches, stored as hashes, each used once. Source: `docs/membership.md`.

use actix_web::http::Method;
use moyan_domain::Feature;
use moyan_foundation::access::Action;
use moyan_foundation::route::{Access, Route};

mod code;
mod dto;
mod queries;
mod routes;
mod service;

pub use service::{Redeemed, redeem};

const ORDERS: Access = Access::Team(Action::ManageOrders);

/// The routes of redeem codes.
pub fn routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/redeem-batches",
            "list_redeem_batches",
            "The batches of redeem codes of a site, the newest first",
            ORDERS,
            routes::list_redeem_batches,
        )
        .answers_list::<RedeemBatchDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/redeem-batches",
            "create_redeem_batch",
            "Make redeem codes; this answer is the only one that holds them",
            ORDERS,
            routes::create_redeem_batch,
        )
        .needs_once_open(Feature::MembershipPayments)
        .takes::<CreateRedeemBatchRequest>()
        .answers::<CreatedRedeemBatchDto>()
        .fails(&[(404, "package.notFound"), (409, "redeem.tooMany")]),
        Route::new(
            Method::DELETE,
            "/api/teams/{teamId}/sites/{siteId}/redeem-batches/{batchId}",
            "revoke_redeem_batch",
            "Take back the codes of a batch that nobody has used",
            ORDERS,
            routes::revoke_redeem_batch,
        )
        .needs_once_open(Feature::MembershipPayments)
        .answers::<RedeemBatchDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/redeem-batches/{batchId}/codes",
            "list_redeem_codes",
            "The codes of a batch by their last characters, with who used them",
            ORDERS,
            routes::list_redeem_codes,
        )
        .answers_list::<RedeemCodeDto>(),
    ]
}
