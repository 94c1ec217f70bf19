use futures_util::FutureExt as _;
use serde_json::{Value, json};

use crate::support::{PASSWORD, TestApp, wait_until};

const PATH: &str = "/api/account/resetPassword";
const NEW: &str = "a new password";

fn form(email: &str, code: &str, passwd: &str) -> Value {
    json!({
        "identifier": email, "identityType": "email", "code": code, "passwd": passwd, "passwdConfirmPasswd": passwd,
    })
}

#[actix_web::test]
async fn a_reset_changes_the_password_ends_all_sessions_and_tells_the_owner() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let other_device = app.login(&user.email).await;
    let code = app.code(&user.email, "reset", "").await;
    assert_eq!(
        app.post(PATH, form(&user.email, &code, NEW)).await.data(),
        json!({})
    );
    assert!(!app.is_logged_in(&user.token).await);
    assert!(!app.is_logged_in(&other_device).await);
    assert_eq!(app.try_login("10.0.0.1", &user.email, PASSWORD).await.status, 422);
    assert_eq!(app.try_login("10.0.0.1", &user.email, NEW).await.status, 200);
    assert!(app.mail_to(&user.email).contains("password"));
    // The code is used up.
    assert_eq!(
        app.post(PATH, form(&user.email, &code, NEW)).await.refusal().1,
        "account.codeInvalid"
    );
}

#[actix_web::test]
async fn a_password_that_is_refused_does_not_use_the_code_up() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let code = app.code(&user.email, "reset", "").await;
    assert_eq!(
        app.post(PATH, form(&user.email, &code, "short"))
            .await
            .problem("passwd"),
        "password.tooShort"
    );
    assert_eq!(app.post(PATH, form(&user.email, &code, NEW)).await.status, 200);
}

#[actix_web::test]
async fn a_wrong_code_leaves_password_and_sessions_as_they_are() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let code = app.code(&user.email, "reset", "").await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    assert_eq!(
        app.post(PATH, form(&user.email, wrong, NEW)).await.refusal().1,
        "account.codeInvalid"
    );
    assert!(app.is_logged_in(&user.token).await);
    assert_eq!(app.try_login("10.0.0.1", &user.email, PASSWORD).await.status, 200);
}

#[actix_web::test]
async fn a_newer_code_voids_the_older_one() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let older = app.code(&user.email, "reset", "").await;
    let newer = app.code(&user.email, "reset", "").await;
    if older != newer {
        assert_eq!(
            app.post(PATH, form(&user.email, &older, NEW)).await.refusal().1,
            "account.codeInvalid"
        );
    }
    assert_eq!(app.post(PATH, form(&user.email, &newer, NEW)).await.status, 200);
}

#[actix_web::test]
async fn nobody_is_told_that_an_account_is_not_there() {
    let app = TestApp::with_database();
    let answer = app.post(PATH, form("nobody@example.com", "123456", NEW)).await;
    assert_eq!(answer.refusal(), (422, "account.codeInvalid".to_owned()));
}

#[actix_web::test]
async fn of_two_resets_that_proved_one_code_only_one_uses_it() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let code = app.code(&user.email, "reset", "").await;
    // The code goes first: both are right before either password is hashed.
    let mut places = Vec::new();
    while let Some(place) = app.state.hasher.limit().acquire().now_or_never() {
        places.push(place.unwrap());
    }
    let both_proved = "(SELECT n_tries = 2 FROM verification_codes)";
    let let_them_hash = async {
        wait_until(|| app.database().is_true(both_proved)).await;
        drop(places);
    };
    let reset = |passwd| app.post(PATH, form(&user.email, &code, passwd));
    let (one, other, ()) = tokio::join!(reset(NEW), reset("another password"), let_them_hash);
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
}
