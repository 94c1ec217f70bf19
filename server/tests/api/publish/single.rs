//! Publishing one document, now and at a moment of its own.

use chrono::{DateTime, TimeDelta, Utc};
use moyan_foundation::jobs::{Queue, run_due, upkeep};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::content::{delete_document, put_category, put_place};
use crate::support::site::Site;
use crate::support::{Answer, TestApp};

pub(super) async fn publish_only(app: &TestApp, site: &Site, id: Uuid) -> Answer {
    let body = json!({ "note": "", "documentId": id });
    site.call(app, "POST", "/releases", body).await
}

pub(super) async fn schedule(app: &TestApp, site: &Site, id: Uuid, minutes: i64) -> Answer {
    schedule_at(app, site, id, app.clock.now() + TimeDelta::minutes(minutes)).await
}

async fn schedule_at(app: &TestApp, site: &Site, id: Uuid, publishes_at: DateTime<Utc>) -> Answer {
    let body = json!({ "publishesAt": publishes_at });
    site.call(app, "PUT", &format!("/schedule/{id}"), body).await
}

/// Does what is due, off the event loop.
pub(super) async fn work(app: &TestApp) {
    let state = app.state.clone();
    let done = actix_web::web::block(move || {
        upkeep(&state).unwrap();
        run_due(&state, Queue::Work).unwrap()
    });
    done.await.unwrap();
}

/// The documents of the live release in their order: path, title, and the title of the document above.
pub(super) fn live(app: &TestApp) -> String {
    app.database().text(
        "SELECT coalesce(string_agg(concat_ws(' ', d.path, d.title, p.title), ', ' ORDER BY d.position), '') \
         FROM release_documents d JOIN sites ON live_release_id = d.release_id \
         LEFT JOIN release_documents p ON p.release_id = d.release_id AND p.document_id = d.parent_id",
    )
}

/// The source that visitors read of a document.
pub(super) fn text_of(app: &TestApp, id: Uuid) -> String {
    app.database().text(&format!(
        "SELECT r.data->>'source' FROM release_documents d JOIN sites ON live_release_id = d.release_id \
         JOIN rendered_documents r ON r.hash = d.rendered_hash WHERE d.document_id = '{id}'"
    ))
}

#[actix_web::test]
async fn one_document_is_published_and_everything_else_stays_as_visitors_read_it() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (first, revision) = site.document(&app, "a", "one").await;
    let (second, other) = site.document(&app, "b", "two").await;
    site.publish(&app).await.data();
    site.write(&app, first, revision, "a", "one, written anew").await;
    site.write(&app, second, other, "b", "two, half written").await;
    let (third, _) = site.document(&app, "c", &format!("[b]({second}.md)")).await;
    site.document(&app, "d", "half written").await;
    publish_only(&app, &site, first).await.data();
    assert_eq!(live(&app), "/docs/docs/a a, /docs/docs/b b");
    assert_eq!(text_of(&app, first), "one, written anew");
    assert_eq!(text_of(&app, second), "two");
    let release = publish_only(&app, &site, third).await.data();
    assert_eq!((&release["number"], &release["note"]), (&json!(3), &json!("c")));
    assert_eq!(live(&app), "/docs/docs/a a, /docs/docs/b b, /docs/docs/c c");
    let changed = site.changed_documents(&app).await;
    assert_eq!(changed, ["changed /docs/docs/b", "added /docs/docs/d"]);
    // What the whole site would be later is what it would have been.
    site.publish(&app).await.data();
    assert!(site.changed_documents(&app).await.is_empty());
    assert_eq!(site.redirects(&app), "");
}

