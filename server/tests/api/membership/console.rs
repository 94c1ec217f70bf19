//! What the team sees and does of members and orders.

use std::cell::Cell;

use actix_web::http::Method;
use chrono::{NaiveDate, TimeDelta};
use chrono_tz::Asia::Shanghai;
use diesel::connection::SimpleConnection as _;
use moyan_foundation::access::Role;
use serde_json::json;
use uuid::Uuid;

use super::shop::{EVER, MONTH, Shop, YEAR, key};
use crate::support::TestApp;
use crate::support::site::Site;
use crate::support::visitor::Visitor;
use crate::support::wait_until;

/// A paid order of the shop; gives its ID.
async fn paid(shop: &Shop) -> String {
    let order = shop
        .order(shop.new_order(MONTH, moyan_domain::PaymentMethod::Stripe))
        .await
        .unwrap();
    shop.receive(shop.payment(&order.number, "p1", 1000))
        .await
        .unwrap();
    order.id.to_string()
}

async fn state_of(shop: &Shop) -> String {
    let path = format!("/members/{}", shop.visitor.id);
    let detail = shop.site.call(&shop.app, "GET", &path, json!(null)).await.data();
    detail["member"]["state"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn money_that_went_back_by_hand_ends_the_membership() {
    let shop = Shop::open().await;
    let id = paid(&shop).await;
    assert_eq!(state_of(&shop).await, "active");
    let (app, site) = (&shop.app, &shop.site);
    for amount in [0, -1, 1001] {
        let body = json!({ "amountFen": amount, "reason": "asked for", "isOutside": true });
        let answer = site
            .call(app, "POST", &format!("/orders/{id}/refund"), body)
            .await;
        assert_eq!(answer.status, 422, "{amount}");
    }
    let body = json!({ "amountFen": 400, "reason": "asked for", "isOutside": true });
    let part = site
        .call(app, "POST", &format!("/orders/{id}/refund"), body.clone())
        .await
        .data();
    assert_eq!(part["status"], "partiallyRefunded");
    assert_eq!(state_of(&shop).await, "active");
    let body = json!({ "amountFen": 600, "reason": "asked for", "isOutside": true });
    let all = site
        .call(app, "POST", &format!("/orders/{id}/refund"), body)
        .await
        .data();
    assert_eq!(
        (&all["status"], &all["refundedFen"]),
        (&json!("refunded"), &json!(1000))
    );
    assert_ne!(state_of(&shop).await, "active");
    // Who paid is told, and not that a provider sends the money.
    let told = app.mail_to(&shop.visitor.email);
    assert!(
        told.contains("已退款 ¥6，") && told.contains("asked for") && !told.contains("原路"),
        "{told}"
    );
    assert_eq!(shop.n_mails("orderRefunded"), 2);
    let detail = site
        .call(app, "GET", &format!("/orders/{id}"), json!(null))
        .await
        .data();
    assert_eq!(detail["refunds"].as_array().unwrap().len(), 2);
    assert_eq!(detail["payments"][0]["amountFen"], 1000);
}

#[actix_web::test]
async fn money_that_no_provider_moved_goes_back_by_hand_only() {
    let shop = Shop::open().await;
    let order = shop
        .order(shop.new_order(MONTH, moyan_domain::PaymentMethod::Manual))
        .await
        .unwrap();
    let (app, site) = (&shop.app, &shop.site);
    let path = format!("/orders/{}", order.id);
    site.call(app, "POST", &format!("{path}/confirm"), json!({}))
        .await
        .data();
    let body = json!({ "amountFen": 100, "reason": "asked for", "isOutside": false });
    let answer = site.call(app, "POST", &format!("{path}/refund"), body).await;
    assert_eq!(answer.refusal(), (409, "order.refundOutside".to_owned()));
}

#[actix_web::test]
async fn money_that_is_confirmed_twice_with_one_key_came_in_once() {
    let shop = Shop::open().await;
    let order = shop
        .order(shop.new_order(MONTH, moyan_domain::PaymentMethod::Manual))
        .await
        .unwrap();
    let path = format!("/orders/{}/confirm", order.id);
    let half = json!({ "amountFen": 500, "note": "" });
    for _ in 0..2 {
        let answer = shop
            .site
            .call_once(&shop.app, "key", Method::POST, &path, &half)
            .await;
        assert_eq!(answer.data()["paidFen"], 500);
    }
    assert_eq!(shop.count("payments"), 1);
    assert_eq!(shop.state_of(&order.number), "pending partialPayment");
}

#[actix_web::test]
async fn when_the_plan_has_ended_orders_are_looked_after_and_nothing_is_sold() {
    let shop = Shop::open().await;
    let by_hand = moyan_domain::PaymentMethod::Manual;
    let order = shop.order(shop.new_order(YEAR, by_hand)).await.unwrap();
    let rejected = shop.order(shop.new_order(MONTH, by_hand)).await.unwrap();
    shop.note(&rejected.number, "paid").await.unwrap();
    shop.app
        .sql("UPDATE teams SET plan = 'creator'; UPDATE sites SET status = 'published'");
    let (app, site) = (&shop.app, &shop.site);
    let of = |step: &str| format!("/orders/{}/{step}", order.id);
    for (method, path, body) in [
        ("POST", of("confirm"), json!({ "amountFen": 1, "note": "" })),
        (
            "POST",
            of("settle"),
            json!({ "decision": "accept", "reason": "enough" }),
        ),
        (
            "POST",
            of("refund"),
            json!({ "amountFen": 1, "reason": "asked for", "isOutside": true }),
        ),
        (
            "POST",
            format!("/orders/{}/reject", rejected.id),
            json!({ "reason": "not found" }),
        ),
        ("GET", "/orders".to_owned(), json!(null)),
        ("GET", "/orders/todo".to_owned(), json!(null)),
        ("GET", "/orders/export".to_owned(), json!(null)),
        ("GET", "/members".to_owned(), json!(null)),
        ("GET", "/members/export".to_owned(), json!(null)),
        ("GET", "/coupons".to_owned(), json!(null)),
        ("GET", "/redeem-batches".to_owned(), json!(null)),
        ("GET", "/payment-methods".to_owned(), json!(null)),
    ] {
        let answer = site.call(app, method, &path, body).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
    assert_eq!(shop.state_of(&order.number), "refunded");
    for (path, body) in [
        (
            "/coupons",
            json!({ "code": "MORE", "percentOff": 10, "packageIds": [] }),
        ),
        ("/redeem-batches", json!({ "packageId": MONTH, "nCodes": 1 })),
        ("/members/imports", json!({ "csv": "a@reader.example,1" })),
    ] {
        let answer = site.call(app, "POST", path, body).await;
        assert_eq!(answer.refusal().1, "plan.notAvailable", "{path}");
    }
    let more = shop.order(shop.new_order(MONTH, by_hand)).await;
    assert_eq!(key(more), "order.nothingSold");
}

#[actix_web::test]
async fn support_sees_members_and_orders_and_no_settings() {
    let shop = Shop::open().await;
    let (app, site) = (&shop.app, &shop.site);
    let support = app.user("support").await;
    app.join(&site.base.team, &support, Role::Support);
    for (path, status) in [
        ("", 200),
        ("/overview", 200),
        ("/members", 200),
        ("/orders", 200),
        ("/coupons", 200),
        // What orders and members are shown with.
        ("/membership", 200),
        ("/basic-info", 200),
        ("/homepage", 403),
        ("/access", 403),
        ("/carousel", 403),
        ("/index", 403),
        ("/navigation", 403),
        ("/appearance", 403),
        ("/domains", 403),
        ("/redirects", 403),
        ("/payment-methods", 403),
    ] {
        let path = format!("{}{path}", site.path);
        let answer = app.call(&support, "GET", &path, json!(null)).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
    }
}

#[actix_web::test]
async fn a_membership_is_given_and_taken_back_by_hand() {
    let shop = Shop::open().await;
    let (app, site) = (&shop.app, &shop.site);
    let path = format!("/members/{}/grants", shop.visitor.id);
    for bad in [
        json!({}),
        json!({ "months": 0 }),
        json!({ "days": 36_501 }),
        json!({ "months": 1, "days": 1 }),
        json!({ "months": 1, "note": "x".repeat(201) }),
    ] {
        assert_eq!(
            site.call(app, "POST", &path, bad.clone()).await.status,
            422,
            "{bad}"
        );
    }
    let unknown = json!({ "packageId": Uuid::now_v7() });
    assert_eq!(
        site.call(app, "POST", &path, unknown).await.refusal().1,
        "package.notFound"
    );
    let given = site
        .call(
            app,
            "POST",
            &path,
            json!({ "packageId": MONTH, "note": "thanks" }),
        )
        .await
        .data();
    assert_eq!(
        (&given["state"], &given["packageName"]),
        (&json!("active"), &json!("monthly"))
    );
    let member = format!("/members/{}", shop.visitor.id);
    let detail = site.call(app, "GET", &member, json!(null)).await.data();
    let grant = detail["grants"][0]["id"].as_str().unwrap().to_owned();
    let other = Visitor::new(app, site.id, "other").await;
    let foreign = format!("/members/{}/grants/{grant}", other.id);
    let reason = json!({ "reason": "a mistake" });
    assert_eq!(
        site.call(app, "DELETE", &foreign, reason.clone()).await.status,
        404
    );
    let own = format!("{path}/{grant}");
    let revoked = site.call(app, "DELETE", &own, reason.clone()).await.data();
    assert_ne!(revoked["state"], "active");
    assert_eq!(site.call(app, "DELETE", &own, reason).await.status, 404, "once");
}

#[actix_web::test]
async fn a_reader_whose_membership_is_taken_back_is_told_unless_it_was_a_slip() {
    let shop = Shop::open().await;
    let (app, site) = (&shop.app, &shop.site);
    let give = async |days: i32| {
        let path = format!("/members/{}/grants", shop.visitor.id);
        site.call(app, "POST", &path, json!({ "days": days }))
            .await
            .data();
        app.sql("DELETE FROM throttles");
        let newest = "SELECT id FROM grants ORDER BY id DESC LIMIT 1";
        app.database().text(newest)
    };
    let revoke = async |grant: &str| {
        let path = format!("/members/{}/grants/{grant}", shop.visitor.id);
        let reason = json!({ "reason": "for the team only" });
        site.call(app, "DELETE", &path, reason).await.data();
        shop.n_mails("membershipRevoked")
    };
    let slip = give(30).await;
    assert_eq!(revoke(&slip).await, 0);
    let (first, second) = (give(30).await, give(30).await);
    app.clock.advance(TimeDelta::minutes(11));
    assert_eq!(revoke(&second).await, 1);
    let left = app.mail_to(&shop.visitor.email);
    assert!(
        left.contains("收回了你的一部分会员时长。会员有效期至 20"),
        "{left}"
    );
    assert_eq!(revoke(&first).await, 2);
    let over = app.mail_to(&shop.visitor.email);
    assert!(
        over.contains("会员专享的内容现在不能再读") && over.contains("/account"),
        "{over}"
    );
    // Why it was is for the team.
    assert!(!over.contains("for the team only"), "{over}");
    // What had ended before ends nothing.
    let ended = give(1).await;
    app.clock.advance(TimeDelta::days(10));
    assert_eq!(revoke(&ended).await, 2);
}

#[actix_web::test]
async fn who_has_bought_is_told_of_a_membership_that_is_taken_back_however_soon() {
    let shop = Shop::open().await;
    paid(&shop).await;
    let grant = shop.app.database().text("SELECT id FROM grants");
    let path = format!("/members/{}/grants/{grant}", shop.visitor.id);
    let reason = json!({ "reason": "refunded" });
    shop.site.call(&shop.app, "DELETE", &path, reason).await.data();
    assert_eq!(shop.n_mails("membershipRevoked"), 1);
}

#[actix_web::test]
async fn a_reader_is_told_of_gifts_by_mail_a_few_times_a_day_whichever_site_gives() {
    let shop = Shop::open().await;
    let (app, site) = (&shop.app, &shop.site);
    let second = site.second(app);
    let known = Visitor::new(app, second.id, "reader").await;
    let give = async |site: &Site, id: Uuid| {
        let path = format!("/members/{id}/grants");
        let given = site.call(app, "POST", &path, json!({ "days": 1 })).await;
        assert_eq!(given.status, 200, "{}", given.text());
    };
    let mut told = Vec::new();
    for (site, id) in [
        (site, shop.visitor.id),
        (&second, known.id),
        (site, shop.visitor.id),
        (&second, known.id),
        (site, shop.visitor.id),
    ] {
        give(site, id).await;
        told.push(shop.n_mails("membershipGranted"));
    }
    assert_eq!(told, [1, 2, 3, 3, 3]);
    app.clock.advance(TimeDelta::days(1));
    give(site, shop.visitor.id).await;
    assert_eq!(shop.n_mails("membershipGranted"), 4);
    // A site that has written to many in a day writes to nobody more; another one does.
    app.sql("DELETE FROM throttles");
    for (number, n_mails) in [(1, 5), (2, 5)] {
        let other = Visitor::new(app, site.id, &format!("other{number}")).await;
        give(site, other.id).await;
        assert_eq!(shop.n_mails("membershipGranted"), n_mails, "{number}");
        app.sql("UPDATE throttles SET n_hits = 200 WHERE key LIKE 'grant mails %'");
    }
    give(&second, known.id).await;
    assert_eq!(shop.n_mails("membershipGranted"), 6);
    // A number gets nothing: short messages cost money.
    app.sql(&format!(
        "DELETE FROM throttles; UPDATE visitors SET email = NULL, phone = '+86-13800138000' WHERE id = '{}'",
        shop.visitor.id
    ));
    give(site, shop.visitor.id).await;
    assert_eq!(shop.count("mails WHERE channel = 'sms'"), 0);
}

#[actix_web::test]
async fn what_belongs_to_another_site_is_not_there() {
    let shop = Shop::open().await;
    let id = paid(&shop).await;
    let (app, second) = (&shop.app, shop.site.second(&shop.app));
    for (method, path) in [
        ("GET", format!("/orders/{id}")),
        ("POST", format!("/orders/{id}/receipt")),
        ("GET", format!("/members/{}", shop.visitor.id)),
    ] {
        assert_eq!(
            second.call(app, method, &path, json!(null)).await.status,
            404,
            "{path}"
        );
    }
    let orders = second.call(app, "GET", "/orders", json!(null)).await.data();
    assert_eq!(orders["orders"], json!([]));
    let members = second.call(app, "GET", "/members", json!(null)).await.data();
    assert_eq!(members["members"], json!([]));
}

#[actix_web::test]
async fn lists_are_filtered_searched_and_paged() {
    let shop = Shop::open().await;
    paid(&shop).await;
    let (app, site) = (&shop.app, &shop.site);
    for name in ["anna", "berta", "100%"] {
        Visitor::new(app, site.id, name).await;
    }
    let ids = |page: &serde_json::Value| -> Vec<String> {
        let members = page["members"].as_array().unwrap();
        members
            .iter()
            .map(|member| member["identifier"].as_str().unwrap().to_owned())
            .collect()
    };
    let get = async |query: &str| {
        site.call(app, "GET", &format!("/members?{query}"), json!(null))
            .await
            .data()
    };
    assert_eq!(ids(&get("search=100%25").await), ["100%@reader.example"]);
    assert_eq!(ids(&get("state=active").await), ["reader@reader.example"]);
    assert_eq!(get("").await["counts"], json!({ "active": 1, "none": 3 }));
    let first = get("limit=3").await;
    let cursor = first["nextCursor"].as_str().unwrap();
    let rest = get(&format!("limit=3&cursor={cursor}")).await;
    assert_eq!(
        (ids(&first).len(), ids(&rest)),
        (3, vec!["reader@reader.example".to_owned()])
    );
    for query in [
        "status=paid",
        "method=stripe",
        "search=reader%40",
        "from=2000-01-01T00:00:00Z",
    ] {
        let page = site
            .call(app, "GET", &format!("/orders?{query}"), json!(null))
            .await
            .data();
        assert_eq!(page["orders"].as_array().unwrap().len(), 1, "{query}");
    }
    for query in [
        "status=closed",
        "problem=any",
        "search=_",
        "to=2000-01-01T00:00:00Z",
    ] {
        let page = site
            .call(app, "GET", &format!("/orders?{query}"), json!(null))
            .await
            .data();
        assert_eq!(page["orders"], json!([]), "{query}");
    }
    let bad = site
        .call(app, "GET", "/orders?problem=nothing", json!(null))
        .await;
    assert_eq!(bad.status, 400);
}

#[actix_web::test]
async fn an_export_begins_no_formula() {
    let shop = Shop::open().await;
    let id = paid(&shop).await;
    let (app, site) = (&shop.app, &shop.site);
    app.sql("UPDATE visitors SET nickname = '=HYPERLINK(1)'");
    app.sql(&format!(
        "UPDATE orders SET payer_note = '+cmd' WHERE id = '{id}'"
    ));
    for (path, cell) in [("/members/export", "'=HYPERLINK(1)"), ("/orders/export", "'+cmd")] {
        let answer = site.call(app, "GET", path, json!(null)).await;
        assert!(answer.text().contains(cell), "{}", answer.text());
    }
}

#[actix_web::test]
async fn an_import_gives_nothing_when_a_line_is_bad_unless_it_is_asked_for() {
    let shop = Shop::open().await;
    let (app, site) = (&shop.app, &shop.site);
    let csv = "new@reader.example,3,old reader\nnobody,1\n";
    let refused = site
        .call(app, "POST", "/members/imports", json!({ "csv": csv }))
        .await
        .data();
    assert_eq!(
        refused,
        json!({ "nImported": 0, "problems": [{ "line": 2, "problem": "identifier" }] })
    );
    let partial = json!({ "csv": csv, "isPartial": true });
    let done = site.call(app, "POST", "/members/imports", partial).await.data();
    assert_eq!(done["nImported"], 1);
    let found = site
        .call(app, "GET", "/members?search=new%40", json!(null))
        .await
        .data();
    assert_eq!(found["members"][0]["state"], "active");
}

#[actix_web::test]
async fn orders_are_exported_in_words_and_in_the_money_and_time_of_the_site() {
    let shop = Shop::open().await;
    let id = paid(&shop).await;
    let (app, site) = (&shop.app, &shop.site);
    let order = site
        .call(app, "GET", &format!("/orders/{id}"), json!(null))
        .await
        .data();
    let number = order["order"]["number"].as_str().unwrap();
    app.sql(&format!(
        "UPDATE orders SET problems = '{{overPayment,disputed}}', payer_note = '阿青' WHERE id = '{id}'"
    ));
    let at = shop.now().with_timezone(&Shanghai).format("%Y-%m-%d %H:%M");
    let (email, package) = (
        &shop.visitor.email,
        order["order"]["package"]["name"].as_str().unwrap(),
    );
    // More than 15 digits are text only beside something else: a spreadsheet loses the last ones of a number.
    assert_eq!(
        exported(site, app, "zh-CN", "/orders/export").await,
        format!(
            "订单号,下单时间,读者,套餐,价格（元）,优惠（元）,应付（元）,实付（元）,已退款（元）,优惠码,付款方式,测试,状态,异常,付款时间,付款人留言\n\
             {number}\t,{at},{email},{package},10.00,0.00,10.00,10.00,0.00,,Stripe（银行卡）,,已付款,付款过多；付款有争议,{at},阿青\n"
        )
    );
    assert_eq!(
        exported(site, app, "en", "/orders/export").await,
        format!(
            "Order,Ordered,Reader,Package,Price (CNY),Discount (CNY),To pay (CNY),Paid (CNY),Refunded (CNY),Coupon,Method,\
             Test,Status,Problems,Paid at,Payer’s note\n\
             {number}\t,{at},{email},{package},10.00,0.00,10.00,10.00,0.00,,Stripe,,Paid,Overpaid; Payment disputed,{at},阿青\n"
        )
    );
}

/// What a site exports in a language, without the mark at its beginning.
async fn exported(site: &Site, app: &TestApp, language: &str, path: &str) -> String {
    let headers = [
        ("token", site.base.owner.token.as_str()),
        ("accept-language", language),
    ];
    let path = format!("{}{path}", site.path);
    let file = app
        .send_from("10.0.0.1", Method::GET, &path, &headers, Vec::new())
        .await;
    file.text().trim_start_matches('\u{feff}').to_owned()
}

/// The lines of an export but for when they came and were there last.
fn lines_of(csv: &str) -> Vec<&str> {
    let cut = |line| str::rsplitn(line, 3, ',').last().unwrap_or_default();
    let mut lines: Vec<&str> = csv.lines().map(cut).collect();
    lines.sort_unstable();
    lines
}

#[actix_web::test]
async fn what_is_exported_can_be_imported_again_and_elsewhere() {
    let shop = Shop::open().await;
    let (app, site) = (&shop.app, &shop.site);
    app.sql("DELETE FROM visitors");
    let import = async |site: &Site, csv: &str| {
        let body = json!({ "csv": csv });
        site.call(app, "POST", "/members/imports", body).await.data()
    };
    let today = shop.now().with_timezone(&Shanghai).date_naive();
    let (ahead, over) = (today + TimeDelta::days(38), today - TimeDelta::days(22));
    let typed = format!(
        "账号,到期,备注,昵称,套餐,已屏蔽,状态\n\
         a@reader.example,{},老读者,=阿青,monthly,,\n\
         138 0013 8000,永久,,,,是,\n\
         ended@reader.example,{over},,,,,\n\
         last@reader.example,{today},,,,,\n\
         none@reader.example,,,,,,\n",
        ahead.format("%Y/%-m/%-d"),
    );
    assert_eq!(
        import(site, &typed).await,
        json!({ "nImported": 5, "problems": [] })
    );
    let csv = exported(site, app, "zh-CN", "/members/export").await;
    for line in [
        "账号,昵称,状态,到期日,套餐,备注,已屏蔽,累计付款（元）".to_owned(),
        format!("a@reader.example,'=阿青,会员,{ahead},monthly,老读者,,0.00"),
        "'+86-13800138000,,终身会员,永久,,,是,0.00".to_owned(),
        format!("ended@reader.example,,已到期,{over},,,,0.00"),
        format!("last@reader.example,,会员,{today},,,,0.00"),
        "none@reader.example,,非会员,,,,,0.00".to_owned(),
    ] {
        assert!(lines_of(&csv).contains(&line.as_str()), "{line}: {csv}");
    }
    // A second time nothing changes, and at another site all is the same.
    assert_eq!(import(site, &csv).await["problems"], json!([]));
    assert_eq!(shop.count("grants"), 4);
    assert_eq!(
        lines_of(&exported(site, app, "zh-CN", "/members/export").await),
        lines_of(&csv)
    );
    let other = site.second(app);
    app.sql(&format!(
        "INSERT INTO site_settings (site_id, tab, data) SELECT '{}', tab, data FROM site_settings \
         WHERE site_id = '{}' AND tab = 'membership'",
        other.id, site.id
    ));
    let english = exported(site, app, "en", "/members/export").await;
    assert_eq!(import(&other, &english).await["problems"], json!([]));
    assert_eq!(
        lines_of(&exported(&other, app, "zh-CN", "/members/export").await),
        lines_of(&csv)
    );
    let some = exported(site, app, "en", "/members/export?state=lifetime").await;
    assert!(some.starts_with("Account,Nickname,Status,Ends,Package"), "{some}");
    assert_eq!(some.lines().count(), 2, "the filter of the list holds: {some}");
}

#[actix_web::test]
async fn an_import_that_is_sent_twice_with_one_key_gives_once() {
    let shop = Shop::open().await;
    let body = json!({ "csv": "new@reader.example,1\n" });
    for _ in 0..2 {
        let answer = shop
            .site
            .call_once(&shop.app, "key", Method::POST, "/members/imports", &body)
            .await;
        assert_eq!(answer.data()["nImported"], 1);
    }
    assert_eq!(shop.count("grants"), 1);
}

#[actix_web::test]
async fn imports_at_the_same_moment_do_not_add_up() {
    let shop = Shop::open().await;
    let day = shop.now().with_timezone(&Shanghai).date_naive() + TimeDelta::days(38);
    let other = Visitor::new(&shop.app, shop.site.id, "other").await;
    let (one, other) = (&shop.visitor.email, &other.email);
    let files = [
        format!("{one},{day}\n{other},{day}\n"),
        format!("{other},{day}\n{one},{day}\n"),
    ];
    let import = async |csv: &str| {
        let body = json!({ "csv": csv });
        let answer = shop.site.call(&shop.app, "POST", "/members/imports", body).await;
        assert_eq!(answer.data()["problems"], json!([]));
    };
    let imports = (0..8).map(|n| import(&files[n % 2]));
    futures_util::future::join_all(imports).await;
    assert_eq!(shop.count("grants"), 2);
}

#[actix_web::test]
async fn an_import_counts_what_is_being_given_meanwhile() {
    let shop = Shop::open().await;
    let day = shop.now().with_timezone(&Shanghai).date_naive() + TimeDelta::days(38);
    let body = json!({ "csv": format!("{},{day}\n", shop.visitor.email) });
    let mut giving = shop.app.database().connect();
    giving
        .batch_execute(&format!(
            "BEGIN; SELECT FROM visitors FOR NO KEY UPDATE; \
             INSERT INTO grants (id, site_id, visitor_id, source, granted_at, n_days) \
             SELECT gen_random_uuid(), site_id, id, 'manual', '{}', 100 FROM visitors",
            shop.now().to_rfc3339()
        ))
        .unwrap();
    let is_imported = Cell::new(false);
    let given = async {
        wait_until(|| {
            let is_waited_for = shop.app.database().is_waited_for();
            assert!(
                is_waited_for || !is_imported.get(),
                "the import waits for nothing"
            );
            is_waited_for
        })
        .await;
        giving.batch_execute("COMMIT").unwrap();
    };
    let imported = async {
        let answer = shop.site.call(&shop.app, "POST", "/members/imports", body).await;
        is_imported.set(true);
        answer
    };
    let (imported, ()) = tokio::join!(imported, given);
    assert_eq!(imported.data()["nImported"], 1);
    assert_eq!(shop.count("grants"), 1);
}

#[actix_web::test]
async fn an_import_lets_nobody_in_again() {
    let shop = Shop::open().await;
    shop.app.sql("UPDATE visitors SET is_blocked = TRUE");
    let body = json!({ "csv": format!("{},1\n", shop.visitor.email) });
    let done = shop
        .site
        .call(&shop.app, "POST", "/members/imports", body)
        .await
        .data();
    assert_eq!(done["nImported"], 1);
    assert!(
        shop.app
            .database()
            .is_true("(SELECT bool_and(is_blocked) FROM visitors)")
    );
}

#[actix_web::test]
async fn who_is_kept_out_is_logged_out_at_once() {
    let shop = Shop::open().await;
    let (app, site) = (&shop.app, &shop.site);
    assert!(Visitor::is_known(app, site.id, &shop.visitor.cookie).await);
    let path = format!("/members/{}", shop.visitor.id);
    let blocked = site
        .call(app, "PATCH", &path, json!({ "isBlocked": true }))
        .await
        .data();
    assert_eq!(blocked["isBlocked"], true);
    assert!(!Visitor::is_known(app, site.id, &shop.visitor.cookie).await);
}

#[actix_web::test]
async fn the_team_sees_the_site_as_a_member_does_and_that_is_written_down() {
    let shop = Shop::open().await;
    let (app, site) = (&shop.app, &shop.site);
    let path = format!("/members/{}", shop.visitor.id);
    let view = async || {
        site.call(app, "POST", &format!("{path}/view"), json!(null))
            .await
            .data()
    };
    assert_eq!(view().await, json!({ "isMember": false }));
    paid(&shop).await;
    assert_eq!(view().await, json!({ "isMember": true }));
    site.call(app, "PATCH", &path, json!({ "isBlocked": true }))
        .await
        .data();
    assert_eq!(view().await, json!({ "isMember": false }));
    assert_eq!(shop.count("audit_entries WHERE action = 'membership.viewed'"), 3);
    let foreign = shop.site.second(app);
    let answer = foreign
        .call(app, "POST", &format!("{path}/view"), json!(null))
        .await;
    assert_eq!(answer.status, 404);
}

#[actix_web::test]
async fn who_is_about_to_end_is_counted_as_they_are_listed() {
    let shop = Shop::open().await;
    let (app, site) = (&shop.app, &shop.site);
    site.set(
        app,
        "membership",
        &json!({ "packages": [], "generalBenefits": [], "graceDays": 3 }),
    );
    let gone = Visitor::new(app, site.id, "gone").await;
    let late = Visitor::new(app, site.id, "late").await;
    let second = Visitor::new(app, site.id, "second").await;
    for id in [shop.visitor.id, gone.id, late.id, second.id] {
        let path = format!("/members/{id}/grants");
        site.call(app, "POST", &path, json!({ "days": 2 })).await.data();
    }
    let later = Visitor::new(app, site.id, "later").await;
    let path = format!("/members/{}/grants", later.id);
    site.call(app, "POST", &path, json!({ "days": 8 })).await.data();
    app.sql(&format!("DELETE FROM visitors WHERE id = '{}'", gone.id));
    app.sql(&format!(
        "UPDATE grants SET granted_at = granted_at - interval '3 days' WHERE visitor_id = '{}'",
        late.id
    ));
    let todo = site.call(app, "GET", "/orders/todo", json!(null)).await.data();
    assert_eq!(
        todo["nExpiring"], 2,
        "neither who is gone, nor who is in the days of grace, nor who has more than a week"
    );
    let soon = (shop.now() + TimeDelta::days(7)).format("%Y-%m-%dT%H:%M:%SZ");
    let path = format!("/members?endsBefore={soon}");
    let page = site.call(app, "GET", &path, json!(null)).await.data();
    let names: Vec<&str> = page["members"]
        .as_array()
        .unwrap()
        .iter()
        .map(|member| member["identifier"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["second@reader.example", "reader@reader.example"]);
    let late = site
        .call(app, "GET", "/members?state=grace", json!(null))
        .await
        .data();
    assert_eq!(late["members"].as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn a_member_has_paid_what_came_less_what_went_back_and_so_has_the_site() {
    let shop = Shop::open().await;
    let first = paid(&shop).await;
    let second = shop.month_order().await;
    shop.pay(&second.number, "p2", 1000).await;
    let (app, site) = (&shop.app, &shop.site);
    for amount in [300, 100] {
        let body = json!({ "amountFen": amount, "reason": "asked for", "isOutside": true });
        site.call(app, "POST", &format!("/orders/{first}/refund"), body)
            .await
            .data();
    }
    let members = site.call(app, "GET", "/members", json!(null)).await.data();
    assert_eq!(members["members"][0]["paidFen"], 1600);
    let revenue = async || {
        let todo = site.call(app, "GET", "/orders/todo", json!(null)).await.data();
        todo["revenueFen30Days"].clone()
    };
    assert_eq!(revenue().await, 1600);
    app.sql("UPDATE payments SET paid_at = paid_at - interval '30 days 1 minute' WHERE reference = 'p2'");
    assert_eq!(revenue().await, 600);
    app.sql("UPDATE payments SET paid_at = paid_at + interval '2 minutes' WHERE reference = 'p2'");
    assert_eq!(revenue().await, 1600);
}

#[actix_web::test]
async fn a_package_that_is_given_lasts_as_long_as_one_that_is_bought() {
    let shop = Shop::open().await;
    let now = shop.now();
    for (name, package, days) in [
        ("month", MONTH, Some(28..=31)),
        ("year", YEAR, Some(365..=366)),
        ("ever", EVER, None),
    ] {
        let visitor = Visitor::new(&shop.app, shop.site.id, name).await;
        let path = format!("/members/{}/grants", visitor.id);
        let given = shop
            .site
            .call(&shop.app, "POST", &path, json!({ "packageId": package }))
            .await
            .data();
        let state = if days.is_some() { "active" } else { "lifetime" };
        assert_eq!(given["state"], state);
        let last_day: Option<NaiveDate> = serde_json::from_value(given["lastDay"].clone()).unwrap();
        let today = now.with_timezone(&Shanghai).date_naive();
        let lasts = last_day.map(|day| (day - today).num_days());
        match (days, lasts) {
            (Some(days), Some(lasts)) => assert!(days.contains(&lasts), "{name} {lasts}"),
            (days, lasts) => assert_eq!((days, lasts), (None, None), "{name}"),
        }
    }
}

#[actix_web::test]
async fn orders_are_paged_and_a_search_has_a_hundred_characters() {
    let shop = Shop::open().await;
    let mut numbers = Vec::new();
    for package in [MONTH, YEAR, EVER] {
        let order = shop.order(shop.new_order(package, moyan_domain::PaymentMethod::Stripe));
        numbers.insert(0, order.await.unwrap().number);
    }
    let (app, site) = (&shop.app, &shop.site);
    let mut found = Vec::new();
    let mut cursor = String::new();
    for n_found in [2, 1] {
        let path = format!("/orders?limit=2{cursor}");
        let page = site.call(app, "GET", &path, json!(null)).await.data();
        let orders = page["orders"].as_array().unwrap();
        assert_eq!(orders.len(), n_found);
        found.extend(
            orders
                .iter()
                .map(|order| order["number"].as_str().unwrap().to_owned()),
        );
        cursor = page["nextCursor"]
            .as_str()
            .map(|cursor| format!("&cursor={cursor}"))
            .unwrap_or_default();
    }
    assert_eq!((found, cursor.as_str()), (numbers, ""));
    for list in ["orders", "members"] {
        for (n_chars, status) in [(100, 200), (101, 400)] {
            let path = format!("/{list}?search={}", "x".repeat(n_chars));
            assert_eq!(site.call(app, "GET", &path, json!(null)).await.status, status);
        }
    }
}

#[actix_web::test]
async fn members_are_listed_by_package_and_in_each_order() {
    let shop = Shop::open().await;
    let (app, site) = (&shop.app, &shop.site);
    let anna = Visitor::new(app, site.id, "anna").await;
    Visitor::new(app, site.id, "berta").await;
    for (id, grant) in [
        (shop.visitor.id, json!({ "packageId": YEAR })),
        (anna.id, json!({ "packageId": YEAR })),
        (anna.id, json!({ "packageId": MONTH })),
    ] {
        let path = format!("/members/{id}/grants");
        site.call(app, "POST", &path, grant).await.data();
        app.sql("UPDATE grants SET granted_at = granted_at - interval '1 second'");
    }
    app.sql(&format!(
        "UPDATE visitors SET last_seen_at = last_seen_at + interval '1 hour' WHERE id = '{}'",
        anna.id
    ));
    let names = async |query: String| -> Vec<String> {
        let page = site
            .call(app, "GET", &format!("/members?{query}"), json!(null))
            .await
            .data();
        let members = page["members"].as_array().unwrap();
        members
            .iter()
            .map(|member| {
                member["identifier"]
                    .as_str()
                    .unwrap()
                    .replace("@reader.example", "")
            })
            .collect()
    };
    assert_eq!(names(format!("packageId={YEAR}")).await, ["reader"]);
    assert_eq!(names(format!("packageId={MONTH}")).await, ["anna"]);
    assert_eq!(names("sort=endsAt".to_owned()).await, ["reader", "anna", "berta"]);
    assert_eq!(names("sort=lastSeenAt".to_owned()).await[0], "anna");
}
