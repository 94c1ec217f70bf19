//! A gateway that speaks as much of Alipay's as we do: it checks the signatures of requests and signs what it answers.
//! Source: Alipay Open Platform, "Asynchronous notifications" (异步通知说明) and "Signing by yourself" (自行实现签名).

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use chrono::TimeDelta;
use moyan_domain::Clock;
use serde_json::{Value, json};

use super::provider_server::{
    Answered, MERCHANT_KEY, PLATFORM_KEY, ProviderServer, Received, is_signed, sign,
};

pub const APP_ID: &str = "2021000000000000";
/// Another application, which has the same keys and nothing of this one.
pub const OTHER_APP_ID: &str = "2021000000000001";
pub const SELLER_ID: &str = "2088000000000000";

pub struct AlipayServer {
    pub server: ProviderServer,
    clock: Clock,
    trades: Arc<Mutex<HashMap<String, Value>>>,
}

impl AlipayServer {
    pub fn start(clock: Clock) -> Self {
        let trades: Arc<Mutex<HashMap<String, Value>>> = Arc::default();
        let shared = trades.clone();
        let server = ProviderServer::start(move |request| answer(&mut shared.lock().unwrap(), request));
        Self {
            server,
            clock,
            trades,
        }
    }

    /// Pays what the page at this address asks for, as the payer does there.
    pub fn pay_at(&self, url: &str) {
        let query = url.split_once('?').unwrap().1;
        let parameters: HashMap<String, String> = url::form_urlencoded::parse(query.as_bytes())
            .into_owned()
            .collect();
        assert!(is_of_merchant(&parameters), "{url}");
        let content: Value = serde_json::from_str(&parameters["biz_content"]).unwrap();
        let number = content["out_trade_no"].as_str().unwrap().to_owned();
        self.trades.lock().unwrap().insert(number.clone(), content);
        self.pay(&number);
    }

    pub fn pay(&self, number: &str) {
        pay(self.trades.lock().unwrap().get_mut(number).unwrap(), number);
    }

