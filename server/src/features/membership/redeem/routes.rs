//! HTTP in and out.

use actix_web::web::Data;
use moyan_domain::RedeemBatchId;
use moyan_foundation::access::{Caller, SiteAccess, TeamAccess};
use moyan_foundation::http::json::{Answer, Answered, Body};
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::state::AppState;

use super::dto::{CreateRedeemBatchRequest, CreatedRedeemBatchDto, RedeemBatchDto, RedeemCodeDto};
use super::service;

pub async fn list_redeem_batches(state: Data<AppState>, site: SiteAccess) -> Answered<Vec<RedeemBatchDto>> {
    state
        .db
        .run(move |connection| service::list(connection, site.id))
        .await
        .map(Answer::new)
}

pub async fn create_redeem_batch(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    Body(request): Body<CreateRedeemBatchRequest>,
) -> Answered<CreatedRedeemBatchDto> {
    state
        .db
        .transaction(move |connection| service::create(connection, &caller, &access, site.id, &request))
        .await
        .map(Answer::new)
}

pub async fn revoke_redeem_batch(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    site: SiteAccess,
    FromPath(id): FromPath<RedeemBatchId>,
) -> Answered<RedeemBatchDto> {
    state
        .db
        .transaction(move |connection| service::revoke(connection, &caller, &access, site.id, id))
        .await
        .map(Answer::new)
}

pub async fn list_redeem_codes(
    state: Data<AppState>,
    site: SiteAccess,
    FromPath(id): FromPath<RedeemBatchId>,
) -> Answered<Vec<RedeemCodeDto>> {
    state
        .db
        .run(move |connection| service::list_codes(connection, site.id, id))
        .await
        .map(Answer::new)
}
