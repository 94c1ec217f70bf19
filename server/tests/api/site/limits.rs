//! How much a site and a team may have: as many as the limit says, and not one more.

use actix_web::http::Method;
use moyan_domain::limits::{
    DOMAINS_PER_SITE, DRAFT_SITES_IN_BIN, FORMER_SLUGS_PER_SITE, PUBLISHES_PER_ACCOUNT_PER_HOUR,
    SITE_CHANGES_PER_ACCOUNT_PER_HOUR, SITE_MAX_DOCUMENTS, SITE_MAX_TEXT_BYTES, SITES_PER_TEAM,
};
use serde_json::{Value, json};

use super::create::change;
use crate::support::TestApp;
use crate::support::site::Site;

#[actix_web::test]
async fn a_team_has_two_hundred_sites_those_in_the_bin_included() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    app.sql(&format!(
        "INSERT INTO sites (id, team_id, name, slug, purges_at) \
         SELECT gen_random_uuid(), '{}', 'x', 'site-' || n, CASE n WHEN 3 THEN now() END \
         FROM generate_series(3, {SITES_PER_TEAM}) n",
        site.base.team,
    ));
    let create = async |slug: &str| {
        let body = json!({ "name": "x", "slug": slug });
        let path = format!("/api/teams/{}/sites", site.base.team);
        app.call(&site.base.owner, "POST", &path, body).await
    };
    // Another request makes the last one and is not finished yet.
    let last = format!(
        "SELECT FROM teams WHERE id = '{0}' FOR NO KEY UPDATE; \
         INSERT INTO sites (id, team_id, name, slug) VALUES (gen_random_uuid(), '{0}', 'x', 'last')",
        site.base.team
    );
    let refused = app.while_changing(&last, create("one-more")).await;
    assert_eq!(refused.refusal(), (409, "site.tooMany".to_owned()));
    app.sql("DELETE FROM sites WHERE slug = 'last'");
    create("the-last").await.data();
}

#[actix_web::test]
async fn a_site_has_twenty_domains() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token) \
         SELECT gen_random_uuid(), '{}', n || '.example.com', 'x' FROM generate_series(2, {DOMAINS_PER_SITE}) n",
        site.id
    ));
    let add = async |host: &str| site.call(&app, "POST", "/domains", json!({ "host": host })).await;
    add("the-last.example.com").await.data();
    let refused = add("one-more.example.com").await;
    assert_eq!(refused.refusal(), (409, "siteDomain.tooMany".to_owned()));
    // Those of another site do not count.
    let other = site.second(&app);
    let body = json!({ "host": "other.example.com" });
    other.call(&app, "POST", "/domains", body).await.data();
}

#[actix_web::test]
async fn of_former_addresses_the_ten_newest_are_kept() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "a", "one").await;
    site.publish(&app).await.data();
    let generation = || {
        let stored = app.database().text("SELECT generation FROM sites");
        stored.parse::<i64>().unwrap()
    };
    for at in 0..=FORMER_SLUGS_PER_SITE {
        let kept = app.database().text("SELECT count(*) FROM site_former_slugs");
        assert_eq!(kept, at.to_string());
        app.clock.advance(chrono::TimeDelta::minutes(1));
        let body = json!({ "slug": format!("address-{at}") });
        change(
            &app,
            &site.base.owner,
            Method::PATCH,
            &site.path,
            generation(),
            body,
        )
        .await
        .data();
    }
    let kept = "SELECT string_agg(slug, ' ' ORDER BY kept_until) FROM site_former_slugs";
    let expected: Vec<_> = (0..FORMER_SLUGS_PER_SITE)
        .map(|at| format!("address-{at}"))
        .collect();
    assert_eq!(app.database().text(kept), expected.join(" "));
}

#[actix_web::test]
async fn a_site_that_was_never_published_holds_no_address_but_its_own() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let body = json!({ "slug": "second" });
    let generation = app.database().text("SELECT generation FROM sites").parse();
    change(
        &app,
        &site.base.owner,
        Method::PATCH,
        &site.path,
        generation.unwrap(),
        body,
    )
    .await
    .data();
    assert_eq!(app.database().text("SELECT count(*) FROM site_former_slugs"), "0");
    // Without a plan, what is deleted and made anew again and again holds few.
    app.sql("UPDATE teams SET plan = 'creator'");
    let sites = format!("/api/teams/{}/sites", site.base.team);
    let mut path = site.path.clone();
    for n in 0..=DRAFT_SITES_IN_BIN {
        app.clock.advance(chrono::TimeDelta::minutes(1));
        app.call(&site.base.owner, "DELETE", &path, Value::Null)
            .await
            .data();
        let body = json!({ "name": "x", "slug": format!("address-{n}"), "description": "" });
        let made = app.call(&site.base.owner, "POST", &sites, body).await.data();
        path = format!("{sites}/{}", made["id"].as_str().unwrap());
    }
    assert!(app.sweep().await);
    let kept = "SELECT string_agg(slug, ' ' ORDER BY slug) FROM sites";
    assert_eq!(
        app.database().text(kept),
        "address-0 address-1 address-2 address-3"
    );
}

#[actix_web::test]
async fn an_account_changes_sites_a_thousand_times_an_hour() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let copy = async |slug: &str| {
        let body = json!({ "name": "x", "slug": slug });
        site.call(&app, "POST", "/duplicate", body).await
    };
    copy("first").await.data();
    let set = |n: i32| {
        app.sql(&format!(
            "UPDATE throttles SET n_hits = {n} WHERE key LIKE 'siteChanges %'"
        ))
    };
    set(SITE_CHANGES_PER_ACCOUNT_PER_HOUR - 1);
    copy("last").await.data();
    for (method, route, body) in [
        ("POST", "/duplicate", json!({ "name": "x", "slug": "more" })),
        ("DELETE", "", Value::Null),
        (
            "PUT",
            "/payment-methods/manual",
            json!({ "isEnabled": false, "isTest": false, "settings": {} }),
        ),
    ] {
        let answer = site.call(&app, method, route, body).await;
        assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()), "{method}");
    }
    app.clock.advance(chrono::TimeDelta::hours(1));
    copy("more").await.data();
}

#[actix_web::test]
async fn an_account_publishes_a_hundred_and_twenty_times_an_hour() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    site.publish(&app).await.data();
    let set = |n: i32| {
        app.sql(&format!(
            "UPDATE throttles SET n_hits = {n} WHERE key LIKE 'publishes %'"
        ))
    };
    set(PUBLISHES_PER_ACCOUNT_PER_HOUR - 1);
    site.publish(&app).await.data();
    let refused = site.publish(&app).await;
    assert_eq!(refused.refusal(), (429, "request.tooMany".to_owned()));
}

#[actix_web::test]
async fn a_base_with_more_text_than_a_site_shows_is_refused() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, _) = site.document(&app, "甲", "一").await;
    let changes_with = async |n_bytes: i64| {
        app.sql(&format!(
            "UPDATE documents SET content = repeat('a', {n_bytes}) WHERE id = '{id}'"
        ));
        site.call(&app, "GET", "/changes", Value::Null).await
    };
    // More bytes than a site has documents.
    changes_with(SITE_MAX_DOCUMENTS + 1).await.data();
    let refused = changes_with(SITE_MAX_TEXT_BYTES + 1).await;
    assert_eq!(refused.refusal(), (409, "site.tooLarge".to_owned()));
}
