//! WeChat Pay.

use chrono::TimeDelta;
use moyan_domain::Clock;
use moyan_payments::{
    Checkout, Client, Closing, NotificationError, NotificationKind, PayerLogin, PaymentError,
    PaymentProvider as _, PaymentState, RefundState, WeChatPay, WeChatPayAccount, WeChatUrls,
};

use super::{clock, http, order, refund_of, told};
use crate::support::provider_server::{
    Answered, MERCHANT_KEY, PLATFORM_CERTIFICATE, PLATFORM_KEY, PLATFORM_PUBLIC_KEY, ProviderServer,
    is_signed, sign,
};
use crate::support::wechat_pay_server::{
    API_V3_KEY, APP_ID, APP_SECRET, KEY_ID, LOGIN_CODE, MERCHANT_ID, SERIAL, WeChatPayEvent, WeChatPayServer,
};

const ACCOUNT: WeChatPayAccount<'_> = WeChatPayAccount {
    app_id: APP_ID,
    merchant_id: MERCHANT_ID,
    certificate_serial: SERIAL,
    private_key: MERCHANT_KEY,
    api_v3_key: API_V3_KEY,
    provider_key: PLATFORM_PUBLIC_KEY,
    public_key_id: KEY_ID,
    second_key: None,
    app_secret: None,
};

const LOGIN_URL: &str = "https://open.weixin.qq.com/connect/oauth2/authorize";

fn urls(server: &WeChatPayServer) -> WeChatUrls<'_> {
    WeChatUrls {
        pay_api: &server.server.url,
        api: &server.server.url,
        login: LOGIN_URL,
    }
}

fn start() -> (Clock, WeChatPayServer, WeChatPay) {
    let clock = clock();
    let server = WeChatPayServer::start(clock.clone());
    let wechat_pay = WeChatPay::new(ACCOUNT, urls(&server), http(), clock.clone()).unwrap();
    (clock, server, wechat_pay)
}

fn tell(
    wechat_pay: &WeChatPay,
    event: &WeChatPayEvent,
) -> Result<moyan_payments::Notification, NotificationError> {
    let headers: Vec<(&str, &str)> = event
        .headers
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    told(wechat_pay, &headers, event.body.as_bytes())
}

#[test]
fn an_order_is_paid_by_a_code_and_asked_for() {
    let (clock, server, wechat_pay) = start();
    let order = order(&clock, Client::Desktop);
    let Checkout::Code { text, .. } = wechat_pay.create(&order).unwrap() else {
        panic!("a code is expected");
    };
    assert_eq!(text, "weixin://wxpay/bizpayurl?pr=M20260131ABCDEF");
    let sent: serde_json::Value = serde_json::from_str(&server.server.take_received()[0].body).unwrap();
    assert_eq!(sent["amount"]["total"], 9900);
    assert_eq!(sent["time_expire"], "2026-01-31T20:30:00+08:00");
    assert_eq!(wechat_pay.query(&order).unwrap(), PaymentState::Pending);
    server.pay(&order.number);
    let PaymentState::Paid(payment) = wechat_pay.query(&order).unwrap() else {
        panic!("it is paid");
    };
    assert_eq!((payment.amount_fen, payment.currency.as_str()), (9900, "CNY"));
    let refund = refund_of(&order, &payment.reference);
    assert_eq!(wechat_pay.refund(&refund).unwrap(), RefundState::Pending);
    // It is paid: there is nothing to close.
    assert_eq!(wechat_pay.close(&order).unwrap(), Closing::Refused);
}

#[test]
fn a_phone_is_led_to_the_app_and_back_and_wechat_itself_gets_the_code() {
    let (clock, _server, wechat_pay) = start();
    let Checkout::Redirect { url, .. } = wechat_pay.create(&order(&clock, Client::Mobile)).unwrap() else {
        panic!("a page is expected");
    };
    assert_eq!(
        url,
        "https://wx.tenpay.com/cgi-bin/checkmweb?prepay_id=M20260131ABCDEF-H5\
         &redirect_url=https%3A%2F%2Fhandbook.moyan.example%2Forders%2FM20260131ABCDEF%3Fback%3D1"
    );
    let checkout = wechat_pay.create(&order(&clock, Client::WeChat)).unwrap();
    assert!(matches!(checkout, Checkout::Code { .. }));
}

/// With a secret of the Official Account.
fn with_jsapi<'a>(server: &'a WeChatPayServer, clock: &Clock, secret: &'a str) -> WeChatPay {
    let account = WeChatPayAccount {
        app_secret: Some(secret),
        ..ACCOUNT
    };
    WeChatPay::new(account, urls(server), http(), clock.clone()).unwrap()
}

