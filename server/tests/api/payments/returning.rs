//! Who comes back from a provider: its money is asked for at once, and nobody is led to pay twice.

use chrono::TimeDelta;
use moyan_payments::Checkout;
use uuid::Uuid;

use super::shop::{Event, METHODS, Shop, said, thanks};
use crate::support::browser::Browser;
use crate::support::provider_server::Behavior;
use crate::support::visitor::Visitor;
use crate::support::wait_until;

const CONFIRMING: [&str; 2] = ["正在确认付款", "通常几秒钟，请不要重复付款。"];

/// A shop whose pages are published.
async fn open() -> Shop {
    let shop = Shop::new().await;
    shop.site.document(&shop.app, "guide", "what members read").await;
    assert_eq!(shop.site.publish(&shop.app).await.status, 200);
    shop.app.sql("UPDATE sites SET status = 'published'");
    shop
}

/// The browser of who made an order.
async fn buyer_of<'a>(shop: &'a Shop, number: &str) -> Browser<'a> {
    let visitor = Visitor {
        id: Uuid::parse_str(&shop.order_id(number)).unwrap(),
        site_id: shop.site.id,
        email: String::new(),
        cookie: String::new(),
    };
    Browser::new(&shop.app).with(&visitor.login(&shop.app).await)
}

/// The query with which each provider leads back who has paid.
fn back(method: &str) -> &'static str {
    match method {
        "alipay" => "out_trade_no=1&method=alipay.trade.page.pay.return",
        _ => "back=1",
    }
}

impl Shop {
    /// What the page of an order says.
    async fn page(&self, browser: &mut Browser<'_>, number: &str, query: &str) -> Page {
        let answer = browser.get(&format!("/orders/{number}?{query}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        Page(answer.text().to_owned())
    }

    async fn tell_stripe(&self, number: &str, kind: &str) {
        let event = Event::of_stripe(self.stripe.session_event(number, kind));
        assert_eq!(
            said(&self.tell("stripe", &event).await),
            thanks("stripe"),
            "{kind}"
        );
    }
}

struct Page(String);

impl Page {
    #[track_caller]
    fn says(&self, words: &[&str]) {
        for word in words {
            assert!(self.0.contains(word), "{word}: {}", self.0);
        }
    }

    /// Nobody is led to pay once more.
    #[track_caller]
    fn leads_nowhere_to_pay(&self) {
        for word in ["go=1", "去付款", "换一种方式"] {
            assert!(!self.0.contains(word), "{word}: {}", self.0);
        }
    }

    #[track_caller]
    fn leads_to_pay(&self, number: &str) {
        self.says(&[&format!("/orders/{number}?go=1"), "去付款", "换一种方式"]);
    }
}

#[actix_web::test]
async fn a_payment_that_nobody_told_is_there_when_its_payer_comes_back() {
    let shop = open().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        let mut buyer = buyer_of(&shop, &number).await;
        shop.pay(method, &number);
        let page = shop.page(&mut buyer, &number, back(method)).await;
        page.says(&["谢谢，会员已开通"]);
        assert_eq!(shop.state_of(&number), "paid 1 1", "{method}");
        // What is told later changes nothing.
        let event = shop.paid_event(method, &number, None);
        shop.tell(method, &event).await;
        assert_eq!(shop.state_of(&number), "paid 1 1", "{method}");
    }
}

#[actix_web::test]
async fn who_comes_back_before_the_provider_knows_waits_and_is_not_led_to_pay_again() {
    let shop = open().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        let mut buyer = buyer_of(&shop, &number).await;
        let page = shop.page(&mut buyer, &number, back(method)).await;
        page.says(&CONFIRMING);
        page.leads_nowhere_to_pay();
        // Nor by the address that begins the payment, or the plain one.
        for query in ["go=1", ""] {
            let page = shop.page(&mut buyer, &number, query).await;
            page.says(&CONFIRMING);
            page.leads_nowhere_to_pay();
        }
        // The provider is asked once in three seconds, however often the page is.
        shop.n_asked(method);
        shop.page(&mut buyer, &number, "").await;
        assert_eq!(shop.n_asked(method), 0, "{method}");
        shop.app.clock.advance(TimeDelta::seconds(4));
        shop.page(&mut buyer, &number, "").await;
        shop.page(&mut buyer, &number, "").await;
        assert_eq!(shop.n_asked(method), 1, "{method}");
        // After a while the answer counts that nobody has paid.
        shop.app.clock.advance(TimeDelta::seconds(30));
        let page = shop.page(&mut buyer, &number, "").await;
        match method {
            "stripe" => page.says(&["还没有收到付款", "不要重复付款"]),
            // A code that was drawn is still there to be scanned.
            _ => page.says(&["class=\"qr-code\""]),
        }
        shop.pay(method, &number);
        shop.app.clock.advance(TimeDelta::seconds(4));
        shop.page(&mut buyer, &number, "go=1")
            .await
            .says(&["谢谢，会员已开通"]);
        assert_eq!(shop.state_of(&number), "paid 1 1", "{method}");
    }
}

