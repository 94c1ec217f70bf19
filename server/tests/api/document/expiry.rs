//! What is removed by and by.

use moyan_foundation::jobs;
use serde_json::json;
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::content::{Base, delete_document};

async fn sweep(app: &TestApp) {
    let state = app.state.clone();
    let swept = tokio::task::spawn_blocking(move || jobs::sweep(&state).is_ok()).await;
    assert!(swept.unwrap());
}

/// Texts of a document: revision, age and cause. `now` is the middle of a day and of ten minutes.
fn insert_revisions(app: &TestApp, base: &Base, id: Uuid, rows: &[(i64, &str, &str)]) {
    for (revision, age, cause) in rows {
        app.sql(&format!(
            "INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause, created_at) \
             VALUES ('{}', '{id}', {revision}, '', '', '{cause}', \
                     to_timestamp(floor(extract(epoch FROM now()) / 600) * 600) - interval '{age}')",
            base.id
        ));
    }
}

fn revisions(app: &TestApp) -> String {
    app.database()
        .text("SELECT string_agg(revision::text, ' ' ORDER BY revision) FROM document_revisions")
}

#[actix_web::test]
async fn the_past_is_thinned_with_its_age() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    app.sql("DELETE FROM document_revisions");
    insert_revisions(
        &app,
        &base,
        id,
        &[
            // One a day is kept: 11 and 12 are of one day, in the middle of it, and so are 14 and 15.
            (10, "40 days", "edit"),
            (11, "5 days", "edit"),
            (12, "5 days", "edit"),
            (13, "3 days", "edit"),
            (14, "2 days", "edit"),
            (15, "2 days", "edit"),
            // One in ten minutes: 20 and 21 are of the same, 22 is not.
            (20, "119 minutes", "edit"),
            (21, "118 minutes", "edit"),
            (22, "110 minutes", "edit"),
            // Until the day is over.
            (23, "1199 minutes", "edit"),
            (24, "1198 minutes", "edit"),
            // All of the last hour.
            (30, "49 minutes", "edit"),
            (31, "48 minutes", "edit"),
            (32, "47 minutes", "edit"),
        ],
    );
    // Neither another document nor the same one of another base thins them.
    let theirs = Base::named(&app, "stranger").await;
    theirs.accepted(&app, theirs.put_text(id, 0, "theirs")).await;
    let (other, _) = base.document(&app, "other").await;
    app.sql("DELETE FROM document_revisions WHERE revision < 10");
    insert_revisions(&app, &base, other, &[(25, "105 minutes", "edit")]);
    insert_revisions(&app, &theirs, id, &[(26, "104 minutes", "edit")]);
    // So that the two of one day are of one day whatever the time is.
    app.sql(
        "UPDATE document_revisions SET created_at = date_trunc('day', created_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' \
         + interval '12 hours' + revision * interval '1 second' WHERE revision < 20",
    );
    sweep(&app).await;
    assert_eq!(revisions(&app), "10 12 13 15 21 22 24 25 26 30 31 32");
    sweep(&app).await;
    assert_eq!(revisions(&app), "10 12 13 15 21 22 24 25 26 30 31 32");
}

#[actix_web::test]
async fn a_text_that_was_chosen_is_kept_for_thirty_days() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    app.sql("DELETE FROM document_revisions");
    insert_revisions(
        &app,
        &base,
        id,
        &[
            (10, "31 days", "merge"),
            (11, "31 days", "edit"),
            (20, "28 days", "restore"),
            (21, "28 days", "merge"),
            (22, "28 days", "edit"),
            (23, "28 days", "edit"),
        ],
    );
    sweep(&app).await;
    assert_eq!(revisions(&app), "11 20 21 23");
}

#[actix_web::test]
async fn a_document_has_five_hundred_texts_the_newest_and_the_chosen_among_them() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    let (other, _) = base.document(&app, "other").await;
    app.sql(&format!(
        "DELETE FROM document_revisions; \
         INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause, created_at) \
         SELECT '{0}', '{id}', n, '', '', CASE n WHEN 2 THEN 'merge' ELSE 'edit' END, now() FROM generate_series(1, 502) n; \
         INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause) \
         SELECT '{0}', '{other}', n, '', '', 'edit' FROM generate_series(1, 500) n",
        base.id
    ));
    sweep(&app).await;
    let left = format!(
        "SELECT concat_ws(' ', count(*), min(revision), (array_agg(revision ORDER BY revision))[2], max(revision)) \
         FROM document_revisions WHERE document_id = '{id}'"
    );
    assert_eq!(app.database().text(&left), "500 2 4 502");
    let others = format!("SELECT count(*) FROM document_revisions WHERE document_id = '{other}'");
    assert_eq!(app.database().text(&others), "500");
}

