//! HTTP in and out.

use actix_web::web::{self, Data};
use moyan_domain::{MethodName, PaymentMethod};
use moyan_foundation::access::{Caller, SiteAccess, TeamAccess};
use moyan_foundation::error::AppError;
use moyan_foundation::http::json::{Answer, Answered, Body, Nothing, done};
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::state::AppState;

use super::dto::{PaymentMethodDto, SavePaymentMethodRequest};
use super::service;

pub async fn list_payment_methods(
    state: Data<AppState>,
    site: SiteAccess,
) -> Answered<Vec<PaymentMethodDto>> {
    let (public_url, now) = (state.platform.public_url.clone(), state.clock.now());
    state
        .db
        .run(move |connection| service::list(connection, &public_url, site.id, now))
        .await
        .map(Answer::new)
}

pub async fn put_payment_method(
    state: Data<AppState>,
    team: TeamAccess,
    caller: Caller,
    site: SiteAccess,
    FromPath(MethodName(method)): FromPath<MethodName>,
    Body(body): Body<SavePaymentMethodRequest>,
) -> Answered<PaymentMethodDto> {
    let (shared, request) = (state.clone(), body.clone());
    let (access, asking) = (team.clone(), caller.clone());
    let find = move |connection: &mut _| {
        let change = service::Change {
            caller: &asking,
            access: &access,
            site_id: site.id,
            method,
        };
        service::find_wanted(connection, &shared, &change, &request)
    };
    // Whether the keys work is asked before anybody is offered to pay with them.
    let checked = match state.db.run(find).await? {
        None => None,
        Some(unchecked) => {
            let now = state.clock.now();
            let checked = web::block(move || service::check_wanted(unchecked, now))
                .await
                .map_err(|error| AppError::Internal(error.to_string()))??;
            Some(checked)
        }
    };
    let shared = state.clone();
    state
        .db
        .transaction(move |connection| {
            let change = service::Change {
                caller: &caller,
                access: &team,
                site_id: site.id,
                method,
            };
            service::save(connection, &shared, &change, &body, checked)
        })
        .await
        .map(Answer::new)
}

pub async fn check_payment_method(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    FromPath(MethodName(method)): FromPath<MethodName>,
) -> Answered<Nothing> {
    if method == PaymentMethod::Manual {
        return done();
    }
    let shared = state.clone();
    let found = state
        .db
        .run(move |connection| service::find_to_check(connection, &shared, &caller, site.id, method))
        .await?;
    let shared = state.clone();
    web::block(move || service::check(&shared, &found))
        .await
        .map_err(|error| AppError::Internal(error.to_string()))??;
    done()
}
