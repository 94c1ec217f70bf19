//! Deleted documents: a record of its own, which a later text undoes.

use serde_json::json;
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::content::{Base, delete_document, put_category};

#[actix_web::test]
async fn a_deleted_document_is_a_tombstone_without_its_text() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one two").await;
    let deleted = base.accepted(&app, delete_document(id, revision)).await;
    assert_eq!(deleted, revision + 1);
    let pulled = base.pull(&app, revision).await;
    let document = &pulled["documents"][0];
    assert!(document["deletedAt"].is_string());
    assert_eq!(
        (
            &document["content"],
            &document["textRevision"],
            &document["revision"]
        ),
        (&json!(""), &json!(revision), &json!(deleted))
    );
    let row = "SELECT concat_ws(' ', n_documents, n_words) FROM knowledge_bases";
    assert_eq!(app.database().text(row), "0 0");
}

#[actix_web::test]
async fn a_document_in_which_somebody_wrote_since_is_not_deleted() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one").await;
    base.accepted(&app, base.put_text(id, revision, "two")).await;
    for seen in [0, revision, revision + 9] {
        let current = base.conflict(&app, delete_document(id, seen)).await;
        assert_eq!(current["content"], "two", "{seen}");
    }
    assert!(base.pulled(&app, id).await["deletedAt"].is_null());
}

#[actix_web::test]
async fn what_is_below_a_deleted_document_moves_to_its_parent() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (top, _) = base.document(&app, "top").await;
    let (middle, revision) = base.document(&app, "middle").await;
    let (first, _) = base.document(&app, "first").await;
    let (second, _) = base.document(&app, "second").await;
    base.accepted(&app, base.put_place(middle, Some(top), 1.0)).await;
    base.accepted(&app, base.put_place(second, Some(middle), 2.0))
        .await;
    let before = base
        .accepted(&app, base.put_place(first, Some(middle), 1.0))
        .await;
    let deleted = base.accepted(&app, delete_document(middle, revision)).await;
    assert_eq!(deleted, before + 1);
    let pulled = base.pull(&app, before).await;
    let rows: Vec<_> = pulled["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["id"].clone(),
                row["parentId"].clone(),
                row["revision"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            (json!(middle), json!(top), deleted),
            (json!(first), json!(top), deleted + 1),
            (json!(second), json!(top), deleted + 2),
        ]
    );
    assert_eq!(base.revision(&app), (deleted + 2).to_string());
    // A browser tells by it that the place is a new one.
    for row in pulled["documents"].as_array().unwrap() {
        assert_eq!(row["placeRevision"], row["revision"]);
    }
}

#[actix_web::test]
async fn deleting_what_is_deleted_or_was_never_there_changes_nothing() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, revision) = base.document(&app, "one").await;
    let deleted = base.accepted(&app, delete_document(id, revision)).await;
    assert_eq!(base.accepted(&app, delete_document(id, 0)).await, deleted);
    assert_eq!(
        base.accepted(&app, delete_document(Uuid::now_v7(), 5)).await,
        deleted
    );
    assert_eq!(base.revision(&app), deleted.to_string());
}

#[actix_web::test]
async fn a_document_that_comes_back_stands_where_its_text_says_or_where_it_was() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (parent, _) = base.document(&app, "parent").await;
    let (id, revision) = base.document(&app, "one").await;
    base.accepted(&app, base.put_place(id, Some(parent), 5.0)).await;
    base.accepted(&app, delete_document(id, revision)).await;
    let mut change = base.put_text(id, revision, "two");
    change["place"] = json!(null);
    let back = base.accepted(&app, change).await;
    let document = base.pulled(&app, id).await;
    assert_eq!(
        (&document["parentId"], &document["position"]),
        (&json!(parent), &json!(5.0))
    );
    base.accepted(&app, delete_document(id, back)).await;
    base.accepted(&app, base.put_text(id, back, "three")).await;
    let document = base.pulled(&app, id).await;
    assert_eq!(
        (&document["parentId"], &document["position"]),
        (&json!(null), &json!(1.0))
    );
    // Another category is a place, too.
    let other = Uuid::now_v7();
    base.accepted(&app, put_category(other, "别的", "other")).await;
    let third = document["textRevision"].as_i64().unwrap();
    base.accepted(&app, delete_document(id, third)).await;
    let mut change = base.put_text(id, third, "four");
    change["place"]["categoryId"] = json!(other);
    base.accepted(&app, change).await;
    assert_eq!(base.pulled(&app, id).await["categoryId"], other.to_string());
}
