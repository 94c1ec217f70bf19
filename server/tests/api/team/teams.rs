use chrono::TimeDelta;
use moyan_domain::limits::DELETION_HOLD_DAYS;
use moyan_foundation::access::Role;
use serde_json::{Value, json};

use crate::support::{TestApp, User};

#[actix_web::test]
async fn the_personal_space_comes_first_and_personal_names_it() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let team = app.team(&user, "出版社").await;
    let list = app.call(&user, "GET", "/api/teams", Value::Null).await.data();
    let kinds: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|team| team["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["personal", "team"]);
    assert_eq!(list[1]["id"], team);
    let personal = app
        .call(&user, "GET", "/api/teams/personal", Value::Null)
        .await
        .data();
    assert_eq!(personal["id"], list[0]["id"]);
    assert_eq!(personal["plan"], "creator");
    let actions = personal["actions"].as_array().unwrap();
    assert!(actions.contains(&json!("writeContent")) && !actions.contains(&json!("manageMembers")));
}

#[actix_web::test]
async fn a_team_is_not_there_for_strangers() {
    let app = TestApp::with_database();
    let (owner, stranger) = (app.user("owner").await, app.user("stranger").await);
    let team = app.team(&owner, "ours").await;
    for path in [
        format!("/api/teams/{team}"),
        "/api/teams/nonsense".to_owned(),
        format!("/api/teams/{}", owner.id),
    ] {
        let answer = app.call(&stranger, "GET", &path, Value::Null).await;
        assert_eq!(answer.refusal(), (404, "team.notFound".to_owned()));
    }
}

#[actix_web::test]
async fn a_name_is_one_line_of_at_most_fifty_characters() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    for (name, problem) in [
        (" ".to_owned(), "field.required"),
        ("墨".repeat(51), "field.tooLong"),
        ("a\nb".to_owned(), "field.controlCharacter"),
    ] {
        let answer = app
            .call(&user, "POST", "/api/teams", json!({ "name": name }))
            .await;
        assert_eq!(answer.problem("name"), problem);
    }
    let team = app.team(&user, &"墨".repeat(50)).await;
    let body =
        json!({ "name": "new", "ownerId": uuid::Uuid::nil(), "plan": "enterprise", "kind": "personal" });
    let data = app
        .call(&user, "PATCH", &format!("/api/teams/{team}"), body)
        .await
        .data();
    assert_eq!(
        (&data["name"], &data["plan"], &data["kind"]),
        (&json!("new"), &json!("creator"), &json!("team"))
    );
    assert_eq!(data["ownerId"], json!(user.id));
}

#[actix_web::test]
async fn a_deleted_team_is_its_owners_only_until_it_is_restored_or_gone() {
    let app = TestApp::with_database();
    let (owner, member) = (app.user("owner").await, app.user("member").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &member, Role::Admin);
    let path = format!("/api/teams/{team}");
    let restore = format!("{path}/restore");
    assert_eq!(
        app.call(&owner, "POST", &restore, Value::Null).await.refusal(),
        (409, "team.notDeleted".to_owned())
    );
    assert!(app.call(&owner, "DELETE", &path, Value::Null).await.data()["purgesAt"].is_string());
    assert_eq!(app.call(&member, "GET", &path, Value::Null).await.status, 404);
    assert_eq!(app.call(&owner, "GET", &path, Value::Null).await.status, 200);
    assert_eq!(
        app.call(&owner, "PATCH", &path, json!({ "name": "new" }))
            .await
            .refusal(),
        (409, "team.deleted".to_owned())
    );
    assert_eq!(
        app.call(&owner, "POST", &restore, Value::Null).await.data()["purgesAt"],
        Value::Null
    );
    assert_eq!(app.call(&member, "GET", &path, Value::Null).await.status, 200);
    app.call(&owner, "DELETE", &path, Value::Null).await.data();
    app.clock
        .advance(TimeDelta::days(DELETION_HOLD_DAYS) - TimeDelta::minutes(1));
    assert!(app.sweep().await);
    assert_eq!(app.call(&owner, "GET", &path, Value::Null).await.status, 200);
    app.clock.advance(TimeDelta::minutes(1));
    assert!(app.sweep().await);
    assert_eq!(app.call(&owner, "GET", &path, Value::Null).await.status, 404);
}

