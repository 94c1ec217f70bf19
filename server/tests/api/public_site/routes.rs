//! Made from the table of the addresses of sites: a new one is tried here without being added.

use actix_web::http::Method;
use moyan_server::features::public_site::{SITE_ROUTES, SiteRoute, Sites, Who};

use super::hosts::{HOST, get, published};
use crate::support::TestApp;

/// A path of a route. Nothing has the name, and the documents of tests are in the category `docs`.
fn path_of(route: &SiteRoute) -> String {
    let path = route.path.replace("{number}", "1").replace("{path}", "docs/x");
    path.replace("{name}", "x")
}

/// The path of a style sheet, as the homepage names it.
async fn style_path(app: &TestApp) -> String {
    let home = get(app, HOST, "/").await.text().to_owned();
    let (_, rest) = home.split_once("\"/assets/").unwrap();
    format!("/assets/{}", rest.split('"').next().unwrap())
}

#[actix_web::test]
async fn each_address_takes_its_methods_and_no_other() {
    let app = TestApp::with_database();
    published(&app).await;
    for route in SITE_ROUTES {
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
            let sent = Method::from_bytes(method.as_bytes()).unwrap();
            let answer = app.send(sent, &path_of(route), &[("host", HOST)]).await;
            let is_taken = route.methods().split(", ").any(|own| own == method);
            assert_eq!(answer.status != 405, is_taken, "{method} {}", route.path);
            let allowed = if is_taken { "" } else { route.methods() };
            assert_eq!(answer.header("allow"), allowed, "{method} {}", route.path);
        }
    }
}

#[actix_web::test]
async fn a_closed_site_answers_only_what_says_nothing_of_it() {
    let app = TestApp::with_database();
    published(&app).await;
    for (status, expected) in [("maintenance", 503), ("archived", 410)] {
        app.sql(&format!("UPDATE sites SET status = '{status}'"));
        app.state.memory.of::<Sites>().expire();
        for route in SITE_ROUTES {
            let answer = get(&app, HOST, &path_of(route)).await;
            let is_open = matches!(route.who, Who::AnyHost | Who::PreviewHost | Who::Anybody);
            assert_eq!(answer.status != expected, is_open, "{status}: {}", route.path);
        }
    }
}

#[actix_web::test]
async fn a_host_of_nobody_has_the_parts_of_the_preview_alone() {
    let app = TestApp::with_database();
    published(&app).await;
    let style = style_path(&app).await;
    for route in SITE_ROUTES {
        let path = if route.path == "/assets/{name}" {
            style.clone()
        } else {
            path_of(route)
        };
        let answer = get(&app, "nobody.localhost:8080", &path).await;
        let is_there = matches!(route.path, "/assets/{name}" | "/preview-frame");
        assert_eq!(answer.status == 200, is_there, "{path}");
        assert!(is_there || answer.text() == "Not found.\n", "{path}");
    }
}

#[actix_web::test]
async fn below_the_console_there_is_no_preview_and_nobody_logs_in() {
    let mut app = TestApp::with_database();
    published(&app).await;
    app.reconfigure(&[("MOYAN_ENV", "production"), ("SITE_DOMAIN", "")]);
    for route in SITE_ROUTES {
        let path = format!("/s/handbook{}", path_of(route));
        let posted = app.send(Method::POST, &path, &[("host", "moyan.example")]).await;
        assert_eq!(posted.status, 405, "{path}");
        if matches!(route.who, Who::PreviewHost | Who::Visitors) {
            assert_eq!(get(&app, "moyan.example", &path).await.status, 404, "{path}");
        }
    }
}
