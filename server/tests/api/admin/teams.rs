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
    let path = format!("/api/admin/teams/{}/plan", uuid::Uuid::new_v4());
    let answer = app.call(&admin, "PUT", &path, json!({ "plan": "creator" })).await;
    assert_eq!(answer.refusal(), (404, "team.notFound".to_owned()));
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
