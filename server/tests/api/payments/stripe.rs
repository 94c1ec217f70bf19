//! Stripe.

use chrono::TimeDelta;
use moyan_domain::Clock;
use moyan_payments::{
    Checkout, Client, Closing, NotificationError, NotificationKind, PaymentError, PaymentProvider as _,
    PaymentState, RefundState, Stripe, StripeAccount,
};
use serde_json::json;

use super::{clock, http, order, refund_of, told};
use crate::support::provider_server::{Answered, ProviderServer};
use crate::support::stripe_server::{SECRET_KEY, StripeServer, WEBHOOK_SECRET};

fn account(secret_key: &str) -> StripeAccount<'_> {
    StripeAccount {
        secret_key,
        webhook_secret: WEBHOOK_SECRET,
        is_test: true,
    }
}

fn start() -> (Clock, StripeServer, Stripe) {
    let clock = clock();
    let server = StripeServer::start(clock.clone());
    let stripe = Stripe::new(account(SECRET_KEY), &server.server.url, http(), clock.clone()).unwrap();
    (clock, server, stripe)
}

#[test]
fn an_order_is_paid_on_a_page_of_stripe_and_asked_for() {
    let (clock, server, stripe) = start();
    let mut order = order(&clock, Client::Desktop);
    let checkout = stripe.create(&order).unwrap();
    let Checkout::Redirect { url, reference } = &checkout else {
        panic!("{checkout:?}");
    };
    assert!(url.starts_with("https://checkout.stripe.com/"));
    assert_eq!(stripe.create(&order).unwrap(), checkout);
    let form = server.server.take_received()[0].form();
    for (field, value) in [
        ("mode", "payment"),
        ("line_items[0][price_data][currency]", "cny"),
        ("line_items[0][price_data][unit_amount]", "9900"),
        (
            "line_items[0][price_data][product_data][name]",
            "会员 & 月度 墨砚手册",
        ),
        ("success_url", &format!("{}?back=1", order.return_url)),
        ("cancel_url", &format!("{}?back=canceled", order.return_url)),
    ] {
        assert_eq!(form[field], value);
    }
    // Stripe takes 30 minutes at least.
    let expires_at: i64 = form["expires_at"].parse().unwrap();
    assert!(expires_at - clock.now().timestamp() > 30 * 60);
    order.provider_reference = reference.clone();
    assert_eq!(stripe.query(&order).unwrap(), PaymentState::Pending);
    server.pay(&order.number);
    let PaymentState::Paid(payment) = stripe.query(&order).unwrap() else {
        panic!("it is paid");
    };
    assert_eq!((payment.amount_fen, payment.currency.as_str()), (9900, "CNY"));
    assert_eq!(payment.reference, format!("pi_{}", order.number));
    assert_eq!(payment.paid_at.timestamp(), 1_800_000_000);
    let found = stripe.order_of_payment(&payment.reference).unwrap();
    assert_eq!(found, Some(order.number.clone()));
    assert_eq!(stripe.order_of_payment("pi_of_nobody").unwrap(), None);
    assert_eq!(stripe.order_of_payment("../refunds").unwrap(), None);
    let refund = refund_of(&order, &payment.reference);
    assert_eq!(stripe.refund(&refund).unwrap(), RefundState::Succeeded);
    let sent = server.server.take_received().pop().unwrap();
    assert_eq!(sent.header("idempotency-key"), "refund-R20260131ABCDEF");
    assert_eq!(sent.form()["amount"], "5000");
}

#[test]
fn an_order_that_is_closed_cannot_be_paid_any_more() {
    let (clock, _server, stripe) = start();
    let mut order = order(&clock, Client::Mobile);
    // One that was never begun has nothing to be closed.
    stripe.close(&order).unwrap();
    assert_eq!(stripe.query(&order).unwrap(), PaymentState::Closed);
    let Checkout::Redirect { reference, .. } = stripe.create(&order).unwrap() else {
        panic!("a page is expected");
    };
    order.provider_reference = reference;
    for _ in 0..2 {
        stripe.close(&order).unwrap();
        assert_eq!(stripe.query(&order).unwrap(), PaymentState::Closed);
    }
    order.provider_reference = "cs_test_of_nobody".to_owned();
    assert_eq!(stripe.close(&order), Ok(Closing::Closed));
    assert_eq!(stripe.query(&order).unwrap(), PaymentState::Closed);
}

