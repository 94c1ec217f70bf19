//! Payments that their payers dispute with the bank, as Stripe tells it.

use serde_json::{Value, json};

use super::shop::{Event, Shop, said, thanks};
use crate::support::provider_server::Behavior;
use crate::support::stripe_server::{SECRET_KEY, WEBHOOK_SECRET};
use crate::support::wait_until;

/// A shop with an order that is paid: its number.
async fn sold() -> (Shop, String) {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    shop.pay("stripe", &number);
    let event = shop.paid_event("stripe", &number, None);
    shop.tell("stripe", &event).await;
    assert_eq!(shop.state_of(&number), "paid 1 1");
    (shop, number)
}

fn dispute(shop: &Shop, number: &str, kind: &str, status: &str) -> Event {
    Event::of_stripe(shop.stripe.dispute_event(number, kind, status, |_| {}))
}

async fn tell(shop: &Shop, event: &Event) {
    assert_eq!(said(&shop.tell("stripe", event).await), thanks("stripe"));
}

fn minutes_later(shop: &Shop) {
    shop.app.clock.advance(chrono::TimeDelta::minutes(1));
}

/// Fen that went back of an order, and how the refunds of it are.
fn gone(shop: &Shop, number: &str) -> String {
    shop.app.database().text(&format!(
        "SELECT concat_ws(' ', refunded_fen, (SELECT string_agg(r.status || r.amount_fen, ' ') FROM refunds r \
         WHERE r.order_id = orders.id)) FROM orders WHERE number = '{number}'"
    ))
}

async fn detail(shop: &Shop, number: &str) -> Value {
    let path = format!("/orders/{}", shop.order_id(number));
    shop.site.call(&shop.app, "GET", &path, json!(null)).await.data()
}

fn kinds(detail: &Value) -> Vec<&str> {
    let events = detail["events"].as_array().unwrap();
    events
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect()
}

#[actix_web::test]
async fn a_dispute_is_seen_with_its_deadline_and_the_membership_stays_while_it_is_open() {
    let (shop, number) = sold().await;
    let until = shop.app.clock.now() + chrono::TimeDelta::days(7);
    for kind in ["created", "funds_withdrawn", "updated"] {
        let event = shop
            .stripe
            .dispute_event(&number, kind, "needs_response", |dispute| {
                dispute["evidence_details"]["due_by"] = json!(until.timestamp());
            });
        tell(&shop, &Event::of_stripe(event)).await;
        assert_eq!(shop.state_of(&number), "paid disputed 1 1", "{kind}");
    }
    assert_eq!(gone(&shop, &number), "0");
    let found = detail(&shop, &number).await;
    let told = &found["disputes"][0];
    assert_eq!(
        (
            told["status"].as_str(),
            told["amount"].as_i64(),
            told["reason"].as_str()
        ),
        (Some("open"), Some(9900), Some("general"))
    );
    assert!(
        told["answerBy"]
            .as_str()
            .unwrap()
            .starts_with(&until.format("%Y-%m-%dT%H:%M:%S").to_string())
    );
    assert_eq!(
        kinds(&found).iter().filter(|kind| **kind == "disputed").count(),
        1
    );
    let todo = shop
        .site
        .call(&shop.app, "GET", "/orders/todo", json!(null))
        .await
        .data();
    assert_eq!(todo["nProblems"], 1);
}

#[actix_web::test]
async fn a_lost_dispute_is_money_that_went_back_and_a_won_one_is_none() {
    let (shop, number) = sold().await;
    tell(&shop, &dispute(&shop, &number, "created", "needs_response")).await;
    let mails = shop.n_mails(&number);
    minutes_later(&shop);
    let lost = dispute(&shop, &number, "closed", "lost");
    for _ in 0..2 {
        tell(&shop, &lost).await;
        assert_eq!(shop.state_of(&number), "refunded 1 0");
        assert_eq!(gone(&shop, &number), "9900 succeeded9900");
    }
    // The money comes from the bank: the reader gets no mail of ours.
    assert_eq!(shop.n_mails(&number), mails);

    let (shop, number) = sold().await;
    tell(&shop, &dispute(&shop, &number, "created", "needs_response")).await;
    minutes_later(&shop);
    for kind in ["closed", "funds_reinstated"] {
        tell(&shop, &dispute(&shop, &number, kind, "won")).await;
        assert_eq!(shop.state_of(&number), "paid 1 1");
    }
    assert_eq!(gone(&shop, &number), "0");
    let found = detail(&shop, &number).await;
    assert_eq!(
        kinds(&found).into_iter().rev().take(2).collect::<Vec<_>>(),
        ["disputeWon", "disputed"]
    );
}

