//! Orders and money.

use chrono::TimeDelta;
use futures_util::future::join_all;
use moyan_domain::{PaymentMethod, Reason};
use moyan_payments::RefundState;
use moyan_server::features::membership::EntitlementState;
use moyan_server::features::membership::service::{self, Decision};
use serde_json::json;
use uuid::Uuid;

use super::entitlement::entitlement;
use super::shop::{EVER, MONTH, Shop, YEAR, key};

#[actix_web::test]
async fn fifty_deliveries_of_one_payment_give_one_membership_and_one_mail() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    let deliveries = (0..50).map(|_| shop.receive(shop.payment(&order.number, "pi_1", 1000)));
    let answers = join_all(deliveries).await;
    // A server that is busy asks the provider to come again.
    assert!(answers.iter().any(Result::is_ok));
    shop.pay(&order.number, "pi_1", 1000).await;
    assert_eq!(shop.state_of(&order.number), "paid");
    assert_eq!(shop.count("grants"), 1);
    assert_eq!(shop.count("payments"), 1);
    assert_eq!(shop.count("payment_notifications"), 1);
    assert_eq!((shop.n_mails("orderReceipt"), shop.n_mails("orderPaid")), (1, 1));
    assert!(shop.is_member().await);
}

#[actix_web::test]
async fn too_little_too_much_too_late_and_twice_are_problems_that_lose_nothing() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    shop.pay(&order.number, "a", 999).await;
    assert_eq!(shop.state_of(&order.number), "pending partialPayment");
    assert!(!shop.is_member().await);
    shop.pay(&order.number, "b", 1).await;
    assert_eq!(shop.state_of(&order.number), "paid");
    shop.pay(&order.number, "c", 1000).await;
    assert_eq!(shop.state_of(&order.number), "paid duplicatePayment");
    let over = shop.month_order().await;
    shop.pay(&over.number, "d", 1001).await;
    assert_eq!(shop.state_of(&over.number), "paid overPayment");
    let late = shop.month_order().await;
    shop.app.state.clock.advance(TimeDelta::minutes(30));
    service::close_overdue(&shop.app.state).unwrap();
    assert_eq!(shop.state_of(&late.number), "closed");
    shop.pay(&late.number, "e", 1000).await;
    assert_eq!(shop.state_of(&late.number), "paid latePayment");
    assert_eq!((shop.count("grants"), shop.n_mails("orderReceipt")), (3, 3));
}

#[actix_web::test]
async fn a_membership_begins_when_it_was_paid_and_never_later_than_now() {
    let shop = Shop::open().await;
    let now = shop.now();
    for (reference, paid_at, begins_at) in [
        ("early", now - TimeDelta::days(3), now - TimeDelta::days(3)),
        ("late", now + TimeDelta::days(3), now),
    ] {
        let order = shop.month_order().await;
        let mut received = shop.payment(&order.number, reference, 1000);
        received.paid_at = paid_at;
        shop.receive(received).await.unwrap();
        let begun = format!(
            "EXISTS (SELECT FROM grants WHERE order_id = '{}' AND granted_at",
            order.id
        );
        let (from, until) = (
            begins_at - TimeDelta::minutes(1),
            begins_at + TimeDelta::minutes(1),
        );
        assert!(
            shop.app
                .database()
                .is_true(&format!("{begun} BETWEEN '{from}' AND '{until}')")),
            "{reference}"
        );
    }
}

#[actix_web::test]
async fn a_refund_arrives_with_the_amount_that_was_begun_or_is_a_problem() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    let number = &order.number;
    shop.pay(number, "p", 1000).await;
    // More than came in is not even noted as money that went back.
    shop.tell_refund(number, "p", "more", 1001, RefundState::Succeeded)
        .await;
    assert_eq!(
        (shop.state_of(number).as_str(), shop.count("refunds")),
        ("paid foreignPayment", 0)
    );
    shop.app.sql("UPDATE orders SET problems = '{}'");
    for (amount_fen, state, expected) in [
        (1000, RefundState::Pending, "paid"),
        (1, RefundState::Succeeded, "paid foreignPayment"),
        (999, RefundState::Succeeded, "paid foreignPayment"),
        (1001, RefundState::Failed, "paid foreignPayment"),
        (1000, RefundState::Succeeded, "refunded foreignPayment"),
    ] {
        shop.tell_refund(number, "p", "r", amount_fen, state).await;
        assert_eq!(shop.state_of(number), expected, "{amount_fen} {state:?}");
        assert_eq!(shop.is_member().await, expected.starts_with("paid"));
    }
}

