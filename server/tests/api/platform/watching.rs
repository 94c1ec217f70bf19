use actix_web::http::Method;
use actix_web::test::{TestRequest, call_and_read_body, init_service};
use actix_web::{App, web};
use chrono::TimeDelta;
use moyan_foundation::jobs;
use moyan_server::cli::metrics_server;

use crate::public_site::{HOST, published};
use crate::support::TestApp;
use crate::support::visitor::Visitor;

/// What monitoring is answered.
async fn metrics(app: &TestApp) -> String {
    let state = web::Data::new(app.state.clone());
    let service = init_service(App::new().app_data(state).configure(metrics_server::routes)).await;
    let request = TestRequest::get().uri("/metrics").to_request();
    let body = call_and_read_body(&service, request).await;
    String::from_utf8(body.to_vec()).unwrap()
}

/// The value of a series; nothing when it is not there.
fn value_of(text: &str, series: &str) -> Option<f64> {
    let start = format!("{series} ");
    let value = text.lines().find_map(|line| line.strip_prefix(&start))?;
    Some(value.parse().unwrap())
}

/// Reads the gauges that stand in the database, as the thread for upkeep does it: off the event loop.
async fn read_gauges(app: &TestApp) {
    let state = app.state.clone();
    tokio::task::spawn_blocking(move || {
        jobs::upkeep(&state).unwrap();
        jobs::measure(&state);
    })
    .await
    .unwrap();
}

#[actix_web::test]
async fn a_server_that_works_is_healthy_and_ready() {
    let app = TestApp::with_database();
    assert_eq!(
        (app.get("/healthz").await.text(), app.get("/readyz").await.text()),
        ("ok\n", "ready\n")
    );
}

#[actix_web::test]
async fn metrics_are_told_to_nobody_who_reaches_the_pages() {
    let app = TestApp::with_database();
    app.get("/api/plans").await;
    app.get("/api/avatars/00000000-0000-0000-0000-000000000000").await;
    for host in ["moyan.example", HOST, "127.0.0.1:8080"] {
        let answer = app.send(Method::GET, "/metrics", &[("host", host)]).await;
        assert_eq!(answer.status, 404, "{host}");
    }
    let text = metrics(&app).await;
    let plans = "moyan_requests_total{method=\"GET\",route=\"/api/plans\",status=\"200\"}";
    assert_eq!(value_of(&text, plans), Some(1.0), "{text}");
    // The pattern and not the path: nobody can make up new series.
    assert!(
        text.contains("route=\"/api/avatars/{avatarId}\",status=\"404\""),
        "{text}"
    );
    let build = concat!("moyan_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}");
    assert_eq!(value_of(&text, build), Some(1.0));
}

#[actix_web::test]
async fn a_method_that_nobody_knows_is_counted_as_one_of_many() {
    let app = TestApp::new();
    for number in 0..10 {
        let method = format!("M{number}").parse().unwrap();
        app.send(method, "/", &[]).await;
    }
    let text = metrics(&app).await;
    let counted: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("moyan_requests_total"))
        .collect();
    assert_eq!(
        counted,
        ["moyan_requests_total{method=\"OTHER\",route=\"console/unknown\",status=\"405\"} 10"]
    );
}

