use chrono::TimeDelta;
use moyan_server::features::public_site::Sites;

use crate::public_site::published;
use crate::support::TestApp;
use crate::support::browser::{Browser, HOST};
use crate::support::visitor::Visitor;

#[actix_web::test]
async fn a_browser_that_keeps_no_cookies_is_told_so_before_anything_is_sent() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    for path in ["/login/code", "/login/password"] {
        browser.cookies.clear();
        let fields = [("identifier", "li@reader.example"), ("passwd", "x")];
        let answer = browser.post(path, &fields).await;
        assert_eq!(answer.status, 400, "{path}");
        assert!(
            answer.text().contains("没有保存本站的 Cookie"),
            "{}",
            answer.text()
        );
        assert!(answer.text().contains("value=\"li@reader.example\""), "{path}");
    }
    assert_eq!(app.database().text("SELECT count(*)::text FROM mails"), "0");
    // A browser that keeps the cookie of that page goes on from there.
    browser.log_in("li@reader.example").await;
    assert!(browser.is_logged_in().await);
}

#[actix_web::test]
async fn the_spellings_of_an_address_are_one_account_and_what_is_none_is_said() {
    let app = TestApp::with_database();
    published(&app).await;
    Browser::new(&app).log_in("li@reader.example").await;
    for typed in [
        "Li＠Reader.example。",
        "“li@reader。example”",
        "\u{200b}ｌｉ@reader.example,",
    ] {
        app.sql("DELETE FROM throttles; DELETE FROM mails");
        let mut browser = Browser::new(&app);
        browser.get("/login").await;
        let sent = browser.post("/login/code", &[("identifier", typed)]).await;
        assert_eq!(sent.status, 303, "{typed}");
        let code = crate::support::six_digits(&app.mail_to("li@reader.example"));
        let (front, back) = code.split_at(3);
        let code = format!("{front} {back}。");
        let fields = [("identifier", typed), ("code", code.as_str())];
        assert_eq!(
            browser.post("/login/verify", &fields).await.status,
            303,
            "{typed}"
        );
        assert!(browser.is_logged_in().await);
    }
    assert_eq!(app.database().text("SELECT count(*)::text FROM visitors"), "1");
    let mut browser = Browser::new(&app);
    browser.get("/login").await;
    for (typed, said) in [
        ("li.reader.example", "邮箱地址里少了 @"),
        ("li@reader", "请写全 @ 后面的部分"),
        ("李@reader.example", "邮箱地址只能包含英文字母"),
    ] {
        let refused = browser.post("/login/code", &[("identifier", typed)]).await;
        assert_eq!(refused.status, 422, "{typed}");
        assert!(refused.text().contains(said), "{typed}: {}", refused.text());
    }
}

#[actix_web::test]
async fn somebody_new_logs_in_with_a_code_and_is_led_back() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    let page = browser.get("/login?from=/docs/a").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("value=\"/docs/a\""), "{}", page.text());
    let fields = [("identifier", " Li@Reader.example "), ("from", "/docs/a")];
    let answer = browser.post("/login/code", &fields).await;
    let to = (answer.status.as_u16(), answer.header("location"));
    assert_eq!(to, (303, "/login/verify?from=%2Fdocs%2Fa"));
    let mail = app.mail_to("li@reader.example");
    assert!(mail.contains("验证码") && mail.contains('“'), "{mail}");
    let page = browser.get("/login/verify?from=%2Fdocs%2Fa").await;
    assert!(page.text().contains("li@reader.example"), "{}", page.text());
    let code = crate::support::six_digits(&mail);
    let fields = [
        ("identifier", "li@reader.example"),
        ("code", code.as_str()),
        ("from", "/docs/a"),
    ];
    let answer = browser.post("/login/verify", &fields).await;
    let to = (answer.status.as_u16(), answer.header("location"));
    assert_eq!(to, (303, "/docs/a"));
    assert!(browser.is_logged_in().await);
    // The second time it is the same account.
    browser.log_in("li@reader.example").await;
    let stored = "SELECT string_agg(email || ' ' || language, ', ') FROM visitors";
    assert_eq!(app.database().text(stored), "li@reader.example zh-CN");
    // Who is logged in is led on.
    let answer = browser.get("/login?from=/docs").await;
    let to = (answer.status.as_u16(), answer.header("location"));
    assert_eq!(to, (303, "/docs"));
}

#[actix_web::test]
async fn the_cookie_is_sent_as_the_address_of_the_platform_asks() {
    let mut app = TestApp::with_database();
    published(&app).await;
    for (mode, public_url, cookie) in [
        ("production", "https://moyan.example", "__Host-visitor="),
        ("development", "http://127.0.0.1:8080", "visitor="),
    ] {
        app.reconfigure(&[
            ("MOYAN_ENV", mode),
            ("PUBLIC_URL", public_url),
            ("SITE_DOMAIN", "localhost"),
            ("SMTP_URL", "smtp://127.0.0.1:1"),
            ("MAIL_FROM", "moyan@example.com"),
        ]);
        let host = if mode == "production" {
            HOST.to_owned()
        } else {
            format!("{HOST}:8080")
        };
        let answer = Browser::on(&app, &host).log_in("li@reader.example").await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        assert_eq!(answer.header("cache-control"), "private, no-store");
        let set = answer.header("set-cookie");
        let end = match mode {
            "production" => "; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure",
            _ => "; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax",
        };
        assert!(set.starts_with(cookie) && set.ends_with(end), "{set}");
    }
}