#[actix_web::test]
async fn a_personal_space_is_neither_deleted_nor_shared_nor_given_away() {
    let app = TestApp::with_database();
    let (user, other) = (app.user("li").await, app.user("other").await);
    let invite = json!({ "email": "x@example.com", "role": "editor" });
    for (method, path, body) in [
        ("DELETE", "/api/teams/personal", Value::Null),
        (
            "POST",
            "/api/teams/personal/transfer",
            json!({ "userId": other.id }),
        ),
        ("POST", "/api/teams/personal/invitations", invite),
    ] {
        let answer = app.call(&user, method, path, body).await;
        assert_eq!(
            answer.refusal(),
            (409, "team.personal".to_owned()),
            "{method} {path}"
        );
    }
}

#[actix_web::test]
async fn a_transfer_makes_a_member_the_owner_and_the_owner_an_admin() {
    let app = TestApp::with_database();
    let (owner, member, stranger) = (
        app.user("owner").await,
        app.user("member").await,
        app.user("stranger").await,
    );
    let team = app.team(&owner, "ours").await;
    app.join(&team, &member, Role::Viewer);
    let path = format!("/api/teams/{team}/transfer");
    for (to, refusal) in [
        (stranger.id, (404, "member.notFound")),
        (owner.id, (409, "team.ownerRole")),
    ] {
        let answer = app.call(&owner, "POST", &path, json!({ "userId": to })).await;
        assert_eq!(answer.refusal(), (refusal.0, refusal.1.to_owned()));
    }
    let data = app
        .call(&owner, "POST", &path, json!({ "userId": member.id }))
        .await
        .data();
    assert_eq!(
        (&data["role"], &data["ownerId"]),
        (&json!("admin"), &json!(member.id))
    );
    let answer = app
        .call(&owner, "POST", &path, json!({ "userId": owner.id }))
        .await;
    assert_eq!(answer.refusal(), (403, "access.denied".to_owned()));
}

#[actix_web::test]
async fn a_plan_ends_when_its_time_is_over() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    app.sql("UPDATE teams SET plan = 'professional', plan_ends_at = now() + interval '1 day'");
    let data = app
        .call(&user, "GET", "/api/teams/personal", Value::Null)
        .await
        .data();
    assert_eq!(data["plan"], "professional");
    assert!(data["planEndsAt"].is_string());
    assert!(
        data["features"]
            .as_array()
            .unwrap()
            .contains(&json!("siteDeployment"))
    );
    app.sql("UPDATE teams SET plan_ends_at = now() - interval '1 second'");
    let data = app
        .call(&user, "GET", "/api/teams/personal", Value::Null)
        .await
        .data();
    assert_eq!(
        (&data["plan"], &data["planEndsAt"]),
        (&json!("creator"), &Value::Null)
    );
    assert!(
        !data["features"]
            .as_array()
            .unwrap()
            .contains(&json!("siteDeployment"))
    );
}

#[actix_web::test]
async fn the_plans_cost_what_the_landing_page_says() {
    let app = TestApp::new();
    let plans = app.get("/api/plans").await.data();
    assert_eq!(plans[0]["monthlyPriceFen"], 0);
    assert_eq!(
        (&plans[1]["monthlyPriceFen"], &plans[1]["yearlyExtraMonths"]),
        (&json!(29_900), &json!(2))
    );
    assert_eq!(plans[2]["monthlyPriceFen"], Value::Null);
}

