use moyan_foundation::access::Role;
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
    for (n_chars, status) in [(100, 200), (101, 400)] {
        let path = format!("/api/admin/users?search={}", "a".repeat(n_chars));
        assert_eq!(app.call(&admin, "GET", &path, Value::Null).await.status, status);
    }
}

#[actix_web::test]
async fn each_account_is_listed_with_the_number_of_its_teams() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let team = app.team(&user, "ours").await;
    app.team(&user, "another").await;
    app.join(&team, &admin, Role::Viewer);
    let data = app
        .call(&admin, "GET", "/api/admin/users", Value::Null)
        .await
        .data();
    // The personal space is one of them.
    let listed = |index: usize| (&data["items"][index]["nickname"], &data["items"][index]["nTeams"]);
    assert_eq!(listed(0), (&json!("li"), &json!(3)));
    assert_eq!(listed(1), (&json!("root"), &json!(2)));
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
    assert!(
        !app.is_logged_in(&user.token).await,
        "the session is gone for good"
    );
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
async fn of_two_administrators_who_demote_or_suspend_each_other_one_stays() {
    let app = TestApp::with_database();
    let (first, second) = (app.admin("first").await, app.admin("second").await);
    // The second demotes the first, and the first is already past the check before the handler.
    let demotion = format!(
        "SELECT FROM users WHERE is_admin ORDER BY id FOR NO KEY UPDATE; UPDATE users SET is_admin = FALSE WHERE id = '{}'",
        first.id
    );
    for (path, body) in [
        ("admin-role", json!({ "isAdmin": false })),
        ("suspension", json!({ "reason": "x" })),
    ] {
        app.sql("UPDATE users SET is_admin = TRUE");
        let path = format!("/api/admin/users/{}/{path}", second.id);
        let change = app.call(&first, "PUT", &path, body);
        let answer = app.while_changing(&demotion, change).await;
        assert_eq!(answer.refusal(), (403, "access.denied".to_owned()));
        let left = "SELECT string_agg(nickname, ' ') FROM users WHERE is_admin AND suspended_at IS NULL";
        assert_eq!(app.database().text(left), "second");
    }
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
async fn plans_roles_suspensions_and_mails_are_written_down_with_what_changed() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let team = app.team(&user, "ours").await;
    app.sql(
        "INSERT INTO mails (id, channel, recipient, template, subject, body, status) \
         VALUES ('00000000-0000-7000-8000-000000000001', 'email', 'x@example.com', 'x', 'x', 'x', 'dead')",
    );
    let (of_user, of_team) = (
        format!("/api/admin/users/{}", user.id),
        format!("/api/admin/teams/{team}"),
    );
    let retry = "/api/admin/mails/00000000-0000-7000-8000-000000000001/retry";
    for (method, path, body, expected) in [
        (
            "PUT",
            format!("{of_user}/admin-role"),
            json!({ "isAdmin": true }),
            r#"admin.roleChanged root li - {"isAdmin": true}"#,
        ),
        (
            "PUT",
            format!("{of_user}/admin-role"),
            json!({ "isAdmin": false }),
            r#"admin.roleChanged root li - {"isAdmin": false}"#,
        ),
        (
            "PUT",
            format!("{of_user}/suspension"),
            json!({ "reason": "spam" }),
            r#"account.suspended root li - {"reason": "spam"}"#,
        ),
        (
            "DELETE",
            format!("{of_user}/suspension"),
            Value::Null,
            "account.resumed root li - {}",
        ),
        (
            "PUT",
            format!("{of_team}/plan"),
            json!({ "plan": "professional", "endsAt": "2999-01-01T00:00:00Z" }),
            r#"team.planChanged root - ours {"plan": "professional", "endsAt": "2999-01-01T00:00:00Z"}"#,
        ),
        (
            "PUT",
            format!("{of_team}/suspension"),
            json!({ "reason": "spam" }),
            r#"team.suspended root - ours {"reason": "spam"}"#,
        ),
        (
            "DELETE",
            format!("{of_team}/suspension"),
            Value::Null,
            "team.resumed root - ours {}",
        ),
        (
            "POST",
            retry.to_owned(),
            Value::Null,
            r#"mail.retried root - - {"mailId": "00000000-0000-7000-8000-000000000001"}"#,
        ),
    ] {
        app.sql("DELETE FROM audit_entries");
        app.call(&admin, method, &path, body).await.data();
        let entry = app.database().text(
            "SELECT string_agg(concat_ws(' ', action, a.nickname, COALESCE(u.nickname, '-'), COALESCE(t.name, '-'), details), ',') \
             FROM audit_entries e LEFT JOIN users a ON a.id = actor_id LEFT JOIN users u ON u.id = user_id \
             LEFT JOIN teams t ON t.id = team_id",
        );
        assert_eq!(entry, expected, "{method} {path}");
    }
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
async fn an_entry_in_a_personal_space_names_its_owner() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    let shared = app.team(&user, "ours").await;
    for (team, owner) in [
        ("kind = 'personal'", json!("li")),
        ("kind <> 'personal'", Value::Null),
    ] {
        app.sql(&format!(
            "INSERT INTO audit_entries (id, action, team_id) \
             SELECT gen_random_uuid(), 'knowledgeBase.created', id FROM teams \
             WHERE owner_id = (SELECT owner_id FROM teams WHERE id = '{shared}') AND {team}"
        ));
        let path = "/api/admin/audit-entries?action=knowledgeBase.created";
        let data = app.call(&admin, "GET", path, Value::Null).await.data();
        assert_eq!(data["items"][0]["spaceOwnerNickname"], owner, "{team}");
        app.sql("DELETE FROM audit_entries WHERE action = 'knowledgeBase.created'");
    }
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
async fn an_account_was_used_also_when_it_has_logged_out() {
    let app = TestApp::with_database();
    let (admin, user) = (app.admin("root").await, app.user("li").await);
    app.call(&user, "POST", "/api/account/logout", Value::Null).await;
    let users = app
        .call(&admin, "GET", "/api/admin/users?search=li", Value::Null)
        .await
        .data();
    assert!(users["items"][0]["lastSeenAt"].is_string());
    let counts = app
        .call(&admin, "GET", "/api/admin/overview", Value::Null)
        .await
        .data();
    assert_eq!(counts["nActiveUsers"], 2);
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
        json!({ "nUsers": 2, "nActiveUsers": 2, "nTeams": 1, "nPaidTeams": 1, "nWaitingMails": 0, "nDeadMails": 0, "nDeadJobs": 0 })
    );
}
