//! The pages where visitors buy, through forms as browsers send them.

use chrono::TimeDelta;
use moyan_domain::PaymentMethod;
use moyan_foundation::jobs;
use moyan_server::features::public_site::Sites;
use serde_json::json;
use uuid::Uuid;

use super::shop::{EVER, MONTH, Shop};
use crate::support::Answer;
use crate::support::browser::Browser;
use crate::support::provider_server::{MERCHANT_KEY, PLATFORM_PUBLIC_KEY};
use crate::support::visitor::Visitor;
use crate::support::wechat_pay_server::{self, LOGIN_CODE, WeChatPayServer};

/// What WeChat's own browser calls itself.
const WECHAT: &str = "Mozilla/5.0 (iPhone) Mobile/15E148 MicroMessenger/8.0.50";
const SECRET: &str = "only members read this sentence";

/// A published shop whose documents are for members, paid by the creator's own code.
pub async fn open() -> Shop {
    let shop = Shop::open().await;
    let (app, site) = (&shop.app, &shop.site);
    site.document(app, "guide", SECRET).await;
    site.set(
        app,
        "access",
        &json!({ "guest": "members", "nonMember": "members", "partialChars": 0, "categories": [], "documents": [] }),
    );
    let method =
        json!({ "isEnabled": true, "isTest": false, "settings": { "instructions": "scan and pay" } });
    let set = site.call(app, "PUT", "/payment-methods/manual", method).await;
    assert_eq!(set.status, 200, "{}", set.text());
    assert_eq!(site.publish(app).await.status, 200);
    app.sql("UPDATE sites SET status = 'published'");
    shop
}

fn fields<'a>(package: &'a str, price: &'a str) -> [(&'a str, &'a str); 5] {
    [
        ("packageId", package),
        ("method", "manual"),
        ("coupon", ""),
        ("from", "/docs/docs/guide"),
        ("price", price),
    ]
}

/// Orders a month as the page asks for it.
pub async fn order(browser: &mut Browser<'_>, price: &str, coupon: &str) -> Answer {
    let (package, price_name) = (MONTH.to_string(), format!("price.{MONTH}"));
    let form = [
        ("packageId", package.as_str()),
        ("method", "manual"),
        ("coupon", coupon),
        ("from", "/docs/docs/guide"),
        (price_name.as_str(), price),
    ];
    browser.post("/orders", &form).await
}

async fn reads_all(browser: &mut Browser<'_>) -> bool {
    browser.get("/docs/docs/guide").await.text().contains(SECRET)
}

#[actix_web::test]
async fn who_pays_by_hand_reads_everything_once_the_creator_has_confirmed() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    assert!(!reads_all(&mut reader).await);
    let plans = reader.get("/plans?from=/docs/docs/guide").await;
    assert!(plans.text().contains("10"), "{}", plans.text());
    assert_eq!(plans.header("cache-control"), "private, no-store");
    let made = order(&mut reader, "1000", "").await;
    assert_eq!(made.status, 303);
    let path = made.header("location").to_owned();
    assert!(path.starts_with("/orders/"), "{path}");
    // Sent twice, it is one order.
    assert_eq!(order(&mut reader, "1000", "").await.header("location"), path);
    let page = reader.get(&path).await;
    assert!(page.text().contains("scan and pay"));
    for (note, status) in [("\u{1b}]0;owned\u{7}", 422), ("a\u{202e}b", 422), ("a\0", 400)] {
        let refused = reader.post(&format!("{path}/paid"), &[("note", note)]).await;
        assert_eq!(refused.status, status, "{note:?}");
    }
    let noted = reader
        .post(&format!("{path}/paid"), &[("note", "tail 1234")])
        .await;
    assert_eq!(
        (noted.status.as_u16(), noted.header("location")),
        (303, path.as_str())
    );
    assert!(!reads_all(&mut reader).await);

    let (app, site) = (&shop.app, &shop.site);
    let todo = site.call(app, "GET", "/orders/todo", json!(null)).await.data();
    assert_eq!(todo["nAwaitingConfirmation"], 1);
    let list = site
        .call(app, "GET", "/orders?status=awaitingConfirmation", json!(null))
        .await
        .data();
    assert_eq!(list["orders"][0]["payerNote"], "tail 1234");
    let id = list["orders"][0]["id"].as_str().unwrap().to_owned();
    let confirmed = site
        .call(
            app,
            "POST",
            &format!("/orders/{id}/confirm"),
            json!({ "amountFen": null, "note": "seen on the phone" }),
        )
        .await
        .data();
    assert_eq!(confirmed["status"], "paid");
    let detail = site
        .call(app, "GET", &format!("/orders/{id}"), json!(null))
        .await
        .data();
    let is_note = |event: &serde_json::Value| event["data"]["note"] == "seen on the phone";
    assert!(detail["events"].as_array().unwrap().iter().any(is_note));
    assert!(reads_all(&mut reader).await);
    let page = reader.get(&path).await;
    assert!(
        page.text().contains("/docs/docs/guide"),
        "back to where the wall was"
    );
    let account = reader.get("/account").await;
    assert!(account.text().contains(path.rsplit('/').next().unwrap()));
    assert!(account.text().contains("续费") && !account.text().contains("成为会员"));
}

