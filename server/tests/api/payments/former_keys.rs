//! Keys that are exchanged while orders are open that were made with those before.

use std::time::Duration;

use serde_json::{Value, json};

use super::shop::{Event, Shop, said, thanks};
use crate::support::provider_server::{Behavior, OTHER_PUBLIC_KEY};
use crate::support::{alipay_server, stripe_server, wechat_pay_server};

/// The keys of another account, which knows nothing of what was done before.
const OTHER_KEYS: (&str, &str) = (stripe_server::OTHER_SECRET_KEY, "whsec_other");

async fn save(shop: &Shop, is_test: bool, secret_key: &str, webhook_secret: &str) {
    let body = json!({
        "isEnabled": true, "isTest": is_test, "settings": {},
        "keys": { "secretKey": secret_key, "webhookSecret": webhook_secret },
    });
    let put = shop.site.call(&shop.app, "PUT", "/payment-methods/stripe", body);
    shop.unasked("stripe", put).await.data();
}

/// Saves the keys that the shop began with.
async fn restore(shop: &Shop) {
    save(
        shop,
        true,
        stripe_server::SECRET_KEY,
        stripe_server::WEBHOOK_SECRET,
    )
    .await;
}

async fn exchange(shop: &Shop) {
    save(shop, true, OTHER_KEYS.0, OTHER_KEYS.1).await;
}

fn n_former(shop: &Shop) -> String {
    shop.app
        .database()
        .text("SELECT count(*) FROM former_payment_keys")
}

#[actix_web::test]
async fn an_order_that_was_begun_with_former_keys_is_paid_by_what_their_account_tells() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    exchange(&shop).await;
    shop.pay("stripe", &number);
    let event = shop.paid_event("stripe", &number, None);
    for _ in 0..2 {
        assert_eq!(said(&shop.tell("stripe", &event).await), thanks("stripe"));
        assert_eq!(shop.state_of(&number), "paid 1 1");
    }
    // So is one that comes while the keys are of the other mode.
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    save(&shop, false, "sk_live_1", "whsec_live").await;
    shop.pay("stripe", &number);
    let event = shop.paid_event("stripe", &number, None);
    assert_eq!(said(&shop.tell("stripe", &event).await), thanks("stripe"));
    assert_eq!(shop.state_of(&number), "paid 1 1");
    // Its money goes back with the keys of its mode.
    shop.refund(&shop.order_id(&number), 9900).await.data();
    assert_eq!(shop.state_of(&number), "refunded 1 0");
}

/// How a payment is answered that was made already, or is on its way.
const UNDER_WAY: &str = "order.transition";

#[actix_web::test]
async fn what_was_begun_with_former_keys_is_ended_before_it_is_begun_anew() {
    let begun_before = async || {
        let shop = Shop::new().await;
        let number = shop.begun("stripe").await;
        exchange(&shop).await;
        (shop, number)
    };
    let (shop, number) = begun_before().await;
    shop.begin(&number).await;
    assert_eq!(shop.stripe.status_of(&number), "expired");
    // Who has paid there does not pay here too.
    for intent_status in [None, Some("processing")] {
        let (shop, number) = begun_before().await;
        match intent_status {
            None => shop.stripe.pay(&number),
            Some(status) => shop.stripe.pay_by_bank(&number, status),
        }
        let refused = shop.try_begin(&number).await.unwrap_err();
        assert_eq!(refused.key(), UNDER_WAY, "{intent_status:?}");
        if intent_status.is_some() {
            shop.stripe.pay(&number);
            shop.after(7 * 3600).await;
        }
        assert_eq!(shop.state_of(&number), "paid 1 1", "{intent_status:?}");
    }
    // Nor who pays while it is ended.
    let (shop, number) = begun_before().await;
    shop.stripe.pay_when_closing(&number);
    assert_eq!(shop.try_begin(&number).await.unwrap_err().key(), UNDER_WAY);
    assert_eq!(shop.state_of(&number), "paid 1 1");
    // Of keys that are not asked any more it is told, and is to be looked at.
    let (shop, number) = begun_before().await;
    shop.app
        .sql("UPDATE former_payment_keys SET replaced_at = replaced_at - interval '1 day'");
    shop.begin(&number).await;
    shop.pay("stripe", &number);
    let event = shop.paid_event("stripe", &number, None);
    assert_eq!(said(&shop.tell("stripe", &event).await), thanks("stripe"));
    assert_eq!(shop.state_of(&number), "pending foreignPayment 0 0");
}

