use std::cell::Cell;
use std::rc::Rc;

use actix_web::dev::{Payload, Service as _};
use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{App, web};
use moyan_domain::Feature;
use moyan_foundation::access::{Action, Role};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::error_body;
use moyan_foundation::http::if_match::IfMatch;
use moyan_foundation::http::json::Answered;
use moyan_foundation::route::{Access, Route};
use moyan_server::router;
use serde_json::{Value, json};

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
        vec![("origin", "https://moyan.example"), ("host", "moyan.example")],
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

#[actix_web::test]
async fn a_proxy_that_is_trusted_may_call_the_server_by_another_name() {
    let app = TestApp::configured(&[("TRUSTED_PROXIES", "10.0.0.1")]);
    let ask = async |name: &str| {
        let headers = [("host", "backend:8080"), ("x-forwarded-host", name)];
        app.send(Method::GET, "/api/plans", &headers).await.status
    };
    assert_eq!(ask("moyan.example").await, 200);
    assert_eq!(ask("evil.example").await, 404);
}

#[actix_web::test]
async fn a_network_of_ipv6_is_one_caller() {
    let app = TestApp::configured(&[("RATE_LIMIT_PER_MINUTE", "1"), ("TRUSTED_PROXIES", "10.0.0.1")]);
    assert_eq!(ask(&app, "2001:db8:0:1::1").await.status, 200);
    assert_eq!(ask(&app, "2001:db8:0:1:ffff::2").await.status, 429);
    assert_eq!(ask(&app, "2001:db8:0:2::1").await.status, 200);
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
    let left = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"].map(|name| answer.header(name));
    assert_eq!(left, ["3", "0", "60"]);
    assert_eq!(ask(&app, "1.2.3.5").await.status, 200);
    // What a caller writes itself counts for nothing.
    assert_eq!(ask(&app, "9.9.9.9, 1.2.3.4").await.status, 429);
    // Pages and health are not counted.
    let answer = app
        .send(Method::GET, "/healthz", &[("x-forwarded-for", "1.2.3.4")])
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("x-forwarded-for"), "");
}

#[actix_web::test]
async fn a_proxy_that_nobody_trusts_is_told_of() {
    let app = TestApp::new();
    let forwarded = [("x-forwarded-for", "1.2.3.4")];
    let answer = app.send(Method::GET, "/healthz", &forwarded).await;
    assert_eq!(answer.header("x-forwarded-for"), "ignored");
    assert_eq!(app.get("/healthz").await.header("x-forwarded-for"), "");
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
    assert_eq!(answer.json()["message"], "Please log in first");
    assert_eq!(answer.refusal(), (401, "session.required".to_owned()));
}

/// Calls that take SQL as text.
const TAKES_SQL: [&str; 4] = ["sql_query(", "batch_execute(", "dsl::sql(", "dsl::sql::<"];

/// Where SQL is put together from what the program lists itself: the names of its tables.
const PUTS_SQL_TOGETHER: [&str; 2] = ["cli/backup/rows.rs", "cli/restore/rows.rs"];

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
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut folders = ["src", "domain/src", "foundation/src", "mail/src", "payments/src"]
        .map(|folder| root.join(folder))
        .to_vec();
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

/// Sends a request with a body to a route of a team and says what came back, and whether the body was read.
async fn watch_body(app: &TestApp, team: &str, user: &User) -> (u16, bool) {
    async fn read_all(_body: web::Bytes) -> &'static str {
        "read"
    }
    let access = Access::Team(Action::PublishSites);
    let route = Route::new(
        Method::POST,
        "/api/teams/{teamId}/probe",
        "probe",
        "",
        access,
        read_all,
    )
    .needs(Feature::SiteDeployment);
    let is_read = Rc::new(Cell::new(false));
    let watched = is_read.clone();
    let served = App::new()
        .app_data(web::Data::new(app.state.clone()))
        .configure(|cfg| router::serve(cfg, std::slice::from_ref(&route)))
        .wrap_fn(move |mut request, service| {
            let is_read = watched.clone();
            let body = futures_util::stream::once(async move {
                is_read.set(true);
                Ok(web::Bytes::from_static(b"text"))
            });
            request.set_payload(Payload::Stream {
                payload: Box::pin(body),
            });
            service.call(request)
        });
    let request = TestRequest::post()
        .uri(&format!("/api/teams/{team}/probe"))
        .insert_header(("token", user.token.as_str()));
    let answer = call_service(&init_service(served).await, request.to_request()).await;
    (answer.status().as_u16(), is_read.get())
}

