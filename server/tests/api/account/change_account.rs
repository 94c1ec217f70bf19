use actix_web::http::Method;
use moyan_foundation::access::Role;
use serde_json::{Value, json};

use crate::support::{FullLimit, PASSWORD, TestApp, User};

#[actix_web::test]
async fn nickname_and_language_change_and_nothing_else_does() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let body = json!({ "nickname": " 李明 ", "locale": "zh-CN", "roles": ["admin"], "isAdmin": true, "email": "x@y.cn" });
    let data = app.call(&user, "PATCH", "/api/account", body).await.data();
    assert_eq!(
        (&data["nickname"], &data["locale"]),
        (&json!("李明"), &json!("zh-CN"))
    );
    assert_eq!(
        (&data["email"], &data["roles"]),
        (&json!(user.email), &json!(["user"]))
    );
    let data = app.call(&user, "PATCH", "/api/account", json!({})).await.data();
    assert_eq!(data["nickname"], "李明");
    let answer = app
        .call(
            &user,
            "PATCH",
            "/api/account",
            json!({ "nickname": "a\u{202e}b" }),
        )
        .await;
    assert_eq!(answer.problem("nickname"), "field.controlCharacter");
    let answer = app
        .call(&user, "PATCH", "/api/account", json!({ "locale": "fr" }))
        .await;
    assert_eq!(answer.refusal().1, "request.invalid");
}

async fn bind(app: &TestApp, user: &User, email: &str, current: &str) -> crate::support::Answer {
    let code = app.code(email, "bind", &user.token).await;
    let body =
        json!({ "identifier": email, "identityType": "email", "code": code, "currentPasswd": current });
    app.call(user, "PUT", "/api/account/identifier", body).await
}

#[actix_web::test]
async fn another_address_needs_its_code_and_the_password_and_the_old_one_is_told() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let answer = bind(&app, &user, "new@example.com", "wrong").await;
    assert_eq!(answer.refusal(), (422, "account.passwordWrong".to_owned()));
    let data = bind(&app, &user, "new@example.com", PASSWORD).await.data();
    assert_eq!(data["email"], "new@example.com");
    assert!(app.mail_to(&user.email).contains("n***@example.com"));
    assert_eq!(
        app.try_login("10.0.0.1", "new@example.com", PASSWORD)
            .await
            .status,
        200
    );
    assert_eq!(app.try_login("10.0.0.1", &user.email, PASSWORD).await.status, 422);
}

#[actix_web::test]
async fn a_phone_number_is_added_beside_the_address() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let code = app.code("+86-13800138000", "bind", &user.token).await;
    let body = json!({
        "identifier": "13800138000", "identityType": "phone", "code": code, "currentPasswd": PASSWORD,
    });
    let data = app
        .call(&user, "PUT", "/api/account/identifier", body)
        .await
        .data();
    assert_eq!(
        (&data["email"], &data["phone"]),
        (&json!(user.email), &json!("+86-13800138000"))
    );
}

#[actix_web::test]
async fn every_change_of_an_account_is_dated() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let changed = async |method: &str, path: &str, body: Value| {
        app.sql("UPDATE users SET updated_at = now() - interval '1 day'");
        app.call(&user, method, path, body).await.data();
        app.database()
            .is_true("(SELECT updated_at > now() - interval '1 minute' FROM users)")
    };
    assert!(changed("PATCH", "/api/account", json!({ "nickname": "李明" })).await);
    let form = json!({ "currentPasswd": PASSWORD, "passwd": "a new password", "passwdConfirmPasswd": "a new password" });
    assert!(changed("PUT", "/api/account/password", form).await);
    let code = app.code("new@example.com", "bind", &user.token).await;
    let form = json!({
        "identifier": "new@example.com", "identityType": "email", "code": code, "currentPasswd": "a new password",
    });
    assert!(changed("PUT", "/api/account/identifier", form).await);
}

#[actix_web::test]
async fn the_address_of_another_account_cannot_be_taken() {
    let app = TestApp::with_database();
    let (user, other) = (app.user("li").await, app.user("other").await);
    let answer = bind(&app, &user, &other.email, PASSWORD).await;
    assert_eq!(answer.refusal(), (409, "account.identifierTaken".to_owned()));
    let answer = bind(&app, &user, &user.email, PASSWORD).await;
    assert_eq!(answer.problem("identifier"), "identifier.unchanged");
}

fn png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(20, 30)
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