#[test]
fn inside_wechat_the_payer_logs_in_and_the_app_is_called() {
    let (clock, server, _) = start();
    let wechat_pay = with_jsapi(&server, &clock, APP_SECRET);
    let mut order = order(&clock, Client::WeChat);
    order.login.state = "a1b2".to_owned();
    let Checkout::Login { url } = wechat_pay.create(&order).unwrap() else {
        panic!("a login is expected");
    };
    assert_eq!(
        url,
        "https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx0123456789abcdef\
         &redirect_uri=https%3A%2F%2Fhandbook.moyan.example%2Forders%2FM20260131ABCDEF%3Fgo%3D1\
         &response_type=code&scope=snsapi_base&state=a1b2#wechat_redirect"
    );
    assert!(server.server.take_received().is_empty(), "nothing is begun yet");
    order.login.code = LOGIN_CODE.to_owned();
    let Checkout::InApp {
        call,
        begun,
        reference,
    } = wechat_pay.create(&order).unwrap()
    else {
        panic!("a call is expected");
    };
    assert_eq!(
        (begun.as_str(), reference.as_str()),
        ("wxM20260131ABCDEF-JSAPI", "M20260131ABCDEF-JSAPI")
    );
    let call: serde_json::Value = serde_json::from_str(&call).unwrap();
    let text = |name: &str| call[name].as_str().unwrap();
    assert_eq!(
        (
            text("appId"),
            text("package"),
            text("signType"),
            text("timeStamp")
        ),
        (APP_ID, "prepay_id=wxM20260131ABCDEF-JSAPI", "RSA", "1769860800")
    );
    let message = format!(
        "{APP_ID}\n1769860800\n{}\nprepay_id=wxM20260131ABCDEF-JSAPI\n",
        text("nonceStr")
    );
    assert!(is_signed(MERCHANT_KEY, &message, text("paySign")));
    // It is opened again without asking, and with a login that is over.
    server.server.take_received();
    order.begun = begun;
    order.login.code = "over".to_owned();
    let again = wechat_pay.create(&order).unwrap();
    assert!(matches!(again, Checkout::InApp { begun, .. } if begun == "wxM20260131ABCDEF-JSAPI"));
    assert!(server.server.take_received().is_empty());
}

#[test]
fn a_login_that_is_none_and_a_secret_that_is_wrong_begin_nothing() {
    let (clock, server, _) = start();
    let mut order = order(&clock, Client::WeChat);
    order.login = PayerLogin {
        code: "used".to_owned(),
        state: String::new(),
    };
    let right = with_jsapi(&server, &clock, APP_SECRET);
    assert_eq!(
        right.create(&order),
        Err(PaymentError::Refused("40029".to_owned()))
    );
    assert_eq!(right.check(), Ok(()));
    let wrong = with_jsapi(&server, &clock, "wrong");
    assert_eq!(wrong.create(&order), Err(PaymentError::Keys("40125".to_owned())));
    assert_eq!(wrong.check(), Err(PaymentError::Keys("40125".to_owned())));
}

#[test]
fn an_order_is_paid_in_any_of_the_ways_that_it_was_begun_in() {
    let (clock, server, _) = start();
    let wechat_pay = with_jsapi(&server, &clock, APP_SECRET);
    let ways = [
        (Client::Desktop, "M20260131ABCDEF"),
        (Client::Mobile, "M20260131ABCDEF-H5"),
        (Client::WeChat, "M20260131ABCDEF-JSAPI"),
    ];
    let mut begun = order(&clock, Client::Desktop);
    begun.login.code = LOGIN_CODE.to_owned();
    for (client, _) in ways.into_iter().chain(ways) {
        begun.client = client;
        begun.provider_reference = match wechat_pay.create(&begun).unwrap() {
            Checkout::Redirect { reference, .. }
            | Checkout::Code { reference, .. }
            | Checkout::InApp { reference, .. } => reference,
            Checkout::Login { .. } => panic!("who is logged in is not asked again"),
        };
    }
    assert_eq!(wechat_pay.query(&begun).unwrap(), PaymentState::Pending);
    for (_, number) in ways {
        server.pay(number);
        let paid = wechat_pay.query(&begun).unwrap();
        assert!(matches!(paid, PaymentState::Paid(_)), "{number}");
        let event = server.paid_event(number, |_| {});
        let told = tell(&wechat_pay, &event).unwrap().order_number;
        assert_eq!(told.as_deref(), Some("M20260131ABCDEF"), "{number}");
        server.forget(number);
    }
    assert_eq!(wechat_pay.query(&begun).unwrap(), PaymentState::Closed);
    for (client, _) in ways {
        begun.client = client;
        wechat_pay.create(&begun).unwrap();
    }
    wechat_pay.close(&begun).unwrap();
    assert_eq!(wechat_pay.query(&begun).unwrap(), PaymentState::Closed);
}

