//! A site with every provider, a visitor, and orders.

use std::time::Duration;

use actix_web::http::Method;
use chrono::TimeDelta;
use moyan_domain::SiteId;
use moyan_foundation::error::AppError;
use moyan_foundation::jobs::{self, Queue};
use moyan_payments::{Checkout, Client, PayerLogin, ProviderHttp};
use moyan_server::features::membership::providers::{Payer, start_checkout};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::alipay_server::{self, AlipayServer};
use crate::support::provider_server::{Behavior, MERCHANT_KEY, PLATFORM_PUBLIC_KEY, ProviderServer};
use crate::support::site::Site;
use crate::support::stripe_server::{self, StripeServer};
use crate::support::wechat_pay_server::{self, WeChatPayServer};
use crate::support::{Answer, TestApp};

/// The methods with a provider.
pub const METHODS: [&str; 3] = ["stripe", "wechatPay", "alipay"];

pub struct Shop {
    pub app: TestApp,
    pub site: Site,
    pub stripe: StripeServer,
    pub wechat_pay: WeChatPayServer,
    pub alipay: AlipayServer,
}

/// A notification as it is posted.
pub struct Event {
    pub body: String,
    pub headers: Vec<(&'static str, String)>,
}

impl Shop {
    pub async fn new() -> Self {
        let mut app = TestApp::with_database();
        let stripe = StripeServer::start(app.clock.clone());
        let wechat_pay = WeChatPayServer::start(app.clock.clone());
        let alipay = AlipayServer::start(app.clock.clone());
        let gateway = format!("{}/gateway.do", alipay.server.url);
        app.reconfigure(&[
            ("STRIPE_API_URL", &stripe.server.url),
            ("WECHAT_PAY_API_URL", &wechat_pay.server.url),
            ("ALIPAY_GATEWAY_URL", &gateway),
            ("ALIPAY_SANDBOX_URL", &gateway),
        ]);
        app.change_state(|state| {
            state.provider_http = ProviderHttp::with_timeout(Duration::from_millis(800))
        });
        let site = Site::new(&app).await;
        let shop = Self {
            app,
            site,
            stripe,
            wechat_pay,
            alipay,
        };
        for method in METHODS {
            shop.set_up(shop.site.id, method).await;
            shop.n_asked(method);
        }
        shop
    }

    /// Sets a method of a site up, all in the mode of tests.
    pub async fn set_up(&self, site: Uuid, method: &str) {
        self.set_up_with(site, method, &json!({}), &json!({})).await;
    }

    /// The same with other settings and keys.
    pub async fn set_up_with(&self, site: Uuid, method: &str, other_settings: &Value, other_keys: &Value) {
        let (mut settings, mut keys) = match method {
            "stripe" => (
                json!({}),
                json!({ "secretKey": stripe_server::SECRET_KEY, "webhookSecret": stripe_server::WEBHOOK_SECRET }),
            ),
            "wechatPay" => (
                json!({
                    "appId": wechat_pay_server::APP_ID, "merchantId": wechat_pay_server::MERCHANT_ID,
                    "serial": wechat_pay_server::SERIAL, "publicKeyId": wechat_pay_server::KEY_ID,
                }),
                json!({
                    "privateKey": MERCHANT_KEY, "apiV3Key": wechat_pay_server::API_V3_KEY,
                    "publicKey": PLATFORM_PUBLIC_KEY,
                }),
            ),
            _ => (
                json!({
                    "appId": alipay_server::APP_ID, "sellerId": alipay_server::SELLER_ID, "usesCodes": "true",
                }),
                json!({ "privateKey": MERCHANT_KEY, "alipayPublicKey": PLATFORM_PUBLIC_KEY }),
            ),
        };
        for (fields, others) in [(&mut settings, other_settings), (&mut keys, other_keys)] {
            for (name, value) in others.as_object().unwrap() {
                fields[name] = value.clone();
            }
        }
        let body = json!({ "isEnabled": true, "isTest": true, "settings": settings, "keys": keys });
        let path = format!(
            "/api/teams/{}/sites/{site}/payment-methods/{method}",
            self.site.base.team
        );
        let put = self.app.call(&self.site.base.owner, "PUT", &path, body);
        let is_as_ever = [other_settings, other_keys]
            .iter()
            .all(|others| **others == json!({}));
        let saved = match is_as_ever {
            true => put.await,
            false => self.unasked(method, put).await,
        };
        saved.data();
    }

    /// Does something while a provider does not answer: keys that it would refuse can be saved.
    pub async fn unasked(&self, method: &str, what: impl Future<Output = Answer>) -> Answer {
        let before = self.server(method).behavior();
        self.set_behavior(method, Behavior::Failing);
        let answer = what.await;
        self.set_behavior(method, before);
        answer
    }

