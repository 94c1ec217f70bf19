//! A panic of a handler is answered with 500, like every other fault of the server.

use std::any::Any;
use std::panic::AssertUnwindSafe;

use actix_web::Error;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use futures_util::FutureExt as _;

use crate::error::AppError;

/// Answers 500 instead of closing the connection. It wraps routes, because the answer needs the path that the router matched.
pub async fn catch<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let own = request.request().clone();
    match AssertUnwindSafe(next.call(request)).catch_unwind().await {
        Ok(answered) => answered.map(ServiceResponse::map_into_left_body),
        Err(panic) => {
            let error = AppError::Internal(format!("a handler panicked: {}", text_of(&*panic)));
            Ok(ServiceResponse::from_err(error, own).map_into_right_body())
        }
    }
}

/// The text of a panic.
pub fn text_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no text")
}

#[cfg(test)]
mod tests {
    use actix_web::middleware::from_fn;
    use actix_web::{App, HttpResponse, web};

    use super::*;
    use crate::http::{error_body, request_log};

    async fn falls() -> HttpResponse {
        panic!("password=secret");
    }

    #[test]
    fn the_text_of_a_panic_is_read() {
        let texts: [(Box<dyn Any + Send>, &str); 3] = [
            (Box::new("fixed"), "fixed"),
            (Box::new("put together".to_owned()), "put together"),
            (Box::new(5), "no text"),
        ];
        for (panic, text) in texts {
            assert_eq!(text_of(&*panic), text);
        }
    }

    #[actix_web::test]
    async fn a_panic_is_answered_in_the_envelope_with_the_name_of_the_request() {
        let app = App::new()
            .route("/api/falls", web::get().to(falls).wrap(from_fn(catch)))
            .wrap(from_fn(error_body::fill))
            .wrap(from_fn(request_log::log));
        let app = actix_web::test::init_service(app).await;
        let response = actix_web::test::call_service(
            &app,
            actix_web::test::TestRequest::get().uri("/api/falls").to_request(),
        )
        .await;
        assert_eq!(response.status(), 500);
        let id = response
            .headers()
            .get("x-request-id")
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let body: serde_json::Value = actix_web::test::read_body_json(response).await;
        assert_eq!(body["code"], 500);
        assert_eq!(body["data"]["error"], "server.internal");
        assert_eq!(body["data"]["requestId"], id);
        assert!(!body.to_string().contains("secret"), "{body}");
    }
}
