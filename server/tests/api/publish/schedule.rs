use chrono::TimeDelta;
use moyan_foundation::jobs::{Queue, run_due, upkeep};
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::site::Site;

/// Does what is due, off the event loop.
async fn work(app: &TestApp) {
    let state = app.state.clone();
    let done = actix_web::web::block(move || {
        upkeep(&state).unwrap();
        run_due(&state, Queue::Work).unwrap()
    });
    done.await.unwrap();
}

async fn schedule(app: &TestApp, site: &Site, minutes: i64) -> crate::support::Answer {
    let publishes_at = app.clock.now() + TimeDelta::minutes(minutes);
    let body = json!({ "publishesAt": publishes_at, "note": "later" });
    site.call(app, "PUT", "/schedule", body).await
}

#[actix_web::test]
async fn a_site_is_published_at_its_moment_as_it_is_then() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "甲", "一").await;
    schedule(&app, &site, 60).await.data();
    site.write(&app, id, revision, "甲", "二").await;
    work(&app).await;
    assert_eq!(app.database().text("SELECT count(*) FROM releases"), "0");
    app.clock.advance(TimeDelta::minutes(61));
    work(&app).await;
    let releases = site.call(&app, "GET", "/releases", Value::Null).await.data();
    assert_eq!(releases["schedule"], Value::Null);
    let release = &releases["releases"][0];
    assert_eq!(
        (&release["note"], &release["isLive"]),
        (&json!("later"), &json!(true))
    );
    assert!(site.changed_documents(&app).await.is_empty());
    app.clock.advance(TimeDelta::minutes(61));
    work(&app).await;
    assert_eq!(app.database().text("SELECT count(*) FROM releases"), "1");
}

#[actix_web::test]
async fn a_schedule_is_shown_replaced_and_taken_back() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    schedule(&app, &site, 60).await.data();
    schedule(&app, &site, 120).await.data();
    let releases = site.call(&app, "GET", "/releases", Value::Null).await.data();
    assert_eq!(releases["schedule"]["note"], "later");
    site.call(&app, "DELETE", "/schedule", Value::Null).await.data();
    site.call(&app, "DELETE", "/schedule", Value::Null).await.data();
    app.clock.advance(TimeDelta::minutes(121));
    work(&app).await;
    assert_eq!(app.database().text("SELECT count(*) FROM releases"), "0");
}

#[actix_web::test]
async fn a_moment_lies_within_a_year_from_now() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    for minutes in [0, -1, 367 * 24 * 60] {
        let refused = schedule(&app, &site, minutes).await;
        assert_eq!(refused.problem("publishesAt"), "moment.outOfRange", "{minutes}");
    }
    let now = app.clock.now();
    let refused = site
        .call(
            &app,
            "PUT",
            "/schedule",
            json!({ "publishesAt": now, "note": "字".repeat(501) }),
        )
        .await;
    assert_eq!(refused.problem("note"), "field.tooLong");
}

#[actix_web::test]
async fn a_site_that_cannot_be_published_at_its_moment_is_given_up_with_the_reason() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    schedule(&app, &site, 60).await.data();
    app.clock.advance(TimeDelta::minutes(61));
    work(&app).await;
    let why = "SELECT details->>'error' FROM audit_entries WHERE action = 'site.scheduleFailed'";
    assert_eq!(app.database().text(why), "site.withoutDocuments");
    assert!(app.database().is_true("(SELECT publishes_at IS NULL FROM sites)"));
}

#[actix_web::test]
async fn a_site_of_a_team_that_is_suspended_or_ends_is_not_published_at_its_moment() {
    for column in ["suspended_at", "purges_at"] {
        let app = TestApp::with_database();
        let site = Site::new(&app).await;
        site.document(&app, "甲", "一").await;
        schedule(&app, &site, 60).await.data();
        app.sql(&format!("UPDATE teams SET {column} = now() + interval '30 days'"));
        app.clock.advance(TimeDelta::minutes(61));
        work(&app).await;
        let why = "SELECT details->>'error' FROM audit_entries WHERE action = 'site.scheduleFailed'";
        assert_eq!(app.database().text(why), "team.suspended", "{column}");
        assert_eq!(
            app.database().text("SELECT count(*) FROM releases"),
            "0",
            "{column}"
        );
    }
}
