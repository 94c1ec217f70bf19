use actix_web::http::Method;
use serde_json::{Value, json};

use crate::support::{PASSWORD, TestApp};

#[actix_web::test]
async fn a_password_gives_a_token_and_the_account() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let answer = app.try_login("10.0.0.1", "LI@example.com", PASSWORD).await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let json = answer.json();
    assert_eq!((&json["code"], &json["message"]), (&json!(1), &json!("")));
    assert_eq!(json["data"]["id"], user.id.to_string());
    assert_eq!(json["data"]["roles"], json!(["user"]));
    assert!(app.is_logged_in(json["token"].as_str().unwrap()).await);
}

#[actix_web::test]
async fn a_field_that_is_empty_is_one_that_is_not_there() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let log_in = async |passwd: &str| {
        let body = json!({ "identifier": user.email, "identityType": "email", "passwd": passwd, "code": "" });
        app.json(
            "10.0.0.1",
            Method::POST,
            "/api/account/loginByIdentifier",
            "",
            body,
        )
        .await
    };
    assert_eq!(log_in(PASSWORD).await.status, 200);
    assert_eq!(log_in("").await.problem("passwd"), "field.required");
}

#[actix_web::test]
async fn a_wrong_password_and_an_unknown_account_are_answered_alike() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let wrong = app.try_login("10.0.0.1", &user.email, "wrong password").await;
    let unknown = app.try_login("10.0.0.1", "nobody@example.com", PASSWORD).await;
    assert_eq!(wrong.refusal(), (422, "account.loginFailed".to_owned()));
    assert_eq!(wrong.body, unknown.body);
    assert_eq!(wrong.status, unknown.status);
}

#[actix_web::test]
async fn every_try_costs_the_comparison_of_one_password() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    app.user("gone").await;
    app.sql("UPDATE users SET suspended_at = now(), suspended_reason = 'spam' WHERE nickname = 'gone'");
    let long = "a".repeat(129);
    for (email, passwd) in [
        (user.email.as_str(), PASSWORD),
        (&user.email, "wrong password"),
        (&user.email, &long),
        ("nobody@example.com", PASSWORD),
        ("nobody@example.com", &long),
        ("gone@example.com", PASSWORD),
        ("gone@example.com", "wrong password"),
    ] {
        let before = app.state.metrics.limits.password_checks.get();
        app.try_login("10.0.0.1", email, passwd).await;
        assert_eq!(
            app.state.metrics.limits.password_checks.get() - before,
            1,
            "{email}"
        );
    }
}

#[actix_web::test]
async fn a_code_logs_in_once() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let code = app.code(&user.email, "login", "").await;
    let body = json!({ "identifier": user.email, "identityType": "email", "code": code, "device": "web" });
    let path = "/api/account/loginByIdentifier";
    assert_eq!(
        app.post(path, body.clone()).await.data()["id"],
        user.id.to_string()
    );
    assert_eq!(app.post(path, body).await.refusal().1, "account.codeInvalid");
}

#[actix_web::test]
async fn neither_password_nor_code_is_refused() {
    let app = TestApp::with_database();
    let body = json!({ "identifier": "li@example.com", "identityType": "email" });
    let answer = app.post("/api/account/loginByIdentifier", body).await;
    assert_eq!(answer.problem("passwd"), "field.required");
}

#[actix_web::test]
async fn five_wrong_passwords_make_an_address_wait_longer_each_time() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    for _ in 0..5 {
        assert_eq!(app.try_login("10.0.0.9", &user.email, "wrong").await.status, 422);
    }
    let answer = app.try_login("10.0.0.9", &user.email, PASSWORD).await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    let first: u64 = answer.header("retry-after").parse().unwrap();
    assert!((590..=600).contains(&first), "{first}");
    // The owner, elsewhere, is not locked out.
    assert_eq!(
        app.try_login("10.0.0.10", &user.email, PASSWORD).await.status,
        200
    );

    app.sql("UPDATE throttles SET resets_at = now() - interval '1 second'");
    for _ in 0..5 {
        assert_eq!(app.try_login("10.0.0.9", &user.email, "wrong").await.status, 422);
    }
    let answer = app.try_login("10.0.0.9", &user.email, PASSWORD).await;
    let second: u64 = answer.header("retry-after").parse().unwrap();
    assert!((1190..=1200).contains(&second), "{second}");
}

