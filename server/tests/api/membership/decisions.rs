//! What the team decides about orders, and what their timelines and the audit log say of it.

use moyan_domain::{OrderId, PaymentMethod, Reason};
use moyan_payments::{Dispute, DisputeState, RefundState};
use moyan_server::features::membership::service::{self, Decision, Order};
use serde_json::json;

use super::shop::{MONTH, Shop};

async fn manual_order(shop: &Shop) -> Order {
    shop.order(shop.new_order(MONTH, PaymentMethod::Manual))
        .await
        .unwrap()
}

async fn settle(shop: &Shop, id: OrderId, decision: Decision) {
    let (site_id, caller) = (shop.site_id(), shop.caller());
    shop.work(move |connection, state| {
        let reason = Reason::parse("fine").unwrap();
        service::resolve(connection, state, &caller, site_id, id, decision, &reason)
    })
    .await
    .unwrap();
}

/// The kinds of what stands in the timeline of an order, from the oldest.
fn timeline(shop: &Shop, number: &str) -> String {
    shop.app.database().text(&format!(
        "SELECT string_agg(kind, ' ' ORDER BY e.created_at, e.id) FROM order_events e \
         JOIN orders o ON o.id = order_id WHERE number = '{number}'"
    ))
}

#[actix_web::test]
async fn what_is_confirmed_is_what_is_missing() {
    let shop = Shop::open().await;
    let order = manual_order(&shop).await;
    shop.confirm(order.id, Some(400)).await.unwrap();
    assert_eq!(shop.state_of(&order.number), "pending partialPayment");
    let order = shop.confirm(order.id, None).await.unwrap();
    assert_eq!((order.paid_fen, order.amount_fen), (1000, 1000));
    assert_eq!(shop.state_of(&order.number), "paid");
}

#[actix_web::test]
async fn an_order_that_is_closed_for_a_problem_gives_no_membership() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    shop.pay(&order.number, "p", 400).await;
    settle(&shop, order.id, Decision::Close).await;
    assert_eq!(shop.state_of(&order.number), "closed");
    // Another problem of it that is accepted completes nothing: only money that was too little does.
    shop.tell_refund(&order.number, "p", "r", 401, RefundState::Succeeded)
        .await;
    assert_eq!(shop.state_of(&order.number), "closed foreignPayment");
    settle(&shop, order.id, Decision::Accept).await;
    assert_eq!(shop.state_of(&order.number), "closed");
    assert!(!shop.is_member().await);
    // One that was paid stays so.
    let twice = shop.month_order().await;
    shop.pay(&twice.number, "a", 1000).await;
    shop.pay(&twice.number, "b", 1000).await;
    settle(&shop, twice.id, Decision::Close).await;
    assert_eq!(shop.state_of(&twice.number), "paid");
}

#[actix_web::test]
async fn an_order_of_which_a_part_is_paid_while_it_is_closed_stays_open() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    shop.app.state.clock.advance(chrono::TimeDelta::minutes(31));
    let state = shop.app.state.clone();
    let closing = async { actix_web::web::block(move || service::close_overdue(&state)).await };
    let paid = "UPDATE orders SET paid_fen = 400";
    shop.app.while_changing(paid, closing).await.unwrap().unwrap();
    assert_eq!(shop.state_of(&order.number), "pending");
}

#[actix_web::test]
async fn what_is_on_its_way_back_and_what_went_back_of_no_known_payment_is_not_there() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    shop.pay(&order.number, "p", 1000).await;
    shop.refund(&order.number, "unknown", "r1", 300).await;
    shop.tell_refund(&order.number, "p", "r2", 400, RefundState::Pending)
        .await;
    for (amount_fen, status) in [(301, 422), (0, 422), (300, 200)] {
        let body = json!({ "amountFen": amount_fen, "reason": "asked for", "isOutside": true });
        let path = format!("/orders/{}/refund", order.id);
        let answer = shop.site.call(&shop.app, "POST", &path, body).await;
        assert_eq!(answer.status, status, "{amount_fen}");
    }
}

