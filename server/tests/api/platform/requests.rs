use actix_web::http::Method;
use serde_json::Value;

use crate::support::{Answer, TestApp};

#[actix_web::test]
async fn a_page_of_another_origin_changes_nothing() {
    let app = TestApp::with_database();
    let path = "/api/account/logout";
    for origin in [
        "https://evil.example",
        "null",
        "https://moyan.example.evil.example",
        "http://moyan.example",
    ] {
        let answer = app
            .send(Method::POST, path, &[("origin", origin), ("host", "10.1.1.1")])
            .await;
        assert_eq!(
            answer.refusal(),
            (403, "request.foreignOrigin".to_owned()),
            "{origin}"
        );
    }
    let twice = [
        ("origin", "https://moyan.example"),
        ("origin", "https://evil.example"),
    ];
    assert_eq!(app.send(Method::POST, path, &twice).await.status, 403);
    for headers in [
        vec![],
        vec![("origin", "https://moyan.example")],
        vec![("origin", "http://127.0.0.1:5173"), ("host", "127.0.0.1:5173")],
    ] {
        assert_eq!(
            app.send(Method::POST, path, &headers).await.status,
            200,
            "{headers:?}"
        );
    }
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

#[test]
fn no_query_is_put_together_from_text() {
    // The two of the command line put together names of tables that are listed in the program.
    let allowed = ["cli/backup.rs", "cli/restore.rs"];
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
            let text = std::fs::read_to_string(&path).unwrap();
            let is_allowed = allowed.iter().any(|name| path.ends_with(name));
            let squeezed: String = text.split_whitespace().collect();
            for call in [
                "sql_query(format!",
                "sql_query(&",
                "batch_execute(&",
                "batch_execute(format!",
                ".concat()).execute",
            ] {
                assert!(
                    is_allowed || !squeezed.contains(call),
                    "{}: {call}",
                    path.display()
                );
            }
        }
    }
    assert!(n_files > 40);
}
