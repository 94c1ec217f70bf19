use moyan_server::{openapi, router};

use crate::support::TestApp;

#[test]
fn the_committed_document_is_current() {
    let committed = include_str!("../../../../frontend/src/api/generated/openapi.json");
    assert_eq!(
        committed,
        openapi::text(&router::table()),
        "make gen writes frontend/src/api/generated/openapi.json again"
    );
}

#[actix_web::test]
async fn the_document_is_served_and_can_be_read_without_a_script() {
    let app = TestApp::new();
    let document = app.get("/api/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let page = app.get("/api/docs").await;
    for route in router::table() {
        assert!(
            page.text()
                .contains(&format!("<code>{} {}</code>", route.method, route.path))
        );
    }
    assert!(!page.text().contains("<script"));
    assert!(
        page.header("content-security-policy")
            .contains("default-src 'none'")
    );
}

#[test]
fn no_two_routes_share_a_name_or_an_address() {
    let table = router::table();
    for (at, route) in table.iter().enumerate() {
        for other in table.iter().skip(at + 1) {
            assert_ne!(route.name, other.name);
            assert!(
                route.path != other.path || route.method != other.method,
                "{}",
                route.name
            );
        }
    }
}
