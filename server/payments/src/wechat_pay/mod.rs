//! WeChat Pay, API v3: Native (a code to scan), H5 (a page that opens the app) and JSAPI (inside WeChat).
//!
//! JSAPI needs the secret of the Official Account. Without it, a payer inside WeChat gets the code of Native, which
//! another screen has to show: WeChat does not read it by a long press.
//!
//! Sources: WeChat Pay API v3 for merchants: Native ordering, H5 ordering, JSAPI ordering, querying an order by the
//! merchant's number, closing an order, applying for a refund, notifications of payments and of refunds.

mod jsapi;
mod resource;
mod signing;
mod trade_type;

use chrono::{DateTime, Utc};
use moyan_domain::Clock;
use serde::Deserialize;
use serde_json::{Value, json};
use ureq::http::Request;
use ureq::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, USER_AGENT};

use super::dates::rfc3339_in_beijing;
use super::http::{ProviderAnswer, add, unwritable};
use super::rsa::{PrivateKey, PublicKey};
use super::{
    Checkout, Closing, Inquiry, KeyProblem, Notification, NotificationError, NotificationKind,
    NotificationRequest, Payment, PaymentError, PaymentOrder, PaymentProvider, PaymentState, ProviderHttp,
    Refund, RefundOrder, RefundState, Reply, cut_to,
};
use jsapi::OfficialAccount;
use resource::{Resource, ResourceKey};
use signing::{Signer, Verifier};
use trade_type::{TradeType, numbers, order_number, with_number};

/// Its name, to who observes requests.
const PROVIDER: &str = "wechatPay";
/// The title has at most so many bytes.
const TITLE_MAX_BYTES: usize = 127;
/// The reason of a refund has at most so many bytes.
const REASON_MAX_BYTES: usize = 80;

/// A merchant's account, as somebody entered it.
#[derive(Clone, Copy)]
pub struct WeChatPayAccount<'a> {
    /// The ID of the application that the merchant's number is bound to.
    pub app_id: &'a str,
    /// The merchant's number.
    pub merchant_id: &'a str,
    /// The serial number of the merchant's certificate.
    pub certificate_serial: &'a str,
    /// The private key of the merchant's certificate.
    pub private_key: &'a str,
    /// The APIv3 key: 32 bytes.
    pub api_v3_key: &'a str,
    /// WeChat Pay's public key, or its platform certificate.
    pub provider_key: &'a str,
    /// The ID of the public key; not used with a certificate, which has a serial number.
    pub public_key_id: &'a str,
    /// The other key and its ID while WeChat Pay changes from one to the other: it signs with either then.
    pub second_key: Option<(&'a str, &'a str)>,
    /// The secret of the Official Account; none when payers inside WeChat are shown a code.
    pub app_secret: Option<&'a str>,
}

/// Where WeChat Pay and WeChat are, without a slash at the end.
#[derive(Clone, Copy)]
pub struct WeChatUrls<'a> {
    /// WeChat Pay.
    pub pay_api: &'a str,
    /// The API of Official Accounts.
    pub api: &'a str,
    /// The page of the login at an Official Account.
    pub login: &'a str,
}

/// Payments at WeChat Pay.
pub struct WeChatPay {
    http: ProviderHttp,
    clock: Clock,
    api_url: String,
    app_id: String,
    merchant_id: String,
    signer: Signer,
    verifier: Verifier,
    resource_key: ResourceKey,
    official_account: Option<OfficialAccount>,
}

