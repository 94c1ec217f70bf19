//! Mails before a membership ends.

use actix_web::http::Method;
use chrono::{DateTime, TimeDelta, Utc};
use moyan_foundation::access::Tokens;
use moyan_server::features::membership::service;
use serde_json::json;

use super::shop::Shop;
use crate::support::Statements;
use crate::support::browser::Browser;
use crate::support::visitor::Visitor;

/// A shop that readers may open, at noon of Shanghai, and a month that ends in so many days, at noon too.
async fn open(n_days: i64) -> Shop {
    let shop = Shop::open().await;
    shop.site.document(&shop.app, "a", "b").await;
    shop.site.publish(&shop.app).await.data();
    shop.app.sql("UPDATE sites SET status = 'published'");
    // 04:00 UTC is noon in Shanghai.
    let noon = DateTime::parse_from_rfc3339("2027-03-01T04:00:00Z").unwrap();
    shop.app
        .clock
        .advance(noon.with_timezone(&Utc) - shop.app.state.clock.now());
    give(&shop, &shop.visitor, n_days);
    shop
}

/// Gives days from yesterday on, so that the last of them is in `n_days`.
fn give(shop: &Shop, visitor: &Visitor, n_days: i64) {
    let grant = visitor.grant(&shop.app, &format!("n_days = {}", n_days + 2));
    shop.app.sql(&format!(
        "UPDATE grants SET granted_at = granted_at - interval '2 days', created_at = granted_at - interval '2 days' \
         WHERE id = '{grant}'"
    ));
}

/// Subjects of the reminders so far, after the next run.
fn reminded(shop: &Shop) -> String {
    service::remind_due(&shop.app.state).unwrap();
    shop.app.database().text(
        "SELECT coalesce(string_agg(subject, '; ' ORDER BY id), '') FROM mails WHERE template = 'membershipEnding'",
    )
}

#[actix_web::test]
async fn a_member_is_reminded_once_seven_days_one_day_and_on_the_day() {
    let shop = open(9).await;
    let mut expected: Vec<&str> = Vec::new();
    for (n_days, subject) in [
        (8, None),
        (7, Some("“手册”会员：7 天后到期")),
        (6, None),
        (2, None),
        (1, Some("“手册”会员：明天到期")),
        (0, Some("“手册”会员：今天到期")),
    ] {
        let noon = DateTime::parse_from_rfc3339("2027-03-10T02:00:00Z").unwrap();
        let day = noon.with_timezone(&Utc) - TimeDelta::days(n_days);
        shop.app.clock.advance(day - shop.app.state.clock.now());
        expected.extend(subject);
        assert_eq!(reminded(&shop), expected.join("; "), "{n_days}");
        assert_eq!(reminded(&shop), expected.join("; "), "{n_days}");
    }
    shop.app.clock.advance(TimeDelta::hours(3));
    assert_eq!(reminded(&shop), expected.join("; "), "it has ended");
    let body = shop.app.database().text("SELECT body FROM mails LIMIT 1");
    for part in ["2027 年 3 月 10 日", "//handbook.localhost/plans"] {
        assert!(body.contains(part), "{part}: {body}");
    }
}

#[actix_web::test]
async fn a_day_on_which_no_server_ran_is_made_up_for() {
    let shop = open(4).await;
    assert_eq!(reminded(&shop), "“手册”会员：4 天后到期");
    shop.app.clock.advance(TimeDelta::days(1));
    assert_eq!(reminded(&shop), "“手册”会员：4 天后到期");
}

#[actix_web::test]
async fn nobody_is_woken_by_a_reminder() {
    let shop = open(7).await;
    // 21:00, and 08:59 of the next day.
    for hours in [TimeDelta::hours(9), TimeDelta::minutes(11 * 60 + 59)] {
        shop.app.clock.advance(hours);
        assert_eq!(reminded(&shop), "");
    }
    shop.app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(reminded(&shop), "“手册”会员：6 天后到期");
}

