//! Refunds that the provider does not answer at once.

use actix_web::http::Method;
use serde_json::{Value, json};

use super::shop::{Event, METHODS, Shop, said, thanks};
use crate::support::provider_server::Behavior;

/// An order that is paid, and its ID.
async fn paid(shop: &Shop, method: &str) -> (String, String) {
    let number = shop.begun(method).await;
    shop.pay(method, &number);
    shop.after(11).await;
    assert_eq!(shop.state_of(&number), "paid 1 1", "{method}");
    let id = shop.order_id(&number);
    (number, id)
}

/// Asks for a whole refund whose answer gets lost, and gives its number.
async fn lost_refund(shop: &Shop, method: &str, order_id: &str) -> String {
    shop.set_behavior(method, Behavior::Failing);
    let order = shop.refund(order_id, 9900).await.data();
    assert_eq!(order["refundedFen"], 0, "it is on its way");
    shop.set_behavior(method, Behavior::Normal);
    shop.app.database().text(&format!(
        "SELECT reference FROM refunds WHERE order_id = '{order_id}'"
    ))
}

/// The states of the refunds of an order, and their sums by payment.
fn refunds_of(shop: &Shop, order_id: &str) -> String {
    shop.app.database().text(&format!(
        "SELECT string_agg(concat_ws(' ', p.reference, r.amount_fen, r.status), ', ' ORDER BY r.id) \
         FROM refunds r LEFT JOIN payments p ON p.id = r.payment_id WHERE r.order_id = '{order_id}'"
    ))
}

#[actix_web::test]
async fn a_refund_whose_answer_got_lost_is_found_by_asking() {
    let shop = Shop::new().await;
    for method in METHODS {
        let (number, id) = paid(&shop, method).await;
        let refund_number = lost_refund(&shop, method, &id).await;
        assert_eq!(shop.state_of(&number), "paid 1 1", "{method}: on its way");
        shop.have_refund(method, &number, &refund_number);
        shop.after(50).await;
        assert_eq!(shop.state_of(&number), "paid 1 1", "{method}: too early");
        shop.after(11).await;
        assert_eq!(shop.state_of(&number), "refunded 1 0", "{method}");
        shop.n_asked(method);
        shop.after(86_400).await;
        assert_eq!(shop.n_asked(method), 0, "{method}: nothing is left to ask");
    }
}

#[actix_web::test]
async fn a_refund_whose_answer_got_lost_is_sent_once_though_it_is_asked_for_again() {
    let shop = Shop::new().await;
    let body = json!({ "amountFen": 3000, "reason": "不再需要", "isOutside": false });
    for method in METHODS {
        let (_, id) = paid(&shop, method).await;
        shop.n_asked(method);
        let path = format!("/orders/{id}/refund");
        let ask = async || {
            let answer = shop.site.call_once(&shop.app, &id, Method::POST, &path, &body);
            answer.await.data()
        };
        shop.set_behavior(method, Behavior::AnswerLost);
        let first = ask().await;
        shop.set_behavior(method, Behavior::Normal);
        assert_eq!(ask().await, first, "{method}");
        assert_eq!(shop.n_asked(method), 1, "{method}");
        let refunds = format!(
            "SELECT string_agg(concat_ws(' ', amount_fen, status), ', ') FROM refunds WHERE order_id = '{id}'"
        );
        assert_eq!(shop.app.database().text(&refunds), "3000 pending", "{method}");
    }
}

#[actix_web::test]
async fn a_refund_that_the_provider_refuses_is_refused() {
    let shop = Shop::new().await;
    let (number, id) = paid(&shop, "stripe").await;
    shop.app.sql("UPDATE payments SET reference = 'pi_unknown'");
    let answer = shop.refund(&id, 9900).await;
    assert_eq!(answer.refusal().1, "paymentMethod.refused");
    assert_eq!(shop.state_of(&number), "paid refundFailed 1 1");
}

