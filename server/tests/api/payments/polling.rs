//! Providers that say nothing are asked.

use std::time::Duration;

use chrono::TimeDelta;
use moyan_payments::{Checkout, Client, ProviderHttp};

use super::shop::{METHODS, Shop};
use crate::support::provider_server::Behavior;
use crate::support::wait_until;

#[actix_web::test]
async fn a_provider_is_asked_so_often_for_one_order_and_for_a_code_once() {
    let shop = Shop::new().await;
    let (stripe, code) = (shop.order("stripe"), shop.order("wechatPay"));
    for _ in 0..20 {
        shop.begin(&stripe).await;
        shop.begin(&code).await;
    }
    assert_eq!(shop.n_asked("stripe"), 20);
    let refused = shop.try_begin(&stripe).await.unwrap_err();
    assert_eq!(refused.key(), "request.tooMany");
    shop.begin(&code).await;
    assert_eq!((shop.n_asked("stripe"), shop.n_asked("wechatPay")), (0, 1));
    shop.begin(&shop.order("stripe")).await;
}

#[actix_web::test]
async fn a_payment_that_nobody_told_is_found_within_seconds() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        shop.pay(method, &number);
        shop.after(11).await;
        assert_eq!(shop.state_of(&number), "paid 1 1", "{method}");
        shop.n_asked(method);
        shop.after(3600).await;
        assert_eq!(shop.n_asked(method), 0, "{method}");
    }
}

#[actix_web::test]
async fn a_real_order_is_not_asked_for_with_keys_of_a_test() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        shop.pay(method, &number);
        shop.app.sql("UPDATE orders SET is_test = FALSE");
        shop.n_asked(method);
        shop.after(11).await;
        assert_eq!(
            (shop.n_asked(method), shop.state_of(&number).as_str()),
            (0, "pending 0 0"),
            "{method}"
        );
        // Back in the mode of the order, it is asked for.
        shop.app.sql("UPDATE orders SET is_test = TRUE");
        shop.after(301).await;
        assert_eq!(shop.state_of(&number), "paid 1 1", "{method}");
    }
}

#[actix_web::test]
async fn an_order_without_keys_is_asked_for_when_they_are_back() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    shop.pay("stripe", &number);
    shop.app
        .sql("DELETE FROM payment_methods WHERE method = 'stripe'");
    shop.after(11).await;
    assert_eq!(shop.state_of(&number), "pending 0 0");
    shop.set_up(shop.site.id, "stripe").await;
    shop.after(301).await;
    assert_eq!(shop.state_of(&number), "paid 1 1");
}

#[actix_web::test]
async fn a_payment_while_the_order_is_closed_is_found() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        shop.pay_when_closing(method, &number);
        shop.after(1801).await;
        shop.after(301).await;
        let state = shop.state_of(&number);
        assert!(
            state.starts_with("paid ") && state.ends_with(" 1 1"),
            "{method}: {state}"
        );
        shop.n_asked(method);
        shop.after(3600).await;
        assert_eq!(shop.n_asked(method), 0, "{method}");
    }
}

#[actix_web::test]
async fn an_order_is_asked_for_in_steps_from_when_its_payment_was_begun() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.order(method);
        shop.app.clock.advance(TimeDelta::minutes(16));
        shop.begin(&number).await;
        shop.after(120).await;
        shop.pay(method, &number);
        shop.after(61).await;
        assert_eq!(shop.state_of(&number), "paid 1 1", "{method}");
    }
}

#[actix_web::test]
async fn an_order_that_is_begun_on_two_screens_at_once_is_found_by_both_numbers() {
    for paid in ["", "-H5"] {
        let shop = Shop::new().await;
        let number = shop.order("wechatPay");
        shop.set_behavior("wechatPay", Behavior::Stalled);
        let release = async {
            let counted =
                format!("SELECT coalesce(max(n_hits), 0) FROM throttles WHERE key = 'checkout {number}'");
            wait_until(|| shop.app.database().text(&counted) == "2").await;
            shop.set_behavior("wechatPay", Behavior::Normal);
        };
        let (computer, phone, ()) = tokio::join!(
            shop.try_begin_on(Client::Desktop, &number),
            shop.try_begin_on(Client::Mobile, &number),
            release
        );
        computer.unwrap();
        phone.unwrap();
        shop.wechat_pay.pay(&format!("{number}{paid}"));
        shop.after(11).await;
        assert_eq!(shop.state_of(&number), "paid 1 1", "{paid}");
        // Nobody pays under the other number any more.
        let other = if paid.is_empty() { "-H5" } else { "" };
        assert_eq!(shop.wechat_pay.state_of(&format!("{number}{other}")), "CLOSED");
    }
}

