//! Which requests count as views of a site's pages.

use actix_web::http::Method;
use chrono::TimeDelta;
use moyan_domain::SiteId;
use moyan_foundation::access::Role;
use moyan_foundation::jobs;
use moyan_server::features::public_site::Sites;
use moyan_server::features::site::service::{DayViews, ViewCounts, WallStep, add_views};
use serde_json::{Value, json};

use super::hosts::{HOST, published};
use crate::support::site::Site;
use crate::support::{TestApp, User};

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
    jobs::store_counts(&app.state);
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
    let base = app
        .database()
        .text("SELECT n_views FROM knowledge_base_view_totals");
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
    assert_eq!(app.database().text("SELECT n_views FROM site_view_totals"), "3");
}

#[actix_web::test]
async fn views_wait_for_a_database_that_is_away_and_for_one_that_refuses_changes() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    view(&app, "/", &[BROWSER]).await;
    app.sql("ALTER TABLE site_views RENAME TO away");
    jobs::store_counts(&app.state);
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
    app.state.memory.of::<Sites>().expire();
    jobs::store_counts(&app.state);
    assert_eq!(views(&app, &other).await, (json!(0), json!(0)));
    assert_eq!(app.database().text("SELECT count(*) FROM site_views"), "0");
}

#[actix_web::test]
async fn browsers_that_came_from_the_console_do_not_count() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let document = "/docs/docs/%E5%BC%80%E5%A7%8B";
    let way = format!("/own-visit?to={document}");
    let led = app.send(Method::GET, &way, &[("host", HOST), BROWSER]).await;
    assert_eq!(led.status, 303);
    assert_eq!(led.header("location"), document);
    assert_eq!(led.header("cache-control"), "private, no-store");
    let cookie = led.header("set-cookie").to_owned();
    assert_eq!(
        cookie,
        "__Host-own_visits=1; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
    );
    let own = ("cookie", "a=b; __Host-own_visits=1");
    assert_eq!(view(&app, document, &[BROWSER, own]).await, 200);
    assert_eq!(views(&app, &site).await, (json!(0), json!(0)));
    // The page is that of everybody, also from memory, and others count on.
    let page = async |headers: &[(&str, &str)]| {
        let headers: Vec<_> = [("host", HOST), BROWSER]
            .into_iter()
            .chain(headers.iter().copied())
            .collect();
        let page = app.send(Method::GET, document, &headers).await;
        let kept = page.header("cache-control").to_owned();
        assert_eq!(page.header("set-cookie"), "");
        (kept, page.header("etag").to_owned())
    };
    assert_eq!(page(&[own]).await, page(&[]).await);
    assert_eq!(views(&app, &site).await, (json!(1), json!(1)));
}

#[actix_web::test]
async fn the_way_from_the_console_leads_to_pages_of_the_same_site_only() {
    let app = TestApp::with_database();
    published(&app).await;
    for to in [
        "",
        "?to=",
        "?to=//evil.example/",
        "?to=https://evil.example/",
        "?to=/%5Cevil.example",
        "?to=/%0d%0aset-cookie:a=b",
        "?to=/%09/evil.example",
    ] {
        let way = format!("/own-visit{to}");
        let led = app.send(Method::GET, &way, &[("host", HOST)]).await;
        assert_eq!((led.status.as_u16(), led.header("location")), (303, "/"), "{to}");
    }
}

/// What led to the site in the last days, as the console shows it.
async fn sources(app: &TestApp, site: &Site, days: u32) -> Vec<(String, u64)> {
    jobs::store_counts(&app.state);
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
        jobs::store_counts(&app.state);
    }
    view(&app, "/", &[BROWSER, ("referer", "https://0-0.example/")]).await;
    jobs::store_counts(&app.state);
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
        jobs::store_counts(&app.state);
        app.clock.advance(TimeDelta::days(days));
        app.state.memory.of::<Sites>().expire();
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

/// Pages that were looked at in the last days, as the console shows them: path, title, views.
async fn pages(app: &TestApp, site: &Site) -> Vec<String> {
    jobs::store_counts(&app.state);
    let views = site.call(app, "GET", "/views?days=7", Value::Null).await.data();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let line = |page: &Value| {
        let (path, title) = (text(&page["path"]), text(&page["title"]));
        format!("{path} [{title}] {}", page["nViews"])
    };
    views["pages"].as_array().unwrap().iter().map(line).collect()
}