#[actix_web::test]
async fn a_guest_logs_in_first_and_comes_back_with_everything_that_was_chosen() {
    let shop = open().await;
    shop.app.sql(&format!(
        "INSERT INTO payment_methods (site_id, method, is_enabled) VALUES ('{}', 'alipay', true)",
        shop.site.id
    ));
    let mut guest = Browser::new(&shop.app);
    // The one that a person confirms is not chosen for them.
    let checked = |page: &str, value: &str| page.contains(&format!("value=\"{value}\" required checked"));
    let plans = guest.get("/plans").await.text().to_owned();
    assert!(checked(&plans, "alipay") && !checked(&plans, "manual"), "{plans}");
    let (package, price) = (MONTH.to_string(), format!("price.{MONTH}"));
    let form = [
        ("packageId", package.as_str()),
        ("method", "manual"),
        ("coupon", "半价 & 50%"),
        ("from", "/docs/docs/guide"),
        (price.as_str(), "1000"),
    ];
    let answer = guest.post("/orders", &form).await;
    assert_eq!(answer.status, 303);
    let location = answer.header("location").to_owned();
    let from = location.strip_prefix("/login?from=").unwrap();
    let from = percent_encoding::percent_decode_str(from).decode_utf8().unwrap();
    let address = "chooser@reader.example";
    let code = guest.code(address).await;
    let fields = [("identifier", address), ("code", &code), ("from", &from)];
    let back = guest.post("/login/verify", &fields).await;
    let page = guest.get(back.header("location")).await.text().to_owned();
    assert!(checked(&page, &package) && checked(&page, "manual"), "{page}");
    assert!(page.contains(r#"name="coupon" value="半价 &amp; 50%""#), "{page}");
    assert!(page.contains(r#"name="from" value="/docs/docs/guide""#), "{page}");
    assert_eq!(shop.app.database().text("SELECT count(*)::text FROM orders"), "0");
}

#[actix_web::test]
async fn another_price_than_the_one_shown_is_shown_and_asked_for_again() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    for price in ["999", "", "x"] {
        let answer = order(&mut reader, price, "").await;
        assert_eq!(answer.status, 409, "{price}");
    }
    let unknown = Uuid::now_v7().to_string();
    let answer = reader.post("/orders", &fields(&unknown, "1000")).await;
    assert_eq!(answer.status, 409);
    assert_eq!(shop.app.database().text("SELECT count(*)::text FROM orders"), "0");
}

#[actix_web::test]
async fn a_coupon_that_takes_everything_off_makes_a_member_at_once() {
    let shop = open().await;
    let (app, site) = (&shop.app, &shop.site);
    let coupon = json!({ "code": "gift-all", "percentOff": 100, "packageIds": [], "maxUses": 1 });
    let made = site.call(app, "POST", "/coupons", coupon.clone()).await.data();
    assert_eq!(made["code"], "GIFT-ALL");
    let twice = site.call(app, "POST", "/coupons", coupon).await;
    assert_eq!(twice.refusal(), (409, "coupon.codeTaken".to_owned()));
    let mut reader = Browser::new(app).with(&shop.visitor.cookie);
    assert_eq!(order(&mut reader, "1000", "wrong-one").await.status, 409);
    assert_eq!(order(&mut reader, "1000", "gift-all").await.status, 303);
    assert!(reads_all(&mut reader).await);
    // Nothing was paid.
    assert_eq!(shop.n_mails("orderPaid"), 0);
    let other = Visitor::new(app, site.id, "other").await;
    let mut other = Browser::new(app).with(&other.cookie);
    assert_eq!(order(&mut other, "1000", "gift-all").await.status, 409);
}

#[actix_web::test]
async fn a_visitor_has_a_few_orders_that_wait_and_a_site_mails_of_them_a_few_times_an_hour() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let mut paths = Vec::new();
    for _ in 0..6 {
        let path = order(&mut reader, "1000", "").await.header("location").to_owned();
        let noted = reader.post(&format!("{path}/paid"), &[("note", "paid")]).await;
        assert_eq!(noted.status, if paths.len() < 5 { 303 } else { 409 });
        if noted.status == 409 {
            assert!(
                noted.text().contains("你有多个订单正在等待确认"),
                "{}",
                noted.text()
            );
        }
        paths.push(path);
    }
    assert_eq!(shop.n_mails("orderToConfirm"), 5);
    // What is said of one that waits can be changed.
    let changed = reader
        .post(&format!("{}/paid", paths[0]), &[("note", "tail 1234")])
        .await;
    assert_eq!(changed.status, 303);
    for (n_mails, is_later) in [(6, false), (6, false), (7, true)] {
        shop.app
            .sql("UPDATE orders SET status = 'rejected' WHERE status = 'awaitingConfirmation'");
        if is_later {
            shop.app.clock.advance(TimeDelta::hours(1));
        }
        let noted = reader
            .post(&format!("{}/paid", paths[5]), &[("note", "paid")])
            .await;
        assert_eq!(noted.status, 303);
        assert_eq!(shop.n_mails("orderToConfirm"), n_mails);
    }
}

#[actix_web::test]
async fn an_order_is_there_for_its_visitor_only() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let path = order(&mut reader, "1000", "").await.header("location").to_owned();
    let other = Visitor::new(&shop.app, shop.site.id, "other").await;
    let mut other = Browser::new(&shop.app).with(&other.cookie);
    assert_eq!(other.get(&path).await.status, 404);
    assert_eq!(
        other
            .post(&format!("{path}/paid"), &[("note", "mine")])
            .await
            .status,
        404
    );
    let mut guest = Browser::new(&shop.app);
    let answer = guest.get(&path).await;
    assert_eq!(answer.status, 303);
    assert!(answer.header("location").starts_with("/login?from="));
}

#[actix_web::test]
async fn a_page_of_another_origin_buys_and_redeems_nothing() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    reader.origin = "https://evil.example".to_owned();
    assert_eq!(order(&mut reader, "1000", "").await.status, 403);
    assert_eq!(reader.post("/redeem", &[("code", "x")]).await.status, 403);
    assert_eq!(shop.app.database().text("SELECT count(*)::text FROM orders"), "0");
}

