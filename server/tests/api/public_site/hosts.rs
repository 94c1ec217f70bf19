use std::time::Duration;

use actix_web::http::Method;
use chrono::TimeDelta;
use diesel::connection::SimpleConnection as _;
use moyan_domain::SiteId;
use moyan_server::features::public_site::Sites;
use serde_json::{Value, json};

use crate::support::site::Site;
use crate::support::{Answer, Statements, TestApp};

pub const HOST: &str = "handbook.localhost:8080";

pub async fn get(app: &TestApp, host: &str, path: &str) -> Answer {
    app.send(Method::GET, path, &[("host", host)]).await
}

/// A published site with two documents.
pub async fn published(app: &TestApp) -> Site {
    let site = Site::new(app).await;
    site.document(app, "开始", "# 开始\n\n第一段文字。\n\n## 小节\n\n第二段。")
        .await;
    site.document(app, "继续", "继续的文字").await;
    site.publish(app).await.data();
    app.sql("UPDATE sites SET status = 'published'");
    app.state.memory.of::<Sites>().expire();
    site
}

const SECOND: &str = "second.localhost:8080";

/// Another published site of the same team.
async fn published_second(app: &TestApp, site: &Site) -> Site {
    let second = site.second(app);
    second.publish(app).await.data();
    app.sql("UPDATE sites SET status = 'published'");
    app.state.memory.of::<Sites>().expire();
    second
}

#[actix_web::test]
async fn a_site_answers_to_its_name_in_every_spelling_and_to_no_other() {
    let app = TestApp::with_database();
    published(&app).await;
    for host in [
        HOST,
        "handbook.localhost",
        "HANDBOOK.localhost",
        "HandBook.LocalHost:1",
        "handbook.localhost.",
        "Handbook.localhost.:8080",
    ] {
        assert_eq!(get(&app, host, "/").await.status, 200, "{host}");
    }
    for host in [
        "other.localhost",
        "a.handbook.localhost",
        "evil.example",
        "192.0.2.1",
        "handbook.localhost..",
        ".handbook.localhost",
        "handbook.localhost.evil.example",
        "handbook-localhost",
        "xn--handbook-.localhost",
        "h\u{e4}ndbook.localhost",
        // A letter that looks like another one.
        "h\u{430}ndbook.localhost",
        "handbook.localhost@evil.example",
        "handbook.localhost:80:80",
        "handbook.localhost/evil",
        "[::ffff:192.0.2.1]:8080",
    ] {
        let answer = get(&app, host, "/").await;
        assert_eq!(
            (answer.status.as_u16(), answer.text()),
            (404, "Not found.\n"),
            "{host}"
        );
    }
    let headers = [("host", "evil.example"), ("x-forwarded-host", HOST)];
    assert_eq!(app.send(Method::GET, "/", &headers).await.status, 404);
}

#[actix_web::test]
async fn a_host_of_a_site_has_neither_the_api_nor_the_console() {
    let app = TestApp::with_database();
    published(&app).await;
    for path in ["/api/health/x", "/api/teams", "/md", "/register", "/index.js"] {
        let answer = get(&app, HOST, path).await;
        assert_eq!(answer.status, 404, "{path}");
        // A browser shows no page without a body.
        assert_ne!(answer.body.len(), 0, "{path}");
    }
    let answer = get(&app, HOST, "/api/teams").await;
    assert_eq!(answer.refusal(), (404, "route.notFound".to_owned()));
    let answer = app.send(Method::POST, "/docs", &[("host", HOST)]).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("allow")),
        (405, "GET, HEAD")
    );
}