#[actix_web::test]
async fn a_refund_that_fails_after_it_had_gone_through_counts_as_here_again() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    let number = &order.number;
    shop.pay(number, "p", 1000).await;
    let sums = "SELECT concat_ws(' ', paid_fen, refunded_fen) FROM orders";
    for (reference, amount_fen, state, expected, left) in [
        ("r", 400, RefundState::Succeeded, "partiallyRefunded", "1000 400"),
        ("r", 400, RefundState::Failed, "paid refundFailed", "1000 0"),
        ("r", 400, RefundState::Failed, "paid refundFailed", "1000 0"),
        // The provider was asked, and says that it arrived in the end.
        ("r", 400, RefundState::Succeeded, "partiallyRefunded", "1000 400"),
        ("r", 400, RefundState::Failed, "paid refundFailed", "1000 0"),
        ("s", 600, RefundState::Succeeded, "partiallyRefunded", "1000 600"),
        ("t", 400, RefundState::Succeeded, "refunded", "1000 1000"),
        (
            "t",
            400,
            RefundState::Failed,
            "partiallyRefunded refundFailed",
            "1000 600",
        ),
    ] {
        shop.tell_refund(number, "p", reference, amount_fen, state).await;
        let found = (shop.state_of(number), shop.app.database().text(sums));
        assert_eq!(
            found,
            (expected.to_owned(), left.to_owned()),
            "{reference} {state:?}"
        );
    }
    assert!(
        !shop.is_member().await,
        "what ended with the refund does not come back by itself"
    );
}

#[actix_web::test]
async fn a_refund_of_more_than_is_left_is_a_problem_and_no_refund() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    let number = &order.number;
    shop.pay(number, "p", 1000).await;
    shop.tell_refund(number, "p", "ours", 1000, RefundState::Pending)
        .await;
    shop.refund(number, "p", "theirs", 400).await;
    for _ in 0..2 {
        shop.refund(number, "p", "ours", 1000).await;
        let sums = "SELECT concat_ws(' ', refunded_fen, (SELECT sum(amount_fen) FROM refunds WHERE status = 'succeeded')) FROM orders";
        assert_eq!(shop.state_of(number), "partiallyRefunded foreignPayment");
        assert_eq!(shop.app.database().text(sums), "400 400");
    }
    assert!(shop.is_member().await);
}

#[actix_web::test]
async fn a_refund_under_the_number_of_another_order_is_seen() {
    let shop = Shop::open().await;
    let mut numbers = Vec::new();
    for reference in ["a", "b"] {
        let order = shop.month_order().await;
        shop.pay(&order.number, reference, 1000).await;
        shop.refund(&order.number, reference, "1", 1000).await;
        numbers.push(order.number);
    }
    assert_eq!(shop.state_of(&numbers[0]), "refunded");
    assert_eq!(shop.state_of(&numbers[1]), "paid unknownRefund");
}

#[actix_web::test]
async fn a_new_problem_does_not_take_the_place_of_another() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    let number = &order.number;
    shop.pay(number, "none", 0).await;
    shop.pay(number, "a", 400).await;
    assert_eq!(shop.state_of(number), "pending foreignPayment partialPayment");
    shop.pay(number, "b", 600).await;
    assert_eq!(shop.state_of(number), "paid foreignPayment");
    shop.pay(number, "c", 1000).await;
    assert_eq!(shop.state_of(number), "paid foreignPayment duplicatePayment");
    let path = |problem: &str| format!("/orders?problem={problem}");
    for (problem, n_listed) in [
        ("any", 1),
        ("foreignPayment", 1),
        ("duplicatePayment", 1),
        ("partialPayment", 0),
    ] {
        let listed = shop
            .site
            .call(&shop.app, "GET", &path(problem), json!(null))
            .await;
        let orders = listed.data()["orders"].as_array().unwrap().len();
        assert_eq!(orders, n_listed, "{problem}");
    }
    let body = json!({ "decision": "accept", "reason": "looked at" });
    let settled = shop
        .site
        .call(&shop.app, "POST", &format!("/orders/{}/settle", order.id.0), body)
        .await;
    assert_eq!(settled.data()["problems"], json!([]));
    assert_eq!(shop.state_of(number), "paid");
}