async fn upload(app: &TestApp, user: &User, kind: &str, bytes: Vec<u8>) -> crate::support::Answer {
    let headers = [("token", user.token.as_str()), ("content-type", kind)];
    app.send_from("10.0.0.1", Method::PUT, "/api/account/avatar", &headers, bytes)
        .await
}

#[actix_web::test]
async fn a_picture_is_served_anew_under_a_name_of_its_own() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let url = |answer: crate::support::Answer| answer.data()["avatarUrl"].as_str().unwrap().to_owned();
    let first = url(upload(&app, &user, "image/png", png()).await);
    let answer = app.get(&first).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("content-type")),
        (200, "image/png")
    );
    assert_eq!(
        answer.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    let second = url(upload(&app, &user, "image/png", png()).await);
    assert_ne!(first, second);
    assert_eq!(
        app.get(&first).await.refusal(),
        (404, "avatar.notFound".to_owned())
    );
    let data = app
        .call(&user, "DELETE", "/api/account/avatar", Value::Null)
        .await
        .data();
    assert_eq!(data["avatarUrl"], Value::Null);
    assert_eq!(app.get(&second).await.status, 404);
}

#[actix_web::test]
async fn what_is_no_picture_is_no_picture_whatever_it_is_called() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let answer = upload(&app, &user, "image/png", b"<svg onload='alert(1)'/>".to_vec()).await;
    assert_eq!(answer.problem("avatar"), "image.type");
    assert_eq!(upload(&app, &user, "image/svg+xml", png()).await.status, 415);
    let answer = upload(&app, &user, "image/png", vec![0; 5 * 1024 * 1024 + 1]).await;
    assert_eq!(answer.refusal(), (413, "request.tooLarge".to_owned()));
}

#[actix_web::test]
async fn an_account_sets_ten_pictures_an_hour() {
    let app = TestApp::with_database();
    let (user, other) = (app.user("li").await, app.user("other").await);
    // What is no picture is counted too: it may be as much work.
    for _ in 0..10 {
        assert_eq!(upload(&app, &user, "image/png", vec![0]).await.status, 422);
    }
    let answer = upload(&app, &user, "image/png", png()).await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    assert_eq!(upload(&app, &other, "image/png", png()).await.status, 200);
}

#[actix_web::test]
async fn the_body_of_a_picture_is_read_only_when_the_account_may_set_one() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    for _ in 0..10 {
        assert_eq!(upload(&app, &user, "image/png", vec![0]).await.status, 422);
    }
    // Who reads this body finds that it is too large.
    let answer = upload(&app, &user, "image/png", vec![0; 5 * 1024 * 1024 + 1]).await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
}

#[actix_web::test]
async fn the_body_of_a_picture_is_read_only_when_there_is_memory_for_it() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let others = FullLimit::of(app.state.uploads.limit());
    let answer = upload(&app, &user, "image/png", vec![0; 5 * 1024 * 1024 + 1]).await;
    assert_eq!(answer.refusal(), (503, "server.busy".to_owned()));
    assert_eq!(answer.header("retry-after"), "5");
    drop(others);
    assert_eq!(upload(&app, &user, "image/png", png()).await.status, 200);
}

#[actix_web::test]
async fn an_account_is_exported_ten_times_an_hour() {
    let app = TestApp::with_database();
    let (user, other) = (app.user("li").await, app.user("other").await);
    let export = async |user: &User| app.call(user, "GET", "/api/account/export", Value::Null).await;
    for _ in 0..10 {
        assert_eq!(export(&user).await.status, 200);
    }
    assert_eq!(export(&user).await.refusal(), (429, "request.tooMany".to_owned()));
    assert_eq!(export(&other).await.status, 200);
}