#[actix_web::test]
async fn what_is_decided_about_money_is_written_down_with_who_did_it() {
    let shop = Shop::open().await;
    let order = manual_order(&shop).await;
    shop.confirm(order.id, Some(400)).await.unwrap();
    settle(&shop, order.id, Decision::Accept).await;
    let written = shop.app.database().text(&format!(
        "SELECT string_agg(concat_ws(' ', action, details ->> 'number' = '{}', details ->> 'amountFen'), ', ' ORDER BY created_at, id) \
         FROM audit_entries WHERE action LIKE 'order.%' AND actor_id = '{}'",
        order.number,
        shop.caller().user_id
    ));
    assert_eq!(written, "order.confirmed t 400, order.settled t 400");
}

#[actix_web::test]
async fn the_timeline_says_each_thing_once() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    let number = &order.number;
    shop.pay(number, "p", 1000).await;
    for reference in ["r1", "r2"] {
        shop.tell_refund(number, "p", reference, 1001, RefundState::Succeeded)
            .await;
        assert_eq!(timeline(&shop, number), "created paid granted problem");
    }
    shop.refund(number, "p", "r3", 400).await;
    shop.refund(number, "p", "r4", 600).await;
    assert_eq!(
        timeline(&shop, number),
        "created paid granted problem refunded refunded revoked"
    );
}

#[actix_web::test]
async fn a_refund_without_a_reason_leaves_the_one_that_was_given() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    shop.pay(&order.number, "p", 1000).await;
    let body = json!({ "amountFen": 400, "reason": "asked for", "isOutside": true });
    let path = format!("/orders/{}/refund", order.id);
    shop.site.call(&shop.app, "POST", &path, body).await.data();
    let reason = "SELECT reason FROM orders";
    assert_eq!(shop.app.database().text(reason), "asked for");
    // A provider tells none.
    shop.refund(&order.number, "p", "r", 100).await;
    assert_eq!(shop.app.database().text(reason), "asked for");
}

#[actix_web::test]
async fn a_failed_refund_is_no_problem_any_more_when_all_the_money_is_back() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    let number = &order.number;
    // Without a membership: only that nothing is left mends it.
    shop.pay(number, "p", 1000).await;
    shop.app.sql("DELETE FROM grants");
    shop.tell_refund(number, "p", "r1", 400, RefundState::Failed)
        .await;
    assert_eq!(shop.state_of(number), "paid refundFailed");
    shop.app.state.clock.advance(chrono::TimeDelta::minutes(1));
    shop.refund(number, "p", "r2", 400).await;
    assert_eq!(shop.state_of(number), "partiallyRefunded refundFailed");
    shop.refund(number, "p", "r3", 600).await;
    assert_eq!(shop.state_of(number), "refunded");
}

#[actix_web::test]
async fn the_timeline_of_a_dispute_gives_its_amount_in_the_currency_of_the_site_only() {
    let shop = Shop::open().await;
    let order = shop.month_order().await;
    shop.pay(&order.number, "p", 1000).await;
    for (reference, currency) in [("du_cny", "CNY"), ("du_usd", "USD")] {
        let told = Dispute {
            reference: reference.to_owned(),
            payment_reference: "p".to_owned(),
            amount: 700,
            currency: currency.to_owned(),
            state: DisputeState::Open,
            reason: "general".to_owned(),
            answer_by: None,
            told_at: shop.now(),
        };
        shop.tell_dispute(&order.number, told).await;
    }
    let amounts = shop.app.database().text(
        "SELECT string_agg(concat_ws(' ', data ->> 'reference', data ->> 'amountFen'), ', ' ORDER BY created_at, id) \
         FROM order_events WHERE kind = 'disputed'",
    );
    assert_eq!(amounts, "du_cny 700, du_usd");
}
