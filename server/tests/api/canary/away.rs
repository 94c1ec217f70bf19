//! While the database is away nobody can say who somebody is: what guests read in full goes on, everything else waits.

use actix_web::http::Method;
use chrono::TimeDelta;

use super::world::{HOST, World};
use crate::support::visitor::Visitor;

#[actix_web::test]
async fn without_a_database_who_has_a_cookie_reads_what_guests_read_in_full() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let image = |key: &str| format!("/images/{}", world.document(key).image());
    let gated = world.document("a2").path();
    assert!(
        world
            .get(&gated, &visitor.cookie)
            .await
            .text
            .contains("kqxa2body")
    );
    world
        .app
        .sql("ALTER TABLE visitor_sessions RENAME TO visitor_sessions_away");
    for cookie in [visitor.cookie.as_str(), "__Host-visitor=x"] {
        for address in [
            "/",
            "/docs",
            "/docs/open",
            "/docs/open/ttla1",
            "/search?q=mondlicht",
            &image("a1"),
        ] {
            let seen = world.get(address, cookie).await;
            assert_eq!(seen.status, 200, "{address}");
            let found = ["kqxa2", "kqxa3", "visb", "ttlb3", "ttlc", "ttld"]
                .iter()
                .find(|text| seen.text.contains(**text));
            assert_eq!(found, None, "{address}: {}", seen.text);
        }
        let page = world.get("/docs/open/ttla1", cookie).await;
        assert!(page.text.contains("kqxa1body"));
        assert_eq!(page.header("cache-control"), "private, no-store");
        // What only some see, what nobody sees and what there is not: nobody can say.
        let mut answers = Vec::new();
        for address in [
            gated.as_str(),
            "/docs/docs/ttlb1",
            "/docs/docs/ttlb3",
            "/docs/closed",
            "/docs/closed/ttlc1",
            "/docs/docs/nothing",
            &image("a2"),
            &image("b3"),
            "/images/ffffffffffffffff.png",
        ] {
            let seen = world.get(address, cookie).await;
            assert_eq!(seen.status, 503, "{address}: {}", seen.text);
            let kind = address.split('/').nth(1).unwrap_or_default().to_owned();
            answers.push((kind, seen.headers, seen.n_bytes, seen.text));
        }
        // Not a byte tells one from another.
        answers.dedup();
        assert_eq!(answers.len(), 2, "{answers:?}");
    }
    assert_eq!(world.get(&gated, "").await.status, 200);
    world
        .app
        .sql("ALTER TABLE visitor_sessions_away RENAME TO visitor_sessions");
    assert!(
        world
            .get(&gated, &visitor.cookie)
            .await
            .text
            .contains("kqxa2body")
    );
}

#[actix_web::test]
async fn a_site_with_rules_is_closed_a_minute_after_the_database_went_away() {
    let world = World::new().await;
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let addresses = ["/", "/docs", "/docs/open/ttla1", "/search?q=mondlicht"];
    let statuses = async || {
        let mut statuses = Vec::new();
        for address in addresses {
            for cookie in ["", visitor.cookie.as_str()] {
                statuses.push(world.get(address, cookie).await.status);
            }
        }
        statuses.dedup();
        statuses
    };
    assert_eq!(statuses().await, [200]);
    world.app.sql("ALTER TABLE sites RENAME TO sites_away");
    let clock = &world.app.state.clock;
    clock.advance(TimeDelta::seconds(30));
    assert_eq!(statuses().await, [200]);
    clock.advance(TimeDelta::seconds(31));
    assert_eq!(statuses().await, [503]);
    world.app.sql("ALTER TABLE sites_away RENAME TO sites");
    clock.advance(TimeDelta::seconds(1));
    assert_eq!(statuses().await, [200]);
}

#[actix_web::test]
async fn a_network_that_sends_too_many_cookies_of_nobody_is_not_asked_who_it_is() {
    let world = World::new().await;
    let mut app = world.app;
    app.reconfigure(&[("RATE_LIMIT_PER_MINUTE", "5")]);
    let world = World { app, ..world };
    let visitor = Visitor::new(&world.app, world.site.id, "reader").await;
    let gated = world.document("a2").path();
    let status = async |address: &str, path: &str, cookie: &str| {
        let headers = [("host", HOST), ("cookie", cookie)];
        let asked = world
            .app
            .send_from(address, Method::GET, path, &headers, Vec::new());
        asked.await.status.as_u16()
    };
    // Who has an account is never too many.
    for _ in 0..10 {
        assert_eq!(status("192.0.2.1", &gated, &visitor.cookie).await, 200);
    }
    let (name, _) = visitor.cookie.split_once('=').unwrap();
    let mut last = 200;
    // The allowance comes back by one in twelve seconds, which a slow machine may take for a request.
    for number in 0..20 {
        last = status("192.0.2.1", &gated, &format!("{name}=nobody{number}")).await;
        assert!(number >= 5 || last == 200, "{number}");
        if last != 200 {
            break;
        }
    }
    assert_eq!(last, 503);
    assert_eq!(
        status("192.0.2.1", "/docs/open/ttla1", &format!("{name}=nobody")).await,
        200
    );
    // Others, and who sends none.
    assert_eq!(status("192.0.2.2", &gated, &format!("{name}=nobody")).await, 200);
    assert_eq!(status("192.0.2.1", &gated, "").await, 200);
}
