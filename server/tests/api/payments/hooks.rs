//! What providers post.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::shop::{Event, METHODS, Shop, said, thanks};
use crate::support::provider_server::Behavior;

#[actix_web::test]
async fn an_order_that_is_paid_at_a_provider_makes_a_member() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        shop.pay(method, &number);
        let event = shop.paid_event(method, &number, None);
        let answer = shop.tell(method, &event).await;
        assert_eq!(said(&answer), thanks(method));
        assert_eq!(shop.state_of(&number), "paid 1 1", "{method}");
        // The method is in test mode, and so is what it gave.
        let grants = format!(
            "SELECT g.is_test FROM grants g JOIN orders o ON o.id = g.order_id WHERE number = '{number}'"
        );
        assert!(shop.app.database().is_true(&format!("({grants})")));
        assert_eq!(shop.n_mails(&number), "1");
        // Told again, it changes nothing.
        assert_eq!(said(&shop.tell(method, &event).await), thanks(method));
        assert_eq!(shop.state_of(&number), "paid 1 1", "{method}");
    }
    assert_eq!(shop.noted(), "applied applied applied");
}

#[actix_web::test]
async fn fifty_deliveries_at_the_same_moment_give_one_membership_and_one_mail() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        shop.pay(method, &number);
        let event = shop.paid_event(method, &number, None);
        let answers = futures_util::future::join_all((0..50).map(|_| shop.tell(method, &event))).await;
        // Who could not wait for the others is told to come again.
        assert!(answers.iter().any(|answer| said(answer) == thanks(method)));
        assert_eq!(said(&shop.tell(method, &event).await), thanks(method));
        assert_eq!(shop.state_of(&number), "paid 1 1", "{method}");
        assert_eq!(shop.n_mails(&number), "1");
    }
}

#[actix_web::test]
async fn a_wrong_signature_an_old_one_and_a_probe_are_refused_and_leave_nothing() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        shop.pay(method, &number);
        let mut event = shop.paid_event(method, &number, None);
        let right = event.body.clone();
        event.body = right.replacen('1', "2", 1);
        assert_eq!(shop.tell(method, &event).await.status, 401, "{method}");
        event.body.clear();
        assert_eq!(shop.tell(method, &event).await.status, 401, "{method}");
        event.body = right;
        if method == "wechatPay" {
            let signature = event.headers[2].1.clone();
            event.headers[2].1 = format!("WECHATPAY/SIGNTEST/{signature}");
            assert_eq!(shop.tell(method, &event).await.status, 401);
            event.headers[2].1 = signature;
        }
        if method != "alipay" {
            shop.app.clock.advance(TimeDelta::seconds(310));
            assert_eq!(shop.tell(method, &event).await.status, 401, "{method}");
        }
        assert_eq!(shop.state_of(&number), "pending 0 0", "{method}");
    }
    assert_eq!(shop.noted(), "");
}

#[actix_web::test]
async fn notifications_are_counted_by_what_became_of_them() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    shop.pay("stripe", &number);
    let mut event = shop.paid_event("stripe", &number, None);
    let right = event.body.clone();
    event.body = right.replacen('1', "2", 1);
    shop.tell("stripe", &event).await;
    event.body = right;
    shop.app.sql("ALTER TABLE payments RENAME TO payments_away");
    assert_eq!(shop.tell("stripe", &event).await.status, 503);
    shop.app.sql("ALTER TABLE payments_away RENAME TO payments");
    for _ in 0..2 {
        assert_eq!(said(&shop.tell("stripe", &event).await), thanks("stripe"));
    }
    let text = shop.app.state.metrics.text();
    for (outcome, n) in [("processed", 2), ("refused", 1), ("failed", 1)] {
        let series =
            format!("moyan_payment_notifications_total{{method=\"stripe\",outcome=\"{outcome}\"}} {n}\n");
        assert!(text.contains(&series), "{outcome}\n{text}");
    }
}