#[test]
fn a_notification_says_what_was_paid_for_five_minutes() {
    let (clock, server, stripe) = start();
    let order = order(&clock, Client::Desktop);
    stripe.create(&order).unwrap();
    server.pay(&order.number);
    let event = server.paid_event(&order.number, |_| {});
    let tell =
        |signature: &str, body: &str| told(&stripe, &[("stripe-signature", signature)], body.as_bytes());
    let notification = tell(&event.signature, &event.body).unwrap();
    assert_eq!(notification.order_number.as_deref(), Some(order.number.as_str()));
    assert!(notification.is_own_merchant);
    let NotificationKind::Paid(payment) = notification.kind else {
        panic!("it is paid");
    };
    assert_eq!(payment.reference, format!("pi_{}", order.number));
    assert_eq!(payment.paid_at.timestamp(), clock.now().timestamp());
    let other_body = event.body.replace("9900", "9901");
    assert_eq!(
        tell(&event.signature, &other_body),
        Err(NotificationError::Signature)
    );
    assert_eq!(
        told(&stripe, &[], event.body.as_bytes()),
        Err(NotificationError::Signature)
    );
    clock.advance(TimeDelta::seconds(310));
    assert_eq!(
        tell(&event.signature, &event.body),
        Err(NotificationError::Timestamp)
    );
    let garbage = server.signed("{");
    assert_eq!(
        tell(&garbage.signature, &garbage.body),
        Err(NotificationError::Body)
    );
}

#[test]
fn events_that_bring_no_money_are_read_all_the_same() {
    let (clock, server, stripe) = start();
    let order = order(&clock, Client::Desktop);
    stripe.create(&order).unwrap();
    let kind_of = |event: crate::support::stripe_server::StripeEvent| {
        let notification = told(
            &stripe,
            &[("stripe-signature", &event.signature)],
            event.body.as_bytes(),
        )
        .unwrap();
        (notification.kind, notification.is_own_merchant)
    };
    for kind in ["completed", "async_payment_failed", "expired"] {
        let unpaid = server.session_event(&order.number, kind);
        assert_eq!(kind_of(unpaid), (NotificationKind::Progressed, true), "{kind}");
    }
    let unknown = server.event("evt_1", "customer.created", &json!({}));
    assert_eq!(kind_of(unknown), (NotificationKind::Other, true));
    // Of the live mode, though the method is in test mode.
    let event = server.event("evt_2", "customer.created", &json!({}));
    let live = server.signed(&event.body.replace("\"livemode\":false", "\"livemode\":true"));
    assert_eq!(kind_of(live), (NotificationKind::Other, false));
}

#[test]
fn a_refund_is_named_by_our_number_or_by_that_of_stripe() {
    let (_, server, stripe) = start();
    for (metadata, reference, order_number) in [
        (
            json!({ "refund_number": "R1", "order_number": "M1" }),
            "R1",
            Some("M1"),
        ),
        (json!({}), "re_M1", None),
    ] {
        let event = server.refund_event("M1", 5000, &metadata);
        let notification = told(
            &stripe,
            &[("stripe-signature", &event.signature)],
            event.body.as_bytes(),
        )
        .unwrap();
        assert_eq!(notification.order_number.as_deref(), order_number);
        let NotificationKind::Refunded(refund) = notification.kind else {
            panic!("it is a refund");
        };
        assert_eq!((refund.reference.as_str(), refund.amount_fen), (reference, 5000));
        assert_eq!(refund.payment_reference, "pi_M1");
        assert_eq!(refund.state, RefundState::Succeeded);
    }
}

#[test]
fn keys_that_do_not_work_are_named_without_being_shown() {
    let (clock, server, stripe) = start();
    stripe.check().unwrap();
    let other = Stripe::new(
        account("sk_test_other"),
        &server.server.url,
        http(),
        clock.clone(),
    )
    .unwrap();
    let errors = [
        other.check().unwrap_err(),
        other.create(&order(&clock, Client::Desktop)).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error, PaymentError::Keys("401 api_key_invalid".to_owned()));
        assert!(!error.to_string().contains("sk_test"));
    }
}

#[test]
fn a_dispute_that_is_asked_for_is_as_old_as_the_clock_of_stripe_says() {
    let dispute = json!({
        "id": "du_1", "object": "dispute", "amount": 9900, "currency": "cny", "payment_intent": "pi_1",
        "reason": "general", "status": "lost",
    });
    let server = ProviderServer::start(move |request| {
        let is_list = request.path.starts_with("/v1/disputes?");
        let list = json!({ "object": "list", "has_more": false, "data": [dispute] });
        let mut answered = Answered::json(200, if is_list { &list } else { &dispute });
        answered
            .headers
            .push(("date", "Sat, 31 Jan 2026 12:01:00 GMT".to_owned()));
        answered
    });
    let clock = clock();
    let stripe = Stripe::new(account(SECRET_KEY), &server.url, http(), clock.clone()).unwrap();
    let by_stripe = clock.now() + TimeDelta::minutes(1);
    let mut found = stripe.list_disputes(clock.now()).unwrap().listed;
    found.extend(stripe.query_dispute("du_1").unwrap());
    assert_eq!(found.len(), 2);
    for dispute in found {
        assert_eq!(dispute.told_at.timestamp(), by_stripe.timestamp());
    }
    // What is no number of Stripe's is not put into a path.
    server.take_received();
    assert_eq!(stripe.query_dispute("../refunds").unwrap(), None);
    assert!(server.take_received().is_empty());
}
