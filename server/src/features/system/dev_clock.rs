//! `/dev/clock`: moves the server's clock, for developers and journeys. It is not there in production.

use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use chrono::TimeDelta;
use moyan_domain::limits::DEV_CLOCK_MAX_DAYS;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClockQuery {
    ahead_s: i64,
}

/// `POST /dev/clock?aheadS=86400`: from now on the clock is so many seconds ahead of the system's; 0 sets it right.
/// Answers what time it is then.
pub async fn set_clock(state: Data<AppState>, query: Query<ClockQuery>) -> Result<HttpResponse, AppError> {
    if !state.is_development() {
        return Err(Refusal::UnknownRoute.into());
    }
    let longest = TimeDelta::days(DEV_CLOCK_MAX_DAYS).num_seconds();
    if !(0..=longest).contains(&query.ahead_s) {
        return Err(Refusal::BadRequest.into());
    }
    state.clock.set_ahead(TimeDelta::seconds(query.ahead_s));
    Ok(HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(format!("{}\n", state.clock.now().to_rfc3339())))
}