#[actix_web::test]
async fn the_addresses_of_a_household_are_one_caller() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    for host in 1..=5 {
        let address = format!("[2001:db8:1:2::{host}]");
        assert_eq!(app.try_login(&address, &user.email, "wrong").await.status, 422);
    }
    let answer = app
        .try_login("[2001:db8:1:2:ffff::]", &user.email, PASSWORD)
        .await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    let neighbor = app.try_login("[2001:db8:1:3::1]", &user.email, PASSWORD).await;
    assert_eq!(neighbor.status, 200);
}

#[actix_web::test]
async fn callers_behind_a_trusted_proxy_are_told_apart() {
    let app = TestApp::configured(&[("TRUSTED_PROXIES", "10.0.0.0/8")]);
    let user = app.user("li").await;
    let login = async |forwarded: &str, passwd: &str| {
        let body = json!({ "identifier": user.email, "identityType": "email", "passwd": passwd });
        let headers = [
            ("x-forwarded-for", forwarded),
            ("content-type", "application/json"),
            ("user-agent", "Firefox"),
        ];
        let path = "/api/account/loginByIdentifier";
        app.send_from(
            "10.0.0.1",
            Method::POST,
            path,
            &headers,
            body.to_string().into_bytes(),
        )
        .await
    };
    for _ in 0..5 {
        assert_eq!(login("192.0.2.1", "wrong").await.status, 422);
    }
    assert_eq!(login("192.0.2.1", PASSWORD).await.status, 429);
    let answer = login("192.0.2.2", PASSWORD).await;
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    let headers = [("token", token.as_str())];
    let sessions = app
        .send(Method::GET, "/api/account/sessions", &headers)
        .await
        .data();
    assert_eq!(sessions[0]["ipAddress"], "192.0.2.2");
    assert_eq!(sessions[0]["userAgent"], "Firefox");
    // What the caller wrote itself stands before what the proxy wrote.
    assert_eq!(login("192.0.2.9, 192.0.2.1", PASSWORD).await.status, 429);
}

#[actix_web::test]
async fn a_hundred_wrong_passwords_in_an_hour_close_an_account_wherever_they_come_from() {
    let app = TestApp::with_database();
    let (user, other) = (app.user("li").await, app.user("other").await);
    for network in 0..20 {
        for _ in 0..5 {
            let address = format!("10.7.{network}.1");
            assert_eq!(app.try_login(&address, &user.email, "wrong").await.status, 422);
        }
    }
    let answer = app.try_login("10.8.0.1", &user.email, PASSWORD).await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    assert_eq!(
        app.try_login("10.8.0.1", &other.email, PASSWORD).await.status,
        200
    );
}

#[actix_web::test]
async fn the_networks_of_one_site_share_two_hundred_tries_an_hour() {
    let app = TestApp::with_database();
    for network in 0..200 {
        let address = format!("[2001:db8:1:{network:x}::1]");
        let email = format!("user{network}@example.com");
        assert_eq!(
            app.try_login(&address, &email, "wrong").await.status,
            422,
            "{network}"
        );
    }
    let answer = app
        .try_login("[2001:db8:1:ffff::1]", "last@example.com", "wrong")
        .await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    let elsewhere = app
        .try_login("[2001:db8:2::1]", "last@example.com", "wrong")
        .await;
    assert_eq!(elsewhere.status, 422);
}

#[actix_web::test]
async fn a_login_makes_the_hash_anew_when_the_cost_has_changed() {
    let mut app = TestApp::with_database();
    let user = app.user("li").await;
    assert!(
        app.database()
            .is_true("(SELECT password_hash LIKE '$2b$04$%' FROM users)")
    );
    app.reconfigure(&[("BCRYPT_COST", "5")]);
    assert_eq!(app.try_login("10.0.0.1", &user.email, "wrong").await.status, 422);
    assert!(
        app.database()
            .is_true("(SELECT password_hash LIKE '$2b$04$%' FROM users)")
    );
    app.login(&user.email).await;
    assert!(
        app.database()
            .is_true("(SELECT password_hash LIKE '$2b$05$%' FROM users)")
    );
    // It is the hash of the same password, and the other sessions are as they were.
    app.login(&user.email).await;
    assert!(app.is_logged_in(&user.token).await);
}