#[actix_web::test]
async fn pages_that_were_looked_at_are_listed_with_their_titles_those_with_the_most_views_first() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    assert_eq!(pages(&app, &site).await, [""; 0]);
    let document = "/docs/docs/%E5%BC%80%E5%A7%8B";
    for path in [document, document, document, "/docs", "/docs?page=1", "/"] {
        assert_eq!(view(&app, path, &[BROWSER]).await, 200, "{path}");
    }
    let with_query = format!("{document}?utm_source=secret&page=9");
    assert_eq!(view(&app, &with_query, &[BROWSER]).await, 200);
    assert_eq!(view(&app, "/docs/docs", &[BROWSER]).await, 200);
    // What is not there is nobody's page.
    for path in ["/docs/docs/made-up", "/docs/made-up", "/made-up", "/docs?page=99"] {
        assert_eq!(view(&app, path, &[BROWSER]).await, 404, "{path}");
    }
    let expected = [
        "/docs/docs/开始 [开始] 4",
        "/docs [] 2",
        "/ [] 1",
        "/docs/docs [文档] 1",
    ];
    assert_eq!(pages(&app, &site).await, expected);
    // Published under another title, the page is the one at the same path; without a release only the path is known.
    app.sql("UPDATE release_documents SET title = '别名' WHERE title = '开始'");
    assert_eq!(pages(&app, &site).await[0], "/docs/docs/开始 [别名] 4");
    app.sql("UPDATE sites SET live_release_id = NULL, status = 'draft'");
    assert_eq!(pages(&app, &site).await[3], "/docs/docs [] 1");
    let kept = app
        .database()
        .text("SELECT string_agg(path, ' ') FROM site_page_views");
    assert!(!kept.contains("secret") && !kept.contains("made-up"), "{kept}");
}

#[actix_web::test]
async fn views_of_a_day_that_are_stored_at_different_times_add_up() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let day = app.state.clock.now().with_timezone(&chrono_tz::Asia::Shanghai);
    for n_views in [3, 4] {
        let mut views = DayViews::default();
        for _ in 0..n_views {
            views.add("/docs", true, Some("example.com"));
            views.add_step("/docs", WallStep::LoggedIn);
            views.add_step("/docs", WallStep::Redeemed);
        }
        let counts = ViewCounts::from([((SiteId(site.id), day.date_naive()), views)]);
        app.state
            .db
            .run(move |connection| add_views(connection, &counts))
            .await
            .unwrap();
    }
    assert_eq!(views(&app, &site).await, (json!(7), json!(7)));
    let of_week = site.call(&app, "GET", "/views?days=7", Value::Null).await.data();
    assert_eq!(
        of_week["sources"],
        json!([{ "host": "example.com", "nViews": 7 }])
    );
    assert_eq!(of_week["pages"][0]["nViews"], 7);
    let wall = &of_week["walls"][0];
    assert_eq!(
        [&wall["nShown"], &wall["nLogins"], &wall["nJoined"]],
        [&json!(7); 3]
    );
}

#[actix_web::test]
async fn pages_beyond_those_that_a_day_counts_apart_are_counted_together() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let day = app.state.clock.now().date_naive();
    let counts = |round: usize| {
        let mut views = DayViews::default();
        for at in 0..501 {
            views.add(&format!("/docs/{round}-{at:03}"), false, None);
        }
        // An index takes no path of this length.
        let long: String = (0..600)
            .map(|at| char::from_u32(0x4e00 + at * 31).unwrap())
            .collect();
        views.add(&format!("/docs/{long}"), false, None);
        ViewCounts::from([((SiteId(site.id), day), views)])
    };
    for round in 0..2 {
        let counts = counts(round);
        app.state
            .db
            .run(move |connection| add_views(connection, &counts))
            .await
            .unwrap();
    }
    let stored = |which: &str| {
        app.database()
            .text(&format!("SELECT {which} FROM site_page_views"))
    };
    assert_eq!(stored("count(*)"), "501");
    assert_eq!(stored("sum(n_views)"), "1004");
    assert_eq!(stored("max(n_views) FILTER (WHERE path = '')"), "504");
    assert_eq!(pages(&app, &site).await[0], " [] 504");
}

#[actix_web::test]
async fn views_are_for_those_who_may_read_statistics_and_for_nobody_else() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let path = format!("{}/views", site.path);
    for (role, status) in [
        (Role::Admin, 200),
        (Role::Editor, 200),
        (Role::Support, 200),
        (Role::Viewer, 403),
    ] {
        let member = site.base.member(&app, role).await;
        assert_eq!(app.call(&member, "GET", &path, Value::Null).await.status, status);
    }
    let stranger = app.user("stranger").await;
    assert_eq!(app.call(&stranger, "GET", &path, Value::Null).await.status, 404);
    let own = app.team(&stranger, "another team").await;
    let foreign = path.replace(&site.base.team, &own);
    assert_eq!(
        app.call(&stranger, "GET", &foreign, Value::Null).await.status,
        404
    );
}