    /// Another site of the team.
    pub fn other_site(&self) -> Uuid {
        let id = Uuid::now_v7();
        self.app.sql(&format!(
            "INSERT INTO sites (id, team_id, name, slug) VALUES ('{id}', '{}', '另一个', 'other')",
            self.site.base.team
        ));
        id
    }

    /// An order of 99 yuan for a month, by a visitor of its own: its number.
    pub fn order(&self, method: &str) -> String {
        let id = Uuid::now_v7();
        let number = format!("20260131{:014}", id.as_u128() % 100_000_000_000_000);
        let email = email_of(&number);
        let package = json!({
            "id": Uuid::nil(), "name": "月度会员", "period": "monthly", "price": "99", "priceFen": 9900,
            "benefits": [], "isRecommended": false, "isArchived": false,
        });
        let now = self.app.clock.now();
        let (created, closes) = (now.to_rfc3339(), (now + TimeDelta::minutes(30)).to_rfc3339());
        self.app.sql(&format!(
            "INSERT INTO visitors (id, site_id, email, language) VALUES ('{id}', '{0}', '{email}', 'en'); \
             INSERT INTO orders (id, site_id, team_id, site_name, number, visitor_id, visitor_identifier, package_id, \
             package, price_fen, amount_fen, method, is_test, status, created_at, updated_at, closes_at) \
             VALUES ('{id}', '{0}', '{1}', '手册', '{number}', '{id}', '{email}', '{2}', '{package}', \
             9900, 9900, '{method}', TRUE, 'pending', '{created}', '{created}', '{closes}')",
            self.site.id,
            self.site.base.team,
            Uuid::nil(),
        ));
        number
    }

    /// Begins the payment of an order.
    pub async fn begin(&self, number: &str) -> Checkout {
        self.try_begin(number).await.unwrap()
    }

    /// Begins the payment of an order, or is refused.
    pub async fn try_begin(&self, number: &str) -> Result<Checkout, AppError> {
        self.try_begin_on(Client::Desktop, number).await
    }

    /// Begins the payment of an order on this screen, or is refused.
    pub async fn try_begin_on(&self, client: Client, number: &str) -> Result<Checkout, AppError> {
        let payer = Payer {
            client,
            address: "10.0.0.9".to_owned(),
            return_url: format!("https://handbook.moyan.example/orders/{number}"),
            login: PayerLogin::default(),
        };
        start_checkout(&self.app.state, SiteId(self.site.id), number, payer).await
    }

    /// An order that is begun.
    pub async fn begun(&self, method: &str) -> String {
        let number = self.order(method);
        self.begin(&number).await;
        number
    }

    fn server(&self, method: &str) -> &ProviderServer {
        match method {
            "stripe" => &self.stripe.server,
            "wechatPay" => &self.wechat_pay.server,
            _ => &self.alipay.server,
        }
    }

    pub fn set_behavior(&self, method: &str, behavior: Behavior) {
        self.server(method).set_behavior(behavior);
    }

    /// How many requests about orders and refunds the provider got since it was asked last.
    pub fn n_asked(&self, method: &str) -> usize {
        let received = self.server(method).take_received().into_iter();
        received
            .filter(|request| !request.path.starts_with("/v1/disputes?"))
            .count()
    }

    /// Pays at the provider.
    pub fn pay(&self, method: &str, number: &str) {
        match method {
            "stripe" => self.stripe.pay(number),
            "wechatPay" => self.wechat_pay.pay(number),
            _ => self.alipay.pay(number),
        }
    }

    /// Pays at the provider at the moment at which the order is closed there.
    pub fn pay_when_closing(&self, method: &str, number: &str) {
        match method {
            "stripe" => self.stripe.pay_when_closing(number),
            "wechatPay" => self.wechat_pay.pay_when_closing(number),
            _ => self.alipay.pay_when_closing(number),
        }
    }

    /// What the provider tells of a payment, of another amount than was paid where one is given.
    pub fn paid_event(&self, method: &str, number: &str, amount: Option<&str>) -> Event {
        match method {
            "stripe" => {
                let event = self.stripe.paid_event(number, |session| {
                    if let Some(amount) = amount {
                        session["amount_total"] = fen(amount).into();
                    }
                });
                Event::of_stripe(event)
            }
            "wechatPay" => {
                let event = self.wechat_pay.paid_event(number, |transaction| {
                    if let Some(amount) = amount {
                        transaction["amount"]["total"] = fen(amount).into();
                    }
                });
                Event {
                    body: event.body,
                    headers: event.headers,
                }
            }
            _ => {
                let changes: Vec<_> = amount
                    .map(|amount| ("total_amount", amount))
                    .into_iter()
                    .collect();
                Event {
                    body: self.alipay.paid_event(number, &changes),
                    headers: Vec::new(),
                }
            }
        }
    }

