use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{App, web};
use moyan_server::access::{Action, Feature, Role};
use moyan_server::http::error_body;
use moyan_server::route::{Access, Route};
use moyan_server::router;
use serde_json::Value;

use crate::support::{Answer, TestApp, User};

#[actix_web::test]
async fn a_page_of_another_origin_changes_nothing() {
    let app = TestApp::with_database();
    let path = "/api/account/logout";
    for origin in [
        "https://evil.example",
        "null",
        "",
        "moyan.example",
        "https://moyan.example.evil.example",
        "https://moyan.example:444",
        // Not TLS: anybody on the way can write such a page.
        "http://moyan.example",
    ] {
        // An attacker can have any name resolved to this server: what a request calls its host proves nothing.
        let named = origin.split("//").last().unwrap_or_default();
        for host in ["moyan.example", named, "10.1.1.1"] {
            let headers = [("origin", origin), ("host", host)];
            let answer = app.send(Method::POST, path, &headers).await;
            assert_eq!(
                answer.refusal(),
                (403, "request.foreignOrigin".to_owned()),
                "{origin} {host}"
            );
        }
    }
    let twice = [
        ("origin", "https://moyan.example"),
        ("origin", "https://evil.example"),
    ];
    assert_eq!(app.send(Method::POST, path, &twice).await.status, 403);
    for headers in [
        vec![],
        vec![("origin", "https://moyan.example")],
        // A proxy may call the server by another name than people do.
        vec![("origin", "https://moyan.example"), ("host", "backend:8080")],
        // In development the pages come from another port.
        vec![("origin", "http://127.0.0.1:5173"), ("host", "127.0.0.1:8080")],
    ] {
        assert_eq!(
            app.send(Method::POST, path, &headers).await.status,
            200,
            "{headers:?}"
        );
    }
    let mut production = TestApp::with_database();
    production.reconfigure(&[("MOYAN_ENV", "production")]);
    let local = [("origin", "http://127.0.0.1:5173"), ("host", "127.0.0.1:5173")];
    assert_eq!(production.send(Method::POST, path, &local).await.status, 403);
    // Reading is not refused, and no other page may see the answer.
    let answer = app
        .send(Method::GET, "/api/plans", &[("origin", "https://evil.example")])
        .await;
    assert_eq!(
        (
            answer.status.as_u16(),
            answer.header("access-control-allow-origin")
        ),
        (200, "")
    );
    let answer = app
        .send(
            Method::OPTIONS,
            "/api/teams",
            &[("origin", "https://evil.example")],
        )
        .await;
    assert_eq!(answer.header("access-control-allow-origin"), "");
}

/// Asks through a proxy that says where it comes from.
async fn ask(app: &TestApp, forwarded: &str) -> Answer {
    app.send(Method::GET, "/api/plans", &[("x-forwarded-for", forwarded)])
        .await
}

#[actix_web::test]
async fn too_many_requests_from_one_network_are_refused() {
    let app = TestApp::configured(&[("RATE_LIMIT_PER_MINUTE", "3"), ("TRUSTED_PROXIES", "10.0.0.1")]);
    for remaining in ["2", "1", "0"] {
        let answer = ask(&app, "1.2.3.4").await;
        assert_eq!(answer.status, 200);
        assert_eq!(
            (
                answer.header("ratelimit-limit"),
                answer.header("ratelimit-remaining")
            ),
            ("3", remaining)
        );
        assert!(answer.header("ratelimit-reset").parse::<u64>().unwrap() >= 1);
    }
    let answer = ask(&app, "1.2.3.4").await;
    assert_eq!(answer.refusal(), (429, "request.tooMany".to_owned()));
    assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
    assert_eq!(ask(&app, "1.2.3.5").await.status, 200);
    // What a caller writes itself counts for nothing.
    assert_eq!(ask(&app, "9.9.9.9, 1.2.3.4").await.status, 429);
    // Pages and health are not counted.
    assert_eq!(
        app.send(Method::GET, "/healthz", &[("x-forwarded-for", "1.2.3.4")])
            .await
            .status,
        200
    );
}

#[actix_web::test]
async fn what_is_the_servers_fault_is_not_charged() {
    let mut app = TestApp::new();
    app.change(&[("RATE_LIMIT_PER_MINUTE", "2")]);
    for _ in 0..5 {
        assert_eq!(app.get("/api/teams").await.status, 503);
    }
    for status in [404, 404, 429] {
        assert_eq!(app.get("/api/nope").await.status, status);
    }
}

#[actix_web::test]
async fn an_address_with_a_nul_byte_is_refused() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    for path in ["/api/teams/%00", "/api/teams/personal?x=%00"] {
        let answer = app.call(&user, "GET", path, Value::Null).await;
        assert_eq!(answer.refusal(), (400, "request.invalid".to_owned()));
    }
}