#[actix_web::test]
async fn notifications_of_a_dispute_come_to_the_same_end_in_any_order() {
    let shop = Shop::new().await;
    for (last, state) in [("lost", "refunded 1 0"), ("won", "paid 1 1")] {
        let number = shop.begun("stripe").await;
        shop.pay("stripe", &number);
        let paid = shop.paid_event("stripe", &number, None);
        let created = dispute(&shop, &number, "created", "needs_response");
        shop.app.clock.advance(chrono::TimeDelta::seconds(1));
        let withdrawn = dispute(&shop, &number, "funds_withdrawn", "under_review");
        shop.app.clock.advance(chrono::TimeDelta::seconds(1));
        let closed = dispute(&shop, &number, "closed", last);
        // Nothing is known of the payment, and Stripe does not answer.
        shop.set_behavior("stripe", Behavior::Failing);
        assert_eq!(shop.tell("stripe", &closed).await.status, 503);
        assert_eq!(shop.state_of(&number), "pending 0 0");
        shop.set_behavior("stripe", Behavior::Normal);
        for event in [&closed, &withdrawn, &created, &paid, &closed, &created] {
            tell(&shop, event).await;
            assert_eq!(shop.state_of(&number), state);
        }
    }
}

#[actix_web::test]
async fn many_deliveries_of_a_lost_dispute_take_the_money_back_once() {
    let (shop, number) = sold().await;
    let lost = dispute(&shop, &number, "closed", "lost");
    futures_util::future::join_all((0..20).map(|_| shop.tell("stripe", &lost))).await;
    tell(&shop, &lost).await;
    assert_eq!(shop.state_of(&number), "refunded 1 0");
    assert_eq!(gone(&shop, &number), "9900 succeeded9900");
}

#[actix_web::test]
async fn a_dispute_about_a_part_leaves_the_membership() {
    let (shop, number) = sold().await;
    // One that is opened anew after it was lost, and lost again, takes the money once.
    for (kind, status, state) in [
        ("closed", "lost", "partiallyRefunded 1 1"),
        ("updated", "needs_response", "partiallyRefunded disputed 1 1"),
        ("closed", "lost", "partiallyRefunded 1 1"),
    ] {
        minutes_later(&shop);
        let event = shop.stripe.dispute_event(&number, kind, status, |dispute| {
            dispute["amount"] = 900.into();
        });
        tell(&shop, &Event::of_stripe(event)).await;
        assert_eq!(shop.state_of(&number), state, "{kind}");
        assert_eq!(gone(&shop, &number), "900 succeeded900", "{kind}");
    }
}

#[actix_web::test]
async fn what_cannot_be_booked_of_a_lost_dispute_is_shown() {
    let change: [(&str, Value, &str, &str); 4] = [
        ("currency", "usd".into(), "paid disputeUnclear 1 1", "0"),
        ("amount", 0.into(), "paid disputeUnclear 1 1", "0"),
        ("amount", (-1).into(), "paid disputeUnclear 1 1", "0"),
        (
            "amount",
            (1_i64 << 53).into(),
            "refunded disputeUnclear 1 0",
            "9900 succeeded9900",
        ),
    ];
    for (field, value, state, back) in change {
        let (shop, number) = sold().await;
        let event = shop.stripe.dispute_event(&number, "closed", "lost", |dispute| {
            dispute[field] = value.clone();
        });
        tell(&shop, &Event::of_stripe(event)).await;
        assert_eq!(shop.state_of(&number), state, "{field}");
        assert_eq!(gone(&shop, &number), back, "{field}");
    }
}

#[actix_web::test]
async fn a_dispute_that_is_lost_after_the_money_went_back_by_hand_takes_no_more_than_was_here() {
    let (shop, number) = sold().await;
    let path = format!("/orders/{}/refund", shop.order_id(&number));
    let body = json!({ "amountFen": 5000, "reason": "现金", "isOutside": true });
    shop.site.call(&shop.app, "POST", &path, body).await.data();
    tell(&shop, &dispute(&shop, &number, "closed", "lost")).await;
    assert_eq!(shop.state_of(&number), "refunded disputeUnclear 1 0");
    assert!(gone(&shop, &number).starts_with("9900 "));
}