    /// What the provider tells of a refund of the whole amount that was made there.
    pub fn refund_event(&self, method: &str, number: &str) -> Event {
        match method {
            "stripe" => Event::of_stripe(self.stripe.refund_event(number, 9900, &json!({}))),
            "wechatPay" => {
                let event = self.wechat_pay.refund_event(number, &format!("R{number}"), 9900);
                Event {
                    body: event.body,
                    headers: event.headers,
                }
            }
            _ => Event {
                body: self.alipay.refund_event(number, &format!("R{number}"), "99.00"),
                headers: Vec::new(),
            },
        }
    }

    /// The ID of an order.
    pub fn order_id(&self, number: &str) -> String {
        let id = format!("SELECT id FROM orders WHERE number = '{number}'");
        self.app.database().text(&id)
    }

    /// Asks for a refund, as the console does.
    pub async fn refund(&self, order_id: &str, amount_fen: i64) -> Answer {
        let body = json!({ "amountFen": amount_fen, "reason": "不再需要", "isOutside": false });
        let path = format!("/orders/{order_id}/refund");
        self.site.call(&self.app, "POST", &path, body).await
    }

    /// The provider has done a refund whose answer got lost.
    pub fn have_refund(&self, method: &str, number: &str, refund_number: &str) {
        match method {
            "stripe" => self.stripe.have_refund(number, refund_number, "succeeded"),
            "wechatPay" => self.wechat_pay.have_refund(refund_number, "SUCCESS"),
            _ => self.alipay.have_refund(refund_number),
        }
    }

    /// Posts a notification to the hook of a site.
    pub async fn tell_site(&self, site: Uuid, method: &str, event: &Event) -> Answer {
        let headers: Vec<(&str, &str)> = event
            .headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let path = format!("/hooks/payments/{site}/{method}");
        let body = event.body.clone().into_bytes();
        self.app
            .send_from("203.0.113.7", Method::POST, &path, &headers, body)
            .await
    }

    pub async fn tell(&self, method: &str, event: &Event) -> Answer {
        self.tell_site(self.site.id, method, event).await
    }

    /// Does the jobs that are due, after so many seconds.
    pub async fn after(&self, seconds: i64) {
        self.app.clock.advance(TimeDelta::seconds(seconds));
        let state = self.app.state.clone();
        tokio::task::spawn_blocking(move || {
            jobs::upkeep(&state).unwrap();
            jobs::run_due(&state, Queue::Payments).unwrap();
        })
        .await
        .unwrap();
    }

    /// How many mails the buyer of an order got.
    pub fn n_mails(&self, number: &str) -> String {
        self.app.n_mails_to(&email_of(number))
    }

    /// Status and problem of an order, how many payments and grants that count it has, and what was noted of it.
    pub fn state_of(&self, number: &str) -> String {
        self.app.database().text(&format!(
            "SELECT concat_ws(' ', status, nullif(array_to_string(problems, ' '), ''), \
             (SELECT count(*) FROM payments WHERE order_id = orders.id), \
             (SELECT count(*) FROM grants g WHERE g.order_id = orders.id \
              AND NOT EXISTS (SELECT FROM grant_revocations r WHERE r.grant_id = g.id))) \
             FROM orders WHERE number = '{number}'"
        ))
    }

    /// The problems of the notifications that were noted, by their order of arrival.
    pub fn noted(&self) -> String {
        self.app.database().text(
            "SELECT coalesce(string_agg(coalesce(nullif(problem, ''), 'applied'), ' ' ORDER BY id), '') \
             FROM payment_notifications",
        )
    }
}

impl Event {
    pub fn of_stripe(event: stripe_server::StripeEvent) -> Self {
        Self {
            body: event.body,
            headers: vec![("stripe-signature", event.signature)],
        }
    }
}

/// The address of who buys.
fn email_of(number: &str) -> String {
    format!("{}@example.com", number.to_lowercase())
}

/// Fen of an amount such as `99.00`.
fn fen(amount: &str) -> i64 {
    amount.replace('.', "").parse().unwrap()
}

/// What a provider wants to hear when a notification arrived.
pub fn thanks(method: &str) -> (u16, &'static str) {
    match method {
        "stripe" => (200, ""),
        "wechatPay" => (204, ""),
        _ => (200, "success"),
    }
}

/// Status and body of an answer.
pub fn said(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.text())
}