#[actix_web::test]
async fn an_order_closes_when_its_time_is_over_and_not_before() {
    let shop = Shop::open().await;
    let stripe = shop.month_order().await;
    let manual = shop
        .order(shop.new_order(MONTH, PaymentMethod::Manual))
        .await
        .unwrap();
    shop.app.state.clock.advance(TimeDelta::seconds(30 * 60 - 5));
    service::close_overdue(&shop.app.state).unwrap();
    assert_eq!(shop.state_of(&stripe.number), "pending");
    shop.app.state.clock.advance(TimeDelta::seconds(10));
    service::close_overdue(&shop.app.state).unwrap();
    assert_eq!(
        (shop.state_of(&stripe.number), shop.state_of(&manual.number)),
        ("closed".to_owned(), "pending".to_owned())
    );
    shop.app.state.clock.advance(TimeDelta::days(7));
    service::close_overdue(&shop.app.state).unwrap();
    assert_eq!(shop.state_of(&manual.number), "closed");
}

#[actix_web::test]
async fn an_order_that_is_paid_while_it_is_closed_stays_paid() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    shop.app.state.clock.advance(TimeDelta::minutes(31));
    let state = shop.app.state.clone();
    let closing = async { actix_web::web::block(move || service::close_overdue(&state)).await };
    let paid = "UPDATE orders SET status = 'paid', paid_fen = 1000";
    shop.app.while_changing(paid, closing).await.unwrap().unwrap();
    assert_eq!(shop.state_of(&order.number), "paid");
}

#[actix_web::test]
async fn amounts_that_are_none_and_foreign_money_give_nothing() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    for amount in [0, -1, -1000, 1 << 53, i64::MAX, i64::MIN, 100_000_000] {
        shop.pay(&order.number, "x", amount).await;
        assert_eq!(shop.state_of(&order.number), "pending foreignPayment", "{amount}");
    }
    let mut dollars = shop.payment(&order.number, "y", 1000);
    "USD".clone_into(&mut dollars.currency);
    shop.receive(dollars).await.unwrap();
    let mut other = shop.payment(&order.number, "z", 1000);
    other.method = PaymentMethod::Alipay;
    shop.receive(other).await.unwrap();
    assert_eq!((shop.count("payments"), shop.count("grants")), (0, 0));
    assert_eq!(
        key(shop.receive(shop.payment("nothing", "x", 1000)).await),
        "order.notFound"
    );
}

#[actix_web::test]
async fn a_pending_order_is_used_again_also_when_it_is_sent_twice_at_once() {
    let shop = Shop::open().await;
    let twice = (0..4).map(|_| shop.order(shop.new_order(MONTH, PaymentMethod::Stripe)));
    let numbers: Vec<String> = join_all(twice)
        .await
        .into_iter()
        .map(|order| order.unwrap().number)
        .collect();
    assert!(numbers.iter().all(|number| *number == numbers[0]), "{numbers:?}");
    let year = shop
        .order(shop.new_order(YEAR, PaymentMethod::Stripe))
        .await
        .unwrap();
    assert_ne!(year.number, numbers[0]);
    shop.app.state.clock.advance(TimeDelta::minutes(31));
    let later = shop.month_order().await;
    assert_ne!(later.number, numbers[0]);
}

#[actix_web::test]
async fn a_visitor_makes_twenty_orders_in_an_hour() {
    let shop = Shop::open().await;
    for n in 0..20 {
        let order = shop.month_order().await;
        shop.pay(&order.number, &format!("p{n}"), 1000).await;
    }
    assert_eq!(
        key(shop.order(shop.new_order(MONTH, PaymentMethod::Stripe)).await),
        "request.tooMany"
    );
    shop.app.state.clock.advance(TimeDelta::hours(1));
    shop.order(shop.new_order(MONTH, PaymentMethod::Stripe))
        .await
        .unwrap();
}

