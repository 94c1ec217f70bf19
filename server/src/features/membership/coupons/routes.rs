//! HTTP in and out.

use actix_web::web::Data;
use moyan_domain::CouponId;
use moyan_foundation::access::{Caller, SiteAccess, TeamAccess};
use moyan_foundation::http::json::{Answer, Answered, Body};
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::state::AppState;

use super::dto::{CouponDto, CreateCouponRequest, UpdateCouponRequest};
use super::service;

pub async fn list_coupons(state: Data<AppState>, site: SiteAccess) -> Answered<Vec<CouponDto>> {
    state
        .db
        .run(move |connection| service::list(connection, site.id))
        .await
        .map(Answer::new)
}

pub async fn create_coupon(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    Body(request): Body<CreateCouponRequest>,
) -> Answered<CouponDto> {
    state
        .db
        .transaction(move |connection| service::create(connection, &caller, &access, site.id, &request))
        .await
        .map(Answer::new)
}

pub async fn update_coupon(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    FromPath(id): FromPath<CouponId>,
    Body(request): Body<UpdateCouponRequest>,
) -> Answered<CouponDto> {
    state
        .db
        .transaction(move |connection| service::update(connection, &caller, &access, site.id, id, &request))
        .await
        .map(Answer::new)
}
