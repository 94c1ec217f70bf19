//! Categories that are pushed.

use serde_json::json;
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::content::{Base, delete_category, delete_document, put_category};

#[actix_web::test]
async fn the_later_change_of_a_category_wins_and_the_same_one_is_none() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    assert_eq!(
        base.accepted(&app, put_category(base.category, "文档", "docs"))
            .await,
        2
    );
    assert_eq!(
        base.accepted(&app, put_category(base.category, "指南", "guide"))
            .await,
        3
    );
    let category = base.pull(&app, 2).await["categories"][0].clone();
    assert_eq!(
        (
            &category["name"],
            &category["slug"],
            &category["categoryKind"],
            &category["revision"]
        ),
        (&json!("指南"), &json!("guide"), &json!("docs"), &json!(3))
    );
}

#[actix_web::test]
async fn a_category_is_of_documents_unless_it_says_something_else() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let mut change = put_category(base.category, "指南", "guide");
    change.as_object_mut().unwrap().remove("categoryKind");
    base.accepted(&app, change).await;
    let category = base.pull(&app, 0).await["categories"][0].clone();
    assert_eq!(category["categoryKind"], "docs");
}

#[actix_web::test]
async fn last_category_cannot_be_deleted_nor_one_with_documents() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    assert_eq!(
        base.refused(&app, delete_category(base.category)).await,
        "category.last"
    );
    let other = Uuid::now_v7();
    base.accepted(&app, put_category(other, "别的", "other")).await;
    let (id, revision) = base.document(&app, "one").await;
    assert_eq!(
        base.refused(&app, delete_category(base.category)).await,
        "category.notEmpty"
    );
    base.accepted(&app, delete_document(id, revision)).await;
    let deleted = base.accepted(&app, delete_category(base.category)).await;
    // Deleting it again, or one that was never there, changes nothing.
    assert_eq!(base.accepted(&app, delete_category(base.category)).await, deleted);
    assert_eq!(
        base.accepted(&app, delete_category(Uuid::now_v7())).await,
        deleted
    );
    assert!(base.pull(&app, deleted - 1).await["categories"][0]["deletedAt"].is_string());
    assert_eq!(base.refused(&app, delete_category(other)).await, "category.last");
    // What was in it comes back with another place only.
    assert_eq!(
        base.refused(&app, base.put_text(id, revision, "two")).await,
        "category.notFound"
    );
    let mut change = base.put_text(id, revision, "two");
    change["place"]["categoryId"] = json!(other);
    base.accepted(&app, change).await;
    // A category that is written again is there again.
    base.accepted(&app, put_category(base.category, "文档", "docs"))
        .await;
    base.document(&app, "new").await;
}

#[actix_web::test]
async fn a_category_that_cannot_stand_in_an_address_is_refused() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    for (field, value) in [
        ("name", json!(" ")),
        ("name", json!("墨".repeat(101))),
        ("slug", json!("")),
        ("slug", json!("Docs")),
        ("slug", json!("a/b")),
        ("slug", json!("a".repeat(101))),
        ("categoryKind", json!("")),
        ("categoryKind", json!("a".repeat(51))),
        ("description", json!("a".repeat(501))),
    ] {
        let mut change = put_category(Uuid::now_v7(), "名称", "slug");
        change[field] = value;
        assert_eq!(base.refused(&app, change).await, "category.invalid", "{field}");
    }
    base.accepted(
        &app,
        put_category(Uuid::now_v7(), &"墨".repeat(100), "快速-开始_2"),
    )
    .await;
}

#[actix_web::test]
async fn a_base_has_five_hundred_categories() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    app.sql(&format!(
        "INSERT INTO categories (knowledge_base_id, id, name, slug, position, revision, deleted_at) \
         SELECT '{}', gen_random_uuid(), 'x', 'x', 1, 1, CASE n WHEN 1 THEN now() END FROM generate_series(1, 499) n",
        base.id
    ));
    let last = Uuid::now_v7();
    base.accepted(&app, put_category(last, "最后", "last")).await;
    assert_eq!(
        base.refused(&app, put_category(Uuid::now_v7(), "多", "more"))
            .await,
        "category.tooMany"
    );
    // One that is there can still be changed; one that comes back is one more.
    base.accepted(&app, put_category(last, "改名", "renamed")).await;
    let gone = app
        .database()
        .text("SELECT id FROM categories WHERE deleted_at IS NOT NULL");
    let back = put_category(gone.parse().unwrap(), "回来", "back");
    assert_eq!(base.refused(&app, back).await, "category.tooMany");
}

#[actix_web::test]
async fn each_field_of_a_category_is_a_change_and_its_age_is_not() {
    let app = TestApp::with_database();
    let base = Base::new(&app).await;
    let created = base.pull(&app, 0).await["categories"][0]["createdAt"].clone();
    let mut revision = 2;
    let mut changed = put_category(base.category, "文档", "docs");
    for (field, value) in [
        ("name", json!("指南")),
        ("slug", json!("guide")),
        ("categoryKind", json!("blog")),
        ("description", json!("about")),
        ("position", json!(2.5)),
    ] {
        app.state.clock.advance(chrono::TimeDelta::minutes(1));
        changed["id"] = json!(Uuid::now_v7());
        changed[field] = value.clone();
        revision += 1;
        assert_eq!(base.accepted(&app, changed.clone()).await, revision, "{field}");
        let category = base.pull(&app, revision - 1).await["categories"][0].clone();
        assert_eq!(category[field], value);
        assert_eq!(category["createdAt"], created, "{field}");
        let said: chrono::DateTime<chrono::Utc> = category["updatedAt"].as_str().unwrap().parse().unwrap();
        let age = app.state.clock.now() - said;
        assert!(age < chrono::TimeDelta::seconds(50), "{field} {age}");
    }
}