#[actix_web::test]
async fn what_is_not_sold_and_what_one_has_for_ever_is_not_ordered() {
    let shop = Shop::open().await;
    let unknown = shop.new_order(Uuid::from_u128(9), PaymentMethod::Stripe);
    assert_eq!(key(shop.order(unknown).await), "package.notSold");
    shop.app.sql(
        "UPDATE site_settings SET data = jsonb_set(data, '{packages,1,isArchived}', 'true') WHERE tab = 'membership'",
    );
    let archived = shop.new_order(YEAR, PaymentMethod::Stripe);
    assert_eq!(key(shop.order(archived).await), "package.notSold");
    shop.app.sql("UPDATE visitors SET is_blocked = TRUE");
    let blocked = shop.new_order(MONTH, PaymentMethod::Stripe);
    assert!(shop.order(blocked).await.is_err());
    shop.app.sql("UPDATE visitors SET is_blocked = FALSE");
    let order = shop
        .order(shop.new_order(EVER, PaymentMethod::Stripe))
        .await
        .unwrap();
    shop.pay(&order.number, "a", 30_000).await;
    assert_eq!(
        entitlement(&shop.app, &shop.visitor).await.state,
        EntitlementState::Lifetime
    );
    for package in [EVER, MONTH] {
        assert_eq!(
            key(shop.order(shop.new_order(package, PaymentMethod::Stripe)).await),
            "order.alreadyLifetime"
        );
    }
}

#[actix_web::test]
async fn a_payment_by_hand_is_noted_confirmed_or_rejected() {
    let shop = Shop::open().await;
    let order = shop
        .order(shop.new_order(MONTH, PaymentMethod::Manual))
        .await
        .unwrap();
    shop.note(&order.number, "尾号 1234").await.unwrap();
    shop.note(&order.number, "尾号 1235").await.unwrap();
    assert_eq!(shop.state_of(&order.number), "awaitingConfirmation");
    assert_eq!(shop.n_mails("orderToConfirm"), 1);
    assert_eq!(
        key(shop.note(&order.number, &"字".repeat(501)).await),
        "request.fieldsInvalid"
    );
    shop.note(&order.number, &"字".repeat(500)).await.unwrap();
    let (site_id, caller, id) = (shop.site_id(), shop.caller(), order.id);
    shop.work(move |connection, state| {
        service::reject(
            connection,
            state,
            &caller,
            site_id,
            id,
            &Reason::parse("x").unwrap(),
        )
    })
    .await
    .unwrap();
    assert_eq!(
        (
            shop.state_of(&order.number).as_str(),
            shop.n_mails("orderRejected")
        ),
        ("rejected", 1)
    );
    shop.app.sql("UPDATE visitors SET nickname = '阿青'");
    shop.note(&order.number, "again\n\n  and \t again").await.unwrap();
    assert_eq!(shop.n_mails("orderToConfirm"), 2);
    let told = shop.app.mail_to(&shop.site.base.owner.email);
    assert!(told.contains("again and again"), "{told}");
    // Who says so is called as the creator knows them.
    assert!(told.contains("阿青 (reader@reader.example)"), "{told}");
    for amount in [0, -1, 1 << 53] {
        assert_eq!(
            key(shop.confirm(order.id, Some(amount)).await),
            "request.fieldsInvalid"
        );
    }
    assert!(!shop.is_member().await);
    let both = join_all([shop.confirm(order.id, None), shop.confirm(order.id, None)]).await;
    assert_eq!(both.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(shop.is_member().await);
    assert_eq!((shop.count("grants"), shop.n_mails("orderReceipt")), (1, 1));
    // Who confirmed it knows.
    assert_eq!(shop.n_mails("orderPaid"), 0);
    assert_eq!(key(shop.note(&order.number, "late").await), "order.transition");
    // What is confirmed is not confirmed again, and what a provider takes in is not confirmed at all.
    assert_eq!(key(shop.confirm(order.id, Some(1000)).await), "order.transition");
    let order = shop
        .order(shop.new_order(YEAR, PaymentMethod::Stripe))
        .await
        .unwrap();
    assert_eq!(key(shop.confirm(order.id, Some(1000)).await), "order.transition");
    assert!(shop.note(&order.number, "paid").await.is_err());
    assert_eq!(shop.state_of(&order.number), "pending");
    assert_eq!(shop.count("payments"), 1);
}

#[actix_web::test]
async fn only_when_all_the_money_is_back_the_membership_ends() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    shop.pay(&order.number, "p", 1000).await;
    shop.refund(&order.number, "p", "r1", 400).await;
    shop.refund(&order.number, "p", "r1", 400).await;
    assert_eq!(shop.state_of(&order.number), "partiallyRefunded");
    assert!(shop.is_member().await);
    shop.refund(&order.number, "p", "r2", 601).await;
    assert_eq!(shop.state_of(&order.number), "partiallyRefunded foreignPayment");
    shop.refund(&order.number, "p", "r3", 600).await;
    assert_eq!(shop.state_of(&order.number), "refunded foreignPayment");
    assert!(!shop.is_member().await);
    assert_eq!(shop.n_mails("orderRefunded"), 2);
    assert!(shop.app.mail_to(&shop.visitor.email).contains("原路退回"));
}

