use serde_json::{Value, json};

use crate::support::{PASSWORD, TestApp};

#[actix_web::test]
async fn accounts_are_found_by_part_of_a_name_or_address_taken_literally() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    for name in ["alice", "bob_b", "bobxb"] {
        app.user(name).await;
    }
    let found = |search: &'static str| {
        let (app, admin) = (&app, &admin);
        async move {
            let path = format!("/api/admin/users?search={search}");
            let data = app.call(admin, "GET", &path, Value::Null).await.data();
            let names: Vec<String> = data["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|user| user["nickname"].as_str().unwrap().to_owned())
                .collect();
            names
        }
    };
    assert_eq!(found("ALICE@example").await, ["alice"]);
    assert_eq!(found("bob_").await, ["bob_b"]);
    assert_eq!(found("%25").await, [""; 0]);
    assert_eq!(found("").await.len(), 4);
    let answer = app
        .call(&admin, "GET", "/api/admin/users?search=a%00b", Value::Null)
        .await;
    assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
    let long = "a".repeat(101);
    let answer = app
        .call(
            &admin,
            "GET",
            &format!("/api/admin/users?search={long}"),
            Value::Null,
        )
        .await;
    assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
}

#[actix_web::test]
async fn pages_follow_each_other_and_show_no_secret() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    for number in 0..4 {
        app.user(&format!("user{number}")).await;
    }
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let answer = app
            .call(
                &admin,
                "GET",
                &format!("/api/admin/users?limit=2{cursor}"),
                Value::Null,
            )
            .await;
        assert!(!answer.text().contains("$2b$"));
        let data = answer.data();
        seen.extend(
            data["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|user| user["id"].to_string()),
        );
        match data["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(seen.len(), 5);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 5);
    // Parameters that no list has change nothing.
    let data = app
        .call(
            &admin,
            "GET",
            "/api/admin/users?orderBy=password_hash&filter=x",
            Value::Null,
        )
        .await
        .data();
    assert_eq!(data["items"].as_array().unwrap().len(), 5);
}

#[actix_web::test]
async fn a_suspended_account_is_logged_out_and_cannot_log_in() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let path = format!("/api/admin/users/{}/suspension", user.id);
    let answer = app.call(&admin, "PUT", &path, json!({ "reason": " " })).await;
    assert_eq!(answer.problem("reason"), "field.required");
    let data = app
        .call(&admin, "PUT", &path, json!({ "reason": "spam" }))
        .await
        .data();
    assert_eq!(data["suspendedReason"], "spam");
    assert!(!app.is_logged_in(&user.token).await);
    let answer = app.try_login("10.0.0.1", &user.email, PASSWORD).await;
    assert_eq!(answer.refusal(), (403, "account.suspended".to_owned()));
    assert_eq!(answer.json()["data"]["reason"], "spam");
    // Who does not know the password learns nothing.
    assert_eq!(
        app.try_login("10.0.0.1", &user.email, "wrong").await.refusal().1,
        "account.loginFailed"
    );
    app.call(&admin, "DELETE", &path, Value::Null).await.data();
    assert_eq!(app.try_login("10.0.0.1", &user.email, PASSWORD).await.status, 200);
}

#[actix_web::test]
async fn an_administrator_appoints_others_and_never_locks_themselves_out() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let role = |id: uuid::Uuid| format!("/api/admin/users/{id}/admin-role");
    app.call(&admin, "PUT", &role(user.id), json!({ "isAdmin": true }))
        .await
        .data();
    assert_eq!(
        app.call(&user, "GET", "/api/admin/overview", Value::Null)
            .await
            .status,
        200
    );
    for (method, path, body) in [
        ("PUT", role(admin.id), json!({ "isAdmin": false })),
        (
            "PUT",
            format!("/api/admin/users/{}/suspension", admin.id),
            json!({ "reason": "x" }),
        ),
    ] {
        let answer = app.call(&admin, method, &path, body).await;
        assert_eq!(answer.refusal(), (409, "admin.ownAccount".to_owned()));
    }
    let nobody = uuid::Uuid::new_v4();
    let answer = app
        .call(&admin, "PUT", &role(nobody), json!({ "isAdmin": true }))
        .await;
    assert_eq!(answer.refusal(), (404, "user.notFound".to_owned()));
}

#[actix_web::test]
async fn what_administrators_do_is_written_down() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let path = format!("/api/admin/users/{}/suspension", user.id);
    app.call(&admin, "PUT", &path, json!({ "reason": "spam" }))
        .await
        .data();
    let path = format!(
        "/api/admin/audit-entries?action=account.suspended&userId={}",
        user.id
    );
    let data = app.call(&admin, "GET", &path, Value::Null).await.data();
    let entry = &data["items"][0];
    assert_eq!(
        (&entry["actorNickname"], &entry["userNickname"], &entry["details"]),
        (&json!("root"), &json!("li"), &json!({ "reason": "spam" }))
    );
    assert_eq!(data["items"].as_array().unwrap().len(), 1);
    let answer = app
        .call(&admin, "GET", "/api/admin/audit-entries?userId=x", Value::Null)
        .await;
    assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
}

#[actix_web::test]
async fn an_entry_names_its_team_and_one_of_another_release_has_no_action() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let team = app.team(&user, "ours").await;
    app.sql(&format!(
        "INSERT INTO audit_entries (id, action, team_id) \
         VALUES ('ffffffff-0000-7000-8000-000000000001', 'team.teleported', '{team}')"
    ));
    let path = format!("/api/admin/audit-entries?teamId={team}");
    let data = app.call(&admin, "GET", &path, Value::Null).await.data();
    let seen = |index: usize| {
        let entry = &data["items"][index];
        (entry["action"].clone(), entry["teamName"].clone())
    };
    assert_eq!(seen(0), (Value::Null, json!("ours")));
    assert_eq!(seen(1), (json!("team.created"), json!("ours")));
    let path = "/api/admin/audit-entries?action=team.teleported";
    let answer = app.call(&admin, "GET", path, Value::Null).await;
    assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
}

#[actix_web::test]
async fn an_account_and_a_team_are_found_by_their_ids() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let team = app.team(&user, "ours").await;
    for (list, id) in [("users", user.id.to_string()), ("teams", team.to_string())] {
        let path = format!("/api/admin/{list}?search={id}");
        let data = app.call(&admin, "GET", &path, Value::Null).await.data();
        let found: Vec<_> = data["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| &item["id"])
            .collect();
        assert_eq!(found, [&json!(id)]);
    }
}

#[actix_web::test]
async fn the_overview_counts_the_platform() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    app.team(&user, "ours").await;
    app.sql("UPDATE teams SET plan = 'professional' WHERE kind = 'team'");
    let data = app
        .call(&admin, "GET", "/api/admin/overview", Value::Null)
        .await
        .data();
    assert_eq!(
        data,
        json!({ "nUsers": 2, "nActiveUsers": 2, "nTeams": 1, "nPaidTeams": 1, "nWaitingMails": 0, "nDeadMails": 0 })
    );
}
