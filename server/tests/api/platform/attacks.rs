//! What somebody tries who means harm, where no route of its own is the place for the test.

use actix_web::http::Method;
use serde_json::{Value, json};

use crate::support::{FullLimit, PASSWORD, TestApp};

#[actix_web::test]
async fn another_spelling_of_a_path_passes_no_door_by() {
    let app = TestApp::configured(&[("RATE_LIMIT_PER_MINUTE", "3")]);
    let foreign = [("origin", "https://evil.example")];
    for path in [
        "/%61pi/account/logout",
        "/api/%61ccount/logout",
        "/ap%69/account/logout",
    ] {
        let answer = app
            .send_from("10.0.0.7", Method::POST, path, &foreign, Vec::new())
            .await;
        assert_eq!(
            answer.refusal(),
            (403, "request.foreignOrigin".to_owned()),
            "{path}"
        );
    }
    let answer = app
        .send_from("10.0.0.7", Method::GET, "/%61pi/plans", &[], Vec::new())
        .await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    // A failure has its envelope under every spelling.
    let answer = app
        .send_from("10.0.0.8", Method::GET, "/%61pi/teams", &[], Vec::new())
        .await;
    assert_eq!(answer.refusal(), (401, "session.required".to_owned()));
}

#[actix_web::test]
async fn many_guesses_at_the_same_moment_are_five_guesses() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let (code, wrong) = app.right_and_wrong_code(&user).await;
    let guess = |code| app.try_code(&user, code);
    let (a, b, c, d) = tokio::join!(guess(wrong), guess(wrong), guess(wrong), guess(wrong));
    let (e, f, g, h) = tokio::join!(guess(wrong), guess(wrong), guess(wrong), guess(wrong));
    for answer in [a, b, c, d, e, f, g, h] {
        assert_eq!(answer.refusal(), (422, "account.codeInvalid".to_owned()));
    }
    assert_eq!(
        app.database()
            .text("SELECT n_tries::text FROM verification_codes"),
        "5"
    );
    assert_eq!(
        guess(&code).await.refusal(),
        (422, "account.codeInvalid".to_owned())
    );
}

#[actix_web::test]
async fn many_wrong_passwords_at_the_same_moment_are_counted() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let guess = || app.try_login("10.0.0.9", &user.email, "wrong");
    let (a, b, c, d) = tokio::join!(guess(), guess(), guess(), guess());
    let (e, f, g, h) = tokio::join!(guess(), guess(), guess(), guess());
    let statuses = [a, b, c, d, e, f, g, h].map(|answer| answer.status.as_u16());
    assert_eq!(
        statuses.iter().filter(|status| **status == 422).count(),
        5,
        "{statuses:?}"
    );
    assert_eq!(
        statuses.iter().filter(|status| **status == 429).count(),
        3,
        "{statuses:?}"
    );
}

#[actix_web::test]
async fn a_login_never_goes_on_with_a_session_that_somebody_brought() {
    let app = TestApp::with_database();
    let (thief, victim) = (app.user("thief").await, app.user("victim").await);
    let body = json!({ "identifier": victim.email, "identityType": "email", "passwd": PASSWORD });
    let path = "/api/account/loginByIdentifier";
    let answer = app.json("10.0.0.1", Method::POST, path, &thief.token, body).await;
    assert_eq!(answer.data()["id"], victim.id.to_string());
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    assert!(token != thief.token && token != victim.token);
    // What the thief holds is still the thief's.
    let seen = app
        .call(&thief, "POST", "/api/account/isLogin", Value::Null)
        .await;
    assert_eq!(seen.data()["id"], thief.id.to_string());
}

