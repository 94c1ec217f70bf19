//! A server that speaks as much of WeChat Pay's API v3 as we do: it checks the signatures of requests and signs what it
//! answers. Source: pay.weixin.qq.com/doc/v3/merchant.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::SecondsFormat;
use moyan_domain::Clock;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use serde_json::{Value, json};

use super::provider_server::{
    Answered, MERCHANT_KEY, PLATFORM_KEY, ProviderServer, Received, is_signed, sign,
};

pub const APP_ID: &str = "wx0123456789abcdef";
pub const MERCHANT_ID: &str = "1900000001";
/// Another merchant, who has the same keys and nothing of this one.
pub const OTHER_MERCHANT_ID: &str = "1900000002";
pub const SERIAL: &str = "408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB";
pub const KEY_ID: &str = "PUB_KEY_ID_0000000000000024101100397200000006";
pub const API_V3_KEY: &str = "0123456789abcdef0123456789ABCDEF";
pub const APP_SECRET: &str = "d4624c36b6795d1d99dcf0547af5443d";
/// The code that a login leads back with, and whom it names.
pub const LOGIN_CODE: &str = "061FcQll2kkRdf4oHBkl2Q3tfl2FcQlh";
const PAYER_ID: &str = "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o";

/// A notification: the body and its headers.
pub struct WeChatPayEvent {
    pub body: String,
    pub headers: Vec<(&'static str, String)>,
}

pub struct WeChatPayServer {
    pub server: ProviderServer,
    clock: Clock,
    orders: Arc<Mutex<HashMap<String, Value>>>,
}

impl WeChatPayServer {
    pub fn start(clock: Clock) -> Self {
        let orders: Arc<Mutex<HashMap<String, Value>>> = Arc::default();
        let (shared, own_clock) = (orders.clone(), clock.clone());
        let server = ProviderServer::start(move |request| {
            let mut answered = answer(&mut shared.lock().unwrap(), request);
            if answered.status != 401 {
                answered.headers = headers(&own_clock, &answered.body);
            }
            answered
        });
        Self {
            server,
            clock,
            orders,
        }
    }

    /// Pays an order.
    pub fn pay(&self, order_number: &str) {
        let now = self.clock.now().to_rfc3339_opts(SecondsFormat::Secs, true);
        let mut orders = self.orders.lock().unwrap();
        pay(orders.get_mut(order_number).unwrap(), order_number, &now);
    }

    /// Pays an order at the moment at which it is closed.
    pub fn pay_when_closing(&self, order_number: &str) {
        let now = self.clock.now().to_rfc3339_opts(SecondsFormat::Secs, true);
        self.change(order_number, "paid_when_closing", &now);
    }

