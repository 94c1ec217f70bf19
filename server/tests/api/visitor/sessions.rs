use chrono::TimeDelta;
use moyan_domain::{Identifier, IdentityType, Language, SiteId, VisitorId};
use moyan_server::features::visitor::service;
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::site::Site;
use crate::support::visitor::Visitor;

/// One more site of the same team.
pub fn other_site(app: &TestApp, site: &Site) -> Uuid {
    let id = Uuid::now_v7();
    app.sql(&format!(
        "INSERT INTO sites (id, team_id, knowledge_base_id, name, slug, status) \
         VALUES ('{id}', '{}', NULL, '别处', 'elsewhere', 'published')",
        site.base.team
    ));
    id
}

#[actix_web::test]
async fn a_cookie_names_its_visitor_and_any_other_text_names_nobody() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    assert!(Visitor::is_known(&app, site.id, &visitor.cookie).await);
    let other = format!("{}x", visitor.cookie);
    for cookie in [
        "",
        "a=b",
        "__Host-visitor=",
        "__Host-visitor=%00; visitor=x",
        other.as_str(),
    ] {
        assert!(!Visitor::is_known(&app, site.id, cookie).await, "{cookie}");
    }
    // The table has no token.
    let token = visitor.cookie.split_once('=').unwrap().1;
    let stored = app.database().text("SELECT token_hash FROM visitor_sessions");
    assert!(!stored.contains(token) && stored.len() == 64, "{stored}");
}

#[actix_web::test]
async fn a_session_of_one_site_is_worth_nothing_on_another() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let elsewhere = other_site(&app, &site);
    let visitor = Visitor::new(&app, site.id, "li").await;
    assert!(!Visitor::is_known(&app, elsewhere, &visitor.cookie).await);
    // Nor when somebody copies the row: the hash has the site in it.
    app.sql(&format!("UPDATE visitors SET site_id = '{elsewhere}'"));
    assert!(!Visitor::is_known(&app, elsewhere, &visitor.cookie).await);
}

#[actix_web::test]
async fn a_session_ends_after_thirty_days_without_use() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    for _ in 0..2 {
        app.clock.advance(TimeDelta::days(29));
        assert!(Visitor::is_known(&app, site.id, &visitor.cookie).await);
    }
    app.clock.advance(TimeDelta::days(30));
    assert!(!Visitor::is_known(&app, site.id, &visitor.cookie).await);
}

#[actix_web::test]
async fn a_session_ends_after_180_days_however_much_it_is_used() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    for _ in 0..179 / 20 {
        app.clock.advance(TimeDelta::days(20));
        assert!(Visitor::is_known(&app, site.id, &visitor.cookie).await);
    }
    app.clock.advance(TimeDelta::days(20));
    assert!(!Visitor::is_known(&app, site.id, &visitor.cookie).await);
}

#[actix_web::test]
async fn a_blocked_visitor_is_nobody_at_once() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    app.sql("UPDATE visitors SET is_blocked = TRUE");
    assert!(!Visitor::is_known(&app, site.id, &visitor.cookie).await);
}

#[actix_web::test]
async fn the_use_of_a_session_is_written_down_every_few_minutes_and_not_while_nothing_may_change() {
    let mut app = TestApp::with_database();
    let site = Site::new(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    let seen = "SELECT (extract(epoch FROM last_seen_at - created_at) / 60)::int || ' ' || network FROM visitor_sessions";
    app.clock.advance(TimeDelta::minutes(4));
    assert!(Visitor::is_known(&app, site.id, &visitor.cookie).await);
    assert_eq!(app.database().text(seen), "0 203.0.113.0/24");
    app.clock.advance(TimeDelta::minutes(2));
    app.reconfigure(&[("READ_ONLY", "true")]);
    assert!(Visitor::is_known(&app, site.id, &visitor.cookie).await);
    assert_eq!(app.database().text(seen), "0 203.0.113.0/24");
    app.reconfigure(&[]);
    assert!(Visitor::is_known(&app, site.id, &visitor.cookie).await);
    // The address of a request without one.
    assert_eq!(app.database().text(seen), "6 0.0.0.0/24");
}

#[actix_web::test]
async fn with_one_device_more_than_allowed_the_one_used_longest_ago_ends() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    let mut cookies = vec![visitor.cookie.clone()];
    for _ in 0..4 {
        app.clock.advance(TimeDelta::minutes(10));
        cookies.push(visitor.login(&app).await);
    }
    // The first one is used again, so the second one is the oldest.
    assert!(Visitor::is_known(&app, site.id, &cookies[0]).await);
    app.clock.advance(TimeDelta::minutes(10));
    cookies.push(visitor.login(&app).await);
    let mut known = Vec::new();
    for cookie in &cookies {
        known.push(Visitor::is_known(&app, site.id, cookie).await);
    }
    assert_eq!(known, [true, false, true, true, true, true]);
}

#[actix_web::test]
async fn who_is_blocked_is_logged_out_everywhere_and_stays_so_when_let_in_again() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let elsewhere = other_site(&app, &site);
    let visitor = Visitor::new(&app, site.id, "li").await;
    let block = async |site_id: Uuid, is_blocked: bool| {
        let (site_id, id) = (SiteId(site_id), VisitorId(visitor.id));
        let db = &app.state.db;
        db.run(move |connection| service::set_blocked(connection, site_id, id, is_blocked))
            .await
            .unwrap()
    };
    assert!(!block(elsewhere, true).await);
    assert!(Visitor::is_known(&app, site.id, &visitor.cookie).await);
    assert!(block(site.id, true).await);
    assert!(!Visitor::is_known(&app, site.id, &visitor.cookie).await);
    assert!(block(site.id, false).await);
    assert!(!Visitor::is_known(&app, site.id, &visitor.cookie).await);
    let again = visitor.login(&app).await;
    assert!(Visitor::is_known(&app, site.id, &again).await);
}

#[actix_web::test]
async fn an_address_is_one_visitor_of_a_site_also_at_the_same_moment() {
    let app = TestApp::with_database();
    let site = Site::new(&app).await;
    let elsewhere = other_site(&app, &site);
    let find = async |site_id: Uuid, kind: IdentityType, text: &str| {
        let (identifier, now) = (Identifier::parse(kind, text).unwrap(), app.clock.now());
        let db = &app.state.db;
        db.run(move |connection| {
            service::find_or_create(connection, SiteId(site_id), &identifier, Language::En, now)
        })
        .await
        .unwrap()
    };
    let email = IdentityType::Email;
    let (one, two) = tokio::join!(
        find(site.id, email, "li@reader.example"),
        find(site.id, email, "Li@Reader.example")
    );
    assert_eq!(one, two);
    assert_ne!(find(elsewhere, email, "li@reader.example").await, one);
    assert_ne!(find(site.id, IdentityType::Phone, "13800138000").await, one);
    let stored = "SELECT string_agg(coalesce(email, phone), ' ' ORDER BY email) FROM visitors";
    let all = "li@reader.example li@reader.example +86-13800138000";
    assert_eq!(app.database().text(stored), all);
}
