use actix_web::http::Method;

use crate::support::TestApp;

#[actix_web::test]
async fn the_page_answers_every_address_that_the_browser_routes() {
    let app = TestApp::new();
    for path in [
        "/",
        "/index.html",
        "/md",
        "/team/personal/site/1/overview",
        "/login?redirect=%2Fmd",
    ] {
        let answer = app.get(path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.text()),
            (200, "<title>page</title>"),
            "{path}"
        );
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
}

#[actix_web::test]
async fn the_page_says_with_404_that_nothing_is_there() {
    let app = TestApp::new();
    for path in [
        "/a.b",
        "/apiary",
        "/xyz",
        "/sitemap.xml",
        "//evil.example/",
        "/favicon.ico",
        "/apple-touch-icon.png",
        "/wp-login.php",
        "/missing.js",
        "/md/missing.js",
        "/login.php",
    ] {
        let answer = app.get(path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.text()),
            (404, "<title>page</title>"),
            "{path}"
        );
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
}

#[actix_web::test]
async fn a_screen_in_capital_letters_leads_to_its_address() {
    let app = TestApp::new();
    for (path, to) in [("/MD", "/md"), ("/Login?redirect=%2Fmd", "/login?redirect=%2Fmd")] {
        let answer = app.get(path).await;
        assert_eq!((answer.status.as_u16(), answer.header("location")), (301, to));
    }
}

#[actix_web::test]
async fn a_screen_that_the_build_has_rendered_answers_its_own_address() {
    let app = TestApp::with_files(&[
        ("index.html", "page"),
        ("pages/index.html", "home"),
        ("pages/login.html", "login"),
    ]);
    for (path, text) in [
        ("/", "home"),
        ("/?lang=en", "home"),
        ("/login", "login"),
        ("/login/", "login"),
        ("/login?redirect=%2Fmd", "login"),
        ("/index.html", "page"),
        ("/md", "page"),
        ("/login/x", "page"),
        ("/%2e%2e/pages/login", "Not found.\n"),
    ] {
        assert_eq!(app.get(path).await.text(), text, "{path}");
    }
}

#[actix_web::test]
async fn a_screen_shows_the_ways_in_which_users_log_in_here() {
    let mut app = TestApp::with_files(&[
        ("index.html", "page"),
        ("pages/login.html", "email"),
        ("pages/login.phone.html", "phone"),
        ("pages/login.email-phone.html", "both"),
        ("pages/login.none.html", "none"),
        ("pages/terms.html", "terms"),
    ]);
    assert_eq!(
        app.get("/login").await.text(),
        "both",
        "development has every way"
    );
    let smtp = ("SMTP_URL", "smtp://127.0.0.1:2525");
    let sms = ("SMS_URL", "http://127.0.0.1:2526/");
    let from = ("MAIL_FROM", "no-reply@moyan.example");
    for (text, variables) in [
        ("none", &[][..]),
        ("email", &[smtp, from][..]),
        ("phone", &[sms][..]),
        ("both", &[smtp, from, sms][..]),
    ] {
        app.change(&[&[("MOYAN_ENV", "production")], variables].concat());
        assert_eq!(app.get("/login").await.text(), text);
        assert_eq!(app.get("/terms").await.text(), "terms");
    }
}

#[actix_web::test]
async fn a_missing_asset_is_not_the_page() {
    let app = TestApp::new();
    for path in [
        "/assets/nope.js",
        "/assets/nope/",
        "/assets/../index.html",
        "/assets/index-BqX3k_9z.js.map",
    ] {
        let answer = app.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_ne!(answer.header("content-type"), "text/html; charset=utf-8");
    }
}

#[actix_web::test]
async fn a_hashed_asset_is_kept_for_ever() {
    let answer = TestApp::new().get("/assets/moyan_article_bg-12345678.wasm").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "application/wasm");
    assert_eq!(
        answer.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
}

#[actix_web::test]
async fn the_smallest_accepted_variant_is_served() {
    let app = TestApp::new();
    for (accepted, encoding, body) in [
        ("gzip, deflate, br", "br", "brotli"),
        ("gzip", "gzip", "gzip"),
        ("br;q=0", "", "plain"),
        ("br;q=0.1, gzip;q=0.2", "gzip", "gzip"),
        ("zstd", "", "plain"),
    ] {
        let answer = app
            .send(
                Method::GET,
                "/assets/index-BqX3k_9z.js",
                &[("accept-encoding", accepted)],
            )
            .await;
        assert_eq!(
            (answer.header("content-encoding"), answer.text()),
            (encoding, body),
            "{accepted}"
        );
        assert_eq!(answer.header("content-type"), "text/javascript; charset=utf-8");
        assert_eq!(answer.header("vary"), "Accept-Encoding");
    }
}

#[actix_web::test]
async fn what_the_client_has_is_not_sent_again() {
    let app = TestApp::new();
    let first = app.get("/favicon.svg").await;
    let again = app
        .send(
            Method::GET,
            "/favicon.svg",
            &[("if-none-match", first.header("etag"))],
        )
        .await;
    assert_eq!((again.status.as_u16(), again.text()), (304, ""));
}

#[actix_web::test]
async fn no_path_leaves_the_folder() {
    let app = TestApp::new();
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
    ] {
        let answer = app.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.text().contains("secret"), "{path}");
    }
}

#[actix_web::test]
async fn only_get_and_head_reach_the_files() {
    let app = TestApp::new();
    for method in [
        Method::POST,
        Method::PUT,
        Method::DELETE,
        Method::TRACE,
        Method::OPTIONS,
    ] {
        let answer = app.send(method.clone(), "/md", &[]).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("allow")),
            (405, "GET, HEAD"),
            "{method}"
        );
    }
    assert_eq!(app.send(Method::HEAD, "/md", &[]).await.status, 200);
}

#[actix_web::test]
async fn a_server_without_a_frontend_says_so() {
    let answer = TestApp::with_files(&[]).get("/md").await;
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("not built"));
}
