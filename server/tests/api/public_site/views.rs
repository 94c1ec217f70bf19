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

/// What led to the site in the last days, as the console shows it.
async fn sources(app: &TestApp, site: &Site, days: u32) -> Vec<(String, u64)> {
    jobs::store_views(&app.state);
    let views = site
        .call(app, "GET", &format!("/views?days={days}"), Value::Null)
        .await;
    let sources = views.data()["sources"].as_array().unwrap().clone();
    let pair = |source: &Value| {
        (
            source["host"].as_str().unwrap().to_owned(),
            source["nViews"].as_u64().unwrap(),
        )
    };
    sources.iter().map(pair).collect()
}

#[actix_web::test]
async fn the_host_that_led_to_a_page_is_counted_and_a_step_within_the_site_is_not() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let own = format!("http://{HOST}/docs");
    for headers in [
        vec![("referer", "https://mp.weixin.qq.com/s/secret?who=me")],
        vec![("referer", "https://MP.weixin.qq.com/")],
        vec![("referer", "https://www.example.com:8443/x")],
        vec![("referer", own.as_str())],
        vec![("sec-fetch-site", "same-origin")],
        vec![],
        vec![("referer", "<script>alert(1)</script>")],
        vec![("referer", "https://-\"'.x/")],
        vec![("referer", "about:blank")],
    ] {
        let headers: Vec<_> = headers.into_iter().chain([BROWSER]).collect();
        assert_eq!(view(&app, "/", &headers).await, 200);
    }
    let counted = |host: &str, n| (host.to_owned(), n);
    let expected = [
        counted("", 4),
        counted("mp.weixin.qq.com", 2),
        counted("example.com", 1),
    ];
    assert_eq!(sources(&app, &site, 7).await, expected);
    assert_eq!(views(&app, &site).await, (json!(9), json!(9)));
    // Nothing but the host is kept.
    let kept = app
        .database()
        .text("SELECT string_agg(source, ' ') FROM site_sources");
    assert!(!kept.contains("secret"), "{kept}");
}

#[actix_web::test]
async fn hosts_that_somebody_makes_up_fill_neither_the_memory_nor_the_table() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    for round in 0..2 {
        for at in 0..201 {
            let referer = format!("https://{round}-{at}.example/");
            view(&app, "/", &[BROWSER, ("referer", &referer)]).await;
        }
        jobs::store_views(&app.state);
    }
    view(&app, "/", &[BROWSER, ("referer", "https://0-0.example/")]).await;
    jobs::store_views(&app.state);
    let stored = |which: &str| app.database().text(&format!("SELECT {which} FROM site_sources"));
    assert_eq!(stored("sum(n_views)"), "403");
    assert_eq!(stored("count(*)"), "201");
    assert_eq!(stored("max(n_views) FILTER (WHERE source = '')"), "202");
    assert_eq!(stored("max(n_views) FILTER (WHERE source = '0-0.example')"), "2");
    assert_eq!(sources(&app, &site, 7).await.len(), 10);
}

#[actix_web::test]
async fn a_period_ends_today_and_stands_beside_the_one_before() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let referer = ("referer", "https://example.com/");
    // One view today, two of them seven days ago, three eight days before those.
    for (n_views, days) in [(3, 8), (2, 7), (1, 0)] {
        for _ in 0..n_views {
            view(&app, "/", &[BROWSER, referer]).await;
        }
        jobs::store_views(&app.state);
        app.clock.advance(TimeDelta::days(days));
        app.state.sites.expire();
    }
    let figures = async |query: &str| {
        let views = site
            .call(&app, "GET", &format!("/views{query}"), Value::Null)
            .await
            .data();
        let by_day = views["byDay"].as_array().unwrap().clone();
        let last = by_day.last().unwrap()["nViews"].clone();
        let n_sources = views["sources"][0]["nViews"].clone();
        (
            by_day.len(),
            views["nViews"].clone(),
            views["nViewsBefore"].clone(),
            last,
            n_sources,
        )
    };
    assert_eq!(
        figures("?days=7").await,
        (7, json!(1), json!(2), json!(1), json!(1))
    );
    assert_eq!(
        figures("?days=30").await,
        (30, json!(6), json!(0), json!(1), json!(6))
    );
    assert_eq!(figures("").await, figures("?days=30").await);
    assert_eq!(figures("?days=90").await.0, 90);
    for days in ["8", "0", "x", "-7"] {
        let answer = site
            .call(&app, "GET", &format!("/views?days={days}"), Value::Null)
            .await;
        assert_eq!(answer.status, 400, "{days}");
    }
}