impl WeChatPay {
    /// Takes an account whose keys are keys.
    pub fn new(
        account: WeChatPayAccount<'_>,
        urls: WeChatUrls<'_>,
        http: ProviderHttp,
        clock: Clock,
    ) -> Result<Self, KeyProblem> {
        let private_key = PrivateKey::parse(account.private_key).ok_or(KeyProblem::Private)?;
        let provider_key = PublicKey::parse(account.provider_key).ok_or(KeyProblem::Provider)?;
        if provider_key.serial().is_none() && account.public_key_id.is_empty() {
            return Err(KeyProblem::Id);
        }
        let mut verifier = Verifier::new(account.public_key_id, provider_key);
        if let Some((key, id)) = account.second_key {
            let key = PublicKey::parse(key).ok_or(KeyProblem::SecondProvider)?;
            if key.serial().is_none() && id.is_empty() {
                return Err(KeyProblem::SecondId);
            }
            verifier = verifier.or(id, key);
        }
        Ok(Self {
            http,
            clock,
            api_url: urls.pay_api.to_owned(),
            app_id: account.app_id.to_owned(),
            merchant_id: account.merchant_id.to_owned(),
            signer: Signer::new(account.merchant_id, account.certificate_serial, private_key),
            verifier,
            resource_key: ResourceKey::parse(account.api_v3_key).ok_or(KeyProblem::Decryption)?,
            official_account: account
                .app_secret
                .map(|secret| OfficialAccount::new(account.app_id, secret, urls.login, urls.api)),
        })
    }

    fn get(&self, path: &str) -> Result<ProviderAnswer, PaymentError> {
        self.send("GET", path, String::new())
    }

    fn post(&self, path: &str, body: &Value) -> Result<ProviderAnswer, PaymentError> {
        self.send("POST", path, body.to_string())
    }

    /// Sends a signed request and proves that WeChat Pay gave the answer.
    fn send(&self, method: &str, path: &str, body: String) -> Result<ProviderAnswer, PaymentError> {
        let authorization = self
            .signer
            .authorization(method, path, &body, self.clock.now())
            .ok_or_else(|| PaymentError::Refused("the request cannot be signed".to_owned()))?;
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.api_url))
            .header(AUTHORIZATION, authorization)
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/json")
            // Requests without a name are refused.
            .header(USER_AGENT, concat!("moyan/", env!("CARGO_PKG_VERSION")))
            .header("wechatpay-serial", self.verifier.key_id())
            .body(body)
            .map_err(unwritable)?;
        let answer = self.http.send(PROVIDER, request)?.in_order()?;
        if answer.status == 401 {
            // Not signed: it does not know for whom.
            return Err(PaymentError::Keys(code_of(&answer)));
        }
        let header = |name: &str| Some(answer.header(name).to_owned());
        match self
            .verifier
            .verify(&header, answer.body.as_bytes(), self.clock.now())
        {
            Ok(()) => Ok(answer),
            Err(_) if answer.header("wechatpay-signature").is_empty() => {
                Err(PaymentError::Answer("there is no signature".to_owned()))
            }
            Err(error) => Err(PaymentError::Answer(error.to_string())),
        }
    }

    /// Asks what became of one number of an order.
    fn query_number(&self, number: &str) -> Result<PaymentState, PaymentError> {
        let path = format!(
            "/v3/pay/transactions/out-trade-no/{number}?mchid={}",
            self.merchant_id
        );
        let answer = self.get(&path)?;
        if answer.status == 404 {
            return Ok(PaymentState::Closed);
        }
        let transaction: Transaction = read(&success(answer)?)?;
        if transaction.mchid != self.merchant_id || transaction.out_trade_no != number {
            return Err(PaymentError::Answer("it is about another order".to_owned()));
        }
        // The merchant may have had another one when the payment was begun.
        if transaction.appid != self.app_id {
            return Err(PaymentError::Refused("it is of another application".to_owned()));
        }
        Ok(match (transaction.payment(), transaction.trade_state.as_str()) {
            (Some(payment), _) => PaymentState::Paid(payment),
            (None, "CLOSED" | "REVOKED" | "PAYERROR") => PaymentState::Closed,
            (None, _) => PaymentState::Pending,
        })
    }

    /// What the page hands to WeChat for an order that was begun.
    fn in_app(
        &self,
        account: &OfficialAccount,
        begun: String,
        reference: String,
    ) -> Result<Checkout, PaymentError> {
        let sign = |message: &str| self.signer.sign(message);
        let call = account
            .call(&begun, self.clock.now().timestamp(), &signing::nonce(), sign)
            .ok_or_else(|| PaymentError::Refused("the call cannot be signed".to_owned()))?;
        Ok(Checkout::InApp {
            call: call.to_string(),
            begun,
            reference,
        })
    }

    fn refund_of(
        &self,
        resource: &str,
    ) -> Result<(Option<String>, NotificationKind, bool), NotificationError> {
        let refund: RefundResource = serde_json::from_str(resource).map_err(|_| NotificationError::Body)?;
        let is_own = refund.mchid == self.merchant_id;
        let kind = NotificationKind::Refunded(Refund {
            reference: refund.out_refund_no,
            payment_reference: refund.transaction_id,
            amount_fen: refund.amount.refund,
            is_total: false,
            currency: None,
            state: refund_state(&refund.refund_status),
        });
        Ok((Some(order_number(&refund.out_trade_no).to_owned()), kind, is_own))
    }

    fn transaction_of(
        &self,
        resource: &str,
    ) -> Result<(Option<String>, NotificationKind, bool), NotificationError> {
        let transaction: Transaction = serde_json::from_str(resource).map_err(|_| NotificationError::Body)?;
        let is_own = transaction.mchid == self.merchant_id && transaction.appid == self.app_id;
        let kind = transaction
            .payment()
            .map_or(NotificationKind::Other, NotificationKind::Paid);
        Ok((
            Some(order_number(&transaction.out_trade_no).to_owned()),
            kind,
            is_own,
        ))
    }
}