#[actix_web::test]
async fn the_overview_counts_people_bases_sites_and_views() {
    let app = TestApp::with_database();
    let (owner, member) = (app.user("owner").await, app.user("member").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &member, Role::Viewer);
    app.sql(&format!(
        "UPDATE users SET last_used_at = now() - interval '31 days' WHERE id = '{}'",
        member.id
    ));
    let invite = json!({ "email": "x@example.com", "role": "editor" });
    app.call(&owner, "POST", &format!("/api/teams/{team}/invitations"), invite)
        .await
        .data();
    for (bin, n_views, slug) in [("NULL", 3, "one"), ("NULL", 4, "two"), ("now()", 5, "gone")] {
        app.sql(&format!(
            "INSERT INTO knowledge_bases (id, team_id, title, category, purges_at) \
             VALUES (gen_random_uuid(), '{team}', 'x', 'other', {bin}); \
             INSERT INTO sites (id, team_id, name, slug, n_views, purges_at) \
             VALUES (gen_random_uuid(), '{team}', 'x', '{slug}', {n_views}, {bin})"
        ));
    }
    let data = app
        .call(&owner, "GET", &format!("/api/teams/{team}/overview"), Value::Null)
        .await
        .data();
    assert_eq!(
        data,
        json!({ "nMembers": 2, "nActiveMembers": 1, "nPendingInvitations": 1,
            "nKnowledgeBases": 2, "nSites": 2, "nViews": 7 })
    );
}

#[actix_web::test]
async fn nobody_owns_more_than_fifty_teams() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    app.sql(&format!(
        "INSERT INTO teams (id, kind, name, owner_id) SELECT gen_random_uuid(), 'team', 'x', '{}' FROM generate_series(1, 49)",
        user.id
    ));
    app.team(&user, "the fiftieth").await;
    let answer = app
        .call(&user, "POST", "/api/teams", json!({ "name": "one more" }))
        .await;
    assert_eq!(answer.refusal(), (409, "team.tooMany".to_owned()));
    // Nor by being given one.
    let giver = app.user("giver").await;
    let team = app.team(&giver, "a gift").await;
    app.join(&team, &user, Role::Viewer);
    let transfer = format!("/api/teams/{team}/transfer");
    let answer = app
        .call(&giver, "POST", &transfer, json!({ "userId": user.id }))
        .await;
    assert_eq!(answer.refusal(), (409, "team.newOwnerTooMany".to_owned()));
}

#[actix_web::test]
async fn teams_that_are_made_at_the_same_moment_are_counted() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let teams = |n_teams: u32| {
        format!(
            "INSERT INTO teams (id, kind, name, owner_id) SELECT gen_random_uuid(), 'team', 'x', '{}' FROM generate_series(1, {n_teams})",
            user.id
        )
    };
    app.sql(&teams(49));
    // The fiftieth, which another request makes and has not yet kept.
    let fiftieth = format!(
        "SELECT FROM users WHERE id = '{}' FOR NO KEY UPDATE; {}",
        user.id,
        teams(1)
    );
    let creation = app.call(&user, "POST", "/api/teams", json!({ "name": "one more" }));
    let answer = app.while_changing(&fiftieth, creation).await;
    assert_eq!(answer.refusal(), (409, "team.tooMany".to_owned()));
}

#[actix_web::test]
async fn an_account_changes_teams_three_hundred_times_an_hour() {
    let app = TestApp::with_database();
    let (owner, admin) = (app.user("owner").await, app.user("admin").await);
    let (first, second) = (app.team(&owner, "first").await, app.team(&owner, "second").await);
    app.join(&first, &admin, Role::Admin);
    let rename = async |by: &User, team: &str, name: &str| {
        app.call(
            by,
            "PATCH",
            &format!("/api/teams/{team}"),
            json!({ "name": name }),
        )
        .await
    };
    rename(&owner, &first, "one").await.data();
    // What is refused does not count.
    assert_eq!(rename(&owner, &first, "").await.status, 422);
    app.sql("UPDATE throttles SET n_hits = n_hits + 298 WHERE key LIKE 'teamChanges %'");
    rename(&owner, &second, "two").await.data();
    for team in [&first, &second] {
        let answer = rename(&owner, team, "three").await;
        assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    }
    rename(&admin, &first, "four").await.data();
    let renamed = "SELECT count(*) FROM audit_entries WHERE action = 'team.renamed'";
    assert_eq!(app.database().text(renamed), "3");
}
