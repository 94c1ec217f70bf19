//! Bases, redirects and domains of sites.

use actix_web::http::Method;
use chrono::TimeDelta;
use moyan_domain::limits::FORMER_SLUG_DAYS;
use serde_json::{Value, json};

use super::create::{change, site, team};
use crate::public_site::published;
use crate::support::TestApp;
use crate::support::site::Site;

#[actix_web::test]
async fn a_base_of_another_team_or_in_the_bin_cannot_be_bound() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = format!("{}/knowledge-base", site(&app, &owner, &team, "handbook").await);
    let other = app.user("other").await;
    let theirs = app.knowledge_base(&app.team(&other, "theirs").await);
    let (binned, ours) = (app.knowledge_base(&team), app.knowledge_base(&team));
    app.sql(&format!(
        "UPDATE knowledge_bases SET purges_at = now() + interval '1 day' WHERE id = '{binned}'"
    ));
    for base in [theirs, binned] {
        let answer = change(
            &app,
            &owner,
            Method::PUT,
            &path,
            1,
            json!({ "knowledgeBaseId": base }),
        )
        .await;
        let fields = &answer.json()["data"]["fields"];
        assert_eq!(fields["knowledgeBaseId"], "knowledgeBase.unusable");
    }
    let bound = change(
        &app,
        &owner,
        Method::PUT,
        &path,
        1,
        json!({ "knowledgeBaseId": ours }),
    )
    .await;
    assert_eq!(bound.data()["knowledgeBase"]["id"], json!(ours));
    // Nothing said is not the same as none.
    let answer = change(&app, &owner, Method::PUT, &path, 2, json!({})).await;
    assert_eq!(answer.status, 422);
}

#[actix_web::test]
async fn redirects_lead_somewhere_and_never_back() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = format!("{}/redirects", site(&app, &owner, &team, "handbook").await);
    let list = |pairs: &[(&str, &str)]| {
        let redirects: Vec<Value> = pairs
            .iter()
            .map(|(from, to)| json!({ "from": from, "to": to, "isPermanent": true, "isAutomatic": true }))
            .collect();
        json!({ "redirects": redirects })
    };
    for (pairs, field, key) in [
        (
            vec![("/a", "/b"), ("/b", "/c?x=1"), ("/c", "/a#d")],
            "redirects[0].to",
            "redirect.loop",
        ),
        (vec![("/a", "/a")], "redirects[0].to", "redirect.loop"),
        (vec![("/a", "/a/")], "redirects[0].to", "redirect.loop"),
        (
            vec![("/墨", "/%E5%A2%A8?x#y")],
            "redirects[0].to",
            "redirect.loop",
        ),
        (vec![("/a/", "/b")], "redirects[0].from", "path.invalid"),
        (
            vec![("/a", "/b"), ("/a", "/c")],
            "redirects[1].from",
            "field.duplicate",
        ),
        (vec![("a", "/b")], "redirects[0].from", "path.invalid"),
        (vec![("/a", "javascript:x")], "redirects[0].to", "url.invalid"),
    ] {
        let answer = change(&app, &owner, Method::PUT, &path, 0, list(&pairs)).await;
        assert_eq!(answer.json()["data"]["fields"][field], key, "{pairs:?}");
    }
    let saved = change(&app, &owner, Method::PUT, &path, 0, list(&[("/a", "/b")])).await;
    assert_eq!(saved.header("etag"), "\"1\"");
    // Only a release says that a redirect is its own.
    assert_eq!(saved.data()["data"]["redirects"][0]["isAutomatic"], false);
}

#[actix_web::test]
async fn a_redirect_lasts_or_does_not_as_it_was_saved() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let path = format!("{}/redirects", site.path);
    let redirect = |from: &str, is_permanent: bool| json!({ "from": from, "to": "/docs", "isPermanent": is_permanent, "isAutomatic": false });
    let list = json!({ "redirects": [redirect("/for-a-while", false), redirect("/for-good", true)] });
    let put = async |revision: i64| {
        change(&app, &site.base.owner, Method::PUT, &path, revision, list.clone())
            .await
            .data()
    };
    let saved = put(0).await;
    assert_eq!((&saved["revision"], &saved["data"]), (&json!(1), &list));
    let codes = "SELECT string_agg(code::text, ' ' ORDER BY from_path) FROM site_redirects";
    assert_eq!(app.database().text(codes), "302 301");
    // The same again is no change.
    assert_eq!(put(1).await, saved);
}

