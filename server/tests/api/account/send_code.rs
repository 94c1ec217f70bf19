use serde_json::{Value, json};

use crate::support::{PASSWORD, TestApp};

const PATH: &str = "/api/account/sendCode";

fn form(identifier: &str, purpose: &str) -> Value {
    json!({ "identifier": identifier, "identityType": "email", "purpose": purpose })
}

#[actix_web::test]
async fn the_answer_does_not_tell_whether_an_account_exists() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    for purpose in ["register", "login", "reset"] {
        app.sql("DELETE FROM throttles");
        let known = app.post(PATH, form(&user.email, purpose)).await;
        let unknown = app.post(PATH, form("nobody@example.com", purpose)).await;
        assert_eq!(known.data(), json!({ "resendAfterS": 60, "expiresInS": 600 }));
        assert_eq!(
            (known.status, &known.body),
            (unknown.status, &unknown.body),
            "{purpose}"
        );
    }
    // Only the registration wrote to the address without an account.
    assert_eq!(app.n_letters_to("nobody@example.com"), "1");
    assert_eq!(app.n_letters_to(&user.email), "3");
}

#[actix_web::test]
async fn another_code_takes_a_minute() {
    let app = TestApp::with_database();
    app.post(PATH, form("li@example.com", "register")).await.data();
    let answer = app.post(PATH, form("li@example.com", "login")).await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
}

#[actix_web::test]
async fn one_place_gets_ten_codes_a_day_and_one_address_sends_for_fifty() {
    let app = TestApp::with_database();
    let no_minute = "UPDATE throttles SET resets_at = now() - interval '1 second' WHERE resets_at < now() + interval '1 hour'";
    for _ in 0..10 {
        app.post(PATH, form("li@example.com", "register")).await.data();
        app.sql(no_minute);
    }
    assert_eq!(
        app.post(PATH, form("li@example.com", "register")).await.status,
        429
    );
    for number in 0..39 {
        let email = format!("user{number}@example.com");
        assert_eq!(
            app.post(PATH, form(&email, "register")).await.status,
            200,
            "{number}"
        );
    }
    assert_eq!(
        app.post(PATH, form("last@example.com", "register")).await.status,
        429
    );
}

#[actix_web::test]
async fn five_wrong_tries_make_a_code_void() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let (code, wrong) = app.right_and_wrong_code(&user).await;
    for _ in 0..5 {
        let answer = app.try_code(&user, wrong).await;
        assert_eq!(answer.refusal(), (422, "account.codeInvalid".to_owned()));
    }
    let answer = app.try_code(&user, &code).await;
    assert_eq!(answer.refusal(), (422, "account.codeInvalid".to_owned()));
}

#[actix_web::test]
async fn a_code_is_good_for_ten_minutes_and_for_one_purpose() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let code = app.code(&user.email, "login", "").await;
    let reset = json!({
        "identifier": user.email, "identityType": "email", "code": code,
        "passwd": "another one", "passwdConfirmPasswd": "another one",
    });
    assert_eq!(
        app.post("/api/account/resetPassword", reset).await.refusal().1,
        "account.codeInvalid"
    );
    assert!(app.database().is_true(
        "(SELECT bool_and(expires_at BETWEEN now() + interval '9 minutes' AND now() + interval '10 minutes') FROM verification_codes)"
    ));
    app.sql("UPDATE verification_codes SET expires_at = now() - interval '1 second'");
    let login = json!({ "identifier": user.email, "identityType": "email", "code": code });
    assert_eq!(
        app.post("/api/account/loginByIdentifier", login)
            .await
            .refusal()
            .1,
        "account.codeInvalid"
    );
}

#[actix_web::test]
async fn a_code_is_stored_as_a_hash() {
    let app = TestApp::with_database();
    let code = app.code("li@example.com", "register", "").await;
    assert!(!app.database().is_true(&format!(
        "(SELECT bool_or(code_hash LIKE '%{code}%' OR length(code_hash) <> 64) FROM verification_codes)"
    )));
}

#[actix_web::test]
async fn a_code_that_binds_is_for_who_is_logged_in() {
    let app = TestApp::with_database();
    assert_eq!(
        app.post(PATH, form("li@example.com", "bind")).await.refusal().0,
        401
    );
}

#[actix_web::test]
async fn without_a_way_out_nothing_is_promised() {
    let app = TestApp::configured(&[("MOYAN_ENV", "production")]);
    let answer = app.post(PATH, form("li@example.com", "register")).await;
    assert_eq!(answer.refusal(), (403, "account.methodDisabled".to_owned()));
    let config = app.get("/api/config").await.data();
    assert_eq!(config["registerMethods"], json!([]));
    assert_eq!(config["isResetEnabled"], false);
}

#[actix_web::test]
async fn a_header_cannot_be_slipped_into_a_letter() {
    let app = TestApp::with_database();
    let answer = app
        .post(PATH, form("li@example.com\r\nBcc: all@example.com", "register"))
        .await;
    assert_eq!(answer.problem("identifier"), "email.invalid");
}

#[actix_web::test]
async fn many_at_the_same_moment_use_a_code_once() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let code = app.code(&user.email, "login", "").await;
    let login = || app.try_code(&user, &code);
    let (first, second, third, fourth) = tokio::join!(login(), login(), login(), login());
    let answers = [first, second, third, fourth];
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(app.try_login("10.0.0.1", &user.email, PASSWORD).await.status, 200);
}