#[actix_web::test]
async fn a_lost_dispute_that_is_won_later_brings_the_money_and_says_that_the_membership_ended() {
    let (shop, number) = sold().await;
    tell(&shop, &dispute(&shop, &number, "closed", "lost")).await;
    minutes_later(&shop);
    tell(&shop, &dispute(&shop, &number, "funds_reinstated", "won")).await;
    assert_eq!(shop.state_of(&number), "paid disputeUnclear 1 0");
    assert_eq!(gone(&shop, &number), "0 failed9900");
    minutes_later(&shop);
    tell(&shop, &dispute(&shop, &number, "closed", "lost")).await;
    assert_eq!(shop.state_of(&number), "refunded disputeUnclear 1 0");
    assert_eq!(gone(&shop, &number), "9900 succeeded9900");
}

#[actix_web::test]
async fn what_the_creator_settled_is_a_problem_again_when_something_new_is_asked() {
    let (shop, number) = sold().await;
    // A question of the bank, before it is a dispute.
    tell(
        &shop,
        &dispute(&shop, &number, "created", "warning_needs_response"),
    )
    .await;
    assert_eq!(shop.state_of(&number), "paid disputed 1 1");
    shop.app.sql("UPDATE orders SET problems = '{}'");
    minutes_later(&shop);
    tell(&shop, &dispute(&shop, &number, "updated", "warning_under_review")).await;
    assert_eq!(shop.state_of(&number), "paid 1 1");
    minutes_later(&shop);
    tell(&shop, &dispute(&shop, &number, "updated", "needs_response")).await;
    assert_eq!(shop.state_of(&number), "paid disputed 1 1");
    minutes_later(&shop);
    tell(&shop, &dispute(&shop, &number, "closed", "warning_closed")).await;
    assert_eq!(shop.state_of(&number), "paid 1 1");
}

#[actix_web::test]
async fn a_dispute_of_another_account_mode_order_or_kind_changes_nothing() {
    let (shop, number) = sold().await;
    // Of a payment that is none of ours, by whatever its metadata say.
    let event = shop
        .stripe
        .dispute_event(&number, "created", "needs_response", |dispute| {
            dispute["payment_intent"] = "pi_elsewhere".into();
            dispute["metadata"] = json!({ "order_number": number });
        });
    tell(&shop, &Event::of_stripe(event)).await;
    // Of a payment without a number.
    let event = shop.stripe.dispute_event(&number, "updated", "lost", |dispute| {
        dispute["payment_intent"] = Value::Null;
    });
    tell(&shop, &Event::of_stripe(event)).await;
    // Of a kind that nobody knows yet, with an object that nobody knows.
    let event = shop.stripe.event(
        "evt_new",
        "charge.dispute.reopened",
        &json!({ "object": "dispute" }),
    );
    tell(&shop, &Event::of_stripe(event)).await;
    assert_eq!(shop.state_of(&number), "paid 1 1");
    assert_eq!(shop.noted(), "applied unknownOrder unknownOrder unknownOrder");
    // Of the other mode.
    let mut event = dispute(&shop, &number, "closed", "lost");
    event = Event::of_stripe(
        shop.stripe
            .signed(&event.body.replace("\"livemode\":false", "\"livemode\":true")),
    );
    tell(&shop, &event).await;
    assert_eq!(shop.state_of(&number), "paid foreignPayment 1 1");
    assert_eq!(gone(&shop, &number), "0");
    // A status that nobody knows yet is to be looked at.
    tell(&shop, &dispute(&shop, &number, "updated", "appealed")).await;
    assert_eq!(shop.state_of(&number), "paid foreignPayment disputed 1 1");
}

const DAY_S: i64 = 86_400;

/// The requests for disputes that Stripe got since it was asked last.
fn n_lists(shop: &Shop) -> usize {
    let received = shop.stripe.server.take_received().into_iter();
    received
        .filter(|request| request.path.starts_with("/v1/disputes?"))
        .count()
}