#[actix_web::test]
async fn a_refund_that_never_arrived_is_a_problem_after_ten_minutes() {
    let shop = Shop::new().await;
    for method in METHODS {
        let (number, id) = paid(&shop, method).await;
        lost_refund(&shop, method, &id).await;
        shop.after(61).await;
        assert_eq!(
            shop.state_of(&number),
            "paid 1 1",
            "{method}: it may be on its way"
        );
        shop.after(540).await;
        assert_eq!(shop.state_of(&number), "paid refundFailed 1 1", "{method}");
        let listed = shop
            .site
            .call(&shop.app, "GET", "/orders?problem=refundFailed", json!(null))
            .await
            .data();
        assert_eq!(listed["orders"][0]["number"], Value::from(number.clone()));
        // Once more, and this time it arrives.
        if method != "wechatPay" {
            shop.refund(&id, 9900).await.data();
            assert_eq!(shop.state_of(&number), "refunded 1 0", "{method}");
        }
    }
}

#[actix_web::test]
async fn a_refund_that_the_bank_sends_back_is_a_problem() {
    let shop = Shop::new().await;
    let (number, id) = paid(&shop, "wechatPay").await;
    shop.refund(&id, 9900).await.data();
    let refund_number = shop.app.database().text("SELECT reference FROM refunds");
    shop.wechat_pay.have_refund(&refund_number, "PROCESSING");
    shop.after(86_400).await;
    assert_eq!(shop.state_of(&number), "paid 1 1", "a bank may take days");
    shop.wechat_pay.have_refund(&refund_number, "ABNORMAL");
    shop.after(21_601).await;
    assert_eq!(shop.state_of(&number), "paid refundFailed 1 1");
}

#[actix_web::test]
async fn a_refund_that_arrives_after_all_counts_and_an_old_word_about_it_does_not() {
    let shop = Shop::new().await;
    let (number, id) = paid(&shop, "wechatPay").await;
    shop.refund(&id, 9900).await.data();
    let refund_number = shop.app.database().text("SELECT reference FROM refunds");
    let arrived = {
        let event = shop.wechat_pay.refund_event(&number, &refund_number, 9900);
        Event {
            body: event.body,
            headers: event.headers,
        }
    };
    // The payer's bank account is closed.
    shop.wechat_pay.have_refund(&refund_number, "ABNORMAL");
    shop.after(61).await;
    assert_eq!(shop.state_of(&number), "paid refundFailed 1 1");
    // What is told contradicts what WeChat Pay says when it is asked.
    assert_eq!(said(&shop.tell("wechatPay", &arrived).await), thanks("wechatPay"));
    assert_eq!(shop.state_of(&number), "paid refundFailed 1 1");
    // While nobody can be asked it is to come again.
    shop.set_behavior("wechatPay", Behavior::Failing);
    assert_ne!(said(&shop.tell("wechatPay", &arrived).await), thanks("wechatPay"));
    shop.set_behavior("wechatPay", Behavior::Normal);
    // The creator named another account, and the money is back.
    shop.wechat_pay.have_refund(&refund_number, "SUCCESS");
    for _ in 0..2 {
        assert_eq!(said(&shop.tell("wechatPay", &arrived).await), thanks("wechatPay"));
        assert_eq!(shop.state_of(&number), "refunded 1 0");
    }
}

/// Tells a refund that was made at Alipay, of this amount.
async fn tell_refund(shop: &Shop, number: &str, refund_number: &str, amount: &str) -> Event {
    let event = Event {
        body: shop.alipay.refund_event(number, refund_number, amount),
        headers: Vec::new(),
    };
    assert_eq!(said(&shop.tell("alipay", &event).await), thanks("alipay"));
    event
}

/// Status, problem and refunded fen of the order.
fn refunded(shop: &Shop) -> String {
    shop.app.database().text(
        "SELECT concat_ws(' ', status, nullif(array_to_string(problems, ' '), ''), refunded_fen) FROM orders",
    )
}