#[actix_web::test]
async fn pages_are_counted_by_their_kind_and_never_by_their_address() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "reader").await;
    let cookie = visitor.login(&app).await;
    let documents = app
        .database()
        .text("SELECT string_agg(id::text, ' ') FROM documents");
    for (host, path, cookie) in [
        (HOST, "/", ""),
        (HOST, "/docs", ""),
        (HOST, "/docs/no-such-document", ""),
        (HOST, "/docs", cookie.as_str()),
        (HOST, "/search?q=secret", ""),
        (HOST, "/login", ""),
        (HOST, "/assets/none.css", ""),
        (HOST, "/images/none.png", ""),
        (HOST, "/no-such-address", ""),
        ("nobody.localhost", "/", ""),
        ("moyan.example", "/md", ""),
        ("moyan.example", "/no-such-screen", ""),
        ("moyan.example", "/assets/none.js", ""),
        ("moyan.example", "/api/none", ""),
    ] {
        let mut headers = vec![("host", host)];
        if !cookie.is_empty() {
            headers.push(("cookie", cookie));
        }
        app.send(Method::GET, path, &headers).await;
    }
    app.sql("UPDATE sites SET status = 'maintenance'");
    app.state.clock.advance(TimeDelta::seconds(2));
    app.send(Method::GET, "/docs", &[("host", HOST)]).await;
    let text = metrics(&app).await;
    let counted = |route: &str, status: u16| {
        let series = format!("moyan_requests_total{{method=\"GET\",route=\"{route}\",status=\"{status}\"}}");
        value_of(&text, &series)
    };
    for (route, status, n) in [
        ("site/home", 200, 1.0),
        ("site/document", 200, 1.0),
        ("site/document", 404, 1.0),
        ("member/document", 200, 1.0),
        ("site/search", 200, 1.0),
        ("site/form", 200, 1.0),
        ("site/asset", 404, 1.0),
        ("site/image", 404, 1.0),
        // An address that sites do not have, and a host that nobody has.
        ("site/unknown", 404, 2.0),
        ("site/closed", 503, 1.0),
        ("console/screen", 200, 1.0),
        ("console/unknown", 404, 1.0),
        ("console/asset", 404, 1.0),
    ] {
        assert_eq!(counted(route, status), Some(n), "{route} {status}\n{text}");
    }
    for word in ["handbook", "nobody", "no-such", "none", "secret", "reader"] {
        assert!(!text.contains(word), "{word}");
    }
    for id in documents.split(' ').chain([site.id.to_string().as_str()]) {
        assert!(!text.contains(id), "{id}");
    }
}

#[actix_web::test]
async fn sites_and_pages_in_memory_are_told_with_what_they_answered() {
    let app = TestApp::with_database();
    published(&app).await;
    for _ in 0..3 {
        app.send(Method::GET, "/docs", &[("host", HOST)]).await;
    }
    let agent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0";
    let view = [("host", HOST), ("user-agent", agent)];
    app.send(Method::GET, "/docs", &view).await;
    let text = metrics(&app).await;
    for (series, value) in [
        ("moyan_cache_entries{cache=\"hosts\"}", 1.0),
        ("moyan_cache_entries{cache=\"pages\"}", 1.0),
        ("moyan_cache_hits_total{cache=\"pages\"}", 3.0),
        ("moyan_cache_misses_total{cache=\"pages\"}", 1.0),
        ("moyan_page_render_seconds_count", 1.0),
        ("moyan_site_loads_total", 1.0),
        ("moyan_views_waiting", 1.0),
        ("moyan_publish_seconds_count", 1.0),
        ("moyan_rendering_seconds_count", 2.0),
    ] {
        assert_eq!(value_of(&text, series), Some(value), "{series}\n{text}");
    }
    assert!(value_of(&text, "moyan_cache_bytes{cache=\"pages\"}") > Some(0.0));
    // The clock goes on between two lines, too.
    let age = async || value_of(&metrics(&app).await, "moyan_site_oldest_comparison_seconds").unwrap();
    let before = age().await;
    app.state.clock.advance(TimeDelta::seconds(90));
    let after = age().await;
    assert!(before < 60.0 && after >= before + 90.0, "{before} {after}");
    let text = metrics(&app).await;
    // What was counted is told once.
    assert_eq!(
        value_of(&text, "moyan_cache_hits_total{cache=\"pages\"}"),
        Some(3.0)
    );
}

