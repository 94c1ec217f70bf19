//! Stripe: a payment is a Checkout Session on a page of Stripe, which pays once.
//!
//! Sources: docs.stripe.com/api/checkout/sessions, /checkout/fulfillment, /payments/paymentintents/lifecycle,
//! /api/refunds, /webhooks (verify manually), /currencies (amounts of CNY are fen), /api/idempotent_requests,
//! /api/disputes/object, /api/disputes/retrieve, /api/disputes/list, /api/pagination, /api/events/types (charge.dispute).

use chrono::{DateTime, TimeDelta, Utc};
use moyan_domain::Clock;
use moyan_domain::limits::{DISPUTE_PAGES, DISPUTES_PER_PAGE, NOTIFICATION_WINDOW_S};
use ring::hmac;
use serde::Deserialize;
use serde_json::Value;
use ureq::http::Request;
use ureq::http::header::{AUTHORIZATION, CONTENT_TYPE};
use url::form_urlencoded::Serializer;

use super::http::{ProviderAnswer, unwritable};
use super::{
    Checkout, Closing, Dispute, DisputeState, Disputes, KeyProblem, Notification, NotificationError,
    NotificationKind, NotificationRequest, Payment, PaymentError, PaymentOrder, PaymentProvider,
    PaymentState, ProviderHttp, Refund, RefundOrder, RefundState, Reply,
};

/// The version of the API that answers are read in.
const VERSION: &str = "2024-06-20";
/// Names of products have at most so many characters.
const TITLE_MAX_CHARS: usize = 250;
/// A session lives for at least 30 minutes; ours ends after the order, which ends it first.
const SESSION_OUTLIVES: TimeDelta = TimeDelta::minutes(31);

/// An account at Stripe, as somebody entered it.
#[derive(Clone, Copy)]
pub struct StripeAccount<'a> {
    /// The secret or restricted key.
    pub secret_key: &'a str,
    /// The secret of the webhook endpoint.
    pub webhook_secret: &'a str,
    /// Whether it is of Stripe's test mode.
    pub is_test: bool,
}

/// Payments at Stripe.
pub struct Stripe {
    http: ProviderHttp,
    clock: Clock,
    api_url: String,
    secret_key: String,
    webhook_key: hmac::Key,
    is_test: bool,
}

impl Stripe {
    /// Takes an account whose keys look like keys of its mode.
    pub fn new(
        account: StripeAccount<'_>,
        api_url: &str,
        http: ProviderHttp,
        clock: Clock,
    ) -> Result<Self, KeyProblem> {
        let prefixes = if account.is_test {
            ["sk_test_", "rk_test_"]
        } else {
            ["sk_live_", "rk_live_"]
        };
        let has_prefix = prefixes.iter().any(|prefix| is_key(account.secret_key, prefix));
        if !has_prefix {
            return Err(KeyProblem::Private);
        }
        if !is_key(account.webhook_secret, "whsec_") {
            return Err(KeyProblem::Provider);
        }
        Ok(Self {
            http,
            clock,
            api_url: api_url.to_owned(),
            secret_key: account.secret_key.to_owned(),
            webhook_key: hmac::Key::new(hmac::HMAC_SHA256, account.webhook_secret.as_bytes()),
            is_test: account.is_test,
        })
    }

    /// When Stripe answered, by the clock that times its events too; ours when it does not say.
    fn answered_at(&self, answer: &ProviderAnswer) -> DateTime<Utc> {
        answer.sent_at().unwrap_or_else(|| self.clock.now())
    }

    /// A session with its payment; none when it is not there.
    fn find_session(&self, id: &str) -> Result<Option<Session>, PaymentError> {
        if !is_id(id) {
            return Ok(None);
        }
        let path = format!("/v1/checkout/sessions/{id}?expand%5B%5D=payment_intent.latest_charge");
        let answer = self.get(&path)?;
        match answer.status {
            404 => Ok(None),
            _ => read(&answer).map(Some),
        }
    }

