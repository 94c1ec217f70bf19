//! Figures and health of a site.

use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::site::Site;

/// Score and the parts that are done.
async fn health(app: &TestApp, site: &Site) -> (u64, Vec<String>) {
    let overview = site.call(app, "GET", "/overview", Value::Null).await.data();
    let parts = overview["health"].as_array().unwrap();
    let sum: u64 = parts.iter().map(|part| part["points"].as_u64().unwrap()).sum();
    let max: u64 = parts.iter().map(|part| part["maxPoints"].as_u64().unwrap()).sum();
    assert_eq!((overview["healthScore"].as_u64(), max), (Some(sum), 100));
    let done = parts.iter().filter(|part| part["isDone"] == true);
    let key = |part: &Value| part["key"].as_str().unwrap().to_owned();
    (sum, done.map(key).collect())
}

#[actix_web::test]
async fn health_is_the_sum_of_what_is_done() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    // A section of the homepage that a new site has, so that only what is named below differs.
    site.set(&app, "homepage", &json!({ "sections": [] }));
    assert_eq!(health(&app, &site).await, (0, Vec::new()));
    let (id, revision) = site.document(&app, "甲", "一").await;
    assert_eq!(health(&app, &site).await.1, ["knowledgeBase"]);
    site.publish(&app).await.data();
    // A release that nobody reads is up to date and not published.
    assert_eq!(
        health(&app, &site).await,
        (30, vec!["knowledgeBase".into(), "upToDate".into()])
    );
    app.sql("UPDATE sites SET status = 'published'");
    let published = ["knowledgeBase", "published", "upToDate"];
    assert_eq!(
        health(&app, &site).await,
        (50, published.map(str::to_owned).to_vec())
    );
    app.clock.advance(chrono::TimeDelta::minutes(1));
    site.write(&app, id, revision, "甲", "二").await;
    assert_eq!(
        health(&app, &site).await,
        (40, ["knowledgeBase", "published"].map(str::to_owned).to_vec())
    );
    app.clock.advance(chrono::TimeDelta::minutes(1));
    site.publish(&app).await.data();
    assert_eq!(health(&app, &site).await.0, 50);
    let domain = |verified_at: &str| {
        format!(
            "INSERT INTO site_domains (id, site_id, host, token, verified_at) \
             VALUES (gen_random_uuid(), '{}', 'a.example.com', 'x', {verified_at}) \
             ON CONFLICT (site_id, host) DO UPDATE SET verified_at = excluded.verified_at",
            site.id
        )
    };
    app.sql(&domain("NULL"));
    assert_eq!(health(&app, &site).await.0, 50);
    app.sql(&domain("now()"));
    assert_eq!(health(&app, &site).await.0, 60);
    app.sql("UPDATE knowledge_bases SET purges_at = now() + interval '1 day'");
    let (score, done) = health(&app, &site).await;
    assert_eq!(score, 40, "{done:?}");
}

#[actix_web::test]
async fn pages_and_views_are_those_of_visitors() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    app.sql("UPDATE sites SET n_views = 7");
    let figures = async || {
        let overview = site.call(&app, "GET", "/overview", Value::Null).await.data();
        (overview["nPages"].clone(), overview["nViews"].clone())
    };
    assert_eq!(figures().await, (json!(0), json!(7)));
    site.publish(&app).await.data();
    site.document(&app, "乙", "一").await;
    assert_eq!(figures().await, (json!(1), json!(7)));
}