/// What is read of a payment.
#[derive(Deserialize)]
struct Transaction {
    #[serde(default)]
    appid: String,
    #[serde(default)]
    mchid: String,
    out_trade_no: String,
    #[serde(default)]
    transaction_id: String,
    trade_state: String,
    #[serde(default)]
    success_time: Option<DateTime<Utc>>,
    #[serde(default)]
    amount: Option<Amount>,
}

#[derive(Deserialize)]
struct Amount {
    total: i64,
    #[serde(default)]
    currency: String,
}

impl Transaction {
    /// The money that came in; none when it did not. A refund leaves the state `REFUND` behind.
    fn payment(&self) -> Option<Payment> {
        let amount = self.amount.as_ref()?;
        matches!(self.trade_state.as_str(), "SUCCESS" | "REFUND").then_some(())?;
        Some(Payment {
            reference: self.transaction_id.clone(),
            amount_fen: amount.total,
            currency: if amount.currency.is_empty() {
                "CNY".to_owned()
            } else {
                amount.currency.to_uppercase()
            },
            paid_at: self.success_time?,
        })
    }
}

/// What is read of a refund.
#[derive(Deserialize)]
struct RefundResource {
    mchid: String,
    out_trade_no: String,
    transaction_id: String,
    out_refund_no: String,
    refund_status: String,
    amount: RefundAmount,
}

#[derive(Deserialize)]
struct RefundAmount {
    refund: i64,
}

/// What is read of a notification.
#[derive(Deserialize)]
struct Envelope {
    id: String,
    event_type: String,
    resource: Resource,
}

fn refund_state(status: &str) -> RefundState {
    match status {
        "SUCCESS" => RefundState::Succeeded,
        "CLOSED" | "ABNORMAL" => RefundState::Failed,
        _ => RefundState::Pending,
    }
}

impl PaymentProvider for WeChatPay {
    fn account(&self) -> Option<String> {
        Some(format!("{} {}", self.merchant_id, self.app_id))
    }