    fn get(&self, path: &str) -> Result<ProviderAnswer, PaymentError> {
        self.send(Request::get(format!("{}{path}", self.api_url)), "", String::new())
    }

    fn post(
        &self,
        path: &str,
        idempotency_key: &str,
        form: &[(&str, &str)],
    ) -> Result<ProviderAnswer, PaymentError> {
        let body = Serializer::new(String::new()).extend_pairs(form).finish();
        let request = Request::post(format!("{}{path}", self.api_url))
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request, idempotency_key, body)
    }

    fn send(
        &self,
        request: ureq::http::request::Builder,
        idempotency_key: &str,
        body: String,
    ) -> Result<ProviderAnswer, PaymentError> {
        let mut request = request
            .header(AUTHORIZATION, format!("Bearer {}", self.secret_key))
            .header("stripe-version", VERSION);
        if !idempotency_key.is_empty() {
            request = request.header("idempotency-key", idempotency_key);
        }
        self.http
            .send("stripe", request.body(body).map_err(unwritable)?)?
            .in_order()
    }
}

/// A key of printable characters with this prefix.
fn is_key(key: &str, prefix: &str) -> bool {
    key.strip_prefix(prefix)
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_graphic()))
}

/// An ID of Stripe's, which is put into paths.
fn is_id(id: &str) -> bool {
    !id.is_empty()
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// What is read of a session.
#[derive(Deserialize)]
struct Session {
    id: String,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    metadata: Option<Metadata>,
    #[serde(default)]
    status: Option<String>,
    payment_status: String,
    #[serde(default)]
    amount_total: Option<i64>,
    #[serde(default)]
    currency: Option<String>,
    /// An ID, or the payment itself where it was asked for.
    #[serde(default)]
    payment_intent: Value,
}

impl Session {
    /// How far the payment is. A session that is complete and not paid waits for a bank, until the payment asks for
    /// another means: then the first one failed.
    fn state(&self, paid_at: DateTime<Utc>) -> PaymentState {
        if let Some(payment) = self.payment(paid_at) {
            return PaymentState::Paid(payment);
        }
        let intent = self.payment_intent.get("status").and_then(Value::as_str);
        match (self.status.as_deref(), intent) {
            (Some("expired"), _) => PaymentState::Closed,
            (Some("complete"), Some("requires_payment_method" | "canceled")) => PaymentState::Failed,
            (Some("complete"), _) => PaymentState::OnItsWay,
            _ => PaymentState::Pending,
        }
    }

    /// The money that came in; none before it did.
    fn payment(&self, paid_at: DateTime<Utc>) -> Option<Payment> {
        let reference = self
            .payment_intent
            .as_str()
            .or_else(|| self.payment_intent.get("id")?.as_str())?;
        (self.payment_status == "paid").then_some(())?;
        Some(Payment {
            reference: reference.to_owned(),
            amount_fen: self.amount_total?,
            currency: self.currency.as_ref()?.to_uppercase(),
            paid_at,
        })
    }
}

/// What is read of a refund.
#[derive(Deserialize)]
struct StripeRefund {
    id: String,
    amount: i64,
    currency: String,
    #[serde(default)]
    payment_intent: Option<String>,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    metadata: Option<Metadata>,
}

impl StripeRefund {
    /// Our number, else Stripe's.
    fn number(&self) -> &str {
        let metadata = self.metadata.as_ref();
        metadata
            .and_then(|metadata| metadata.refund_number.as_deref())
            .unwrap_or(&self.id)
    }

    fn state(&self) -> RefundState {
        match self.status.as_deref() {
            Some("succeeded") => RefundState::Succeeded,
            Some("failed" | "canceled") => RefundState::Failed,
            _ => RefundState::Pending,
        }
    }
}

/// What is read of a dispute.
#[derive(Deserialize)]
struct StripeDispute {
    id: String,
    amount: i64,
    currency: String,
    #[serde(default)]
    payment_intent: Option<String>,
    #[serde(default)]
    reason: Option<String>,
    status: String,
    #[serde(default)]
    evidence_details: Option<EvidenceDetails>,
}

#[derive(Deserialize)]
struct EvidenceDetails {
    #[serde(default)]
    due_by: Option<i64>,
}

impl StripeDispute {
    /// What is not known to be decided is open: `needs_response`, `under_review`, the same for inquiries of a bank, and
    /// `prevented`, which does not say where the money is.
    fn state(&self) -> DisputeState {
        match self.status.as_str() {
            "won" | "warning_closed" => DisputeState::Won,
            "lost" => DisputeState::Lost,
            _ => DisputeState::Open,
        }
    }

    /// Until when an answer is asked for.
    fn answer_by(&self) -> Option<DateTime<Utc>> {
        matches!(self.status.as_str(), "needs_response" | "warning_needs_response").then_some(())?;
        DateTime::from_timestamp(self.evidence_details.as_ref()?.due_by?, 0)
    }

    /// The dispute as it was at that moment; none when it names no payment.
    fn at(self, told_at: DateTime<Utc>) -> Option<Dispute> {
        let (state, answer_by) = (self.state(), self.answer_by());
        Some(Dispute {
            reference: self.id,
            payment_reference: self.payment_intent?,
            amount: self.amount,
            currency: self.currency.to_uppercase(),
            reason: self.reason.unwrap_or_default(),
            state,
            answer_by,
            told_at,
        })
    }
}

/// What we wrote at what we made.
#[derive(Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    order_number: Option<String>,
    #[serde(default)]
    refund_number: Option<String>,
}

