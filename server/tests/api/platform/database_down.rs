use actix_web::http::Method;
use chrono::TimeDelta;
use serde_json::Value;

use crate::public_site::{HOST, published};
use crate::support::database_proxy::{Proxy, place_of};
use crate::support::{TestApp, png};

#[actix_web::test]
async fn without_the_database_the_api_answers_503_and_recovers_alone() {
    let mut app = TestApp::with_database();
    let user = app.user("li").await;
    let url = app.database().url.clone();
    let (place, target) = place_of(&url);
    let proxy = Proxy::to(target);
    let through = url.replace(place, &proxy.address.to_string());
    app.reconfigure(&[("DATABASE_URL", &through)]);
    let ask = || app.call(&user, "GET", "/api/teams", Value::Null);
    assert_eq!(ask().await.status, 200);

    proxy.cut();
    for _ in 0..3 {
        let answer = ask().await;
        assert_eq!(answer.refusal(), (503, "server.unavailable".to_owned()));
        assert_eq!(answer.header("retry-after"), "5");
    }
    assert_eq!(app.get("/readyz").await.status, 503);
    // What needs no database goes on.
    for path in ["/api/health", "/healthz", "/api/plans", "/md"] {
        assert_eq!(app.send(Method::GET, path, &[]).await.status, 200, "{path}");
    }

    proxy.mend();
    assert_eq!(ask().await.status, 200);
    assert_eq!(app.get("/readyz").await.status, 200);
}

#[actix_web::test]
async fn one_request_at_most_notices_that_connections_were_lost() {
    let mut app = TestApp::with_database();
    let user = app.user("li").await;
    let url = app.database().url.clone();
    let (place, target) = place_of(&url);
    let proxy = Proxy::to(target);
    let through = url.replace(place, &proxy.address.to_string());
    app.reconfigure(&[("DATABASE_URL", &through), ("DATABASE_POOL_SIZE", "4")]);
    let ask = || app.call(&user, "GET", "/api/teams", Value::Null);
    // Several connections are open.
    let _ = tokio::join!(ask(), ask(), ask(), ask());
    proxy.cut();
    proxy.mend();
    assert_eq!(ask().await.status, 503);
    for _ in 0..4 {
        assert_eq!(ask().await.status, 200);
    }
}

#[actix_web::test]
async fn a_server_with_pages_in_memory_is_ready_for_pages_without_the_database() {
    let mut app = TestApp::with_database();
    published(&app).await;
    let url = app.database().url.clone();
    let (place, target) = place_of(&url);
    let proxy = Proxy::to(target);
    let through = url.replace(place, &proxy.address.to_string());
    app.reconfigure(&[("DATABASE_URL", &through)]);
    let ready = async |path: &str| app.get(path).await.status.as_u16();
    assert_eq!(ready("/readyz?for=pages").await, 200);
    proxy.cut();
    // It has shown none yet.
    assert_eq!(ready("/readyz?for=pages").await, 503);
    proxy.mend();
    let page = async || app.send(Method::GET, "/docs", &[("host", HOST)]).await.status;
    assert_eq!(page().await, 200);
    proxy.cut();
    app.clock.advance(TimeDelta::seconds(2));
    assert_eq!(ready("/readyz?for=pages").await, 200);
    assert_eq!(page().await, 200);
    assert_eq!(ready("/readyz").await, 503);
    assert_eq!(ready("/readyz?for=else").await, 503);
    // For as long as it may show them.
    app.clock.advance(TimeDelta::seconds(3600));
    assert_eq!(ready("/readyz?for=pages").await, 503);
    assert_eq!(page().await, 503);
}

#[actix_web::test]
async fn images_of_pages_that_were_shown_are_there_while_the_database_is_away() {
    let mut app = TestApp::with_database();
    let site = published(&app).await;
    let owner = &site.base.owner;
    let uploads = "/api/teams/personal/images";
    let mut paths = Vec::new();
    for number in [1, 2] {
        let stored = app
            .send_bytes(owner, Method::POST, uploads, "image/png", &png(number))
            .await;
        let url = stored.data()["url"].as_str().unwrap().to_owned();
        paths.push(url.strip_prefix("https://moyan.example").unwrap().to_owned());
    }
    let [shown, never_shown] = [&paths[0], &paths[1]];
    let url = app.database().url.clone();
    let (place, target) = place_of(&url);
    let proxy = Proxy::to(target);
    app.reconfigure(&[("DATABASE_URL", &url.replace(place, &proxy.address.to_string()))]);
    let ask = async |path: &str| {
        app.send(Method::GET, path, &[("host", HOST)])
            .await
            .status
            .as_u16()
    };
    assert_eq!(ask(shown).await, 200);

    proxy.cut();
    assert_eq!(ask(shown).await, 200);
    assert_eq!(ask(never_shown).await, 503);
    // Another type at the same hash is no image.
    assert_eq!(ask(&shown.replace(".png", ".gif")).await, 404);

    proxy.mend();
    app.sql("DELETE FROM team_images");
    assert_eq!(ask(shown).await, 404);
    proxy.cut();
    assert_eq!(ask(shown).await, 503);
}
