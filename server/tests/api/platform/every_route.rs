//! Made from the table of routes: a new route is tried here without being added.

use actix_web::http::Method;
use moyan_server::access::Role;
use moyan_server::openapi::failures_of;
use moyan_server::route::{Access, Content, Route};
use moyan_server::router;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, User};

/// Routes that everybody may call. A new one is added on purpose, or the test fails.
const PUBLIC: [&str; 16] = [
    "get_health",
    "get_version",
    "get_config",
    "get_openapi",
    "get_docs",
    "get_healthz",
    "get_readyz",
    "get_outbox",
    "register_by_identifier",
    "login_by_identifier",
    "logout",
    "send_code",
    "reset_password",
    "get_avatar",
    "list_plans",
    "lookup_invitation",
];

/// The path with a team, and IDs of nothing for everything else.
fn path_of(route: &Route, team: &str) -> String {
    route
        .path
        .split('/')
        .map(|part| match part {
            "{teamId}" => team.to_owned(),
            part if part.starts_with('{') => uuid::Uuid::new_v4().to_string(),
            part => part.to_owned(),
        })
        .collect::<Vec<_>>()
        .join("/")
}

async fn call(app: &TestApp, route: &Route, team: &str, token: &str) -> Answer {
    let body = if matches!(route.body, Content::Json { .. }) {
        json!({})
    } else {
        Value::Null
    };
    app.json(
        "10.0.0.1",
        route.method.clone(),
        &path_of(route, team),
        token,
        body,
    )
    .await
}

fn routes_for(is_wanted: impl Fn(Access) -> bool) -> Vec<Route> {
    router::table()
        .into_iter()
        .filter(|route| is_wanted(route.access))
        .collect()
}

#[actix_web::test]
async fn only_these_routes_are_for_everybody() {
    let mut public: Vec<&str> = routes_for(|access| access == Access::Anyone)
        .iter()
        .map(|route| route.name)
        .collect();
    let mut expected = PUBLIC.to_vec();
    public.sort_unstable();
    expected.sort_unstable();
    assert_eq!(public, expected);
}

#[actix_web::test]
async fn nobody_and_who_has_a_bad_token_is_turned_away() {
    let app = TestApp::with_database();
    let nothing = uuid::Uuid::new_v4().to_string();
    for route in routes_for(|access| !matches!(access, Access::Anyone | Access::Operator)) {
        for (token, key) in [("", "session.required"), ("nonsense", "session.expired")] {
            let answer = call(&app, &route, &nothing, token).await;
            assert_eq!(answer.refusal(), (401, key.to_owned()), "{}", route.name);
        }
    }
}

#[actix_web::test]
async fn a_team_is_not_there_for_strangers_whatever_they_do() {
    let app = TestApp::with_database();
    let (owner, stranger) = (app.user("owner").await, app.user("stranger").await);
    let team = app.team(&owner, "ours").await;
    let admin = app.admin("root").await;
    for route in routes_for(|access| matches!(access, Access::Team(_))) {
        for caller in [&stranger, &admin] {
            for id in [team.as_str(), "nonsense"] {
                let answer = call(&app, &route, id, &caller.token).await;
                assert_eq!(
                    answer.refusal(),
                    (404, "team.notFound".to_owned()),
                    "{}",
                    route.name
                );
            }
        }
    }
}

#[actix_web::test]
async fn each_role_may_what_the_table_says_and_no_more() {
    let app = TestApp::with_database();
    let owner = app.user("owner").await;
    let mut callers: Vec<(Role, User)> = vec![(Role::Owner, owner.clone())];
    for role in [Role::Admin, Role::Editor, Role::Support, Role::Viewer] {
        callers.push((role, app.user(role.as_str()).await));
    }
    let mut n_allowed = 0;
    for route in routes_for(|access| matches!(access, Access::Team(_))) {
        let Access::Team(action) = route.access else {
            continue;
        };
        for (role, caller) in &callers {
            // Another team for each call, because a call may remove its caller.
            let team = app.team(&owner, "ours").await;
            for (role, member) in callers.iter().skip(1) {
                app.join(&team, member, *role);
            }
            let answer = call(&app, &route, &team, &caller.token).await;
            let is_denied = answer.status == 403 && answer.refusal().1 == "access.denied";
            assert_eq!(
                !is_denied,
                role.may(action),
                "{} as {role:?}: {}",
                route.name,
                answer.text()
            );
            assert_ne!(answer.status, 401, "{}", route.name);
            n_allowed += u32::from(!is_denied);
            app.sql("DELETE FROM teams WHERE kind = 'team'");
        }
    }
    assert!(n_allowed > 20);
}