#[actix_web::test]
async fn a_dispute_that_nobody_told_is_found_within_a_day() {
    let (shop, number) = sold().await;
    shop.after(15).await;
    assert_eq!(n_lists(&shop), 1);
    assert_eq!(shop.state_of(&number), "paid 1 1");
    shop.stripe.have_dispute(&number, "needs_response", |_| {});
    // Of the creator's other business.
    shop.stripe.have_dispute("elsewhere", "lost", |_| {});
    shop.after(3600).await;
    assert_eq!(n_lists(&shop), 0);
    shop.after(DAY_S).await;
    assert_eq!(n_lists(&shop), 1);
    assert_eq!(shop.state_of(&number), "paid disputed 1 1");
    assert_eq!(detail(&shop, &number).await["disputes"][0]["reason"], "general");
    // What is as it was the day before is no news, and what was settled stays settled.
    shop.app.sql("UPDATE orders SET problems = '{}'");
    let written = || shop.app.database().text("SELECT max(updated_at) FROM orders");
    let before = written();
    shop.after(DAY_S).await;
    assert_eq!((n_lists(&shop), written()), (1, before));
    assert_eq!(shop.state_of(&number), "paid 1 1");
    shop.stripe.have_dispute(&number, "lost", |_| {});
    shop.after(DAY_S).await;
    assert_eq!(shop.state_of(&number), "refunded 1 0");
    assert_eq!(gone(&shop, &number), "9900 succeeded9900");
    shop.stripe.have_dispute(&number, "won", |_| {});
    shop.after(DAY_S).await;
    assert_eq!(shop.state_of(&number), "paid disputeUnclear 1 0");
    assert_eq!(
        shop.app
            .database()
            .text("SELECT count(*) FROM payment_notifications"),
        "1"
    );
}

#[actix_web::test]
async fn disputes_are_asked_for_where_something_was_sold_lately_and_again_when_nobody_answered() {
    let shop = Shop::new().await;
    shop.begun("stripe").await;
    shop.after(DAY_S).await;
    assert_eq!(n_lists(&shop), 0);
    let (shop, number) = sold().await;
    shop.stripe.have_dispute(&number, "needs_response", |_| {});
    shop.set_behavior("stripe", Behavior::Failing);
    shop.after(15).await;
    assert_eq!(n_lists(&shop), 1);
    shop.after(1800).await;
    assert_eq!(n_lists(&shop), 0);
    shop.set_behavior("stripe", Behavior::Normal);
    shop.after(1800).await;
    assert_eq!(n_lists(&shop), 1);
    assert_eq!(shop.state_of(&number), "paid disputed 1 1");
    // A payment is disputed within 120 days, and that is decided within as many.
    for (days, n_asked) in [(230, 1), (10, 0)] {
        shop.after(days * DAY_S).await;
        assert_eq!(n_lists(&shop), n_asked, "{days}");
    }
}

#[actix_web::test]
async fn disputes_of_former_accounts_and_of_many_pages_are_found() {
    let (shop, number) = sold().await;
    shop.stripe.have_dispute(&number, "lost", |_| {});
    for index in 0..45 {
        shop.app.clock.advance(chrono::TimeDelta::seconds(1));
        shop.stripe
            .have_dispute(&format!("elsewhere{index}"), "lost", |_| {});
    }
    let body = json!({
        "isEnabled": true, "isTest": true, "settings": {},
        "keys": { "secretKey": crate::support::stripe_server::OTHER_SECRET_KEY, "webhookSecret": "whsec_other" },
    });
    shop.site
        .call(&shop.app, "PUT", "/payment-methods/stripe", body)
        .await
        .data();
    shop.after(15).await;
    // One by which the new keys are checked, one for the present account, three pages of the former one.
    assert_eq!(n_lists(&shop), 5);
    assert_eq!(shop.state_of(&number), "refunded 1 0");
}

/// What the console says of the keys.
async fn problem(shop: &Shop) -> Value {
    let methods = shop.site.call(&shop.app, "GET", "/payment-methods", json!(null));
    methods.await.data()[3]["problem"].clone()
}

/// Asks whether the keys work: what is wrong with them.
async fn check(shop: &Shop) -> String {
    let path = "/payment-methods/stripe/check";
    let answer = shop.site.call(&shop.app, "POST", path, json!(null)).await;
    match answer.status.as_u16() {
        200 => String::new(),
        _ => answer.refusal().1,
    }
}

