use chrono::TimeDelta;
use moyan_server::features::public_site::Sites;
use serde_json::json;

use crate::public_site::published;
use crate::support::TestApp;
use crate::support::browser::Browser;

const LI: (&str, &str) = ("identifier", "li@reader.example");

#[actix_web::test]
async fn a_code_is_used_once_whoever_asks_at_the_same_moment() {
    let app = TestApp::with_database();
    published(&app).await;
    let code = Browser::new(&app).code(LI.1).await;
    let fields = [LI, ("code", code.as_str())];
    let (mut one, mut two, mut three) = (Browser::new(&app), Browser::new(&app), Browser::new(&app));
    let answers = tokio::join!(
        one.post("/login/verify", &fields),
        two.post("/login/verify", &fields),
        three.post("/login/verify", &fields)
    );
    let mut statuses = [answers.0, answers.1, answers.2].map(|answer| answer.status.as_u16());
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422, 422]);
    let count = "SELECT count(*) FROM visitor_sessions";
    assert_eq!(app.database().text(count), "1");
}

#[actix_web::test]
async fn a_code_is_good_for_ten_minutes_and_five_tries() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    let code = browser.code(LI.1).await;
    app.clock.advance(TimeDelta::minutes(10));
    let right = |code: &str| [LI, ("code", code.to_owned().leak())];
    assert_eq!(browser.post("/login/verify", &right(&code)).await.status, 422);
    let code = browser.code(LI.1).await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        let answer = browser.post("/login/verify", &[LI, ("code", wrong)]).await;
        assert_eq!(answer.status, 422);
        assert!(answer.text().contains("验证码错误或已过期"), "{}", answer.text());
    }
    assert_eq!(browser.post("/login/verify", &right(&code)).await.status, 422);
    let code = browser.code(LI.1).await;
    app.clock.advance(TimeDelta::minutes(9));
    assert_eq!(browser.post("/login/verify", &right(&code)).await.status, 303);
}

#[actix_web::test]
async fn a_code_of_one_site_or_purpose_is_worth_nothing_for_another() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let elsewhere = super::sessions::other_site(&app, &site);
    let mut browser = Browser::new(&app);
    browser.log_in(LI.1).await;
    let code = browser.code(LI.1).await;
    app.sql(&format!(
        "INSERT INTO visitor_codes SELECT site_id, recipient, 'delete', code_hash, 0, expires_at FROM visitor_codes; \
         INSERT INTO visitor_codes SELECT '{elsewhere}', recipient, purpose, code_hash, 0, expires_at FROM visitor_codes WHERE purpose = 'login'"
    ));
    let answer = browser.post("/account/deletion", &[("code", &code)]).await;
    assert_eq!(answer.status, 422);
    let mut other = Browser::on(&app, "elsewhere.localhost");
    let answer = other.post("/login/verify", &[LI, ("code", &code)]).await;
    assert_ne!(answer.status, 303);
    assert_eq!(
        browser.post("/login/verify", &[LI, ("code", &code)]).await.status,
        303
    );
}

#[actix_web::test]
async fn known_and_unknown_addresses_have_the_same_answers() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    browser.log_in(LI.1).await;
    app.sql("DELETE FROM throttles");
    let mut answers = Vec::new();
    for address in [LI.1, "no@reader.example"] {
        let mut stranger = Browser::new(&app);
        let code = stranger.post("/login/code", &[("identifier", address)]).await;
        let fields = [("identifier", address), ("passwd", "correct horse")];
        let password = stranger.post("/login/password", &fields).await;
        let fields = [("identifier", address), ("code", "abc")];
        let verify = stranger.post("/login/verify", &fields).await;
        let text = |answer: &crate::support::Answer| answer.text().replace(address, "");
        answers.push([
            format!("{} {}", code.status, code.header("location")),
            format!("{} {}", password.status, text(&password)),
            format!("{} {}", verify.status, text(&verify)),
        ]);
    }
    assert_eq!(answers[0], answers[1]);
}

#[actix_web::test]
async fn codes_are_sent_as_often_as_those_of_accounts_for_each_site_by_itself() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    super::sessions::other_site(&app, &site);
    let ask = async |address: &str, network: &str| {
        let mut browser = Browser::new(&app);
        browser.address = network.to_owned();
        let answer = browser.post("/login/code", &[("identifier", address)]).await;
        assert!(answer.status == 303 || !answer.header("retry-after").is_empty());
        answer.status.as_u16()
    };
    // Another one after a minute, five a day from one network.
    assert_eq!(
        [ask(LI.1, "203.0.113.7").await, ask(LI.1, "203.0.113.7").await],
        [303, 429]
    );
    for expected in [303, 303, 303, 303, 429] {
        app.clock.advance(TimeDelta::seconds(61));
        assert_eq!(ask(LI.1, "203.0.113.7").await, expected);
    }
    // Twenty a day from all networks together.
    for host in 10..25 {
        assert_eq!(ask(LI.1, &format!("203.0.{host}.1")).await, 303, "{host}");
    }
    assert_eq!(ask(LI.1, "203.0.30.1").await, 429);
    assert_eq!(app.n_mails_to(LI.1), "20");
    // Fifty a day from one network to whomever.
    app.sql("DELETE FROM throttles");
    for number in 0..50 {
        assert_eq!(
            ask(&format!("{number}@reader.example"), "198.51.100.7").await,
            303
        );
    }
    assert_eq!(ask("50@reader.example", "198.51.100.7").await, 429);
}