#[actix_web::test]
async fn a_verified_domain_is_the_site_and_the_primary_one_is_where_all_lead() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let domain = |host: &str, is_verified: bool, is_primary: bool| {
        let verified = if is_verified { "now()" } else { "NULL" };
        app.sql(&format!(
            "INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) \
             VALUES (gen_random_uuid(), '{}', '{host}', 't', {verified}, {is_primary})",
            site.id
        ));
    };
    domain("docs.example", true, true);
    domain("old.example", true, false);
    domain("claimed.example", false, false);
    app.state.memory.of::<Sites>().expire();
    assert_eq!(get(&app, "docs.example", "/docs").await.status, 200);
    // A slug that is spelled like the domain is nobody's, and changes nothing for the domain's readers.
    app.state.clock.advance(TimeDelta::seconds(2));
    let below = get(&app, "moyan.example", "/s/docs.example/").await;
    assert_eq!(below.status, 404);
    assert_eq!(get(&app, "docs.example", "/docs").await.status, 200);
    assert_eq!(get(&app, "claimed.example", "/").await.status, 404);
    for host in [HOST, "old.example"] {
        let answer = get(&app, host, "/docs?page=1").await;
        let to = (answer.status.as_u16(), answer.header("location"));
        assert_eq!(to, (301, "https://docs.example/docs?page=1"), "{host}");
    }
}

#[actix_web::test]
async fn the_state_of_a_site_says_what_strangers_get() {
    let app = TestApp::with_database();
    published(&app).await;
    for (status, expected) in [
        ("draft", 404),
        ("maintenance", 503),
        ("archived", 410),
        ("published", 200),
    ] {
        app.sql(&format!("UPDATE sites SET status = '{status}'"));
        app.state.memory.of::<Sites>().expire();
        let answer = get(&app, HOST, "/").await;
        assert_eq!(answer.status, expected, "{status}");
        assert_eq!(!answer.header("retry-after").is_empty(), status == "maintenance");
    }
    app.sql("UPDATE teams SET suspended_at = now()");
    app.state.memory.of::<Sites>().expire();
    assert_eq!(get(&app, HOST, "/").await.status, 503);
}

#[actix_web::test]
async fn the_path_below_the_console_leads_to_the_site() {
    let mut app = TestApp::with_database();
    published(&app).await;
    let answer = get(&app, "moyan.example", "/s/handbook/docs?page=1").await;
    let to = (answer.status.as_u16(), answer.header("location"));
    assert_eq!(to, (301, "https://handbook.localhost/docs?page=1"));
    app.reconfigure(&[("MOYAN_ENV", "production"), ("SITE_DOMAIN", "")]);
    let answer = get(&app, "moyan.example", "/s/handbook/docs").await;
    assert_eq!(answer.status, 200);
    let policy = answer.header("content-security-policy");
    assert!(
        policy.contains("script-src 'none'") && policy.contains("sandbox"),
        "{policy}"
    );
    assert!(
        answer.text().contains("href=\"/s/handbook/docs/"),
        "{}",
        answer.text()
    );
}

#[actix_web::test]
async fn pages_go_on_while_the_database_is_away() {
    let app = TestApp::with_database();
    published(&app).await;
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
    app.sql("ALTER TABLE sites RENAME TO sites_away");
    app.state.clock.advance(TimeDelta::seconds(2));
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
    // What this server has changed may hide what it knows.
    app.state.memory.of::<Sites>().expire();
    for _ in 0..2 {
        assert_eq!(get(&app, HOST, "/docs").await.status, 503);
        // Nobody can say whether there is such a site.
        assert_eq!(get(&app, "other.localhost:8080", "/docs").await.status, 503);
    }
    app.sql("ALTER TABLE sites_away RENAME TO sites");
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
}

#[actix_web::test]
async fn an_open_site_is_shown_for_an_hour_without_the_database_and_then_closed() {
    let app = TestApp::with_database();
    published(&app).await;
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
    app.sql("ALTER TABLE sites RENAME TO sites_away");
    app.state.clock.advance(TimeDelta::seconds(3540));
    // Whether it is asked for once or all the time.
    for _ in 0..2 {
        assert_eq!(get(&app, HOST, "/docs").await.status, 200);
    }
    app.state.clock.advance(TimeDelta::seconds(61));
    for _ in 0..2 {
        assert_eq!(get(&app, HOST, "/docs").await.status, 503);
    }
    app.sql("ALTER TABLE sites_away RENAME TO sites");
    app.state.clock.advance(TimeDelta::seconds(1));
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
}