    fn create(&self, order: &PaymentOrder) -> Result<Checkout, PaymentError> {
        let kind = TradeType::of(order.client, self.official_account.is_some());
        let number = kind.number(&order.number);
        let reference = with_number(&order.provider_reference, &number);
        let mut body = json!({
            "appid": self.app_id,
            "mchid": self.merchant_id,
            "description": order.title(TITLE_MAX_BYTES, str::len),
            "out_trade_no": number,
            "time_expire": rfc3339_in_beijing(order.closes_at),
            "notify_url": order.notify_url,
            "amount": { "total": order.amount_fen, "currency": order.currency },
        });
        let mut scene = json!({ "payer_client_ip": order.client_address });
        match (kind, &self.official_account) {
            (TradeType::Jsapi, Some(account)) => {
                if !order.begun.is_empty() {
                    return self.in_app(account, order.begun.clone(), reference);
                }
                if order.login.code.is_empty() {
                    return Ok(Checkout::Login {
                        url: account.login(order)?,
                    });
                }
                let payer_id = account.payer_id(&self.http, &order.login.code)?;
                add(&mut body, "payer", json!({ "openid": payer_id }));
                add(&mut body, "scene_info", scene);
                let answer = success(self.post("/v3/pay/transactions/jsapi", &body)?)?;
                self.in_app(account, text_of(&answer, "prepay_id")?, reference)
            }
            (TradeType::H5, _) => {
                add(&mut scene, "h5_info", json!({ "type": "Wap" }));
                add(&mut body, "scene_info", scene);
                let answer = success(self.post("/v3/pay/transactions/h5", &body)?)?;
                let mut url = url::Url::parse(&text_of(&answer, "h5_url")?)
                    .map_err(|error| PaymentError::Answer(error.to_string()))?;
                url.query_pairs_mut()
                    .append_pair("redirect_url", &order.url_after_paying());
                Ok(Checkout::Redirect {
                    url: url.into(),
                    reference,
                })
            }
            _ => {
                add(&mut body, "scene_info", scene);
                let answer = success(self.post("/v3/pay/transactions/native", &body)?)?;
                let text = text_of(&answer, "code_url")?;
                Ok(Checkout::Code { text, reference })
            }
        }
    }

    fn verify_notification(
        &self,
        request: &NotificationRequest<'_>,
    ) -> Result<Notification, NotificationError> {
        self.verifier
            .verify(request.header, request.body, self.clock.now())?;
        let envelope: Envelope = serde_json::from_slice(request.body).map_err(|_| NotificationError::Body)?;
        let resource = self
            .resource_key
            .open(&envelope.resource)
            .ok_or(NotificationError::Body)?;
        let (order_number, kind, is_own_merchant) = match envelope.event_type.split_once('.') {
            Some(("TRANSACTION", _)) => self.transaction_of(&resource)?,
            Some(("REFUND", _)) => self.refund_of(&resource)?,
            _ => (None, NotificationKind::Other, true),
        };
        Ok(Notification {
            event_id: envelope.id,
            order_number,
            kind,
            is_own_merchant,
            is_by_former_keys: false,
            body: resource,
        })
    }

    /// Its headers name the key that is set, or its body is encrypted for this merchant and names it: only WeChat Pay and
    /// the merchant can do that, with whatever key it is signed.
    fn is_like_own(&self, request: &NotificationRequest<'_>) -> bool {
        #[derive(Deserialize)]
        struct Named {
            mchid: String,
        }
        let is_for_own = || {
            let envelope: Envelope = serde_json::from_slice(request.body).ok()?;
            let resource = self.resource_key.open(&envelope.resource)?;
            let named: Named = serde_json::from_str(&resource).ok()?;
            Some(named.mchid == self.merchant_id)
        };
        signing::is_signed(request.header)
            && (self.verifier.is_named(request.header) || is_for_own().unwrap_or(false))
    }

    fn query(&self, order: &PaymentOrder) -> Result<PaymentState, PaymentError> {
        let found = self.query_all(order)?;
        Ok(match found.payments.into_iter().next() {
            Some(payment) => PaymentState::Paid(payment),
            None if found.is_open => PaymentState::Pending,
            None => PaymentState::Closed,
        })
    }

    fn query_all(&self, order: &PaymentOrder) -> Result<Inquiry, PaymentError> {
        let mut found = Inquiry::from(PaymentState::Closed);
        for number in numbers(&order.provider_reference, &order.number) {
            found = found.with(self.query_number(number)?.into());
        }
        Ok(found)
    }

    fn joined_reference(&self, known: &str, new: &str) -> String {
        new.split(',')
            .fold(known.to_owned(), |known, number| with_number(&known, number))
    }

