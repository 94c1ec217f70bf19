//! Requests that are done once, however often they are sent: those with an `Idempotency-Key`.
//!
//! The first request claims its key, runs, and leaves its answer; a repeated one gets that answer. Only a success is kept:
//! a refusal or a fault changed nothing, and the next try runs again. A key belongs to its account.

use actix_web::body::{BoxBody, to_bytes};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ETAG, HeaderMap};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, HttpResponse, web};
use chrono::{DateTime, Utc};
use moyan_domain::limits::IDEMPOTENCY_KEY_MAX_CHARS;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::access::{Caller, hex};
use crate::error::{AppError, Refusal};
use crate::http::body::BodyLimit;
use crate::jobs::Expired;
use crate::state::AppState;

mod store;

pub use store::sweep;
use store::{Claimed, Stored};

/// The header that holds the key.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// The right to run a request, held by one at a time.
struct Claim {
    state: web::Data<AppState>,
    user_id: Uuid,
    key: String,
    claimed_at: DateTime<Utc>,
}

/// What is to be done with a request.
enum Decision {
    /// It has no key.
    Run,
    RunAndKeep(Claim),
    Repeat(Stored),
}

/// Runs a request whose key is new, and answers a repeated one. Wraps the handler of a route, after the check of its caller.
pub async fn once(
    route: &'static str,
    mut request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    match decide(route, &mut request).await {
        Ok(Decision::Run) => next.call(request).await,
        Ok(Decision::Repeat(stored)) => Ok(request.into_response(answer_of(stored)?)),
        Ok(Decision::RunAndKeep(claim)) => {
            let own = request.request().clone();
            // A task of its own, which goes on when the caller goes away: what it did must not be done again.
            let running = actix_web::rt::spawn(async move { claim.keep(next.call(request).await?).await });
            running.await.unwrap_or_else(|error| {
                let error = AppError::Internal(format!("a request did not end: {error}"));
                Ok(ServiceResponse::from_err(error, own))
            })
        }
        // An answer and not an error, so that it passes the layers that give it its body.
        Err(refusal) => Ok(request.error_response(refusal)),
    }
}

async fn decide(route: &'static str, request: &mut ServiceRequest) -> Result<Decision, AppError> {
    let Some(key) = key_of(request.headers())? else {
        return Ok(Decision::Run);
    };
    let user_id = request.extensions().get::<Caller>().map(|caller| caller.user_id);
    let state = request.app_data::<web::Data<AppState>>().cloned();
    let (Some(user_id), Some(state)) = (user_id, state) else {
        return Err(AppError::Internal(
            "an idempotent route does not ask who calls".to_owned(),
        ));
    };
    let mut payload = request.take_payload();
    let body = BodyLimit::of(request.request())
        .body(request.request(), &mut payload)
        .bytes()
        .await?;
    let hash = hash_of(request, &body);
    request.set_payload(Payload::from(body));
    let (claimed_at, own_key) = (state.clock.now(), key.clone());
    let claimed = state
        .db
        .run(move |connection| store::claim(connection, user_id, &own_key, route, &hash, claimed_at))
        .await?;
    Ok(match claimed {
        Claimed::Ours => Decision::RunAndKeep(Claim {
            state,
            user_id,
            key,
            claimed_at,
        }),
        Claimed::Answered(stored) => Decision::Repeat(stored),
    })
}

/// The key of a request: visible ASCII characters.
fn key_of(headers: &HeaderMap) -> Result<Option<String>, Refusal> {
    let mut values = headers.get_all(IDEMPOTENCY_KEY);
    let Some(value) = values.next() else {
        return Ok(None);
    };
    let is_key = |text: &&str| {
        (1..=IDEMPOTENCY_KEY_MAX_CHARS).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_graphic())
    };
    let key = value.to_str().ok().filter(is_key).ok_or(Refusal::BadRequest)?;
    match values.next() {
        Some(_) => Err(Refusal::BadRequest),
        None => Ok(Some(key.to_owned())),
    }
}

