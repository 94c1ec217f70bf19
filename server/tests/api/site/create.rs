//! Making sites, their state, the bin.

use actix_web::http::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User};

/// A team with a plan that has sites.
pub async fn team(app: &TestApp) -> (User, String) {
    let owner = app.user("owner").await;
    let team = app.team(&owner, "ours").await;
    app.sql("UPDATE teams SET plan = 'professional'");
    (owner, team)
}

/// A site; gives its path.
pub async fn site(app: &TestApp, owner: &User, team: &str, slug: &str) -> String {
    let path = format!("/api/teams/{team}/sites");
    let body = json!({ "name": "手册", "slug": slug, "description": "怎么写" });
    let made = app.call(owner, "POST", &path, body).await.data();
    format!("{path}/{}", made["id"].as_str().unwrap())
}

/// Sends a change that was made on a revision.
pub async fn change(
    app: &TestApp,
    user: &User,
    method: Method,
    path: &str,
    revision: i64,
    body: Value,
) -> Answer {
    let revision = format!("\"{revision}\"");
    let headers = [
        ("token", user.token.as_str()),
        ("content-type", "application/json"),
        ("if-match", revision.as_str()),
    ];
    app.send_from("10.0.0.1", method, path, &headers, body.to_string().into_bytes())
        .await
}

#[actix_web::test]
async fn a_new_site_has_a_homepage_that_names_it() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "handbook").await;
    let made = app.call(&owner, "GET", &path, Value::Null).await.data();
    assert_eq!(
        (&made["status"], &made["generation"]),
        (&json!("draft"), &json!(1))
    );
    assert_eq!(made["url"], "https://handbook.localhost/");
    let homepage = app
        .call(&owner, "GET", &format!("{path}/homepage"), Value::Null)
        .await
        .data();
    let hero = &homepage["data"]["sections"][0]["content"];
    assert_eq!(
        (&hero["title"], &hero["subtitle"]),
        (&json!("手册"), &json!("怎么写"))
    );
    assert_eq!(homepage["revision"], 1);
}

#[actix_web::test]
async fn a_slug_belongs_to_one_site_and_another_is_proposed() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    site(&app, &owner, &team, "handbook").await;
    let path = format!("/api/teams/{team}/sites");
    let body = json!({ "name": "x", "slug": "Handbook" });
    let answer = app.call(&owner, "POST", &path, body).await;
    assert_eq!(answer.refusal(), (409, "site.slugTaken".to_owned()));
    for (slug, state, proposal) in [
        ("handbook", "taken", json!("handbook-2")),
        ("www", "reserved", json!("www-site")),
        ("a_b", "invalid", json!("a-b")),
        ("free-one", "free", Value::Null),
    ] {
        let found = app
            .call(&owner, "GET", &format!("{path}/slugs?slug={slug}"), Value::Null)
            .await
            .data();
        assert_eq!(
            (&found["state"], &found["proposal"]),
            (&json!(state), &proposal),
            "{slug}"
        );
    }
}

#[actix_web::test]
async fn without_a_plan_sites_are_read_and_deleted_and_not_made() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "handbook").await;
    app.sql("UPDATE teams SET plan = 'creator'");
    let body = json!({ "name": "x", "slug": "another" });
    let answer = app
        .call(&owner, "POST", &format!("/api/teams/{team}/sites"), body)
        .await;
    assert_eq!(answer.refusal(), (403, "plan.notAvailable".to_owned()));
    let answer = change(&app, &owner, Method::PATCH, &path, 1, json!({ "name": "x" })).await;
    assert_eq!(answer.refusal(), (403, "plan.notAvailable".to_owned()));
    app.call(&owner, "GET", &path, Value::Null).await.data();
    app.call(&owner, "DELETE", &path, Value::Null).await.data();
}

#[actix_web::test]
async fn a_site_goes_only_to_the_states_of_the_table() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "handbook").await;
    let go = async |generation: i64, status: &str| {
        change(
            &app,
            &owner,
            Method::PATCH,
            &path,
            generation,
            json!({ "status": status }),
        )
        .await
    };
    let refusal = |key: &str| (409, key.to_owned());
    assert_eq!(go(1, "published").await.refusal(), refusal("site.neverPublished"));
    assert_eq!(go(1, "maintenance").await.refusal(), refusal("site.transition"));
    assert_eq!(go(1, "archived").await.data()["generation"], 2);
    let answer = change(&app, &owner, Method::PATCH, &path, 2, json!({ "name": "x" })).await;
    assert_eq!(answer.refusal(), refusal("site.archived"));
    let answer = go(1, "draft").await;
    assert_eq!(answer.refusal(), refusal("site.changed"));
    assert_eq!(answer.json()["data"]["current"]["status"], "archived");
    assert_eq!(go(2, "draft").await.data()["status"], "draft");
}

