//! A body in JSON whose texts are checked one by one by who takes it.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::body::BodyLimit;
use super::json::parse;
use crate::error::AppError;

/// A body in JSON like [`super::json::Body`], but a NUL character in one of its texts does not refuse all of it:
/// the handler says which text cannot be stored.
#[derive(Debug)]
pub struct TextBody<T>(pub T);

impl<T: DeserializeOwned + ToSchema + 'static> FromRequest for TextBody<T> {
    type Error = AppError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, AppError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = BodyLimit::of(request).body(request, payload).bytes();
        let request = request.clone();
        Box::pin(async move { parse(&request, bytes, |_| false).await.map(Self) })
    }
}
