//! Ways to be paid, against servers that speak the protocols of the providers.

mod alipay;
mod disputes;
mod former_keys;
mod hooks;
mod methods;
mod outages;
mod polling;
mod refunds;
mod returning;
mod shop;
mod stripe;
mod wechat_pay;

use std::time::Duration;

use chrono::{TimeDelta, TimeZone as _, Utc};
use moyan_domain::Clock;
use moyan_payments::{
    Client, Notification, NotificationError, NotificationRequest, PayerLogin, PaymentOrder, PaymentProvider,
    ProviderHttp, RefundOrder,
};

/// Short, so that tests of providers that do not answer are short too.
fn http() -> ProviderHttp {
    ProviderHttp::with_timeout(Duration::from_millis(500))
}

/// An order of 99 yuan.
fn order(clock: &Clock, client: Client) -> PaymentOrder {
    PaymentOrder {
        number: "M20260131ABCDEF".to_owned(),
        amount_fen: 9900,
        currency: "CNY".to_owned(),
        product: "会员 & 月度".to_owned(),
        shop: "墨砚手册".to_owned(),
        return_url: "https://handbook.moyan.example/orders/M20260131ABCDEF".to_owned(),
        notify_url: "https://moyan.example/hooks/payments/x/y".to_owned(),
        ordered_at: clock.now(),
        closes_at: clock.now() + TimeDelta::minutes(30),
        client_address: "10.0.0.1".to_owned(),
        client,
        provider_reference: String::new(),
        begun: String::new(),
        login: PayerLogin::default(),
    }
}

fn refund_of(order: &PaymentOrder, payment_reference: &str) -> RefundOrder {
    RefundOrder {
        number: "R20260131ABCDEF".to_owned(),
        order_number: order.number.clone(),
        ordered_at: order.ordered_at,
        payment_reference: payment_reference.to_owned(),
        amount_fen: 5000,
        payment_fen: order.amount_fen,
        currency: order.currency.clone(),
        reason: "不再需要".to_owned(),
        notify_url: order.notify_url.clone(),
    }
}

/// The moment at which the clock of these tests begins.
fn clock() -> Clock {
    let clock = Clock::default();
    let start = Utc.with_ymd_and_hms(2026, 1, 31, 12, 0, 0).unwrap();
    clock.set_ahead(start - clock.now());
    clock
}

/// Hands a notification to a provider.
fn told(
    provider: &dyn PaymentProvider,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Result<Notification, NotificationError> {
    let header = |name: &str| {
        let found = headers.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    provider.verify_notification(&NotificationRequest {
        body,
        header: &header,
    })
}
