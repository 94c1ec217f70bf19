use actix_web::http::Method;
use serde_json::{Value, json};

use crate::support::{PASSWORD, TestApp};

#[actix_web::test]
async fn a_logout_ends_its_session_only_and_never_fails() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let other = app.login(&user.email).await;
    assert_eq!(
        app.call(&user, "POST", "/api/account/logout", Value::Null)
            .await
            .data(),
        json!({})
    );
    assert!(!app.is_logged_in(&user.token).await);
    assert!(app.is_logged_in(&other).await);
    assert_eq!(
        app.call(&user, "POST", "/api/account/logout", Value::Null)
            .await
            .status,
        200
    );
    assert_eq!(app.post("/api/account/logout", Value::Null).await.status, 200);
}

#[actix_web::test]
async fn the_devices_are_listed_and_can_be_logged_out() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let other = app.login(&user.email).await;
    let list = app
        .call(&user, "GET", "/api/account/sessions", Value::Null)
        .await
        .data();
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 2);
    assert_eq!(
        list.iter().filter(|session| session["isCurrent"] == true).count(),
        1
    );
    let foreign = list.iter().find(|session| session["isCurrent"] == false).unwrap();
    assert_eq!(
        (&foreign["device"], &foreign["ipAddress"]),
        (&json!("web"), &json!("10.0.0.1"))
    );
    let path = format!("/api/account/sessions/{}", foreign["id"].as_str().unwrap());
    assert_eq!(app.call(&user, "DELETE", &path, Value::Null).await.status, 200);
    assert!(!app.is_logged_in(&other).await);
    assert_eq!(
        app.call(&user, "DELETE", &path, Value::Null).await.refusal(),
        (404, "session.notFound".to_owned())
    );
}

#[actix_web::test]
async fn nobody_ends_the_session_of_another() {
    let app = TestApp::with_database();
    let (victim, thief) = (app.user("victim").await, app.user("thief").await);
    let id = app.database().text(&format!(
        "SELECT id FROM sessions WHERE user_id = '{}'",
        victim.id
    ));
    let answer = app
        .call(
            &thief,
            "DELETE",
            &format!("/api/account/sessions/{id}"),
            Value::Null,
        )
        .await;
    assert_eq!(answer.refusal(), (404, "session.notFound".to_owned()));
    assert!(app.is_logged_in(&victim.token).await);
    let answer = app
        .call(&thief, "DELETE", "/api/account/sessions/not-an-id", Value::Null)
        .await;
    assert_eq!(answer.refusal(), (404, "session.notFound".to_owned()));
}

#[actix_web::test]
async fn all_other_devices_are_logged_out_at_once() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let others = [app.login(&user.email).await, app.login(&user.email).await];
    let data = app
        .call(&user, "DELETE", "/api/account/sessions", Value::Null)
        .await
        .data();
    assert_eq!(data, json!({ "nEnded": 2 }));
    assert!(app.is_logged_in(&user.token).await);
    for token in others {
        assert!(!app.is_logged_in(&token).await);
    }
}

#[actix_web::test]
async fn a_session_ends_when_it_is_idle_and_at_its_last_day() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    app.sql("UPDATE sessions SET last_seen_at = now() - interval '29 days'");
    assert!(app.is_logged_in(&user.token).await);
    // That use was written down.
    assert!(
        app.database()
            .is_true("(SELECT last_seen_at > now() - interval '1 minute' FROM sessions)")
    );
    // A use within five minutes of that is not.
    app.sql("UPDATE sessions SET last_seen_at = now() - interval '4 minutes'");
    assert!(app.is_logged_in(&user.token).await);
    assert!(
        app.database()
            .is_true("(SELECT last_seen_at < now() - interval '3 minutes' FROM sessions)")
    );
    app.sql("UPDATE sessions SET last_seen_at = now() - interval '30 days'");
    assert!(!app.is_logged_in(&user.token).await);
    let token = app.login(&user.email).await;
    app.sql("UPDATE sessions SET expires_at = now() - interval '1 second'");
    assert!(!app.is_logged_in(&token).await);
}