#[actix_web::test]
async fn refunds_that_alipay_tells_by_their_sum_count_with_what_they_add() {
    for numbers in [["A1", "A2"], ["", ""]] {
        let shop = Shop::new().await;
        let (number, _) = paid(&shop, "alipay").await;
        let first = tell_refund(&shop, &number, numbers[0], "10.00").await;
        assert_eq!(refunded(&shop), "partiallyRefunded 1000");
        let second = tell_refund(&shop, &number, numbers[1], "10.00").await;
        assert_eq!(refunded(&shop), "partiallyRefunded 2000");
        for event in [&first, &second] {
            shop.tell("alipay", event).await;
        }
        assert_eq!(refunded(&shop), "partiallyRefunded 2000");
        tell_refund(&shop, &number, "", "79.00").await;
        assert_eq!(refunded(&shop), "refunded 9900");
    }
}

#[actix_web::test]
async fn sums_of_refunds_that_come_in_another_order_come_to_the_same_end() {
    let shop = Shop::new().await;
    let (number, _) = paid(&shop, "alipay").await;
    let mut events = Vec::new();
    for refund_number in ["A1", "A2"] {
        events.push(Event {
            body: shop.alipay.refund_event(&number, refund_number, "10.00"),
            headers: Vec::new(),
        });
    }
    for event in events.iter().rev() {
        assert_eq!(said(&shop.tell("alipay", event).await), thanks("alipay"));
    }
    assert_eq!(refunded(&shop), "partiallyRefunded 2000");
}

#[actix_web::test]
async fn a_refund_of_ours_that_alipay_tells_before_its_answer_is_no_problem() {
    let shop = Shop::new().await;
    let (number, id) = paid(&shop, "alipay").await;
    // What went back by hand is in no sum of Alipay's.
    let outside = json!({ "amountFen": 500, "reason": "现金", "isOutside": true });
    let path = format!("/orders/{id}/refund");
    shop.site.call(&shop.app, "POST", &path, outside).await.data();
    tell_refund(&shop, &number, "A1", "10.00").await;
    assert_eq!(refunded(&shop), "partiallyRefunded 1500");
    shop.alipay.delay_refunds(&number);
    shop.refund(&id, 2000).await.data();
    let refund_number = shop
        .app
        .database()
        .text("SELECT reference FROM refunds WHERE status = 'pending'");
    // One more, while it is open whether ours is in the sum: it is to come again.
    let early = Event {
        body: shop.alipay.refund_event(&number, "A2", "30.00"),
        headers: Vec::new(),
    };
    assert_ne!(said(&shop.tell("alipay", &early).await), thanks("alipay"));
    tell_refund(&shop, &number, &refund_number, "0.00").await;
    assert_eq!(refunded(&shop), "partiallyRefunded 3500");
    shop.tell("alipay", &early).await;
    assert_eq!(refunded(&shop), "partiallyRefunded 4500");
}

#[actix_web::test]
async fn a_refund_that_alipay_took_counts_when_its_money_moved() {
    let shop = Shop::new().await;
    let (number, id) = paid(&shop, "alipay").await;
    shop.alipay.delay_refunds(&number);
    shop.refund(&id, 9900).await.data();
    assert_eq!(shop.state_of(&number), "paid 1 1");
    let refund_number = shop.app.database().text("SELECT reference FROM refunds");
    shop.alipay.have_refund(&refund_number);
    shop.after(61).await;
    assert_eq!(shop.state_of(&number), "refunded 1 0");
}

#[actix_web::test]
async fn a_refund_of_another_mode_or_without_keys_waits() {
    let shop = Shop::new().await;
    let (number, id) = paid(&shop, "stripe").await;
    lost_refund(&shop, "stripe", &id).await;
    shop.app.sql("UPDATE orders SET is_test = FALSE");
    shop.n_asked("stripe");
    shop.after(3600).await;
    assert_eq!(
        (shop.n_asked("stripe"), shop.state_of(&number)),
        (0, "paid 1 1".to_owned())
    );
}

