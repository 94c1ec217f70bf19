//! The revision that a change was made on: `ETag` gives it, `If-Match` brings it back (RFC 9110, section 13.1.1).

use std::future::Ready;

use actix_web::dev::Payload;
use actix_web::http::header::{HeaderMap, IF_MATCH};
use actix_web::{FromRequest, HttpRequest};

use crate::access::extension;
use crate::error::{AppError, Refusal};

/// The revision in `If-Match`. The route says that it needs one, which is checked before its handler runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IfMatch(pub i64);

impl IfMatch {
    /// Reads it: `"7"`. A proxy that compresses answers makes `W/"7"` of it, which names the same revision.
    pub fn read(headers: &HeaderMap) -> Result<Self, Refusal> {
        let mut values = headers.get_all(IF_MATCH);
        let value = values.next().ok_or(Refusal::RevisionRequired)?;
        let text = value.to_str().ok().filter(|_| values.next().is_none());
        text.and_then(parse).map(Self).ok_or(Refusal::BadRequest)
    }
}

fn parse(text: &str) -> Option<i64> {
    let text = text.strip_prefix("W/").unwrap_or(text);
    let digits = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

/// A revision as `ETag` holds it.
pub fn etag_of(revision: i64) -> String {
    format!("\"{revision}\"")
}

impl FromRequest for IfMatch {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        extension(request)
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn read(values: &[&str]) -> Result<i64, Refusal> {
        let mut request = TestRequest::default();
        for value in values {
            request = request.append_header((IF_MATCH, *value));
        }
        IfMatch::read(request.to_http_request().headers()).map(|IfMatch(revision)| revision)
    }

    #[test]
    fn a_revision_is_read_as_it_was_given() {
        assert_eq!(read(&[&etag_of(7)]), Ok(7));
        assert_eq!(read(&["W/\"7\""]), Ok(7));
        assert_eq!(read(&["\"9223372036854775807\""]), Ok(i64::MAX));
    }

    #[test]
    fn nothing_is_required_and_nonsense_is_refused() {
        assert_eq!(read(&[]), Err(Refusal::RevisionRequired));
        for text in [
            "7",
            "*",
            "\"\"",
            "\"-7\"",
            "\"+7\"",
            "\"7\", \"8\"",
            "\"seven\"",
            "\"9223372036854775808\"",
        ] {
            assert_eq!(read(&[text]), Err(Refusal::BadRequest), "{text}");
        }
        assert_eq!(read(&["\"7\"", "\"8\""]), Err(Refusal::BadRequest));
    }
}
