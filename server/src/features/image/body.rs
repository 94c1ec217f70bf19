//! The body of an upload.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::{FromRequest, HttpRequest};
use moyan_domain::ImageKind;
use moyan_domain::limits::{IMAGE_MAX_S, SVG_MAX_BYTES};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::body::{BodyLimit, UnreadBody};

/// A picture of a type that is taken.
pub struct ImageBody {
    /// The type that the sender names.
    pub kind: ImageKind,
    /// The file.
    pub file: UnreadBody,
}

impl FromRequest for ImageBody {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let kind = request
            .headers()
            .get(CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split(';').next())
            .and_then(|media_type| ImageKind::of_media_type(media_type.trim()));
        let Some(kind) = kind else {
            return ready(Err(Refusal::UnsupportedMediaType.into()));
        };
        let of_route = BodyLimit::of(request).max_bytes;
        let max_bytes = match kind {
            ImageKind::Svg => of_route.min(SVG_MAX_BYTES),
            _ => of_route,
        };
        let file = UnreadBody::new(request, payload, max_bytes, IMAGE_MAX_S);
        ready(Ok(Self { kind, file }))
    }
}
