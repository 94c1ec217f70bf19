//! Settings of a knowledge base.

use actix_web::http::Method;
use serde_json::{Value, json};

use crate::support::content::Base;
use crate::support::{Answer, TestApp};

async fn update(app: &TestApp, base: &Base, revision: i64, body: Value) -> Answer {
    let revision = format!("\"{revision}\"");
    let headers = [
        ("token", base.owner.token.as_str()),
        ("content-type", "application/json"),
        ("if-match", revision.as_str()),
    ];
    let body = body.to_string().into_bytes();
    app.send_from("10.0.0.1", Method::PATCH, &base.path, &headers, body)
        .await
}

#[actix_web::test]
async fn what_is_said_changes_and_the_rest_stays() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    // A text in the base does not touch its settings.
    base.document(&app, "one").await;
    let answer = update(&app, &base, 1, json!({ "description": "新的说明" })).await;
    assert_eq!(answer.header("etag"), "\"4\"");
    let changed = answer.data();
    assert_eq!(
        (
            &changed["title"],
            &changed["description"],
            &changed["revision"],
            &changed["settingsRevision"]
        ),
        (&json!("手册"), &json!("新的说明"), &json!(4), &json!(4))
    );
    // Nothing new is no change.
    let same = update(
        &app,
        &base,
        4,
        json!({ "description": "新的说明", "title": "手册" }),
    )
    .await
    .data();
    assert_eq!(same["revision"], 4);
    let answer = update(&app, &base, 4, json!({ "title": "墨".repeat(300) })).await;
    assert_eq!(answer.json()["data"]["fields"]["title"], "field.tooLong");
}

#[actix_web::test]
async fn who_has_not_seen_the_newest_settings_gets_them() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    update(&app, &base, 1, json!({ "title": "theirs" })).await.data();
    let answer = update(&app, &base, 1, json!({ "title": "ours" })).await;
    assert_eq!(answer.refusal(), (409, "knowledgeBase.changed".to_owned()));
    let current = &answer.json()["data"]["current"];
    assert_eq!(
        (&current["title"], &current["settingsRevision"]),
        (&json!("theirs"), &json!(3))
    );
    let answer = app
        .call(&base.owner, "PATCH", &base.path, json!({ "title": "ours" }))
        .await;
    assert_eq!(answer.status, 428);
}

#[actix_web::test]
async fn each_status_follows_each_other_and_an_archived_base_is_only_read() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let mut revision = 1;
    for status in [
        "draft", "archived", "active", "archived", "draft", "active", "archived",
    ] {
        let changed = update(&app, &base, revision, json!({ "status": status }))
            .await
            .data();
        assert_eq!(changed["status"], status);
        revision = changed["settingsRevision"].as_i64().unwrap();
    }
    let answer = update(&app, &base, revision, json!({ "title": "x" })).await;
    assert_eq!(answer.refusal(), (409, "knowledgeBase.archived".to_owned()));
    // Nothing changes when it is said once more.
    let changed = update(&app, &base, revision, json!({ "status": "archived" }))
        .await
        .data();
    assert_eq!(changed["settingsRevision"], revision);
    app.call(&base.owner, "GET", &base.path, Value::Null).await.data();
    base.pull(&app, 0).await;
    let changed = update(&app, &base, revision, json!({ "title": "x", "status": "draft" }))
        .await
        .data();
    assert_eq!(
        (&changed["title"], &changed["status"]),
        (&json!("x"), &json!("draft"))
    );
    revision = changed["settingsRevision"].as_i64().unwrap();
    let changed = update(
        &app,
        &base,
        revision,
        json!({ "title": "y", "status": "archived" }),
    )
    .await
    .data();
    assert_eq!(
        (&changed["title"], &changed["status"]),
        (&json!("y"), &json!("archived"))
    );
    let entries = "SELECT string_agg(concat_ws('>', details->>'from', details->>'to'), ' ' ORDER BY id) \
                   FROM audit_entries WHERE action = 'knowledgeBase.statusChanged'";
    assert!(
        app.database()
            .text(entries)
            .starts_with("active>draft draft>archived archived>active ")
    );
}

#[actix_web::test]
async fn two_changes_of_the_settings_at_the_same_moment_are_one() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let theirs = "UPDATE knowledge_bases SET title = 'theirs', revision = 3, settings_revision = 3";
    let ours = update(&app, &base, 1, json!({ "title": "ours" }));
    let answer = app.while_changing(theirs, ours).await;
    assert_eq!(answer.refusal(), (409, "knowledgeBase.changed".to_owned()));
    assert_eq!(answer.json()["data"]["current"]["title"], "theirs");
    let ours = update(&app, &base, 3, json!({ "title": "ours" }));
    let answer = app
        .while_changing("UPDATE knowledge_bases SET purges_at = now()", ours)
        .await;
    assert_eq!(answer.refusal(), (409, "knowledgeBase.inBin".to_owned()));
}

#[actix_web::test]
async fn each_setting_is_a_change_with_a_revision_and_a_moment_of_its_own() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let mut revision = 1;
    for (field, value) in [
        ("title", json!("新名")),
        ("description", json!("说明")),
        ("category", json!("tutorial")),
        ("status", json!("draft")),
    ] {
        app.state.clock.advance(chrono::TimeDelta::minutes(5));
        let changed = update(&app, &base, revision, json!({ field: value }))
            .await
            .data();
        assert_eq!(changed[field], value);
        let said: chrono::DateTime<chrono::Utc> = changed["updatedAt"].as_str().unwrap().parse().unwrap();
        assert_eq!((app.state.clock.now() - said).num_minutes(), 0, "{field}");
        // A browser hears of it by the revision of the base.
        assert_eq!(changed["revision"], changed["settingsRevision"], "{field}");
        let next = changed["settingsRevision"].as_i64().unwrap();
        assert!(next > revision, "{field}");
        revision = next;
        // What is answered is what is stored, the moment included.
        let stored = app.call(&base.owner, "GET", &base.path, Value::Null).await.data();
        assert_eq!(stored, changed, "{field}");
    }
    update(&app, &base, revision, json!({ "status": "archived" }))
        .await
        .data();
    for (field, value) in [
        ("title", "x"),
        ("description", "anders"),
        ("category", "techDocs"),
    ] {
        let answer = update(&app, &base, revision + 1, json!({ field: value })).await;
        assert_eq!(
            answer.refusal(),
            (409, "knowledgeBase.archived".to_owned()),
            "{field}"
        );
    }
}

#[actix_web::test]
async fn settings_of_the_future_are_not_the_newest() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let answer = update(&app, &base, 9, json!({ "title": "ours" })).await;
    assert_eq!(answer.refusal(), (409, "knowledgeBase.changed".to_owned()));
}
