//! Copies of a knowledge base.

use actix_web::http::Method;
use moyan_foundation::access::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::content::{Base, delete_category, delete_document, put_category};
use crate::support::{DRAWING, TestApp, png};

#[actix_web::test]
async fn a_copy_has_everything_but_the_past() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (top, first) = base.document(&app, "one").await;
    let (below, _) = base.document(&app, "two words").await;
    let (deleted, revision) = base.document(&app, "deleted").await;
    base.accepted(&app, base.put_text(top, first, "newer text")).await;
    base.accepted(&app, base.put_place(below, Some(top), 4.0)).await;
    base.accepted(&app, delete_document(deleted, revision)).await;
    let gone = Uuid::now_v7();
    base.accepted(&app, put_category(gone, "旧", "old")).await;
    base.accepted(&app, delete_category(gone)).await;
    let path = format!("{}/duplicate", base.path);
    let copy = app.call(&base.owner, "POST", &path, Value::Null).await.data();
    assert_eq!(
        (
            &copy["title"],
            &copy["nDocuments"],
            &copy["nWords"],
            &copy["revision"]
        ),
        (&json!("手册 (copy)"), &json!(2), &json!(4), &json!(4))
    );
    let copied = Base {
        path: base.path.replace(&base.id, copy["id"].as_str().unwrap()),
        ..base
    };
    let pulled = copied.pull(&app, 0).await;
    assert_eq!(
        (
            pulled["categories"].as_array().unwrap().len(),
            pulled["revision"].as_i64()
        ),
        (1, Some(4))
    );
    let documents = pulled["documents"].as_array().unwrap();
    let rows: Vec<_> = documents
        .iter()
        .map(|row| (&row["id"], &row["content"], &row["parentId"]))
        .collect();
    assert_eq!(
        rows,
        [
            (&json!(top), &json!("newer text"), &Value::Null),
            (&json!(below), &json!("two words"), &json!(top)),
        ]
    );
    // Each has one revision, on which the next text is written.
    let path = format!("{}/documents/{top}/revisions", copied.path);
    let past = app.call(&copied.owner, "GET", &path, Value::Null).await.data();
    assert_eq!(past["items"].as_array().unwrap().len(), 1);
    assert_eq!(past["items"][0]["revision"], documents[0]["textRevision"]);
    let seen = documents[0]["textRevision"].as_i64().unwrap();
    copied
        .accepted(&app, copied.put_text(top, seen, "in the copy"))
        .await;
}

#[actix_web::test]
async fn a_copy_of_an_archived_base_is_worked_on_and_has_a_title_that_fits() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    app.sql(&format!(
        "UPDATE knowledge_bases SET status = 'archived', title = '{}'",
        "墨".repeat(100)
    ));
    let path = format!("{}/duplicate", base.path);
    let copy = app.call(&base.owner, "POST", &path, Value::Null).await.data();
    assert_eq!(copy["status"], "active");
    assert_eq!(copy["title"], format!("{} (copy)", "墨".repeat(93)));
    app.sql("UPDATE knowledge_bases SET status = 'draft'");
    let copy = app.call(&base.owner, "POST", &path, Value::Null).await.data();
    assert_eq!(copy["status"], "draft");
}

#[actix_web::test]
async fn a_copy_has_the_images_and_drawings_that_its_texts_show() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let names = [
        ("images/0123456789abcdef.png".to_owned(), "image/png", png(1)),
        (
            format!("diagrams/{}", "0123456789abcdef".repeat(4)),
            "image/svg+xml",
            DRAWING.into(),
        ),
    ];
    for (name, media_type, bytes) in &names {
        let path = format!("{}/{name}", base.path);
        app.send_bytes(&base.owner, Method::PUT, &path, media_type, bytes)
            .await
            .data();
    }
    let path = format!("{}/duplicate", base.path);
    let copy = app.call(&base.owner, "POST", &path, Value::Null).await.data();
    let copied = base.path.replace(&base.id, copy["id"].as_str().unwrap());
    for (name, ..) in &names {
        let shown = app
            .call(&base.owner, "GET", &format!("{copied}/{name}"), Value::Null)
            .await;
        assert_eq!(shown.status, 200, "{name}");
    }
}

#[actix_web::test]
async fn a_copy_keeps_what_was_said_of_the_base_and_of_each_document_and_nothing_of_others() {
    let app = TestApp::with_database();
    let stranger = Base::named(&app, "stranger").await;
    stranger.document(&app, "another text of somebody else").await;
    let base = Base::new(&app).await;
    app.sql(&format!(
        "UPDATE knowledge_bases SET description = '说明', category = 'tutorial' WHERE id = '{}'",
        base.id
    ));
    let id = Uuid::now_v7();
    let mut change = base.put_text(id, 0, &"a".repeat(3000));
    change["routerPath"] = json!("/first");
    change["createdAt"] = json!("2020-02-29T12:00:00Z");
    base.accepted(&app, change).await;
    let (deleted, revision) = base.document(&app, &"b".repeat(9000)).await;
    base.accepted(&app, delete_document(deleted, revision)).await;
    let editor = base.member(&app, Role::Editor).await;
    app.state.clock.advance(chrono::TimeDelta::hours(2));
    app.sql("DELETE FROM throttles");
    let path = format!("{}/duplicate", base.path);
    let headers = [("token", editor.token.as_str()), ("accept-language", "zh-CN")];
    let answer = app
        .send_from("10.0.0.1", Method::POST, &path, &headers, Vec::new())
        .await;
    let copy = answer.data();
    for (field, value) in [
        ("title", json!("手册（副本）")),
        ("description", json!("说明")),
        ("category", json!("tutorial")),
        ("nDocuments", json!(1)),
        ("nWords", json!(1)),
    ] {
        assert_eq!(copy[field], value, "{field}");
    }
    // Its texts are counted as written: one, of two whole kilobytes. Those that were deleted are not, nor anybody else's.
    let kilobytes = "SELECT n_hits FROM throttles WHERE key LIKE 'texts %'";
    assert_eq!(app.database().text(kilobytes), "3");
    let copied = Base {
        path: base.path.replace(&base.id, copy["id"].as_str().unwrap()),
        ..base
    };
    let pulled = copied.pull(&app, 0).await;
    assert_eq!(
        (
            pulled["categories"].as_array().unwrap().len(),
            pulled["documents"].as_array().unwrap().len()
        ),
        (1, 1)
    );
    let moment =
        |value: &Value| -> chrono::DateTime<chrono::Utc> { value.as_str().unwrap().parse().unwrap() };
    let is_now = |value: &Value| (app.state.clock.now() - moment(value)).num_minutes() == 0;
    assert!(is_now(&pulled["categories"][0]["createdAt"]));
    let document = &pulled["documents"][0];
    for (field, value) in [
        ("isNamed", json!(true)),
        ("routerPath", json!("/first")),
        ("createdAt", json!("2020-02-29T12:00:00Z")),
        ("updatedByNickname", json!("editor")),
        ("position", json!(1.0)),
    ] {
        assert_eq!(document[field], value, "{field}");
    }
    assert!(is_now(&document["updatedAt"]));
    let past = format!("{}/documents/{id}/revisions", copied.path);
    let past = app.call(&copied.owner, "GET", &past, Value::Null).await.data();
    assert_eq!(past["items"][0]["nickname"], "editor");
}
