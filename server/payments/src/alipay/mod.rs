//! Alipay: pages of its own for computers and phones (page.pay, wap.pay), and codes to scan (precreate).
//!
//! Sources: Alipay Open Platform, the documents of `alipay.trade.page.pay`, `alipay.trade.wap.pay`,
//! `alipay.trade.precreate`, `alipay.trade.query`, `alipay.trade.refund`, `alipay.trade.fastpay.refund.query` and
//! `alipay.trade.close`.

mod answer;
mod notification;
mod signing;

use chrono::{DateTime, Utc};
use moyan_domain::{Clock, plain_yuan};
use serde_json::{Value, json};
use ureq::http::Request;
use ureq::http::header::CONTENT_TYPE;
use url::form_urlencoded::Serializer;

use super::dates::{alipay_moment, parse_alipay_moment, parse_yuan};
use super::http::{add, unwritable};
use super::rsa::{PrivateKey, PublicKey};
use super::{
    Checkout, Client, Closing, KeyProblem, Notification, NotificationError, NotificationRequest, Payment,
    PaymentError, PaymentOrder, PaymentProvider, PaymentState, ProviderHttp, RefundOrder, RefundState, Reply,
};
use answer::Answer;

/// Titles have at most so many characters.
const TITLE_MAX_CHARS: usize = 128;

/// An account, as somebody entered it.
#[derive(Clone, Copy)]
pub struct AlipayAccount<'a> {
    /// The ID of the application.
    pub app_id: &'a str,
    /// The seller's ID: 2088 and twelve digits more.
    pub seller_id: &'a str,
    /// The private key of the application.
    pub private_key: &'a str,
    /// Alipay's public key, which is not the application's.
    pub provider_key: &'a str,
    /// True when computers get a code to scan in place of a page of Alipay's.
    pub has_codes: bool,
}

/// Payments at Alipay.
pub struct Alipay {
    http: ProviderHttp,
    clock: Clock,
    gateway_url: String,
    app_id: String,
    seller_id: String,
    has_codes: bool,
    private_key: PrivateKey,
    provider_key: PublicKey,
}

impl Alipay {
    /// Takes an account whose keys are keys.
    pub fn new(
        account: AlipayAccount<'_>,
        gateway_url: &str,
        http: ProviderHttp,
        clock: Clock,
    ) -> Result<Self, KeyProblem> {
        Ok(Self {
            http,
            clock,
            gateway_url: gateway_url.to_owned(),
            app_id: account.app_id.to_owned(),
            seller_id: account.seller_id.to_owned(),
            has_codes: account.has_codes,
            private_key: PrivateKey::parse(account.private_key).ok_or(KeyProblem::Private)?,
            provider_key: PublicKey::parse(account.provider_key).ok_or(KeyProblem::Provider)?,
        })
    }

    /// The signed parameters of a request, as a query.
    fn signed(
        &self,
        method: &str,
        content: &Value,
        addresses: &[(&str, &str)],
    ) -> Result<String, PaymentError> {
        let timestamp = alipay_moment(self.clock.now());
        let content = content.to_string();
        let mut parameters = vec![
            ("app_id", self.app_id.as_str()),
            ("method", method),
            ("format", "JSON"),
            ("charset", "utf-8"),
            ("sign_type", "RSA2"),
            ("timestamp", &timestamp),
            ("version", "1.0"),
            ("biz_content", &content),
        ];
        parameters.extend(addresses.iter().filter(|(_, address)| !address.is_empty()));
        let text = signing::text_of_request(&parameters);
        let sign = self
            .private_key
            .sign(&text)
            .ok_or_else(|| PaymentError::Refused("the request cannot be signed".to_owned()))?;
        Ok(Serializer::new(String::new())
            .extend_pairs(parameters)
            .append_pair("sign", &sign)
            .finish())
    }

    /// Asks for something, and proves that Alipay gave the answer.
    fn call(&self, method: &str, content: &Value, notify_url: &str) -> Result<Answer, PaymentError> {
        let body = self.signed(method, content, &[("notify_url", notify_url)])?;
        let request = Request::post(format!("{}?charset=utf-8", self.gateway_url))
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded;charset=utf-8")
            .body(body)
            .map_err(unwritable)?;
        let answer = self.http.send("alipay", request)?.in_order()?;
        Answer::read(&answer.body, method, &self.provider_key)
    }

    fn content_of(&self, order: &PaymentOrder) -> Value {
        // The title takes none of these. Source: the documents of the calls, `subject`.
        let title = order.title(TITLE_MAX_CHARS, |text| text.chars().count());
        let title = title.replace('/', "／").replace('=', "＝").replace('&', "＆");
        json!({
            "out_trade_no": order.number,
            "total_amount": plain_yuan(order.amount_fen),
            "subject": title,
            "seller_id": self.seller_id,
            "time_expire": alipay_moment(order.closes_at),
        })
    }

    /// The money of a trade that is paid.
    fn payment_of(&self, answer: &Answer) -> Result<Payment, PaymentError> {
        let missing = |field: &str| PaymentError::Answer(format!("it has no {field}"));
        let amount = answer.text("total_amount").and_then(parse_yuan);
        Ok(Payment {
            reference: answer
                .text("trade_no")
                .ok_or_else(|| missing("trade_no"))?
                .to_owned(),
            amount_fen: amount.ok_or_else(|| missing("total_amount"))?,
            currency: "CNY".to_owned(),
            paid_at: self.paid_at(answer),
        })
    }

    /// When a trade was paid; now when the answer does not say.
    fn paid_at(&self, answer: &Answer) -> DateTime<Utc> {
        answer
            .text("send_pay_date")
            .and_then(parse_alipay_moment)
            .unwrap_or_else(|| self.clock.now())
    }
}