#[actix_web::test]
async fn a_coupon_is_counted_when_it_is_ordered_and_given_back_when_that_ends() {
    let shop = Shop::open().await;
    shop.app.sql(&format!(
        "INSERT INTO coupons (id, site_id, code, percent_off, max_uses) VALUES (gen_random_uuid(), '{0}', 'ONE', 20, 1); \
         INSERT INTO coupons (id, site_id, code, percent_off, max_uses_per_visitor) VALUES (gen_random_uuid(), '{0}', 'FREE', 100, 1)",
        shop.site.id
    ));
    let with = |code: &str, package: Uuid| {
        let mut new = shop.new_order(package, PaymentMethod::Stripe);
        new.coupon = Some(code.to_owned());
        new
    };
    let order = shop.order(with(" one ", MONTH)).await.unwrap();
    assert_eq!((order.discount_fen, order.amount_fen), (200, 800));
    // The same order again, and not one more.
    assert_eq!(shop.order(with("ONE", MONTH)).await.unwrap().number, order.number);
    assert_eq!(key(shop.order(with("ONE", YEAR)).await), "coupon.usedUp");
    assert_eq!(key(shop.order(with("TWO", YEAR)).await), "coupon.invalid");
    shop.app.state.clock.advance(TimeDelta::minutes(31));
    service::close_overdue(&shop.app.state).unwrap();
    assert_eq!(
        shop.app
            .database()
            .text("SELECT n_uses FROM coupons WHERE code = 'ONE'"),
        "0"
    );
    shop.order(with("ONE", YEAR)).await.unwrap();
    // A late payment counts the coupon all the same.
    shop.pay(&order.number, "late", 800).await;
    assert_eq!(
        shop.app
            .database()
            .text("SELECT n_uses FROM coupons WHERE code = 'ONE'"),
        "2"
    );
    let free = shop.order(with("FREE", MONTH)).await.unwrap();
    assert_eq!(
        (
            free.method.as_str(),
            free.amount_fen,
            shop.state_of(&free.number).as_str()
        ),
        ("free", 0, "paid")
    );
    assert_eq!(key(shop.order(with("FREE", MONTH)).await), "coupon.usedUp");
}

#[actix_web::test]
async fn a_coupon_is_used_no_more_often_by_another_method() {
    let shop = Shop::open().await;
    for (code, limit) in [("ALL", "max_uses"), ("EACH", "max_uses_per_visitor")] {
        shop.app.sql(&format!(
            "DELETE FROM orders; INSERT INTO coupons (id, site_id, code, percent_off, {limit}) \
             VALUES (gen_random_uuid(), '{}', '{code}', 20, 1)",
            shop.site.id
        ));
        let by = |method| {
            let mut new = shop.new_order(MONTH, method);
            new.coupon = Some(code.to_owned());
            shop.order(new)
        };
        let first = by(PaymentMethod::Stripe).await.unwrap();
        assert_eq!(key(by(PaymentMethod::WechatPay).await), "coupon.usedUp", "{code}");
        assert_eq!(by(PaymentMethod::Stripe).await.unwrap().number, first.number);
        assert_eq!(shop.count("orders"), 1, "{code}");
        let n_uses = format!("SELECT n_uses FROM coupons WHERE code = '{code}'");
        assert_eq!(shop.app.database().text(&n_uses), "1");
    }
}

