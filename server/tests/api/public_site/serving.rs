//! What a host gives away beside pages, and which pages are kept.

use std::path::Path;

use actix_web::http::Method;
use moyan_foundation::static_files::Site as Frontend;
use moyan_server::features::public_site::Sites;
use serde_json::{Value, json};
use uuid::Uuid;

use super::hosts::{HOST, get, published};
use crate::support::site::Site;
use crate::support::visitor::Visitor;
use crate::support::{TestApp, png};

/// A host that no site has.
const NOBODY: &str = "nobody.localhost:8080";

/// The path of a style sheet that the homepage names.
async fn style_sheet(app: &TestApp, start: &str) -> String {
    let home = get(app, HOST, "/").await.text().to_owned();
    let (_, rest) = home.split_once(start).unwrap();
    format!("{start}{}", rest.split('"').next().unwrap())
}

/// Publishes the site with a tab as it is set now.
async fn publish_with(app: &TestApp, site: &Site, tab: &str, data: &Value) {
    site.set(app, tab, data);
    site.publish(app).await.data();
    app.state.memory.of::<Sites>().expire();
}

#[actix_web::test]
async fn a_host_without_a_site_shows_what_previews_need_and_takes_nothing() {
    let app = TestApp::with_database();
    published(&app).await;
    let style = style_sheet(&app, "/assets/site-").await;
    for path in ["/preview-frame", &style] {
        assert_eq!(get(&app, NOBODY, path).await.status, 200, "{path}");
        let sent = app.send(Method::POST, path, &[("host", NOBODY)]).await;
        assert_eq!(
            (sent.status.as_u16(), sent.text()),
            (404, "Not found.\n"),
            "{path}"
        );
    }
}

#[actix_web::test]
async fn a_published_tutorial_has_its_pictures_and_nothing_else_of_the_frontend() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tutorial-pictures");
    let mut app = TestApp::with_database();
    app.change_state(|state| state.site = Frontend::Folder(folder.clone()));
    published(&app).await;
    for name in ["tutorial/desk.png", "tutorial/desk.txt", "other/desk.png"] {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, "picture").unwrap();
    }
    let picture = get(&app, HOST, "/tutorial/desk.png").await;
    assert_eq!((picture.status.as_u16(), picture.text()), (200, "picture"));
    assert_eq!(picture.header("content-type"), "image/png");
    for path in [
        "/tutorial/other.png",
        "/tutorial/desk.txt",
        "/other/desk.png",
        "/tutorial/../other/desk.png",
        "/index.html",
    ] {
        assert_ne!(get(&app, HOST, path).await.text(), "picture", "{path}");
    }
}

#[actix_web::test]
async fn the_style_sheet_of_its_theme_is_the_sites_own() {
    let app = TestApp::with_database();
    published(&app).await;
    let theme = style_sheet(&app, "/assets/theme.").await;
    let theme = get(&app, HOST, &theme).await;
    assert_eq!(theme.status, 200);
    assert!(theme.text().starts_with(":root"), "{}", theme.text());
    let style = style_sheet(&app, "/assets/site-").await;
    let style = get(&app, HOST, &style).await;
    assert_eq!(style.status, 200);
    assert_ne!(style.text(), theme.text());
    let other = get(&app, HOST, "/assets/theme.0.css").await;
    assert_eq!((other.status.as_u16(), other.text()), (404, "Not found.\n"));
}

#[actix_web::test]
async fn uploaded_images_are_at_every_host_of_sites() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let uploads = "/api/teams/personal/images";
    let owner = &site.base.owner;
    let stored = app
        .send_bytes(owner, Method::POST, uploads, "image/png", &png(1))
        .await;
    let url = stored.data()["url"].as_str().unwrap().to_owned();
    let path = url.strip_prefix("https://moyan.example").unwrap();
    for host in [HOST, NOBODY] {
        let shown = get(&app, host, path).await;
        let seen = (shown.status.as_u16(), shown.header("content-type"));
        assert_eq!(seen, (200, "image/png"), "{host}");
    }
}

#[actix_web::test]
async fn a_site_below_the_console_has_no_frame_of_previews() {
    let mut app = TestApp::with_database();
    published(&app).await;
    app.reconfigure(&[("MOYAN_ENV", "production"), ("SITE_DOMAIN", "")]);
    let frame = get(&app, "moyan.example", "/s/handbook/preview-frame").await;
    assert_eq!(frame.status, 404);
    assert!(frame.text().contains("page-notice"), "{}", frame.text());
}

#[actix_web::test]
async fn pages_of_visitors_and_results_of_searches_are_not_kept() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "reader").await;
    let n_pages = || app.state.memory.of::<Sites>().n_pages();
    let own = [("host", HOST), ("cookie", visitor.cookie.as_str())];
    let page = app.send(Method::GET, "/docs", &own).await;
    assert_eq!(page.header("cache-control"), "private, no-store");
    assert_eq!(get(&app, HOST, "/search?q=x").await.status, 200);
    assert_eq!(n_pages(), 0);
    for (path, n_kept) in [("/docs", 1), ("/search", 2), ("/", 3), ("/docs", 3)] {
        assert_eq!(get(&app, HOST, path).await.status, 200, "{path}");
        assert_eq!(n_pages(), n_kept, "{path}");
    }
}

#[actix_web::test]
async fn a_homepage_whose_slides_come_and_go_is_not_kept() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let image = json!({ "url": "https://a.example/a.png", "alt": "a", "width": 0, "height": 0 });
    let slide = json!({ "id": Uuid::now_v7(), "isVisible": true, "image": image, "title": "", "description": "",
        "link": "", "startsAt": null, "endsAt": "2099-01-01T00:00:00Z" });
    let carousel = json!({ "isEnabled": true, "slides": [slide] });
    publish_with(&app, &site, "carousel", &carousel).await;
    let home = get(&app, HOST, "/").await;
    assert!(home.text().contains("https://a.example/a.png"), "{}", home.text());
    assert_eq!(app.state.memory.of::<Sites>().n_pages(), 0);
}

#[actix_web::test]
async fn a_site_that_is_not_searched_has_no_page_of_results() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    assert_eq!(get(&app, HOST, "/search").await.status, 200);
    let mut index = site.call(&app, "GET", "/index", Value::Null).await.data()["data"].clone();
    index["isSearchEnabled"] = json!(false);
    publish_with(&app, &site, "index", &index).await;
    for path in ["/search", "/search?q=x"] {
        assert_eq!(get(&app, HOST, path).await.status, 404, "{path}");
    }
}

#[actix_web::test]
async fn a_site_that_is_closed_says_why() {
    let app = TestApp::with_database();
    published(&app).await;
    for (state, title) in [
        ("UPDATE sites SET status = 'maintenance'", "网站维护中"),
        ("UPDATE sites SET status = 'archived'", "网站已归档"),
        // Nothing is said of a team that was suspended.
        ("UPDATE teams SET suspended_at = now()", "网站暂时无法访问"),
        ("UPDATE sites SET status = 'maintenance'", "网站暂时无法访问"),
    ] {
        app.sql(state);
        app.state.memory.of::<Sites>().expire();
        let notice = get(&app, HOST, "/").await;
        let heading = format!("<h1 class=\"message-title\">{title}</h1>");
        assert!(notice.text().contains(&heading), "{state}: {}", notice.text());
    }
}