#[actix_web::test]
async fn redirects_wait_for_their_own_changes_only() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let owner = &site.base.owner;
    let path = format!("{}/redirects", site.path);
    let list = |from: &str| json!({ "redirects": [{ "from": from, "to": "/docs", "isPermanent": true, "isAutomatic": false }] });
    let put =
        async |revision: i64, from: &str| change(&app, owner, Method::PUT, &path, revision, list(from)).await;
    // Another tab and a release that moves nothing are no changes of theirs.
    let rules = json!({ "guest": "members", "nonMember": "members", "partialChars": 500, "categories": [], "documents": [] });
    let access = format!("{}/access", site.path);
    change(&app, owner, Method::PUT, &access, 0, rules).await.data();
    let (id, first) = site.document(&app, "甲", "一").await;
    site.publish(&app).await.data();
    assert_eq!(put(0, "/a").await.data()["revision"], 1);
    // A release that moves a page is one.
    site.write(&app, id, first, "乙", "一").await;
    site.publish(&app).await.data();
    let refused = put(1, "/b").await;
    assert_eq!(refused.refusal(), (409, "site.changed".to_owned()));
    let current = &refused.json()["data"]["current"];
    assert_eq!(
        (
            &current["revision"],
            current["data"]["redirects"].as_array().map(Vec::len)
        ),
        (&json!(2), Some(2))
    );
    assert_eq!(put(2, "/b").await.data()["revision"], 3);
}

#[actix_web::test]
async fn a_domain_of_the_platform_cannot_be_claimed_and_an_unproved_one_is_not_primary() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = format!("{}/domains", site(&app, &owner, &team, "handbook").await);
    for (host, key) in [
        ("moyan.example", "domain.reserved"),
        ("a.localhost", "domain.reserved"),
        ("127.0.0.1", "domain.invalid"),
        ("*.example.com", "domain.invalid"),
    ] {
        let answer = app.call(&owner, "POST", &path, json!({ "host": host })).await;
        assert_eq!(answer.json()["data"]["fields"]["host"], key, "{host}");
    }
    let added = app
        .call(&owner, "POST", &path, json!({ "host": "Docs.Example." }))
        .await
        .data();
    assert_eq!(added["recordName"], "_moyan.docs.example");
    let primary = format!("{path}/{}/primary", added["id"].as_str().unwrap());
    let answer = app.call(&owner, "POST", &primary, Value::Null).await;
    assert_eq!(answer.refusal(), (409, "siteDomain.notVerified".to_owned()));
    let answer = app
        .call(&owner, "POST", &path, json!({ "host": "docs.example" }))
        .await;
    assert_eq!(answer.refusal(), (409, "siteDomain.exists".to_owned()));
}

#[actix_web::test]
async fn another_proved_domain_becomes_primary_and_caches_learn_of_it_once() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) \
         SELECT gen_random_uuid(), '{}', host, 'x', now(), host = 'a.example' \
         FROM unnest(array['a.example', 'b.example']) AS host",
        site.id
    ));
    let second = app
        .database()
        .text("SELECT id FROM site_domains WHERE host = 'b.example'");
    let route = format!("/domains/{second}/primary");
    for _ in 0..2 {
        let domains = site.call(&app, "POST", &route, Value::Null).await.data();
        let shown = |at: usize| {
            json!([
                domains["domains"][at]["host"],
                domains["domains"][at]["isPrimary"]
            ])
        };
        assert_eq!(shown(0), json!(["b.example", true]));
        assert_eq!(shown(1), json!(["a.example", false]));
        assert_eq!(app.database().text("SELECT generation FROM sites"), "2");
    }
    let noted =
        "SELECT string_agg(details->>'host', ' ') FROM audit_entries WHERE action = 'site.domainPrimary'";
    assert_eq!(app.database().text(noted), "b.example");
}

