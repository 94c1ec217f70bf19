use moyan_foundation::access::Role;
use moyan_server::features::site::settings::SettingsTab;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::content::delete_document;
use crate::support::site::Site;

/// Tabs that publishing would change, with both settings.
async fn changed_settings(app: &TestApp, site: &Site) -> Vec<Value> {
    let data = site
        .call(app, "GET", "/changed-settings", Value::Null)
        .await
        .data();
    data["tabs"].as_array().unwrap().clone()
}

#[actix_web::test]
async fn documents_are_added_changed_moved_and_removed() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (changed, changed_at) = site.document(&app, "甲", "一").await;
    let (moved, _) = site.document(&app, "乙", "一").await;
    let (removed, removed_at) = site.document(&app, "丙", "一").await;
    let all = [
        "added /docs/docs/甲",
        "added /docs/docs/乙",
        "added /docs/docs/丙",
    ];
    assert_eq!(site.changed_documents(&app).await, all);
    site.publish(&app).await.data();
    assert!(site.changed_documents(&app).await.is_empty());
    site.write(&app, changed, changed_at, "甲", "二").await;
    site.base
        .accepted(&app, site.base.put_place(moved, Some(changed), 1.))
        .await;
    site.base
        .accepted(&app, delete_document(removed, removed_at))
        .await;
    site.document(&app, "丁", "一").await;
    assert_eq!(
        site.changed_documents(&app).await,
        [
            "changed /docs/docs/甲",
            "moved /docs/docs/甲/乙 /docs/docs/乙",
            "added /docs/docs/丁",
            "removed /docs/docs/丙"
        ]
    );
    let text = site
        .call(&app, "GET", &format!("/changes/{removed}"), Value::Null)
        .await
        .data();
    assert_eq!((&text["before"], &text["after"]), (&json!("一"), &Value::Null));
    let unknown = format!("/changes/{}", uuid::Uuid::now_v7());
    let refused = site.call(&app, "GET", &unknown, Value::Null).await;
    assert_eq!(refused.refusal(), (404, "document.notFound".to_owned()));
}

#[actix_web::test]
async fn a_text_that_was_changed_and_changed_back_is_no_change() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let (id, revision) = site.document(&app, "甲", "一").await;
    site.publish(&app).await.data();
    let revision = site.write(&app, id, revision, "甲", "二").await;
    site.write(&app, id, revision, "甲", "一").await;
    assert!(site.changed_documents(&app).await.is_empty());
}

#[actix_web::test]
async fn a_new_title_is_a_change_and_moves_what_lies_below() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let text = "---\nrouter_path: one\nsidebar_label: 甲\n---\n一";
    let (above, revision) = site.document(&app, "甲", text).await;
    let (below, _) = site.document(&app, "乙", "一").await;
    site.base
        .accepted(&app, site.base.put_place(below, Some(above), 1.))
        .await;
    site.publish(&app).await.data();
    let revision = site.write(&app, above, revision, "甲二", text).await;
    assert_eq!(site.changed_documents(&app).await, ["changed /docs/docs/one"]);
    site.write(&app, above, revision, "甲", "---\nrouter_path: two\n---\n一")
        .await;
    assert_eq!(
        site.changed_documents(&app).await,
        [
            "changed /docs/docs/two /docs/docs/one",
            "moved /docs/docs/two/乙 /docs/docs/one/乙"
        ]
    );
}

#[actix_web::test]
async fn another_look_of_code_is_no_change_of_documents() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "```js\n1\n```").await;
    site.publish(&app).await.data();
    let settings = "SELECT settings -> 'appearance' FROM releases";
    let mut appearance: Value = serde_json::from_str(&app.database().text(settings)).unwrap();
    appearance["hasLineNumbers"] = json!(!appearance["hasLineNumbers"].as_bool().unwrap());
    site.set(&app, "appearance", &appearance);
    assert_eq!(site.changes(&app).await["tabs"], json!(["appearance"]));
    assert!(site.changed_documents(&app).await.is_empty());
}

#[actix_web::test]
async fn tabs_that_differ_are_shown_with_both_settings_but_for_those_that_are_live() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    let first = changed_settings(&app, &site).await;
    let frozen: Vec<&str> = SettingsTab::NAMES
        .iter()
        .copied()
        .filter(|tab| !["membership", "access"].contains(tab))
        .collect();
    let names: Vec<_> = first.iter().map(|changed| changed["tab"].clone()).collect();
    assert_eq!(names, frozen);
    assert_eq!(site.changes(&app).await["tabs"], json!(frozen));
    assert!(first.iter().all(|changed| changed["before"].is_null()));
    site.publish(&app).await.data();
    assert_eq!(site.changes(&app).await["tabs"], json!([]));
    let links = |shows_home: bool| json!({ "links": [], "showsHome": shows_home, "showsIndex": true });
    site.set(&app, "navigation", &links(false));
    site.set(
        &app,
        "membership",
        &json!({ "packages": [], "generalBenefits": ["x"] }),
    );
    let changes = site.changes(&app).await;
    assert_eq!(changes["tabs"], json!(["navigation"]));
    assert_eq!(changes["liveRelease"]["number"], 1);
    let expected = json!({ "tab": "navigation", "before": links(true), "after": links(false) });
    assert_eq!(changed_settings(&app, &site).await, [expected]);
}

#[actix_web::test]
async fn who_may_not_read_settings_does_not_read_their_changes() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let path = format!("{}/changed-settings", site.path);
    for (role, status) in [(Role::Viewer, 200), (Role::Support, 403)] {
        let member = site.base.member(&app, role).await;
        assert_eq!(app.call(&member, "GET", &path, Value::Null).await.status, status);
    }
}

#[actix_web::test]
async fn a_field_that_came_after_the_release_is_no_change() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "甲", "一").await;
    site.publish(&app).await.data();
    app.sql("UPDATE releases SET settings = settings #- '{index,offersMarkdown}'");
    assert_eq!(site.changes(&app).await["tabs"], json!([]));
}

#[actix_web::test]
async fn what_is_not_on_the_site_is_listed_with_the_reason() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    site.document(&app, "稿", "---\ndraft: true\n---\n一").await;
    site.document(&app, "空", "---\ntitle: 空\n---\n\n").await;
    site.document(&app, "同", "---\nrouter_path: a b\n---\n一").await;
    let changes = site.changes(&app).await;
    let reasons: Vec<_> = changes["leftOut"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["reason"].clone())
        .collect();
    assert_eq!(reasons, ["draft", "empty"]);
    assert_eq!(changes["pathProblems"][0]["problem"], "bad");
    assert_eq!(changes["pathProblems"][0]["path"], "/docs/docs/a-b");
    let hidden = json!([{ "categoryId": site.base.category, "name": "", "description": "", "icon": "", "isVisible": false }]);
    let index = json!({
        "title": "", "description": "", "isSearchEnabled": true, "showsRecent": true, "categories": hidden,
        "layout": "list", "itemsPerPage": 12, "showsCategoryFilter": true, "showsDocumentCount": true, "isPaginated": true,
    });
    site.set(&app, "index", &index);
    let changes = site.changes(&app).await;
    assert_eq!(changes["nDocuments"], 0);
    assert_eq!(changes["leftOut"][0]["reason"], "hiddenCategory");
}