#[actix_web::test]
async fn a_site_of_which_the_database_says_that_it_changed_is_not_shown_as_it_was() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    published_second(&app, &site).await;
    for host in [HOST, SECOND] {
        assert_eq!(get(&app, host, "/docs").await.status, 200);
    }
    // Another server changed it, and it cannot be read.
    app.sql(&format!(
        "UPDATE sites SET generation = generation + 1 WHERE id = '{}'; \
         ALTER TABLE site_domains RENAME TO site_domains_away",
        site.id
    ));
    app.state.clock.advance(TimeDelta::seconds(2));
    for _ in 0..2 {
        assert_eq!(get(&app, HOST, "/docs").await.status, 503);
        assert_eq!(get(&app, SECOND, "/docs").await.status, 200);
    }
    app.sql("ALTER TABLE site_domains_away RENAME TO site_domains");
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
}

#[actix_web::test]
async fn somebody_writes_into_the_base_of_an_open_site_and_its_pages_go_on() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
    site.document(&app, "新的", "新的文字").await;
    app.sql("ALTER TABLE site_domains RENAME TO site_domains_away");
    app.state.clock.advance(TimeDelta::seconds(2));
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
}

#[actix_web::test]
async fn a_site_that_may_not_be_shown_without_the_database_is_shown_with_it() {
    let mut app = TestApp::with_database();
    published(&app).await;
    app.reconfigure(&[("STALE_SITES_S", "0"), ("STALE_RULED_SITES_S", "0")]);
    for seconds in [0, 0, 2, 7200] {
        app.state.clock.advance(TimeDelta::seconds(seconds));
        assert_eq!(get(&app, HOST, "/docs").await.status, 200, "{seconds}");
    }
    app.sql("ALTER TABLE sites RENAME TO sites_away");
    app.state.clock.advance(TimeDelta::seconds(2));
    assert_eq!(get(&app, HOST, "/docs").await.status, 503);
}

#[actix_web::test]
async fn a_change_of_one_site_takes_no_other_away_with_the_database() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    published_second(&app, &site).await;
    for host in [HOST, SECOND] {
        assert_eq!(get(&app, host, "/docs").await.status, 200);
    }
    app.state.memory.of::<Sites>().expire_site(SiteId(site.id));
    app.sql("ALTER TABLE sites RENAME TO sites_away");
    app.state.clock.advance(TimeDelta::seconds(2));
    assert_eq!(get(&app, HOST, "/docs").await.status, 503);
    assert_eq!(get(&app, SECOND, "/docs").await.status, 200);
}

#[actix_web::test]
async fn all_sites_in_memory_are_compared_in_one_statement_a_second() {
    let statements = Statements::record();
    let app = TestApp::with_database();
    let site = published(&app).await;
    published_second(&app, &site).await;
    for host in [HOST, SECOND] {
        assert_eq!(get(&app, host, "/docs").await.status, 200);
    }
    statements.take(&app.database().name);
    for _ in 0..3 {
        app.state.clock.advance(TimeDelta::seconds(1));
        for host in [HOST, SECOND, HOST] {
            assert_eq!(get(&app, host, "/docs").await.status, 200);
        }
    }
    let sent = statements.take(&app.database().name);
    assert_eq!(sent.len(), 3, "{sent:#?}");
}

#[actix_web::test]
async fn what_another_server_changes_is_read_after_a_second() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let second = published_second(&app, &site).await;
    let statuses = async || {
        app.state.clock.advance(TimeDelta::seconds(1));
        let mut statuses = Vec::new();
        for host in [HOST, SECOND] {
            statuses.push(get(&app, host, "/docs").await.status.as_u16());
        }
        statuses
    };
    assert_eq!(statuses().await, [200, 200]);
    let of_second = format!("WHERE id = '{}'", second.id);
    for (change, back) in [
        (
            "sites SET status = 'maintenance'",
            "sites SET status = 'published'",
        ),
        ("sites SET purges_at = now()", "sites SET purges_at = NULL"),
    ] {
        app.sql(&format!("UPDATE {change} {of_second}"));
        let [first, changed] = statuses().await[..] else {
            panic!()
        };
        assert!(first == 200 && changed != 200, "{change}");
        app.sql(&format!("UPDATE {back} {of_second}"));
        assert_eq!(statuses().await, [200, 200], "{change}");
    }
    // What stands elsewhere, and closes both.
    for (table, column) in [
        ("teams", "suspended_at"),
        ("teams", "purges_at"),
        ("users", "suspended_at"),
    ] {
        app.sql(&format!("UPDATE {table} SET {column} = now()"));
        let closed = statuses().await;
        assert!(
            closed.iter().all(|status| *status != 200),
            "{table} {column}: {closed:?}"
        );
        app.sql(&format!("UPDATE {table} SET {column} = NULL"));
        assert_eq!(statuses().await, [200, 200], "{table} {column}");
    }
    app.sql(&format!("DELETE FROM sites {of_second}"));
    assert_eq!(statuses().await, [200, 404]);
}

