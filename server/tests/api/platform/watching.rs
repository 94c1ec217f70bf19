use actix_web::http::Method;

use crate::support::{METRICS_TOKEN, TestApp};

#[actix_web::test]
async fn a_server_that_works_is_healthy_and_ready() {
    let app = TestApp::with_database();
    assert_eq!(
        (app.get("/healthz").await.text(), app.get("/readyz").await.text()),
        ("ok\n", "ready\n")
    );
}

#[actix_web::test]
async fn figures_are_for_who_knows_the_secret() {
    let app = TestApp::with_database();
    app.get("/api/plans").await;
    app.get("/api/avatars/00000000-0000-0000-0000-000000000000").await;
    let bearer = format!("Bearer {METRICS_TOKEN}");
    let answer = app
        .send(Method::GET, "/metrics", &[("authorization", &bearer)])
        .await;
    assert_eq!(answer.status, 200);
    let text = answer.text();
    assert!(
        text.contains("moyan_requests_total{method=\"GET\",route=\"/api/plans\",status=\"200\"} 1"),
        "{text}"
    );
    // The pattern and not the path: nobody can make up new series.
    assert!(
        text.contains("route=\"/api/avatars/{avatarId}\",status=\"404\""),
        "{text}"
    );
    assert_eq!(app.get("/metrics").await.status, 404);
    assert_eq!(
        app.send(Method::GET, "/metrics", &[("authorization", "Bearer wrong")])
            .await
            .status,
        404
    );
    let without = TestApp::configured(&[("METRICS_TOKEN", "")]);
    assert_eq!(
        without
            .send(Method::GET, "/metrics", &[("authorization", "Bearer ")])
            .await
            .status,
        404
    );
}

#[actix_web::test]
async fn a_method_that_nobody_knows_is_counted_as_one_of_many() {
    let app = TestApp::new();
    for number in 0..10 {
        let method = format!("M{number}").parse().unwrap();
        app.send(method, "/", &[]).await;
    }
    let bearer = format!("Bearer {METRICS_TOKEN}");
    let answer = app
        .send(Method::GET, "/metrics", &[("authorization", &bearer)])
        .await;
    let counted: Vec<&str> = answer
        .text()
        .lines()
        .filter(|line| line.starts_with("moyan_requests_total"))
        .collect();
    assert_eq!(counted.len(), 1, "{counted:?}");
    assert!(
        counted[0].contains("method=\"OTHER\"") && counted[0].ends_with(" 10"),
        "{counted:?}"
    );
}