#[actix_web::test]
async fn another_amount_gives_no_more_than_was_paid_for() {
    let shop = Shop::new().await;
    for method in METHODS {
        for (amount, state) in [
            ("1.00", "pending partialPayment 1 0"),
            ("100.00", "paid overPayment 1 1"),
        ] {
            let number = shop.begun(method).await;
            shop.pay(method, &number);
            let event = shop.paid_event(method, &number, Some(amount));
            assert_eq!(said(&shop.tell(method, &event).await), thanks(method));
            assert_eq!(shop.state_of(&number), state, "{method}");
        }
    }
}

#[actix_web::test]
async fn another_currency_merchant_or_application_gives_nothing() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    shop.pay("stripe", &number);
    let event = shop
        .stripe
        .paid_event(&number, |session| session["currency"] = "usd".into());
    assert_eq!(
        said(&shop.tell("stripe", &Event::of_stripe(event)).await),
        thanks("stripe")
    );
    assert_eq!(shop.state_of(&number), "pending foreignPayment 0 0");
    for field in ["appid", "mchid"] {
        let number = shop.begun("wechatPay").await;
        shop.pay("wechatPay", &number);
        let event = shop
            .wechat_pay
            .paid_event(&number, |transaction| transaction[field] = "other".into());
        let event = Event {
            body: event.body,
            headers: event.headers,
        };
        assert_eq!(said(&shop.tell("wechatPay", &event).await), thanks("wechatPay"));
        assert_eq!(shop.state_of(&number), "pending foreignPayment 0 0", "{field}");
    }
    for change in [("app_id", "2021999999999999"), ("seller_id", "2088999999999999")] {
        let number = shop.begun("alipay").await;
        shop.pay("alipay", &number);
        let event = Event {
            body: shop.alipay.paid_event(&number, &[change]),
            headers: Vec::new(),
        };
        assert_eq!(said(&shop.tell("alipay", &event).await), thanks("alipay"));
        assert_eq!(shop.state_of(&number), "pending foreignPayment 0 0", "{change:?}");
    }
}

#[actix_web::test]
async fn an_order_of_another_site_and_one_of_nobody_are_noted_and_change_nothing() {
    let shop = Shop::new().await;
    // Another site of the same merchant.
    let other = shop.other_site();
    for method in METHODS {
        shop.set_up(other, method).await;
        let number = shop.begun(method).await;
        shop.pay(method, &number);
        let event = shop.paid_event(method, &number, None);
        assert_eq!(said(&shop.tell_site(other, method, &event).await), thanks(method));
        assert_eq!(shop.state_of(&number), "pending 0 0", "{method}");
        shop.app.sql(&format!(
            "UPDATE orders SET number = 'X{method}' WHERE number = '{number}'"
        ));
        assert_eq!(said(&shop.tell(method, &event).await), thanks(method));
    }
    let expected = ["foreignOrder unknownOrder"; 3].join(" ");
    assert_eq!(shop.noted(), expected);
    let unknown = shop.stripe.event("evt_1", "customer.created", &json!({}));
    assert_eq!(
        said(&shop.tell("stripe", &Event::of_stripe(unknown)).await),
        thanks("stripe")
    );
}

#[actix_web::test]
async fn an_order_of_another_method_or_mode_is_not_paid_by_this_one() {
    let shop = Shop::new().await;
    for (change, state, noted) in [
        ("method = 'manual'", "pending 0 0", "foreignOrder"),
        ("is_test = FALSE", "pending foreignPayment 0 0", "foreignPayment"),
    ] {
        shop.app.sql("DELETE FROM payment_notifications");
        let number = shop.begun("stripe").await;
        shop.pay("stripe", &number);
        let event = shop.paid_event("stripe", &number, None);
        shop.app
            .sql(&format!("UPDATE orders SET {change} WHERE number = '{number}'"));
        assert_eq!(said(&shop.tell("stripe", &event).await), thanks("stripe"));
        assert_eq!(
            (shop.state_of(&number).as_str(), shop.noted().as_str()),
            (state, noted)
        );
    }
}