#[actix_web::test]
async fn views_of_all_sites_of_a_team_add_up_and_name_their_site() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let other = site.second(&app);
    let other_id = other.id;
    let now = app.state.clock.now();
    // In Honolulu a day begins eighteen hours later than in Shanghai: at most moments it is another one.
    let mut info = other.call(&app, "GET", "/basic-info", Value::Null).await.data()["data"].clone();
    info["timeZone"] = json!("Pacific/Honolulu");
    other.set(&app, "basicInfo", &info);
    let day_in = |zone: chrono_tz::Tz| now.with_timezone(&zone).date_naive();
    let (here, there) = (
        day_in(chrono_tz::Asia::Shanghai),
        day_in(chrono_tz::Pacific::Honolulu),
    );
    let document = "/docs/docs/开始";
    let mut seen = ViewCounts::new();
    for (id, today, n_views) in [(site.id, here, 3), (other_id, there, 2)] {
        // Today, the first of seven days, the last before them, the first and one before that.
        for (age, factor) in [(0, 1), (6, 10), (7, 100), (13, 1000), (14, 10_000)] {
            let mut views = DayViews::default();
            for _ in 0..n_views * factor {
                views.add(document, id == other_id, Some("example.com"));
            }
            seen.insert((SiteId(id), today - chrono::Days::new(age)), views);
        }
    }
    app.state
        .db
        .run(move |connection| add_views(connection, &seen))
        .await
        .unwrap();
    let path = format!("/api/teams/{}/views?days=7", site.base.team);
    let of_team = app.call(&site.base.owner, "GET", &path, Value::Null).await.data();
    assert_eq!(of_team["nViews"], 55);
    assert_eq!(of_team["nViewsBefore"], 5500);
    let days = of_team["byDay"].as_array().unwrap();
    assert_eq!(
        (days.len(), &days[0]["nViews"], &days[6]["nViews"]),
        (7, &json!(50), &json!(5))
    );
    let last = here.max(there);
    assert_eq!(days[6]["day"], json!(last));
    assert_eq!(days[0]["day"], json!(last - chrono::Days::new(6)));
    assert_eq!(
        of_team["sources"],
        json!([{ "host": "example.com", "nViews": 55 }])
    );
    let figures = |name: &str, keys: &[&str]| -> Vec<Value> {
        let rows = of_team[name].as_array().unwrap().iter();
        rows.map(|row| keys.iter().map(|key| row[key].clone()).collect())
            .collect()
    };
    assert_eq!(
        figures("sites", &["id", "nViews", "nViewsBefore"]),
        [json!([site.id, 33, 3300]), json!([other_id, 22, 2200])]
    );
    assert_eq!(
        figures("pages", &["siteId", "path", "title", "nViews"]),
        [
            json!([site.id, document, "开始", 33]),
            json!([other_id, document, "", 22])
        ]
    );
    assert_eq!(
        figures("walls", &["siteId", "path", "nShown"]),
        [json!([other_id, document, 22])]
    );
    // Each site says the same of itself.
    for (site, n_views) in [(&site, 33), (&other, 22)] {
        let own = site.call(&app, "GET", "/views?days=7", Value::Null).await.data();
        assert_eq!(own["nViews"], n_views);
        assert_eq!(own["byDay"][6]["nViews"], n_views / 11);
    }
}

#[actix_web::test]
async fn a_team_counts_neither_sites_of_others_nor_those_in_the_bin() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    view(&app, "/", &[BROWSER]).await;
    jobs::store_counts(&app.state);
    let of_team = async |user: &User, team: &str| {
        let path = format!("/api/teams/{team}/views");
        let views = app.call(user, "GET", &path, Value::Null).await.data();
        let n_days = views["byDay"].as_array().unwrap().len();
        (
            views["nViews"].clone(),
            views["sites"].as_array().unwrap().len(),
            n_days,
        )
    };
    let stranger = app.user("stranger").await;
    let foreign = app.team(&stranger, "another team").await;
    assert_eq!(
        of_team(&site.base.owner, &site.base.team).await,
        (json!(1), 1, 30)
    );
    assert_eq!(of_team(&stranger, &foreign).await, (json!(0), 0, 30));
    site.call(&app, "DELETE", "", Value::Null).await;
    assert_eq!(
        of_team(&site.base.owner, &site.base.team).await,
        (json!(0), 0, 30)
    );
}

#[actix_web::test]
async fn views_of_a_team_are_for_those_who_may_read_statistics() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let path = format!("/api/teams/{}/views", site.base.team);
    for (role, status) in [
        (Role::Admin, 200),
        (Role::Editor, 200),
        (Role::Support, 200),
        (Role::Viewer, 403),
    ] {
        let member = site.base.member(&app, role).await;
        assert_eq!(app.call(&member, "GET", &path, Value::Null).await.status, status);
    }
    let answer = app
        .call(&site.base.owner, "GET", &format!("{path}?days=8"), Value::Null)
        .await;
    assert_eq!(answer.status, 400);
}
