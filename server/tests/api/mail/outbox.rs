use actix_web::http::Method;

use crate::support::TestApp;

#[actix_web::test]
async fn developers_read_what_was_sent() {
    let app = TestApp::with_database();
    let code = app.code("li@example.com", "register", "").await;
    let page = app.get("/dev/outbox").await;
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.text().contains(&code) && page.text().contains("li@example.com"));
    let list = app
        .send(Method::GET, "/dev/outbox", &[("accept", "application/json")])
        .await
        .json();
    assert_eq!(list[0]["recipient"], "li@example.com");
    assert!(list[0]["body"].as_str().unwrap().contains(&code));
}

#[actix_web::test]
async fn text_in_a_mail_is_not_markup() {
    let app = TestApp::with_database();
    app.sql("INSERT INTO mails (id, channel, recipient, template, subject, body) VALUES (gen_random_uuid(), 'email', 'a@b.cn', 'x', '<script>alert(1)</script>', '&lt;')");
    let page = app.get("/dev/outbox").await;
    assert!(page.text().contains("&lt;script>") || page.text().contains("&lt;script&gt;"));
    assert!(page.text().contains("&amp;lt;"));
}

#[actix_web::test]
async fn in_production_there_is_no_such_page() {
    let app = TestApp::configured(&[("MOYAN_ENV", "production")]);
    assert_eq!(app.get("/dev/outbox").await.status, 404);
}
