//! Alipay.

use moyan_domain::Clock;
use moyan_payments::{
    Alipay, AlipayAccount, Checkout, Client, NotificationError, NotificationKind, PaymentError,
    PaymentProvider as _, PaymentState, RefundState,
};

use super::{clock, http, order, refund_of, told};
use crate::support::alipay_server::{APP_ID, AlipayServer, SELLER_ID};
use crate::support::provider_server::{MERCHANT_KEY, PLATFORM_KEY, PLATFORM_PUBLIC_KEY};

const ACCOUNT: AlipayAccount<'_> = AlipayAccount {
    app_id: APP_ID,
    seller_id: SELLER_ID,
    private_key: MERCHANT_KEY,
    provider_key: PLATFORM_PUBLIC_KEY,
    has_codes: false,
};

fn with(account: AlipayAccount<'_>) -> (Clock, AlipayServer, Alipay) {
    let clock = clock();
    let server = AlipayServer::start(clock.clone());
    let url = format!("{}/gateway.do", server.server.url);
    let alipay = Alipay::new(account, &url, http(), clock.clone()).unwrap();
    (clock, server, alipay)
}

fn start() -> (Clock, AlipayServer, Alipay) {
    with(ACCOUNT)
}

#[test]
fn an_order_is_paid_on_a_page_of_alipay_and_asked_for() {
    let (clock, server, alipay) = start();
    for (client, method) in [
        (Client::Desktop, "alipay.trade.page.pay"),
        (Client::Mobile, "alipay.trade.wap.pay"),
    ] {
        let order = order(&clock, client);
        let Checkout::Redirect { url, .. } = alipay.create(&order).unwrap() else {
            panic!("a page is expected");
        };
        assert!(url.contains(&format!("method={method}&")), "{url}");
        // What Alipay does not take in a title is replaced.
        let (_, query) = url.split_once('?').unwrap();
        let mut sent = url::form_urlencoded::parse(query.as_bytes());
        let (_, content) = sent.find(|(name, _)| name == "biz_content").unwrap();
        assert!(
            content.contains(r#""subject":"会员 ＆ 月度 墨砚手册""#),
            "{content}"
        );
        assert!(url.contains("%22total_amount%22%3A%2299.00%22"), "{url}");
        assert!(url.contains("timestamp=2026-01-31+20%3A00%3A0"), "{url}");
        if client == Client::Desktop {
            assert_eq!(alipay.query(&order).unwrap(), PaymentState::Pending);
        }
        server.pay_at(&url);
        let PaymentState::Paid(payment) = alipay.query(&order).unwrap() else {
            panic!("it is paid");
        };
        assert_eq!((payment.amount_fen, payment.currency.as_str()), (9900, "CNY"));
        assert_eq!(payment.paid_at.to_rfc3339(), "2026-01-31T12:00:00+00:00");
        let refund = refund_of(&order, &payment.reference);
        assert_eq!(alipay.refund(&refund).unwrap(), RefundState::Succeeded);
    }
}

#[test]
fn computers_get_a_code_where_the_seller_wants_it() {
    let (clock, server, alipay) = with(AlipayAccount {
        has_codes: true,
        ..ACCOUNT
    });
    let order = order(&clock, Client::Desktop);
    let Checkout::Code { text, .. } = alipay.create(&order).unwrap() else {
        panic!("a code is expected");
    };
    assert_eq!(text, "https://qr.alipay.com/M20260131ABCDEF");
    assert_eq!(alipay.query(&order).unwrap(), PaymentState::Pending);
    server.pay(&order.number);
    assert!(matches!(alipay.query(&order).unwrap(), PaymentState::Paid(_)));
}

#[test]
fn an_answer_about_another_order_pays_nothing() {
    let (clock, server, alipay) = with(AlipayAccount {
        has_codes: true,
        ..ACCOUNT
    });
    let order = order(&clock, Client::Desktop);
    alipay.create(&order).unwrap();
    server.pay(&order.number);
    server.change(&order.number, "out_trade_no", "M20260131OTHER");
    assert!(matches!(alipay.query(&order), Err(PaymentError::Answer(_))));
}

#[test]
fn an_order_that_is_closed_cannot_be_paid_any_more() {
    let (clock, _server, alipay) = with(AlipayAccount {
        has_codes: true,
        ..ACCOUNT
    });
    let order = order(&clock, Client::Desktop);
    alipay.close(&order).unwrap();
    alipay.create(&order).unwrap();
    alipay.close(&order).unwrap();
    assert_eq!(alipay.query(&order).unwrap(), PaymentState::Closed);
}

#[test]
fn a_notification_says_what_was_paid() {
    let (clock, server, alipay) = start();
    let order = order(&clock, Client::Desktop);
    let Checkout::Redirect { url, .. } = alipay.create(&order).unwrap() else {
        panic!("a page is expected");
    };
    server.pay_at(&url);
    let tell = |form: &str| told(&alipay, &[], form.as_bytes());
    let form = server.paid_event(&order.number, &[]);
    let notification = tell(&form).unwrap();
    assert_eq!(notification.order_number.as_deref(), Some(order.number.as_str()));
    assert!(notification.is_own_merchant);
    let NotificationKind::Paid(payment) = notification.kind else {
        panic!("it is paid");
    };
    assert_eq!(payment.amount_fen, 9900);
    assert_eq!(payment.paid_at.timestamp(), clock.now().timestamp());
    // A field that was changed, added, or is there twice.
    for forged in [
        form.replace("99.00", "0.01"),
        format!("{form}&extra=1"),
        format!("{form}&total_amount=0.01"),
        format!("total_amount=0.01&{form}"),
        form.replace("sign_type=RSA2", "sign_type=RSA"),
        form.split_once("&sign=").unwrap().0.to_owned(),
        String::new(),
    ] {
        assert_eq!(tell(&forged), Err(NotificationError::Signature), "{forged}");
    }
    for changes in [
        [("app_id", "2021999999999999")],
        [("seller_id", "2088999999999999")],
    ] {
        let form = server.paid_event(&order.number, &changes);
        assert!(!tell(&form).unwrap().is_own_merchant);
    }
    for (status, is_paid) in [
        ("TRADE_FINISHED", true),
        ("WAIT_BUYER_PAY", false),
        ("TRADE_CLOSED", false),
    ] {
        let form = server.paid_event(&order.number, &[("trade_status", status)]);
        let kind = tell(&form).unwrap().kind;
        assert_eq!(matches!(kind, NotificationKind::Paid(_)), is_paid, "{status}");
    }
    let form = server.paid_event(&order.number, &[("total_amount", "much")]);
    assert_eq!(tell(&form), Err(NotificationError::Body));
}

#[test]
fn a_notification_that_leaves_out_a_number_cannot_be_read() {
    let (clock, server, alipay) = start();
    let order = order(&clock, Client::Desktop);
    let Checkout::Redirect { url, .. } = alipay.create(&order).unwrap() else {
        panic!("a page is expected");
    };
    server.pay_at(&url);
    for missing in ["notify_id", "out_trade_no"] {
        let form = server.paid_event(&order.number, &[(missing, "")]);
        assert_eq!(
            told(&alipay, &[], form.as_bytes()),
            Err(NotificationError::Body),
            "{missing}"
        );
    }
}

#[test]
fn a_trade_that_was_paid_and_closed_by_its_refund_is_paid() {
    let (clock, server, alipay) = start();
    let order = order(&clock, Client::Desktop);
    let Checkout::Redirect { url, .. } = alipay.create(&order).unwrap() else {
        panic!("a page is expected");
    };
    server.pay_at(&url);
    server.change(&order.number, "trade_status", "TRADE_CLOSED");
    assert!(matches!(alipay.query(&order).unwrap(), PaymentState::Paid(_)));
}

#[test]
fn a_refund_tells_the_payer_the_reason_if_there_is_one() {
    let (clock, server, alipay) = start();
    let mut refund = refund_of(&order(&clock, Client::Desktop), "2026M");
    alipay.refund(&refund).unwrap();
    refund.reason.clear();
    alipay.refund(&refund).unwrap();
    let sent = server.server.take_received();
    let content =
        |at: usize| -> serde_json::Value { serde_json::from_str(&sent[at].form()["biz_content"]).unwrap() };
    assert_eq!(content(0)["refund_reason"], "不再需要");
    assert!(content(1).get("refund_reason").is_none());
}

#[test]
fn a_payment_does_not_tell_its_order() {
    let (_clock, _server, alipay) = start();
    assert_eq!(alipay.order_of_payment("2026M20260131ABCDEF"), Ok(None));
}

#[test]
fn a_refund_is_not_taken_for_a_payment() {
    let (clock, server, alipay) = start();
    let order = order(&clock, Client::Desktop);
    let Checkout::Redirect { url, .. } = alipay.create(&order).unwrap() else {
        panic!("a page is expected");
    };
    server.pay_at(&url);
    let form = server.refund_event(&order.number, "R1", "50.00");
    let NotificationKind::Refunded(refund) = told(&alipay, &[], form.as_bytes()).unwrap().kind else {
        panic!("it is a refund");
    };
    assert_eq!((refund.reference.as_str(), refund.amount_fen), ("R1", 5000));
}

#[test]
fn keys_are_checked_with_alipay_and_its_answer_with_its_key() {
    let (clock, server, alipay) = start();
    alipay.check().unwrap();
    let url = format!("{}/gateway.do", server.server.url);
    let foreign = AlipayAccount {
        private_key: PLATFORM_KEY,
        ..ACCOUNT
    };
    let foreign = Alipay::new(foreign, &url, http(), clock.clone()).unwrap();
    assert!(matches!(foreign.check(), Err(PaymentError::Keys(_))));
    // The application's own public key, which is entered by mistake most often.
    let own = AlipayAccount {
        provider_key: include_str!("../../keys/wechatpay_go.public.pem"),
        ..ACCOUNT
    };
    let own = Alipay::new(own, &url, http(), clock).unwrap();
    assert!(matches!(own.check(), Err(PaymentError::ForeignKey(_))));
}