/// What is read of an event.
#[derive(Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    created: i64,
    livemode: bool,
    data: EventData,
}

#[derive(Deserialize)]
struct EventData {
    object: Value,
}

impl PaymentProvider for Stripe {
    fn create(&self, order: &PaymentOrder) -> Result<Checkout, PaymentError> {
        if let Some(known) = self.find_session(&order.provider_reference)? {
            match (known.state(self.clock.now()), known.url) {
                // What failed or ended cannot be paid any more.
                (PaymentState::Closed | PaymentState::Failed, _) => {}
                (PaymentState::Pending, Some(url)) => {
                    return Ok(Checkout::Redirect {
                        url,
                        reference: known.id,
                    });
                }
                _ => return Err(PaymentError::UnderWay),
            }
        }
        let title = order.title(TITLE_MAX_CHARS, |text| text.chars().count());
        let amount = order.amount_fen.to_string();
        let currency = order.currency.to_lowercase();
        // The same key would give the former session again.
        let key = match order.provider_reference.as_str() {
            "" => format!("checkout-{}", order.number),
            ended => format!("checkout-{}-after-{ended}", order.number),
        };
        let expires_at = (order.closes_at + SESSION_OUTLIVES).timestamp().to_string();
        let answer = self.post(
            "/v1/checkout/sessions",
            &key,
            &[
                ("mode", "payment"),
                ("client_reference_id", &order.number),
                ("metadata[order_number]", &order.number),
                ("payment_intent_data[metadata][order_number]", &order.number),
                ("line_items[0][quantity]", "1"),
                ("line_items[0][price_data][currency]", &currency),
                ("line_items[0][price_data][unit_amount]", &amount),
                ("line_items[0][price_data][product_data][name]", &title),
                ("success_url", &order.url_after_paying()),
                ("cancel_url", &order.url_after_turning_back()),
                ("expires_at", &expires_at),
            ],
        )?;
        let session: Session = read(&answer)?;
        let Some(url) = session.url else {
            return Err(PaymentError::Answer("a session without an address".to_owned()));
        };
        Ok(Checkout::Redirect {
            url,
            reference: session.id,
        })
    }

    fn verify_notification(
        &self,
        request: &NotificationRequest<'_>,
    ) -> Result<Notification, NotificationError> {
        let header = (request.header)("stripe-signature").ok_or(NotificationError::Signature)?;
        verify(&self.webhook_key, &header, request.body, self.clock.now())?;
        let body = String::from_utf8_lossy(request.body).into_owned();
        let event: Event = serde_json::from_str(&body).map_err(|_| NotificationError::Body)?;
        let (order_number, kind) = kind_of(&event)?;
        Ok(Notification {
            event_id: event.id,
            order_number,
            kind,
            is_own_merchant: event.livemode != self.is_test,
            is_by_former_keys: false,
            body,
        })
    }

