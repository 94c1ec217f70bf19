//! Which requests count as views of a site's pages.

use actix_web::http::Method;
use chrono::TimeDelta;
use moyan_server::jobs;
use serde_json::{Value, json};

use super::hosts::{HOST, published};
use crate::support::TestApp;
use crate::support::site::Site;

const BROWSER: (&str, &str) = (
    "user-agent",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0",
);

async fn view(app: &TestApp, path: &str, more: &[(&str, &str)]) -> u16 {
    let headers: Vec<_> = [("host", HOST)].into_iter().chain(more.iter().copied()).collect();
    app.send(Method::GET, path, &headers).await.status.as_u16()
}

/// Views of today and of all time, as the overview has them after the next time they are stored.
async fn views(app: &TestApp, site: &Site) -> (Value, Value) {
    jobs::store_views(&app.state);
    let overview = site.call(app, "GET", "/overview", Value::Null).await.data();
    (overview["nViewsToday"].clone(), overview["nViews"].clone())
}

#[actix_web::test]
async fn pages_that_browsers_were_given_count() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    for path in ["/", "/", "/docs", "/docs/docs/%E5%BC%80%E5%A7%8B"] {
        assert_eq!(view(&app, path, &[BROWSER]).await, 200, "{path}");
    }
    let page = app.send(Method::GET, "/", &[("host", HOST), BROWSER]).await;
    let known = ("if-none-match", page.header("etag"));
    assert_eq!(view(&app, "/", &[BROWSER, known]).await, 304);
    assert_eq!(views(&app, &site).await, (json!(6), json!(6)));
    let base = app.database().text("SELECT n_views FROM knowledge_bases");
    assert_eq!(base, "6");
}

#[actix_web::test]
async fn programs_prefetches_and_what_is_no_page_do_not_count() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let bot = ("user-agent", "Mozilla/5.0 (compatible; Googlebot/2.1)");
    let not_counted: [(&str, &[(&str, &str)]); 8] = [
        ("/", &[]),
        ("/", &[("user-agent", "curl/8.0")]),
        ("/", &[bot]),
        ("/", &[BROWSER, ("sec-purpose", "prefetch;prerender")]),
        ("/", &[BROWSER, ("purpose", "prefetch")]),
        ("/docs/nothing", &[BROWSER]),
        ("/feed.xml", &[BROWSER]),
        ("/search?q=x", &[BROWSER]),
    ];
    for (path, headers) in not_counted {
        view(&app, path, headers).await;
    }
    app.send(Method::HEAD, "/", &[("host", HOST), BROWSER]).await;
    assert_eq!(views(&app, &site).await, (json!(0), json!(0)));
}

#[actix_web::test]
async fn a_day_is_that_of_the_sites_time_zone_and_is_kept_for_400_days() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let now = app.state.clock.now();
    let late = now.date_naive().and_hms_opt(15, 59, 0).unwrap().and_utc();
    let late = if late < now {
        late + TimeDelta::days(1)
    } else {
        late
    };
    app.clock.advance(late - now);
    view(&app, "/", &[BROWSER]).await;
    assert_eq!(views(&app, &site).await, (json!(1), json!(1)));
    // Midnight in Shanghai.
    app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(views(&app, &site).await, (json!(0), json!(1)));
    view(&app, "/", &[BROWSER]).await;
    view(&app, "/", &[BROWSER]).await;
    assert_eq!(views(&app, &site).await, (json!(2), json!(3)));
    let n_days = || app.database().text("SELECT count(*) FROM site_views");
    for (days, left) in [(400, "2"), (1, "1"), (1, "0")] {
        app.clock.advance(TimeDelta::days(days));
        assert!(app.sweep().await);
        assert_eq!(n_days(), left);
    }
    assert_eq!(app.database().text("SELECT n_views FROM sites"), "3");
}

#[actix_web::test]
async fn views_wait_for_a_database_that_is_away_and_for_one_that_refuses_changes() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    view(&app, "/", &[BROWSER]).await;
    app.sql("ALTER TABLE site_views RENAME TO away");
    jobs::store_views(&app.state);
    app.sql("ALTER TABLE away RENAME TO site_views");
    view(&app, "/", &[BROWSER]).await;
    assert_eq!(views(&app, &site).await, (json!(2), json!(2)));
}

#[actix_web::test]
async fn views_of_a_site_that_is_gone_are_dropped_and_those_of_others_stored() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    view(&app, "/", &[BROWSER]).await;
    app.sql("UPDATE sites SET live_release_id = NULL; DELETE FROM releases; DELETE FROM sites");
    let other = site.second(&app);
    app.state.sites.expire();
    jobs::store_views(&app.state);
    assert_eq!(views(&app, &other).await, (json!(0), json!(0)));
    assert_eq!(app.database().text("SELECT count(*) FROM site_views"), "0");
}