#[actix_web::test]
async fn a_document_brings_its_category_and_stands_below_what_is_published() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (first, _) = site.document(&app, "a", "one").await;
    let (moved, _) = site.document(&app, "b", "two").await;
    site.publish(&app).await.data();
    let category = Uuid::now_v7();
    site.base
        .push(&app, vec![put_category(category, "New", "new")])
        .await;
    let (folder, _) = site.document(&app, "folder", "not yet").await;
    let (below, _) = site.document(&app, "below", "text").await;
    site.base
        .push(&app, vec![put_place(folder, category, None, 1.0)])
        .await;
    site.base
        .push(&app, vec![put_place(below, category, Some(folder), 1.0)])
        .await;
    // The address names what is above it already, so that it stays the same later.
    publish_only(&app, &site, below).await.data();
    assert_eq!(
        live(&app),
        "/docs/docs/a a, /docs/docs/b b, /docs/new/folder/below below"
    );
    publish_only(&app, &site, folder).await.data();
    publish_only(&app, &site, below).await.data();
    assert_eq!(
        live(&app),
        "/docs/docs/a a, /docs/docs/b b, /docs/new/folder folder, /docs/new/folder/below below folder"
    );
    // One that goes below another leaves a redirect, and nothing else moves.
    site.base
        .push(&app, vec![put_place(moved, category, Some(folder), 2.0)])
        .await;
    site.base
        .push(&app, vec![put_place(first, category, None, 9.0)])
        .await;
    publish_only(&app, &site, moved).await.data();
    assert!(
        live(&app).starts_with("/docs/docs/a a, /docs/new/folder"),
        "{}",
        live(&app)
    );
    assert_eq!(site.redirects(&app), "/docs/docs/b /docs/new/folder/b");
}

#[actix_web::test]
async fn a_path_that_a_published_document_has_is_not_taken_from_it() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (first, revision) = site.document(&app, "a", "one").await;
    site.publish(&app).await.data();
    site.write(&app, first, revision, "renamed", "one").await;
    let (second, _) = site.document(&app, "a", "two").await;
    publish_only(&app, &site, second).await.data();
    assert_eq!(live(&app), "/docs/docs/a a, /docs/docs/a-2 a");
}

#[actix_web::test]
async fn a_document_whose_new_path_is_taken_keeps_its_own() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (first, revision) = site.document(&app, "a", "one").await;
    let (second, other) = site.document(&app, "b", "two").await;
    site.publish(&app).await.data();
    site.write(&app, first, revision, "renamed", "one").await;
    site.write(&app, second, other, "a", "two").await;
    publish_only(&app, &site, second).await.data();
    assert_eq!(live(&app), "/docs/docs/a a, /docs/docs/b a");
}

#[actix_web::test]
async fn what_stands_below_a_document_stays_in_its_category_when_that_goes_to_another() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (folder, _) = site.document(&app, "folder", "text").await;
    let (below, _) = site.document(&app, "below", "text").await;
    let place = put_place(below, site.base.category, Some(folder), 1.0);
    site.base.push(&app, vec![place]).await;
    site.publish(&app).await.data();
    assert_eq!(
        live(&app),
        "/docs/docs/folder folder, /docs/docs/folder/below below folder"
    );
    let category = Uuid::now_v7();
    let place = put_place(folder, category, None, 1.0);
    site.base
        .push(&app, vec![put_category(category, "New", "new"), place])
        .await;
    publish_only(&app, &site, folder).await.data();
    assert_eq!(
        live(&app),
        "/docs/docs/folder/below below, /docs/new/folder folder"
    );
}

#[actix_web::test]
async fn a_document_that_changed_places_with_the_one_above_it_stands_below_nothing_of_its_own() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (upper, _) = site.document(&app, "upper", "text").await;
    let (lower, _) = site.document(&app, "lower", "text").await;
    let category = site.base.category;
    let place = put_place(lower, category, Some(upper), 1.0);
    site.base.push(&app, vec![place]).await;
    site.publish(&app).await.data();
    for place in [
        put_place(lower, category, None, 1.0),
        put_place(upper, category, Some(lower), 1.0),
    ] {
        site.base.push(&app, vec![place]).await;
    }
    publish_only(&app, &site, upper).await.data();
    let above = "SELECT count(*) FROM release_documents d JOIN sites ON live_release_id = d.release_id \
                 WHERE d.parent_id IS NOT NULL";
    assert_eq!(app.database().text(above), "1", "{}", live(&app));
    publish_only(&app, &site, lower).await.data();
    publish_only(&app, &site, upper).await.data();
    assert!(live(&app).ends_with(" upper lower"), "{}", live(&app));
}