/// What readers did at walls in the last week: path, title, how often shown, logins, joined.
async fn walls(shop: &Shop) -> Vec<String> {
    jobs::store_counts(&shop.app.state);
    let views = shop
        .site
        .call(&shop.app, "GET", "/views?days=7", json!(null))
        .await
        .data();
    let line = |wall: &serde_json::Value| {
        let counts = ["path", "title", "nShown", "nLogins", "nJoined"].map(|name| wall[name].to_string());
        counts.join(" ").replace('"', "")
    };
    views["walls"].as_array().unwrap().iter().map(line).collect()
}

#[actix_web::test]
async fn what_is_done_at_a_wall_counts_on_the_day_of_the_site() {
    let shop = open().await;
    let app = &shop.app;
    // Half an hour into the next day of Shanghai.
    let now = app.state.clock.now();
    let late = now.date_naive().and_hms_opt(16, 30, 0).unwrap().and_utc();
    app.clock.advance(late + TimeDelta::days(1) - now);
    let mut guest = Browser::new(app);
    assert!(!reads_all(&mut guest).await);
    let address = "reader-of-guide@reader.example";
    let code = guest.code(address).await;
    let fields = [
        ("identifier", address),
        ("code", &code),
        ("from", "/docs/docs/guide"),
    ];
    assert_eq!(guest.post("/login/verify", &fields).await.status, 303);
    jobs::store_counts(&app.state);
    let counted = "SELECT string_agg(concat_ws(' ', day, n_walls, n_logins), ',') FROM site_page_views \
                   WHERE n_walls + n_logins > 0";
    let day = late.date_naive() + TimeDelta::days(2);
    assert_eq!(app.database().text(counted), format!("{day} 1 1"));
}

#[actix_web::test]
async fn walls_are_counted_with_those_who_logged_in_and_joined_at_them() {
    let shop = open().await;
    let (app, site) = (&shop.app, &shop.site);
    assert_eq!(walls(&shop).await, [""; 0]);
    let mut guest = Browser::new(app);
    assert!(!reads_all(&mut guest).await);
    assert!(!reads_all(&mut guest).await);
    guest.get("/docs").await;
    assert_eq!(walls(&shop).await, ["/docs/docs/guide guide 2 0 0"]);

    // Who buys logs in on the way, and comes from the wall all the same.
    let login = order(&mut guest, "1000", "").await.header("location").to_owned();
    let from = login.strip_prefix("/login?from=").unwrap();
    let from = percent_encoding::percent_decode_str(from)
        .decode_utf8()
        .unwrap()
        .into_owned();
    assert!(from.starts_with("/plans?from="), "{from}");
    for (name, from) in [
        ("buyer", from.as_str()),
        ("reader-of-guide", "/docs/docs/guide"),
        ("from-elsewhere", "/account"),
        ("from-nowhere", "/docs/docs/made-up"),
        (
            "from-a-circle",
            "/plans?from=%2Fplans%3Ffrom%3D%252Fdocs%252Fdocs%252Fguide",
        ),
    ] {
        let address = format!("{name}@reader.example");
        let mut browser = Browser::new(app);
        let code = browser.code(&address).await;
        let fields = [("identifier", address.as_str()), ("code", &code), ("from", from)];
        assert_eq!(browser.post("/login/verify", &fields).await.status, 303, "{name}");
    }
    // Nor does one of the team, who looks at the site.
    let mut own = Browser::new(app).with("__Host-own_visits=1");
    let code = own.code("own@reader.example").await;
    let fields = [
        ("identifier", "own@reader.example"),
        ("code", &code),
        ("from", "/docs/docs/guide"),
    ];
    assert_eq!(own.post("/login/verify", &fields).await.status, 303);
    assert_eq!(walls(&shop).await, ["/docs/docs/guide guide 2 2 0"]);

    // An order counts once it is paid, and one of a test never.
    let mut reader = Browser::new(app).with(&shop.visitor.cookie);
    order(&mut reader, "1000", "").await;
    assert_eq!(walls(&shop).await, ["/docs/docs/guide guide 2 2 0"]);
    let pay = "UPDATE orders SET status = 'paid', paid_at = now(), paid_fen = amount_fen";
    app.sql(&format!("{pay}, is_test = TRUE"));
    assert_eq!(walls(&shop).await, ["/docs/docs/guide guide 2 2 0"]);
    app.sql("UPDATE orders SET is_test = FALSE");
    assert_eq!(walls(&shop).await, ["/docs/docs/guide guide 2 2 1"]);
    // Who buys twice is one reader.
    order(&mut reader, "1000", "").await;
    app.sql(pay);
    assert_eq!(app.database().text("SELECT count(*)::text FROM orders"), "2");
    assert_eq!(walls(&shop).await, ["/docs/docs/guide guide 2 2 1"]);

    let batch = json!({ "packageId": EVER, "nCodes": 1, "note": "" });
    let made = site.call(app, "POST", "/redeem-batches", batch).await.data();
    let code = made["codes"][0].as_str().unwrap().to_owned();
    let other = Visitor::new(app, site.id, "other").await;
    let mut other = Browser::new(app).with(&other.cookie);
    let wrong = [("code", "AAAA-BBBB-CCCC-DDDD"), ("from", "/docs/docs/guide")];
    assert_eq!(other.post("/redeem", &wrong).await.status, 422);
    let fields = [("code", code.as_str()), ("from", "/docs/docs/guide")];
    let redeemed = other.post("/redeem", &fields).await;
    // Back to the article, as after paying.
    assert_eq!(
        (redeemed.status.as_u16(), redeemed.header("location")),
        (303, "/docs/docs/guide")
    );
    // A member sees no wall.
    assert!(reads_all(&mut other).await);
    assert_eq!(walls(&shop).await, ["/docs/docs/guide guide 2 2 2"]);

    app.clock.advance(TimeDelta::days(7));
    app.state.memory.of::<Sites>().expire();
    assert_eq!(walls(&shop).await, [""; 0]);
}

