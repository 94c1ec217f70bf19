//! A copy of a base has documents and categories with the same IDs: what is done in one is not done in the other.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::content::{Base, delete_category, delete_document, put_category, put_place};

/// A copy of a base, which its owner has as well.
async fn copy_of(app: &TestApp, base: &Base) -> Base {
    let path = format!("{}/duplicate", base.path);
    let copy = app.call(&base.owner, "POST", &path, Value::Null).await.data();
    let id = copy["id"].as_str().unwrap().to_owned();
    Base {
        owner: base.owner.clone(),
        team: base.team.clone(),
        path: base.path.replace(&base.id, &id),
        id,
        category: base.category,
    }
}

/// The revision of the text of a document.
async fn seen(app: &TestApp, base: &Base, id: Uuid) -> i64 {
    base.pulled(app, id).await["textRevision"].as_i64().unwrap()
}

#[actix_web::test]
async fn what_is_moved_and_deleted_in_a_copy_stays_as_it_is_in_the_original() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let mut ids = Vec::new();
    for name in ["top", "middle", "bottom"] {
        ids.push(base.document(&app, name).await.0);
    }
    let (top, middle, bottom) = (ids[0], ids[1], ids[2]);
    base.accepted(&app, base.put_place(middle, Some(top), 1.0)).await;
    base.accepted(&app, base.put_place(bottom, Some(middle), 1.0))
        .await;
    let copy = copy_of(&app, &base).await;
    let before = base.pull(&app, 0).await;
    let other = Uuid::now_v7();
    copy.accepted(&app, put_category(other, "别的", "other")).await;
    copy.accepted(&app, put_place(top, other, None, 1.0)).await;
    let revision = seen(&app, &copy, middle).await;
    copy.accepted(&app, delete_document(middle, revision)).await;
    copy.accepted(&app, copy.put_text(top, seen(&app, &copy, top).await, "new"))
        .await;
    copy.accepted(&app, put_category(copy.category, "改名", "renamed"))
        .await;
    assert_eq!(copy.pulled(&app, bottom).await["parentId"], top.to_string());
    assert_eq!(base.pull(&app, 0).await, before);
}

#[actix_web::test]
async fn the_tree_of_the_original_says_nothing_of_the_tree_of_a_copy() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let mut ids = Vec::new();
    for name in ["above", "top", "child", "grandchild"] {
        ids.push(base.document(&app, name).await.0);
    }
    let (above, top, child, grandchild) = (ids[0], ids[1], ids[2], ids[3]);
    for (id, parent) in [(top, above), (child, top), (grandchild, child)] {
        base.accepted(&app, base.put_place(id, Some(parent), 1.0)).await;
    }
    let copy = copy_of(&app, &base).await;
    // Nothing is below anything in the copy but what is said here.
    for id in [grandchild, child] {
        copy.accepted(&app, copy.put_place(id, None, 1.0)).await;
    }
    copy.accepted(&app, copy.put_place(top, Some(child), 1.0)).await;
    assert_eq!(copy.pulled(&app, top).await["parentId"], child.to_string());
    copy.accepted(&app, copy.put_place(top, Some(above), 1.0)).await;
    let still = async |id: Uuid| {
        let row = copy.pulled(&app, id).await;
        assert_eq!(
            (&row["parentId"], &row["categoryId"]),
            (&Value::Null, &json!(copy.category)),
            "{id}"
        );
        row["revision"].clone()
    };
    let before = (still(child).await, still(grandchild).await);
    let other = Uuid::now_v7();
    copy.accepted(&app, put_category(other, "别的", "other")).await;
    copy.accepted(&app, put_place(above, other, None, 1.0)).await;
    assert_eq!((still(child).await, still(grandchild).await), before);
    let revision = seen(&app, &copy, top).await;
    copy.accepted(&app, delete_document(top, revision)).await;
    assert_eq!((still(child).await, still(grandchild).await), before);
    // One that is two levels below in the original only is not below in the copy.
    copy.accepted(&app, copy.put_place(child, None, 2.0)).await;
    copy.accepted(&app, put_place(child, other, None, 2.0)).await;
    still(grandchild).await;
}

#[actix_web::test]
async fn the_categories_of_the_original_are_none_of_the_copy() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, _) = base.document(&app, "one").await;
    let copy = copy_of(&app, &base).await;
    let other = Uuid::now_v7();
    copy.accepted(&app, put_category(other, "别的", "other")).await;
    let revision = seen(&app, &copy, id).await;
    copy.accepted(&app, delete_document(id, revision)).await;
    // The original has a document in it.
    copy.accepted(&app, delete_category(copy.category)).await;
    assert_eq!(copy.refused(&app, delete_category(other)).await, "category.last");
}

#[actix_web::test]
async fn what_was_deleted_stays_where_it_is_when_its_parent_moves_or_goes() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (top, revision) = base.document(&app, "top").await;
    let (gone, gone_revision) = base.document(&app, "gone").await;
    let (kept, _) = base.document(&app, "kept").await;
    let (below, below_revision) = base.document(&app, "below").await;
    for (id, parent) in [(gone, top), (kept, top), (below, kept)] {
        base.accepted(&app, base.put_place(id, Some(parent), 1.0)).await;
    }
    base.accepted(&app, delete_document(below, below_revision)).await;
    base.accepted(&app, delete_document(gone, gone_revision)).await;
    let before = (base.pulled(&app, gone).await, base.pulled(&app, below).await);
    let other = Uuid::now_v7();
    base.accepted(&app, put_category(other, "别的", "other")).await;
    base.accepted(&app, put_place(top, other, None, 1.0)).await;
    base.accepted(&app, delete_document(top, revision)).await;
    assert_eq!(
        (base.pulled(&app, gone).await, base.pulled(&app, below).await),
        before
    );
}

#[actix_web::test]
async fn the_past_of_the_original_is_not_that_of_the_copy() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let (id, first) = base.document(&app, "one").await;
    base.accepted(&app, base.put_text(id, first, "two")).await;
    let copy = copy_of(&app, &base).await;
    let past = async |base: &Base| {
        let path = format!("{}/documents/{id}/revisions", base.path);
        let page = app.call(&base.owner, "GET", &path, Value::Null).await.data();
        page["items"].as_array().unwrap().len()
    };
    assert_eq!((past(&base).await, past(&copy).await), (2, 1));
    // What was deleted in the copy long ago ends there alone.
    let revision = seen(&app, &copy, id).await;
    copy.accepted(&app, delete_document(id, revision)).await;
    app.sql("UPDATE documents SET deleted_at = now() - interval '31 days' WHERE deleted_at IS NOT NULL");
    let state = app.state.clone();
    let swept = tokio::task::spawn_blocking(move || moyan_foundation::jobs::sweep(&state).is_ok()).await;
    assert!(swept.unwrap());
    assert_eq!((past(&base).await, past(&copy).await), (2, 0));
    assert_eq!(base.pulled(&app, id).await["content"], "two");
}