#[actix_web::test]
async fn a_password_change_ends_all_other_sessions() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let other = app.login(&user.email).await;
    let form = |current: &str, new: &str| json!({ "currentPasswd": current, "passwd": new, "passwdConfirmPasswd": new });
    let path = "/api/account/password";
    let answer = app
        .call(&user, "PUT", path, form("wrong", "a new password"))
        .await;
    assert_eq!(answer.refusal(), (422, "account.passwordWrong".to_owned()));
    assert!(
        app.is_logged_in(&other).await,
        "a wrong password leaves sessions as they are"
    );
    let answer = app.call(&user, "PUT", path, form(PASSWORD, "short")).await;
    assert_eq!(answer.problem("passwd"), "password.tooShort");
    app.call(&user, "PUT", path, form(PASSWORD, "a new password"))
        .await
        .data();
    assert!(app.is_logged_in(&user.token).await);
    assert!(!app.is_logged_in(&other).await);
    assert_eq!(
        app.try_login("10.0.0.1", &user.email, "a new password")
            .await
            .status,
        200
    );
}

#[actix_web::test]
async fn guesses_of_the_current_password_are_counted() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let form = json!({ "currentPasswd": "wrong", "passwd": "123456", "passwdConfirmPasswd": "123456" });
    for _ in 0..5 {
        assert_eq!(
            app.call(&user, "PUT", "/api/account/password", form.clone())
                .await
                .status,
            422
        );
    }
    assert_eq!(
        app.call(&user, "PUT", "/api/account/password", form).await.status,
        429
    );
}

#[actix_web::test]
async fn guesses_of_the_current_password_are_counted_wherever_they_come_from() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let form = json!({ "currentPasswd": "wrong", "passwd": "123456", "passwdConfirmPasswd": "123456" });
    let (path, token) = ("/api/account/password", &user.token);
    let answer = app.json("10.0.0.1", Method::PUT, path, token, form.clone()).await;
    assert_eq!(answer.status, 422);
    // As if it were the hundredth of all networks together; the next one comes from a network of its own.
    app.sql("UPDATE throttles SET n_hits = 100");
    let answer = app.json("10.0.7.1", Method::PUT, path, token, form).await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
}

#[actix_web::test]
async fn a_new_password_is_told_to_its_owner() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let form = json!({ "currentPasswd": PASSWORD, "passwd": "a new password", "passwdConfirmPasswd": "a new password" });
    app.call(&user, "PUT", "/api/account/password", form).await.data();
    assert_eq!(app.n_mails_to(&user.email), "1");
    let template = "SELECT template FROM mails";
    assert_eq!(app.database().text(template), "passwordChanged");
}

#[actix_web::test]
async fn the_fifty_first_device_logs_out_the_one_that_was_used_longest_ago() {
    let app = TestApp::with_database();
    let (user, other) = (app.user("li").await, app.user("other").await);
    app.sql(&format!(
        "UPDATE sessions SET last_seen_at = now() - interval '2 hours' WHERE user_id = '{}'",
        user.id
    ));
    app.sql(&format!(
        "INSERT INTO sessions (id, user_id, device, user_agent, ip_address, last_seen_at, expires_at) \
         SELECT gen_random_uuid(), '{}', 'web', '', '', now() - interval '1 hour', now() + interval '1 day' \
         FROM generate_series(1, 49)",
        user.id
    ));
    let newest = app.login(&user.email).await;
    assert_eq!(
        app.database().text(&format!(
            "SELECT count(*) FROM sessions WHERE user_id = '{}'",
            user.id
        )),
        "50"
    );
    assert!(!app.is_logged_in(&user.token).await);
    assert!(app.is_logged_in(&newest).await);
    assert!(app.is_logged_in(&other.token).await);
}
