use moyan_foundation::access::Role;
use serde_json::{Value, json};

use crate::support::TestApp;

#[actix_web::test]
async fn members_come_in_pages_and_addresses_for_those_who_manage_them() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    let viewer = app.user("viewer").await;
    app.join(&team, &viewer, Role::Viewer);
    let path = format!("/api/teams/{team}/members");
    let first = app
        .call(&owner, "GET", &format!("{path}?limit=1"), Value::Null)
        .await
        .data();
    assert_eq!(
        (&first["items"][0]["role"], &first["items"][0]["email"]),
        (&json!("owner"), &json!(owner.email))
    );
    let cursor = first["nextCursor"].as_str().unwrap();
    let second = app
        .call(
            &owner,
            "GET",
            &format!("{path}?limit=1&cursor={cursor}"),
            Value::Null,
        )
        .await
        .data();
    assert_eq!(second["items"][0]["userId"], json!(viewer.id));
    assert_eq!(second["nextCursor"], Value::Null);
    let seen = app.call(&viewer, "GET", &path, Value::Null).await.data();
    assert_eq!(seen["items"].as_array().unwrap().len(), 2);
    assert_eq!(seen["items"][0]["email"], Value::Null);
    for query in ["limit=0", "limit=101", "limit=x", "cursor=x", "cursor=9_9"] {
        let answer = app
            .call(&owner, "GET", &format!("{path}?{query}"), Value::Null)
            .await;
        assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()), "{query}");
    }
}

#[actix_web::test]
async fn a_role_changes_but_the_owners() {
    let app = TestApp::with_database();
    let (owner, member) = (app.user("owner").await, app.user("member").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &member, Role::Viewer);
    let path = |id: uuid::Uuid| format!("/api/teams/{team}/members/{id}");
    let data = app
        .call(&owner, "PATCH", &path(member.id), json!({ "role": "admin" }))
        .await
        .data();
    assert_eq!(data["role"], "admin");
    // The new admin may not touch the owner, nor make owners.
    let answer = app
        .call(&member, "PATCH", &path(owner.id), json!({ "role": "viewer" }))
        .await;
    assert_eq!(answer.refusal(), (409, "team.ownerRole".to_owned()));
    let answer = app
        .call(&member, "PATCH", &path(member.id), json!({ "role": "owner" }))
        .await;
    assert_eq!(answer.problem("role"), "role.notGiven");
    let answer = app.call(&member, "DELETE", &path(owner.id), Value::Null).await;
    assert_eq!(answer.refusal(), (409, "team.ownerRole".to_owned()));
    let answer = app
        .call(
            &owner,
            "PATCH",
            &path(uuid::Uuid::new_v4()),
            json!({ "role": "viewer" }),
        )
        .await;
    assert_eq!(answer.refusal(), (404, "member.notFound".to_owned()));
    let answer = app
        .call(&owner, "PATCH", &path(member.id), json!({ "role": "king" }))
        .await;
    assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
}

#[actix_web::test]
async fn who_is_removed_or_leaves_is_a_stranger() {
    let app = TestApp::with_database();
    let (owner, first, second) = (
        app.user("owner").await,
        app.user("first").await,
        app.user("second").await,
    );
    let team = app.team(&owner, "ours").await;
    for member in [&first, &second] {
        app.join(&team, member, Role::Editor);
    }
    let path = format!("/api/teams/{team}");
    app.call(
        &owner,
        "DELETE",
        &format!("{path}/members/{}", first.id),
        Value::Null,
    )
    .await
    .data();
    app.call(&second, "POST", &format!("{path}/leave"), Value::Null)
        .await
        .data();
    for member in [&first, &second] {
        assert_eq!(app.call(member, "GET", &path, Value::Null).await.status, 404);
    }
    let answer = app
        .call(&owner, "POST", &format!("{path}/leave"), Value::Null)
        .await;
    assert_eq!(answer.refusal(), (403, "access.denied".to_owned()));
}

#[actix_web::test]
async fn a_member_of_another_team_is_out_of_reach() {
    let app = TestApp::with_database();
    let (owner, other) = (app.user("owner").await, app.user("other").await);
    let (ours, theirs) = (app.team(&owner, "ours").await, app.team(&other, "theirs").await);
    let member = app.user("member").await;
    app.join(&theirs, &member, Role::Editor);
    for method in ["PATCH", "DELETE"] {
        let path = format!("/api/teams/{ours}/members/{}", member.id);
        let answer = app.call(&owner, method, &path, json!({ "role": "viewer" })).await;
        assert_eq!(answer.refusal(), (404, "member.notFound".to_owned()));
    }
}

#[actix_web::test]
async fn a_role_that_is_lost_while_a_change_waits_allows_it_no_more() {
    let app = TestApp::with_database();
    let (caller, member) = (app.user("caller").await, app.user("member").await);
    let team = app.team(&caller, "ours").await;
    app.join(&team, &member, Role::Editor);
    let path = format!("/api/teams/{team}");
    let email = json!({ "email": "guest@example.com", "role": "admin" });
    app.call(&caller, "POST", &format!("{path}/invitations"), email.clone())
        .await
        .data();
    let invitation = app.database().text("SELECT id FROM team_invitations");
    // As a change of the role does it, which ends when the other change has been let in and waits.
    let demotion = format!(
        "SELECT FROM teams WHERE id = '{team}' FOR UPDATE; UPDATE team_members SET role = 'viewer' WHERE user_id = '{}' AND team_id = '{team}'",
        caller.id
    );
    for (method, rest, body) in [
        ("PATCH", String::new(), json!({ "name": "mine" })),
        ("DELETE", String::new(), Value::Null),
        ("POST", "/restore".to_owned(), Value::Null),
        ("POST", "/transfer".to_owned(), json!({ "userId": member.id })),
        (
            "PATCH",
            format!("/members/{}", member.id),
            json!({ "role": "admin" }),
        ),
        ("DELETE", format!("/members/{}", member.id), Value::Null),
        ("POST", "/invitations".to_owned(), email),
        ("DELETE", format!("/invitations/{invitation}"), Value::Null),
    ] {
        let purges_at = if rest == "/restore" {
            "now() + interval '1 day'"
        } else {
            "NULL"
        };
        app.sql(&format!(
            "UPDATE team_members SET role = 'owner' WHERE user_id = '{}' AND team_id = '{team}'; UPDATE teams SET purges_at = {purges_at} WHERE id = '{team}'",
            caller.id
        ));
        let path = format!("{path}{rest}");
        let change = app.call(&caller, method, &path, body);
        let answer = app.while_changing(&demotion, change).await;
        assert_eq!(
            answer.refusal(),
            (403, "access.denied".to_owned()),
            "{method} {rest}"
        );
    }
}
