use actix_web::http::Method;
use moyan_server::features::public_site::Sites;

use crate::public_site::published;
use crate::support::TestApp;
use crate::support::browser::{Browser, HOST};
use crate::support::visitor::Visitor;

const FORMS: [&str; 10] = [
    "/login/code",
    "/login/verify",
    "/login/password",
    "/logout",
    "/account/profile",
    "/account/password",
    "/account/code",
    "/account/devices",
    "/account/reminders",
    "/account/deletion",
];
const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

#[actix_web::test]
async fn a_form_is_taken_from_a_page_of_the_same_origin_only() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    let mut browser = Browser::new(&app).with(&visitor.cookie);
    let own = format!("https://{HOST}");
    for path in FORMS {
        for origin in [
            "null",
            "",
            "https://evil.example",
            "https://handbook.localhost.evil.example",
            "http://handbook.localhost",
            "https://handbook.localhost:8443",
            "https://elsewhere.localhost",
            "https://moyan.example",
        ] {
            // A body that is too large is not even looked at.
            let body = vec![b'a'; 100_000];
            let answer = browser
                .send(Method::POST, path, &[FORM, ("origin", origin)], body)
                .await;
            assert_eq!(answer.status, 403, "{path} {origin}");
            assert_eq!(answer.header("cache-control"), "private, no-store");
        }
        let absent = browser.send(Method::POST, path, &[FORM], Vec::new()).await;
        assert_eq!(absent.status, 403, "{path}");
        let two = [FORM, ("origin", own.as_str()), ("origin", own.as_str())];
        let twice = browser.send(Method::POST, path, &two, Vec::new()).await;
        assert_eq!(twice.status, 403, "{path}");
    }
    assert!(browser.is_logged_in().await);
    let origin = [FORM, ("origin", own.as_str())];
    let answer = browser.send(Method::POST, "/logout", &origin, Vec::new()).await;
    assert_eq!(answer.status, 303);
}

#[actix_web::test]
async fn the_body_of_a_form_is_small_and_of_the_type_of_forms() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    let own = format!("https://{HOST}");
    let origin = ("origin", own.as_str());
    for (media_type, body, expected) in [
        (FORM.1, "a".repeat(64 * 1024), 422),
        (FORM.1, "a".repeat(64 * 1024 + 1), 413),
        (
            "application/x-www-form-urlencoded; charset=utf-8",
            String::new(),
            422,
        ),
        ("application/json", "{}".to_owned(), 415),
        ("multipart/form-data; boundary=a", String::new(), 415),
        ("text/plain", String::new(), 415),
        (FORM.1, "identifier=a%00".to_owned(), 400),
    ] {
        let headers = [("content-type", media_type), origin];
        let answer = browser
            .send(Method::POST, "/login/code", &headers, body.into_bytes())
            .await;
        assert_eq!(answer.status, expected, "{media_type}");
    }
}

#[actix_web::test]
async fn forms_are_counted_by_address_like_requests_to_the_api() {
    let mut app = TestApp::with_database();
    published(&app).await;
    app.reconfigure(&[("RATE_LIMIT_PER_MINUTE", "2")]);
    let mut browser = Browser::new(&app);
    for expected in [303, 303, 429] {
        assert_eq!(browser.post("/logout", &[]).await.status, expected);
    }
    browser.address = "198.51.100.7".to_owned();
    assert_eq!(browser.post("/logout", &[]).await.status, 303);
}

#[actix_web::test]
async fn nothing_is_taken_while_nothing_may_change() {
    let mut app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    app.reconfigure(&[("READ_ONLY", "true")]);
    let mut browser = Browser::new(&app).with(&visitor.cookie);
    for path in FORMS {
        assert_eq!(browser.post(path, &[]).await.status, 503, "{path}");
    }
    assert!(browser.is_logged_in().await);
}

#[actix_web::test]
async fn who_reloads_the_answer_of_a_form_comes_back_to_its_beginning() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    for path in FORMS {
        let answer = browser.get(path).await;
        assert_eq!(answer.status, 303, "{path}");
        let beginning = if path.starts_with("/login") {
            "/login"
        } else {
            "/account"
        };
        assert_eq!(answer.header("location"), beginning, "{path}");
    }
    for path in ["/login", "/account", "/account/export"] {
        let answer = browser.post(path, &[]).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("allow")),
            (405, "GET, HEAD")
        );
    }
    let answer = browser.send(Method::PUT, "/logout", &[], Vec::new()).await;
    let refused = (answer.status.as_u16(), answer.header("allow"));
    assert_eq!(refused, (405, "GET, HEAD, POST"));
}

#[actix_web::test]
async fn the_forms_of_the_account_lead_strangers_to_the_login() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    for path in FORMS.iter().filter(|path| path.starts_with("/account")) {
        let answer = browser.post(path, &[("for", "delete")]).await;
        let to = (answer.status.as_u16(), answer.header("location"));
        assert_eq!(to, (303, "/login?from=%2Faccount"), "{path}");
    }
    for path in ["/account", "/account/export"] {
        let answer = browser.get(path).await;
        assert_eq!(answer.header("location"), "/login?from=%2Faccount", "{path}");
    }
}

#[actix_web::test]
async fn visitors_are_on_the_hosts_of_sites_only() {
    let mut app = TestApp::with_database();
    published(&app).await;
    app.reconfigure(&[("MOYAN_ENV", "production"), ("SITE_DOMAIN", "")]);
    let mut browser = Browser::on(&app, "moyan.example");
    for path in ["/s/handbook/login", "/s/handbook/account"] {
        assert_eq!(browser.get(path).await.status, 404, "{path}");
        assert_eq!(browser.post(path, &[]).await.status, 405, "{path}");
    }
}

#[actix_web::test]
async fn a_site_that_is_closed_takes_no_forms() {
    let app = TestApp::with_database();
    published(&app).await;
    for (status, expected) in [("draft", 404), ("maintenance", 503), ("archived", 410)] {
        app.sql(&format!("UPDATE sites SET status = '{status}'"));
        app.state.memory.of::<Sites>().expire();
        let mut browser = Browser::new(&app);
        assert_eq!(browser.get("/login").await.status, expected, "{status}");
        assert_eq!(browser.post("/logout", &[]).await.status, expected, "{status}");
    }
}