#[actix_web::test]
async fn a_second_payment_under_another_number_is_a_problem() {
    for is_at_closing in [false, true] {
        let shop = Shop::new().await;
        let number = shop.begun("wechatPay").await;
        shop.try_begin_on(Client::Mobile, &number).await.unwrap();
        shop.wechat_pay.pay(&number);
        let second = format!("{number}-H5");
        if is_at_closing {
            shop.wechat_pay.pay_when_closing(&second);
        } else {
            shop.wechat_pay.pay(&second);
        }
        shop.after(11).await;
        assert_eq!(shop.state_of(&number), "paid duplicatePayment 2 1");
    }
}

#[actix_web::test]
async fn an_order_that_is_over_is_not_begun() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.order(method);
        shop.app.clock.advance(TimeDelta::minutes(31));
        let refused = shop.try_begin(&number).await.unwrap_err();
        assert_eq!(refused.key(), "order.transition", "{method}");
        assert_eq!(shop.n_asked(method), 0, "{method}");
    }
}

#[actix_web::test]
async fn an_order_is_begun_while_it_waits_and_its_method_is_enabled_and_of_its_mode() {
    for change in [
        "UPDATE orders SET status = 'closed'",
        "UPDATE orders SET is_test = FALSE",
        "UPDATE payment_methods SET is_enabled = FALSE",
    ] {
        let shop = Shop::new().await;
        let number = shop.order("stripe");
        shop.app.sql(change);
        let refused = shop.try_begin(&number).await.unwrap_err();
        assert_eq!(refused.key(), "paymentMethod.notSetUp", "{change}");
        assert_eq!(shop.n_asked("stripe"), 0, "{change}");
    }
}

#[actix_web::test]
async fn an_order_that_is_being_asked_for_waits_five_minutes_for_another_server() {
    let shop = Shop::new().await;
    shop.begun("stripe").await;
    shop.set_behavior("stripe", Behavior::Stalled);
    let before = shop.stripe.server.n_received();
    let look = async {
        wait_until(|| shop.stripe.server.n_received() > before).await;
        let waits = format!(
            "SELECT polls_at - '{}' BETWEEN interval '295 s' AND interval '300 s' FROM orders",
            shop.app.clock.now().to_rfc3339()
        );
        let waits = shop.app.database().text(&waits);
        shop.set_behavior("stripe", Behavior::Normal);
        waits
    };
    let ((), waits) = tokio::join!(shop.after(11), look);
    assert_eq!(waits, "true");
}

#[actix_web::test]
async fn an_order_that_is_closed_or_over_while_it_is_begun_is_refused() {
    for change in ["status = 'closed'", "closes_at = created_at"] {
        let shop = Shop::new().await;
        let number = shop.order("wechatPay");
        shop.set_behavior("wechatPay", Behavior::Stalled);
        let end = async {
            wait_until(|| shop.wechat_pay.server.n_received() > 0).await;
            shop.app.sql(&format!("UPDATE orders SET {change}"));
            shop.set_behavior("wechatPay", Behavior::Normal);
        };
        let (begun, ()) = tokio::join!(shop.try_begin(&number), end);
        assert_eq!(begun.unwrap_err().key(), "order.transition", "{change}");
    }
}

#[actix_web::test]
async fn an_order_that_is_closed_while_it_is_begun_is_refused_and_closed_at_the_provider() {
    let shop = Shop::new().await;
    let number = shop.order("wechatPay");
    shop.set_behavior("wechatPay", Behavior::Stalled);
    let close = async {
        let counted = format!("SELECT count(*) FROM throttles WHERE key = 'checkout {number}'");
        wait_until(|| shop.app.database().text(&counted) == "1").await;
        shop.app
            .sql("UPDATE orders SET status = 'closed', closes_at = created_at");
        shop.set_behavior("wechatPay", Behavior::Normal);
    };
    let (begun, ()) = tokio::join!(shop.try_begin(&number), close);
    assert_eq!(begun.unwrap_err().key(), "order.transition");
    shop.after(1).await;
    assert_eq!(shop.wechat_pay.state_of(&number), "CLOSED");
}

