//! What a form sent.

use actix_web::http::header::CONTENT_TYPE;
use actix_web::{HttpRequest, web};
use moyan_domain::limits::{BODY_MAX_S, FORM_MAX_BYTES};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::body::UnreadBody;

const MEDIA_TYPE: &str = "application/x-www-form-urlencoded";
/// What mail programs may send too (RFC 8058 §3.2).
const MULTIPART: &str = "multipart/form-data";

/// The fields of a form.
pub struct Submitted(Vec<(String, String)>);

impl Submitted {
    /// Reads the body of a request: at most 64 KB, in time, and of the type that forms have.
    ///
    /// `is_one_click`: a mail program may send it, whose link says everything. The fields of `multipart/form-data` are
    /// not looked at then.
    pub async fn read(
        request: &HttpRequest,
        payload: web::Payload,
        is_one_click: bool,
    ) -> Result<Self, AppError> {
        let media_type = request
            .headers()
            .get(CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split(';').next());
        let is = |name: &str| media_type.is_some_and(|kind| kind.trim().eq_ignore_ascii_case(name));
        let is_multipart = is_one_click && is(MULTIPART);
        if !is(MEDIA_TYPE) && !is_multipart {
            return Err(Refusal::UnsupportedMediaType.into());
        }
        let body = UnreadBody::new(request, &mut payload.into_inner(), FORM_MAX_BYTES, BODY_MAX_S);
        let bytes = body.bytes().await?;
        if is_multipart {
            return Ok(Self(Vec::new()));
        }
        Self::parse(&bytes).ok_or_else(|| Refusal::BadRequest.into())
    }

    /// Reads fields; none when they cannot be read, or hold a NUL character, which the database does not store.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let fields = web::Query::<Vec<(String, String)>>::from_query(text)
            .ok()?
            .into_inner();
        let has_nul = fields
            .iter()
            .any(|(name, value)| name.contains('\0') || value.contains('\0'));
        (!has_nul).then_some(Self(fields))
    }

    /// A field; empty when it is absent.
    pub fn text(&self, name: &str) -> &str {
        let found = self.0.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value)
    }

    /// A field, when it is there and not empty.
    pub fn filled(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_as_browsers_write_them() {
        let form = Submitted::parse("a=1+2&b=%E5%A2%A8%26&c=&a=3".as_bytes()).unwrap();
        assert_eq!(
            (form.text("a"), form.text("b"), form.filled("c"), form.text("d")),
            ("1 2", "墨&", None, "")
        );
        assert!(Submitted::parse(b"a=%00").is_none());
        assert!(Submitted::parse(b"a=\xff").is_none());
    }
}
