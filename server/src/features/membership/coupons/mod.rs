//! Coupons of a site, as the console makes and changes them. Orders take them. Source: `docs/membership.md`, Coupons.

use actix_web::http::Method;
use moyan_domain::Feature;
use moyan_foundation::access::Action;
use moyan_foundation::route::{Access, Route};

mod code;
mod dto;
mod queries;
mod routes;
mod service;

pub(super) use code::parse_code;

const ORDERS: Access = Access::Team(Action::ManageOrders);

/// The routes of coupons.
pub fn routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/sites/{siteId}/coupons",
            "list_coupons",
            "The coupons of a site, the newest first",
            ORDERS,
            routes::list_coupons,
        )
        .answers_list::<CouponDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sites/{siteId}/coupons",
            "create_coupon",
            "Make a coupon",
            ORDERS,
            routes::create_coupon,
        )
        .needs_once_open(Feature::MembershipPayments)
        .idempotent()
        .takes::<CreateCouponRequest>()
        .answers::<CouponDto>()
        .fails(&[(409, "coupon.codeTaken"), (409, "coupon.tooMany")]),
        Route::new(
            Method::PATCH,
            "/api/teams/{teamId}/sites/{siteId}/coupons/{couponId}",
            "update_coupon",
            "Change for what, when and how often a coupon can be used",
            ORDERS,
            routes::update_coupon,
        )
        .needs_once_open(Feature::MembershipPayments)
        .takes::<UpdateCouponRequest>()
        .answers::<CouponDto>(),
    ]
}