#[actix_web::test]
async fn pages_go_on_while_the_database_is_slow() {
    let app = TestApp::configured(&[
        ("DATABASE_LOCK_TIMEOUT_MS", "0"),
        ("DATABASE_STATEMENT_TIMEOUT_MS", "0"),
    ]);
    published(&app).await;
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
    let mut other = app.database().connect();
    other
        .batch_execute("BEGIN; LOCK TABLE sites IN ACCESS EXCLUSIVE MODE")
        .unwrap();
    app.state.clock.advance(TimeDelta::seconds(2));
    let asked = tokio::time::timeout(Duration::from_secs(60), get(&app, HOST, "/docs")).await;
    other.batch_execute("COMMIT").unwrap();
    assert_eq!(asked.unwrap().status, 200);
}

#[actix_web::test]
async fn who_reads_in_the_console_changes_nothing_for_those_who_read_the_site() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
    site.call(&app, "GET", "/basic-info", Value::Null).await.data();
    // Only a change would have to be read before the next page.
    app.sql("ALTER TABLE sites RENAME TO sites_away");
    app.state.clock.advance(TimeDelta::seconds(2));
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
}

#[actix_web::test]
async fn what_changes_no_site_leaves_pages_in_memory_while_the_database_is_away() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
    let home =
        json!({ "page": { "kind": "home" }, "audience": "guest", "colorScheme": "light", "drafts": {} });
    site.call(&app, "POST", "/preview", home).await.data();
    let simulated = json!({ "documentId": null, "audience": "guest" });
    site.call(&app, "POST", "/access/simulate", simulated)
        .await
        .data();
    app.sql("ALTER TABLE sites RENAME TO sites_away");
    app.state.clock.advance(TimeDelta::seconds(2));
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
    let own = site.path.as_str();
    for (host, method, path, token, status) in [
        ("moyan.example", "POST", "/sites", "", 405),
        (HOST, "POST", "/x/sites", "", 405),
        (HOST, "POST", "/api/teams/personal/sites", "", 404),
        ("moyan.example", "POST", "/api/teams/personal/sites", "", 401),
        ("moyan.example", "POST", "/api/admin/nothing", "", 404),
        ("moyan.example", "PATCH", own, site.base.owner.token.as_str(), 500),
    ] {
        let method = method.parse().unwrap();
        let answer = app.send(method, path, &[("host", host), ("token", token)]).await;
        assert_eq!(answer.status, status, "{host}{path}");
        app.state.clock.advance(TimeDelta::seconds(2));
        assert_eq!(get(&app, HOST, "/docs").await.status, 200, "{host}{path}");
    }
}

#[actix_web::test]
async fn what_a_server_changes_is_read_before_the_next_page() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    assert_eq!(get(&app, HOST, "/docs").await.status, 200);
    let generation = app.database().text("SELECT generation FROM sites");
    let seen = format!("\"{generation}\"");
    let headers = [
        ("token", site.base.owner.token.as_str()),
        ("content-type", "application/json"),
        ("if-match", seen.as_str()),
    ];
    // Another spelling of the path is the same route.
    let path = site.path.replace("/sites/", "/%73ites/");
    let body = json!({ "status": "maintenance" }).to_string().into_bytes();
    let changed = app
        .send_from("10.0.0.1", Method::PATCH, &path, &headers, body)
        .await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    assert_eq!(get(&app, HOST, "/docs").await.status, 503);
}