impl PaymentProvider for Alipay {
    fn account(&self) -> Option<String> {
        Some(format!("{} {}", self.app_id, self.seller_id))
    }

    fn create(&self, order: &PaymentOrder) -> Result<Checkout, PaymentError> {
        let reference = order.number.clone();
        let mut content = self.content_of(order);
        if self.has_codes && order.client == Client::Desktop {
            let answer = self
                .call("alipay.trade.precreate", &content, &order.notify_url)?
                .success()?;
            let text = answer.text("qr_code").map(str::to_owned);
            let text = text.ok_or_else(|| PaymentError::Answer("it has no qr_code".to_owned()))?;
            return Ok(Checkout::Code { text, reference });
        }
        let (method, product) = match order.client {
            Client::Desktop => ("alipay.trade.page.pay", "FAST_INSTANT_TRADE_PAY"),
            Client::Mobile | Client::WeChat => ("alipay.trade.wap.pay", "QUICK_WAP_WAY"),
        };
        add(&mut content, "product_code", product);
        let addresses = [
            ("notify_url", order.notify_url.as_str()),
            ("return_url", order.return_url.as_str()),
        ];
        let query = self.signed(method, &content, &addresses)?;
        Ok(Checkout::Redirect {
            url: format!("{}?{query}", self.gateway_url),
            reference,
        })
    }

    fn verify_notification(
        &self,
        request: &NotificationRequest<'_>,
    ) -> Result<Notification, NotificationError> {
        notification::read(request.body, &self.provider_key, &self.app_id, &self.seller_id)
    }

    fn is_like_own(&self, request: &NotificationRequest<'_>) -> bool {
        notification::names(request.body, &self.app_id, &self.seller_id)
    }

    fn query(&self, order: &PaymentOrder) -> Result<PaymentState, PaymentError> {
        let answer = self.call("alipay.trade.query", &json!({ "out_trade_no": order.number }), "")?;
        // The trade begins when the payer logs in at Alipay: before that it is not there.
        if answer.is("ACQ.TRADE_NOT_EXIST") {
            return Ok(PaymentState::Pending);
        }
        let answer = answer.success()?;
        if answer.text("out_trade_no") != Some(&order.number) {
            return Err(PaymentError::Answer("it is about another order".to_owned()));
        }
        Ok(match answer.text("trade_status") {
            Some("TRADE_SUCCESS" | "TRADE_FINISHED") => PaymentState::Paid(self.payment_of(&answer)?),
            // A trade that was paid and sent back as a whole is closed too.
            Some("TRADE_CLOSED") if answer.text("send_pay_date").is_some() => {
                PaymentState::Paid(self.payment_of(&answer)?)
            }
            Some("TRADE_CLOSED") => PaymentState::Closed,
            _ => PaymentState::Pending,
        })
    }

    fn refund(&self, refund: &RefundOrder) -> Result<RefundState, PaymentError> {
        let mut content = json!({
            "trade_no": refund.payment_reference,
            "out_request_no": refund.number,
            "refund_amount": plain_yuan(refund.amount_fen),
        });
        if !refund.reason.is_empty() {
            let reason: String = refund.reason.chars().take(TITLE_MAX_CHARS).collect();
            add(&mut content, "refund_reason", reason);
        }
        // A success says that the request was taken. That money moved is said by `fund_change`; without it, the refund
        // is asked for later.
        let answer = self.call("alipay.trade.refund", &content, "")?.success()?;
        Ok(match answer.text("fund_change") {
            Some("Y") => RefundState::Succeeded,
            _ => RefundState::Pending,
        })
    }

    /// An answer without `refund_status` says that the refund did not arrive or failed, as the document of the call has it.
    fn query_refund(&self, refund: &RefundOrder) -> Result<Option<RefundState>, PaymentError> {
        let content = json!({ "trade_no": refund.payment_reference, "out_request_no": refund.number });
        let answer = self.call("alipay.trade.fastpay.refund.query", &content, "")?;
        if answer.is("ACQ.TRADE_NOT_EXIST") {
            return Ok(None);
        }
        let is_done = answer.success()?.text("refund_status") == Some("REFUND_SUCCESS");
        Ok(is_done.then_some(RefundState::Succeeded))
    }

    fn close(&self, order: &PaymentOrder) -> Result<Closing, PaymentError> {
        let content = json!({ "out_trade_no": order.number });
        let answer = self.call("alipay.trade.close", &content, "")?;
        if answer.is("ACQ.TRADE_NOT_EXIST") {
            return Ok(Closing::Closed);
        }
        // It is paid or closed already.
        if answer.is("ACQ.TRADE_STATUS_ERROR") {
            return Ok(Closing::Refused);
        }
        answer.success().map(|_| Closing::Closed)
    }

    /// Its notifications name the order.
    fn order_of_payment(&self, _reference: &str) -> Result<Option<String>, PaymentError> {
        Ok(None)
    }

    fn has_own_key(&self) -> bool {
        self.private_key.is_pair_of(&self.provider_key)
    }

    /// Asks for an order that nobody made: the answer is signed, and says that it is not there.
    fn check(&self) -> Result<(), PaymentError> {
        let content = json!({ "out_trade_no": "MOYANCHECK" });
        let answer = match self.call("alipay.trade.query", &content, "") {
            Err(PaymentError::Answer(text)) if text == answer::WRONG_SIGNATURE => {
                return Err(PaymentError::ForeignKey(text));
            }
            answer => answer?,
        };
        if answer.is("ACQ.TRADE_NOT_EXIST") {
            return Ok(());
        }
        answer.success().map(|_| ())
    }

    fn reply(&self, is_done: bool) -> Reply {
        Reply {
            status: 200,
            media_type: "text/plain",
            body: if is_done { "success" } else { "failure" },
        }
    }
}