#[actix_web::test]
async fn a_renewal_begins_anew() {
    let shop = open(1).await;
    assert_eq!(reminded(&shop), "“手册”会员：明天到期");
    give(&shop, &shop.visitor, 4);
    shop.app.clock.advance(TimeDelta::days(1));
    let both = "“手册”会员：明天到期; “手册”会员：6 天后到期";
    assert_eq!(reminded(&shop), both);
}

#[actix_web::test]
async fn another_time_zone_reminds_nobody_again() {
    let shop = open(7).await;
    let expected = "“手册”会员：7 天后到期";
    assert_eq!(reminded(&shop), expected);
    for (zone, hours) in [("America/Los_Angeles", 14), ("Pacific/Auckland", 4)] {
        let info = json!({
            "name": "手册", "description": "", "language": "zh-CN", "timeZone": zone, "icon": null, "copyright": "",
            "icpNumber": "", "contactEmail": "", "footerLinks": [],
        });
        shop.site.set(&shop.app, "basicInfo", &info);
        shop.app.clock.advance(TimeDelta::hours(hours));
        assert_eq!(reminded(&shop), expected, "{zone}");
    }
    // The next kind comes all the same.
    shop.app.clock.advance(TimeDelta::days(5));
    assert_ne!(reminded(&shop), expected);
}

#[actix_web::test]
async fn a_reminder_of_the_release_before_counts_as_sent() {
    let shop = open(7).await;
    // It named the moment at which the days are over, and not the end of the last one.
    shop.app.sql(
        "INSERT INTO membership_reminders (visitor_id, ends_at, n_days_before, sent_at) \
         SELECT visitor_id, granted_at + make_interval(days => n_days), 7, granted_at FROM grants",
    );
    assert_eq!(reminded(&shop), "");
}

#[actix_web::test]
async fn who_has_just_been_given_days_knows_when_they_end() {
    let shop = open(30).await;
    let other = Visitor::new(&shop.app, shop.site.id, "other").await;
    let grant = other.grant(&shop.app, "n_days = 6");
    let now = shop.now().to_rfc3339();
    shop.app.sql(&format!(
        "UPDATE grants SET created_at = '{now}' WHERE id = '{grant}'"
    ));
    assert_eq!(reminded(&shop), "");
    shop.app.clock.advance(TimeDelta::days(1));
    assert_eq!(reminded(&shop), "“手册”会员：5 天后到期");
}

#[actix_web::test]
async fn who_does_not_want_reminders_or_has_nothing_to_renew_gets_none() {
    for unwanted in [
        "UPDATE visitors SET is_reminded = FALSE",
        "UPDATE visitors SET is_blocked = TRUE",
        "UPDATE sites SET status = 'draft'",
        "UPDATE sites SET purges_at = now() + interval '300 days'",
        "UPDATE teams SET suspended_at = now()",
        "UPDATE teams SET purges_at = now() + interval '300 days'",
        "UPDATE grants SET n_days = NULL, is_lifetime = TRUE",
        "INSERT INTO grant_revocations (grant_id, revoked_at) SELECT id, now() FROM grants",
    ] {
        let shop = open(7).await;
        shop.app.sql(unwanted);
        assert_eq!(reminded(&shop), "", "{unwanted}");
    }
}

#[actix_web::test]
async fn what_was_given_in_test_mode_has_no_end_to_be_reminded_of() {
    let shop = open(7).await;
    let order = shop
        .order(shop.new_order(super::shop::MONTH, moyan_domain::PaymentMethod::Stripe))
        .await
        .unwrap();
    shop.app.sql(&format!(
        "UPDATE grants SET is_test = TRUE, source = 'order', order_id = '{}'; \
         INSERT INTO payment_methods (site_id, method, is_enabled, is_test) VALUES ('{}', 'stripe', TRUE, TRUE)",
        order.id, shop.site.id
    ));
    assert!(shop.is_member().await);
    assert_eq!(reminded(&shop), "");
}

