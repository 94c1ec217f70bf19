//! Bodies and answers in JSON.

use std::future::Future;
use std::pin::Pin;

use actix_web::body::BoxBody;
use actix_web::dev::Payload;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use actix_web::{FromRequest, HttpRequest, HttpResponse, Responder, web};
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::body::BodyLimit;
use super::if_match::etag_of;
use super::missing_fields::missing_fields;
use crate::envelope::Envelope;
use crate::error::{AppError, Refusal};

/// A body in JSON: an object. Fields that the type does not have are ignored; those that it needs and that are
/// absent or null are named in the refusal, all at once. It is read up to the limit of its route.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + ToSchema + 'static> FromRequest for Body<T> {
    type Error = AppError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, AppError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = BodyLimit::of(request).body(request, payload).bytes();
        let request = request.clone();
        Box::pin(async move { parse(&request, bytes, has_nul).await.map(Self) })
    }
}

/// Reads the JSON object of a body, unless `is_refused` says that its bytes cannot be used.
pub(super) async fn parse<T: DeserializeOwned + ToSchema>(
    request: &HttpRequest,
    bytes: impl Future<Output = Result<web::Bytes, AppError>>,
    is_refused: impl Fn(&[u8]) -> bool,
) -> Result<T, AppError> {
    let is_json = request
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    if !is_json {
        return Err(Refusal::UnsupportedMediaType.into());
    }
    let bytes = bytes.await?;
    // Else a list would be taken for the fields in their order.
    let is_object = bytes.trim_ascii_start().first() == Some(&b'{');
    if !is_object || is_refused(&bytes) {
        return Err(Refusal::BadRequest.into());
    }
    serde_json::from_slice(&bytes).map_err(|_| refusal_of::<T>(&bytes))
}

/// Why a body cannot be read: fields that its schema requires are missing, or something else.
fn refusal_of<T: ToSchema>(json: &[u8]) -> AppError {
    let Ok(body) = serde_json::from_slice(json) else {
        return Refusal::BadRequest.into();
    };
    let missing = missing_fields::<T>(&body);
    if missing.is_empty() {
        return Refusal::BadRequest.into();
    }
    AppError::Invalid(missing)
}

/// True when a text of the JSON holds a NUL character, which the database does not store.
fn has_nul(json: &[u8]) -> bool {
    const ESCAPE: &[u8] = b"\\u0000";
    json.contains(&0)
        || json.windows(ESCAPE.len()).enumerate().any(|(at, window)| {
            // An even number of backslashes before it escapes the one that the window begins with.
            window == ESCAPE
                && json
                    .iter()
                    .take(at)
                    .rev()
                    .take_while(|byte| **byte == b'\\')
                    .count()
                    % 2
                    == 0
        })
}

/// What a handler answers on success.
#[derive(Debug)]
pub struct Answer<T> {
    data: T,
    token: Option<String>,
    revision: Option<i64>,
}

impl<T: Serialize> Answer<T> {
    /// Answers with data.
    pub fn new(data: T) -> Self {
        Self {
            data,
            token: None,
            revision: None,
        }
    }

    /// Answers with data and the token of a new session.
    pub fn with_token(data: T, token: String) -> Self {
        Self {
            token: Some(token),
            ..Self::new(data)
        }
    }

    /// Names the revision of the data in `ETag`, as `If-Match` takes it.
    pub fn with_revision(mut self, revision: i64) -> Self {
        self.revision = Some(revision);
        self
    }
}

/// No data: `{}`.
#[derive(Debug, Serialize)]
pub struct Nothing {}

/// What most handlers return.
pub type Answered<T> = Result<Answer<T>, AppError>;

/// The answer of a route without data.
pub fn done() -> Answered<Nothing> {
    Ok(Answer::new(Nothing {}))
}

impl<T: Serialize> Responder for Answer<T> {
    type Body = BoxBody;

    fn respond_to(self, _request: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        response.insert_header((CACHE_CONTROL, "no-store"));
        if let Some(revision) = self.revision {
            response.insert_header((ETAG, etag_of(revision)));
        }
        response.json(Envelope {
            code: 1,
            message: String::new(),
            data: self.data,
            token: self.token,
        })
    }
}

#[cfg(test)]
mod tests {
    use actix_web::HttpMessage as _;

    use super::*;

    #[derive(Debug, serde::Deserialize, ToSchema)]
    struct Form {
        #[allow(dead_code, reason = "only whether it is there is tested")]
        name: String,
        #[allow(dead_code, reason = "only whether it is there is tested")]
        code: String,
        #[allow(dead_code, reason = "only whether it is there is tested")]
        note: Option<String>,
    }

    #[actix_web::test]
    async fn a_json_body_that_does_not_come_is_given_up_after_five_seconds() {
        tokio::time::pause();
        let started = tokio::time::Instant::now();
        let mut payload: Payload = Payload::Stream {
            payload: Box::pin(futures_util::stream::pending()),
        };
        let request = actix_web::test::TestRequest::default()
            .insert_header((CONTENT_TYPE, "application/json"))
            .to_http_request();
        let answer = Body::<Form>::from_request(&request, &mut payload).await;
        assert!(matches!(answer, Err(AppError::Refused(Refusal::TooSlow))));
        assert_eq!(started.elapsed().as_secs(), 5);
    }

    #[actix_web::test]
    async fn a_body_is_read_up_to_the_limit_of_its_route() {
        let read = async |limit: usize| {
            let json = br#"{"name":"a","code":"b"}"#;
            let (request, mut payload) = actix_web::test::TestRequest::default()
                .insert_header((CONTENT_TYPE, "application/json"))
                .set_payload(json.as_slice())
                .to_http_parts();
            assert_eq!(json.len(), 23);
            request.extensions_mut().insert(BodyLimit { max_bytes: limit });
            Body::<Form>::from_request(&request, &mut payload).await
        };
        assert!(read(23).await.is_ok());
        let refused = read(22).await;
        assert!(matches!(refused, Err(AppError::Refused(Refusal::TooLarge))));
    }

    #[test]
    fn what_is_missing_is_named_and_what_cannot_be_read_is_refused() {
        let missing = |json: &[u8]| match refusal_of::<Form>(json) {
            AppError::Invalid(fields) => fields.into_keys().map(|name| name.into_owned()).collect(),
            _ => Vec::new(),
        };
        assert_eq!(missing(b"{}"), ["code", "name"]);
        // A field of another type is not missing.
        assert!(missing(br#"{"name":1,"code":"a"}"#).is_empty());
        assert!(missing(b"{\"name\"").is_empty());
    }

    #[test]
    fn a_nul_character_is_found_and_a_text_about_it_is_not() {
        assert!(has_nul(br#"{"a":"\u0000"}"#));
        assert!(has_nul(br#"{"a":"\\\u0000"}"#));
        assert!(!has_nul(br#"{"a":"\\u0000"}"#));
        assert!(!has_nul(br#"{"a":"\u0001"}"#));
        assert!(has_nul(b"\0"));
    }
}