#[actix_web::test]
async fn an_order_that_was_rejected_takes_no_coupon_away_from_another() {
    for limit in ["max_uses", "max_uses_per_visitor"] {
        let shop = Shop::open().await;
        shop.app.sql(&format!(
            "INSERT INTO coupons (id, site_id, code, percent_off, {limit}) \
             VALUES (gen_random_uuid(), '{}', 'ONCE', 50, 1)",
            shop.site.id
        ));
        let by = |method| {
            let mut new = shop.new_order(YEAR, method);
            new.coupon = Some("ONCE".to_owned());
            shop.order(new)
        };
        let rejected = by(PaymentMethod::Manual).await.unwrap();
        shop.note(&rejected.number, "paid").await.unwrap();
        let (site_id, caller, id) = (shop.site_id(), shop.caller(), rejected.id);
        shop.work(move |connection, state| {
            service::reject(
                connection,
                state,
                &caller,
                site_id,
                id,
                &Reason::parse("x").unwrap(),
            )
        })
        .await
        .unwrap();
        let other = by(PaymentMethod::Stripe).await.unwrap();
        let n_uses = "SELECT n_uses FROM coupons";
        assert_eq!(
            key(shop.note(&rejected.number, "paid").await),
            "coupon.usedUp",
            "{limit}"
        );
        assert_eq!(
            (shop.state_of(&rejected.number), shop.app.database().text(n_uses)),
            ("rejected".to_owned(), "1".to_owned())
        );
        // Nobody has it any more.
        shop.app.state.clock.advance(TimeDelta::minutes(31));
        service::close_overdue(&shop.app.state).unwrap();
        assert_eq!(shop.state_of(&other.number), "closed");
        shop.note(&rejected.number, "paid").await.unwrap();
        assert_eq!(shop.state_of(&rejected.number), "awaitingConfirmation");
        assert_eq!(shop.app.database().text(n_uses), "1");
    }
}

#[actix_web::test]
async fn a_coupon_counts_in_its_time_for_its_packages_until_it_is_archived() {
    let shop = Shop::open().await;
    let now = shop.now();
    let (before, after) = (now - TimeDelta::minutes(1), now + TimeDelta::minutes(1));
    for (code, limit, is_valid) in [
        ("BEGUN", format!("starts_at = '{before}'"), true),
        ("LATER", format!("starts_at = '{after}'"), false),
        ("GOING", format!("ends_at = '{after}'"), true),
        ("ENDED", format!("ends_at = '{before}'"), false),
        ("MONTH", format!("package_ids = '[\"{MONTH}\"]'"), true),
        ("YEAR", format!("package_ids = '[\"{YEAR}\"]'"), false),
        ("GONE", "is_archived = TRUE".to_owned(), false),
    ] {
        shop.app.sql(&format!(
            "DELETE FROM orders; INSERT INTO coupons (id, site_id, code, percent_off) \
             VALUES (gen_random_uuid(), '{}', '{code}', 20); UPDATE coupons SET {limit} WHERE code = '{code}'",
            shop.site.id
        ));
        let mut new = shop.new_order(MONTH, PaymentMethod::Stripe);
        new.coupon = Some(code.to_owned());
        let answer = shop.order(new).await;
        assert_eq!(answer.is_ok(), is_valid, "{code}");
        if !is_valid {
            assert_eq!(key(answer), "coupon.invalid", "{code}");
        }
    }
}

#[actix_web::test]
async fn less_money_is_enough_when_the_creator_says_so_and_no_money_never_is() {
    let shop = Shop::open().await;
    for (reference, goes_back) in [("kept", false), ("back", true)] {
        let order = shop.month_order().await;
        shop.pay(&order.number, reference, 400).await;
        assert_eq!(shop.state_of(&order.number), "pending partialPayment");
        if goes_back {
            shop.refund(&order.number, reference, "r", 400).await;
        }
        let (site_id, caller, id) = (shop.site_id(), shop.caller(), order.id);
        shop.work(move |connection, state| {
            let reason = Reason::parse("fine").unwrap();
            service::resolve(connection, state, &caller, site_id, id, Decision::Accept, &reason)
        })
        .await
        .unwrap();
        let expected = if goes_back { "pending" } else { "paid" };
        assert_eq!(shop.state_of(&order.number), expected, "{reference}");
    }
    assert_eq!(shop.count("grants"), 1);
}

#[actix_web::test]
async fn a_membership_in_test_mode_holds_as_long_as_its_method_is_in_test_mode() {
    let shop = Shop::open().await;
    shop.app.sql(&format!(
        "INSERT INTO payment_methods (site_id, method, is_enabled, is_test) VALUES ('{}', 'stripe', TRUE, TRUE)",
        shop.site.id
    ));
    let mut new = shop.new_order(MONTH, PaymentMethod::Stripe);
    new.is_test = true;
    let order = shop.order(new).await.unwrap();
    shop.pay(&order.number, "p", 1000).await;
    let entitled = entitlement(&shop.app, &shop.visitor).await;
    assert!(entitled.is_member() && entitled.is_test);
    shop.app.sql("UPDATE payment_methods SET is_test = FALSE");
    assert!(!shop.is_member().await);
}
