use chrono::TimeDelta;
use moyan_server::features::public_site::Sites;
use serde_json::json;

use crate::public_site::published;
use crate::support::TestApp;
use crate::support::browser::Browser;
use crate::support::site::Site;
use crate::support::visitor::Visitor;

#[actix_web::test]
async fn a_name_is_changed_removed_and_refused() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    let mut browser = Browser::new(&app).with(&visitor.cookie);
    let name = "SELECT nickname FROM visitors";
    for (typed, stored) in [(" 李明 ", "李明"), ("", "")] {
        let answer = browser.post("/account/profile", &[("nickname", typed)]).await;
        let to = (answer.status.as_u16(), answer.header("location"));
        assert_eq!(to, (303, "/account?done=profile"));
        assert_eq!(app.database().text(name), stored);
    }
    let page = browser.get("/account?done=profile").await;
    assert!(page.text().contains("资料已保存"), "{}", page.text());
    for typed in ["李", "a\u{202e}b", &"墨".repeat(31)] {
        let answer = browser.post("/account/profile", &[("nickname", typed)]).await;
        assert_eq!(answer.status, 422);
        assert!(
            answer.text().contains("id=\"nickname-problem\""),
            "{}",
            answer.text()
        );
        assert!(answer.text().contains(typed), "{}", answer.text());
    }
    assert_eq!(app.database().text(name), "");
    let markup = "<script>alert(1)</script>";
    browser.post("/account/profile", &[("nickname", markup)]).await;
    assert!(!browser.get("/account").await.text().contains(markup));
}

#[actix_web::test]
async fn devices_are_listed_and_ended_one_by_one_and_all_others() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    let mut browser = Browser::new(&app).with(&visitor.cookie);
    app.clock.advance(TimeDelta::minutes(1));
    let (second, third) = (visitor.login(&app).await, visitor.login(&app).await);
    let page = browser.get("/account").await;
    assert_eq!(
        page.text().matches("Firefox · Linux").count(),
        3,
        "{}",
        page.text()
    );
    assert!(page.text().contains("203.0.113.0/24") && page.text().contains("当前设备"));
    let ids = "SELECT string_agg(id::text, ' ' ORDER BY id) FROM visitor_sessions";
    let ids = app.database().text(ids);
    let id = ids.split(' ').nth(1).unwrap();
    // A session of somebody else is not touched.
    let stranger = Visitor::new(&app, site.id, "wang").await;
    let mut foreign = Browser::new(&app).with(&stranger.cookie);
    assert_eq!(
        foreign.post("/account/devices", &[("session", id)]).await.status,
        303
    );
    assert!(Visitor::is_known(&app, site.id, &second).await);
    let answer = browser.post("/account/devices", &[("session", id)]).await;
    assert_eq!(answer.header("location"), "/account?done=devices#devices");
    assert!(!Visitor::is_known(&app, site.id, &second).await);
    assert!(Visitor::is_known(&app, site.id, &third).await);
    browser.post("/account/devices", &[("session", "others")]).await;
    assert!(!Visitor::is_known(&app, site.id, &third).await);
    assert!(browser.is_logged_in().await);
    assert!(Visitor::is_known(&app, site.id, &stranger.cookie).await);
    assert_eq!(
        browser.post("/account/devices", &[("session", "x")]).await.status,
        400
    );
}

#[actix_web::test]
async fn with_fewer_devices_allowed_those_used_longest_ago_end_at_once() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    let mut browsers = vec![Browser::new(&app).with(&visitor.cookie)];
    for _ in 0..2 {
        app.clock.advance(TimeDelta::minutes(1));
        let cookie = visitor.login(&app).await;
        browsers.push(Browser::new(&app).with(&cookie));
    }
    // The first one is used again, so the second one is the oldest.
    app.clock.advance(TimeDelta::minutes(6));
    assert!(browsers[0].is_logged_in().await);
    set_max_devices(&app, &site, 2);
    let mut known = Vec::new();
    for browser in &mut browsers {
        known.push(browser.is_logged_in().await);
    }
    assert_eq!(known, [true, false, true]);
    let page = browsers[0].get("/account").await;
    assert_eq!(page.text().matches("Firefox · Linux").count(), 2);
    // What has ended does not come back.
    app.clock.advance(TimeDelta::minutes(6));
    assert!(browsers[0].is_logged_in().await);
    set_max_devices(&app, &site, 3);
    assert!(!browsers[1].is_logged_in().await);
}

fn set_max_devices(app: &TestApp, site: &Site, max_devices: u32) {
    let terms = json!({ "packages": [], "generalBenefits": [], "maxDevices": max_devices });
    site.set(app, "membership", &terms);
    app.sql("UPDATE sites SET generation = generation + 1");
    app.state.memory.of::<Sites>().expire();
}

#[actix_web::test]
async fn reminders_are_chosen() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    let mut browser = Browser::new(&app).with(&visitor.cookie);
    let is_reminded = || app.database().is_true("(SELECT is_reminded FROM visitors)");
    assert!(is_reminded());
    assert_eq!(browser.post("/account/reminders", &[]).await.status, 303);
    assert!(!is_reminded());
    browser
        .post("/account/reminders", &[("isReminded", "true")])
        .await;
    assert!(is_reminded());
}

#[actix_web::test]
async fn an_export_has_what_is_stored_and_no_secret() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    app.sql("UPDATE visitors SET password_hash = 'a secret hash'");
    let mut browser = Browser::new(&app).with(&visitor.cookie);
    let answer = browser.get("/account/export").await;
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let disposition = answer.header("content-disposition");
    assert_eq!(disposition, "attachment; filename=\"account.json\"");
    let export = answer.json();
    assert_eq!(export["account"]["email"], "li@reader.example");
    assert_eq!(export["account"]["hasPassword"], true);
    assert_eq!(export["sessions"][0]["network"], "203.0.113.0/24");
    let hash = app.database().text("SELECT token_hash FROM visitor_sessions");
    for secret in ["a secret hash", hash.as_str()] {
        assert!(!answer.text().contains(secret), "{}", answer.text());
    }
    for _ in 0..9 {
        assert_eq!(browser.get("/account/export").await.status, 200);
    }
    assert_eq!(browser.get("/account/export").await.status, 429);
}