    /// The state of an order.
    pub fn state_of(&self, order_number: &str) -> String {
        self.orders.lock().unwrap()[order_number]["trade_state"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Answers questions about an order with another field than it has.
    pub fn change(&self, order_number: &str, field: &str, value: &str) {
        self.orders.lock().unwrap().get_mut(order_number).unwrap()[field] = value.into();
    }

    /// Knows nothing of an order any more.
    pub fn forget(&self, order_number: &str) {
        self.orders.lock().unwrap().remove(order_number);
    }

    /// Has a refund as if it had been asked for.
    pub fn have_refund(&self, refund_number: &str, status: &str) {
        let refund = json!({ "refund_id": "50000", "out_refund_no": refund_number, "status": status });
        self.orders
            .lock()
            .unwrap()
            .insert(refund_number.to_owned(), refund);
    }

    /// The notification of a payment, after `change` was done to the transaction.
    pub fn paid_event(&self, order_number: &str, change: impl Fn(&mut Value)) -> WeChatPayEvent {
        let mut transaction = self.orders.lock().unwrap()[order_number].clone();
        change(&mut transaction);
        self.event("TRANSACTION.SUCCESS", order_number, &transaction)
    }

    /// The notification of a refund.
    pub fn refund_event(&self, order_number: &str, refund_number: &str, amount_fen: i64) -> WeChatPayEvent {
        let payment = format!("42000{order_number}");
        self.refund_event_of(order_number, refund_number, &payment, amount_fen)
    }

    /// The same of a payment with this number.
    pub fn refund_event_of(
        &self,
        order_number: &str,
        refund_number: &str,
        payment: &str,
        amount_fen: i64,
    ) -> WeChatPayEvent {
        let refund = json!({
            "mchid": MERCHANT_ID, "out_trade_no": order_number, "transaction_id": payment,
            "out_refund_no": refund_number, "refund_id": "50000", "refund_status": "SUCCESS",
            "amount": { "total": 9900, "refund": amount_fen, "payer_total": 9900, "payer_refund": amount_fen },
        });
        self.event("REFUND.SUCCESS", refund_number, &refund)
    }

    fn event(&self, kind: &str, id: &str, resource: &Value) -> WeChatPayEvent {
        let key = UnboundKey::new(&AES_256_GCM, API_V3_KEY.as_bytes()).unwrap();
        let mut bytes = resource.to_string().into_bytes();
        let nonce = Nonce::try_assume_unique_for_key(b"wCq51qZv4Yfg").unwrap();
        LessSafeKey::new(key)
            .seal_in_place_append_tag(nonce, Aad::from(b"transaction"), &mut bytes)
            .unwrap();
        let body = json!({
            "id": format!("EV-{kind}-{id}"), "event_type": kind, "resource_type": "encrypt-resource",
            "resource": {
                "algorithm": "AEAD_AES_256_GCM", "ciphertext": STANDARD.encode(bytes), "nonce": "wCq51qZv4Yfg",
                "associated_data": "transaction", "original_type": "transaction",
            },
        });
        self.signed(&body.to_string())
    }

    /// A body signed now.
    pub fn signed(&self, body: &str) -> WeChatPayEvent {
        WeChatPayEvent {
            body: body.to_owned(),
            headers: headers(&self.clock, body),
        }
    }
}

fn headers(clock: &Clock, body: &str) -> Vec<(&'static str, String)> {
    let (timestamp, nonce) = (clock.now().timestamp(), "d824f2e086d3c1df967785d13fcd22ef");
    vec![
        ("wechatpay-timestamp", timestamp.to_string()),
        ("wechatpay-nonce", nonce.to_owned()),
        (
            "wechatpay-signature",
            sign(PLATFORM_KEY, &format!("{timestamp}\n{nonce}\n{body}\n")),
        ),
        ("wechatpay-serial", KEY_ID.to_owned()),
    ]
}

fn pay(order: &mut Value, order_number: &str, paid_at: &str) {
    order["trade_state"] = "SUCCESS".into();
    order["transaction_id"] = format!("42000{order_number}").into();
    order["success_time"] = paid_at.into();
}

/// The merchant who signed the request.
fn merchant_of(request: &Received) -> Option<&'static str> {
    let parts = request
        .header("authorization")
        .strip_prefix("WECHATPAY2-SHA256-RSA2048 ")?;
    let parts: HashMap<&str, &str> = parts
        .split(',')
        .filter_map(|part| part.split_once('='))
        .map(|(name, value)| (name, value.trim_matches('"')))
        .collect();
    let message = format!(
        "{}\n{}\n{}\n{}\n{}\n",
        request.method, request.path, parts["timestamp"], parts["nonce_str"], request.body
    );
    let is_right = parts["serial_no"] == SERIAL && is_signed(MERCHANT_KEY, &message, parts["signature"]);
    let mut merchants = [MERCHANT_ID, OTHER_MERCHANT_ID].into_iter();
    merchants.find(|merchant| is_right && parts["mchid"] == *merchant)
}

fn refusal(status: u16, code: &str) -> Answered {
    Answered::json(status, &json!({ "code": code, "message": "no" }))
}

/// Says who logged in, for the code of a login and the application's secret.
fn exchange(query: &str) -> Answered {
    let values: HashMap<_, _> = url::form_urlencoded::parse(query.as_bytes()).collect();
    let is = |name, value| values.get(name).is_some_and(|found| found == value);
    if !is("appid", APP_ID) || !is("grant_type", "authorization_code") {
        return Answered::json(200, &json!({ "errcode": 40013, "errmsg": "invalid appid" }));
    }
    if !is("secret", APP_SECRET) {
        return Answered::json(200, &json!({ "errcode": 40125, "errmsg": "invalid appsecret" }));
    }
    if !is("code", LOGIN_CODE) {
        return Answered::json(200, &json!({ "errcode": 40029, "errmsg": "invalid code" }));
    }
    Answered::json(200, &json!({ "openid": PAYER_ID, "scope": "snsapi_base" }))
}

fn answer(orders: &mut HashMap<String, Value>, request: &Received) -> Answered {
    if let Some(query) = request.path.strip_prefix("/sns/oauth2/access_token?") {
        return exchange(query);
    }
    let Some(merchant) = merchant_of(request).filter(|_| !request.header("user-agent").is_empty()) else {
        return refusal(401, "SIGN_ERROR");
    };
    if merchant == OTHER_MERCHANT_ID {
        return refusal(404, "ORDER_NOT_EXIST");
    }
    let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    let parts: Vec<&str> = path.trim_start_matches("/v3/").split('/').collect();
    match (request.method.as_str(), parts.as_slice()) {
        ("POST", ["pay", "transactions", kind @ ("native" | "h5" | "jsapi")]) => {
            let is_of_payer = *kind != "jsapi" || body["payer"]["openid"] == PAYER_ID;
            if body["appid"] != APP_ID || body["mchid"] != MERCHANT_ID || !is_of_payer {
                return refusal(400, "PARAM_ERROR");
            }
            let number = body["out_trade_no"].as_str().unwrap().to_owned();
            let order = orders.entry(number.clone()).or_insert_with(|| {
                json!({
                    "appid": APP_ID, "mchid": MERCHANT_ID, "out_trade_no": number, "trade_state": "NOTPAY",
                    "trade_type": kind, "amount": body["amount"],
                })
            });
            // A number stays with the trade type that it was begun with.
            if order["trade_type"] != *kind {
                return refusal(403, "OUT_TRADE_NO_USED");
            }
            let answer = match *kind {
                "native" => json!({ "code_url": format!("weixin://wxpay/bizpayurl?pr={number}") }),
                "h5" => {
                    json!({ "h5_url": format!("https://wx.tenpay.com/cgi-bin/checkmweb?prepay_id={number}") })
                }
                _ => json!({ "prepay_id": format!("wx{number}") }),
            };
            Answered::json(200, &answer)
        }
        ("GET", ["pay", "transactions", "out-trade-no", number]) => match orders.get(*number) {
            Some(order) if query == format!("mchid={MERCHANT_ID}") => Answered::json(200, order),
            _ => refusal(404, "ORDER_NOT_EXIST"),
        },
        ("POST", ["pay", "transactions", "out-trade-no", number, "close"]) => match orders.get_mut(*number) {
            None => refusal(404, "ORDER_NOT_EXIST"),
            Some(order) if order["trade_state"] == "SUCCESS" => refusal(400, "ORDERPAID"),
            Some(order) if order["paid_when_closing"].is_string() => {
                let paid_at = order["paid_when_closing"].as_str().unwrap().to_owned();
                pay(order, number, &paid_at);
                refusal(400, "ORDERPAID")
            }
            Some(order) => {
                order["trade_state"] = "CLOSED".into();
                Answered {
                    status: 204,
                    headers: Vec::new(),
                    body: String::new(),
                }
            }
        },
        ("POST", ["refund", "domestic", "refunds"]) => {
            Answered::json(200, &json!({ "refund_id": "50000", "status": "PROCESSING" }))
        }
        ("GET", ["refund", "domestic", "refunds", number]) => match orders.get(*number) {
            Some(refund) => Answered::json(200, refund),
            None => refusal(404, "RESOURCE_NOT_EXISTS"),
        },
        _ => refusal(404, "UNKNOWN"),
    }
}