#[actix_web::test]
async fn the_export_has_the_picture_the_invitations_and_the_mails() {
    let app = TestApp::with_database();
    let (user, other) = (app.user("li").await, app.user("other").await);
    upload(&app, &user, "image/png", png()).await.data();
    let team = app.team(&user, "ours").await;
    let foreign = app.team(&other, "theirs").await;
    for (by, team, email) in [
        (&user, &team, "guest@example.com"),
        (&other, &foreign, user.email.as_str()),
        (&other, &foreign, "stranger@example.com"),
    ] {
        let path = format!("/api/teams/{team}/invitations");
        app.call(by, "POST", &path, json!({ "email": email, "role": "viewer" }))
            .await
            .data();
    }
    let answer = app.call(&user, "GET", "/api/account/export", Value::Null).await;
    let export = answer.json();
    assert_eq!(export["isComplete"], true);
    assert!(
        export["avatar"]
            .as_str()
            .unwrap()
            .starts_with("data:image/png;base64,iVBOR")
    );
    let invited: Vec<_> = export["invitations"].as_array().unwrap().iter().collect();
    assert_eq!(invited.len(), 2, "{invited:?}");
    assert_eq!(
        (&invited[0]["team"], &invited[0]["email"]),
        (&json!("theirs"), &json!(user.email))
    );
    assert_eq!(invited[1]["email"], "guest@example.com");
    let mails = export["mails"].as_array().unwrap();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0]["template"], "invitation");
    // A mail of an invitation holds a secret.
    assert!(!answer.text().contains("token"), "{}", answer.text());
    assert!(!answer.text().contains("stranger@"), "{}", answer.text());
}

#[actix_web::test]
async fn the_export_names_the_images_that_the_account_uploaded() {
    let app = TestApp::with_database();
    let (user, other) = (app.user("li").await, app.user("other").await);
    let export = async |user: &User| {
        app.call(user, "GET", "/api/account/export", Value::Null)
            .await
            .json()
    };
    let path = "/api/teams/personal/images";
    let stored = app
        .send_bytes(&user, Method::POST, path, "image/png", &png())
        .await;
    let url = stored.data()["url"].as_str().unwrap().to_owned();
    let images = export(&user).await["uploadedImages"].clone();
    assert_eq!(images.as_array().unwrap().len(), 1);
    assert!(
        url.ends_with(images[0]["path"].as_str().unwrap()),
        "{url} {images}"
    );
    assert_eq!(images[0]["bytes"], stored.data()["bytes"]);
    assert_eq!(export(&other).await["uploadedImages"], json!([]));
}

#[actix_web::test]
async fn the_export_names_the_sites_that_the_account_made_the_newest_first() {
    let app = TestApp::with_database();
    let (user, other) = (app.user("li").await, app.user("other").await);
    let team = app.team(&user, "ours").await;
    app.join(&team, &other, Role::Editor);
    app.sql("UPDATE teams SET plan = 'professional'");
    for (by, name, slug) in [
        (&user, "手册", "handbook"),
        (&other, "笔记", "notes"),
        (&user, "指南", "guide"),
    ] {
        let body = json!({ "name": name, "slug": slug });
        app.call(by, "POST", &format!("/api/teams/{team}/sites"), body)
            .await
            .data();
    }
    let export = app
        .call(&user, "GET", "/api/account/export", Value::Null)
        .await
        .json();
    assert_eq!(
        export["sites"],
        json!([{ "name": "指南", "slug": "guide" }, { "name": "手册", "slug": "handbook" }])
    );
}

#[actix_web::test]
async fn an_export_that_leaves_something_out_says_so() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    app.sql(&format!(
        "INSERT INTO audit_entries (id, created_at, action, user_id) \
         SELECT gen_random_uuid(), now(), 'account.loggedIn', '{}' FROM generate_series(1, 10000)",
        user.id
    ));
    let export = app
        .call(&user, "GET", "/api/account/export", Value::Null)
        .await
        .json();
    assert_eq!(export["isComplete"], false);
    assert_eq!(export["history"].as_array().unwrap().len(), 10_000);
}

#[actix_web::test]
async fn the_export_has_what_is_stored_and_no_secret() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let answer = app.call(&user, "GET", "/api/account/export", Value::Null).await;
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"moyan-account.json\""
    );
    assert_eq!(answer.header("cache-control"), "no-store");
    let export = answer.json();
    assert_eq!(export["account"]["email"], user.email);
    assert_eq!(export["teams"].as_array().unwrap().len(), 1);
    assert_eq!(export["history"][0]["action"], "account.loggedIn");
    // What somebody else did to the account is told too, and not from where.
    app.sql(&format!(
        "INSERT INTO audit_entries (id, created_at, action, actor_id, user_id, ip_address) \
         VALUES (gen_random_uuid(), now(), 'user.resumed', gen_random_uuid(), '{}', '192.0.2.77')",
        user.id
    ));
    let answer = app.call(&user, "GET", "/api/account/export", Value::Null).await;
    assert!(answer.text().contains("user.resumed") && !answer.text().contains("192.0.2.77"));
    let hash = app.database().text("SELECT password_hash FROM users");
    assert!(!answer.text().contains(&hash) && !answer.text().contains(&user.token));
}