#[actix_web::test]
async fn what_cannot_be_published_alone_is_refused_with_the_reason() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "a", "one").await;
    let refused = async |id| publish_only(&app, &site, id).await.refusal();
    assert_eq!(refused(id).await, (409, "site.neverPublished".to_owned()));
    site.publish(&app).await.data();
    let (draft, _) = site.document(&app, "b", "---\ndraft: true\n---\nx").await;
    assert_eq!(refused(draft).await, (409, "release.leftOut".to_owned()));
    assert_eq!(
        refused(Uuid::now_v7()).await,
        (404, "document.notFound".to_owned())
    );
    app.sql(
        "INSERT INTO releases (id, site_id, number, status, note, settings, categories, engine_version, created_at) \
         SELECT gen_random_uuid(), id, 9, 'building', '', '{}', '[]', '', now() FROM sites",
    );
    assert_eq!(refused(id).await, (409, "release.building".to_owned()));
    app.sql("DELETE FROM releases WHERE status = 'building'");
    site.base.push(&app, vec![delete_document(id, revision)]).await;
    assert_eq!(refused(id).await, (404, "document.notFound".to_owned()));
    app.sql("UPDATE releases SET knowledge_base_id = NULL");
    assert_eq!(refused(draft).await, (409, "release.otherBase".to_owned()));
    app.sql("UPDATE teams SET plan = 'creator'");
    assert_eq!(refused(draft).await, (403, "plan.notAvailable".to_owned()));
}

#[actix_web::test]
async fn a_document_appears_at_its_moment_and_not_with_the_site_before() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (known, revision) = site.document(&app, "a", "one").await;
    site.publish(&app).await.data();
    let (new, _) = site.document(&app, "b", "two").await;
    site.write(&app, known, revision, "a", "one, for friday").await;
    schedule(&app, &site, new, 60).await.data();
    schedule(&app, &site, known, 90).await.data();
    let releases = site.call(&app, "GET", "/releases", Value::Null).await.data();
    let titles = releases["documents"].as_array().unwrap().iter();
    assert_eq!(
        titles.map(|row| row["title"].clone()).collect::<Vec<_>>(),
        ["b", "a"]
    );
    site.document(&app, "c", "three").await;
    site.publish(&app).await.data();
    assert_eq!(live(&app), "/docs/docs/a a, /docs/docs/c c");
    assert_eq!(text_of(&app, known), "one");
    app.clock.advance(TimeDelta::minutes(61));
    work(&app).await;
    assert_eq!(live(&app), "/docs/docs/a a, /docs/docs/b b, /docs/docs/c c");
    assert_eq!(text_of(&app, known), "one");
    app.clock.advance(TimeDelta::minutes(31));
    work(&app).await;
    assert_eq!(text_of(&app, known), "one, for friday");
    let releases = site.call(&app, "GET", "/releases", Value::Null).await.data();
    assert_eq!(releases["documents"], json!([]));
    assert!(site.changed_documents(&app).await.is_empty());
}

#[actix_web::test]
async fn a_moment_of_a_document_is_changed_and_taken_back() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, _) = site.document(&app, "a", "one").await;
    let refused = schedule(&app, &site, id, 60).await.refusal();
    assert_eq!(refused, (409, "site.neverPublished".to_owned()));
    site.publish(&app).await.data();
    schedule(&app, &site, id, 60).await.data();
    schedule(&app, &site, id, 120).await.data();
    for minutes in [0, 367 * 24 * 60] {
        let refused = schedule(&app, &site, id, minutes).await;
        assert_eq!(refused.problem("publishesAt"), "moment.outOfRange", "{minutes}");
    }
    app.clock.advance(TimeDelta::minutes(61));
    work(&app).await;
    assert_eq!(app.database().text("SELECT count(*) FROM releases"), "1");
    let path = format!("/schedule/{id}");
    site.call(&app, "DELETE", &path, Value::Null).await.data();
    let again = site.call(&app, "DELETE", &path, Value::Null).await.refusal();
    assert_eq!(again, (404, "document.notFound".to_owned()));
    app.clock.advance(TimeDelta::minutes(61));
    work(&app).await;
    assert_eq!(app.database().text("SELECT count(*) FROM releases"), "1");
}

