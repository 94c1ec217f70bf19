use crate::support::TestApp;

#[actix_web::test]
async fn every_answer_carries_the_security_headers() {
    let app = TestApp::new();
    for path in [
        "/",
        "/assets/nope.js",
        "/assets/index-BqX3k_9z.js",
        "/api/health",
        "/api/nope",
        "/../x",
    ] {
        let answer = app.get(path).await;
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(
            answer.header("referrer-policy"),
            "strict-origin-when-cross-origin",
            "{path}"
        );
        assert!(!answer.header("content-security-policy").is_empty(), "{path}");
    }
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
        "connect-src *",
        "worker-src 'self' blob:",
        "frame-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ] {
        assert!(policy.contains(&directive), "{directive}");
    }
}