#[actix_web::test]
async fn a_provider_that_does_not_answer_keeps_nobody_waiting_and_leads_nobody_to_pay_again() {
    let shop = open().await;
    for method in METHODS {
        let number = shop.begun(method).await;
        let mut buyer = buyer_of(&shop, &number).await;
        shop.pay(method, &number);
        shop.set_behavior(method, Behavior::Failing);
        shop.page(&mut buyer, &number, back(method))
            .await
            .says(&CONFIRMING);
        shop.app.clock.advance(TimeDelta::minutes(5));
        let page = shop.page(&mut buyer, &number, "").await;
        page.says(&CONFIRMING);
        page.leads_nowhere_to_pay();
        shop.set_behavior(method, Behavior::Normal);
        shop.app.clock.advance(TimeDelta::seconds(4));
        shop.page(&mut buyer, &number, "")
            .await
            .says(&["谢谢，会员已开通"]);
    }
}

#[actix_web::test]
async fn who_turned_back_at_stripe_reads_so_and_can_pay() {
    let shop = open().await;
    let number = shop.begun("stripe").await;
    let mut buyer = buyer_of(&shop, &number).await;
    let page = shop.page(&mut buyer, &number, "back=canceled").await;
    page.says(&["付款已取消", "没有扣款"]);
    page.leads_to_pay(&number);
    // Who paid on another screen meanwhile is told that.
    shop.stripe.pay(&number);
    shop.app.clock.advance(TimeDelta::seconds(4));
    let page = shop.page(&mut buyer, &number, "back=canceled").await;
    page.says(&["谢谢，会员已开通"]);
}

#[actix_web::test]
async fn money_that_a_bank_is_still_sending_gives_nothing_until_it_is_there() {
    for (is_told, intent_status) in [
        (true, "processing"),
        (false, "processing"),
        (true, "requires_action"),
    ] {
        let shop = open().await;
        let number = shop.begun("stripe").await;
        let mut buyer = buyer_of(&shop, &number).await;
        shop.stripe.pay_by_bank(&number, intent_status);
        if is_told {
            shop.tell_stripe(&number, "completed").await;
        }
        let page = shop.page(&mut buyer, &number, "back=1").await;
        page.says(&["正在确认付款", "银行还在处理这笔付款"]);
        page.leads_nowhere_to_pay();
        assert_eq!(shop.state_of(&number), "pending 0 0");
        // A bank needs days: the order does not close meanwhile, and is asked for now and then.
        for hours in [1, 7, 40, 7] {
            shop.after(hours * 3600).await;
            assert_eq!(shop.state_of(&number), "pending 0 0", "{hours}");
        }
        shop.n_asked("stripe");
        shop.after(7 * 3600).await;
        assert_eq!(shop.n_asked("stripe"), 1);
        shop.stripe.pay(&number);
        if is_told {
            shop.tell_stripe(&number, "async_payment_succeeded").await;
            shop.tell_stripe(&number, "async_payment_succeeded").await;
        } else {
            shop.after(7 * 3600).await;
        }
        // One grant, and nothing that the creator has to look at.
        assert_eq!(shop.state_of(&number), "paid 1 1");
        // What is told late of the time before changes nothing.
        shop.tell_stripe(&number, "completed").await;
        assert_eq!(shop.state_of(&number), "paid 1 1");
    }
}