#[actix_web::test]
async fn the_administration_is_for_administrators() {
    let app = TestApp::with_database();
    let (user, admin) = (app.user("li").await, app.admin("root").await);
    let routes = routes_for(|access| access == Access::Admin);
    assert_eq!(
        routes
            .iter()
            .filter(|route| route.path.starts_with("/api/admin/"))
            .count(),
        router::table()
            .iter()
            .filter(|route| route.path.starts_with("/api/admin/"))
            .count()
    );
    for route in routes {
        let nothing = uuid::Uuid::new_v4().to_string();
        let answer = call(&app, &route, &nothing, &user.token).await;
        assert_eq!(
            answer.refusal(),
            (403, "access.denied".to_owned()),
            "{}",
            route.name
        );
        let answer = call(&app, &route, &nothing, &admin.token).await;
        assert!(
            !matches!(answer.status.as_u16(), 401 | 403),
            "{}: {}",
            route.name,
            answer.text()
        );
    }
}

#[actix_web::test]
async fn no_answer_about_somebody_is_kept_by_a_cache() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let team = app.team(&admin, "ours").await;
    for route in router::table() {
        // Its own session ends with these.
        if matches!(route.name, "logout" | "delete_team" | "leave_team") || !route.is_api() {
            continue;
        }
        let answer = call(&app, &route, &team, &admin.token).await;
        let is_public = matches!(route.name, "get_openapi" | "get_docs");
        assert!(
            answer.header("cache-control") == "no-store" || is_public,
            "{}: {}",
            route.name,
            answer.header("cache-control")
        );
    }
}

#[actix_web::test]
async fn every_failure_is_described() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let team = app.team(&admin, "ours").await;
    for route in router::table() {
        if matches!(route.name, "logout" | "delete_team") || !route.is_api() {
            continue;
        }
        for token in ["", admin.token.as_str()] {
            let answer = call(&app, &route, &team, token).await;
            if answer.status == 200 {
                continue;
            }
            let (status, key) = answer.refusal();
            let described = failures_of(&route);
            assert!(
                described
                    .get(&status)
                    .is_some_and(|keys| keys.contains(&key.as_str())),
                "{}: {status} {key} is not among {described:?}",
                route.name
            );
        }
    }
}

#[actix_web::test]
async fn while_changes_are_refused_reading_works() {
    let mut app = TestApp::with_database();
    let admin = app.admin("root").await;
    let team = app.team(&admin, "ours").await;
    app.sql("UPDATE sessions SET last_seen_at = now() - interval '1 day'");
    app.reconfigure(&[("READ_ONLY", "true")]);
    for route in router::table().into_iter().filter(Route::is_api) {
        let answer = call(&app, &route, &team, &admin.token).await;
        let is_refused = answer.status == 503 && answer.refusal().1 == "server.readOnly";
        assert_eq!(is_refused, !route.is_reading, "{}: {}", route.name, answer.text());
    }
    assert_eq!(app.get("/api/config").await.data()["isReadOnly"], true);
    assert!(app.is_logged_in(&admin.token).await);
}

#[actix_web::test]
async fn until_the_database_is_up_to_date_the_api_says_so() {
    let app = TestApp::new();
    for route in router::table()
        .into_iter()
        .filter(|route| route.is_api() && !route.needs_no_database)
    {
        let answer = call(&app, &route, "personal", "").await;
        assert_eq!(
            answer.refusal(),
            (503, "server.starting".to_owned()),
            "{}",
            route.name
        );
        assert_eq!(answer.header("retry-after"), "5");
    }
    for path in ["/api/health", "/api/config", "/api/plans", "/healthz", "/md"] {
        assert_eq!(app.send(Method::GET, path, &[]).await.status, 200, "{path}");
    }
    assert_eq!(app.get("/readyz").await.status, 503);
}

#[actix_web::test]
async fn where_everybody_may_call_a_worthless_token_counts_as_none() {
    let app = TestApp::with_database();
    let nothing = uuid::Uuid::new_v4().to_string();
    for route in routes_for(|access| access == Access::Anyone) {
        let without = call(&app, &route, &nothing, "").await;
        let with = call(&app, &route, &nothing, "nonsense").await;
        assert_eq!(without.status, with.status, "{}", route.name);
        assert_ne!(with.status, 401, "{}", route.name);
    }
}

#[actix_web::test]
async fn a_page_is_neither_empty_nor_endless_and_begins_where_one_ended() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let mut n_lists = 0;
    for route in router::table() {
        if !route.query.iter().any(|parameter| parameter.name == "limit") {
            continue;
        }
        n_lists += 1;
        let path = path_of(&route, "personal");
        let ask = async |query: &str| {
            let path = format!("{path}?{query}");
            app.call(&admin, route.method.as_str(), &path, Value::Null).await
        };
        for query in [
            "limit=0",
            "limit=-1",
            "limit=101",
            "limit=9223372036854775808",
            "limit=all",
            "cursor=nonsense",
        ] {
            let refusal = ask(query).await.refusal();
            assert_eq!(
                refusal,
                (400, "request.invalid".to_owned()),
                "{}: {query}",
                route.name
            );
        }
        assert_eq!(ask("limit=100").await.status, 200, "{}", route.name);
    }
    assert!(n_lists >= 4);
}