#[actix_web::test]
async fn keys_that_may_not_read_disputes_are_seen_in_the_console_until_they_may() {
    let (shop, number) = sold().await;
    shop.after(15).await;
    assert_eq!(problem(&shop).await, json!(null));
    shop.stripe.hide_disputes(true);
    shop.after(DAY_S).await;
    assert_eq!(problem(&shop).await, "disputesRefused");
    // Stripe is asked again soon: the right may be given without another key.
    shop.stripe.hide_disputes(false);
    shop.stripe.have_dispute(&number, "needs_response", |_| {});
    shop.after(3600).await;
    assert_eq!(problem(&shop).await, json!(null));
    assert_eq!(shop.state_of(&number), "paid disputed 1 1");

    shop.stripe.hide_disputes(true);
    assert_eq!(check(&shop).await, "paymentMethod.disputesRefused");
    assert_eq!(problem(&shop).await, "disputesRefused");
    // A provider that does not answer says nothing of the keys.
    shop.set_behavior("stripe", Behavior::Failing);
    assert_eq!(check(&shop).await, "paymentMethod.providerUnavailable");
    shop.after(DAY_S).await;
    assert_eq!(problem(&shop).await, "disputesRefused");
    shop.set_behavior("stripe", Behavior::Normal);
    shop.stripe.hide_disputes(false);
    assert_eq!(check(&shop).await, "");
    assert_eq!(problem(&shop).await, json!(null));
}

#[actix_web::test]
async fn keys_that_stripe_accepts_no_more_are_seen_though_former_ones_still_know_disputes() {
    let (shop, number) = sold().await;
    shop.stripe.have_dispute(&number, "lost", |_| {});
    let wrong = json!({ "secretKey": "sk_test_revoked", "webhookSecret": "whsec_other" });
    shop.set_up_with(shop.site.id, "stripe", &json!({}), &wrong).await;
    shop.after(15).await;
    assert_eq!(shop.state_of(&number), "refunded 1 0");
    assert_eq!(problem(&shop).await, "keysRefused");
    // A change of something else says nothing of the keys, other keys are not those that were refused.
    let change = async |body: Value| {
        let path = "/payment-methods/stripe";
        shop.site.call(&shop.app, "PUT", path, body).await.data()
    };
    let still = change(json!({ "isEnabled": false, "isTest": true, "settings": {} })).await;
    assert_eq!(still["problem"], "keysRefused");
    shop.set_up(shop.site.id, "stripe").await;
    assert_eq!(problem(&shop).await, json!(null));
}

#[actix_web::test]
async fn keys_that_are_refused_when_an_order_is_begun_are_seen_until_others_take_their_place() {
    let (shop, _) = sold().await;
    let wrong = json!({ "secretKey": "sk_test_revoked", "webhookSecret": "whsec_other" });
    shop.set_up_with(shop.site.id, "stripe", &json!({}), &wrong).await;
    assert_eq!(problem(&shop).await, "providerUnavailable");
    let begun = shop.try_begin(&shop.order("stripe")).await;
    assert!(begun.is_err(), "{begun:?}");
    assert_eq!(problem(&shop).await, "keysRefused");
    shop.set_up(shop.site.id, "stripe").await;
    assert_eq!(problem(&shop).await, json!(null));
    // An order that is begun says nothing of what else is wrong.
    shop.app
        .sql("UPDATE payment_methods SET problem = 'disputesRefused'");
    shop.begin(&shop.order("stripe")).await;
    assert_eq!(problem(&shop).await, "disputesRefused");
}

#[actix_web::test]
async fn what_stripe_said_of_keys_that_were_replaced_meanwhile_is_not_said_of_the_new_ones() {
    let (shop, _) = sold().await;
    shop.stripe.hide_disputes(true);
    shop.set_behavior("stripe", Behavior::Stalled);
    let replace = async {
        wait_until(|| shop.stripe.server.n_received() > 0).await;
        shop.app.clock.advance(chrono::TimeDelta::seconds(1));
        // One that nobody is offered is saved without a question.
        let body = json!({
            "isEnabled": false, "isTest": true, "settings": {},
            "keys": { "secretKey": SECRET_KEY, "webhookSecret": WEBHOOK_SECRET },
        });
        let put = shop.site.call(&shop.app, "PUT", "/payment-methods/stripe", body);
        put.await.data();
        shop.set_behavior("stripe", Behavior::Normal);
    };
    let _requests = shop.stripe.server.take_received();
    let (said, ()) = futures_util::future::join(check(&shop), replace).await;
    assert_eq!(said, "paymentMethod.disputesRefused");
    assert_eq!(problem(&shop).await, json!(null));
}