#[actix_web::test]
async fn money_that_is_asked_for_again_and_again_keeps_its_order_open_no_longer() {
    let shop = open().await;
    let number = shop.begun("stripe").await;
    shop.stripe.pay_by_bank(&number, "processing");
    let closes_at = || shop.app.database().text("SELECT closes_at FROM orders");
    shop.after(11).await;
    let (first, _) = (closes_at(), shop.n_asked("stripe"));
    shop.after(7 * 3600).await;
    assert_eq!((shop.n_asked("stripe"), closes_at()), (1, first));
}

#[actix_web::test]
async fn a_payment_that_the_bank_refused_can_be_paid_again_at_once() {
    let shop = open().await;
    let number = shop.begun("stripe").await;
    let mut buyer = buyer_of(&shop, &number).await;
    shop.stripe.pay_by_bank(&number, "processing");
    shop.tell_stripe(&number, "completed").await;
    shop.after(3 * 24 * 3600).await;
    shop.stripe.pay_by_bank(&number, "requires_payment_method");
    shop.tell_stripe(&number, "async_payment_failed").await;
    let page = shop.page(&mut buyer, &number, "").await;
    page.says(&["付款没有成功", "现在就可以重新付款"]);
    page.leads_to_pay(&number);
    // That it was on its way is told late: the provider is asked, and its answer counts.
    shop.tell_stripe(&number, "completed").await;
    shop.page(&mut buyer, &number, "").await.says(&["付款没有成功"]);

    let first = shop.stripe.reference_of(&number);
    let page = shop.page(&mut buyer, &number, "go=1").await;
    page.says(&["https://checkout.stripe.com/"]);
    assert_ne!(shop.stripe.reference_of(&number), first, "the first page is dead");
    assert!(
        !shop
            .page(&mut buyer, &number, "")
            .await
            .0
            .contains("付款没有成功")
    );
    shop.stripe.pay(&number);
    shop.tell_stripe(&number, "completed").await;
    assert_eq!(shop.state_of(&number), "paid 1 1");
}

#[actix_web::test]
async fn a_page_of_stripe_that_ended_is_no_dead_end() {
    let shop = open().await;
    let number = shop.begun("stripe").await;
    let mut buyer = buyer_of(&shop, &number).await;
    shop.stripe.expire(&number);
    shop.tell_stripe(&number, "expired").await;
    let page = shop.page(&mut buyer, &number, "").await;
    page.says(&["付款页面已失效"]);
    page.leads_to_pay(&number);
    shop.page(&mut buyer, &number, "go=1").await;
    shop.stripe.pay(&number);
    shop.app.clock.advance(TimeDelta::seconds(4));
    let page = shop.page(&mut buyer, &number, "back=1").await;
    page.says(&["谢谢，会员已开通"]);
    assert_eq!(shop.state_of(&number), "paid 1 1");
}

#[actix_web::test]
async fn a_page_of_stripe_that_is_open_is_opened_again() {
    let shop = open().await;
    let number = shop.begun("stripe").await;
    let first = shop.stripe.reference_of(&number);
    let Checkout::Redirect { reference, .. } = shop.begin(&number).await else {
        panic!("a page is expected");
    };
    assert_eq!(reference, first);
    assert_eq!(shop.stripe.reference_of(&number), first);
}