#[actix_web::test]
async fn a_document_that_cannot_be_published_at_its_moment_says_why_until_the_site_is_published() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "a", "one").await;
    site.document(&app, "b", "two").await;
    site.publish(&app).await.data();
    schedule(&app, &site, id, 60).await.data();
    site.write(&app, id, revision, "a", "---\ndraft: true\n---\none")
        .await;
    app.clock.advance(TimeDelta::minutes(61));
    work(&app).await;
    let why = "SELECT concat_ws(' ', details->>'document', details->>'error') FROM audit_entries \
               WHERE action = 'site.scheduleFailed'";
    assert_eq!(app.database().text(why), "a release.leftOut");
    let releases = site.call(&app, "GET", "/releases", Value::Null).await.data();
    assert_eq!(releases["documents"][0]["failure"], "release.leftOut");
    work(&app).await;
    assert_eq!(app.database().text("SELECT count(*) FROM releases"), "1");
    site.publish(&app).await.data();
    let releases = site.call(&app, "GET", "/releases", Value::Null).await.data();
    assert_eq!(releases["documents"], json!([]));
}

#[actix_web::test]
async fn what_was_planned_for_documents_ends_with_the_base_and_in_the_bin() {
    for ending in ["base", "bin"] {
        let app = TestApp::with_database();
        let site = Site::new(&app).await;
        let (id, _) = site.document(&app, "a", "one").await;
        site.publish(&app).await.data();
        schedule(&app, &site, id, 60).await.data();
        if ending == "bin" {
            site.call(&app, "DELETE", "", Value::Null).await.data();
        } else {
            let generation = app.database().text("SELECT generation FROM sites");
            let headers = [
                ("token", site.base.owner.token.as_str()),
                ("content-type", "application/json"),
                ("if-match", &format!("\"{generation}\"")),
            ];
            let path = format!("{}/knowledge-base", site.path);
            let body = json!({ "knowledgeBaseId": null }).to_string().into_bytes();
            let put = actix_web::http::Method::PUT;
            app.send_from("10.0.0.1", put, &path, &headers, body).await.data();
        }
        assert!(
            app.database()
                .is_true("NOT EXISTS (SELECT FROM document_schedules)"),
            "{ending}"
        );
    }
}

#[actix_web::test]
async fn documents_of_one_moment_are_one_release_and_those_that_cannot_go_along_keep_no_other_back() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (known, revision) = site.document(&app, "a", "one").await;
    site.publish(&app).await.data();
    let (folder, _) = site.document(&app, "folder", "text").await;
    let (below, _) = site.document(&app, "below", &format!("[up]({folder}.md)")).await;
    let (draft, own) = site.document(&app, "draft", "text").await;
    let place = put_place(below, site.base.category, Some(folder), 1.0);
    site.base.push(&app, vec![place]).await;
    // The lower one is asked for first, and names the upper one.
    let moment = app.clock.now() + TimeDelta::minutes(60);
    for id in [below, known, draft, folder] {
        schedule_at(&app, &site, id, moment).await.data();
    }
    site.write(&app, known, revision, "a", "one, for friday").await;
    site.write(&app, draft, own, "draft", "---\ndraft: true\n---\ntext")
        .await;
    app.clock.advance(TimeDelta::minutes(61));
    work(&app).await;
    assert_eq!(
        live(&app),
        "/docs/docs/a a, /docs/docs/folder folder, /docs/docs/folder/below below folder"
    );
    assert_eq!(text_of(&app, known), "one, for friday");
    let links = format!(
        "SELECT r.data::text LIKE '%/docs/docs/folder%' FROM release_documents d JOIN sites ON live_release_id = d.release_id \
         JOIN rendered_documents r ON r.hash = d.rendered_hash WHERE d.document_id = '{below}'"
    );
    assert!(app.database().is_true(&format!("({links})")));
    let notes = "SELECT string_agg(note, ', ' ORDER BY number) FROM releases";
    assert_eq!(app.database().text(notes), ", a · folder · below");
    let releases = site.call(&app, "GET", "/releases", Value::Null).await.data();
    let waiting: Vec<_> = releases["documents"].as_array().unwrap().iter().collect();
    assert_eq!(waiting.len(), 1, "{waiting:?}");
    assert_eq!(waiting[0]["failure"], "release.leftOut");
    // What the whole site would be later is what it would have been.
    site.publish(&app).await.data();
    assert!(site.changed_documents(&app).await.is_empty());
}
