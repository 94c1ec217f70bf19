//! Providers that are slow, away or out of order.

use std::time::Duration;

use moyan_payments::{
    Alipay, AlipayAccount, Client, PaymentError, PaymentProvider, ProviderHttp, Stripe, StripeAccount,
    WeChatPay, WeChatPayAccount, WeChatUrls,
};

use super::{clock, http, order, refund_of};
use crate::support::provider_server::{
    Answered, Behavior, MERCHANT_KEY, PLATFORM_PUBLIC_KEY, ProviderServer,
};
use crate::support::{stripe_server, wechat_pay_server};

/// All of them, at one address.
fn providers(url: &str, http: &ProviderHttp) -> Vec<Box<dyn PaymentProvider>> {
    let stripe = StripeAccount {
        secret_key: stripe_server::SECRET_KEY,
        webhook_secret: stripe_server::WEBHOOK_SECRET,
        is_test: true,
    };
    let wechat_pay = WeChatPayAccount {
        app_id: wechat_pay_server::APP_ID,
        merchant_id: wechat_pay_server::MERCHANT_ID,
        certificate_serial: wechat_pay_server::SERIAL,
        private_key: MERCHANT_KEY,
        api_v3_key: wechat_pay_server::API_V3_KEY,
        provider_key: PLATFORM_PUBLIC_KEY,
        public_key_id: wechat_pay_server::KEY_ID,
        second_key: None,
        app_secret: None,
    };
    let urls = WeChatUrls {
        pay_api: url,
        api: url,
        login: url,
    };
    let alipay = AlipayAccount {
        app_id: "2021000000000000",
        seller_id: "2088000000000000",
        private_key: MERCHANT_KEY,
        provider_key: PLATFORM_PUBLIC_KEY,
        has_codes: true,
    };
    vec![
        Box::new(Stripe::new(stripe, url, http.clone(), clock()).unwrap()),
        Box::new(WeChatPay::new(wechat_pay, urls, http.clone(), clock()).unwrap()),
        Box::new(Alipay::new(alipay, url, http.clone(), clock()).unwrap()),
    ]
}

/// What each provider says to each request.
fn failures(url: &str, http: &ProviderHttp) -> Vec<PaymentError> {
    let mut order = order(&clock(), Client::Desktop);
    order.provider_reference = "cs_test_1".to_owned();
    let refund = refund_of(&order, "pi_1");
    let mut failures = Vec::new();
    for provider in providers(url, http) {
        failures.extend([
            provider.create(&order).unwrap_err(),
            provider.query(&order).unwrap_err(),
            provider.refund(&refund).unwrap_err(),
            provider.query_refund(&refund).unwrap_err(),
            provider.close(&order).unwrap_err(),
            provider.check().unwrap_err(),
        ]);
    }
    failures
}

#[test]
fn a_provider_that_is_away_slow_or_broken_is_unavailable() {
    let server = ProviderServer::start(|_| unreachable!());
    server.set_behavior(Behavior::Failing);
    let away = "http://127.0.0.1:1";
    for url in [away, server.url.as_str()] {
        for error in failures(url, &http()) {
            assert!(matches!(error, PaymentError::Unavailable(_)), "{url} {error}");
        }
    }
    server.set_behavior(Behavior::Silent);
    for error in failures(
        &server.url,
        &ProviderHttp::with_timeout(Duration::from_millis(20)),
    ) {
        assert!(matches!(error, PaymentError::Unavailable(_)), "{error}");
    }
}

#[test]
fn an_answer_that_is_something_else_is_not_believed() {
    let server = ProviderServer::start(|_| unreachable!());
    server.set_behavior(Behavior::Garbage);
    for error in failures(&server.url, &http()) {
        assert!(matches!(error, PaymentError::Answer(_)), "{error}");
    }
}

#[test]
fn an_answer_without_end_is_read_up_to_a_megabyte() {
    let server = ProviderServer::start(|_| Answered {
        status: 200,
        headers: Vec::new(),
        body: "x".repeat(1024 * 1024 + 1),
    });
    for error in failures(&server.url, &http()) {
        assert!(matches!(error, PaymentError::Unavailable(_)), "{error}");
    }
}

#[test]
fn a_redirect_is_not_followed() {
    let server = ProviderServer::start(|_| Answered {
        status: 302,
        headers: vec![("location", "http://127.0.0.1:1/".to_owned())],
        body: "{}".to_owned(),
    });
    for error in failures(&server.url, &http()) {
        assert!(!matches!(error, PaymentError::Unavailable(_)), "{error}");
    }
}
