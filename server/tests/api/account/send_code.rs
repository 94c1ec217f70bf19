use actix_web::http::Method;
use serde_json::{Value, json};

use crate::support::{Answer, PASSWORD, Statements, TestApp};

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
    assert_eq!(app.n_mails_to("nobody@example.com"), "1");
    assert_eq!(app.n_mails_to(&user.email), "3");
}

#[actix_web::test]
async fn a_code_is_written_also_for_an_address_without_an_account_and_taken_back() {
    let statements = Statements::record();
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let database = &app.database().name;
    for purpose in ["login", "reset"] {
        let ask = async |email: &str| {
            app.sql("DELETE FROM throttles");
            statements.take(database);
            app.post(PATH, form(email, purpose)).await.data();
            let mut sent = statements.take(database);
            // How it is taken back, and what a connection says that is new.
            sent.retain(|statement| !statement.contains("SAVEPOINT") && !statement.contains("set_config"));
            sent
        };
        let (known, unknown) = (ask(&user.email).await, ask("nobody@example.com").await);
        assert_eq!(known, unknown, "{purpose}");
        for table in ["mails", "jobs"] {
            let insert = format!("INSERT INTO \"{table}\"");
            assert!(known.iter().any(|statement| statement.contains(&insert)));
        }
    }
    assert_eq!(app.n_mails_to("nobody@example.com"), "0");
    assert_eq!(app.database().text("SELECT count(*) FROM jobs"), "2");
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

/// Asks for a code from an address.
async fn ask(app: &TestApp, address: &str, email: &str) -> Answer {
    app.json(address, Method::POST, PATH, "", form(email, "reset"))
        .await
}

/// As if the minute until the next code were over.
const NO_MINUTE: &str = "UPDATE throttles SET resets_at = now() - interval '1 second' WHERE resets_at < now() + interval '1 hour'";

#[actix_web::test]
async fn nobody_uses_up_the_codes_of_another_from_one_site() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let attacker = |number: i32| format!("[2001:db8:1:{number}::1]");
    for number in 0..5 {
        assert_eq!(ask(&app, &attacker(number), &user.email).await.status, 200);
        app.sql(NO_MINUTE);
    }
    for number in 5..40 {
        let answer = ask(&app, &attacker(number), &user.email).await;
        assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
        app.sql(NO_MINUTE);
    }
    assert_eq!(ask(&app, "192.0.2.1", &user.email).await.status, 200);
}

#[actix_web::test]
async fn the_request_of_another_makes_nobody_wait() {
    let app = TestApp::with_database();
    assert_eq!(ask(&app, "192.0.2.1", "li@example.com").await.status, 200);
    assert_eq!(ask(&app, "192.0.2.1", "li@example.com").await.status, 429);
    assert_eq!(ask(&app, "192.0.2.2", "li@example.com").await.status, 200);
}

#[actix_web::test]
async fn one_recipient_gets_twenty_codes_a_day_whoever_asks() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    for number in 0..20 {
        let address = format!("192.0.2.{}", number / 5);
        assert_eq!(ask(&app, &address, &user.email).await.status, 200, "{number}");
        app.sql(NO_MINUTE);
    }
    assert_eq!(ask(&app, "198.51.100.1", &user.email).await.status, 429);
    assert_eq!(app.n_mails_to(&user.email), "20");
}

#[actix_web::test]
async fn one_network_asks_for_fifty_codes_a_day() {
    let app = TestApp::with_database();
    for number in 0..50 {
        let email = format!("user{number}@example.com");
        assert_eq!(ask(&app, "192.0.2.1", &email).await.status, 200, "{number}");
    }
    assert_eq!(ask(&app, "192.0.2.1", "last@example.com").await.status, 429);
    assert_eq!(ask(&app, "192.0.2.2", "last@example.com").await.status, 200);
}

#[actix_web::test]
async fn the_networks_of_one_site_ask_for_two_hundred_codes_a_day_together() {
    let app = TestApp::with_database();
    for number in 0..200 {
        let (address, email) = (
            format!("[2001:db8:1:{number:x}::1]"),
            format!("user{number}@example.com"),
        );
        assert_eq!(ask(&app, &address, &email).await.status, 200, "{number}");
    }
    let answer = ask(&app, "[2001:db8:1:ffff::1]", "last@example.com").await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    assert_eq!(ask(&app, "[2001:db8:2::1]", "last@example.com").await.status, 200);
}

#[actix_web::test]
async fn the_platform_sends_no_more_codes_a_day_than_its_operator_pays_for() {
    let app = TestApp::configured(&[("SMS_CODES_PER_DAY", "3")]);
    let send = async |number: i32| {
        let phone = format!("1380013800{number}");
        let body = json!({ "identifier": phone, "identityType": "phone", "purpose": "register" });
        let address = format!("192.0.2.{number}");
        app.json(&address, Method::POST, PATH, "", body).await
    };
    for number in 0..3 {
        assert_eq!(send(number).await.status, 200);
    }
    let answer = send(3).await;
    assert_eq!(answer.refusal(), (503, "server.busy".to_owned()));
    assert_eq!(answer.header("retry-after"), "5");
    assert_eq!(app.database().text("SELECT count(*) FROM mails"), "3");
    // Mail is another channel.
    assert_eq!(ask(&app, "192.0.2.9", "li@example.com").await.status, 200);
}

#[actix_web::test]
async fn wrong_codes_of_one_network_are_counted_whatever_the_account() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let code = app.code(&user.email, "login", "").await;
    let login = async |address: &str, email: &str, code: &str| {
        let body = json!({ "identifier": email, "identityType": "email", "code": code });
        let path = "/api/account/loginByIdentifier";
        app.json(address, Method::POST, path, "", body).await
    };
    for number in 0..49 {
        let email = format!("user{number}@example.com");
        assert_eq!(login("192.0.2.1", &email, "000000").await.status, 422, "{number}");
    }
    // A right one does not count.
    assert_eq!(login("192.0.2.1", &user.email, &code).await.status, 200);
    assert_eq!(login("192.0.2.1", "last@example.com", "000000").await.status, 422);
    let answer = login("192.0.2.1", "last@example.com", "000000").await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    assert_eq!(login("192.0.2.2", "last@example.com", "000000").await.status, 422);
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
    assert_eq!(answer.problem("identifier"), "email.withSpace");
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