#[actix_web::test]
async fn a_refund_is_spread_over_the_payments_from_the_newest() {
    let shop = Shop::new().await;
    let (number, id) = paid(&shop, "stripe").await;
    // It was paid once more.
    shop.app.sql(&format!(
        "INSERT INTO payments (id, order_id, site_id, method, reference, amount_fen, paid_at) \
         SELECT gen_random_uuid(), id, site_id, method, 'pi_second', 5000, paid_at + interval '1 minute' \
         FROM orders WHERE id = '{id}'; UPDATE orders SET paid_fen = 14900 WHERE id = '{id}'"
    ));
    shop.stripe.server.take_received();
    shop.refund(&id, 2000).await.data();
    shop.refund(&id, 12_900).await.data();
    assert_eq!(
        refunds_of(&shop, &id),
        format!("pi_second 2000 succeeded, pi_second 3000 succeeded, pi_{number} 9900 succeeded")
    );
    assert_eq!(shop.state_of(&number), "refunded 2 0");
    let keys: std::collections::HashSet<String> = shop
        .stripe
        .server
        .take_received()
        .iter()
        .map(|request| request.header("idempotency-key").to_owned())
        .collect();
    assert_eq!(keys.len(), 3, "each part has a number of its own");
    let more = shop.refund(&id, 1).await;
    assert_eq!(more.status.as_u16(), 422);
}

#[actix_web::test]
async fn what_is_on_its_way_and_what_went_back_outside_is_not_sent_again() {
    let shop = Shop::new().await;
    let (_, id) = paid(&shop, "stripe").await;
    let outside = json!({ "amountFen": 5000, "reason": "现金", "isOutside": true });
    let path = format!("/orders/{id}/refund");
    shop.site.call(&shop.app, "POST", &path, outside).await.data();
    shop.set_behavior("stripe", Behavior::Failing);
    shop.refund(&id, 4900).await.data();
    shop.set_behavior("stripe", Behavior::Normal);
    assert_eq!(shop.refund(&id, 1).await.status.as_u16(), 422);
}

#[actix_web::test]
async fn a_part_of_a_refund_that_fails_keeps_no_other_back() {
    let shop = Shop::new().await;
    let (number, id) = paid(&shop, "stripe").await;
    shop.app.sql(&format!(
        "INSERT INTO payments (id, order_id, site_id, method, reference, amount_fen, paid_at) \
         SELECT gen_random_uuid(), id, site_id, method, 'pi_unknown', 5000, paid_at + interval '1 minute' \
         FROM orders WHERE id = '{id}'; UPDATE orders SET paid_fen = 14900 WHERE id = '{id}'"
    ));
    let order = shop.refund(&id, 14_900).await.data();
    assert_eq!(
        (&order["refundedFen"], &order["problems"]),
        (&json!(9900), &json!(["refundFailed"]))
    );
    assert_eq!(
        refunds_of(&shop, &id),
        format!("pi_unknown 5000 failed, pi_{number} 9900 succeeded")
    );
    // What was paid too much is still here, and the creator is told.
    assert_eq!(
        shop.app.database().text(
            "SELECT concat_ws(' ', paid_fen - refunded_fen, array_to_string(problems, ' ')) FROM orders"
        ),
        "5000 refundFailed"
    );
}

#[actix_web::test]
async fn an_order_that_is_paid_when_its_reader_is_gone_is_seen_and_can_be_refunded() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        shop.app.sql("DELETE FROM visitors");
        shop.pay(method, &number);
        let event = shop.paid_event(method, &number, None);
        assert_eq!(said(&shop.tell(method, &event).await), thanks(method));
        assert_eq!(shop.state_of(&number), "paid readerGone 1 0", "{method}");
        assert_eq!(shop.n_mails(&number), "0");
        let id = shop.order_id(&number);
        shop.refund(&id, 9900).await.data();
        let refund_number = shop
            .app
            .database()
            .text(&format!("SELECT reference FROM refunds WHERE order_id = '{id}'"));
        shop.have_refund(method, &number, &refund_number);
        shop.after(61).await;
        assert_eq!(shop.state_of(&number), "refunded 1 0", "{method}");
    }
}