#[actix_web::test]
async fn links_in_mails_are_this_servers_whatever_the_request_calls_its_host() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let body = json!({ "identifier": user.email, "identityType": "email", "purpose": "register" });
    let send = async |host: &str| {
        let headers = [
            ("host", host),
            ("x-forwarded-host", "evil.example"),
            ("content-type", "application/json"),
        ];
        let bytes = body.to_string().into_bytes();
        app.send_from("10.0.0.1", Method::POST, "/api/account/sendCode", &headers, bytes)
            .await
            .status
    };
    assert_eq!(send("evil.example").await, 404);
    assert_eq!(send("moyan.example").await, 200);
    let mail = app.mail_to(&user.email);
    assert!(mail.contains("https://moyan.example/login"), "{mail}");
    assert!(!mail.contains("evil"), "{mail}");
}

#[actix_web::test]
async fn a_panic_in_a_transaction_keeps_nobody_elses_work() {
    let app = TestApp::configured(&[("DATABASE_POOL_SIZE", "1")]);
    let user = app.user("li").await;
    let fallen: Result<(), _> = app
        .state
        .db
        .transaction(|_| panic!("a fault of the program"))
        .await;
    assert!(fallen.is_err());
    app.call(&user, "PATCH", "/api/account", json!({ "nickname": "renamed" }))
        .await
        .data();
    // Seen from another connection: it was kept.
    assert_eq!(app.database().text("SELECT nickname FROM users"), "renamed");
}

#[actix_web::test]
async fn a_login_with_the_old_password_does_not_outlive_a_reset_that_runs_beside_it() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    // What a reset does, whose end comes after the login has read the old password.
    let reset = "UPDATE users SET password_hash = 'another'; DELETE FROM sessions";
    let login = app.try_login("10.0.0.1", &user.email, PASSWORD);
    let answer = app.while_changing(reset, login).await;
    assert_eq!(answer.refusal(), (422, "account.loginFailed".to_owned()));
    assert_eq!(app.database().text("SELECT count(*) FROM sessions"), "0");
}

#[actix_web::test]
async fn a_login_does_not_outlive_a_suspension_that_runs_beside_it() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let suspension = "UPDATE users SET suspended_at = now(), suspended_reason = 'spam'; DELETE FROM sessions";
    let login = app.try_login("10.0.0.1", &user.email, PASSWORD);
    let answer = app.while_changing(suspension, login).await;
    assert_eq!(answer.refusal(), (403, "account.suspended".to_owned()));
    assert_eq!(app.database().text("SELECT count(*) FROM sessions"), "0");
}

#[actix_web::test]
async fn the_old_password_changes_nothing_after_a_reset_that_runs_beside_it() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let body =
        json!({ "currentPasswd": PASSWORD, "passwd": "of the thief", "passwdConfirmPasswd": "of the thief" });
    let change = app.call(&user, "PUT", "/api/account/password", body);
    let answer = app
        .while_changing("UPDATE users SET password_hash = 'another'", change)
        .await;
    assert_eq!(answer.refusal(), (422, "account.passwordWrong".to_owned()));
    assert_eq!(app.database().text("SELECT password_hash FROM users"), "another");
}

#[actix_web::test]
async fn nobody_is_flooded_with_invitations_from_however_many_teams_and_people() {
    let app = TestApp::with_database();
    let people = [app.user("one").await, app.user("two").await];
    let victim = json!({ "email": "victim@example.com", "role": "viewer" });
    for number in 0..5 {
        let inviter = &people[number % 2];
        let team = app.team(inviter, "Free phone").await;
        app.call(
            inviter,
            "POST",
            &format!("/api/teams/{team}/invitations"),
            victim.clone(),
        )
        .await
        .data();
    }
    for inviter in &people {
        let team = app.team(inviter, "Free phone").await;
        let path = format!("/api/teams/{team}/invitations");
        let answer = app.call(inviter, "POST", &path, victim.clone()).await;
        assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
        // Others can be invited all the same.
        let other = json!({ "email": format!("{}-guest@example.com", inviter.email.split('@').next().unwrap()), "role": "viewer" });
        app.call(inviter, "POST", &path, other).await.data();
    }
    assert_eq!(app.n_mails_to("victim@example.com"), "5");
}

