use actix_web::http::Method;
use moyan_foundation::access::Role;

use crate::support::{Answer, DRAWING, TestApp, User, png};

const PATH: &str = "/api/teams/personal/images";

async fn upload(app: &TestApp, user: &User, media_type: &str, bytes: &[u8]) -> Answer {
    app.send_bytes(user, Method::POST, PATH, media_type, bytes).await
}

/// The path of an address.
fn path_of(answer: &Answer) -> String {
    let url = answer.data()["url"].as_str().unwrap().to_owned();
    url.strip_prefix("https://moyan.example").unwrap().to_owned()
}

#[actix_web::test]
async fn an_image_has_a_public_address_that_never_changes() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let answer = upload(&app, &user, "image/png", &png(1)).await;
    let data = answer.data();
    assert_eq!(
        (data["width"].as_i64(), data["height"].as_i64()),
        (Some(4), Some(3))
    );
    let path = path_of(&answer);
    let shown = app.get(&path).await;
    assert_eq!(shown.status, 200);
    assert_eq!(shown.body.len() as i64, data["bytes"].as_i64().unwrap());
    assert_eq!(shown.header("content-type"), "image/png");
    assert_eq!(
        shown.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(shown.header("x-content-type-options"), "nosniff");
    assert_eq!(
        shown.header("content-security-policy"),
        "sandbox; default-src 'none'; style-src 'unsafe-inline'"
    );
    let tag = shown.header("etag").to_owned();
    let again = app.send(Method::GET, &path, &[("if-none-match", &tag)]).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    let other = app
        .send(Method::GET, &path, &[("if-none-match", "\"other\"")])
        .await;
    assert_eq!(other.status, 200);
    let head = app.send(Method::HEAD, &path, &[]).await;
    assert_eq!(head.status, 200);
    // The same image has the same address.
    assert_eq!(path_of(&upload(&app, &user, "image/png", &png(1)).await), path);
    assert_ne!(path_of(&upload(&app, &user, "image/png", &png(2)).await), path);
}

#[actix_web::test]
async fn a_drawing_is_cleaned_before_it_is_shown() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let bad = DRAWING.replace("<path", "<script>evil()</script><path onclick=\"evil()\"");
    let path = path_of(&upload(&app, &user, "image/svg+xml; charset=utf-8", bad.as_bytes()).await);
    assert!(path.ends_with(".svg"));
    let shown = app.get(&path).await;
    assert_eq!(shown.header("content-type"), "image/svg+xml");
    assert!(shown.text().contains("<path") && !shown.text().contains("evil"));
}

#[actix_web::test]
async fn what_is_no_image_is_refused() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    for (media_type, bytes) in [
        ("image/png", &b"<html>"[..]),
        ("image/jpeg", &png(1)),
        ("image/svg+xml", &png(1)),
    ] {
        let answer = upload(&app, &user, media_type, bytes).await;
        assert_eq!(answer.problem("image"), "image.uploadType", "{media_type}");
    }
    let answer = upload(&app, &user, "image/png", &png(1)[..40]).await;
    assert_eq!(answer.problem("image"), "image.unreadable");
    let answer = upload(&app, &user, "text/html", b"<html>").await;
    assert_eq!(answer.status, 415);
    let answer = upload(&app, &user, "image/png", &vec![0; 10 * 1024 * 1024 + 1]).await;
    assert_eq!(answer.refusal(), (413, "request.tooLarge".to_owned()));
    let answer = upload(&app, &user, "image/svg+xml", &vec![b' '; 5 * 1024 * 1024 + 1]).await;
    assert_eq!(answer.refusal(), (413, "request.tooLarge".to_owned()));
    assert_eq!(app.database().text("SELECT count(*) FROM files"), "0");
}

#[actix_web::test]
async fn an_address_that_names_nothing_is_not_found() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let path = path_of(&upload(&app, &user, "image/png", &png(1)).await);
    let hash = "0".repeat(64);
    for path in [
        format!("/media/{hash}.png"),
        path.replace(".png", ".jpg"),
        path.replace(".png", ""),
        "/media/..%2F..%2Fetc%2Fpasswd.png".to_owned(),
    ] {
        assert_eq!(app.get(&path).await.status, 404, "{path}");
    }
}

#[actix_web::test]
async fn who_only_reads_uploads_nothing() {
    let app = TestApp::with_database();
    let (owner, viewer) = (app.user("owner").await, app.user("viewer").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &viewer, Role::Viewer);
    let path = format!("/api/teams/{team}/images");
    let answer = app
        .send_bytes(&viewer, Method::POST, &path, "image/png", &png(1))
        .await;
    assert_eq!(answer.refusal(), (403, "access.denied".to_owned()));
}

#[actix_web::test]
async fn two_uploads_of_the_same_bytes_at_once_give_one_file() {
    let app = TestApp::configured(&[("DATABASE_POOL_SIZE", "8")]);
    let (li, wang) = (app.user("li").await, app.user("wang").await);
    let png = png(1);
    let (first, second, third) = futures_util::join!(
        upload(&app, &li, "image/png", &png),
        upload(&app, &wang, "image/png", &png),
        upload(&app, &wang, "image/png", &png),
    );
    assert_eq!(path_of(&first), path_of(&second));
    assert_eq!(path_of(&first), path_of(&third));
    assert_eq!(
        app.database()
            .text("SELECT (SELECT count(*) FROM files) || ' ' || (SELECT count(*) FROM team_images)"),
        "1 2"
    );
    // Nor are there bytes that nobody needs.
    let folders = std::fs::read_dir(app.folder().join("files")).unwrap();
    let n_stored: usize = folders
        .map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap().count())
        .sum();
    assert_eq!(n_stored, 1);
}

#[actix_web::test]
async fn an_account_uploads_a_thousand_images_an_hour() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    upload(&app, &user, "image/png", &png(1)).await.data();
    app.sql("UPDATE throttles SET n_hits = 999");
    upload(&app, &user, "image/png", &png(1)).await.data();
    assert_eq!(upload(&app, &user, "image/png", &png(1)).await.status, 429);
}