#[actix_web::test]
async fn an_order_that_was_begun_with_former_keys_is_asked_for_and_refunded_with_them() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    exchange(&shop).await;
    shop.pay("stripe", &number);
    shop.after(15).await;
    assert_eq!(shop.state_of(&number), "paid 1 1");
    shop.refund(&shop.order_id(&number), 9900).await.data();
    assert_eq!(shop.state_of(&number), "refunded 1 0");
}

#[actix_web::test]
async fn a_refund_that_the_former_account_tells_counts_when_it_says_so_again() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    shop.pay("stripe", &number);
    shop.tell("stripe", &shop.paid_event("stripe", &number, None))
        .await;
    exchange(&shop).await;
    let told = Event::of_stripe(
        shop.stripe
            .refund_event(&number, 9900, &json!({ "refund_number": "R1" })),
    );
    assert_eq!(said(&shop.tell("stripe", &told).await), thanks("stripe"));
    assert_eq!(shop.state_of(&number), "paid unknownRefund 1 1");
    shop.have_refund("stripe", &number, "R1");
    // Who knows the former secret may say another amount of a refund that there is.
    let forged = Event::of_stripe(
        shop.stripe
            .refund_event(&number, 5000, &json!({ "refund_number": "R1" })),
    );
    assert_eq!(said(&shop.tell("stripe", &forged).await), thanks("stripe"));
    assert_eq!(shop.state_of(&number), "paid unknownRefund 1 1");
    assert_eq!(said(&shop.tell("stripe", &told).await), thanks("stripe"));
    assert_eq!(shop.state_of(&number), "refunded unknownRefund 1 0");
}

#[actix_web::test]
async fn a_refund_that_the_former_account_has_not_made_takes_nothing_back() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    shop.pay("stripe", &number);
    shop.tell("stripe", &shop.paid_event("stripe", &number, None))
        .await;
    exchange(&shop).await;
    // Who knows the former secret may say that one has succeeded which is on its way.
    let told = Event::of_stripe(
        shop.stripe
            .refund_event(&number, 9900, &json!({ "refund_number": "R1" })),
    );
    for (status, state) in [("pending", "paid 1 1"), ("succeeded", "refunded 1 0")] {
        shop.stripe.have_refund(&number, "R1", status);
        assert_eq!(said(&shop.tell("stripe", &told).await), thanks("stripe"));
        assert_eq!(shop.state_of(&number), state);
    }
}

#[actix_web::test]
async fn a_refund_of_a_payment_that_never_came_is_a_problem() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    exchange(&shop).await;
    shop.have_refund("stripe", &number, "R1");
    let names = json!({ "refund_number": "R1", "order_number": number });
    let refund = Event::of_stripe(shop.stripe.refund_event(&number, 9900, &names));
    assert_eq!(said(&shop.tell("stripe", &refund).await), thanks("stripe"));
    assert_eq!(shop.state_of(&number), "pending unknownRefund 0 0");
}

#[actix_web::test]
async fn a_former_secret_says_nothing_of_the_orders_of_another_site() {
    let shop = Shop::new().await;
    let other = shop.other_site();
    shop.set_up(other, "stripe").await;
    let (own, foreign) = (shop.begun("stripe").await, shop.begun("stripe").await);
    shop.app.sql(&format!(
        "ALTER TABLE orders DISABLE TRIGGER ALL; UPDATE orders SET site_id = '{other}' WHERE number = '{own}'"
    ));
    let keys = json!({ "secretKey": OTHER_KEYS.0, "webhookSecret": OTHER_KEYS.1 });
    shop.set_up_with(other, "stripe", &json!({}), &keys).await;
    assert_eq!(n_former(&shop), "1");
    for (number, state) in [(foreign, "pending 0 0"), (own, "pending foreignPayment 0 0")] {
        let event = forged(&shop, &number, &format!("evt_{number}"));
        let answer = shop.tell_site(other, "stripe", &event).await;
        assert_eq!(said(&answer), thanks("stripe"));
        assert_eq!(shop.state_of(&number), state);
    }
}

