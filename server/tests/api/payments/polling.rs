//! Providers that say nothing are asked.

use chrono::TimeDelta;
use moyan_server::payments::Checkout;

use super::shop::{METHODS, Shop};
use crate::support::provider_server::Mood;

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
    }
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
        for mood in [Mood::Broken, Mood::Garbage, Mood::Slow] {
            shop.set_mood(method, mood);
            shop.after(600).await;
            assert!(shop.state_of(&number).ends_with(" 0 0"), "{method}");
        }
        shop.set_mood(method, Mood::InOrder);
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