#[actix_web::test]
async fn the_message_follows_the_language_and_the_key_does_not() {
    let app = TestApp::with_database();
    let answer = app.send(Method::GET, "/api/teams", &[]).await;
    assert_eq!(answer.json()["message"], "请先登录");
    let answer = app
        .send(Method::GET, "/api/teams", &[("accept-language", "en")])
        .await;
    assert_eq!(answer.json()["message"], "Please login first");
    assert_eq!(answer.refusal(), (401, "session.required".to_owned()));
}

/// Calls that take SQL as text.
const TAKES_SQL: [&str; 4] = ["sql_query(", "batch_execute(", "dsl::sql(", "dsl::sql::<"];

/// Where SQL is put together from what the program lists itself: the names of its tables and its own lock.
const PUTS_SQL_TOGETHER: [&str; 3] = ["cli/backup.rs", "cli/restore.rs", "db.rs"];

/// The calls whose SQL is neither written there nor a constant, out of the text of a file without white space.
fn composed_sql(squeezed: &str) -> Vec<&str> {
    let is_fixed = |argument: &str| {
        let name = argument.split([')', ',', '.']).next().unwrap_or_default();
        let is_constant = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
        argument.starts_with(['"', 'r']) && argument.trim_start_matches(['r', '#']).starts_with('"')
            || (!name.is_empty() && name.bytes().all(is_constant))
    };
    let mut found = Vec::new();
    for call in TAKES_SQL {
        for (at, _) in squeezed.match_indices(call) {
            let argument = &squeezed[at + call.len()..];
            // The type that `sql::<Text>(…)` names comes before its argument.
            let argument = match call.ends_with('<') {
                true => argument.split_once('(').map_or("", |(_, argument)| argument),
                false => argument,
            };
            if !is_fixed(argument) {
                found.push(&squeezed[at..(at + 60).min(squeezed.len())]);
            }
        }
    }
    found
}

#[test]
fn composed_sql_is_recognized() {
    for text in [
        "sql_query(format!(\"SELECT{name}\"))",
        "letq=format!(\"SELECT{name}\");sql_query(q)",
        "sql_query(&q)",
        "sql_query([\"SELECT\",name].concat())",
        "connection.batch_execute(&q)",
        "diesel::dsl::sql::<Text>(&q)",
        "sql_query(reset)",
    ] {
        assert_eq!(composed_sql(text).len(), 1, "{text}");
    }
    for text in [
        "sql_query(\"SELECT1\")",
        "sql_query(r#\"SELECT\"1\"\"#)",
        "sql_query(COUNT)",
        "sql_query(COUNT_ALL).bind(x)",
        "dsl::sql::<Bool>(\"true\")",
    ] {
        assert!(composed_sql(text).is_empty(), "{text}");
    }
}

#[test]
fn no_query_is_put_together_from_text() {
    let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut n_files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            n_files += 1;
            if PUTS_SQL_TOGETHER.iter().any(|name| path.ends_with(name)) {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let squeezed: String = text.split_whitespace().collect();
            assert_eq!(composed_sql(&squeezed), [""; 0], "{}", path.display());
        }
    }
    assert!(n_files > 40);
}

async fn probe() -> &'static str {
    "published"
}

/// A route of a team that needs a feature, as the product's own routes are served.
async fn publish(app: &TestApp, team: &str, user: &User) -> (u16, Value) {
    let route = Route::new(
        Method::POST,
        "/api/teams/{teamId}/probe",
        "probe",
        "Publish something",
        Access::Team(Action::PublishSites),
        probe,
    )
    .needs(Feature::SiteDeployment);
    let served = App::new()
        .app_data(web::Data::new(app.state.clone()))
        .configure(|cfg| router::serve(cfg, std::slice::from_ref(&route)))
        .wrap(from_fn(error_body::fill));
    let request = TestRequest::post()
        .uri(&format!("/api/teams/{team}/probe"))
        .insert_header(("token", user.token.as_str()))
        .insert_header(("accept-language", "en"));
    let answer = call_service(&init_service(served).await, request.to_request()).await;
    let status = answer.status().as_u16();
    let body = read_body(answer).await;
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

#[actix_web::test]
async fn what_a_plan_lacks_is_refused_until_the_plan_has_it_and_from_the_moment_it_ends() {
    let app = TestApp::with_database();
    let (owner, viewer) = (app.user("owner").await, app.user("viewer").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &viewer, Role::Viewer);
    let (status, refusal) = publish(&app, &team, &owner).await;
    assert_eq!(
        (status, &refusal["data"]["error"], &refusal["message"]),
        (
            403,
            &"plan.notAvailable".into(),
            &"This feature is not available in your current plan".into()
        )
    );
    app.sql("UPDATE teams SET plan = 'professional', plan_ends_at = now() + interval '1 minute'");
    assert_eq!(publish(&app, &team, &owner).await.0, 200);
    // Who may not do it is told so, whatever the plan.
    let (status, refusal) = publish(&app, &team, &viewer).await;
    assert_eq!(
        (status, &refusal["data"]["error"]),
        (403, &"access.denied".into())
    );
    app.sql("UPDATE teams SET plan_ends_at = now() - interval '1 second'");
    assert_eq!(publish(&app, &team, &owner).await.0, 403);
}
