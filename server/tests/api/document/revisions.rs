//! The past of a document.

use actix_web::http::Method;
use moyan_server::access::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::content::{Base, delete_document};
use crate::support::{Answer, TestApp, User};

async fn restore(app: &TestApp, base: &Base, user: &User, id: Uuid, seen: &str, revision: i64) -> Answer {
    let path = format!("{}/documents/{id}/restore", base.path);
    let headers = [
        ("token", user.token.as_str()),
        ("content-type", "application/json"),
        ("if-match", seen),
    ];
    let body = json!({ "revision": revision, "device": "Safari" })
        .to_string()
        .into_bytes();
    app.send_from("10.0.0.1", Method::POST, &path, &headers, body)
        .await
}

#[actix_web::test]
async fn every_text_that_was_accepted_is_in_the_past_with_its_author_and_device() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, first) = base.document(&app, "一").await;
    let editor = base.member(&app, Role::Editor).await;
    let mut change = base.put_text(id, first, "一二三");
    change["cause"] = json!("merge");
    base.try_push(&app, &editor, vec![change]).await.data();
    let path = format!("{}/documents/{id}/revisions", base.path);
    let page = app
        .call(&base.owner, "GET", &format!("{path}?limit=1"), Value::Null)
        .await
        .data();
    let newest = &page["items"][0];
    assert_eq!(
        (
            &newest["revision"],
            &newest["nickname"],
            &newest["device"],
            &newest["cause"],
            &newest["nCharacters"]
        ),
        (
            &json!(4),
            &json!("editor"),
            &json!("Firefox"),
            &json!("merge"),
            &json!(3)
        )
    );
    assert!(newest["createdAt"].is_string() && newest["title"] == "标题");
    let cursor = page["nextCursor"].as_str().unwrap();
    let rest = app
        .call(
            &base.owner,
            "GET",
            &format!("{path}?cursor={cursor}"),
            Value::Null,
        )
        .await
        .data();
    assert_eq!(
        (
            &rest["items"][0]["revision"],
            rest["items"].as_array().unwrap().len()
        ),
        (&json!(first), 1)
    );
    assert_eq!(rest["nextCursor"], Value::Null);
    let viewer = base.member(&app, Role::Viewer).await;
    let text = app
        .call(&viewer, "GET", &format!("{path}/{first}"), Value::Null)
        .await
        .data();
    assert_eq!(
        (&text["content"], &text["nickname"]),
        (&json!("一"), &json!("owner"))
    );
    for nothing in ["5", "nonsense", "-1"] {
        let answer = app
            .call(&viewer, "GET", &format!("{path}/{nothing}"), Value::Null)
            .await;
        assert_eq!(answer.refusal(), (404, "revision.notFound".to_owned()));
    }
    // The account that wrote it is gone, the text is not.
    app.sql(&format!(
        "DELETE FROM teams WHERE owner_id = '{0}'; DELETE FROM users WHERE id = '{0}'",
        editor.id
    ));
    let page = app.call(&base.owner, "GET", &path, Value::Null).await.data();
    assert_eq!(page["items"][0]["nickname"], Value::Null);
}

#[actix_web::test]
async fn an_older_text_becomes_a_new_revision() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, first) = base.document(&app, "one").await;
    let second = base.accepted(&app, base.put_text(id, first, "two words")).await;
    let seen = format!("\"{second}\"");
    let document = restore(&app, &base, &base.owner, id, &seen, first).await.data();
    assert_eq!(
        (&document["content"], &document["textRevision"]),
        (&json!("one"), &json!(second + 1))
    );
    let path = format!("{}/documents/{id}/revisions/{}", base.path, second + 1);
    let text = app.call(&base.owner, "GET", &path, Value::Null).await.data();
    assert_eq!(
        (&text["cause"], &text["device"], &text["content"]),
        (&json!("restore"), &json!("Safari"), &json!("one"))
    );
    assert_eq!(base.pull(&app, second).await["documents"][0]["content"], "one");
    assert_eq!(app.database().text("SELECT n_words FROM knowledge_bases"), "1");
    // Somebody else was faster.
    let answer = restore(&app, &base, &base.owner, id, &seen, second).await;
    assert_eq!(answer.refusal(), (409, "document.changed".to_owned()));
    assert_eq!(answer.json()["data"]["current"]["content"], "one");
    let seen = format!("\"{}\"", second + 1);
    let answer = restore(&app, &base, &base.owner, id, &seen, 999).await;
    assert_eq!(answer.refusal(), (404, "revision.notFound".to_owned()));
    let viewer = base.member(&app, Role::Viewer).await;
    let answer = restore(&app, &base, &viewer, id, &seen, first).await;
    assert_eq!(answer.refusal(), (403, "access.denied".to_owned()));
}

#[actix_web::test]
async fn the_past_brings_a_deleted_document_back_while_its_category_is_there() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, first) = base.document(&app, "one").await;
    base.accepted(&app, delete_document(id, first)).await;
    let seen = format!("\"{first}\"");
    app.sql("UPDATE categories SET deleted_at = now()");
    let answer = restore(&app, &base, &base.owner, id, &seen, first).await;
    assert_eq!(answer.refusal(), (404, "category.notFound".to_owned()));
    app.sql("UPDATE categories SET deleted_at = NULL");
    let document = restore(&app, &base, &base.owner, id, &seen, first).await.data();
    assert_eq!(document["deletedAt"], Value::Null);
    assert_eq!(
        app.database().text("SELECT n_documents FROM knowledge_bases"),
        "1"
    );
}

#[actix_web::test]
async fn a_revision_belongs_to_its_document() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (first, revision) = base.document(&app, "one").await;
    let (second, newest) = base.document(&app, "two").await;
    let path = format!("{}/documents/{second}/revisions/{revision}", base.path);
    let answer = app.call(&base.owner, "GET", &path, Value::Null).await;
    assert_eq!(answer.refusal(), (404, "revision.notFound".to_owned()));
    let answer = restore(
        &app,
        &base,
        &base.owner,
        second,
        &format!("\"{newest}\""),
        revision,
    )
    .await;
    assert_eq!(answer.refusal(), (404, "revision.notFound".to_owned()));
    assert_ne!(first, second);
}

#[actix_web::test]
async fn an_older_text_leaves_path_and_title_to_the_document_of_today_and_counts_as_written() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, first) = base.document(&app, "one").await;
    let mut change = base.put_text(id, first, "two");
    change["routerPath"] = json!("today");
    change["isNamed"] = json!(false);
    let second = base.accepted(&app, change).await;
    let counted = "SELECT n_hits FROM throttles WHERE key LIKE 'texts %'";
    let before: i64 = app.database().text(counted).parse().unwrap();
    let seen = format!("\"{second}\"");
    let restored = restore(&app, &base, &base.owner, id, &seen, first).await.data();
    assert_eq!(
        (
            &restored["content"],
            &restored["routerPath"],
            &restored["isNamed"]
        ),
        (&json!("one"), &json!("today"), &json!(false))
    );
    assert_eq!(app.database().text(counted), (before + 1).to_string());
}