#[actix_web::test]
async fn a_reader_of_english_is_reminded_in_english() {
    let shop = open(1).await;
    shop.app.sql("UPDATE visitors SET language = 'en'");
    assert_eq!(reminded(&shop), "Your membership to “手册” ends tomorrow");
}

#[actix_web::test]
async fn settings_that_cannot_be_read_keep_other_sites_from_nothing() {
    let shop = open(7).await;
    let second = shop.site.second(&shop.app);
    shop.app.sql("UPDATE sites SET status = 'published'");
    let reader = Visitor::new(&shop.app, second.id, "second").await;
    give(&shop, &reader, 7);
    shop.site
        .set(&shop.app, "membership", &json!({ "packages": "none" }));
    assert_eq!(reminded(&shop), "“另一个”会员：7 天后到期");
}

/// The path of the link that stops reminders, as the first of them has it.
fn leave(shop: &Shop) -> String {
    let body = shop
        .app
        .database()
        .text("SELECT body FROM mails WHERE template = 'membershipEnding' LIMIT 1");
    let at = body.find("/reminders/unsubscribe").unwrap();
    body[at..].split_whitespace().next().unwrap().to_owned()
}

#[actix_web::test]
async fn the_link_of_a_reminder_stops_them_without_a_login_and_only_when_it_is_sent() {
    let shop = open(7).await;
    reminded(&shop);
    let path = leave(&shop);
    let header = shop
        .app
        .database()
        .text("SELECT unsubscribe_url FROM mails WHERE template = 'membershipEnding'");
    assert!(
        header.starts_with("https://handbook.localhost/reminders/") && header.ends_with(&path),
        "{header}"
    );
    let is_reminded = || shop.app.database().is_true("(SELECT is_reminded FROM visitors)");
    let mut browser = Browser::new(&shop.app);
    assert_eq!(browser.get(&path).await.status, 200);
    assert!(is_reminded(), "programs that look at mails open links");
    for forged in [
        format!("/reminders/unsubscribe?token={}", uuid::Uuid::nil()),
        format!(
            "{}{}",
            &path[..path.len() - 1],
            if path.ends_with('0') { '1' } else { '0' }
        ),
        "/reminders/unsubscribe".to_owned(),
    ] {
        assert_eq!(browser.post(&forged, &[]).await.status, 410, "{forged}");
    }
    assert!(is_reminded());
    // As mail programs do it: no origin, no cookie.
    let headers = [
        ("host", "handbook.localhost:8080"),
        ("content-type", "application/x-www-form-urlencoded"),
    ];
    let body = b"List-Unsubscribe=One-Click".to_vec();
    let done = shop
        .app
        .send_from("192.0.2.9", Method::POST, &path, &headers, body)
        .await;
    assert_eq!(done.status, 200, "{}", done.text());
    assert!(!is_reminded());
    // Whoever opens the link then reads that, and finds nothing to press.
    let page = browser.get(&path).await;
    assert_eq!(page.status, 200);
    assert!(
        page.text().contains("已关闭到期提醒") && !page.text().contains("action=\"/reminders/unsubscribe\""),
        "{}",
        page.text()
    );
    // The other type that mail programs may send.
    shop.app.sql("UPDATE visitors SET is_reminded = true");
    let parts = [("content-type", "multipart/form-data; boundary=a")];
    let done = browser
        .send(Method::POST, &path, &parts, b"--a--\r\n".to_vec())
        .await;
    assert_eq!(done.status, 200, "{}", done.text());
    assert!(!is_reminded());
}