    /// The state of an order.
    pub fn state_of(&self, number: &str) -> String {
        self.trades.lock().unwrap()[number]["trade_status"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Pays an order at the moment at which it is closed.
    pub fn pay_when_closing(&self, number: &str) {
        self.change(number, "is_paid_when_closing", "true");
    }

    /// Takes the refunds of a trade, and moves their money later.
    pub fn delay_refunds(&self, number: &str) {
        let trade_no = format!("2026{number}");
        let delay = json!({ "fund_change": "N" });
        self.trades.lock().unwrap().insert(trade_no, delay);
    }

    /// Answers questions about an order with another field than it has.
    pub fn change(&self, number: &str, field: &str, value: &str) {
        self.trades.lock().unwrap().get_mut(number).unwrap()[field] = value.into();
    }

    /// Has done a refund as if it had been asked for.
    pub fn have_refund(&self, refund_number: &str) {
        let refund = json!({ "refund_status": "REFUND_SUCCESS" });
        self.trades
            .lock()
            .unwrap()
            .insert(refund_number.to_owned(), refund);
    }

    /// The notification of a payment with these fields changed; an empty one is left out.
    pub fn paid_event(&self, number: &str, changes: &[(&str, &str)]) -> String {
        let trade = self.trades.lock().unwrap()[number].clone();
        let moment = (self.clock.now() + TimeDelta::hours(8))
            .format("%Y-%m-%d %H:%M:%S")
            .to_string();
        let amount = trade["total_amount"].as_str().unwrap();
        let trade_no = format!("2026{number}");
        let notify_id = format!("notify{number}");
        let mut fields = BTreeMap::from([
            ("app_id", APP_ID),
            ("seller_id", SELLER_ID),
            ("out_trade_no", number),
            ("trade_no", &trade_no),
            ("trade_status", "TRADE_SUCCESS"),
            ("total_amount", amount),
            ("gmt_payment", &moment),
            ("notify_time", &moment),
            ("notify_id", &notify_id),
            ("notify_type", "trade_status_sync"),
            ("subject", "会员 & 月度"),
            ("charset", "utf-8"),
            ("version", "1.0"),
        ]);
        fields.extend(changes.iter().copied());
        Self::form(&fields)
    }

    /// The notification of a refund; without a number, of one that has none. It names the sum of all refunds of the trade
    /// so far, as Alipay does.
    pub fn refund_event(&self, number: &str, refund_number: &str, amount: &str) -> String {
        let total_fen = {
            let mut trades = self.trades.lock().unwrap();
            let trade = trades.get_mut(number).unwrap();
            let amount_fen: i64 = amount.replace('.', "").parse().unwrap();
            let total_fen = trade["refunded_fen"].as_i64().unwrap_or_default() + amount_fen;
            trade["refunded_fen"] = total_fen.into();
            total_fen
        };
        let total = format!("{}.{:02}", total_fen / 100, total_fen % 100);
        let notify_id = format!("refund{number}{total_fen}");
        let mut changes = vec![
            ("gmt_refund", "2026-01-31 20:00:00.123"),
            ("refund_fee", total.as_str()),
            ("notify_id", notify_id.as_str()),
        ];
        if !refund_number.is_empty() {
            changes.push(("out_biz_no", refund_number));
        }
        self.paid_event(number, &changes)
    }

    /// Fields as a signed form.
    pub fn form(fields: &BTreeMap<&str, &str>) -> String {
        let signed: Vec<String> = fields
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .append_pair("sign_type", "RSA2")
            .append_pair("sign", &sign(PLATFORM_KEY, &signed.join("&")))
            .finish()
    }
}

fn pay(trade: &mut Value, number: &str) {
    trade["trade_status"] = "TRADE_SUCCESS".into();
    trade["trade_no"] = format!("2026{number}").into();
    trade["send_pay_date"] = "2026-01-31 20:00:00".into();
}

/// Whether the merchant signed the request.
fn is_of_merchant(parameters: &HashMap<String, String>) -> bool {
    let sorted: BTreeMap<_, _> = parameters.iter().filter(|(name, _)| *name != "sign").collect();
    let message: Vec<String> = sorted
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    [APP_ID, OTHER_APP_ID].contains(&parameters["app_id"].as_str())
        && is_signed(MERCHANT_KEY, &message.join("&"), &parameters["sign"])
}

fn answer(trades: &mut HashMap<String, Value>, request: &Received) -> Answered {
    let parameters = request.form();
    let name = format!("{}_response", parameters["method"].replace('.', "_"));
    if !is_of_merchant(&parameters) {
        let refusal =
            json!({ "code": "40002", "msg": "Invalid Arguments", "sub_code": "isv.invalid-signature" });
        return Answered::json(200, &json!({ name: refusal }));
    }
    let content: Value = serde_json::from_str(&parameters["biz_content"]).unwrap();
    let number = content["out_trade_no"].as_str().unwrap_or_default().to_owned();
    let mut answered = json!({ "code": "10000", "msg": "Success", "out_trade_no": number });
    let missing = json!({ "code": "40004", "msg": "Business Failed", "sub_code": "ACQ.TRADE_NOT_EXIST" });
    match (parameters["method"].as_str(), trades.get_mut(&number)) {
        _ if parameters["app_id"] == OTHER_APP_ID => answered = missing,
        ("alipay.trade.precreate", _) => {
            answered["qr_code"] = format!("https://qr.alipay.com/{number}").into();
            trades.insert(number, content);
        }
        ("alipay.trade.query", Some(trade)) => {
            for field in [
                "out_trade_no",
                "trade_no",
                "trade_status",
                "total_amount",
                "send_pay_date",
            ] {
                if trade[field].is_string() {
                    answered[field] = trade[field].clone();
                }
            }
        }
        ("alipay.trade.close", Some(trade)) => {
            if trade["is_paid_when_closing"] == "true" {
                pay(trade, &number);
            }
            if trade["trade_status"] == "TRADE_SUCCESS" {
                answered = json!({
                    "code": "40004", "msg": "Business Failed", "sub_code": "ACQ.TRADE_STATUS_ERROR",
                });
            } else {
                trade["trade_status"] = "TRADE_CLOSED".into();
            }
        }
        ("alipay.trade.fastpay.refund.query", _) => {
            let number = content["out_request_no"].as_str().unwrap();
            if let Some(refund) = trades.get(number) {
                answered["refund_status"] = refund["refund_status"].clone();
            }
        }
        ("alipay.trade.refund", _) => {
            let delayed = content["trade_no"].as_str().and_then(|trade| trades.get(trade));
            answered["fund_change"] =
                delayed.map_or_else(|| "Y".into(), |trade| trade["fund_change"].clone());
        }
        _ => answered = missing,
    }
    // With a space and an escaped slash, which only the text as it is written keeps.
    let text = answered
        .to_string()
        .replacen(',', ", ", 1)
        .replace("https://", "https:\\/\\/");
    let sign = sign(PLATFORM_KEY, &text);
    Answered {
        status: 200,
        headers: Vec::new(),
        body: format!(r#"{{"{name}":{text},"sign":"{sign}"}}"#),
    }
}