#[actix_web::test]
async fn a_parameter_that_a_list_does_not_have_changes_nothing() {
    let app = TestApp::with_database();
    let (admin, other) = (app.admin("root").await, app.user("other").await);
    let team = app.team(&admin, "ours").await;
    app.join(&team, &other, Role::Viewer);
    for route in router::table() {
        if route.method != Method::GET
            || !matches!(route.access, Access::Session | Access::Team(_) | Access::Admin)
        {
            continue;
        }
        let path = path_of(&route, &team);
        let plain = app.call(&admin, "GET", &path, Value::Null).await;
        if plain.status != 200 {
            continue;
        }
        // Neither an order nor a filter finds out what is not shown.
        let probing = "sort=password_hash&order=passwordHash&passwordHash=%24&filter=is_admin&include=sessions&userId.password=1";
        let probed = app
            .call(&admin, "GET", &format!("{path}?{probing}"), Value::Null)
            .await;
        if route.name == "export_account" {
            continue;
        }
        assert_eq!(plain.text(), probed.text(), "{}", route.name);
    }
}

#[actix_web::test]
async fn no_body_makes_the_server_fail() {
    let app = TestApp::with_database();
    let admin = app.admin("root").await;
    let team = app.team(&admin, "ours").await;
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(1_000_000));
    for route in router::table() {
        if !matches!(route.body, Content::Json { .. }) || route.name == "logout" {
            continue;
        }
        for (body, status) in [
            ("", 400),
            ("null", 400),
            ("[]", 400),
            ("{", 400),
            ("\"\\u0000\"", 400),
            ("\u{feff}{}", 400),
            (deep.as_str(), 400),
            (large.as_str(), 413),
        ] {
            let headers = [
                ("token", admin.token.as_str()),
                ("content-type", "application/json"),
            ];
            let path = path_of(&route, &team);
            let answer = app
                .send_from(
                    "10.0.0.1",
                    route.method.clone(),
                    &path,
                    &headers,
                    body.as_bytes().to_vec(),
                )
                .await;
            let start: String = body.chars().take(20).collect();
            assert_eq!(answer.refusal().0, status, "{}: {start}", route.name);
        }
        // Every field of another type.
        let Content::Json { named, .. } = &route.body else {
            continue;
        };
        let schema = serde_json::to_value(&named.last().unwrap().1).unwrap();
        for value in [
            json!(null),
            json!(1),
            json!([]),
            json!({}),
            json!(true),
            json!("\u{202e}x"),
        ] {
            let mut body = serde_json::Map::new();
            for field in schema["properties"].as_object().unwrap().keys() {
                body.insert(field.clone(), value.clone());
            }
            let answer = app
                .call(
                    &admin,
                    route.method.as_str(),
                    &path_of(&route, &team),
                    Value::Object(body),
                )
                .await;
            assert!(
                answer.status.as_u16() < 500,
                "{}: {value}: {}",
                route.name,
                answer.text()
            );
        }
    }
}

#[actix_web::test]
async fn nobody_promotes_themselves_by_fields_that_a_form_does_not_have() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let other = app.user("other").await;
    let team = app.team(&user, "ours").await;
    let before = |app: &TestApp| {
        app.database().text(
            "SELECT string_agg(concat_ws(' ', u.id, u.is_admin, u.suspended_at, u.email, u.password_hash, \
             t.id, t.kind, t.owner_id, t.plan, t.plan_ends_at, m.role), ',' ORDER BY u.id, t.id) \
             FROM users u JOIN team_members m ON m.user_id = u.id JOIN teams t ON t.id = m.team_id",
        )
    };
    let expected = before(&app);
    let extra = json!({
        "id": other.id, "userId": other.id, "ownerId": other.id, "teamId": team, "role": "admin", "roles": ["admin"],
        "isAdmin": true, "is_admin": true, "plan": "enterprise", "planEndsAt": null, "kind": "personal", "status": "active",
        "passwordHash": "x", "email": "root@example.com", "suspendedAt": null, "price": 0,
        "nickname": "li", "name": "ours", "locale": "en",
    });
    for (method, path) in [
        ("PATCH", "/api/account".to_owned()),
        ("PATCH", format!("/api/teams/{team}")),
        ("PATCH", "/api/teams/personal".to_owned()),
    ] {
        app.call(&user, method, &path, extra.clone()).await.data();
        assert_eq!(before(&app), expected, "{path}");
    }
    let made = app.call(&user, "POST", "/api/teams", extra).await.data();
    assert_eq!(
        (&made["plan"], &made["kind"], &made["ownerId"]),
        (&json!("creator"), &json!("team"), &json!(user.id))
    );
    assert_ne!(made["id"], json!(other.id));
}