    /// An event names no account, but those of Connect, which none of ours is.
    fn is_like_own(&self, request: &NotificationRequest<'_>) -> bool {
        let is_signed = (request.header)("stripe-signature").is_some_and(|header| is_signature(&header));
        is_signed && serde_json::from_slice::<Event>(request.body).is_ok()
    }

    fn query(&self, order: &PaymentOrder) -> Result<PaymentState, PaymentError> {
        let Some(session) = self.find_session(&order.provider_reference)? else {
            return Ok(PaymentState::Closed);
        };
        let charged_at = session
            .payment_intent
            .pointer("/latest_charge/created")
            .and_then(Value::as_i64)
            .and_then(|seconds| DateTime::from_timestamp(seconds, 0))
            .unwrap_or_else(|| self.clock.now());
        Ok(session.state(charged_at))
    }

    fn refund(&self, refund: &RefundOrder) -> Result<RefundState, PaymentError> {
        let amount = refund.amount_fen.to_string();
        let answer = self.post(
            "/v1/refunds",
            &format!("refund-{}", refund.number),
            &[
                ("payment_intent", &refund.payment_reference),
                ("amount", &amount),
                ("reason", "requested_by_customer"),
                ("metadata[order_number]", &refund.order_number),
                ("metadata[refund_number]", &refund.number),
            ],
        )?;
        Ok(read::<StripeRefund>(&answer)?.state())
    }

    /// Refunds are found by what was paid, and told apart by the number that we wrote at them, else by Stripe's own. One
    /// of another amount is another one: who knows a former secret can sign any amount.
    fn query_refund(&self, refund: &RefundOrder) -> Result<Option<RefundState>, PaymentError> {
        #[derive(Deserialize)]
        struct List {
            data: Vec<StripeRefund>,
        }
        if !is_id(&refund.payment_reference) {
            return Ok(None);
        }
        let path = format!(
            "/v1/refunds?limit=100&payment_intent={}",
            refund.payment_reference
        );
        let list: List = read(&self.get(&path)?)?;
        let mut found = list.data.iter();
        Ok(found
            .find(|listed| listed.number() == refund.number && listed.amount == refund.amount_fen)
            .map(StripeRefund::state))
    }

    fn close(&self, order: &PaymentOrder) -> Result<Closing, PaymentError> {
        if !is_id(&order.provider_reference) {
            return Ok(Closing::Closed);
        }
        let path = format!("/v1/checkout/sessions/{}/expire", order.provider_reference);
        let answer = self.post(&path, "", &[])?;
        match answer.status {
            404 => Ok(Closing::Closed),
            // It is expired or complete already.
            400 => Ok(Closing::Refused),
            _ => read::<Session>(&answer).map(|_| Closing::Closed),
        }
    }

    fn order_of_payment(&self, reference: &str) -> Result<Option<String>, PaymentError> {
        #[derive(Deserialize)]
        struct PaymentIntent {
            #[serde(default)]
            metadata: Option<Metadata>,
        }
        if !is_id(reference) {
            return Ok(None);
        }
        let answer = self.get(&format!("/v1/payment_intents/{reference}"))?;
        if answer.status == 404 {
            return Ok(None);
        }
        let metadata = read::<PaymentIntent>(&answer)?.metadata;
        Ok(metadata.and_then(|metadata| metadata.order_number))
    }

    fn query_dispute(&self, reference: &str) -> Result<Option<Dispute>, PaymentError> {
        if !is_id(reference) {
            return Ok(None);
        }
        let answer = self.get(&format!("/v1/disputes/{reference}"))?;
        if answer.status == 404 {
            return Ok(None);
        }
        let told_at = self.answered_at(&answer);
        Ok(read::<StripeDispute>(&answer)?.at(told_at))
    }