#[actix_web::test]
async fn a_deleted_site_comes_back_within_seven_days_and_then_is_gone() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "handbook").await;
    app.call(&owner, "DELETE", &path, Value::Null).await.data();
    let answer = app.call(&owner, "DELETE", &path, Value::Null).await;
    assert_eq!(answer.refusal(), (409, "site.inBin".to_owned()));
    app.call(&owner, "POST", &format!("{path}/restore"), Value::Null)
        .await
        .data();
    app.call(&owner, "DELETE", &path, Value::Null).await.data();
    app.sql("UPDATE sites SET purges_at = now() - interval '1 second'");
    assert!(app.sweep().await);
    let answer = app.call(&owner, "GET", &path, Value::Null).await;
    assert_eq!(answer.refusal(), (404, "site.notFound".to_owned()));
}

#[actix_web::test]
async fn a_week_after_its_plan_a_site_is_a_draft_and_its_owner_knows() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    site(&app, &owner, &team, "handbook").await;
    app.sql("UPDATE sites SET status = 'published'");
    let status = || app.database().text("SELECT status FROM sites");
    for (days, expected) in [(6, "published"), (8, "draft")] {
        app.sql(&format!(
            "UPDATE teams SET plan_ends_at = now() - interval '{days} days'"
        ));
        assert!(app.sweep().await);
        assert_eq!(status(), expected, "{days}");
    }
    assert!(app.letter_to(&owner.email).contains("手册"));
}

#[actix_web::test]
async fn of_two_who_take_a_slug_at_once_one_has_it() {
    let app = TestApp::with_database();
    let (owner, own) = team(&app).await;
    let (second, other) = {
        let user = app.user("second").await;
        let other = app.team(&user, "another team").await;
        app.sql(&format!(
            "UPDATE teams SET plan = 'professional' WHERE id = '{other}'"
        ));
        (user, other)
    };
    let sites = [
        format!("/api/teams/{own}/sites"),
        format!("/api/teams/{other}/sites"),
    ];
    let body = json!({ "name": "x", "slug": "handbook" });
    let outcome = |one: &Answer, two: &Answer| {
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        let refused = if one.status == 409 { one } else { two };
        assert_eq!(refused.refusal().1, "site.slugTaken");
        statuses
    };
    // Both were told that it is free.
    let create = |user, path| app.call(user, "POST", path, body.clone());
    let (one, two) = tokio::join!(create(&owner, &sites[0]), create(&second, &sites[1]));
    assert_eq!(outcome(&one, &two)[1], 409);
    assert_eq!(
        app.database()
            .text("SELECT count(*) FROM sites WHERE slug = 'handbook'"),
        "1"
    );
    // The same within one team, and with two sites that are renamed.
    let again = json!({ "name": "x", "slug": "guide" });
    let (one, two) = tokio::join!(
        app.call(&owner, "POST", &sites[0], again.clone()),
        app.call(&owner, "POST", &sites[0], again.clone())
    );
    assert_eq!(outcome(&one, &two)[1], 409);
    let (a, b) = (
        site(&app, &owner, &own, "first").await,
        site(&app, &second, &other, "second").await,
    );
    let rename = |user, path: String| {
        let app = &app;
        async move { change(app, user, Method::PATCH, &path, 1, json!({ "slug": "renamed" })).await }
    };
    let (one, two) = tokio::join!(rename(&owner, a), rename(&second, b));
    assert_eq!(outcome(&one, &two), [200, 409]);
    assert_eq!(
        app.database()
            .text("SELECT count(*) FROM sites WHERE slug = 'renamed'"),
        "1"
    );
}

#[actix_web::test]
async fn a_slug_that_another_site_takes_while_a_change_waits_is_taken() {
    let app = TestApp::with_database();
    let (owner, team) = team(&app).await;
    let path = site(&app, &owner, &team, "first").await;
    site(&app, &owner, &team, "second").await;
    let rename = change(
        &app,
        &owner,
        Method::PATCH,
        &path,
        1,
        json!({ "slug": "renamed" }),
    );
    let answer = app
        .while_changing("UPDATE sites SET slug = 'renamed' WHERE slug = 'second'", rename)
        .await;
    assert_eq!(answer.refusal(), (409, "site.slugTaken".to_owned()));
    let slugs = "SELECT string_agg(slug, ' ' ORDER BY slug) FROM sites";
    assert_eq!(app.database().text(slugs), "first renamed");
    // The slug that it keeps leads nowhere else.
    assert_eq!(app.database().text("SELECT count(*) FROM site_former_slugs"), "0");
}