#[actix_web::test]
async fn the_body_of_a_request_that_is_refused_is_not_read() {
    let app = TestApp::with_database();
    let (owner, viewer) = (app.user("owner").await, app.user("viewer").await);
    let team = app.team(&owner, "ours").await;
    app.join(&team, &viewer, Role::Viewer);
    let stranger = app.user("stranger").await;
    // The plan lacks it.
    assert_eq!(watch_body(&app, &team, &owner).await, (403, false));
    app.sql("UPDATE teams SET plan = 'professional'");
    assert_eq!(watch_body(&app, &team, &viewer).await, (403, false));
    assert_eq!(watch_body(&app, &team, &stranger).await, (404, false));
    assert_eq!(watch_body(&app, &team, &owner).await, (200, true));
}

/// A change of something whose revision is 7.
async fn change(app: &TestApp, user: &User, revision: Option<&str>) -> (u16, Value, String) {
    async fn handler(IfMatch(revision): IfMatch) -> Answered<i64> {
        if revision != 7 {
            return Err(AppError::Conflict {
                refusal: Refusal::KnowledgeBaseArchived,
                current: serde_json::json!({ "revision": 7 }),
            });
        }
        Ok(moyan_foundation::http::json::Answer::new(revision + 1).with_revision(revision + 1))
    }
    let route = Route::new(Method::PUT, "/api/probe", "probe", "", Access::Session, handler).if_match();
    let served = App::new()
        .app_data(web::Data::new(app.state.clone()))
        .configure(|cfg| router::serve(cfg, std::slice::from_ref(&route)))
        .wrap(from_fn(error_body::fill));
    let mut request = TestRequest::put()
        .uri("/api/probe")
        .insert_header(("token", user.token.as_str()));
    if let Some(revision) = revision {
        request = request.insert_header(("if-match", revision));
    }
    let answer = call_service(&init_service(served).await, request.to_request()).await;
    let status = answer.status().as_u16();
    let etag = answer.headers().get("etag");
    let etag = etag.map_or(String::new(), |etag| etag.to_str().unwrap().to_owned());
    let body: Value = serde_json::from_slice(&read_body(answer).await).unwrap();
    (status, body["data"].clone(), etag)
}

#[actix_web::test]
async fn a_change_says_which_revision_it_was_made_on_and_an_older_one_gets_the_current_value() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    assert_eq!(
        change(&app, &user, Some("\"7\"")).await,
        (200, 8.into(), "\"8\"".to_owned())
    );
    let (status, refusal, etag) = change(&app, &user, Some("\"6\"")).await;
    assert_eq!((status, etag.as_str()), (409, ""));
    assert_eq!(refusal["error"], "knowledgeBase.archived");
    assert_eq!(refusal["current"]["revision"], 7);
    let (status, refusal, _) = change(&app, &user, None).await;
    assert_eq!(
        (status, &refusal["error"]),
        (428, &"request.preconditionRequired".into())
    );
    let (status, refusal, _) = change(&app, &user, Some("7")).await;
    assert_eq!((status, &refusal["error"]), (400, &"request.invalid".into()));
}

#[actix_web::test]
async fn a_field_is_refused_with_its_numbers() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    let body = serde_json::json!({ "name": "x".repeat(51) });
    let answer = app.call(&user, "POST", "/api/teams", body).await;
    assert_eq!(answer.problem("name"), "field.tooLong");
    let json = answer.json();
    assert_eq!(
        json["data"]["parameters"],
        serde_json::json!({ "name": { "max": 50 } })
    );
    assert_eq!(json["message"], "At most 50 characters");
    let answer = app
        .call(&user, "POST", "/api/teams", serde_json::json!({ "name": " " }))
        .await;
    assert_eq!(answer.problem("name"), "field.required");
    assert!(answer.json()["data"]["parameters"].is_null());
}

#[actix_web::test]
async fn the_contact_that_the_operator_names_is_told_and_none_otherwise() {
    for (variables, told) in [
        (&[("CONTACT_ID", "moyan-help")][..], json!("moyan-help")),
        (&[("CONTACT_ID", "")], json!(null)),
        (&[], json!(null)),
    ] {
        let app = TestApp::configured(variables);
        assert_eq!(app.get("/api/config").await.data()["contactId"], told);
    }
}
