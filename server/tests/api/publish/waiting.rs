//! What happens to documents that wait for a moment of their own, and to releases, when both meet.

use chrono::TimeDelta;
use moyan_domain::limits::{DOCUMENT_SCHEDULES_PER_SITE, PUBLISHES_PER_ACCOUNT_PER_HOUR};
use serde_json::Value;

use super::single::{live, publish_only, schedule, text_of, work};
use crate::support::TestApp;
use crate::support::content::put_place;
use crate::support::site::Site;

/// Does this whenever texts were rendered: between the beginning of a release and its end.
fn while_releasing(app: &TestApp, statement: &str) {
    app.sql(&format!(
        "CREATE FUNCTION meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {statement}; RETURN NULL; END $$; \
         CREATE TRIGGER meanwhile AFTER INSERT ON rendered_documents \
         FOR EACH STATEMENT EXECUTE FUNCTION meanwhile()"
    ));
}

#[actix_web::test]
async fn a_moment_that_changes_while_its_document_is_published_ends_that() {
    for (change, n_left) in [
        ("DELETE FROM document_schedules", "0"),
        (
            "UPDATE document_schedules SET publishes_at = publishes_at + interval '1 day'",
            "1",
        ),
    ] {
        let app = TestApp::with_database();
        let site = Site::new(&app).await;
        let (id, revision) = site.document(&app, "a", "one").await;
        site.publish(&app).await.data();
        site.write(&app, id, revision, "a", "one, not yet").await;
        schedule(&app, &site, id, 60).await.data();
        while_releasing(&app, change);
        app.clock.advance(TimeDelta::minutes(61));
        work(&app).await;
        assert_eq!(text_of(&app, id), "one", "{change}");
        let left = app
            .database()
            .text("SELECT count(*) FROM document_schedules WHERE failure IS NULL");
        assert_eq!(left, n_left, "{change}");
        let failed = "SELECT count(*) FROM audit_entries WHERE action = 'site.scheduleFailed'";
        assert_eq!(app.database().text(failed), "0", "{change}");
    }
}

#[actix_web::test]
async fn a_document_is_put_on_the_release_that_became_the_live_one_meanwhile() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "a", "one").await;
    site.publish(&app).await.data();
    site.document(&app, "b", "two").await;
    site.publish(&app).await.data();
    site.write(&app, id, revision, "a", "one, and more").await;
    while_releasing(
        &app,
        "UPDATE sites SET live_release_id = (SELECT id FROM releases WHERE number = 1)",
    );
    publish_only(&app, &site, id).await.data();
    assert_eq!(live(&app), "/docs/docs/a a");
    assert_eq!(text_of(&app, id), "one, and more");
}

#[actix_web::test]
async fn a_document_does_not_overtake_a_release_that_was_begun_meanwhile() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "a", "one").await;
    site.publish(&app).await.data();
    site.write(&app, id, revision, "a", "one, and more").await;
    while_releasing(
        &app,
        "INSERT INTO releases (id, site_id, number, status, note, settings, categories, engine_version, created_at) \
         SELECT gen_random_uuid(), id, 9, 'building', '', '{}', '[]', '', now() FROM sites",
    );
    let refused = publish_only(&app, &site, id).await.refusal();
    assert_eq!(refused, (409, "release.building".to_owned()));
    assert_eq!(text_of(&app, id), "one");
}

#[actix_web::test]
async fn a_moment_that_changes_while_its_document_cannot_be_published_stays() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "a", "one").await;
    site.publish(&app).await.data();
    site.write(&app, id, revision, "a", "one, later").await;
    schedule(&app, &site, id, 60).await.data();
    while_releasing(
        &app,
        "UPDATE document_schedules SET publishes_at = publishes_at + interval '1 day'; \
         UPDATE teams SET suspended_at = now()",
    );
    app.clock.advance(TimeDelta::minutes(61));
    work(&app).await;
    let waiting = "SELECT count(*) FROM document_schedules WHERE failure IS NULL";
    assert_eq!(app.database().text(waiting), "1");
    let failed = "SELECT count(*) FROM audit_entries WHERE action = 'site.scheduleFailed'";
    assert_eq!(app.database().text(failed), "0");
}

#[actix_web::test]
async fn a_moment_that_is_chosen_while_the_site_is_published_counts() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (known, revision) = site.document(&app, "a", "one").await;
    site.publish(&app).await.data();
    site.write(&app, known, revision, "a", "one, for friday").await;
    let (new, _) = site.document(&app, "b", "two").await;
    site.document(&app, "c", "three").await;
    while_releasing(
        &app,
        &format!(
            "INSERT INTO document_schedules (site_id, document_id, publishes_at) SELECT id, d, now() + interval '9 days' \
             FROM sites, unnest(ARRAY['{known}', '{new}']::uuid[]) d ON CONFLICT DO NOTHING"
        ),
    );
    site.publish(&app).await.data();
    assert_eq!(live(&app), "/docs/docs/a a, /docs/docs/c c");
    assert_eq!(text_of(&app, known), "one");
}

#[actix_web::test]
async fn a_document_that_waits_stays_where_visitors_read_it() {
    for text in ["---\ndraft: true\n---\none", ""] {
        let app = TestApp::with_database();
        let site = Site::new(&app).await;
        let (id, revision) = site.document(&app, "a", "one").await;
        let (linking, other) = site.document(&app, "b", "two").await;
        let (below, _) = site.document(&app, "x", "below").await;
        let category = site.base.category;
        site.base
            .push(&app, vec![put_place(below, category, Some(id), 1.0)])
            .await;
        site.publish(&app).await.data();
        site.write(&app, id, revision, "renamed", text).await;
        site.write(&app, linking, other, "b", &format!("[it]({id}.md)"))
            .await;
        schedule(&app, &site, id, 60).await.data();
        site.publish(&app).await.data();
        assert_eq!(
            live(&app),
            "/docs/docs/a a, /docs/docs/a/x x a, /docs/docs/b b",
            "{text}"
        );
        assert_eq!(text_of(&app, id), "one", "{text}");
        assert_eq!(site.redirects(&app), "", "{text}");
        let links = app.database().text(&format!(
            "SELECT (r.data::text LIKE '%/docs/docs/a%')::text FROM release_documents d \
             JOIN sites ON live_release_id = d.release_id JOIN rendered_documents r ON r.hash = d.rendered_hash \
             WHERE d.document_id = '{linking}'"
        ));
        assert_eq!(links, "true", "{text}");
    }
}

#[actix_web::test]
async fn moments_are_few_and_count_as_publishes() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (first, _) = site.document(&app, "a", "one").await;
    site.publish(&app).await.data();
    schedule(&app, &site, first, 60).await.data();
    for n in 1..DOCUMENT_SCHEDULES_PER_SITE {
        let (id, _) = site.document(&app, &format!("d{n}"), "text").await;
        schedule(&app, &site, id, 60).await.data();
    }
    let (last, _) = site.document(&app, "last", "text").await;
    let refused = schedule(&app, &site, last, 60).await.refusal();
    assert_eq!(refused, (409, "release.tooManyScheduled".to_owned()));
    app.sql(&format!(
        "UPDATE throttles SET n_hits = {PUBLISHES_PER_ACCOUNT_PER_HOUR} WHERE key LIKE 'publishes %'"
    ));
    let refused = schedule(&app, &site, first, 90).await.refusal();
    assert_eq!(refused, (429, "request.tooMany".to_owned()));
    let path = format!("/schedule/{first}");
    site.call(&app, "DELETE", &path, Value::Null).await.data();
}