#[actix_web::test]
async fn only_a_program_nearby_asks_which_names_are_sites() {
    let app = TestApp::with_database();
    published(&app).await;
    let ask = async |from: &str, name: &str| {
        let path = format!("/internal/domains/check?domain={name}");
        app.send_from(from, Method::GET, &path, &[], Vec::new())
            .await
            .status
    };
    for name in ["handbook.localhost", "HANDBOOK.localhost", "preview.localhost"] {
        assert_eq!(ask("127.0.0.1", name).await, 200, "{name}");
    }
    for name in [
        "nobody.localhost",
        "docs.example",
        "10.0.0.62",
        "[::1]",
        "*.localhost",
        "handbook.localhost:443",
        "localhost",
        "",
        &"x".repeat(300),
    ] {
        assert_eq!(ask("127.0.0.1", name).await, 404, "{name}");
    }
    assert_eq!(ask("10.0.0.1", "handbook.localhost").await, 404);
}

#[actix_web::test]
async fn a_site_that_strangers_do_not_find_gets_no_certificate() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) \
         VALUES (gen_random_uuid(), '{id}', 'docs.example', 't', now(), true); \
         INSERT INTO site_former_slugs (slug, site_id, kept_until) VALUES ('former', '{id}', 'infinity')",
        id = site.id
    ));
    let is_known = async || {
        let mut known = Vec::new();
        for name in ["handbook.localhost", "former.localhost", "docs.example"] {
            let path = format!("/internal/domains/check?domain={name}");
            let answer = app
                .send_from("127.0.0.1", Method::GET, &path, &[], Vec::new())
                .await;
            known.push(answer.status.as_u16());
        }
        known
    };
    assert_eq!(is_known().await, [200; 3]);
    for (change, back) in [
        ("sites SET status = 'draft'", "sites SET status = 'published'"),
        ("sites SET purges_at = now()", "sites SET purges_at = NULL"),
        ("teams SET suspended_at = now()", "teams SET suspended_at = NULL"),
        ("teams SET purges_at = now()", "teams SET purges_at = NULL"),
        ("users SET suspended_at = now()", "users SET suspended_at = NULL"),
        (
            "sites SET live_release_id = NULL",
            "sites SET status = 'published'",
        ),
    ] {
        app.sql(&format!("UPDATE {change}"));
        app.state.clock.advance(TimeDelta::seconds(1));
        assert_eq!(is_known().await, [404; 3], "{change}");
        app.sql(&format!("UPDATE {back}"));
        app.state.clock.advance(TimeDelta::seconds(1));
    }
}

#[actix_web::test]
async fn where_one_certificate_covers_all_slugs_only_domains_of_sites_get_their_own() {
    let mut app = TestApp::with_database();
    let site = published(&app).await;
    app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) \
         VALUES (gen_random_uuid(), '{}', 'docs.example', 't', now(), false)",
        site.id
    ));
    app.reconfigure(&[("SITE_DOMAIN_WILDCARD", "true")]);
    for (name, status) in [
        ("handbook.localhost", 404),
        ("preview.localhost", 404),
        ("docs.example", 200),
    ] {
        let path = format!("/internal/domains/check?domain={name}");
        let asked = app.send_from("127.0.0.1", Method::GET, &path, &[], Vec::new());
        assert_eq!(asked.await.status, status, "{name}");
    }
}

#[actix_web::test]
async fn a_site_that_is_shown_without_the_database_gets_its_certificate() {
    let app = TestApp::with_database();
    published(&app).await;
    let ask = async |name: &str| {
        let path = format!("/internal/domains/check?domain={name}");
        let asked = app.send_from("127.0.0.1", Method::GET, &path, &[], Vec::new());
        asked.await.status.as_u16()
    };
    assert_eq!(ask("handbook.localhost").await, 200);
    let page = app.send(Method::GET, "/docs", &[("host", "handbook.localhost")]);
    assert_eq!(page.await.status, 200);
    app.sql("ALTER TABLE sites RENAME TO sites_away");
    app.state.clock.advance(TimeDelta::seconds(2));
    assert_eq!(ask("handbook.localhost").await, 200);
    // Nobody can say, and no web server asks for a certificate then.
    assert_eq!(ask("other.localhost").await, 500);
}