#[actix_web::test]
async fn an_account_sends_a_hundred_invitations_a_day_however_many_teams_it_makes() {
    let app = TestApp::with_database();
    let (inviter, other) = (app.user("li").await, app.user("other").await);
    let invite = async |by: &crate::support::User, number: i32| {
        let team = app.team(by, "ours").await;
        let body = json!({ "email": format!("guest{number}@example.com"), "role": "viewer" });
        app.call(by, "POST", &format!("/api/teams/{team}/invitations"), body)
            .await
    };
    invite(&inviter, 0).await.data();
    // As if it were the hundredth: of all that is counted, the team is a new one each time, and the addressee too.
    app.sql("UPDATE throttles SET n_hits = 100");
    assert_eq!(
        invite(&inviter, 1).await.refusal(),
        (429, "request.tooMany".to_owned())
    );
    invite(&other, 2).await.data();
}

#[actix_web::test]
async fn nobody_has_a_password_hashed_by_a_code_that_was_made_up() {
    let app = TestApp::with_database();
    let before = app.state.metrics.limits.password_checks.get();
    let body = json!({
        "identifier": "li@example.com", "identityType": "email", "nickname": "li", "code": "123456",
        "passwd": PASSWORD, "passwdConfirmPasswd": PASSWORD,
    });
    for (network, path) in [
        (1, "/api/account/registerByIdentifier"),
        (2, "/api/account/resetPassword"),
    ] {
        let address = format!("192.0.2.{network}");
        for _ in 0..50 {
            let answer = app.json(&address, Method::POST, path, "", body.clone()).await;
            assert_eq!(answer.refusal(), (422, "account.codeInvalid".to_owned()));
        }
        let answer = app.json(&address, Method::POST, path, "", body.clone()).await;
        assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    }
    assert_eq!(app.state.metrics.limits.password_checks.get(), before);
}

#[actix_web::test]
async fn when_too_many_passwords_wait_the_next_is_refused_at_once_and_costs_nothing() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let code = app.code("new@example.com", "register", "").await;
    let register = json!({
        "identifier": "new@example.com", "identityType": "email", "nickname": "new", "code": code,
        "passwd": PASSWORD, "passwdConfirmPasswd": PASSWORD,
    });
    let change = json!({ "currentPasswd": PASSWORD, "passwd": "another", "passwdConfirmPasswd": "another" });
    let others = FullLimit::of(app.state.hasher.limit());
    for _ in 0..4 {
        let login = app.try_login("10.0.0.9", &user.email, PASSWORD).await;
        let registered = app
            .post("/api/account/registerByIdentifier", register.clone())
            .await;
        let changed = app
            .call(&user, "PUT", "/api/account/password", change.clone())
            .await;
        for answer in [login, registered, changed] {
            assert_eq!(answer.refusal(), (503, "server.busy".to_owned()));
            assert_eq!(answer.header("retry-after"), "5");
        }
    }
    drop(others);
    // Neither the tries of a password nor the code are used up.
    for _ in 0..4 {
        assert_eq!(app.try_login("10.0.0.9", &user.email, "wrong").await.status, 422);
    }
    assert_eq!(app.try_login("10.0.0.9", &user.email, PASSWORD).await.status, 200);
    app.post("/api/account/registerByIdentifier", register)
        .await
        .data();
    app.call(&user, "PUT", "/api/account/password", change)
        .await
        .data();
}

#[actix_web::test]
async fn a_session_does_not_come_back_when_a_suspension_ends() {
    let app = TestApp::with_database();
    let (user, admin) = (app.user("li").await, app.admin("root").await);
    let path = format!("/api/admin/users/{}/suspension", user.id);
    app.call(&admin, "PUT", &path, json!({ "reason": "spam" }))
        .await
        .data();
    app.call(&admin, "DELETE", &path, Value::Null).await.data();
    assert!(!app.is_logged_in(&user.token).await);
    assert_eq!(app.try_login("10.0.0.1", &user.email, PASSWORD).await.status, 200);
}
