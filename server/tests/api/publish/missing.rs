use actix_web::http::Method;
use moyan_foundation::files::hash_of;
use serde_json::{Value, json};

use crate::support::site::Site;
use crate::support::{DRAWING, TestApp};

/// Titles of the documents that would not show everything, with what they would not show.
async fn missing(app: &TestApp, site: &Site, what: &str) -> Value {
    let data = site.call(app, "GET", "/missing-media", Value::Null).await.data();
    let documents = data["documents"].as_array().unwrap().iter();
    documents
        .map(|document| json!([document["title"], document[what]]))
        .collect()
}

#[actix_web::test]
async fn diagrams_without_a_drawing_are_told_with_their_documents() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let twice = "```mermaid\ngraph TD\n```\n\n- x\n\n  ```mermaid\n  pie\n  ```\n\n```mermaid\ngraph TD\n```";
    site.document(&app, "甲", twice).await;
    site.document(&app, "乙", "`mermaid` 是一种画图的语言\n\n```js\ngraph TD\n```")
        .await;
    site.document(&app, "丙", "---\ndraft: true\n---\n```mermaid\npie\n```")
        .await;
    assert_eq!(
        missing(&app, &site, "sources").await,
        json!([["甲", ["graph TD", "pie"]]])
    );
    for source in ["graph TD", "pie"] {
        let path = format!("{}/diagrams/{}", site.base.path, hash_of(source.as_bytes()));
        let drawing = DRAWING.as_bytes();
        app.send_bytes(&site.base.owner, Method::PUT, &path, "image/svg+xml", drawing)
            .await
            .data();
    }
    assert_eq!(missing(&app, &site, "sources").await, json!([]));
}

#[actix_web::test]
async fn images_that_nobody_can_load_are_told_with_their_documents() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let hash = "b".repeat(64);
    app.sql(&format!(
        "INSERT INTO files (hash, name, media_type, n_bytes, width, height) VALUES ('{hash}', 'ab/x', 'image/png', 9, 4, 3); \
         INSERT INTO knowledge_base_images (knowledge_base_id, name, file_hash) \
         SELECT id, '0123456789abcdef.png', '{hash}' FROM knowledge_bases"
    ));
    site.document(
        &app,
        "甲",
        "![](images/0123456789abcdef.png) ![](https://a.cn/b.png)",
    )
    .await;
    site.document(
        &app,
        "乙",
        "![](images/fedcba9876543210.png)\n\n<IMG src=\"./c.png\"> ![](file:///d.png)",
    )
    .await;
    assert_eq!(
        missing(&app, &site, "images").await,
        json!([["乙", ["file:///d.png", "images/fedcba9876543210.png", "./c.png"]]])
    );
}