#[actix_web::test]
async fn answers_of_a_server_without_its_database_are_counted() {
    let app = TestApp::with_database();
    published(&app).await;
    app.send(Method::GET, "/docs", &[("host", HOST)]).await;
    app.sql("ALTER TABLE sites RENAME TO sites_away");
    let counted = async || {
        let text = metrics(&app).await;
        let failed = |kind: &str| {
            let series = format!("moyan_site_comparison_failures_total{{kind=\"{kind}\"}}");
            value_of(&text, &series).unwrap()
        };
        let stale = value_of(&text, "moyan_site_stale_answers_total").unwrap();
        (stale, failed("together"), failed("alone"))
    };
    assert_eq!(counted().await, (0.0, 0.0, 0.0));
    app.state.clock.advance(TimeDelta::seconds(2));
    let answer = app.send(Method::GET, "/docs", &[("host", HOST)]).await;
    assert_eq!(answer.status, 200);
    assert_eq!(counted().await, (1.0, 1.0, 1.0));
    app.sql("ALTER TABLE sites_away RENAME TO sites");
    app.state.clock.advance(TimeDelta::seconds(2));
    app.send(Method::GET, "/docs", &[("host", HOST)]).await;
    assert_eq!(counted().await, (1.0, 1.0, 1.0));
}

#[actix_web::test]
async fn what_waits_in_the_database_is_told_with_its_age() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    app.sql("DELETE FROM jobs; DELETE FROM mails");
    read_gauges(&app).await;
    let text = metrics(&app).await;
    let due = |kind: &str| format!("moyan_job_oldest_due_seconds{{job=\"{kind}\",queue=\"mail\"}}");
    assert_eq!(value_of(&text, &due("sendMail")), Some(0.0), "{text}");
    assert_eq!(value_of(&text, "moyan_mails_waiting"), Some(0.0));
    assert_eq!(value_of(&text, "moyan_mail_oldest_waiting_seconds"), Some(0.0));
    let backup = "moyan_last_backup_timestamp_seconds";
    assert_eq!(value_of(&text, backup), Some(0.0));
    let order = "moyan_orders_with_problem{problem=\"latePayment\"}";
    assert_eq!(value_of(&text, order), Some(0.0));
    app.sql(&format!(
        "INSERT INTO jobs (id, kind, payload, priority, run_at, leased_until) VALUES \
            (gen_random_uuid(), 'sendMail', '{{}}', 10, now() - interval '10 minutes', NULL), \
            (gen_random_uuid(), 'sendMail', '{{}}', 10, now() - interval '1 minute', NULL), \
            (gen_random_uuid(), 'sendCode', '{{}}', 0, now() - interval '1 hour', now() + interval '1 minute'), \
            (gen_random_uuid(), 'sendCode', '{{}}', 0, now() + interval '1 hour', NULL); \
         INSERT INTO mails (id, channel, recipient, template, subject, body, status, created_at) \
            SELECT gen_random_uuid(), 'email', '', 'code', '', '', status, now() - age FROM (VALUES \
            ('waiting', interval '5 minutes'), ('waiting', interval '0'), ('sent', interval '1 day')) rows (status, age); \
         INSERT INTO site_domains (id, site_id, host, token, verified_at, checked_at, problem) \
            SELECT gen_random_uuid(), '{0}', host, '', verified, now() - age, problem FROM (VALUES \
            ('a.example', now(), interval '0', ''), ('b.example', now(), interval '2 days', 'recordMissing'), \
            ('c.example', now(), interval '0', 'noAnswer'), ('d.example', NULL, interval '2 days', 'recordMissing')) \
            rows (host, verified, age, problem); \
         INSERT INTO backups (taken_at) VALUES (to_timestamp(1800000000)); \
         SET session_replication_role = replica; \
         INSERT INTO orders (id, site_id, team_id, site_name, number, visitor_id, visitor_identifier, package_id, package, \
            price_fen, discount_fen, amount_fen, method, status, closes_at, is_test, problems) \
            SELECT gen_random_uuid(), '{0}', gen_random_uuid(), '', number, gen_random_uuid(), '', gen_random_uuid(), '{{}}', \
            1, 0, 1, 'manual', 'closed', now(), is_test, problems FROM (VALUES \
            ('1', false, ARRAY['latePayment', 'disputed']), ('2', false, ARRAY['latePayment']), \
            ('3', true, ARRAY['latePayment']), ('4', false, '{{}}')) rows (number, is_test, problems); \
         SET session_replication_role = origin",
        site.id
    ));
    read_gauges(&app).await;
    let text = metrics(&app).await;
    let is_about = |series: &str, seconds: f64| {
        let value = value_of(&text, series).unwrap();
        assert!(value >= seconds && value < seconds + 60.0, "{series} {value}");
    };
    is_about(&due("sendMail"), 600.0);
    assert_eq!(value_of(&text, backup), Some(1_800_000_000.0));
    // One that a worker has waits no more, and one of later not yet.
    assert_eq!(value_of(&text, &due("sendCode")), Some(0.0));
    assert_eq!(value_of(&text, "moyan_mails_waiting"), Some(2.0));
    is_about("moyan_mail_oldest_waiting_seconds", 300.0);
    for (problem, n_orders) in [("latePayment", 2.0), ("disputed", 1.0), ("readerGone", 0.0)] {
        let series = format!("moyan_orders_with_problem{{problem=\"{problem}\"}}");
        assert_eq!(value_of(&text, &series), Some(n_orders), "{problem}");
    }
    for (state, n_domains) in [("proved", 3.0), ("due", 1.0), ("failed", 1.0), ("noAnswer", 1.0)] {
        let series = format!("moyan_domains{{state=\"{state}\"}}");
        assert_eq!(value_of(&text, &series), Some(n_domains), "{state}");
    }
}

