use actix_web::http::Method;
use moyan_foundation::files::hash_of;
use serde_json::{Value, json};

use crate::support::site::Site;
use crate::support::{DRAWING, TestApp};

/// Titles of the documents with diagrams that nobody has drawn, and the sources of these.
async fn undrawn(app: &TestApp, site: &Site) -> Value {
    let data = site
        .call(app, "GET", "/undrawn-diagrams", Value::Null)
        .await
        .data();
    let documents = data["documents"].as_array().unwrap().iter();
    documents
        .map(|document| json!([document["title"], document["sources"]]))
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
    assert_eq!(undrawn(&app, &site).await, json!([["甲", ["graph TD", "pie"]]]));
    for source in ["graph TD", "pie"] {
        let path = format!("{}/diagrams/{}", site.base.path, hash_of(source.as_bytes()));
        let drawing = DRAWING.as_bytes();
        app.send_bytes(&site.base.owner, Method::PUT, &path, "image/svg+xml", drawing)
            .await
            .data();
    }
    assert_eq!(undrawn(&app, &site).await, json!([]));
}