#[actix_web::test]
async fn former_keys_are_sealed_with_the_secret_of_the_day_they_are_replaced_and_again_with_a_new_one() {
    const SECRETS: [&str; 3] = [
        "0123456789abcdef0123456789abcdef",
        "fedcba9876543210fedcba9876543210",
        "00112233445566778899aabbccddeeff",
    ];
    let mut shop = Shop::new().await;
    let url = shop.stripe.server.url.clone();
    let with_secrets = |shop: &mut Shop, now: &str, previous: Option<&str>| {
        let mut variables = vec![("STRIPE_API_URL", url.as_str()), ("MERCHANT_KEYS_SECRET", now)];
        variables.extend(previous.map(|previous| ("MERCHANT_KEYS_SECRET_PREVIOUS", previous)));
        shop.app.reconfigure(&variables);
    };
    with_secrets(&mut shop, SECRETS[0], None);
    shop.app.sql("DELETE FROM payment_methods");
    shop.set_up(shop.site.id, "stripe").await;
    let number = shop.begun("stripe").await;
    // The secret changes, and the keys before anybody has sealed them anew.
    with_secrets(&mut shop, SECRETS[1], Some(SECRETS[0]));
    exchange(&shop).await;
    with_secrets(&mut shop, SECRETS[1], None);
    shop.pay("stripe", &number);
    let event = shop.paid_event("stripe", &number, None);
    assert_eq!(said(&shop.tell("stripe", &event).await), thanks("stripe"));
    assert_eq!(shop.state_of(&number), "paid 1 1");
    // Beside keys that nobody can read any more the others are sealed anew.
    shop.app.sql(
        "INSERT INTO former_payment_keys SELECT (jsonb_populate_record(f, jsonb_build_object( \
         'id', gen_random_uuid(), 'sealed_keys', 'bm90aGluZw'))).* FROM former_payment_keys f",
    );
    with_secrets(&mut shop, SECRETS[2], Some(SECRETS[1]));
    let sealing = shop.app.state.sealing.clone();
    let rotate = move |connection: &mut diesel::PgConnection| {
        moyan_server::features::membership::payment_methods::service::rotate_keys(connection, &sealing)
    };
    assert_eq!(shop.app.state.db.transaction(rotate).await.unwrap(), 1);
    with_secrets(&mut shop, SECRETS[2], None);
    assert_eq!(said(&shop.tell("stripe", &event).await), thanks("stripe"));
}

#[actix_web::test]
async fn what_somebody_signs_with_a_former_secret_gives_and_takes_nothing() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    // The secret was replaced because somebody else knew it.
    exchange(&shop).await;
    let forged = Event::of_stripe(shop.stripe.paid_event(&number, |session| {
        session["payment_status"] = "paid".into();
        session["payment_intent"] = "pi_forged".into();
    }));
    assert_eq!(said(&shop.tell("stripe", &forged).await), thanks("stripe"));
    assert_eq!(shop.state_of(&number), "pending foreignPayment 0 0");
    // Nobody can say: it is to come again.
    shop.set_behavior("stripe", Behavior::Failing);
    assert_eq!(shop.tell("stripe", &forged).await.status, 503);
    shop.set_behavior("stripe", Behavior::Normal);
    // So is a dispute asked for: this account has none.
    shop.pay("stripe", &number);
    shop.tell("stripe", &shop.paid_event("stripe", &number, None))
        .await;
    assert_eq!(shop.state_of(&number), "paid foreignPayment 1 1");
    let lost = Event::of_stripe(shop.stripe.dispute_event(&number, "closed", "lost", |_| {}));
    assert_eq!(said(&shop.tell("stripe", &lost).await), thanks("stripe"));
    assert_eq!(shop.state_of(&number), "paid foreignPayment disputeUnclear 1 1");
}

