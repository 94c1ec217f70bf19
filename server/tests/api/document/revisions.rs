//! The past of a document.

use moyan_foundation::access::Role;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::content::Base;

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
    let mut change = base.put_text(id, second, "one");
    change["cause"] = json!("restore");
    let third = base.accepted(&app, change.clone()).await;
    assert_eq!(third, second + 1);
    let path = format!("{}/documents/{id}/revisions/{third}", base.path);
    let text = app.call(&base.owner, "GET", &path, Value::Null).await.data();
    assert_eq!(
        (&text["cause"], &text["content"]),
        (&json!("restore"), &json!("one"))
    );
    assert_eq!(base.pull(&app, second).await["documents"][0]["content"], "one");
    assert_eq!(app.database().text("SELECT n_words FROM knowledge_bases"), "1");
    // Somebody else was faster.
    let mut late = base.put_text(id, second, "two words");
    late["cause"] = json!("restore");
    assert_eq!(base.conflict(&app, late).await["content"], "one");
}

#[actix_web::test]
async fn a_revision_belongs_to_its_document() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (first, revision) = base.document(&app, "one").await;
    let (second, _) = base.document(&app, "two").await;
    let path = format!("{}/documents/{second}/revisions/{revision}", base.path);
    let answer = app.call(&base.owner, "GET", &path, Value::Null).await;
    assert_eq!(answer.refusal(), (404, "revision.notFound".to_owned()));
    assert_ne!(first, second);
    // Nor is it in the list of another.
    let path = format!("{}/documents/{second}/revisions", base.path);
    let page = app.call(&base.owner, "GET", &path, Value::Null).await.data();
    assert_eq!(page["items"].as_array().unwrap().len(), 1, "{page}");
    // A cursor that no page gave is refused.
    let path = format!("{path}?cursor=x");
    let answer = app.call(&base.owner, "GET", &path, Value::Null).await;
    assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
}