    /// The newest come first.
    fn list_disputes(&self, since: DateTime<Utc>) -> Result<Disputes, PaymentError> {
        #[derive(Deserialize)]
        struct List {
            data: Vec<StripeDispute>,
            #[serde(default)]
            has_more: bool,
        }
        let first = format!(
            "/v1/disputes?limit={DISPUTES_PER_PAGE}&created%5Bgte%5D={}",
            since.timestamp()
        );
        let (mut path, mut found) = (first.clone(), Disputes::default());
        for _ in 0..DISPUTE_PAGES {
            let answer = self.get(&path)?;
            let told_at = self.answered_at(&answer);
            let list: List = match read(&answer) {
                Err(error @ (PaymentError::Keys(_) | PaymentError::Refused(_))) => {
                    found.refused = Some(error);
                    break;
                }
                list => list?,
            };
            let last = list.data.last().map(|dispute| dispute.id.clone());
            let disputes = list.data.into_iter();
            found
                .listed
                .extend(disputes.filter_map(|dispute| dispute.at(told_at)));
            match last.filter(|last| list.has_more && is_id(last)) {
                Some(last) => path = format!("{first}&starting_after={last}"),
                None => break,
            }
        }
        Ok(found)
    }

    fn check(&self) -> Result<(), PaymentError> {
        read::<Value>(&self.get("/v1/checkout/sessions?limit=1")?).map(|_| ())
    }

    fn reply(&self, is_done: bool) -> Reply {
        Reply {
            status: if is_done { 200 } else { 503 },
            media_type: "text/plain",
            body: "",
        }
    }
}

/// Reads a successful answer. A failure is named by its code: the message repeats parts of keys.
fn read<T: serde::de::DeserializeOwned>(answer: &ProviderAnswer) -> Result<T, PaymentError> {
    if answer.is_success() {
        return serde_json::from_str(&answer.body).map_err(|error| PaymentError::Answer(error.to_string()));
    }
    let error: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    let code = ["/error/code", "/error/type"]
        .iter()
        .find_map(|path| error.pointer(path)?.as_str())
        .unwrap_or("unknown");
    let text = format!("{} {code}", answer.status);
    Err(match answer.status {
        401 | 403 => PaymentError::Keys(text),
        _ => PaymentError::Refused(text),
    })
}

/// What an event says. Kinds that we do not know change nothing.
fn kind_of(event: &Event) -> Result<(Option<String>, NotificationKind), NotificationError> {
    let object = || event.data.object.clone();
    let unreadable = |_| NotificationError::Body;
    match event.kind.as_str() {
        "checkout.session.completed"
        | "checkout.session.async_payment_succeeded"
        | "checkout.session.async_payment_failed"
        | "checkout.session.expired" => {
            let session: Session = serde_json::from_value(object()).map_err(unreadable)?;
            let paid_at = DateTime::from_timestamp(event.created, 0).ok_or(NotificationError::Body)?;
            let kind = session
                .payment(paid_at)
                .map_or(NotificationKind::Progressed, NotificationKind::Paid);
            // Not by `client_reference_id`: payers choose it themselves on pages that the creator made for other things
            // (docs.stripe.com/payment-links/url-parameters).
            Ok((session.metadata.unwrap_or_default().order_number, kind))
        }
        "refund.created" | "refund.updated" | "refund.failed" => {
            let refund: StripeRefund = serde_json::from_value(object()).map_err(unreadable)?;
            let state = refund.state();
            let reference = refund.number().to_owned();
            let Some(payment_reference) = refund.payment_intent else {
                return Ok((None, NotificationKind::Other));
            };
            let kind = NotificationKind::Refunded(Refund {
                reference,
                payment_reference,
                amount_fen: refund.amount,
                is_total: false,
                currency: Some(refund.currency.to_uppercase()),
                state,
            });
            Ok((refund.metadata.unwrap_or_default().order_number, kind))
        }
        "charge.dispute.created"
        | "charge.dispute.updated"
        | "charge.dispute.closed"
        | "charge.dispute.funds_withdrawn"
        | "charge.dispute.funds_reinstated" => {
            let dispute: StripeDispute = serde_json::from_value(object()).map_err(unreadable)?;
            let told_at = DateTime::from_timestamp(event.created, 0).ok_or(NotificationError::Body)?;
            let dispute = dispute.at(told_at);
            // Whose it is says the payment: `metadata` of a dispute is the creator's own.
            Ok((
                None,
                dispute.map_or(NotificationKind::Other, NotificationKind::Disputed),
            ))
        }
        _ => Ok((None, NotificationKind::Other)),
    }
}