#[actix_web::test]
async fn all_sites_together_do_not_flood_one_address() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let key = app.state.tokens.keyed_hash(&["visitor codes", LI.1]);
    app.sql(&format!(
        "INSERT INTO throttles (key, n_hits, resets_at) VALUES ('{key}', 39, now() + interval '1 hour')"
    ));
    let mut browser = Browser::new(&app);
    assert_eq!(browser.post("/login/code", &[LI]).await.status, 303);
    app.clock.advance(TimeDelta::seconds(61));
    assert_eq!(browser.post("/login/code", &[LI]).await.status, 429);
    drop(site);
}

#[actix_web::test]
async fn whoever_asks_for_somebody_else_at_every_site_leaves_them_codes_of_their_own() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let mut hosts = vec!["handbook.localhost".to_owned()];
    for number in 0..3 {
        let other = site.second(&app);
        app.sql(&format!(
            "UPDATE sites SET slug = 'other{number}' WHERE id = '{}'",
            other.id
        ));
        other.publish(&app).await.data();
        hosts.push(format!("other{number}.localhost"));
    }
    app.sql("UPDATE sites SET status = 'published'");
    app.state.memory.of::<Sites>().expire();
    let ask = async |host: &str, address: &str| {
        app.clock.advance(TimeDelta::seconds(61));
        let mut browser = Browser::on(&app, host);
        browser.address = address.to_owned();
        browser.post("/login/code", &[LI]).await.status.as_u16()
    };
    let mut answers = Vec::new();
    for host in &hosts {
        for _ in 0..5 {
            answers.push(ask(host, "198.51.100.7").await);
        }
    }
    assert_eq!(answers, [[303; 10], [429; 10]].concat());
    // The reader, from their own address, at every site, as often as ever.
    for host in &hosts {
        for _ in 0..2 {
            assert_eq!(ask(host, "203.0.113.7").await, 303, "{host}");
        }
    }
}

#[actix_web::test]
async fn the_platform_sends_so_many_codes_a_day_to_accounts_and_visitors_together() {
    let app = TestApp::configured(&[("EMAIL_CODES_PER_DAY", "1")]);
    published(&app).await;
    app.sql("DELETE FROM throttles");
    let mut browser = Browser::new(&app);
    assert_eq!(browser.post("/login/code", &[LI]).await.status, 303);
    let answer = browser
        .post("/login/code", &[("identifier", "wang@reader.example")])
        .await;
    assert_eq!(answer.status, 503);
}

#[actix_web::test]
async fn one_site_leaves_codes_of_the_day_to_others_and_all_sites_leave_some_to_accounts() {
    let app = TestApp::configured(&[("EMAIL_CODES_PER_DAY", "8")]);
    let site = published(&app).await;
    app.sql("DELETE FROM throttles");
    let ask = async |number: usize| {
        let mut browser = Browser::new(&app);
        let address = format!("{number}@reader.example");
        let answer = browser.post("/login/code", &[("identifier", &address)]).await;
        answer.status.as_u16()
    };
    let here = [ask(1).await, ask(2).await, ask(3).await];
    assert_eq!(here, [303, 303, 503], "a quarter is for one site");
    // As if it were another site, and as many codes were sent as are for all.
    let tokens = &app.state.tokens;
    let one = tokens.keyed_hash(&["visitor code", &site.id.to_string(), "channel", "email"]);
    let all = tokens.keyed_hash(&["visitor codes", "channel", "email"]);
    let platform = tokens.keyed_hash(&["code", "channel", "email"]);
    app.sql(&format!(
        "DELETE FROM throttles WHERE key = '{one}'; UPDATE throttles SET n_hits = 5 WHERE key IN ('{all}', '{platform}')"
    ));
    let there = [ask(4).await, ask(5).await];
    assert_eq!(there, [303, 503], "three quarters are for all");
    let body = json!({ "identifier": "li@example.com", "identityType": "email", "purpose": "register" });
    app.post("/api/account/sendCode", body).await.data();
}

#[actix_web::test]
async fn wrong_codes_from_one_network_are_counted_whoever_they_are_for() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    let code = browser.code(LI.1).await;
    for number in 0..50 {
        let address = format!("{number}@reader.example");
        let fields = [("identifier", address.as_str()), ("code", "000000")];
        assert_eq!(browser.post("/login/verify", &fields).await.status, 422);
    }
    let right = [LI, ("code", code.as_str())];
    assert_eq!(browser.post("/login/verify", &right).await.status, 429);
    browser.address = "198.51.100.7".to_owned();
    assert_eq!(browser.post("/login/verify", &right).await.status, 303);
}
