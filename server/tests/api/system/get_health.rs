use actix_web::http::Method;
use serde_json::json;

use crate::support::TestApp;

#[actix_web::test]
async fn a_running_server_is_healthy() {
    let answer = TestApp::new().get("/api/health").await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.json(),
        json!({ "code": 1, "message": "", "data": { "status": "ok" } })
    );
}

#[actix_web::test]
async fn the_version_is_that_of_the_binary() {
    let answer = TestApp::new().get("/api/version").await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.json()["data"],
        json!({ "version": env!("CARGO_PKG_VERSION") })
    );
}

#[actix_web::test]
async fn a_wrong_method_is_refused_and_the_right_ones_are_named() {
    let answer = TestApp::new()
        .send(Method::POST, "/api/health", &[("accept-language", "en")])
        .await;
    assert_eq!(answer.status, 405);
    assert_eq!(answer.header("allow"), "GET, HEAD");
    assert_eq!(
        answer.json(),
        json!({
            "code": 405,
            "message": "This address does not accept the request method",
            "data": { "error": "route.methodNotAllowed" },
        })
    );
}

#[actix_web::test]
async fn an_answer_carries_the_name_of_its_request() {
    let app = TestApp::new();
    let own = app.get("/api/health").await;
    assert_eq!(own.header("x-request-id").len(), 16);
    let given = app
        .send(Method::GET, "/api/health", &[("x-request-id", "proxy-0001")])
        .await;
    assert_eq!(given.header("x-request-id"), "proxy-0001");
    // What is no name of a request is not repeated.
    let made_up = app
        .send(Method::GET, "/api/health", &[("x-request-id", "not a name")])
        .await;
    assert_eq!(made_up.header("x-request-id").len(), 16);
}