/// By what the provider finds the order, as it is kept.
fn kept_reference(shop: &Shop, number: &str) -> String {
    let reference = format!("SELECT provider_reference FROM orders WHERE number = '{number}'");
    shop.app.database().text(&reference)
}

#[actix_web::test]
async fn who_has_paid_at_stripe_gets_no_second_page_to_pay_on() {
    for intent_status in [None, Some("processing"), Some("requires_action")] {
        let shop = open().await;
        let number = shop.begun("stripe").await;
        let mut buyer = buyer_of(&shop, &number).await;
        let first = shop.stripe.reference_of(&number);
        // Stripe is asked, and not once more within three seconds.
        shop.page(&mut buyer, &number, "back=canceled").await;
        match intent_status {
            None => shop.stripe.pay(&number),
            Some(status) => shop.stripe.pay_by_bank(&number, status),
        }
        let page = shop.page(&mut buyer, &number, "go=1").await;
        match intent_status {
            None => page.says(&["谢谢，会员已开通"]),
            Some(_) => page.says(&["正在确认付款", "银行还在处理这笔付款"]),
        }
        page.leads_nowhere_to_pay();
        assert_eq!(shop.stripe.reference_of(&number), first, "{intent_status:?}");
        assert_eq!(kept_reference(&shop, &number), first, "{intent_status:?}");
        if intent_status.is_some() {
            shop.stripe.pay(&number);
            shop.after(7 * 3600).await;
        }
        assert_eq!(shop.state_of(&number), "paid 1 1", "{intent_status:?}");
    }
}

#[actix_web::test]
async fn a_payment_that_is_under_way_meanwhile_keeps_its_reference() {
    for change in [
        "provider_data = '{\"progress\": \"onItsWay\"}'",
        "provider_data = '{\"returnedAt\": \"2026-01-31T12:00:00Z\"}'",
        "status = 'paid'",
        "provider_reference = 'cs_test_of_another_screen'",
    ] {
        let shop = Shop::new().await;
        let number = shop.begun("stripe").await;
        shop.stripe.expire(&number);
        shop.set_behavior("stripe", Behavior::Stalled);
        let before = shop.stripe.server.n_received();
        let meanwhile = async {
            wait_until(|| shop.stripe.server.n_received() > before).await;
            shop.app.sql(&format!("UPDATE orders SET {change}"));
            let kept = kept_reference(&shop, &number);
            shop.set_behavior("stripe", Behavior::Normal);
            kept
        };
        let (begun, kept) = tokio::join!(shop.try_begin(&number), meanwhile);
        assert_eq!(begun.unwrap_err().key(), "order.transition", "{change}");
        assert_eq!(kept_reference(&shop, &number), kept, "{change}");
        // Nobody can pay on the page that nobody was shown.
        let begun = shop.stripe.reference_of(&number);
        assert_ne!(begun, kept, "{change}");
        assert_eq!(shop.stripe.status_of(&number), "expired", "{change}");
    }
}

#[actix_web::test]
async fn what_is_said_of_a_former_payment_says_nothing_of_the_one_begun_anew() {
    let shop = Shop::new().await;
    let number = shop.begun("stripe").await;
    shop.stripe.pay_by_bank(&number, "requires_payment_method");
    shop.set_behavior("stripe", Behavior::Stalled);
    let before = shop.stripe.server.n_received();
    let row = || {
        let row = "SELECT concat(provider_reference, provider_data, closes_at) FROM orders";
        shop.app.database().text(row)
    };
    let begin_anew = async {
        wait_until(|| shop.stripe.server.n_received() > before).await;
        shop.app
            .sql("UPDATE orders SET provider_reference = 'cs_test_of_another_screen', provider_data = '{}'");
        let begun = row();
        shop.set_behavior("stripe", Behavior::Normal);
        begun
    };
    let ((), begun) = tokio::join!(shop.after(11), begin_anew);
    assert_eq!(row(), begun);
}