#[actix_web::test]
async fn a_refund_that_is_told_before_its_payment_comes_to_the_same_end() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        shop.pay(method, &number);
        let (paid, refunded) = (
            shop.paid_event(method, &number, None),
            shop.refund_event(method, &number),
        );
        shop.set_behavior(method, Behavior::Failing);
        assert_ne!(said(&shop.tell(method, &refunded).await), thanks(method));
        assert_eq!(shop.state_of(&number), "pending 0 0");
        shop.set_behavior(method, Behavior::Normal);
        for event in [&refunded, &paid, &refunded] {
            assert_eq!(said(&shop.tell(method, event).await), thanks(method));
            assert_eq!(shop.state_of(&number), "refunded 1 0", "{method}");
        }
    }
}

#[actix_web::test]
async fn a_refund_of_a_payment_that_nobody_knows_is_booked_nowhere() {
    let shop = Shop::new().await;
    let number = shop.begun("wechatPay").await;
    let refund = |reference: &str, payment: &str| {
        let event = shop.wechat_pay.refund_event_of(&number, reference, payment, 9900);
        Event {
            body: event.body,
            headers: event.headers,
        }
    };
    // Nobody paid.
    let event = refund("R1", "42000elsewhere");
    assert_eq!(said(&shop.tell("wechatPay", &event).await), thanks("wechatPay"));
    assert_eq!(shop.state_of(&number), "pending unknownRefund 0 0");
    // Somebody paid, and the refund is of something else.
    shop.pay("wechatPay", &number);
    let event = refund("R2", "42000elsewhere");
    assert_eq!(said(&shop.tell("wechatPay", &event).await), thanks("wechatPay"));
    assert_eq!(shop.state_of(&number), "paid unknownRefund 1 1");
    assert_eq!(shop.noted(), "unknownRefund unknownRefund");
}

#[actix_web::test]
async fn a_payment_for_something_else_at_the_same_account_pays_no_order() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    // On a page that the creator made for another product, payers choose `client_reference_id` by its address.
    for metadata in [json!({}), json!(null), json!({ "product": "book" })] {
        let session = json!({
            "id": "cs_test_book", "object": "checkout.session", "client_reference_id": number, "status": "complete",
            "payment_status": "paid", "amount_total": 9900, "currency": "cny", "payment_intent": "pi_book",
            "metadata": metadata,
        });
        let event = shop
            .stripe
            .event(&format!("evt_{metadata}"), "checkout.session.completed", &session);
        assert_eq!(
            said(&shop.tell("stripe", &Event::of_stripe(event)).await),
            thanks("stripe")
        );
        assert_eq!(shop.state_of(&number), "pending 0 0", "{metadata}");
    }
    assert_eq!(shop.noted(), "unknownOrder unknownOrder unknownOrder");
}

impl Shop {
    /// What the creator sees of notifications that were refused.
    async fn refused(&self, method: &str) -> Value {
        let call = self.site.call(&self.app, "GET", "/payment-methods", json!(null));
        let list = call.await.data();
        let mut list = list.as_array().unwrap().iter();
        list.find(|own| own["method"] == method).unwrap()["refused"].clone()
    }

    /// A minute passes: as many notifications as one count in it.
    fn minute(&self) {
        self.app.clock.advance(TimeDelta::minutes(1));
    }
}

/// A signature as long as a real one.
fn other_signature() -> String {
    format!("{}==", "A".repeat(342))
}