    fn refund(&self, refund: &RefundOrder) -> Result<RefundState, PaymentError> {
        let mut body = json!({
            "transaction_id": refund.payment_reference,
            "out_refund_no": refund.number,
            "notify_url": refund.notify_url,
            "amount": { "refund": refund.amount_fen, "total": refund.payment_fen, "currency": refund.currency },
        });
        if !refund.reason.is_empty() {
            add(
                &mut body,
                "reason",
                cut_to(&refund.reason, REASON_MAX_BYTES, str::len),
            );
        }
        let answer = success(self.post("/v3/refund/domestic/refunds", &body)?)?;
        Ok(refund_state(&text_of(&answer, "status")?))
    }

    fn query_refund(&self, refund: &RefundOrder) -> Result<Option<RefundState>, PaymentError> {
        let answer = self.get(&format!("/v3/refund/domestic/refunds/{}", refund.number))?;
        if answer.status == 404 {
            return Ok(None);
        }
        Ok(Some(refund_state(&text_of(&success(answer)?, "status")?)))
    }

    fn close(&self, order: &PaymentOrder) -> Result<Closing, PaymentError> {
        let mut closing = Closing::Closed;
        for number in numbers(&order.provider_reference, &order.number) {
            let path = format!("/v3/pay/transactions/out-trade-no/{number}/close");
            let answer = self.post(&path, &json!({ "mchid": self.merchant_id }))?;
            match code_of(&answer).as_str() {
                "ORDER_CLOSED" | "ORDER_NOT_EXIST" | "ORDERNOTEXIST" => {}
                "ORDERPAID" | "ORDER_PAID" => closing = Closing::Refused,
                _ => drop(success(answer)?),
            }
        }
        Ok(closing)
    }

    /// Its notifications name the order.
    fn order_of_payment(&self, _reference: &str) -> Result<Option<String>, PaymentError> {
        Ok(None)
    }

    fn has_own_key(&self) -> bool {
        self.verifier.has_key_of(&self.signer)
    }

    /// Asks for an order that nobody made: the answer is signed, and says that it is not there.
    fn check(&self) -> Result<(), PaymentError> {
        let path = format!(
            "/v3/pay/transactions/out-trade-no/MOYANCHECK?mchid={}",
            self.merchant_id
        );
        let answer = match self.get(&path) {
            Err(PaymentError::Answer(text)) if is_of_another_key(&text) => {
                return Err(PaymentError::ForeignKey(text));
            }
            answer => answer?,
        };
        match answer.status {
            404 => {}
            400 | 403 => return Err(PaymentError::Keys(code_of(&answer))),
            _ => drop(success(answer)?),
        }
        let Some(account) = &self.official_account else {
            return Ok(());
        };
        // A code that nobody was given is refused, after the secret was found to be right.
        match account.payer_id(&self.http, "MOYANCHECK") {
            Ok(_) | Err(PaymentError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn reply(&self, is_done: bool) -> Reply {
        if is_done {
            return Reply {
                status: 204,
                media_type: "application/json",
                body: "",
            };
        }
        Reply {
            status: 503,
            media_type: "application/json",
            body: r#"{"code":"FAIL","message":"失败"}"#,
        }
    }
}

/// Whether an answer is signed by another key than those that are set.
fn is_of_another_key(text: &str) -> bool {
    [NotificationError::Serial, NotificationError::Signature]
        .iter()
        .any(|error| error.to_string() == text)
}

/// The code of a failure; empty when there is none.
fn code_of(answer: &ProviderAnswer) -> String {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    body.get("code")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

fn success(answer: ProviderAnswer) -> Result<ProviderAnswer, PaymentError> {
    if answer.is_success() {
        return Ok(answer);
    }
    Err(PaymentError::Refused(format!(
        "{} {}",
        answer.status,
        code_of(&answer)
    )))
}

fn read<T: serde::de::DeserializeOwned>(answer: &ProviderAnswer) -> Result<T, PaymentError> {
    serde_json::from_str(&answer.body).map_err(|error| PaymentError::Answer(error.to_string()))
}

fn text_of(answer: &ProviderAnswer, field: &str) -> Result<String, PaymentError> {
    let body: Value = read(answer)?;
    body.get(field)
        .and_then(Value::as_str)
        .map(str::to_owned)
        .ok_or_else(|| PaymentError::Answer(format!("it has no {field}")))
}
