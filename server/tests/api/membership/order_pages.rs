//! What pages say to who buys: of an order in each state, of a membership in each state, and of what is refused.

use serde_json::json;
use uuid::Uuid;

use super::buying::{open, order};
use super::shop::{EVER, MONTH, Shop, YEAR};
use crate::support::browser::Browser;

const FROM: &str = "/docs/docs/guide";

/// Has these words, in this order.
fn assert_says(page: &str, words: &[&str]) {
    let mut rest = page;
    for word in words {
        let Some((_, after)) = rest.split_once(word) else {
            panic!("{word} is not there, or not in this order: {page}");
        };
        rest = after;
    }
}

async fn give(shop: &Shop, grant: serde_json::Value) {
    let path = format!("/members/{}/grants", shop.visitor.id);
    shop.site.call(&shop.app, "POST", &path, grant).await.data();
}

#[actix_web::test]
async fn a_refused_order_is_shown_again_with_what_was_filled_in_and_what_is_wrong() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let (month, unknown) = (MONTH.to_string(), Uuid::now_v7().to_string());
    let price = format!("price.{MONTH}");
    for (package, method, coupon, shown_price, words) in [
        (&month, "manual", "", "999", "价格刚刚有变动"),
        (&month, "stripe", "", "1000", "这种付款方式现在不可用"),
        (&unknown, "manual", "", "1000", "这个套餐已经停售"),
        (&month, "manual", "wrong-one", "1000", "这个优惠码无效"),
    ] {
        let form = [
            ("packageId", package.as_str()),
            ("method", method),
            ("coupon", coupon),
            ("from", FROM),
            (price.as_str(), shown_price),
        ];
        let answer = reader.post("/orders", &form).await;
        assert_eq!(answer.status, 409, "{words}");
        let page = answer.text();
        assert!(page.contains(words), "{words}: {page}");
        assert!(
            page.contains(&format!("name=\"from\" value=\"{FROM}\"")),
            "{page}"
        );
        assert!(
            page.contains(&format!("name=\"coupon\" value=\"{coupon}\"")),
            "{page}"
        );
        // Another package is not chosen for them.
        let chosen = format!("value=\"{MONTH}\" required checked");
        assert!(page.contains(&chosen), "{page}");
    }
    // One who chose a year keeps it.
    let (year, price) = (YEAR.to_string(), format!("price.{YEAR}"));
    let form = [
        ("packageId", year.as_str()),
        ("method", "manual"),
        ("coupon", ""),
        ("from", FROM),
        (price.as_str(), "1"),
    ];
    let answer = reader.post("/orders", &form).await;
    assert!(
        answer
            .text()
            .contains(&format!("value=\"{YEAR}\" required checked"))
    );
}

#[actix_web::test]
async fn who_has_everything_or_asks_too_often_is_told_so() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let code = [("code", "AAAA-BBBB-CCCC-DDDD"), ("from", FROM)];
    order(&mut reader, "1000", "").await;
    reader.post("/redeem", &code).await;
    shop.app
        .sql("UPDATE orders SET status = 'closed'; UPDATE throttles SET n_hits = 1000000");
    let answer = order(&mut reader, "1000", "").await;
    assert_eq!(answer.status, 429);
    assert!(answer.text().contains("操作过于频繁"), "{}", answer.text());
    let answer = reader.post("/redeem", &code).await;
    assert_eq!(answer.status, 429);
    assert!(answer.text().contains("尝试次数过多"), "{}", answer.text());
    shop.app.sql("DELETE FROM throttles");

    let answer = reader.post("/redeem", &code).await;
    assert_says(
        answer.text(),
        &[
            "action=\"/redeem\"",
            &format!("name=\"from\" value=\"{FROM}\""),
            "aria-describedby=\"redeem-problem\"",
            "兑换码无效",
        ],
    );
    let batch = json!({ "packageId": EVER, "nCodes": 1 });
    let path = "/redeem-batches";
    let made = shop.site.call(&shop.app, "POST", path, batch).await.data();
    give(&shop, json!({ "packageId": EVER })).await;
    let typed = made["codes"][0].as_str().unwrap();
    let answer = reader.post("/redeem", &[("code", typed)]).await;
    assert_eq!(answer.status, 409);
    assert!(answer.text().contains("你是终身会员"), "{}", answer.text());
    let answer = order(&mut reader, "1000", "").await;
    assert_eq!(answer.status, 409);
    assert!(answer.text().contains("你已经是终身会员"), "{}", answer.text());
}