#[test]
fn an_order_that_is_closed_or_was_never_there_is_closed() {
    let (clock, _server, wechat_pay) = start();
    let order = order(&clock, Client::Desktop);
    wechat_pay.close(&order).unwrap();
    assert_eq!(wechat_pay.query(&order).unwrap(), PaymentState::Closed);
    wechat_pay.create(&order).unwrap();
    wechat_pay.close(&order).unwrap();
    assert_eq!(wechat_pay.query(&order).unwrap(), PaymentState::Closed);
}

#[test]
fn a_notification_says_what_was_paid_for_five_minutes() {
    let (clock, server, wechat_pay) = start();
    let order = order(&clock, Client::Desktop);
    wechat_pay.create(&order).unwrap();
    server.pay(&order.number);
    let mut event = server.paid_event(&order.number, |_| {});
    let notification = tell(&wechat_pay, &event).unwrap();
    assert_eq!(notification.order_number.as_deref(), Some(order.number.as_str()));
    assert!(notification.is_own_merchant);
    assert!(!notification.body.contains("ciphertext"));
    assert!(matches!(notification.kind, NotificationKind::Paid(payment) if payment.amount_fen == 9900));
    clock.advance(TimeDelta::seconds(310));
    assert_eq!(tell(&wechat_pay, &event), Err(NotificationError::Timestamp));
    clock.advance(TimeDelta::seconds(-310));
    let right = event.headers[2].1.clone();
    event.headers[2].1 = format!("WECHATPAY/SIGNTEST/{right}");
    assert_eq!(tell(&wechat_pay, &event), Err(NotificationError::Signature));
    event.headers[2].1 = right;
    event.body = event.body.replace("TRANSACTION", "REFUND");
    assert_eq!(tell(&wechat_pay, &event), Err(NotificationError::Signature));
    assert_eq!(
        tell(&wechat_pay, &server.signed("{}")),
        Err(NotificationError::Body)
    );
}

#[test]
fn another_merchant_or_application_is_told_from_ours() {
    let (clock, server, wechat_pay) = start();
    let order = order(&clock, Client::Desktop);
    wechat_pay.create(&order).unwrap();
    server.pay(&order.number);
    for field in ["appid", "mchid"] {
        let event = server.paid_event(&order.number, |transaction| transaction[field] = "other".into());
        assert!(!tell(&wechat_pay, &event).unwrap().is_own_merchant, "{field}");
    }
}

#[test]
fn an_answer_about_another_order_merchant_or_application_pays_nothing() {
    let (clock, server, wechat_pay) = start();
    let order = order(&clock, Client::Desktop);
    for field in ["out_trade_no", "mchid", "appid"] {
        wechat_pay.create(&order).unwrap();
        server.pay(&order.number);
        server.change(&order.number, field, "other");
        // Former keys are asked for what another application of the merchant began.
        let is_right = match wechat_pay.query(&order) {
            Err(PaymentError::Refused(_)) => field == "appid",
            Err(PaymentError::Answer(_)) => field != "appid",
            _ => false,
        };
        assert!(is_right, "{field}");
        server.forget(&order.number);
    }
}

#[test]
fn a_refund_is_named_by_our_number() {
    let (_, server, wechat_pay) = start();
    let notification = tell(&wechat_pay, &server.refund_event("M1", "R1", 5000)).unwrap();
    assert_eq!(notification.order_number.as_deref(), Some("M1"));
    let NotificationKind::Refunded(refund) = notification.kind else {
        panic!("it is a refund");
    };
    assert_eq!((refund.reference.as_str(), refund.amount_fen), ("R1", 5000));
    assert_eq!(refund.state, RefundState::Succeeded);
}

#[test]
fn keys_are_checked_with_wechat_pay_and_its_answer_with_its_key() {
    let (clock, server, wechat_pay) = start();
    wechat_pay.check().unwrap();
    let with = |account| WeChatPay::new(account, urls(&server), http(), clock.clone()).unwrap();
    let foreign_key = with(WeChatPayAccount {
        private_key: PLATFORM_KEY,
        ..ACCOUNT
    });
    assert_eq!(
        foreign_key.check(),
        Err(PaymentError::Keys("SIGN_ERROR".to_owned()))
    );
    let foreign_platform = with(WeChatPayAccount {
        provider_key: include_str!("../../keys/wechatpay_go.public.pem"),
        ..ACCOUNT
    });
    assert!(matches!(
        foreign_platform.check(),
        Err(PaymentError::ForeignKey(_))
    ));
    // The server signs with its public key, not with the certificate.
    let certificate = with(WeChatPayAccount {
        provider_key: PLATFORM_CERTIFICATE,
        public_key_id: "",
        ..ACCOUNT
    });
    assert!(matches!(certificate.check(), Err(PaymentError::ForeignKey(_))));
    let without_id = WeChatPayAccount {
        public_key_id: "",
        ..ACCOUNT
    };
    assert!(WeChatPay::new(without_id, urls(&server), http(), clock.clone()).is_err());
}