#[actix_web::test]
async fn former_keys_are_kept_while_an_order_needs_them_sealed_and_few() {
    let shop = Shop::new().await;
    // Nobody ordered: there is nothing to look after.
    exchange(&shop).await;
    assert_eq!(n_former(&shop), "0");
    let number = shop.begun("wechatPay").await;
    restore(&shop).await;
    assert_eq!(n_former(&shop), "0");
    shop.app
        .sql(&format!("DELETE FROM orders WHERE number = '{number}'"));
    shop.begun("stripe").await;
    // Saved as it is: nothing is replaced.
    restore(&shop).await;
    assert_eq!(n_former(&shop), "0");
    // Back and forth between two.
    for _ in 0..3 {
        exchange(&shop).await;
        restore(&shop).await;
    }
    assert_eq!(n_former(&shop), "2");
    for index in 0..8 {
        save(&shop, true, &format!("sk_test_{index}"), "whsec_x").await;
    }
    assert_eq!(n_former(&shop), "5");
    let dump = shop
        .app
        .database()
        .text("SELECT string_agg(f::text, '') FROM former_payment_keys f");
    assert!(!dump.contains("sk_test") && !dump.contains("whsec"), "{dump}");
    // A day after it closed nobody pays it any more.
    shop.after(3600 + 86_400 + 60).await;
    sweep(&shop).await;
    assert_eq!(n_former(&shop), "0");
}

async fn sweep(shop: &Shop) {
    let state = shop.app.state.clone();
    tokio::task::spawn_blocking(move || moyan_foundation::jobs::sweep(&state).unwrap())
        .await
        .unwrap();
}

#[actix_web::test]
async fn former_keys_go_after_a_year_and_stay_that_long_for_what_was_paid() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    shop.pay("stripe", &number);
    shop.tell("stripe", &shop.paid_event("stripe", &number, None))
        .await;
    exchange(&shop).await;
    let day = Duration::from_secs(86_400);
    for (days, n_kept) in [(360, "1"), (7, "0")] {
        shop.app
            .clock
            .advance(chrono::TimeDelta::from_std(day * days).unwrap());
        sweep(&shop).await;
        assert_eq!(n_former(&shop), n_kept, "{days}");
    }
}

/// Has another account of WeChat Pay or Alipay, which knows nothing of what was done before.
async fn exchange_account(shop: &Shop, method: &str) {
    let settings = match method {
        "wechatPay" => json!({ "merchantId": wechat_pay_server::OTHER_MERCHANT_ID }),
        _ => json!({ "appId": alipay_server::OTHER_APP_ID }),
    };
    shop.set_up_with(shop.site.id, method, &settings, &json!({}))
        .await;
}

