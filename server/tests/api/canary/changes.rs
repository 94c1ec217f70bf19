//! What changes acts on the next request, and what one reader gets is no other reader's.

use std::time::Duration;

use actix_web::http::Method;
use chrono::TimeDelta;
use diesel::connection::SimpleConnection as _;
use moyan_server::features::public_site::Sites;
use serde_json::json;

use super::world::{HOST, World};
use crate::support::visitor::Visitor;

#[actix_web::test]
async fn a_change_of_access_acts_on_the_next_request() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let path = world.document("a1").path();
    for cookie in ["", visitor.cookie.as_str()] {
        assert!(world.get(&path, cookie).await.text.contains("kqxa1body"));
    }
    let rules = json!({ "guest": "hidden", "nonMember": "hidden", "partialChars": 5, "categories": [], "documents": [] });
    let route = format!("{}/access", world.site.path);
    let headers = [
        ("token", world.site.base.owner.token.as_str()),
        ("content-type", "application/json"),
        ("if-match", "\"1\""),
    ];
    world.app.sql("UPDATE site_settings SET revision = 1");
    let saved = world
        .app
        .send_from(
            "10.0.0.1",
            Method::PUT,
            &route,
            &headers,
            rules.to_string().into_bytes(),
        )
        .await;
    saved.data();
    for cookie in ["", visitor.cookie.as_str()] {
        assert_eq!(world.get(&path, cookie).await.status, 404);
        assert_eq!(
            world.get("/images/00000000000000a1.png", cookie).await.status,
            404
        );
    }
}

#[actix_web::test]
async fn a_change_of_access_waits_for_a_database_that_is_slow() {
    let world = World::new().await;
    let path = world.document("a1").path();
    assert!(world.get(&path, "").await.text.contains("kqxa1body"));
    let rules = json!({ "guest": "hidden", "nonMember": "hidden", "partialChars": 5, "categories": [], "documents": [] });
    world.app.sql("UPDATE site_settings SET revision = 1");
    let route = format!("{}/access", world.site.path);
    let headers = [
        ("token", world.site.base.owner.token.as_str()),
        ("content-type", "application/json"),
        ("if-match", "\"1\""),
    ];
    let method = Method::PUT;
    let body = rules.to_string().into_bytes();
    world
        .app
        .send_from("10.0.0.1", method, &route, &headers, body)
        .await
        .data();
    let mut other = world.app.database().connect();
    other
        .batch_execute("BEGIN; LOCK TABLE release_documents IN ACCESS EXCLUSIVE MODE")
        .unwrap();
    // Longer than readers of an unchanged site wait.
    let asked = tokio::time::timeout(Duration::from_secs(1), world.get(&path, "")).await;
    other.batch_execute("COMMIT").unwrap();
    assert!(asked.is_err() || !asked.unwrap().text.contains("kqxa1body"));
    assert_eq!(world.get(&path, "").await.status, 404);
}

#[actix_web::test]
async fn a_session_that_ends_makes_a_guest_on_the_next_request() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let path = world.document("a2").path();
    assert!(world.get(&path, &visitor.cookie).await.text.contains("kqxa2body"));
    world.app.clock.advance(TimeDelta::days(31));
    assert!(!world.get(&path, &visitor.cookie).await.text.contains("kqxa2"));
    let again = visitor.login(&world.app).await;
    assert!(world.get(&path, &again).await.text.contains("kqxa2body"));
    world.app.sql("DELETE FROM visitor_sessions");
    assert!(!world.get(&path, &again).await.text.contains("kqxa2"));
}

#[actix_web::test]
async fn a_membership_that_begins_ends_or_is_taken_back_acts_on_the_next_request() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let path = world.document("b3").path();
    let sees = async || world.get(&path, &visitor.cookie).await.text.contains("kqxb3body");
    assert!(!sees().await);
    visitor.grant(&world.app, "n_days = 5");
    assert!(sees().await);
    // Five days to the end of the last one, and three of grace.
    world.app.clock.advance(TimeDelta::days(8));
    assert!(sees().await);
    world.app.clock.advance(TimeDelta::days(1));
    assert!(!sees().await);
    assert_eq!(
        world
            .get("/images/00000000000000b3.png", &visitor.cookie)
            .await
            .status,
        404
    );
    let grant = visitor.grant(&world.app, "is_lifetime = TRUE");
    assert!(sees().await);
    visitor.revoke(&world.app, grant);
    assert!(!sees().await);
}

#[actix_web::test]
async fn pages_of_one_reader_are_never_given_to_another() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let path = world.document("a2").path();
    for _ in 0..2 {
        assert!(world.get(&path, &visitor.cookie).await.text.contains("kqxa2body"));
        assert!(!world.get(&path, "").await.text.contains("kqxa2"));
    }
    for address in [
        "/",
        "/docs",
        "/docs/open/ttla1",
        "/docs/open/ttla2",
        "/search",
        "/nothing",
    ] {
        let own = world.get(address, &visitor.cookie).await;
        assert_eq!(own.header("cache-control"), "private, no-store", "{address}");
        let guest = world.get(address, "").await;
        for seen in [&own, &guest] {
            assert_eq!(seen.header("vary"), "Accept-Encoding, Cookie", "{address}");
        }
    }
    // What guests see of an image their browsers may keep, and ask again; what only others see nobody may.
    let image = |key: &str| format!("/images/{}", world.document(key).image());
    for cookie in ["", visitor.cookie.as_str()] {
        let seen = world.get(&image("a1"), cookie).await;
        assert_eq!(seen.header("cache-control"), "private, no-cache");
    }
    let gated = world.get(&image("a2"), &visitor.cookie).await;
    assert_eq!(gated.header("cache-control"), "private, no-store");
    // Machines have no account: everybody gets what guests see.
    let (free, gated) = (world.document("a1").path(), world.document("a2").path());
    for address in [
        "/sitemap.xml",
        "/feed.xml",
        "/robots.txt",
        "/llms.txt",
        &format!("{free}.md"),
        &format!("{gated}.md"),
    ] {
        assert_eq!(
            world.get(address, &visitor.cookie).await,
            world.get(address, "").await
        );
    }
}

#[actix_web::test]
async fn no_shared_cache_keeps_anything_of_a_site_that_shows_somebody_less() {
    let world = World::new().await;
    for seen in world.crawl("").await {
        let caching = seen.header("cache-control");
        for word in ["public", "s-maxage", "stale-while-revalidate"] {
            assert!(!caching.contains(word), "{}: {caching}", seen.address);
        }
        let is_asked_again = caching.contains("no-cache") || caching.contains("no-store");
        // Other answers without a header are refusals, which hold nothing.
        assert!(
            is_asked_again || seen.status == 405,
            "{}: {caching}",
            seen.address
        );
    }
    // What a browser kept holds only as long as the rules do.
    let address = format!("/images/{}", world.document("a1").image());
    let tag = world.get(&address, "").await.header("etag").to_owned();
    let ask_again = async || {
        let headers = [("host", HOST), ("if-none-match", tag.as_str())];
        world.app.send(Method::GET, &address, &headers).await.status
    };
    assert_eq!(ask_again().await, 304);
    world.app.sql(
        "UPDATE site_settings SET data = jsonb_set(data, '{categories}', '[]') WHERE tab = 'access'; \
         UPDATE sites SET generation = generation + 1",
    );
    world.app.state.memory.of::<Sites>().expire();
    assert_eq!(ask_again().await, 404);
}
