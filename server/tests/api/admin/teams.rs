use chrono::TimeDelta;
use moyan_foundation::access::Role;
use serde_json::{Value, json};

use crate::support::TestApp;

#[actix_web::test]
async fn the_plan_of_a_team_is_set_and_ends() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let team = app.team(&user, "ours").await;
    let path = format!("/api/admin/teams/{team}/plan");
    let answer = app
        .call(
            &admin,
            "PUT",
            &path,
            json!({ "plan": "professional", "endsAt": "2020-01-01T00:00:00Z" }),
        )
        .await;
    assert_eq!(answer.problem("endsAt"), "time.inPast");
    let answer = app.call(&admin, "PUT", &path, json!({ "plan": "golden" })).await;
    assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
    let data = app
        .call(&admin, "PUT", &path, json!({ "plan": "enterprise" }))
        .await
        .data();
    assert_eq!(
        (&data["plan"], &data["planEndsAt"]),
        (&json!("enterprise"), &Value::Null)
    );
    let seen = app
        .call(&user, "GET", &format!("/api/teams/{team}"), Value::Null)
        .await
        .data();
    assert_eq!(seen["plan"], "enterprise");
    let end = json!("2999-01-01T00:00:00Z");
    let plan = json!({ "plan": "professional", "endsAt": end });
    assert_eq!(
        app.call(&admin, "PUT", &path, plan).await.data()["planEndsAt"],
        end
    );
    let told = "SELECT string_agg(template, ' ') FROM mails WHERE recipient = '";
    assert_eq!(
        app.database().text(&format!("{told}{}'", user.email)),
        "planActivated planActivated"
    );
    // The last day on which it holds.
    assert!(app.mail_to(&user.email).contains("31 December 2998"));
    // An administrator sees what holds now, as the team does.
    app.sql(&format!(
        "UPDATE teams SET plan_ends_at = now() - interval '1 second' WHERE id = '{team}'"
    ));
    let search = format!("/api/admin/teams?search={team}");
    let data = app.call(&admin, "GET", &search, Value::Null).await.data();
    assert_eq!(
        (&data["items"][0]["plan"], &data["items"][0]["planEndsAt"]),
        (&json!("creator"), &Value::Null)
    );
}

#[actix_web::test]
async fn a_plan_that_is_set_for_some_days_is_not_told_twice_at_once() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let team = app.team(&user, "ours").await;
    let ends_at = app.clock.now() + TimeDelta::days(10);
    let plan = json!({ "plan": "professional", "endsAt": ends_at });
    let path = format!("/api/admin/teams/{team}/plan");
    app.call(&admin, "PUT", &path, plan).await.data();
    let told = || {
        app.database().text(&format!(
            "SELECT string_agg(template, ' ' ORDER BY id) FROM mails WHERE recipient = '{}'",
            user.email
        ))
    };
    assert!(app.sweep().await);
    assert_eq!(told(), "planActivated");
    app.clock.advance(TimeDelta::days(3));
    assert!(app.sweep().await);
    assert_eq!(told(), "planActivated planEnding");
}

#[actix_web::test]
async fn a_suspended_team_is_read_only_and_says_why() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let team = app.team(&user, "ours").await;
    let suspension = format!("/api/admin/teams/{team}/suspension");
    app.call(&admin, "PUT", &suspension, json!({ "reason": "spam" }))
        .await
        .data();
    let path = format!("/api/teams/{team}");
    assert_eq!(
        app.call(&user, "GET", &path, Value::Null).await.data()["suspendedReason"],
        "spam"
    );
    let told = app.database().text(&format!(
        "SELECT string_agg(template, ' ') FROM mails WHERE recipient = '{}'",
        user.email
    ));
    assert_eq!(told, "teamSuspended");
    let mail = app.mail_to(&user.email);
    assert!(mail.contains("ours") && mail.contains("spam"), "{mail}");
    let answer = app.call(&user, "PATCH", &path, json!({ "name": "new" })).await;
    assert_eq!(answer.refusal(), (403, "team.suspended".to_owned()));
    app.call(&admin, "DELETE", &suspension, Value::Null).await.data();
    assert_eq!(
        app.call(&user, "PATCH", &path, json!({ "name": "new" }))
            .await
            .status,
        200
    );
}

#[actix_web::test]
async fn of_a_team_that_is_not_there_nothing_is_changed_and_nothing_written_down() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let path = format!("/api/admin/teams/{}", uuid::Uuid::new_v4());
    for (method, route, body) in [
        ("PUT", "plan", json!({ "plan": "professional" })),
        ("PUT", "suspension", json!({ "reason": "spam" })),
        ("DELETE", "suspension", Value::Null),
    ] {
        let answer = app.call(&admin, method, &format!("{path}/{route}"), body).await;
        assert_eq!(
            answer.refusal(),
            (404, "team.notFound".to_owned()),
            "{method} {route}"
        );
    }
    let noted = "SELECT count(*) FROM audit_entries WHERE action LIKE 'team.%'";
    assert_eq!(app.database().text(noted), "0");
}

#[actix_web::test]
async fn teams_are_found_by_their_name_and_their_owners() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    app.team(&user, "ours").await;
    let data = app
        .call(&admin, "GET", "/api/admin/teams?search=our", Value::Null)
        .await
        .data();
    assert_eq!(data["items"][0]["ownerNickname"], "li");
    assert_eq!(data["items"][0]["nMembers"], 1);
    let data = app
        .call(&admin, "GET", "/api/admin/teams?search=li", Value::Null)
        .await
        .data();
    assert_eq!(data["items"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn each_team_is_listed_with_the_number_of_its_members() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let team = app.team(&user, "ours").await;
    app.join(&team, &admin, Role::Viewer);
    app.join(&team, &app.user("wang").await, Role::Editor);
    app.team(&user, "another").await;
    let data = app
        .call(&admin, "GET", "/api/admin/teams?search=li", Value::Null)
        .await
        .data();
    let listed = |index: usize| (&data["items"][index]["name"], &data["items"][index]["nMembers"]);
    assert_eq!(listed(0), (&json!("another"), &json!(1)));
    assert_eq!(listed(1), (&json!("ours"), &json!(3)));
}