#[actix_web::test]
async fn a_package_that_a_link_names_is_chosen_and_the_reader_comes_back() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let page = reader.get(&format!("/plans?package={YEAR}&from={FROM}")).await;
    assert!(
        page.text()
            .contains(&format!("value=\"{YEAR}\" required checked"))
    );
    assert!(
        !page
            .text()
            .contains(&format!("value=\"{MONTH}\" required checked"))
    );
    assert!(page.text().contains(&format!("name=\"from\" value=\"{FROM}\"")));
    // The button says what it does for who is there.
    assert_says(page.text(), &["提交订单"]);
    let mut guest = Browser::new(&shop.app);
    assert_says(guest.get("/plans").await.text(), &["登录并购买", "登录后兑换"]);
    give(&shop, json!({ "packageId": MONTH })).await;
    assert_says(reader.get("/plans").await.text(), &["你的会员有效期到", "续费"]);
}

#[actix_web::test]
async fn an_order_says_what_became_of_it_and_what_to_do() {
    let shop = open().await;
    let (app, site) = (&shop.app, &shop.site);
    let membership = site.call(app, "GET", "/membership", json!(null)).await.data();
    let mut data = membership["data"].clone();
    data["contact"] = json!("ask@handbook.example");
    site.set(app, "membership", &data);
    let mut reader = Browser::new(app).with(&shop.visitor.cookie);
    let path = order(&mut reader, "1000", "").await.header("location").to_owned();
    let number = path.strip_prefix("/orders/").unwrap().to_owned();
    let again = format!("/plans?from=%2Fdocs%2Fdocs%2Fguide&amp;package={MONTH}");
    for (state, name, is_asked_again, words) in [
        (
            "status = 'pending'",
            "pending",
            false,
            vec![
                "请付款",
                "¥10",
                number.as_str(),
                "scan and pay",
                "我已付款",
                "应付",
                "¥10",
            ],
        ),
        (
            "paid_fen = 400",
            "partial",
            true,
            vec!["收到的金额不足", "已收到 ¥4，还差 ¥6。", "ask@handbook.example"],
        ),
        (
            "paid_fen = 0, status = 'awaitingConfirmation', payer_note = 'tail 1234'",
            "awaiting",
            true,
            vec!["等待作者确认", "你填写的付款信息", "tail 1234", "修改付款信息"],
        ),
        (
            "status = 'rejected', reason = 'not found'",
            "rejected",
            false,
            vec!["作者没有查到这笔付款", "原因", "not found", "我已付款"],
        ),
        (
            "status = 'paid', paid_fen = 1000, paid_at = now()",
            "paid",
            false,
            vec![
                "谢谢，会员已开通",
                FROM,
                "继续阅读",
                "查看我的账号",
                "实付",
                "¥10",
            ],
        ),
        (
            "status = 'partiallyRefunded', refunded_fen = 300",
            "refunded",
            false,
            vec!["订单已部分退款", "已退回 ¥3。", "ask@handbook.example"],
        ),
        (
            "status = 'refunded', refunded_fen = 1000",
            "refunded",
            false,
            vec!["订单已退款", "已退回 ¥10。"],
        ),
        (
            "status = 'closed', paid_fen = 0, refunded_fen = 0, paid_at = NULL",
            "closed",
            false,
            vec!["订单已关闭", again.as_str(), "重新购买"],
        ),
    ] {
        app.sql(&format!("UPDATE orders SET {state}"));
        let page = reader.get(&path).await;
        assert_eq!(page.status, 200, "{state}");
        assert_says(page.text(), &[&format!("data-state=\"{name}\"")]);
        assert_says(page.text(), &words);
        assert_eq!(
            page.text().contains("data-asks-again-s"),
            is_asked_again,
            "{name}"
        );
    }
}