/// Whether a header has the form of a signature: a time, and a `v1` of 32 bytes.
fn is_signature(header: &str) -> bool {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let has = |name: &str, is_right: fn(&str) -> bool| parts().any(|part| part.0 == name && is_right(part.1));
    has("t", |text| text.parse::<i64>().is_ok())
        && has("v1", |text| {
            text.len() == 64 && data_encoding::HEXLOWER.decode(text.as_bytes()).is_ok()
        })
}

/// Checks a header such as `t=1492774577,v1=5257a8…,v0=6ffbb5…`: one of the `v1` is the HMAC-SHA-256 of the time, a
/// dot and the body, and the time is at most five minutes away.
fn verify(key: &hmac::Key, header: &str, body: &[u8], now: DateTime<Utc>) -> Result<(), NotificationError> {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let (_, timestamp) = parts()
        .find(|(name, _)| *name == "t")
        .ok_or(NotificationError::Signature)?;
    let message = [timestamp.as_bytes(), b".", body].concat();
    let is_signed = parts().filter(|(name, _)| *name == "v1").any(|(_, signature)| {
        data_encoding::HEXLOWER
            .decode(signature.as_bytes())
            .is_ok_and(|signature| hmac::verify(key, &message, &signature).is_ok())
    });
    if !is_signed {
        return Err(NotificationError::Signature);
    }
    let seconds: i64 = timestamp.parse().map_err(|_| NotificationError::Timestamp)?;
    if now.timestamp().abs_diff(seconds) > NOTIFICATION_WINDOW_S {
        return Err(NotificationError::Timestamp);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(timestamp: i64, body: &[u8], secret: &str) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let tag = hmac::sign(&key, &[timestamp.to_string().as_bytes(), b".", body].concat());
        data_encoding::HEXLOWER.encode(tag.as_ref())
    }

    fn checked(header: &str, body: &[u8], now_s: i64) -> Result<(), NotificationError> {
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"whsec_test");
        verify(&key, header, body, DateTime::from_timestamp(now_s, 0).unwrap())
    }

    #[test]
    fn one_right_signature_of_several_is_enough_within_five_minutes() {
        let now = 1_800_000_000;
        let right = signed(now, b"{}", "whsec_test");
        let other = signed(now, b"{}", "whsec_other");
        let header = format!("t={now},v1={other},v1={right},v0=00");
        assert_eq!(checked(&header, b"{}", now), Ok(()));
        assert_eq!(checked(&header, b"{}", now + 300), Ok(()));
        assert_eq!(checked(&header, b"{}", now - 300), Ok(()));
        assert_eq!(
            checked(&header, b"{}", now + 301),
            Err(NotificationError::Timestamp)
        );
        assert_eq!(
            checked(&header, b"{}", now - 301),
            Err(NotificationError::Timestamp)
        );
    }

    #[test]
    fn a_signature_of_another_key_time_body_or_scheme_is_none() {
        let now = 1_800_000_000;
        let right = signed(now, b"{}", "whsec_test");
        let other = signed(now, b"{}", "whsec_other");
        for header in [
            String::new(),
            format!("t={now}"),
            format!("v1={right}"),
            format!("t={now},v0={right}"),
            format!("t={now},v1={other}"),
            format!("t={},v1={right}", now + 1),
            format!("t={now},v1=zz"),
        ] {
            assert_eq!(
                checked(&header, b"{}", now),
                Err(NotificationError::Signature),
                "{header}"
            );
        }
        let header = format!("t={now},v1={right}");
        assert_eq!(checked(&header, b"{ }", now), Err(NotificationError::Signature));
    }

    /// Source: stripe-dotnet, `EventUtilityTest.cs` with `event_test_signature.json`.
    #[test]
    fn the_example_of_stripes_own_library_is_signed() {
        let body = concat!(
            "{\n  \"id\": \"evt_123\",\n  \"object\": \"event\",\n  \"account\": \"acct_123\",\n",
            "  \"api_version\": \"2017-05-25\",\n  \"created\": 1533204620,\n  \"data\": {\n    \"object\": {\n",
            "      \"id\": \"cus_123\",\n      \"object\": \"customer\",\n      \"created\": 123456789,\n",
            "      \"email\": \"test@stripe.com\",\n      \"livemode\": false,\n      \"metadata\": {}\n    }\n  },\n",
            "  \"livemode\": false,\n  \"pending_webhooks\": 1,\n  \"request\": {\n    \"id\": \"req_123\",\n",
            "    \"idempotency_key\": \"idempotency-key-123\"\n  },\n  \"type\": \"customer.created\"\n}\n",
        );
        let header = concat!(
            "t=1533204620,v1=2220f87ef101a04665f11cdf770523143f875572008577fa0f20882ddb9cc3c7,",
            "v0=63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef",
        );
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"webhook_secret");
        let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
        assert_eq!(verify(&key, header, body.as_bytes(), at(1_533_204_720)), Ok(()));
        let other = body.replace("cus_123", "cus_124");
        let refused = verify(&key, header, other.as_bytes(), at(1_533_204_720));
        assert_eq!(refused, Err(NotificationError::Signature));
    }

    /// What `openssl dgst -sha256 -hmac whsec_test` gives.
    #[test]
    fn the_signature_is_that_of_other_programs() {
        let header = "t=1492774577,v1=7656fc2882a7ca0a651666b36bf2f2f22ee204f54f608f227498a2419f2890b2";
        let expected = signed(1_492_774_577, br#"{"id":"evt_1"}"#, "whsec_test");
        assert_eq!(header, format!("t=1492774577,v1={expected}"));
    }

    #[test]
    fn a_refund_is_pending_until_stripe_says_how_it_ended() {
        for (status, state) in [
            (Some("succeeded"), RefundState::Succeeded),
            (Some("failed"), RefundState::Failed),
            (Some("canceled"), RefundState::Failed),
            (Some("requires_action"), RefundState::Pending),
            (None, RefundState::Pending),
        ] {
            let refund = StripeRefund {
                id: "re_1".to_owned(),
                amount: 5000,
                currency: "cny".to_owned(),
                payment_intent: None,
                status: status.map(str::to_owned),
                metadata: None,
            };
            assert_eq!(refund.state(), state, "{status:?}");
        }
    }

    #[test]
    fn keys_are_of_the_mode_that_is_set() {
        let account = |secret_key, webhook_secret, is_test| {
            let account = StripeAccount {
                secret_key,
                webhook_secret,
                is_test,
            };
            let stripe = Stripe::new(account, "https://x", ProviderHttp::default(), Clock::default());
            stripe.map(|_| ())
        };
        assert_eq!(account("sk_test_1", "whsec_1", true), Ok(()));
        assert_eq!(account("rk_live_1", "whsec_1", false), Ok(()));
        for key in [
            "sk_live_1",
            "sk_test_",
            "pk_test_1",
            "sk_test_1\n",
            "sk_test_\u{e9}",
            "",
        ] {
            assert_eq!(account(key, "whsec_1", true), Err(KeyProblem::Private), "{key}");
        }
        assert_eq!(account("sk_test_1", "whsec_1", false), Err(KeyProblem::Private));
        assert_eq!(account("sk_test_1", "secret", true), Err(KeyProblem::Provider));
    }
}
