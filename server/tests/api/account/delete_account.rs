use moyan_foundation::access::Role;
use serde_json::{Value, json};

use crate::support::{PASSWORD, TestApp};

const PATH: &str = "/api/account/deletion";

#[actix_web::test]
async fn a_deletion_waits_seven_days_and_can_be_taken_back() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let other = app.login(&user.email).await;
    let answer = app
        .call(&user, "POST", PATH, json!({ "currentPasswd": "wrong" }))
        .await;
    assert_eq!(answer.refusal(), (422, "account.passwordWrong".to_owned()));
    let data = app
        .call(&user, "POST", PATH, json!({ "currentPasswd": PASSWORD }))
        .await
        .data();
    assert!(data["deletesAt"].is_string());
    assert!(app.database().is_true(
        "(SELECT deletes_at BETWEEN now() + interval '6 days 23 hours' AND now() + interval '7 days' FROM users)"
    ));
    assert!(!app.is_logged_in(&other).await);
    assert!(app.sweep().await);
    let data = app.call(&user, "DELETE", PATH, Value::Null).await.data();
    assert_eq!(data["deletesAt"], Value::Null);
    assert_eq!(
        app.call(&user, "DELETE", PATH, Value::Null).await.refusal(),
        (409, "account.noDeletion".to_owned())
    );
}

#[actix_web::test]
async fn after_seven_days_the_account_and_what_is_its_alone_are_gone() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    app.team(&user, "alone").await;
    app.call(&user, "POST", PATH, json!({ "currentPasswd": PASSWORD }))
        .await
        .data();
    app.sql("UPDATE users SET deletes_at = now() - interval '1 second'");
    assert!(app.sweep().await);
    for table in ["users", "teams", "team_members", "sessions"] {
        assert_eq!(
            app.database().text(&format!("SELECT count(*) FROM {table}")),
            "0",
            "{table}"
        );
    }
    assert!(!app.is_logged_in(&user.token).await);
    assert!(
        app.database()
            .is_true("EXISTS (SELECT FROM audit_entries WHERE action = 'account.purged')")
    );
    // That the account did something is kept for a year; from where, no longer than the account.
    let with_address = "SELECT count(*) FROM audit_entries WHERE ip_address IS NOT NULL";
    assert_eq!(app.database().text(with_address), "0");
    app.sql(
        "UPDATE audit_entries SET created_at = now() - interval '366 days' WHERE action <> 'account.purged'",
    );
    assert!(app.sweep().await);
    assert_eq!(app.database().text("SELECT count(*) FROM audit_entries"), "1");
}

#[actix_web::test]
async fn who_owns_a_team_with_others_gives_it_away_first() {
    let app = TestApp::with_database();
    let (owner, member) = (app.user("owner").await, app.user("member").await);
    let team = app.team(&owner, "shared").await;
    app.join(&team, &member, Role::Editor);
    let answer = app
        .call(&owner, "POST", PATH, json!({ "currentPasswd": PASSWORD }))
        .await;
    assert_eq!(answer.refusal(), (409, "account.ownsTeams".to_owned()));
}

#[actix_web::test]
async fn a_team_that_others_joined_meanwhile_is_inherited() {
    let app = TestApp::with_database();
    let (owner, member) = (app.user("owner").await, app.user("member").await);
    let team = app.team(&owner, "shared").await;
    app.call(&owner, "POST", PATH, json!({ "currentPasswd": PASSWORD }))
        .await
        .data();
    app.join(&team, &member, Role::Editor);
    app.sql("UPDATE users SET deletes_at = now() - interval '1 second' WHERE deletes_at IS NOT NULL");
    assert!(app.sweep().await);
    let data = app
        .call(&member, "GET", &format!("/api/teams/{team}"), Value::Null)
        .await
        .data();
    assert_eq!(
        (&data["role"], &data["ownerId"]),
        (&json!("owner"), &json!(member.id))
    );
}