#[actix_web::test]
async fn orders_of_a_former_merchant_are_paid_asked_for_refunded_and_closed() {
    for method in ["wechatPay", "alipay"] {
        let shop = Shop::new().await;
        let (told, asked, unpaid) = (
            shop.begun(method).await,
            shop.begun(method).await,
            shop.begun(method).await,
        );
        exchange_account(&shop, method).await;
        assert_eq!(n_former(&shop), "1");
        // Nobody paid yet, whatever is said.
        let event = |number: &str| shop.paid_event(method, number, None);
        shop.pay(method, &told);
        for _ in 0..2 {
            assert_eq!(said(&shop.tell(method, &event(&told)).await), thanks(method));
            assert_eq!(shop.state_of(&told), "paid 1 1", "{method}");
        }
        shop.pay(method, &asked);
        shop.after(15).await;
        assert_eq!(shop.state_of(&asked), "paid 1 1", "{method}");
        // A refund that was made at the provider counts when it says so again.
        let refund = shop.refund_event(method, &told);
        assert_eq!(said(&shop.tell(method, &refund).await), thanks(method));
        assert_eq!(shop.state_of(&told), "paid unknownRefund 1 1", "{method}");
        shop.have_refund(method, &told, &format!("R{told}"));
        assert_eq!(said(&shop.tell(method, &refund).await), thanks(method));
        assert_eq!(shop.state_of(&told), "refunded unknownRefund 1 0", "{method}");
        // One of ours.
        shop.refund(&shop.order_id(&asked), 9900).await.data();
        let number = shop.app.database().text(&format!(
            "SELECT reference FROM refunds WHERE order_id = '{}'",
            shop.order_id(&asked)
        ));
        shop.have_refund(method, &asked, &number);
        shop.after(61).await;
        assert_eq!(shop.state_of(&asked), "refunded 1 0", "{method}");
        shop.after(1800).await;
        shop.after(60).await;
        let (state, closed) = match method {
            "wechatPay" => (shop.wechat_pay.state_of(&unpaid), "CLOSED"),
            _ => (shop.alipay.state_of(&unpaid), "TRADE_CLOSED"),
        };
        assert_eq!(state, closed, "{method}");
    }
}

#[actix_web::test]
async fn what_only_the_former_merchant_says_and_its_provider_does_not_is_a_problem() {
    for method in ["wechatPay", "alipay"] {
        let shop = Shop::new().await;
        let number = shop.begun(method).await;
        shop.pay(method, &number);
        let paid = shop.paid_event(method, &number, None);
        exchange_account(&shop, method).await;
        match method {
            "wechatPay" => shop.wechat_pay.change(&number, "trade_state", "NOTPAY"),
            _ => shop.alipay.change(&number, "trade_status", "WAIT_BUYER_PAY"),
        }
        assert_eq!(said(&shop.tell(method, &paid).await), thanks(method));
        assert_eq!(shop.state_of(&number), "pending foreignPayment 0 0", "{method}");
    }
}

#[actix_web::test]
async fn a_notification_that_was_sealed_with_a_former_key_of_wechat_pay_is_read() {
    let shop = Shop::new().await;
    let number = shop.begun("wechatPay").await;
    shop.pay("wechatPay", &number);
    let event = shop.paid_event("wechatPay", &number, None);
    let keys = json!({ "apiV3Key": "ffffffffffffffffffffffffffffffff" });
    shop.set_up_with(shop.site.id, "wechatPay", &json!({}), &keys)
        .await;
    assert_eq!(said(&shop.tell("wechatPay", &event).await), thanks("wechatPay"));
    assert_eq!(shop.state_of(&number), "paid 1 1");
}

/// A key of the provider that is none: everything it answers is beyond belief.
fn wrong_keys(method: &str) -> Value {
    let wrong = OTHER_PUBLIC_KEY;
    match method {
        "wechatPay" => json!({ "publicKey": wrong }),
        _ => json!({ "alipayPublicKey": wrong }),
    }
}

#[actix_web::test]
async fn former_keys_that_believe_nothing_keep_no_order_waiting() {
    for method in ["wechatPay", "alipay"] {
        let shop = Shop::new().await;
        // Somebody orders while a key is wrong; then it is mended.
        shop.set_up_with(shop.site.id, method, &json!({}), &wrong_keys(method))
            .await;
        let early = shop.order(method);
        assert!(shop.try_begin(&early).await.is_err());
        shop.set_up(shop.site.id, method).await;
        assert_eq!(n_former(&shop), "1");
        shop.begin(&early).await;
        shop.pay(method, &early);
        shop.after(15).await;
        assert_eq!(shop.state_of(&early), "paid 1 1", "{method}");
        // The former account is another one, and cannot be believed any more: later orders do not ask it.
        shop.set_up_with(shop.site.id, method, &json!({}), &wrong_keys(method))
            .await;
        exchange_account(&shop, method).await;
        shop.app
            .sql("UPDATE former_payment_keys SET replaced_at = replaced_at - interval '1 hour'");
        shop.set_up(shop.site.id, method).await;
        let other = match method {
            "wechatPay" => json!({ "merchantId": wechat_pay_server::OTHER_MERCHANT_ID }),
            _ => json!({ "appId": alipay_server::OTHER_APP_ID }),
        };
        shop.app.sql(&format!(
            "UPDATE former_payment_keys SET settings = settings || '{other}'"
        ));
        let late = shop.begun(method).await;
        shop.pay(method, &late);
        shop.after(15).await;
        assert_eq!(shop.state_of(&late), "paid 1 1", "{method}");
    }
}

