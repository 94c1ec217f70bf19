use actix_web::http::Method;
use moyan_foundation::openapi;
use moyan_foundation::route::{Access, Route};
use moyan_server::composition;
use serde_json::Value;

use crate::support::TestApp;

#[test]
fn the_committed_document_is_current() {
    let committed = include_str!("../../../../frontend/src/api/generated/openapi.json");
    assert_eq!(
        committed,
        openapi::text(&composition::routes()),
        "make gen writes frontend/src/api/generated/openapi.json again"
    );
}

#[actix_web::test]
async fn the_document_is_served_and_can_be_read_without_a_script() {
    let app = TestApp::new();
    let document = app.get("/api/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let page = app.get("/api/docs").await;
    for route in composition::routes() {
        assert!(
            page.text()
                .contains(&format!("<code>{} {}</code>", route.method, route.template()))
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
    let table = composition::routes();
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

#[test]
fn every_moment_and_every_amount_says_its_unit() {
    let document: Value = serde_json::from_str(&openapi::text(&composition::routes())).unwrap();
    let (mut n_moments, mut n_amounts) = (0, 0);
    for (schema, described) in document["components"]["schemas"].as_object().unwrap() {
        let Some(properties) = described["properties"].as_object() else {
            continue;
        };
        for (name, property) in properties {
            let about = property["description"].as_str().unwrap_or_default();
            if property["format"] == "date-time" {
                n_moments += 1;
                assert!(about.ends_with(". RFC 3339, in UTC."), "{schema}.{name}: {about}");
            }
            if name.contains("Fen") {
                n_amounts += 1;
                assert!(about.contains("in fen (CNY)"), "{schema}.{name}: {about}");
            }
        }
    }
    assert!(n_moments > 50 && n_amounts > 10, "{n_moments} {n_amounts}");
}

async fn nothing() -> &'static str {
    ""
}

/// How the document describes a route.
fn described(route: Route) -> Value {
    let name = route.name;
    let document: Value = serde_json::from_str(&openapi::text(&[route])).unwrap();
    let mut operations = document["paths"].as_object().unwrap().values();
    let methods = operations.next().unwrap().as_object().unwrap();
    let operation = methods.values().next().unwrap().clone();
    assert_eq!(operation["operationId"], name);
    operation
}

#[test]
fn headers_that_a_route_takes_are_described() {
    let route = || Route::new(Method::PATCH, "/api/x", "change_x", "", Access::Session, nothing);
    assert!(described(route())["parameters"].is_null());
    let operation = described(route().if_match().idempotent());
    let headers = operation["parameters"].as_array().unwrap();
    let named: Vec<_> = headers
        .iter()
        .map(|header| (&header["name"], &header["in"], &header["required"]))
        .collect();
    assert_eq!(
        named,
        [
            (&"If-Match".into(), &"header".into(), &true.into()),
            (&"Idempotency-Key".into(), &"header".into(), &false.into())
        ]
    );
    for (status, key) in [
        ("428", "`request.preconditionRequired`"),
        ("422", "`idempotency.keyReused`"),
        ("409", "`idempotency.inProgress`"),
    ] {
        let description = operation["responses"][status]["description"].as_str().unwrap();
        assert!(description.contains(key), "{description}");
    }
}

#[test]
fn parameters_of_paths_are_described_as_what_they_are() {
    let route = Route::new(
        Method::GET,
        "/api/files/{path:.*}",
        "get_file",
        "",
        Access::Anyone,
        nothing,
    );
    assert_eq!(route.path_parameters().collect::<Vec<_>>(), ["path"]);
    assert_eq!(route.tail_parameter(), Some("path"));
    assert_eq!(route.template(), "/api/files/{path}");
    let parameter = &described(route)["parameters"][0];
    assert_eq!(parameter["name"], "path");
    assert!(parameter["schema"]["format"].is_null());
    let route = Route::new(
        Method::GET,
        "/api/images/{avatarId}/{imageName}",
        "get_image",
        "",
        Access::Anyone,
        nothing,
    );
    let parameters = described(route)["parameters"].clone();
    assert_eq!(parameters[0]["schema"]["format"], "uuid");
    assert!(parameters[1]["schema"]["format"].is_null());
}
