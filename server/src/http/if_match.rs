//! The header `If-Match`: the revision that a change was made on.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::IF_MATCH;
use actix_web::{FromRequest, HttpRequest};

use crate::error::{AppError, Refusal};

/// The revision that the caller has seen: `"7"`.
#[derive(Clone, Copy, Debug)]
pub struct IfMatch(pub i64);

impl FromRequest for IfMatch {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let revision = request
            .headers()
            .get(IF_MATCH)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix('"')?.strip_suffix('"')?.parse().ok());
        ready(revision.map(Self).ok_or_else(|| Refusal::BadRequest.into()))
    }
}