#[actix_web::test]
async fn the_creator_sees_that_notifications_are_refused_and_why() {
    let shop = Shop::new().await;
    let number = shop.begun("wechatPay").await;
    shop.pay("wechatPay", &number);
    let refused = async |method: &str| shop.refused(method).await;
    assert_eq!(refused("wechatPay").await, json!(null));
    // A proxy drops the header; WeChat Pay signs with a key that is not set.
    let mut event = shop.paid_event("wechatPay", &number, None);
    event.headers.remove(3);
    assert_eq!(shop.tell("wechatPay", &event).await.status, 401);
    shop.minute();
    let mut event = shop.paid_event("wechatPay", &number, None);
    event.headers[3].1 = "PUB_KEY_ID_9".to_owned();
    assert_eq!(shop.tell("wechatPay", &event).await.status, 401);
    let told = refused("wechatPay").await;
    assert_eq!((&told["count"], &told["reason"]), (&json!(2), &json!("serial")));
    assert_eq!(
        told["lastAt"].as_str().unwrap()[..10],
        shop.app.clock.now().to_rfc3339()[..10]
    );
    // One that is too old, or cannot be read, says nothing of the keys.
    shop.app.clock.advance(TimeDelta::minutes(6));
    let old = shop.paid_event("wechatPay", &number, None);
    shop.app.clock.advance(TimeDelta::minutes(6));
    assert_eq!(shop.tell("wechatPay", &old).await.status, 401);
    assert_eq!(refused("wechatPay").await["count"], 2);
    // Those of another day are counted anew.
    shop.app.clock.advance(TimeDelta::days(2));
    let mut event = shop.paid_event("wechatPay", &number, None);
    event.headers[2].1 = other_signature();
    shop.tell("wechatPay", &event).await;
    let told = refused("wechatPay").await;
    assert_eq!(
        (&told["count"], &told["reason"]),
        (&json!(1), &json!("signature"))
    );
    // Other keys are another beginning, and nobody needs to know of it for ever.
    shop.set_up(shop.site.id, "wechatPay").await;
    assert_eq!(refused("wechatPay").await, json!(null));
    shop.tell("wechatPay", &event).await;
    assert_eq!(refused("wechatPay").await["count"], 1);
    shop.app.clock.advance(TimeDelta::days(8));
    assert_eq!(refused("wechatPay").await, json!(null));
}

#[actix_web::test]
async fn what_anybody_can_post_makes_no_creator_read_that_keys_are_wrong() {
    let shop = Shop::new().await;
    let foreign = |method: &str, number: &str| {
        let right = shop.paid_event(method, number, None);
        let with = |changes: &[(usize, Option<&str>)], body: &str| {
            let mut headers = right.headers.clone();
            for (place, value) in changes {
                match value {
                    Some(value) => headers[*place].1 = (*value).to_owned(),
                    None => {
                        headers.remove(*place);
                    }
                }
            }
            Event {
                body: body.to_owned(),
                headers,
            }
        };
        let (body, signature) = (right.body.as_str(), other_signature());
        match method {
            "stripe" => vec![
                with(&[(0, None)], body),
                with(&[(0, Some("t=1,v1=zz"))], body),
                with(&[(0, Some("v1=00"))], body),
                with(&[], "no event"),
            ],
            "wechatPay" => vec![
                with(&[(2, None)], body),
                with(&[(2, Some("AAAA"))], body),
                with(&[(0, Some("now")), (2, Some(&signature))], body),
                // Of another merchant: it is encrypted for that one, and names the key of that one.
                with(
                    &[(3, Some("PUB_KEY_ID_9"))],
                    &body.replace("wCq51qZv4Yfg", "wCq51qZv4Yfh"),
                ),
                with(&[(3, None)], "{}"),
            ],
            _ => {
                let form = |changes: &[(&str, &str)]| with(&[], &shop.alipay.paid_event(number, changes));
                let unsigned = right.body.split('&').filter(|pair| !pair.starts_with("sign="));
                let unsigned = unsigned.collect::<Vec<_>>().join("&");
                vec![
                    with(&[], &unsigned),
                    with(&[], &format!("{unsigned}&sign=AAAA")),
                    with(
                        &[],
                        &form(&[("app_id", "2021999999999999")])
                            .body
                            .replacen("2026", "2027", 1),
                    ),
                    with(
                        &[],
                        &form(&[("seller_id", "2088999999999999")])
                            .body
                            .replacen("2026", "2027", 1),
                    ),
                ]
            }
        }
    };
    for method in METHODS {
        let number = shop.begun(method).await;
        shop.pay(method, &number);
        for (place, event) in foreign(method, &number).iter().enumerate() {
            shop.minute();
            assert_eq!(shop.tell(method, event).await.status, 401, "{method} {place}");
            assert_eq!(shop.refused(method).await, json!(null), "{method} {place}");
        }
    }
}