#[actix_web::test]
async fn an_order_that_another_application_of_the_merchant_began_is_found() {
    let shop = Shop::new().await;
    let number = shop.begun("wechatPay").await;
    let settings = json!({ "appId": "wxfedcba9876543210" });
    shop.set_up_with(shop.site.id, "wechatPay", &settings, &json!({}))
        .await;
    // And of another one after that: both are kept, though the keys are the same.
    let settings = json!({ "appId": "wx1111111111111111" });
    shop.set_up_with(shop.site.id, "wechatPay", &settings, &json!({}))
        .await;
    assert_eq!(n_former(&shop), "2");
    shop.pay("wechatPay", &number);
    shop.after(15).await;
    assert_eq!(shop.state_of(&number), "paid 1 1");
}

#[actix_web::test]
async fn a_dispute_at_a_former_account_is_what_its_account_says() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    shop.pay("stripe", &number);
    shop.tell("stripe", &shop.paid_event("stripe", &number, None))
        .await;
    exchange(&shop).await;
    let tell = async |kind: &str, status: &str| {
        shop.app.clock.advance(chrono::TimeDelta::minutes(1));
        let event = Event::of_stripe(shop.stripe.dispute_event(&number, kind, status, |_| {}));
        assert_eq!(said(&shop.tell("stripe", &event).await), thanks("stripe"));
        shop.state_of(&number)
    };
    let stored = || {
        shop.app.database().text(
            "SELECT string_agg(concat_ws(' ', status, amount, answer_by IS NOT NULL), ',') FROM disputes",
        )
    };
    // That of another payment under the number of this one proves nothing.
    shop.stripe.have_dispute(&number, "needs_response", |dispute| {
        dispute["payment_intent"] = "pi_other".into();
    });
    assert_eq!(tell("created", "needs_response").await, "paid disputeUnclear 1 1");
    shop.app.sql("UPDATE orders SET problems = '{}'");
    shop.stripe.have_dispute(&number, "needs_response", |_| {});
    assert_eq!(tell("created", "needs_response").await, "paid disputed 1 1");
    assert_eq!(stored(), "open 9900 t");
    // Who knows the former secret may say that it is lost. The account does not.
    assert_eq!(tell("closed", "lost").await, "paid disputed 1 1");
    shop.stripe.have_dispute(&number, "lost", |_| {});
    assert_eq!(tell("closed", "lost").await, "refunded 1 0");
    shop.stripe.have_dispute(&number, "won", |_| {});
    assert_eq!(tell("funds_reinstated", "won").await, "paid disputeUnclear 1 0");
    assert_eq!(stored(), "won 9900 f");
    // Nobody can say: it is to come again.
    shop.set_behavior("stripe", Behavior::Failing);
    let event = Event::of_stripe(shop.stripe.dispute_event(&number, "closed", "lost", |_| {}));
    assert_eq!(shop.tell("stripe", &event).await.status, 503);
    shop.set_behavior("stripe", Behavior::Normal);
    // A refund goes to the account that has the money.
    shop.refund(&shop.order_id(&number), 9900).await.data();
    assert!(shop.state_of(&number).starts_with("refunded"));
}

/// What somebody says who knows a former secret: that an order is paid.
fn forged(shop: &Shop, number: &str, id: &str) -> Event {
    let session = json!({
        "id": "cs_forged", "payment_status": "paid", "payment_intent": "pi_forged", "amount_total": 9900,
        "currency": "cny", "metadata": { "order_number": number }, "note": "字".repeat(100_000),
    });
    Event::of_stripe(shop.stripe.event(id, "checkout.session.completed", &session))
}

