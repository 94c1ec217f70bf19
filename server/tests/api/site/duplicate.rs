//! Copies of sites.

use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::site::Site;

const SECTION: fn() -> Value = || {
    json!({ "id": "11111111-1111-4111-8111-111111111111", "isVisible": true, "content": { "kind": "cta", "title": "买吧",
        "subtitle": "", "description": "", "primaryButton": { "text": "", "url": "" },
        "secondaryButton": { "text": "", "url": "" } } })
};

async fn duplicate(app: &TestApp, site: &Site, slug: &str) -> crate::support::Answer {
    let body = json!({ "name": "副本", "slug": slug });
    site.call(app, "POST", "/duplicate", body).await
}

#[actix_web::test]
async fn a_copy_has_settings_and_base_and_nothing_that_belongs_to_the_original() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    site.publish(&app).await.data();
    site.set(&app, "homepage", &json!({ "sections": [SECTION()] }));
    site.set(
        &app,
        "access",
        &json!({ "guest": "members", "nonMember": "members", "partialChars": 7, "categories": [], "documents": [] }),
    );
    app.sql(&format!(
        "UPDATE sites SET status = 'maintenance', publishes_at = now() + interval '1 day', n_views = 9; \
         INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) \
         VALUES (gen_random_uuid(), '{0}', 'docs.example.com', 'x', now(), true); \
         INSERT INTO site_redirects (site_id, from_path, to_path, code, is_automatic) VALUES ('{0}', '/a', '/b', 301, false); \
         INSERT INTO payment_methods (site_id, method, is_enabled, is_test, settings, sealed_keys) \
         VALUES ('{0}', 'stripe', true, false, '{{}}', 'sealed')",
        site.id
    ));
    let copy = duplicate(&app, &site, "copy").await.data();
    let id = copy["id"].as_str().unwrap();
    assert_eq!(
        [
            &copy["name"],
            &copy["slug"],
            &copy["status"],
            &copy["url"],
            &copy["liveRelease"],
            &copy["publishesAt"],
            &copy["nViews"],
            &copy["knowledgeBase"]["id"],
        ],
        [
            &json!("副本"),
            &json!("copy"),
            &json!("draft"),
            &json!("https://copy.localhost/"),
            &Value::Null,
            &Value::Null,
            &json!(0),
            &json!(site.base.id),
        ]
    );
    for table in [
        "site_domains",
        "site_redirects",
        "releases",
        "payment_methods",
        "visitors",
        "orders",
        "coupons",
        "redeem_batches",
    ] {
        let count = format!("SELECT count(*) FROM {table} WHERE site_id = '{id}'");
        assert_eq!(app.database().text(&count), "0", "{table}");
    }
    let tab = async |tab: &str| {
        let path = format!("/api/teams/{}/sites/{id}/{tab}", site.base.team);
        app.call(&site.base.owner, "GET", &path, Value::Null).await.data()["data"].clone()
    };
    assert_eq!(tab("access").await["partialChars"], 7);
    assert_eq!(tab("basic-info").await["name"], "副本");
    let section = tab("homepage").await["sections"][0].clone();
    assert_eq!(section["content"], SECTION()["content"]);
    assert_ne!(section["id"], SECTION()["id"]);
    // The original is as it was.
    let original = site.call(&app, "GET", "", Value::Null).await.data();
    assert_eq!(
        (&original["status"], &original["url"]),
        (&json!("maintenance"), &json!("https://docs.example.com/"))
    );
}

#[actix_web::test]
async fn a_copy_needs_a_slug_and_a_place_of_its_own() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    assert_eq!(
        duplicate(&app, &site, "handbook").await.refusal(),
        (409, "site.slugTaken".to_owned())
    );
    app.sql(&format!(
        "INSERT INTO sites (id, team_id, name, slug) \
         SELECT gen_random_uuid(), '{}', 'x', 'site-' || n FROM generate_series(2, {}) n",
        site.base.team,
        moyan_domain::limits::SITES_PER_TEAM
    ));
    assert_eq!(
        duplicate(&app, &site, "one-more").await.refusal(),
        (409, "site.tooMany".to_owned())
    );
}