#[actix_web::test]
async fn an_order_is_asked_for_in_steps_and_closed_at_the_provider_when_it_closes() {
    let shop = Shop::new().await;
    let number = shop.begun("wechatPay").await;
    shop.n_asked("wechatPay");
    let mut asked = Vec::new();
    // At 11 s, 31 s, 100 s, 181 s, 901 s, 1,000 s, 1,801 s and 2 h.
    for seconds in [11, 20, 69, 81, 720, 99, 801, 5400] {
        shop.after(seconds).await;
        asked.push(shop.n_asked("wechatPay"));
    }
    // At its closing it is asked for and closed.
    assert_eq!(asked, [1, 1, 0, 1, 1, 0, 2, 0]);
    assert!(shop.state_of(&number).ends_with(" 0 0"));
}

#[actix_web::test]
async fn money_that_comes_at_the_last_moment_is_not_lost_though_the_provider_is_away() {
    let shop = Shop::new().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        shop.pay(method, &number);
        for behavior in [Behavior::Failing, Behavior::Garbage, Behavior::Silent] {
            shop.set_behavior(method, behavior);
            shop.after(600).await;
            assert!(shop.state_of(&number).ends_with(" 0 0"), "{method}");
        }
        shop.set_behavior(method, Behavior::Normal);
        shop.after(600).await;
        assert!(
            shop.state_of(&number).ends_with(" 1 1"),
            "{method}: {}",
            shop.state_of(&number)
        );
    }
}

#[actix_web::test]
async fn a_code_is_drawn_once_for_an_order() {
    let shop = Shop::new().await;
    let number = shop.order("wechatPay");
    let Checkout::Code { text, .. } = shop.begin(&number).await else {
        panic!("a code is expected");
    };
    shop.n_asked("wechatPay");
    shop.app.clock.advance(TimeDelta::seconds(5));
    let again = shop.begin(&number).await;
    assert!(matches!(again, Checkout::Code { text: same, .. } if same == text));
    assert_eq!(shop.n_asked("wechatPay"), 0);
}

/// Requests to providers may take longer than a test waits for something.
fn be_patient(shop: &mut Shop) {
    shop.app
        .change_state(|state| state.provider_http = ProviderHttp::with_timeout(Duration::from_secs(90)));
}

#[actix_web::test]
async fn an_account_that_does_not_answer_holds_up_no_other() {
    let mut shop = Shop::new().await;
    be_patient(&mut shop);
    let hanging = shop.begun("stripe").await;
    let other = shop.begun("wechatPay").await;
    for (method, number) in [("stripe", &hanging), ("wechatPay", &other)] {
        shop.pay(method, number);
        shop.n_asked(method);
    }
    shop.app.sql(&format!(
        "UPDATE orders SET polls_at = polls_at - interval '1 second' WHERE number = '{hanging}'"
    ));
    shop.set_behavior("stripe", Behavior::Stalled);
    let look = async {
        wait_until(|| shop.stripe.server.n_received() > 0 && shop.state_of(&other) == "paid 1 1").await;
        let of_hanging = shop.state_of(&hanging);
        shop.set_behavior("stripe", Behavior::Normal);
        of_hanging
    };
    let ((), of_hanging) = tokio::join!(shop.after(11), look);
    assert_eq!(of_hanging, "pending 0 0");
    assert_eq!(shop.state_of(&hanging), "paid 1 1");
}

#[actix_web::test]
async fn an_account_that_cannot_be_reached_is_asked_twice_and_for_its_other_orders_later() {
    let shop = Shop::new().await;
    let mut orders = Vec::new();
    for _ in 0..4 {
        orders.push(shop.begun("stripe").await);
    }
    for number in &orders {
        shop.pay("stripe", number);
    }
    shop.n_asked("stripe");
    shop.set_behavior("stripe", Behavior::Failing);
    shop.after(11).await;
    assert_eq!(shop.n_asked("stripe"), 2);
    shop.set_behavior("stripe", Behavior::Normal);
    shop.after(301).await;
    for number in &orders {
        assert_eq!(shop.state_of(number), "paid 1 1");
    }
}

#[actix_web::test]
async fn an_order_that_a_provider_does_not_tell_of_holds_up_no_other_of_its_account() {
    let shop = Shop::new().await;
    let unknown = shop.begun("wechatPay").await;
    let other = shop.begun("wechatPay").await;
    shop.pay("wechatPay", &other);
    shop.app.sql(&format!(
        "UPDATE orders SET polls_at = polls_at - interval '1 second', is_test = FALSE WHERE number = '{unknown}'"
    ));
    shop.after(11).await;
    assert_eq!(shop.state_of(&other), "paid 1 1");
}