#[actix_web::test]
async fn a_link_of_another_site_stops_nothing() {
    let shop = open(7).await;
    let second = shop.site.second(&shop.app);
    let reader = Visitor::new(&shop.app, second.id, "second").await;
    let token = format!(
        "SELECT unsubscribe_token::text FROM visitors WHERE id = '{}'",
        reader.id
    );
    let path = format!(
        "/reminders/unsubscribe?token={}",
        shop.app.database().text(&token)
    );
    assert_eq!(Browser::new(&shop.app).post(&path, &[]).await.status, 410);
    assert!(
        shop.app
            .database()
            .is_true("(SELECT bool_and(is_reminded) FROM visitors)")
    );
}

#[actix_web::test]
async fn the_link_of_a_reminder_outlives_the_secret_of_the_server() {
    let mut shop = open(7).await;
    reminded(&shop);
    let path = leave(&shop);
    shop.app
        .change_state(|state| state.tokens = Tokens::new("another secret of the same server", None));
    assert_eq!(Browser::new(&shop.app).post(&path, &[]).await.status, 200);
    assert!(!shop.app.database().is_true("(SELECT is_reminded FROM visitors)"));
}

/// Whether the next run reads what visitors of a site have.
fn is_read(shop: &Shop) -> bool {
    let database = &shop.app.database().name;
    Statements.take(database);
    service::remind_due(&shop.app.state).unwrap();
    let sent = Statements.take(database);
    assert!(sent.iter().any(|statement| statement.contains("visitor_ends_at")));
    sent.iter()
        .any(|statement| statement.contains(r#"LEFT OUTER JOIN "grant_revocations""#))
}

#[actix_web::test]
async fn a_site_is_read_when_something_ends_soon_or_has_changed_and_at_no_other_time() {
    Statements::record();
    let shop = open(60).await;
    assert!(is_read(&shop), "nobody knows when it ends");
    assert!(!is_read(&shop));
    shop.app.clock.advance(TimeDelta::days(40));
    assert!(!is_read(&shop));
    let other = Visitor::new(&shop.app, shop.site.id, "other").await;
    other.grant(&shop.app, "is_lifetime = TRUE");
    assert!(is_read(&shop), "a membership was given");
    assert!(!is_read(&shop));
    shop.app.clock.advance(TimeDelta::days(13));
    assert!(is_read(&shop), "it ends in seven days");
    assert_eq!(reminded(&shop), "“手册”会员：7 天后到期");
    shop.app.clock.advance(TimeDelta::days(20));
    assert!(!is_read(&shop), "it has ended");
}

#[actix_web::test]
async fn who_loses_a_part_of_a_membership_is_reminded_of_the_new_end() {
    let shop = open(7).await;
    let id = shop.visitor.grant(&shop.app, "n_days = 30");
    shop.app.sql(&format!(
        "UPDATE grants SET created_at = created_at - interval '2 days' WHERE id = '{id}'"
    ));
    assert_eq!(reminded(&shop), "");
    let visitor = shop.app.database().text("SELECT id FROM visitors");
    let path = format!("{}/members/{visitor}/grants/{id}", shop.site.path);
    let token = shop.app.login(&shop.site.base.owner.email).await;
    let reason = json!({ "reason": "refunded elsewhere" });
    let revoked = shop.app.json("10.0.0.1", Method::DELETE, &path, &token, reason);
    revoked.await.data();
    assert_eq!(reminded(&shop), "“手册”会员：7 天后到期");
}

#[actix_web::test]
async fn more_sites_than_are_listed_together_are_all_read() {
    let shop = open(7).await;
    shop.app.sql(&format!(
        "INSERT INTO sites (id, team_id, name, slug, status) SELECT gen_random_uuid(), '{}', 'x', 'x' || n, 'published' \
         FROM generate_series(1, 205) AS n; \
         INSERT INTO grants (id, site_id, visitor_id, source, n_days, granted_at) \
         SELECT gen_random_uuid(), id, gen_random_uuid(), 'import', 30, now() FROM sites WHERE name = 'x'",
        shop.site.base.team
    ));
    reminded(&shop);
    assert_eq!(shop.count("grants WHERE visitor_ends_at = '-infinity'"), 0);
}