#[actix_web::test]
async fn the_address_that_a_site_had_leads_to_the_new_one_and_nobody_else_takes_it() {
    let app = TestApp::with_database();
    let ours = published(&app).await;
    let owner = &ours.base.owner;
    let generation = || {
        app.database()
            .text("SELECT generation FROM sites")
            .parse()
            .unwrap()
    };
    let rename = async |slug: &str| {
        let body = json!({ "slug": slug });
        let answer = change(&app, owner, Method::PATCH, &ours.path, generation(), body).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    };
    rename("manual").await;
    let visit = async |host: &str, path: &str| {
        let answer = app.send(Method::GET, path, &[("host", host)]).await;
        (answer.status.as_u16(), answer.header("location").to_owned())
    };
    let moved = (301, "https://manual.localhost/docs?page=1".to_owned());
    assert_eq!(visit("handbook.localhost", "/docs?page=1").await, moved);
    assert_eq!(visit("moyan.example", "/s/handbook/docs?page=1").await, moved);
    let path = "/internal/domains/check?domain=handbook.localhost";
    let known = app
        .send_from("127.0.0.1", Method::GET, path, &[], Vec::new())
        .await;
    assert_eq!(known.status, 200);
    // Another team neither takes it nor is told that it is free.
    let other = app.user("other").await;
    let their_team = app.team(&other, "theirs").await;
    app.sql("UPDATE teams SET plan = 'professional'");
    let theirs = format!("/api/teams/{their_team}/sites");
    let asked = format!("{theirs}/slugs?slug=handbook");
    let found = app.call(&other, "GET", &asked, Value::Null).await.data();
    assert_eq!(
        (&found["state"], &found["proposal"]),
        (&json!("taken"), &json!("handbook-2"))
    );
    let body = json!({ "name": "x", "slug": "handbook" });
    let refused = app.call(&other, "POST", &theirs, body.clone()).await;
    assert_eq!(refused.refusal(), (409, "site.slugTaken".to_owned()));
    let second = app
        .call(&other, "POST", &theirs, json!({ "name": "x", "slug": "second" }))
        .await
        .data();
    let second = format!("{theirs}/{}", second["id"].as_str().unwrap());
    let refused = change(
        &app,
        &other,
        Method::PATCH,
        &second,
        1,
        json!({ "slug": "handbook" }),
    )
    .await;
    assert_eq!(refused.refusal(), (409, "site.slugTaken".to_owned()));
    app.sql(&format!("DELETE FROM sites WHERE id <> '{}'", ours.id));
    // Its team takes it back.
    let own = ours.path.rsplit_once('/').unwrap().0;
    let asked = format!("{own}/slugs?slug=handbook");
    let found = app.call(owner, "GET", &asked, Value::Null).await.data();
    assert_eq!(found["state"], "free");
    rename("handbook").await;
    assert_eq!(visit("handbook.localhost", "/docs").await.0, 200);
    assert_eq!(visit("manual.localhost", "/docs").await.0, 301);
    // After ninety days it is free for all.
    rename("manual").await;
    app.clock
        .advance(TimeDelta::days(FORMER_SLUG_DAYS) - TimeDelta::minutes(1));
    assert_eq!(visit("handbook.localhost", "/docs").await.0, 301);
    app.clock.advance(TimeDelta::minutes(2));
    assert_eq!(visit("handbook.localhost", "/docs").await.0, 404);
    assert!(app.sweep().await);
    assert_eq!(app.database().text("SELECT count(*) FROM site_former_slugs"), "0");
    let other = app.user("third").await;
    let team = app.team(&other, "theirs too").await;
    app.sql("UPDATE teams SET plan = 'professional'");
    let taken = app
        .call(&other, "POST", &format!("/api/teams/{team}/sites"), body)
        .await;
    assert_eq!(taken.status, 200, "{}", taken.text());
}
