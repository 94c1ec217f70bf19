//! Keys that are exchanged while orders are open that were made with those before.

use std::time::Duration;

use serde_json::json;

use super::shop::{Event, Shop, said, thanks};
use crate::support::provider_server::Mood;
use crate::support::stripe_server;

/// The keys of another account, which knows nothing of what was done before.
const OTHER_KEYS: (&str, &str) = (stripe_server::OTHER_SECRET_KEY, "whsec_other");

async fn save(shop: &Shop, is_test: bool, secret_key: &str, webhook_secret: &str) {
    let body = json!({
        "isEnabled": true, "isTest": is_test, "settings": {},
        "keys": { "secretKey": secret_key, "webhookSecret": webhook_secret },
    });
    shop.site
        .call(&shop.app, "PUT", "/payment-methods/stripe", body)
        .await
        .data();
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
    shop.set_mood("stripe", Mood::Broken);
    assert_eq!(shop.tell("stripe", &forged).await.status, 503);
    shop.set_mood("stripe", Mood::InOrder);
    // A dispute is not asked for: it is shown.
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
    tokio::task::spawn_blocking(move || moyan_server::jobs::sweep(&state).unwrap())
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