#[actix_web::test]
async fn one_address_cannot_try_many_accounts() {
    let app = TestApp::with_database();
    let mut statuses = Vec::new();
    for number in 0..51 {
        let email = format!("user{number}@example.com");
        statuses.push(app.try_login("10.0.0.9", &email, "wrong").await.status.as_u16());
    }
    assert!(statuses[..50].iter().all(|status| *status == 422));
    assert_eq!(statuses[50], 429);
}

#[actix_web::test]
async fn a_right_password_forgives_the_wrong_ones() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    for _ in 0..3 {
        for _ in 0..4 {
            assert_eq!(app.try_login("10.0.0.9", &user.email, "wrong").await.status, 422);
        }
        assert_eq!(app.try_login("10.0.0.9", &user.email, PASSWORD).await.status, 200);
    }
}

#[actix_web::test]
async fn a_right_password_counts_for_no_limit() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    for number in 0..101 {
        let answer = app.try_login("[2001:db8::1]", &user.email, PASSWORD).await;
        assert_eq!(answer.status, 200, "{number}");
    }
    assert!(
        app.database()
            .is_true("(SELECT bool_and(n_hits = 0) FROM throttles)")
    );
}

#[actix_web::test]
async fn all_of_a_long_password_counts() {
    let app = TestApp::with_database();
    let long = "a".repeat(128);
    let code = app.code("li@example.com", "register", "").await;
    let form = json!({
        "identifier": "li@example.com", "identityType": "email", "passwd": long, "passwdConfirmPasswd": long,
        "nickname": "li", "from": "web editor", "code": code,
    });
    app.post("/api/account/registerByIdentifier", form).await.data();
    let almost = format!("{}b", "a".repeat(127));
    assert_eq!(
        app.try_login("10.0.0.1", "li@example.com", &almost).await.status,
        422
    );
    assert_eq!(
        app.try_login("10.0.0.1", "li@example.com", &"a".repeat(129))
            .await
            .status,
        422
    );
    assert_eq!(
        app.try_login("10.0.0.1", "li@example.com", &long).await.status,
        200
    );
}

#[actix_web::test]
async fn forged_and_expired_tokens_are_worth_nothing() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let now = app.clock.now();
    let session: uuid::Uuid = app.database().text("SELECT id FROM sessions").parse().unwrap();
    let other = moyan_foundation::access::Tokens::new("another secret of another server", None);
    let later = now + chrono::TimeDelta::hours(1);
    let forged = [
        other.sign(user.id, session, later).unwrap(),
        app.state
            .tokens
            .sign(user.id, uuid::Uuid::new_v4(), later)
            .unwrap(),
        app.state
            .tokens
            .sign(uuid::Uuid::new_v4(), session, later)
            .unwrap(),
        app.state
            .tokens
            .sign(user.id, session, now - chrono::TimeDelta::seconds(1))
            .unwrap(),
        "nonsense".to_owned(),
    ];
    for token in &forged {
        let answer = app
            .json(
                "10.0.0.1",
                "POST".parse().unwrap(),
                "/api/account/isLogin",
                token,
                Value::Null,
            )
            .await;
        assert_eq!(answer.refusal(), (401, "session.expired".to_owned()));
        // Where everybody may call, such a token counts as none.
        let answer = app
            .json(
                "10.0.0.1",
                "GET".parse().unwrap(),
                "/api/plans",
                token,
                Value::Null,
            )
            .await;
        assert_eq!(answer.status, 200);
    }
    let answer = app.post("/api/account/isLogin", Value::Null).await;
    assert_eq!(answer.refusal(), (401, "session.required".to_owned()));
    assert_eq!(answer.json()["message"], "Please log in first");
}

#[actix_web::test]
async fn a_bearer_token_works_too() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    for (scheme, status) in [
        ("Bearer ", 200),
        ("bearer ", 200),
        ("BEARER  ", 200),
        ("Basic ", 401),
        ("Bearer", 401),
    ] {
        let bearer = format!("{scheme}{}", user.token);
        let answer = app
            .send(
                "GET".parse().unwrap(),
                "/api/teams",
                &[("authorization", &bearer)],
            )
            .await;
        assert_eq!(answer.status, status, "{scheme}");
    }
}