/// What a stranger sees of an answer. Every request has a number of its own, headers have no order, and the policy of
/// the frame of previews names the host that was asked.
fn seen(answer: Answer, host: &str) -> (u16, Vec<(String, String)>, String) {
    let text = answer.text().to_owned();
    let mut headers = answer.headers;
    headers.retain(|(name, _)| name != "x-request-id");
    let name = host.split(':').next().unwrap();
    for (_, value) in &mut headers {
        *value = value.replace(name, "the host that was asked");
    }
    headers.sort();
    (answer.status.as_u16(), headers, text)
}

#[actix_web::test]
async fn a_draft_and_a_deleted_site_are_as_a_host_that_nobody_has() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let home = get(&app, HOST, "/").await.text().to_owned();
    let asset = |start: &str| {
        let (_, rest) = home.split_once(start).unwrap();
        format!("{start}{}", rest.split('"').next().unwrap())
    };
    let (style, theme) = (asset("/assets/site-"), asset("/assets/theme."));
    let paths = [
        "/",
        "/docs",
        "/docs/",
        "/docs?page=2",
        "/docs/docs",
        "/docs/docs/%E5%BC%80%E5%A7%8B",
        "/nothing",
        "/search",
        "/search?q=x",
        "/images/00000000000000a1.png",
        "/media/x.png",
        "/assets/x.css",
        &style,
        &theme,
        "/icon.svg",
        "/sitemap.xml",
        "/robots.txt",
        "/feed.xml",
        "/llms.txt",
        "/docs/docs/x.md",
        "/preview-frame",
        "/preview-frame/",
        "/login",
        "/login/code",
        "/account",
        "/plans",
        "/orders",
        "/orders/1",
        "/newsletter",
        "/docs/%ff",
    ];
    app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) \
         VALUES (gen_random_uuid(), '{}', 'docs.example', 't', now(), false)",
        site.id
    ));
    for (state, is_primary) in [
        ("status = 'draft'", false),
        ("status = 'draft', live_release_id = NULL", true),
        ("status = 'published', purges_at = now() + interval '1 day'", true),
    ] {
        app.sql(&format!(
            "UPDATE sites SET {state}; UPDATE site_domains SET is_primary = {is_primary}"
        ));
        app.state.memory.of::<Sites>().expire();
        for path in paths {
            for (here, nowhere) in [
                (HOST, "nobody.localhost:8080"),
                ("docs.example", "nobody.example"),
            ] {
                for method in [Method::GET, Method::POST] {
                    let there = app.send(method.clone(), path, &[("host", here)]).await;
                    let other = app.send(method.clone(), path, &[("host", nowhere)]).await;
                    assert_eq!(
                        seen(there, here),
                        seen(other, nowhere),
                        "{state}: {method} {here}{path}"
                    );
                }
            }
            let there = get(&app, "moyan.example", &format!("/s/handbook{path}")).await;
            let other = get(&app, "moyan.example", &format!("/s/nobody{path}")).await;
            assert_eq!(
                seen(there, "moyan.example"),
                seen(other, "moyan.example"),
                "{state}: /s/handbook{path}"
            );
        }
    }
    // The preview of a draft needs its frame and what that loads.
    for path in ["/preview-frame", &style] {
        assert_eq!(get(&app, HOST, path).await.status, 200, "{path}");
    }
}

#[actix_web::test]
async fn forms_that_are_sent_to_another_name_of_a_site_lead_to_the_primary_one() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    app.sql(&format!(
        "INSERT INTO site_domains (id, site_id, host, token, verified_at, is_primary) VALUES \
         (gen_random_uuid(), '{0}', 'docs.example', 't', now(), true), \
         (gen_random_uuid(), '{0}', 'old.example', 't', now(), false)",
        site.id
    ));
    app.state.memory.of::<Sites>().expire();
    for host in [HOST, "old.example"] {
        let answer = app.send(Method::POST, "/login/code", &[("host", host)]).await;
        let to = (answer.status.as_u16(), answer.header("location"));
        assert_eq!(to, (308, "https://docs.example/login/code"), "{host}");
    }
    // Without a primary one the slug is where all lead: no page is served where its forms would be refused.
    app.sql("UPDATE site_domains SET is_primary = false");
    app.state.memory.of::<Sites>().expire();
    let answer = get(&app, "docs.example", "/login").await;
    let to = (answer.status.as_u16(), answer.header("location"));
    assert_eq!(to, (301, "https://handbook.localhost/login"));
}