#[actix_web::test]
async fn what_a_provider_signs_with_another_key_counts_once_a_minute() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        shop.pay(method, &number);
        let tell = async || {
            let mut event = shop.paid_event(method, &number, None);
            match method {
                "stripe" => {
                    let now = shop.app.clock.now().timestamp();
                    event.headers[0].1 = format!("t={now},v1={}", "0".repeat(64));
                }
                "wechatPay" => event.headers[2].1 = other_signature(),
                _ => event.body = event.body.replacen("out_trade_no=", "out_trade_no=1", 1),
            }
            assert_eq!(shop.tell(method, &event).await.status, 401, "{method}");
        };
        for _ in 0..3 {
            tell().await;
        }
        assert_eq!(shop.refused(method).await["count"], 1, "{method}");
        assert_eq!(shop.refused(method).await["reason"], "signature", "{method}");
        shop.minute();
        tell().await;
        assert_eq!(shop.refused(method).await["count"], 2, "{method}");
    }
}

#[actix_web::test]
async fn a_notification_has_a_megabyte_and_no_byte_more() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    shop.pay("stripe", &number);
    let mut body = shop.paid_event("stripe", &number, None).body;
    body.push_str(&" ".repeat(1024 * 1024 - body.len()));
    let event = Event::of_stripe(shop.stripe.signed(&body));
    assert_eq!(said(&shop.tell("stripe", &event).await), thanks("stripe"));
    assert_eq!(shop.state_of(&number), "paid 1 1");
    let event = Event::of_stripe(shop.stripe.signed(&format!("{body} ")));
    assert_eq!(shop.tell("stripe", &event).await.status, 413);
}

#[actix_web::test]
async fn a_hook_is_only_there_for_methods_with_keys() {
    let shop = Shop::new().await;
    let event = Event {
        body: "{}".to_owned(),
        headers: Vec::new(),
    };
    for method in ["manual", "free", "bitcoin"] {
        assert_eq!(shop.tell(method, &event).await.status, 404, "{method}");
    }
    shop.app
        .sql("UPDATE payment_methods SET is_enabled = FALSE WHERE method = 'stripe'");
    // Money that was on its way still arrives.
    assert_eq!(shop.tell("stripe", &event).await.status, 401);
    shop.app.sql("DELETE FROM payment_methods");
    assert_eq!(shop.tell("stripe", &event).await.status, 404);
}

#[actix_web::test]
async fn what_is_told_of_the_creators_other_business_is_kept_for_thirty_days_and_what_is_of_orders_for_the_books()
 {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    shop.pay("stripe", &number);
    let paid = shop.paid_event("stripe", &number, None);
    shop.tell("stripe", &paid).await;
    let elsewhere = || {
        let session = json!({ "id": "cs_live_1", "payment_status": "paid", "metadata": {} });
        let id = format!("evt_{}", shop.app.clock.now().timestamp());
        Event::of_stripe(shop.stripe.event(&id, "checkout.session.completed", &session))
    };
    shop.tell("stripe", &elsewhere()).await;
    shop.app.clock.advance(TimeDelta::days(1));
    shop.tell("stripe", &elsewhere()).await;
    let all = "applied unknownOrder unknownOrder";
    for (hours, noted) in [
        (29 * 24 - 1, all),
        (2, "applied unknownOrder"),
        (24, "applied"),
        (9999, "applied"),
    ] {
        shop.app.clock.advance(TimeDelta::hours(hours));
        assert!(shop.app.sweep().await);
        assert_eq!(shop.noted(), noted, "{hours}");
    }
}