#[actix_web::test]
async fn each_document_of_each_base_has_five_hundred_texts_of_its_own() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let theirs = Base::named(&app, "stranger").await;
    let (id, _) = base.document(&app, "one").await;
    let (other, _) = base.document(&app, "other").await;
    theirs.accepted(&app, theirs.put_text(id, 0, "theirs")).await;
    app.sql("DELETE FROM document_revisions");
    // In their base the first text was chosen, so that the second one goes.
    for (of, document, first) in [
        (&base, id, "edit"),
        (&base, other, "edit"),
        (&theirs, id, "merge"),
    ] {
        app.sql(&format!(
            "INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause, created_at) \
             SELECT '{}', '{document}', n, '', '', CASE n WHEN 1 THEN '{first}' ELSE 'edit' END, now() \
             FROM generate_series(1, 501) n",
            of.id
        ));
    }
    sweep(&app).await;
    for (of, document, gone) in [(&base, id, 1), (&base, other, 1), (&theirs, id, 2)] {
        let left = format!(
            "SELECT count(*) || ' ' || count(*) FILTER (WHERE revision = {gone}) FROM document_revisions \
             WHERE knowledge_base_id = '{}' AND document_id = '{document}'",
            of.id
        );
        assert_eq!(app.database().text(&left), "500 0", "{document} {gone}");
    }
}

#[actix_web::test]
async fn what_was_chosen_long_ago_goes_before_newer_texts() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    app.sql(&format!(
        "DELETE FROM document_revisions; \
         INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause, created_at) \
         SELECT '{}', '{id}', n, '', '', CASE n WHEN 1 THEN 'merge' ELSE 'edit' END, now() - (503 - n) * interval '1 day' \
         FROM generate_series(1, 501) n",
        base.id
    ));
    sweep(&app).await;
    let left = "SELECT concat_ws(' ', count(*), min(revision)) FROM document_revisions";
    assert_eq!(app.database().text(left), "500 2");
}

#[actix_web::test]
async fn an_hour_of_typing_takes_no_day_before_it_away() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    app.sql(&format!(
        "DELETE FROM document_revisions; \
         INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause, created_at) \
         SELECT '{0}', '{id}', n, '', '', 'edit', now() - (302 - n) * interval '1 day' FROM generate_series(1, 300) n; \
         INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause, created_at) \
         SELECT '{0}', '{id}', 300 + n, '', '', 'edit', now() - (600 - n) * interval '3 seconds' \
         FROM generate_series(1, 600) n",
        base.id
    ));
    sweep(&app).await;
    let left = "SELECT concat_ws(' ', count(*), count(*) FILTER (WHERE revision <= 300), max(revision)) FROM document_revisions";
    assert_eq!(app.database().text(left), "500 300 900");
}

#[actix_web::test]
async fn the_newest_text_stays_however_many_were_chosen() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    app.sql(&format!(
        "DELETE FROM document_revisions; \
         INSERT INTO document_revisions (knowledge_base_id, document_id, revision, title, content, cause, created_at) \
         SELECT '{}', '{id}', n, '', '', CASE n WHEN 501 THEN 'edit' ELSE 'merge' END, now() FROM generate_series(1, 501) n",
        base.id
    ));
    sweep(&app).await;
    let left = "SELECT concat_ws(' ', count(*), min(revision), max(revision)) FROM document_revisions";
    assert_eq!(app.database().text(left), "500 2 501");
}

#[actix_web::test]
async fn of_a_document_that_was_deleted_thirty_days_ago_only_the_deletion_is_known() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "secret").await;
    let (kept, _) = base.document(&app, "kept").await;
    base.accepted(&app, delete_document(id, revision)).await;
    app.sql(&format!(
        "UPDATE documents SET router_path = 'secret' WHERE id = '{id}'"
    ));
    for (age, texts) in [("29 days", "2 secret"), ("31 days", "1 ")] {
        app.sql(&format!(
            "UPDATE documents SET deleted_at = now() - interval '{age}' WHERE id = '{id}'"
        ));
        sweep(&app).await;
        let left = format!(
            "SELECT (SELECT count(*) FROM document_revisions) || ' ' || (SELECT content FROM documents WHERE id = '{id}')"
        );
        assert_eq!(app.database().text(&left), texts, "{age}");
    }
    let tombstone = base.pulled(&app, id).await;
    assert_eq!(
        (
            &tombstone["title"],
            &tombstone["routerPath"],
            tombstone["deletedAt"].is_string()
        ),
        (&json!(""), &json!(""), true)
    );
    assert_eq!(base.pulled(&app, kept).await["content"], "kept");
    // Who wrote on its last text still brings it back.
    base.accepted(&app, base.put_text(id, revision, "back")).await;
}

#[actix_web::test]
async fn ids_of_changes_are_known_for_thirty_days_and_heartbeats_for_seconds() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    app.sql(&format!(
        "DELETE FROM accepted_changes; \
         INSERT INTO accepted_changes (knowledge_base_id, id, revision, created_at) VALUES \
             ('{0}', gen_random_uuid(), 29, now() - interval '29 days'), ('{0}', gen_random_uuid(), 31, now() - interval '31 days'); \
         INSERT INTO document_presences (session_id, knowledge_base_id, document_id, seen_at) \
         SELECT id, '{0}', '{id}', now() - interval '1 minute' FROM sessions",
        base.id
    ));
    sweep(&app).await;
    assert_eq!(
        app.database()
            .text("SELECT string_agg(revision::text, ' ') FROM accepted_changes"),
        "29"
    );
    assert_eq!(
        app.database().text("SELECT count(*) FROM document_presences"),
        "0"
    );
    app.sql(&format!(
        "INSERT INTO document_presences (session_id, knowledge_base_id, document_id) SELECT id, '{}', '{id}' FROM sessions",
        base.id
    ));
    sweep(&app).await;
    assert_eq!(
        app.database().text("SELECT count(*) FROM document_presences"),
        "1"
    );
}
