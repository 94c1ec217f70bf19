use actix_web::http::Method;
use moyan_foundation::http::security_headers::content_security;

use crate::support::TestApp;

/// One address for each kind of answer: page, assets, API, description, health, failures of each.
const KINDS: [(&str, u16); 12] = [
    ("/", 200),
    ("/md", 200),
    ("/favicon.svg", 200),
    ("/assets/index-BqX3k_9z.js", 200),
    ("/assets/nope.js", 404),
    ("/../x", 404),
    ("/api/health", 200),
    ("/api/docs", 200),
    ("/api/nope", 404),
    ("/api/teams", 503),
    ("/healthz", 200),
    ("/readyz", 503),
];

#[actix_web::test]
async fn every_answer_carries_the_security_headers() {
    let app = TestApp::new();
    for (path, status) in KINDS {
        for method in [Method::GET, Method::HEAD, Method::POST] {
            let answer = app.send(method.clone(), path, &[]).await;
            if method == Method::GET {
                assert_eq!(answer.status, status, "{path}");
            }
            for (header, value) in [
                ("x-content-type-options", "nosniff"),
                ("referrer-policy", "strict-origin-when-cross-origin"),
                ("cross-origin-opener-policy", "same-origin"),
            ] {
                assert_eq!(answer.header(header), value, "{method} {path}");
            }
            let policy = answer.header("content-security-policy");
            // HEAD has the headers of GET.
            let is_own = path == "/api/docs" && method != Method::POST;
            assert!(
                policy == content_security(&app.state.platform) || is_own,
                "{method} {path}: {policy}"
            );
            assert!(
                policy.contains("frame-ancestors 'none'"),
                "{method} {path}: {policy}"
            );
            // Previews of sites are framed.
            assert!(
                is_own || policy.contains("frame-src 'self' https://*.localhost:*;"),
                "{policy}"
            );
        }
    }
}

#[actix_web::test]
async fn browsers_are_bound_to_tls_in_production_and_where_there_is_tls() {
    let secured = [("x-forwarded-proto", "https")];
    let bound = async |app: &TestApp, path: &str, headers: &[(&str, &str)]| {
        let answer = app.send(Method::GET, path, headers).await;
        answer.header("strict-transport-security").to_owned()
    };
    let mut app = TestApp::new();
    assert_eq!(bound(&app, "/", &secured).await, "");
    app.change(&[("MOYAN_ENV", "production")]);
    for (path, _) in KINDS {
        for headers in [&secured[..], &[]] {
            assert_eq!(bound(&app, path, headers).await, "max-age=63072000", "{path}");
        }
    }
    app.change(&[
        ("MOYAN_ENV", "production"),
        ("PUBLIC_URL", "http://moyan.example"),
    ]);
    assert_eq!(bound(&app, "/", &secured).await, "max-age=63072000");
    assert_eq!(bound(&app, "/", &[]).await, "");
}

#[actix_web::test]
async fn scripts_are_never_inline_and_nobody_frames_the_page() {
    let answer = TestApp::new().get("/").await;
    let policy: Vec<&str> = answer
        .header("content-security-policy")
        .split(';')
        .map(str::trim)
        .collect();
    for directive in [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src * data: blob:",
        "media-src * data: blob:",
        "font-src * data:",
        "connect-src * data: blob:",
        "worker-src 'self' blob:",
        "frame-src 'self' https://*.localhost:*",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ] {
        assert!(policy.contains(&directive), "{directive}");
    }
}