#[actix_web::test]
async fn certificates_are_counted_by_answer_and_only_for_the_web_server() {
    let app = TestApp::with_database();
    published(&app).await;
    for (from, name) in [
        ("127.0.0.1", "handbook.localhost"),
        ("127.0.0.1", "nobody.localhost"),
        ("10.0.0.1", "nobody.localhost"),
    ] {
        let path = format!("/internal/domains/check?domain={name}");
        app.send_from(from, Method::GET, &path, &[], Vec::new()).await;
    }
    let text = metrics(&app).await;
    for (answer, n) in [("yes", 1.0), ("no", 1.0), ("failed", 0.0)] {
        let series = format!("moyan_certificate_questions_total{{answer=\"{answer}\"}}");
        assert_eq!(value_of(&text, &series), Some(n), "{answer}");
    }
}

#[actix_web::test]
async fn who_is_refused_by_a_limit_is_counted() {
    let app = TestApp::configured(&[("RATE_LIMIT_PER_MINUTE", "1")]);
    for _ in 0..3 {
        app.get("/api/plans").await;
    }
    let text = metrics(&app).await;
    let refused = |limit: &str| value_of(&text, &format!("moyan_refusals_total{{limit=\"{limit}\"}}"));
    assert_eq!((refused("requests"), refused("uploads")), (Some(2.0), Some(0.0)));
}

#[actix_web::test]
async fn a_job_is_timed_by_its_kind() {
    let app = TestApp::with_database();
    let user = app.user("li").await;
    app.sql("DELETE FROM jobs");
    app.code(&user.email, "login", "").await;
    let state = app.state.clone();
    tokio::task::spawn_blocking(move || jobs::run_due(&state, jobs::Queue::Mail).unwrap())
        .await
        .unwrap();
    let text = metrics(&app).await;
    assert_eq!(
        value_of(&text, "moyan_job_seconds_count{job=\"sendCode\"}"),
        Some(1.0),
        "{text}"
    );
    assert_eq!(value_of(&text, "moyan_mails_total{outcome=\"sent\"}"), Some(1.0));
}