#[actix_web::test]
async fn what_only_a_former_secret_proves_is_one_problem_however_often_it_comes() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    exchange(&shop).await;
    let n_rows = || {
        let rows = "(SELECT count(*) FROM payment_notifications) + (SELECT count(*) FROM order_events)";
        shop.app.database().text(rows)
    };
    let event = forged(&shop, &number, "evt_0");
    shop.tell("stripe", &event).await;
    assert_eq!(shop.state_of(&number), "pending foreignPayment 0 0");
    let before = n_rows();
    // Also when the creator has settled it meanwhile.
    shop.app.sql("UPDATE orders SET problems = '{}'");
    assert_eq!(said(&shop.tell("stripe", &event).await), thanks("stripe"));
    assert_eq!(shop.state_of(&number), "pending 0 0");
    assert_eq!(n_rows(), before);
}

#[actix_web::test]
async fn what_a_former_secret_can_write_is_bounded() {
    let shop = Shop::new().await;
    let (number, former) = (shop.begun("stripe").await, shop.begun("alipay").await);
    exchange(&shop).await;
    exchange_account(&shop, "alipay").await;
    let forged = |id: &str| forged(&shop, &number, id);
    let n_rows = || {
        shop.app
            .database()
            .text("SELECT count(*) FROM payment_notifications")
    };
    shop.tell("stripe", &forged("evt_0")).await;
    let is_short = "(SELECT max(octet_length(body)) <= 4096 FROM payment_notifications)";
    assert!(shop.app.database().is_true(is_short));
    // What is about no order leaves nothing.
    let session = json!({
        "id": "cs_forged", "payment_status": "paid", "payment_intent": "pi_forged", "amount_total": 9900,
        "currency": "cny", "metadata": { "order_number": "M0" },
    });
    for (id, kind) in [
        ("evt_1", "checkout.session.completed"),
        ("evt_2", "customer.created"),
    ] {
        let event = Event::of_stripe(shop.stripe.event(id, kind, &session));
        assert_eq!(said(&shop.tell("stripe", &event).await), thanks("stripe"));
    }
    assert_eq!(n_rows(), "1");
    // Others by the hundred leave as many as a day has.
    for index in 10..220 {
        shop.tell("stripe", &forged(&format!("evt_{index}"))).await;
    }
    let n_kept: usize = n_rows().parse().unwrap();
    assert!((100..=200).contains(&n_kept), "{n_kept}");
    assert_eq!(shop.tell("stripe", &forged("evt_x")).await.status, 503);
    assert_eq!(n_rows(), n_kept.to_string());
    // What is told by others goes on, and by these on another day.
    shop.pay("alipay", &former);
    let event = shop.paid_event("alipay", &former, None);
    assert_eq!(said(&shop.tell("alipay", &event).await), thanks("alipay"));
    assert_eq!(shop.state_of(&former), "paid 1 1");
    shop.set_up(shop.site.id, "alipay").await;
    let other = shop.begun("alipay").await;
    shop.pay("alipay", &other);
    let event = shop.paid_event("alipay", &other, None);
    assert_eq!(said(&shop.tell("alipay", &event).await), thanks("alipay"));
    assert_eq!(shop.state_of(&other), "paid 1 1");
    shop.app.clock.advance(chrono::TimeDelta::hours(25));
    assert_eq!(
        said(&shop.tell("stripe", &forged("evt_y")).await),
        thanks("stripe")
    );
}

#[actix_web::test]
async fn what_the_former_account_confirms_does_not_count_against_it() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    exchange(&shop).await;
    shop.pay("stripe", &number);
    for _ in 0..5 {
        shop.tell("stripe", &shop.paid_event("stripe", &number, None))
            .await;
    }
    let counted = "SELECT coalesce(sum(n_hits), 0) FROM throttles WHERE key LIKE 'formerKeys %'";
    assert_eq!(shop.app.database().text(counted), "0");
}