#[actix_web::test]
async fn an_order_that_a_provider_takes_waits_with_a_way_back() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let path = order(&mut reader, "1000", "").await.header("location").to_owned();
    shop.app.sql("UPDATE orders SET method = 'stripe'");
    assert!(
        !path.contains('?'),
        "money that is paid by hand is asked for nowhere"
    );
    let page = reader.get(&path).await;
    assert_says(
        page.text(),
        &[
            "data-asks-again-s",
            "请付款",
            &format!("href=\"{path}?go=1\""),
            "去付款",
            "正在等待付款结果",
            "请在 ",
            "前付款",
            "/plans?from=%2Fdocs%2Fdocs%2Fguide&amp;package=",
            "换一种方式",
            "银行卡",
        ],
    );
    // The method has no keys: nothing can be begun.
    let page = reader.get(&format!("{path}?go=1")).await;
    assert_says(
        page.text(),
        &[
            "data-state=\"unreachable\"",
            "付款服务暂时连不上",
            "重试",
            "换一种方式",
        ],
    );
}

#[actix_web::test]
async fn an_order_of_a_provider_leads_on_to_its_payment_at_once() {
    let shop = open().await;
    shop.app.sql(&format!(
        "INSERT INTO payment_methods (site_id, method, is_enabled) VALUES ('{}', 'stripe', true)",
        shop.site.id
    ));
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let (month, price) = (MONTH.to_string(), format!("price.{MONTH}"));
    for (method, goes) in [("manual", false), ("stripe", true)] {
        let form = [
            ("packageId", month.as_str()),
            ("method", method),
            (price.as_str(), "1000"),
        ];
        let answer = reader.post("/orders", &form).await;
        assert_eq!(answer.header("location").ends_with("?go=1"), goes, "{method}");
    }
}

#[actix_web::test]
async fn the_account_names_every_order_by_its_state_and_the_membership_by_its_own() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    assert_says(
        reader.get("/account").await.text(),
        &["你还不是会员", "还没有订单"],
    );
    order(&mut reader, "1000", "").await;
    for (state, words) in [
        ("status = 'pending'", "待付款"),
        ("status = 'awaitingConfirmation'", "待确认"),
        ("status = 'rejected'", "未到账"),
        ("status = 'paid', paid_fen = 1000, paid_at = now()", "已付款"),
        ("status = 'partiallyRefunded', refunded_fen = 1", "部分退款"),
        ("status = 'refunded', refunded_fen = 1000", "已退款"),
        (
            "status = 'closed', paid_fen = 0, refunded_fen = 0, paid_at = NULL",
            "已关闭",
        ),
    ] {
        shop.app.sql(&format!("UPDATE orders SET {state}"));
        let page = reader.get("/account").await;
        assert_says(page.text(), &["id=\"orders\"", words]);
    }
    let membership = shop
        .site
        .call(&shop.app, "GET", "/membership", json!(null))
        .await
        .data();
    let mut data = membership["data"].clone();
    data["graceDays"] = json!(3);
    shop.site.set(&shop.app, "membership", &data);
    give(&shop, json!({ "days": 1 })).await;
    for (days, words) in [
        (0, "你的会员有效期到"),
        (2, "到期，目前仍可阅读，请尽快续费"),
        (5, "到期。"),
    ] {
        shop.app.sql(&format!(
            "UPDATE grants SET granted_at = now() - interval '{days} days'"
        ));
        let page = reader.get("/account").await;
        assert_says(page.text(), &["id=\"membership\"", words]);
    }
    give(&shop, json!({ "packageId": EVER })).await;
    assert_says(
        reader.get("/account").await.text(),
        &["id=\"membership\"", "你是终身会员，无需再购买。"],
    );
}