#[actix_web::test]
async fn an_order_counts_on_the_day_of_the_site_on_which_it_was_paid() {
    let shop = open().await;
    let app = &shop.app;
    let today = app
        .state
        .clock
        .now()
        .with_timezone(&chrono_tz::Asia::Shanghai)
        .date_naive();
    app.sql(&format!(
        "INSERT INTO site_page_views (site_id, day, path, n_walls) VALUES ('{}', '{today}', '/docs/docs/guide', 1)",
        shop.site.id
    ));
    let mut reader = Browser::new(app).with(&shop.visitor.cookie);
    order(&mut reader, "1000", "").await;
    // The first moment of the seven days and the last, in Shanghai, and those beside them.
    for (at, n_joined) in [("-6 0:00", 1), ("-7 23:59", 0), ("0 23:59", 1), ("1 0:00", 0)] {
        let (day, time) = at.split_once(' ').unwrap();
        app.sql(&format!(
            "UPDATE orders SET status = 'paid', paid_at = (date '{today}' + {day} + time '{time}') \
             AT TIME ZONE 'Asia/Shanghai'"
        ));
        assert_eq!(
            walls(&shop).await,
            [format!("/docs/docs/guide guide 1 0 {n_joined}")],
            "{at}"
        );
    }
}

#[actix_web::test]
async fn a_redeem_code_is_used_once_and_guesses_are_few() {
    let shop = open().await;
    let (app, site) = (&shop.app, &shop.site);
    let batch = json!({ "packageId": EVER, "nCodes": 2, "note": "for friends" });
    let made = site.call(app, "POST", "/redeem-batches", batch).await.data();
    let codes: Vec<String> = made["codes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|code| code.as_str().unwrap().to_owned())
        .collect();
    assert!(!app.database().is_true(&format!(
        "EXISTS (SELECT FROM redeem_codes WHERE code_hash LIKE '%{}%')",
        codes[0]
    )));
    let mut reader = Browser::new(app).with(&shop.visitor.cookie);
    let typed = codes[0].to_lowercase();
    let used = reader
        .post("/redeem", &[("code", &typed), ("from", "/account")])
        .await;
    assert_eq!(
        (used.status.as_u16(), used.header("location")),
        (303, "/account?done=redeemed")
    );
    assert!(reads_all(&mut reader).await);
    assert_eq!(shop.n_mails("membershipGranted"), 1);
    let told = app.mail_to(&shop.visitor.email);
    assert!(told.contains("lifetime") && told.contains("终身"), "{told}");
    // Who has a membership for ever keeps the other code.
    let again = reader.post("/redeem", &[("code", &codes[1])]).await;
    assert_eq!(again.status, 409);
    assert!(again.text().contains("终身会员"), "{}", again.text());
    let other = Visitor::new(app, site.id, "other").await;
    let mut other = Browser::new(app).with(&other.cookie);
    other.address = "203.0.113.99".to_owned();
    assert_eq!(other.post("/redeem", &[("code", &typed)]).await.status, 422);
    for _ in 0..4 {
        assert_eq!(
            other
                .post("/redeem", &[("code", "AAAA-BBBB-CCCC-DDDD")])
                .await
                .status,
            422
        );
    }
    let refused = other.post("/redeem", &[("code", &codes[1])]).await;
    assert_eq!(refused.status, 429, "the sixth try in a quarter of an hour");
    app.sql("DELETE FROM throttles; UPDATE redeem_batches SET ends_at = now() - interval '1 second'");
    let ended = other.post("/redeem", &[("code", &codes[1])]).await;
    assert_eq!(ended.status, 422, "its time is over");
    app.sql("UPDATE redeem_batches SET ends_at = NULL");
    let batches = site.call(app, "GET", "/redeem-batches", json!(null)).await.data();
    let id = batches[0]["id"].as_str().unwrap();
    assert_eq!(batches[0]["nUsed"], 1);
    site.call(app, "DELETE", &format!("/redeem-batches/{id}"), json!(null))
        .await
        .data();
    app.sql("DELETE FROM throttles");
    assert_eq!(other.post("/redeem", &[("code", &codes[1])]).await.status, 422);
}

#[actix_web::test]
async fn a_code_is_read_as_it_is_meant_and_what_is_none_is_no_guess() {
    let shop = open().await;
    let (app, site) = (&shop.app, &shop.site);
    let batch = json!({ "packageId": MONTH, "nCodes": 3, "note": "" });
    let made = site.call(app, "POST", "/redeem-batches", batch).await.data();
    let mut reader = Browser::new(app).with(&shop.visitor.cookie);
    for _ in 0..6 {
        let short = reader.post("/redeem", &[("code", "AAAA-BBBB-CCCC-DDD")]).await;
        assert_eq!(short.status, 422);
        assert!(
            short.text().contains("兑换码有 16 个字母和数字，这里有 15 个"),
            "{}",
            short.text()
        );
    }
    let wide = |code: &str| {
        let wide = |sign: char| match sign {
            '!'..='~' => char::from_u32(u32::from(sign) + 0xfee0).unwrap(),
            other => other,
        };
        code.chars().map(wide).collect::<String>()
    };
    let code = |index: usize| made["codes"][index].as_str().unwrap().to_owned();
    for typed in [
        wide(&code(0)),
        format!("“{}”。", code(1).replace('-', "—")),
        format!("{}\r\n", code(2)),
    ] {
        let used = reader.post("/redeem", &[("code", &typed)]).await;
        assert_eq!(used.status, 303, "{typed}");
    }
}

#[actix_web::test]
async fn a_redeem_code_that_is_none_stays_in_its_field_on_the_page_where_it_was_typed() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let typed = "AAAA-BBBB-CCCC-DDDD";
    for (from, heading, again) in [
        ("/account", "<h1 class=\"form-title\">我的账号</h1>", "/account"),
        (
            "/docs/docs/guide",
            "<h1 class=\"index-title\">成为会员</h1>",
            "/plans?from=%2Fdocs%2Fdocs%2Fguide&amp;code=AAAA%2DBBBB%2DCCCC%2DDDDD",
        ),
    ] {
        let refused = reader.post("/redeem", &[("code", typed), ("from", from)]).await;
        assert_eq!(refused.status, 422, "{from}");
        let page = refused.text();
        assert!(page.contains(heading), "{from}: {page}");
        assert!(page.contains(&format!("value=\"{typed}\"")), "{from}: {page}");
        let field = "autofocus aria-invalid=\"true\" aria-describedby=\"redeem-problem\"";
        assert!(page.contains(field), "{from}: {page}");
        assert!(
            page.contains(&format!("data-again=\"{again}\"")),
            "{from}: {page}"
        );
    }
    assert!(!reader.get("/account").await.text().contains("data-again"));
}

