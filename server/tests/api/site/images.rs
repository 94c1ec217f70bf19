//! Images and icons that settings name.

use actix_web::http::Method;
use serde_json::{Value, json};

use super::create::{change, site, team};
use crate::support::{TestApp, png};

#[actix_web::test]
async fn an_uploaded_image_is_what_its_name_says_and_fits_its_place() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = format!("{}/basic-info", site(&app, &owner, &team, "handbook").await);
    let other = app.user("other").await;
    let theirs = app.team(&other, "theirs").await;
    let file = |hash: &str, kind: &str, n_bytes: u32, team: &str| {
        let hash = hash.repeat(64);
        app.sql(&format!(
            "INSERT INTO files (hash, name, media_type, n_bytes, width, height) \
             VALUES ('{hash}', '{hash}', '{kind}', {n_bytes}, 4, 3); \
             INSERT INTO team_images (team_id, file_hash) VALUES ('{team}', '{hash}')"
        ));
    };
    file("a", "image/png", 9, &team);
    file("b", "image/jpeg", 9, &team);
    file("c", "image/png", 2 * 1024 * 1024 + 1, &team);
    file("d", "image/png", 9, &theirs);
    let read = app.call(&owner, "GET", &path, Value::Null).await.data();
    let with = |field: &str, url: &str| {
        let mut info = read["data"].clone();
        info[field] = json!({ "url": url, "alt": "", "width": 1, "height": 1 });
        info
    };
    let media = |hash: &str, kind: &str| format!("/media/{}.{kind}", hash.repeat(64));
    for (field, url, problem) in [
        // The file is a PNG.
        ("logo", media("a", "svg"), "image.address"),
        ("shareImage", media("a", "jpg"), "image.address"),
        // The file is a JPG.
        ("logo", media("b", "png"), "image.address"),
        ("logo", media("b", "jpg"), "image.logoType"),
        ("logo", media("c", "png"), "image.tooLarge"),
        // The file is of another team, or of nobody.
        ("logo", media("d", "png"), "image.address"),
        ("logo", media("e", "png"), "image.address"),
        ("logo", "/media/../secret.png".to_owned(), "image.address"),
        ("logo", "http://example.com/a.png".to_owned(), "image.address"),
    ] {
        let answer = change(&app, &owner, Method::PUT, &path, 1, with(field, &url)).await;
        assert_eq!(answer.problem(&format!("{field}.url")), problem, "{field} {url}");
    }
    let share = with("shareImage", &media("b", "jpg"));
    change(&app, &owner, Method::PUT, &path, 1, share).await.data();
    let logo = with("logo", &media("a", "png"));
    change(&app, &owner, Method::PUT, &path, 2, logo).await.data();
}

#[actix_web::test]
async fn an_upload_is_named_by_its_bytes_whatever_its_sender_says() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = format!("/api/teams/{team}/images");
    let upload = async |media_type: &str, bytes: &[u8]| {
        app.send_bytes(&owner, Method::POST, &path, media_type, bytes)
            .await
    };
    for (media_type, bytes) in [
        ("image/jpeg", png(1)),
        ("image/svg+xml", png(1)),
        ("image/png", b"<html>".to_vec()),
        ("image/png", b"\x89PNG\r\n\x1a\nrest".to_vec()),
    ] {
        let answer = upload(media_type, &bytes).await;
        assert_eq!(answer.status, 422, "{media_type}");
    }
    let stored = upload("image/png", &png(1)).await.data();
    assert!(stored["url"].as_str().unwrap().ends_with(".png"), "{stored}");
}

#[actix_web::test]
async fn an_icon_is_one_of_the_set() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = format!("{}/index", site(&app, &owner, &team, "handbook").await);
    let read = app.call(&owner, "GET", &path, Value::Null).await.data();
    let with = |icon: &str| {
        let mut index = read["data"].clone();
        index["categories"] = json!([{ "categoryId": uuid::Uuid::now_v7(), "isVisible": true, "name": "", "description": "",
            "icon": icon }]);
        index
    };
    for icon in ["no-such-icon", "Book", "<svg/>", "book "] {
        let answer = change(&app, &owner, Method::PUT, &path, 1, with(icon)).await;
        assert_eq!(
            answer.problem("categories[0].icon"),
            "field.unknownValue",
            "{icon}"
        );
    }
    change(&app, &owner, Method::PUT, &path, 1, with("book"))
        .await
        .data();
    change(&app, &owner, Method::PUT, &path, 2, with("")).await.data();
}