#[actix_web::test]
async fn the_address_is_kept_as_long_as_its_code() {
    let app = TestApp::with_database();
    published(&app).await;
    let fields = [("identifier", "li@reader.example")];
    let answer = Browser::new(&app).post("/login/code", &fields).await;
    let set = answer.header("set-cookie");
    assert!(set.contains("visitor_address="), "{set}");
    assert!(set.contains("; Max-Age=600;"), "{set}");
}

#[actix_web::test]
async fn no_answer_that_anybody_may_keep_sets_a_cookie() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let visitor = Visitor::new(&app, site.id, "li").await;
    let mut browser = Browser::new(&app).with(&visitor.cookie);
    for path in [
        "/",
        "/docs",
        "/search",
        "/login",
        "/login/verify",
        "/account",
        "/account/export",
        "/feed.xml",
    ] {
        let answer = browser.get(path).await;
        let is_private = answer.header("cache-control") == "private, no-store";
        assert!(is_private || answer.header("set-cookie").is_empty(), "{path}");
        let is_for_visitors = path.starts_with("/login") || path.starts_with("/account");
        assert!(is_private || !is_for_visitors, "{path}");
    }
}

#[actix_web::test]
async fn each_login_has_a_new_token_and_the_one_before_ends() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut attacker = Browser::new(&app);
    attacker.log_in("attacker@reader.example").await;
    let planted = attacker.token();
    // Somebody brought the browser of another to use a token that he knows.
    let mut browser = Browser::new(&app).with(&format!("__Host-visitor={planted}"));
    browser.log_in("li@reader.example").await;
    let first = browser.token();
    assert!(first != planted && browser.is_logged_in().await);
    assert!(!attacker.is_logged_in().await);
    browser.log_in("li@reader.example").await;
    assert_ne!(browser.token(), first);
    let count = "SELECT count(*) FROM visitor_sessions";
    assert_eq!(app.database().text(count), "1");
    // A token that the server did not make begins nothing.
    let mut browser = Browser::new(&app).with("__Host-visitor=chosen");
    browser.log_in("li@reader.example").await;
    assert_ne!(browser.token(), "chosen");
}

#[actix_web::test]
async fn nobody_is_led_to_another_host() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    let code = browser.code("li@reader.example").await;
    for from in ["//evil.example", "https://evil.example", "/\\evil.example"] {
        let page = browser.get(&format!("/login?from={from}")).await;
        assert!(!page.text().contains("evil"), "{from}");
        let fields = [("identifier", "x"), ("from", from)];
        assert!(
            !browser
                .post("/login/password", &fields)
                .await
                .text()
                .contains("evil")
        );
    }
    let fields = [
        ("identifier", "li@reader.example"),
        ("code", code.as_str()),
        ("from", "//evil.example"),
    ];
    let answer = browser.post("/login/verify", &fields).await;
    assert_eq!(answer.header("location"), "/account");
    let answer = browser.get("/login?from=//evil.example").await;
    assert_eq!(answer.header("location"), "/account");
}

#[actix_web::test]
async fn a_session_ends_with_logout() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    browser.log_in("li@reader.example").await;
    let mut copy = Browser::new(&app).with(&format!("__Host-visitor={}", browser.token()));
    let answer = browser.post("/logout", &[]).await;
    let to = (answer.status.as_u16(), answer.header("location"));
    assert_eq!(to, (303, "/"));
    assert_eq!(browser.token(), "");
    assert!(!copy.is_logged_in().await);
    // Once more does no harm.
    assert_eq!(browser.post("/logout", &[]).await.status, 303);
}

#[actix_web::test]
async fn a_blocked_visitor_is_told_so_only_with_the_right_code() {
    let app = TestApp::with_database();
    published(&app).await;
    let mut browser = Browser::new(&app);
    browser.log_in("li@reader.example").await;
    app.sql("UPDATE visitors SET is_blocked = TRUE");
    assert!(!browser.is_logged_in().await);
    let code = browser.code("li@reader.example").await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    let address = ("identifier", "li@reader.example");
    let answer = browser.post("/login/verify", &[address, ("code", wrong)]).await;
    assert_eq!(answer.status, 422);
    assert!(!answer.text().contains("停用"), "{}", answer.text());
    let answer = browser.post("/login/verify", &[address, ("code", &code)]).await;
    assert_eq!(answer.status, 403);
    assert!(answer.text().contains("停用"), "{}", answer.text());
    assert!(
        answer.text().contains("action=\"/login/verify\""),
        "beside the form"
    );
}

#[actix_web::test]
async fn a_site_that_sells_something_has_a_link_to_log_in() {
    let app = TestApp::with_database();
    let site = published(&app).await;
    let link = "href=\"/login\"";
    let mut guest = Browser::new(&app);
    assert!(!guest.get("/").await.text().contains(link));
    let packages = |is_archived: bool| {
        serde_json::json!({ "packages": [{
            "id": uuid::Uuid::now_v7(), "name": "年度会员", "price": "99", "period": "yearly",
            "isRecommended": false, "benefits": [], "isArchived": is_archived,
        }], "generalBenefits": [] })
    };
    for (is_archived, is_there) in [(false, true), (true, false)] {
        site.set(&app, "membership", &packages(is_archived));
        app.sql("UPDATE sites SET generation = generation + 1");
        app.state.memory.of::<Sites>().expire();
        let page = guest.get("/").await;
        assert_eq!(page.text().contains(link), is_there, "{}", page.text());
        let visitor = Visitor::new(&app, site.id, &format!("li{is_archived}")).await;
        let page = Browser::new(&app).with(&visitor.cookie).get("/account").await;
        assert_eq!(page.text().contains("href=\"/account\""), is_there);
        app.clock.advance(TimeDelta::seconds(2));
    }
}