#[actix_web::test]
async fn a_coupon_that_is_none_is_where_the_page_begins_and_the_choice_is_in_its_address() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let refused = order(&mut reader, "1000", "NONE").await;
    assert_eq!(refused.status, 409);
    let page = refused.text();
    assert!(
        page.contains(
            "spellcheck=\"false\" autofocus aria-invalid=\"true\" aria-describedby=\"coupon-problem\""
        ),
        "{page}"
    );
    let package = MONTH.to_string().replace('-', "%2D");
    let again = format!(
        "data-again=\"/plans?from=%2Fdocs%2Fdocs%2Fguide&amp;package={package}&amp;method=manual&amp;coupon=NONE\""
    );
    assert!(page.contains(&again), "{page}");
}

#[actix_web::test]
async fn a_link_brings_a_redeem_code_into_its_field_also_by_the_login() {
    let shop = open().await;
    let mut guest = Browser::new(&shop.app);
    let link = "/redeem?code=aaaa-bbbb-cccc-dddd&from=%2Fdocs%2Fdocs%2Fguide";
    let led = guest.get(link).await;
    let login = led.header("location").to_owned();
    assert!(login.starts_with("/login?from="), "{login}");
    let back: String = percent_encoding::percent_decode_str(login.trim_start_matches("/login?from="))
        .decode_utf8_lossy()
        .into_owned();
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let led = reader.get(link).await;
    assert_eq!(
        (led.status.as_u16(), led.header("location")),
        (303, back.as_str())
    );
    let page = reader.get(back.split('#').next().unwrap()).await;
    let field = r#"id="redeem-code" type="text" name="code" value="aaaa-bbbb-cccc-dddd""#;
    assert!(page.text().contains(field), "{}", page.text());
    assert!(page.text().contains(r#"name="from" value="/docs/docs/guide""#));
    // A wrong one is there to be mended, and one that was typed before the login is there after it.
    let wrong = [("code", "AAAA-BBBB-CCCC-DDDD"), ("from", "/docs/docs/guide")];
    let refused = reader.post("/redeem", &wrong).await;
    assert!(
        refused.text().contains(r#"value="AAAA-BBBB-CCCC-DDDD""#),
        "{}",
        refused.text()
    );
    let led = guest.post("/redeem", &wrong).await;
    assert!(
        led.header("location").contains("AAAA%252DBBBB"),
        "{}",
        led.header("location")
    );
    // Nothing of it is markup, and a path that is too long does not take the code with it.
    let odd = reader.get("/plans?code=%22%3E%3Cb%3E").await;
    assert!(
        odd.text().contains(r#"value="&quot;&gt;&lt;b&gt;""#),
        "{}",
        odd.text()
    );
    let long = format!("/redeem?code=AAAA&from=%2F{}", "a".repeat(990));
    let led = reader.get(&long).await;
    assert_eq!(led.header("location"), "/plans?from=%2F&code=AAAA#redeem-code");
    let led = reader.get("/redeem").await;
    assert_eq!(led.header("location"), "/plans?from=%2F");
}

/// The statuses of what others try whose tries are used up: the same visitor in another network, another visitor in the
/// same network, and another one in another network.
async fn tried_by_others(shop: &Shop, path: &str, form: &[(&str, &str)]) -> [u16; 3] {
    let same = shop.visitor.cookie.as_str();
    let other = Visitor::new(&shop.app, shop.site.id, "other").await.cookie;
    let third = Visitor::new(&shop.app, shop.site.id, "third").await.cookie;
    let mut statuses = [0; 3];
    let tried = [
        (same, "198.51.100.7"),
        (other.as_str(), "203.0.113.7"),
        (third.as_str(), "198.51.100.8"),
    ];
    for (status, (cookie, address)) in statuses.iter_mut().zip(tried) {
        let mut browser = Browser::new(&shop.app).with(cookie);
        browser.address = address.to_owned();
        *status = browser.post(path, form).await.status.as_u16();
    }
    statuses
}

#[actix_web::test]
async fn redeem_codes_are_guessed_by_a_visitor_and_from_a_network_five_times() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let wrong = [("code", "AAAA-BBBB-CCCC-DDDD")];
    for _ in 0..5 {
        assert_eq!(reader.post("/redeem", &wrong).await.status, 422);
    }
    assert_eq!(tried_by_others(&shop, "/redeem", &wrong).await, [429, 429, 422]);
}

#[actix_web::test]
async fn coupons_are_guessed_by_a_visitor_and_from_a_network_five_times() {
    let shop = open().await;
    let (app, site) = (&shop.app, &shop.site);
    let coupon = json!({ "code": "gift-all", "percentOff": 100, "packageIds": [], "maxUsesPerVisitor": 1 });
    site.call(app, "POST", "/coupons", coupon).await.data();
    let mut reader = Browser::new(app).with(&shop.visitor.cookie);
    // With a wrong price a right code and a wrong one are answered alike, and both are counted.
    for (price, code) in [
        ("0", "gift-all"),
        ("0", "wrong"),
        ("1000", "wrong"),
        ("1000", "bad"),
        ("1000", "none"),
    ] {
        let answer = order(&mut reader, price, code).await;
        assert_eq!(answer.status, 409, "{price} {code}");
        assert_eq!(
            answer.text().contains("价格刚刚有变动"),
            price == "0",
            "{}",
            answer.text()
        );
        assert_eq!(
            answer.text().contains("这个优惠码无效"),
            price != "0",
            "{}",
            answer.text()
        );
    }
    let refused = order(&mut reader, "1000", "gift-all").await;
    assert_eq!(refused.status, 429);
    assert!(refused.text().contains("操作过于频繁"), "{}", refused.text());
    let (package, price) = (MONTH.to_string(), format!("price.{MONTH}"));
    let form = [
        ("packageId", package.as_str()),
        ("method", "manual"),
        ("coupon", "gift-all"),
        (price.as_str(), "1000"),
    ];
    assert_eq!(tried_by_others(&shop, "/orders", &form).await, [429, 429, 303]);
    // Who has no coupon buys on.
    assert_eq!(order(&mut reader, "1000", "").await.status, 303);
    app.clock.advance(TimeDelta::minutes(15));
    assert_eq!(order(&mut reader, "1000", "gift-all").await.status, 303);
}

#[actix_web::test]
async fn an_order_that_is_made_with_a_coupon_is_no_guess() {
    let shop = open().await;
    let coupon = json!({ "code": "ten", "percentOff": 10, "packageIds": [] });
    shop.site.call(&shop.app, "POST", "/coupons", coupon).await.data();
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    for _ in 0..6 {
        assert_eq!(order(&mut reader, "1000", "ten").await.status, 303);
    }
}

#[actix_web::test]
async fn a_code_outlives_the_secret_of_the_server() {
    let mut shop = open().await;
    let batch = json!({ "packageId": EVER, "nCodes": 1 });
    let path = "/redeem-batches";
    let made = shop.site.call(&shop.app, "POST", path, batch).await.data();
    let another = "another secret of the server, 0123456789abcdef";
    shop.app.reconfigure(&[("JWT_SECRET", another)]);
    // Everybody is logged out.
    let later = Visitor::new(&shop.app, shop.site.id, "later").await;
    let mut reader = Browser::new(&shop.app).with(&later.cookie);
    let code = made["codes"][0].as_str().unwrap();
    assert_eq!(reader.post("/redeem", &[("code", code)]).await.status, 303);
}

#[actix_web::test]
async fn nothing_is_bought_when_the_plan_of_the_team_has_ended() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    shop.app.sql("UPDATE teams SET plan = 'creator'");
    let plans = reader.get("/plans").await;
    assert!(plans.text().contains("暂时不能在线付款"), "{}", plans.text());
    assert!(!plans.text().contains(r#"action="/orders""#));
    let refused = order(&mut reader, "1000", "").await;
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("本站暂时不能购买"), "{}", refused.text());
    assert_eq!(shop.count("orders"), 0);
    shop.app
        .sql("UPDATE teams SET plan = 'professional', plan_ends_at = now() + interval '1 day'");
    assert_eq!(order(&mut reader, "1000", "").await.status, 303);
}

#[actix_web::test]
async fn a_code_of_another_site_is_worth_nothing() {
    let shop = open().await;
    let (app, site) = (&shop.app, &shop.site);
    let second = site.second(app);
    let packages = json!({ "packages": [{ "id": MONTH, "name": "m", "price": "1", "period": "monthly",
        "isRecommended": false, "benefits": [], "isArchived": false }], "generalBenefits": [] });
    second.set(app, "membership", &packages);
    let batch = json!({ "packageId": MONTH, "nCodes": 1 });
    let made = second.call(app, "POST", "/redeem-batches", batch).await.data();
    let mut reader = Browser::new(app).with(&shop.visitor.cookie);
    let code = made["codes"][0].as_str().unwrap();
    assert_eq!(reader.post("/redeem", &[("code", code)]).await.status, 422);
    assert!(!reads_all(&mut reader).await);
}

#[actix_web::test]
async fn a_method_in_test_mode_is_for_members_of_the_team_only() {
    let shop = open().await;
    let app = &shop.app;
    app.sql("UPDATE payment_methods SET is_test = TRUE");
    let mut stranger = Browser::new(app).with(&shop.visitor.cookie);
    let plans = stranger.get("/plans").await;
    assert!(!plans.text().contains(r#"value="manual""#), "{}", plans.text());
    assert_eq!(order(&mut stranger, "1000", "").await.status, 409);
    assert_eq!(shop.count("orders"), 0);
    let mut guest = Browser::new(app);
    assert!(!guest.get("/plans").await.text().contains(r#"value="manual""#));

    app.sql(&format!(
        "UPDATE visitors SET email = (SELECT email FROM users WHERE id = '{}')",
        shop.site.base.owner.id
    ));
    let plans = stranger.get("/plans").await;
    assert!(plans.text().contains(r#"value="manual""#), "{}", plans.text());
    assert_eq!(order(&mut stranger, "1000", "").await.status, 303);
    assert!(app.database().is_true("(SELECT is_test FROM orders)"));
}

#[actix_web::test]
async fn inside_wechat_a_reader_is_logged_in_on_the_way_and_only_for_the_order_of_the_same_session() {
    let mut shop = open().await;
    let provider = WeChatPayServer::start(shop.app.clock.clone());
    shop.app.reconfigure(&[
        ("WECHAT_PAY_API_URL", &provider.server.url),
        ("WECHAT_API_URL", &provider.server.url),
    ]);
    let method = json!({
        "isEnabled": true, "isTest": false,
        "settings": {
            "appId": wechat_pay_server::APP_ID, "merchantId": wechat_pay_server::MERCHANT_ID,
            "serial": wechat_pay_server::SERIAL, "publicKeyId": wechat_pay_server::KEY_ID, "usesJsapi": "true",
        },
        "keys": {
            "privateKey": MERCHANT_KEY, "apiV3Key": wechat_pay_server::API_V3_KEY, "publicKey": PLATFORM_PUBLIC_KEY,
        },
    });
    let with_secret = {
        let mut method = method.clone();
        method["keys"]["appSecret"] = wechat_pay_server::APP_SECRET.into();
        method
    };
    let refused = shop
        .site
        .call(&shop.app, "PUT", "/payment-methods/wechatPay", method)
        .await;
    assert_eq!(refused.problem("keys.appSecret"), "field.required");
    shop.site
        .call(&shop.app, "PUT", "/payment-methods/wechatPay", with_secret)
        .await
        .data();
    // Whether the keys work was asked.
    provider.server.take_received();

    let inside_wechat = |cookie: &str| {
        let mut browser = Browser::new(&shop.app).with(cookie);
        browser.user_agent = WECHAT;
        browser
    };
    let mut reader = inside_wechat(&shop.visitor.cookie);
    let new = shop.new_order(MONTH, PaymentMethod::WechatPay);
    let path = format!("/orders/{}", shop.order(new).await.unwrap().number);
    let waiting = reader.get(&path).await.text().to_owned();
    assert!(waiting.contains(&format!("{path}?go=1")), "{waiting}");

    let login = |answer: &Answer| {
        assert_eq!(answer.status, 200);
        let (_, state) = answer.text().split_once("&amp;state=").unwrap();
        state.split_once("#wechat_redirect").unwrap().0.to_owned()
    };
    let asked = format!("{path}?go=1");
    let state = login(&reader.get(&asked).await);
    // A link with somebody else's code, or with the state of another session, only leads to the login.
    let foreign = Visitor::new(&shop.app, shop.site.id, "other").await;
    let mut foreign = inside_wechat(&foreign.cookie);
    assert_eq!(
        foreign
            .get(&format!("{asked}&code={LOGIN_CODE}&state={state}"))
            .await
            .status,
        404
    );
    for forged in ["", "00", &state[1..]] {
        let back = format!("{asked}&code={LOGIN_CODE}&state={forged}");
        assert_eq!(login(&reader.get(&back).await), state);
    }
    assert!(provider.server.take_received().is_empty(), "nothing is begun");

    // A login that is over says that it can be tried again.
    let over = reader.get(&format!("{asked}&code=over&state={state}")).await;
    assert!(
        over.text().contains(r#"data-state="unreachable""#),
        "{}",
        over.text()
    );

    let back = format!("{asked}&code={LOGIN_CODE}&state={state}");
    let page = reader.get(&back).await.text().to_owned();
    assert!(
        page.contains("prepay_id=wx") && page.contains("data-opens-now"),
        "{page}"
    );
    provider.server.take_received();
    // The page of the order has the button again, without asking anybody, however often it looks.
    for _ in 0..21 {
        let later = reader.get(&path).await;
        let later = later.text();
        assert!(
            later.contains("prepay_id=wx") && !later.contains("data-opens-now"),
            "{later}"
        );
    }
    assert!(provider.server.take_received().is_empty());
    // Elsewhere the order waits to be paid there.
    let mut elsewhere = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let elsewhere = elsewhere.get(&path).await.text().to_owned();
    assert!(
        !elsewhere.contains("prepay_id") && elsewhere.contains(&asked),
        "{elsewhere}"
    );
}

#[actix_web::test]
async fn a_code_that_wechat_shows_itself_is_to_be_scanned_elsewhere() {
    let mut shop = open().await;
    let provider = WeChatPayServer::start(shop.app.clock.clone());
    shop.app
        .reconfigure(&[("WECHAT_PAY_API_URL", &provider.server.url)]);
    let method = json!({
        "isEnabled": true, "isTest": false,
        "settings": {
            "appId": wechat_pay_server::APP_ID, "merchantId": wechat_pay_server::MERCHANT_ID,
            "serial": wechat_pay_server::SERIAL, "publicKeyId": wechat_pay_server::KEY_ID,
        },
        "keys": {
            "privateKey": MERCHANT_KEY, "apiV3Key": wechat_pay_server::API_V3_KEY, "publicKey": PLATFORM_PUBLIC_KEY,
        },
    });
    shop.site
        .call(&shop.app, "PUT", "/payment-methods/wechatPay", method)
        .await
        .data();
    for (user_agent, is_inside) in [(WECHAT, true), ("Mozilla/5.0 (X11; Linux) Firefox/140.0", false)] {
        let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
        reader.user_agent = user_agent;
        let new = shop.new_order(MONTH, PaymentMethod::WechatPay);
        let number = shop.order(new).await.unwrap().number;
        let page = reader.get(&format!("/orders/{number}?go=1")).await;
        assert!(page.text().contains("class=\"qr-code\""), "{}", page.text());
        let told = page.text().contains("在微信里长按不能识别这个码");
        assert_eq!(told, is_inside, "{user_agent}");
        shop.app.sql("UPDATE orders SET status = 'closed'");
    }
}

#[actix_web::test]
async fn inside_wechat_alipay_is_paid_in_a_browser() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    reader.user_agent = WECHAT;
    let new = shop.new_order(MONTH, PaymentMethod::Alipay);
    let number = shop.order(new).await.unwrap().number;
    let page = reader.get(&format!("/orders/{number}?go=1")).await;
    assert!(page.text().contains("微信里打不开支付宝"), "{}", page.text());
    let address = format!("{}/orders/{number}</code>", reader.origin);
    assert!(page.text().contains(&address), "{}", page.text());
    // The other browser knows nobody, and says what the login is for.
    let mut elsewhere = Browser::new(&shop.app);
    let login = elsewhere
        .get(&format!("/orders/{number}"))
        .await
        .header("location")
        .to_owned();
    assert_eq!(login, format!("/login?from=%2Forders%2F{number}"));
    let login = elsewhere.get(&login).await;
    assert!(login.text().contains("登录后查看你的订单。"), "{}", login.text());
}

#[actix_web::test]
async fn the_export_of_a_visitor_has_orders_money_and_memberships_and_nothing_of_others() {
    let shop = open().await;
    let app = &shop.app;
    let bought = shop.month_order().await;
    shop.pay(&bought.number, "pi_1", 1000).await;
    shop.refund(&bought.number, "pi_1", "re_1", 400).await;
    let given = shop.visitor.grant(app, "n_days = 3");
    app.sql(&format!(
        "UPDATE grants SET note = 'a note of the team' WHERE id = '{given}'"
    ));
    shop.visitor.revoke(app, given);
    let other = Visitor::new(app, shop.site.id, "other").await;
    other.grant(app, "n_days = 99");

    let mut reader = Browser::new(app).with(&shop.visitor.cookie);
    let answer = reader.get("/account/export").await;
    let export = answer.json();
    assert_eq!(export["account"]["email"], "reader@reader.example");
    let orders = export["orders"].as_array().unwrap();
    assert_eq!((orders.len(), &orders[0]["number"]), (1, &json!(bought.number)));
    assert_eq!(orders[0]["status"], "partiallyRefunded");
    assert_eq!(orders[0]["payments"][0]["amountFen"], 1000);
    assert_eq!(orders[0]["refunds"][0]["amountFen"], 400);
    let memberships = export["memberships"].as_array().unwrap();
    assert_eq!(memberships.len(), 2);
    let days = memberships.iter().find(|grant| grant["days"] == 3).unwrap();
    assert!(days["revokedAt"].is_string());
    assert!(!answer.text().contains("a note of the team"), "{}", answer.text());
    let mut other = Browser::new(app).with(&other.cookie);
    let export = other.get("/account/export").await.json();
    assert_eq!(
        (&export["orders"], &export["memberships"][0]["days"]),
        (&json!([]), &json!(99))
    );
}