/// What tells one request from another: method, address and body.
fn hash_of(request: &ServiceRequest, body: &[u8]) -> String {
    let mut hash = Sha256::new();
    for part in [request.method().as_str(), &request.uri().to_string()] {
        hash.update(part);
        hash.update([0]);
    }
    hash.update(body);
    hex(&hash.finalize())
}

impl Claim {
    /// Keeps the answer of a success for repeated requests; else the key is free again.
    async fn keep(self, response: ServiceResponse<BoxBody>) -> Result<ServiceResponse<BoxBody>, Error> {
        let Self {
            state,
            user_id,
            key,
            claimed_at,
        } = self;
        if !response.status().is_success() {
            let released = state
                .db
                .run(move |connection| Ok(store::release(connection, user_id, &key, claimed_at)?))
                .await;
            log_failure(released);
            return Ok(response);
        }
        let (request, response) = response.into_parts();
        let (head, body) = response.into_parts();
        let body = to_bytes(body)
            .await
            .map_err(|error| AppError::Internal(format!("an answer cannot be kept: {error}")))?;
        let etag = head.headers().get(ETAG).and_then(|etag| etag.to_str().ok());
        let stored = Stored {
            status: i16::try_from(head.status().as_u16()).unwrap_or_default(),
            etag: etag.map(str::to_owned),
            answer: body.to_vec(),
        };
        let kept = state
            .db
            .run(move |connection| Ok(store::keep(connection, user_id, &key, claimed_at, &stored)?))
            .await;
        log_failure(kept);
        Ok(ServiceResponse::new(request, head.set_body(BoxBody::new(body))))
    }
}

/// What was done is done: the caller is told so, though a repeated request will not know of it.
fn log_failure(result: Result<usize, AppError>) {
    if let Err(error) = result {
        tracing::error!(%error, "the outcome of an idempotent request was not kept");
    }
}

fn answer_of(stored: Stored) -> Result<HttpResponse, AppError> {
    let status = u16::try_from(stored.status)
        .ok()
        .and_then(|status| StatusCode::from_u16(status).ok());
    let status = status.ok_or_else(|| AppError::Internal(format!("a stored status of {}", stored.status)))?;
    let mut response = HttpResponse::build(status);
    response.insert_header((CACHE_CONTROL, "no-store"));
    if let Some(etag) = stored.etag {
        response.insert_header((ETAG, etag));
    }
    Ok(response.content_type("application/json").body(stored.answer))
}

/// What expires: answers that were kept for repeated requests.
pub fn expired() -> Vec<Expired> {
    vec![Expired::All(|connection, sweep| {
        store::sweep(connection, sweep.now)?;
        Ok(())
    })]
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn key(values: &[&str]) -> Result<Option<String>, Refusal> {
        let mut request = TestRequest::default();
        for value in values {
            request = request.append_header((IDEMPOTENCY_KEY, *value));
        }
        key_of(request.to_http_request().headers())
    }

    #[test]
    fn a_key_is_visible_ascii_of_limited_length() {
        assert_eq!(key(&[]), Ok(None));
        let longest = "k".repeat(255);
        for text in ["0198-a_b", "!~", longest.as_str()] {
            assert_eq!(key(&[text]), Ok(Some(text.to_owned())));
        }
        for text in ["", "a b", "键", &"k".repeat(256)] {
            assert_eq!(key(&[text]), Err(Refusal::BadRequest), "{text}");
        }
        assert_eq!(key(&["a", "a"]), Err(Refusal::BadRequest));
    }

    #[test]
    fn requests_differ_by_method_address_and_body() {
        let hash = |request: TestRequest, body: &[u8]| hash_of(&request.to_srv_request(), body);
        let first = hash(TestRequest::post().uri("/a"), b"body");
        assert_eq!(first, hash(TestRequest::post().uri("/a"), b"body"));
        for (request, body) in [
            (TestRequest::put().uri("/a"), &b"body"[..]),
            (TestRequest::post().uri("/b"), b"body"),
            (TestRequest::post().uri("/a?b"), b"body"),
            (TestRequest::post().uri("/a"), b"other"),
        ] {
            assert_ne!(first, hash(request, body));
        }
    }
}
