use actix_web::http::Method;
use serde_json::json;

use crate::support::TestApp;

#[actix_web::test]
async fn an_unknown_path_of_the_api_is_answered_in_json() {
    let app = TestApp::new();
    for path in [
        "/api",
        "/api/",
        "/api/nope",
        "/api/health/more",
        "/api/../index.html",
    ] {
        for method in [Method::GET, Method::POST, Method::TRACE] {
            let answer = app.send(method.clone(), path, &[]).await;
            assert_eq!(answer.status, 404, "{method} {path}");
            assert_eq!(answer.header("content-type"), "application/json");
            assert_eq!(
                answer.json(),
                json!({ "code": 404, "message": "请求的接口不存在", "data": { "error": "route.notFound" } })
            );
        }
    }
}

#[actix_web::test]
async fn the_message_follows_the_language_of_the_request() {
    let app = TestApp::new();
    let answer = app
        .send(
            Method::GET,
            "/api/nope",
            &[("accept-language", "en-GB, zh;q=0.5")],
        )
        .await;
    assert_eq!(answer.json()["message"], "This address is not part of the API");
}
