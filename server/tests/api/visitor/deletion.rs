use crate::public_site::published;
use crate::support::browser::Browser;
use crate::support::visitor::Visitor;
use crate::support::{TestApp, password_hash, six_digits};

const LI: &str = "li@reader.example";

#[actix_web::test]
async fn an_account_is_deleted_at_once_with_a_code() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let other = Visitor::new(&app, site.id, "wang").await;
    let mut browser = Browser::new(&app);
    browser.log_in(LI).await;
    assert_eq!(browser.post("/account/deletion", &[]).await.status, 422);
    app.sql("DELETE FROM throttles");
    let answer = browser.post("/account/code", &[("for", "delete")]).await;
    assert_eq!(answer.header("location"), "/account?sent=delete#delete");
    let code = six_digits(&app.mail_to(LI));
    let wrong = if code == "000000" { "000001" } else { "000000" };
    assert_eq!(
        browser.post("/account/deletion", &[("code", wrong)]).await.status,
        422
    );
    let answer = browser.post("/account/deletion", &[("code", &code)]).await;
    let to = (answer.status.as_u16(), answer.header("location"));
    assert_eq!(to, (303, "/login?done=deletion"), "{}", answer.text());
    assert_eq!(browser.token(), "");
    let left = "SELECT (SELECT string_agg(email, ' ') FROM visitors) || ' ' \
        || (SELECT count(*) FROM visitor_sessions) || ' ' || (SELECT count(*) FROM visitor_codes)";
    assert_eq!(app.database().text(left), format!("{} 1 0", other.email));
    let page = browser.get("/login?done=deletion").await;
    assert!(page.text().contains("账号已删除"), "{}", page.text());
}

#[actix_web::test]
async fn an_account_with_a_password_is_deleted_with_it() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    browser.log_in(LI).await;
    let passwords = [
        ("passwd", "correct horse"),
        ("passwdConfirmPasswd", "correct horse"),
    ];
    assert_eq!(browser.post("/account/password", &passwords).await.status, 303);
    let wrong = [("currentPasswd", "wrong horse")];
    assert_eq!(browser.post("/account/deletion", &wrong).await.status, 422);
    let right = [("currentPasswd", "correct horse")];
    assert_eq!(browser.post("/account/deletion", &right).await.status, 303);
    assert!(app.database().is_true("NOT EXISTS (SELECT FROM visitors)"));
}

#[actix_web::test]
async fn orders_and_grants_stay_without_a_person() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    app.sql(&format!(
        "INSERT INTO grants (id, site_id, visitor_id, source, is_lifetime, granted_at) \
         VALUES (gen_random_uuid(), '{}', '{}', 'manual', TRUE, now()); \
         UPDATE visitors SET password_hash = '{}'",
        site.id,
        visitor.id,
        password_hash()
    ));
    let mut browser = Browser::new(&app).with(&visitor.cookie);
    let right = [("currentPasswd", "correct horse")];
    assert_eq!(browser.post("/account/deletion", &right).await.status, 303);
    assert!(app.database().is_true("EXISTS (SELECT FROM grants)"));
}

#[actix_web::test]
async fn a_site_that_is_deleted_for_good_takes_its_visitors_along() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    Visitor::new(&app, site.id, "li").await;
    Browser::new(&app).code(LI).await;
    app.sql("UPDATE sites SET purges_at = now() - interval '1 minute'");
    assert!(app.sweep().await);
    let is_gone = "NOT EXISTS (SELECT FROM sites) AND NOT EXISTS (SELECT FROM visitors) \
        AND NOT EXISTS (SELECT FROM visitor_sessions) AND NOT EXISTS (SELECT FROM visitor_codes)";
    assert!(app.database().is_true(is_gone));
}

#[actix_web::test]
async fn sessions_and_codes_that_have_ended_are_swept_and_no_other() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    app.sql(&format!(
        "DELETE FROM visitor_sessions; \
         INSERT INTO visitor_sessions (id, visitor_id, token_hash, last_seen_at, expires_at) \
         SELECT gen_random_uuid(), '{}', name, now() - seen, now() + ends FROM (VALUES \
            ('kept', interval '29 days', interval '1 minute'), \
            ('idle', interval '31 days', interval '1 day'), \
            ('over', interval '1 day', interval '-1 minute')) rows (name, seen, ends); \
         INSERT INTO visitor_codes (site_id, recipient, purpose, code_hash, expires_at) VALUES \
            ('{1}', 'kept', 'login', '', now() + interval '1 minute'), \
            ('{1}', 'over', 'login', '', now() - interval '1 minute')",
        visitor.id, site.id
    ));
    assert!(app.sweep().await);
    for (table, column) in [("visitor_sessions", "token_hash"), ("visitor_codes", "recipient")] {
        let left = format!("SELECT string_agg({column}, ', ') FROM {table}");
        assert_eq!(app.database().text(&left), "kept", "{table}");
    }
}