#[test]
fn a_merchant_who_may_not_ask_has_keys_that_do_not_work() {
    let (clock, server, _) = start();
    let body = r#"{"code":"NO_AUTH","message":"no"}"#;
    for status in [400, 403] {
        let event = server.signed(body);
        let refusing = ProviderServer::start(move |_| Answered {
            status,
            headers: event.headers.clone(),
            body: event.body.clone(),
        });
        let urls = WeChatUrls {
            pay_api: &refusing.url,
            ..urls(&server)
        };
        let wechat_pay = WeChatPay::new(ACCOUNT, urls, http(), clock.clone()).unwrap();
        assert_eq!(
            wechat_pay.check(),
            Err(PaymentError::Keys("NO_AUTH".to_owned())),
            "{status}"
        );
    }
}

#[test]
fn a_refund_tells_the_payer_the_reason_if_there_is_one() {
    let (clock, server, wechat_pay) = start();
    let mut refund = refund_of(&order(&clock, Client::Desktop), "42000M");
    wechat_pay.refund(&refund).unwrap();
    refund.reason.clear();
    wechat_pay.refund(&refund).unwrap();
    let sent = server.server.take_received();
    let body = |at: usize| -> serde_json::Value { serde_json::from_str(&sent[at].body).unwrap() };
    assert_eq!(body(0)["reason"], "不再需要");
    assert!(body(1).get("reason").is_none());
}

#[test]
fn a_payment_does_not_tell_its_order() {
    let (_clock, _server, wechat_pay) = start();
    assert_eq!(wechat_pay.order_of_payment("42000M20260131ABCDEF"), Ok(None));
}

#[test]
fn a_notification_is_signed_by_the_platform_certificate_too() {
    let (clock, server, _) = start();
    let account = WeChatPayAccount {
        provider_key: PLATFORM_CERTIFICATE,
        public_key_id: "",
        ..ACCOUNT
    };
    let wechat_pay = WeChatPay::new(account, urls(&server), http(), clock).unwrap();
    let mut event = server.refund_event("M1", "R1", 5000);
    assert_eq!(tell(&wechat_pay, &event), Err(NotificationError::Serial));
    event.headers[3].1 = "5157F09EFDC096DE15EBE81A47057A7232F1B8E1".to_owned();
    assert!(tell(&wechat_pay, &event).is_ok());
}

#[test]
fn while_keys_change_what_either_of_them_signed_is_taken() {
    let (clock, server, _) = start();
    let certificate_serial = "5157F09EFDC096DE15EBE81A47057A7232F1B8E1";
    let other_key = include_str!("../../keys/wechatpay_go.public.pem");
    let with = |first: (&'static str, &'static str), second| {
        let account = WeChatPayAccount {
            provider_key: first.0,
            public_key_id: first.1,
            second_key: Some(second),
            ..ACCOUNT
        };
        WeChatPay::new(account, urls(&server), http(), clock.clone())
    };
    // From the certificate to the public key; answers are signed by the public key.
    let wechat_pay = with((PLATFORM_CERTIFICATE, ""), (PLATFORM_PUBLIC_KEY, KEY_ID)).unwrap();
    wechat_pay.check().unwrap();
    let mut event = server.refund_event("M1", "R1", 5000);
    for (serial, is_taken) in [
        (KEY_ID, true),
        (certificate_serial, true),
        ("PUB_KEY_ID_9", false),
    ] {
        event.headers[3].1 = serial.to_owned();
        assert_eq!(tell(&wechat_pay, &event).is_ok(), is_taken, "{serial}");
    }
    // Each key counts under its own ID only.
    let wechat_pay = with((PLATFORM_PUBLIC_KEY, KEY_ID), (other_key, "PUB_KEY_ID_2")).unwrap();
    let message = format!("{}\n{}\n{}\n", event.headers[0].1, event.headers[1].1, event.body);
    for (key, serial, is_taken) in [
        (PLATFORM_KEY, KEY_ID, true),
        (MERCHANT_KEY, "PUB_KEY_ID_2", true),
        (MERCHANT_KEY, KEY_ID, false),
        (PLATFORM_KEY, "PUB_KEY_ID_2", false),
    ] {
        event.headers[2].1 = sign(key, &message);
        event.headers[3].1 = serial.to_owned();
        assert_eq!(tell(&wechat_pay, &event).is_ok(), is_taken, "{serial}");
    }
    for second in [(other_key, ""), ("no key", "PUB_KEY_ID_2")] {
        assert!(with((PLATFORM_PUBLIC_KEY, KEY_ID), second).is_err());
    }
}
