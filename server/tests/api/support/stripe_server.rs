//! A server that speaks as much of Stripe's API as we do. Source: docs.stripe.com/api.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use moyan_domain::Clock;
use ring::hmac;
use serde_json::{Value, json};

use super::provider_server::{Answered, ProviderServer, Received};

pub const SECRET_KEY: &str = "sk_test_0123456789";
/// That of another account, which has nothing of this one.
pub const OTHER_SECRET_KEY: &str = "sk_test_9876543210";
pub const WEBHOOK_SECRET: &str = "whsec_0123456789";

/// A notification: the body and its signature.
pub struct StripeEvent {
    pub body: String,
    pub signature: String,
}

pub struct StripeServer {
    pub server: ProviderServer,
    clock: Clock,
    sessions: Arc<Mutex<HashMap<String, Value>>>,
    hides_disputes: Arc<AtomicBool>,
}

impl StripeServer {
    pub fn start(clock: Clock) -> Self {
        let sessions: Arc<Mutex<HashMap<String, Value>>> = Arc::default();
        let shared = sessions.clone();
        let hides_disputes: Arc<AtomicBool> = Arc::default();
        let is_hiding = hides_disputes.clone();
        let server = ProviderServer::start(move |request| {
            if request.path.starts_with("/v1/disputes") && is_hiding.load(Ordering::SeqCst) {
                return error(403, "more_permissions_required_for_application");
            }
            answer(&mut shared.lock().unwrap(), request)
        });
        Self {
            server,
            clock,
            sessions,
            hides_disputes,
        }
    }

    /// Whether keys may not read disputes: those of a restricted key without that right.
    pub fn hide_disputes(&self, is_hiding: bool) {
        self.hides_disputes.store(is_hiding, Ordering::SeqCst);
    }

    /// The session of an order.
    fn session(&self, order_number: &str) -> Value {
        let sessions = self.sessions.lock().unwrap();
        let found = sessions.values().filter(|kept| {
            kept["object"] == "checkout.session" && kept["metadata"]["order_number"] == order_number
        });
        found
            .max_by_key(|session| session["place"].as_u64())
            .unwrap()
            .clone()
    }

    /// The ID of the session of an order.
    pub fn reference_of(&self, order_number: &str) -> String {
        self.session(order_number)["id"].as_str().unwrap().to_owned()
    }

    /// The status of the session of an order.
    pub fn status_of(&self, order_number: &str) -> String {
        self.session(order_number)["status"].as_str().unwrap().to_owned()
    }

    /// Changes the session of an order.
    fn change(&self, order_number: &str, change: impl Fn(&mut Value)) {
        let mut session = self.session(order_number);
        change(&mut session);
        let id = session["id"].as_str().unwrap().to_owned();
        self.sessions.lock().unwrap().insert(id, session);
    }

    /// Pays an order by a bank that says later whether the money comes: its status is that of the payment meanwhile.
    /// Source: docs.stripe.com/checkout/fulfillment (delayed payment methods), /payments/paymentintents/lifecycle.
    pub fn pay_by_bank(&self, order_number: &str, intent_status: &str) {
        self.change(order_number, |session| {
            session["status"] = "complete".into();
            session["payment_intent"] = format!("pi_{order_number}").into();
            session["intent_status"] = intent_status.into();
        });
    }

    /// Ends the session of an order, as Stripe does by itself.
    pub fn expire(&self, order_number: &str) {
        self.change(order_number, |session| session["status"] = "expired".into());
    }

    /// The notification that something happened to the session of an order: `completed`, `async_payment_failed` or
    /// another one.
    pub fn session_event(&self, order_number: &str, kind: &str) -> StripeEvent {
        let session = self.session(order_number);
        self.event(
            &format!("evt_{kind}_{order_number}"),
            &format!("checkout.session.{kind}"),
            &session,
        )
    }

    /// Pays an order.
    pub fn pay(&self, order_number: &str) {
        self.change(order_number, pay);
    }

    /// Pays an order at the moment at which it is closed.
    pub fn pay_when_closing(&self, order_number: &str) {
        self.change(order_number, |session| {
            session["is_paid_when_closing"] = true.into()
        });
    }

    /// Has a refund of an order as if it had been asked for.
    pub fn have_refund(&self, order_number: &str, refund_number: &str, status: &str) {
        let refund = json!({
            "id": format!("re_{refund_number}"), "object": "refund", "amount": 9900, "currency": "cny",
            "payment_intent": format!("pi_{order_number}"), "status": status,
            "metadata": { "order_number": order_number, "refund_number": refund_number },
        });
        self.sessions
            .lock()
            .unwrap()
            .insert(format!("re_{refund_number}"), refund);
    }

    /// The notification of a payment, after `change` was done to the session.
    pub fn paid_event(&self, order_number: &str, change: impl Fn(&mut Value)) -> StripeEvent {
        let mut session = self.session(order_number);
        change(&mut session);
        let id = format!("evt_paid_{order_number}");
        self.event(&id, "checkout.session.completed", &session)
    }

    /// The notification of a refund.
    pub fn refund_event(&self, order_number: &str, amount_fen: i64, metadata: &Value) -> StripeEvent {
        let refund = json!({
            "id": format!("re_{order_number}"), "object": "refund", "amount": amount_fen, "currency": "cny",
            "payment_intent": format!("pi_{order_number}"), "status": "succeeded", "metadata": metadata,
        });
        self.event(&format!("evt_refund_{order_number}"), "refund.updated", &refund)
    }

    /// The notification of a dispute about the payment of an order, after `change` was done to the dispute.
    pub fn dispute_event(
        &self,
        order_number: &str,
        kind: &str,
        status: &str,
        change: impl Fn(&mut Value),
    ) -> StripeEvent {
        let mut dispute = self.dispute(order_number, status);
        change(&mut dispute);
        let now = self.clock.now().timestamp();
        let id = format!("evt_{kind}_{status}_{now}_{order_number}");
        self.event(&id, &format!("charge.dispute.{kind}"), &dispute)
    }

    /// Has a dispute about the payment of an order, after `change` was done to it.
    pub fn have_dispute(&self, order_number: &str, status: &str, change: impl Fn(&mut Value)) {
        let mut dispute = self.dispute(order_number, status);
        change(&mut dispute);
        let id = dispute["id"].as_str().unwrap().to_owned();
        let mut kept = self.sessions.lock().unwrap();
        if let Some(known) = kept.get(&id) {
            for field in ["created", "evidence_details"] {
                dispute[field] = known[field].clone();
            }
        }
        kept.insert(id, dispute);
    }

    /// A dispute that begins now. Source: the example of docs.stripe.com/api/disputes/object.
    fn dispute(&self, order_number: &str, status: &str) -> Value {
        let due_by = self.clock.now().timestamp() + 7 * 24 * 3600;
        json!({
            "id": format!("du_{order_number}"), "object": "dispute", "amount": 9900, "balance_transactions": [],
            "charge": "ch_1AZtxr2eZvKYlo2CJDX8whov", "created": self.clock.now().timestamp(), "currency": "cny",
            "evidence": {
                "access_activity_log": null, "billing_address": null, "customer_email_address": null,
                "customer_purchase_ip": null, "product_description": null, "uncategorized_text": null,
            },
            "evidence_details": {
                "due_by": due_by, "has_evidence": false, "past_due": false, "submission_count": 0,
            },
            "is_charge_refundable": false, "livemode": false, "metadata": {},
            "payment_intent": format!("pi_{order_number}"), "reason": "general", "status": status,
        })
    }

    pub fn event(&self, id: &str, kind: &str, object: &Value) -> StripeEvent {
        let now = self.clock.now().timestamp();
        let body = json!({
            "id": id, "object": "event", "type": kind, "created": now, "livemode": false,
            "data": { "object": object },
        });
        self.signed(&body.to_string())
    }

    /// A body signed now.
    pub fn signed(&self, body: &str) -> StripeEvent {
        let now = self.clock.now().timestamp();
        let key = hmac::Key::new(hmac::HMAC_SHA256, WEBHOOK_SECRET.as_bytes());
        let tag = hmac::sign(&key, format!("{now}.{body}").as_bytes());
        let signature = data_encoding::HEXLOWER.encode(tag.as_ref());
        StripeEvent {
            body: body.to_owned(),
            signature: format!("t={now},v1={signature},v0=00"),
        }
    }
}

fn pay(session: &mut Value) {
    session["payment_status"] = "paid".into();
    session["status"] = "complete".into();
    let number = session["metadata"]["order_number"].as_str().unwrap();
    session["payment_intent"] = format!("pi_{number}").into();
}

fn error(status: u16, code: &str) -> Answered {
    Answered::json(
        status,
        &json!({ "error": { "code": code, "message": format!("no: {SECRET_KEY}") } }),
    )
}

fn answer(sessions: &mut HashMap<String, Value>, request: &Received) -> Answered {
    let (mut nothing, is_other) = (
        HashMap::new(),
        request.header("authorization") == format!("Bearer {OTHER_SECRET_KEY}"),
    );
    if !is_other && request.header("authorization") != format!("Bearer {SECRET_KEY}") {
        return error(401, "api_key_invalid");
    }
    let sessions = if is_other { &mut nothing } else { sessions };
    let form = request.form();
    let field = |name: &str| form.get(name).cloned().unwrap_or_default();
    let path = request.path.split('?').next().unwrap();
    let parts: Vec<&str> = path.trim_start_matches("/v1/").split('/').collect();
    match (request.method.as_str(), parts.as_slice()) {
        ("POST", ["checkout", "sessions"]) => {
            // The same key gives the same session.
            let id = format!("cs_test_{}", request.header("idempotency-key").replace('-', "_"));
            let place = sessions.len();
            let session = sessions.entry(id.clone()).or_insert_with(|| {
                json!({
                    "place": place, "id": id, "object": "checkout.session", "url": format!("https://checkout.stripe.com/c/{id}"),
                    "client_reference_id": field("client_reference_id"),
                    "metadata": { "order_number": field("metadata[order_number]") }, "status": "open",
                    "payment_status": "unpaid", "payment_intent": null,
                    "amount_total": field("line_items[0][price_data][unit_amount]").parse::<i64>().unwrap(),
                    "currency": field("line_items[0][price_data][currency]"),
                })
            });
            Answered::json(200, session)
        }
        ("GET", ["checkout", "sessions"]) => Answered::json(200, &json!({ "object": "list", "data": [] })),
        ("GET", ["checkout", "sessions", id]) => match sessions.get(*id) {
            None => error(404, "resource_missing"),
            Some(session) => {
                let mut session = session.clone();
                if let Some(intent) = session["payment_intent"].as_str() {
                    session["payment_intent"] = json!({
                        "id": intent, "status": session["intent_status"],
                        "latest_charge": { "created": 1_800_000_000 },
                    });
                }
                if session["status"] != "open" {
                    session["url"] = Value::Null;
                }
                Answered::json(200, &session)
            }
        },
        ("POST", ["checkout", "sessions", id, "expire"]) => match sessions.get_mut(*id) {
            None => error(404, "resource_missing"),
            Some(session) if session["is_paid_when_closing"] == true => {
                pay(session);
                error(400, "invalid_request_error")
            }
            Some(session) if session["status"] == "open" => {
                session["status"] = "expired".into();
                Answered::json(200, session)
            }
            _ => error(400, "invalid_request_error"),
        },
        ("GET", ["payment_intents", id]) => {
            let mut found = sessions.values();
            let found =
                found.find(|kept| kept["object"] == "checkout.session" && kept["payment_intent"] == *id);
            match found {
                None => error(404, "resource_missing"),
                Some(session) => Answered::json(200, &json!({ "id": id, "metadata": session["metadata"] })),
            }
        }
        ("GET", ["disputes", id]) => match sessions.get(*id) {
            Some(dispute) => Answered::json(200, dispute),
            None => error(404, "resource_missing"),
        },
        ("GET", ["disputes"]) => list_disputes(sessions, &request.path),
        ("POST" | "GET", ["refunds"]) if is_other => error(400, "resource_missing"),
        ("POST", ["refunds"]) if field("payment_intent") == "pi_unknown" => error(400, "resource_missing"),
        ("POST", ["refunds"]) => Answered::json(
            200,
            &json!({
                "id": format!("re_{}", request.header("idempotency-key")), "currency": "cny", "status": "succeeded",
                "amount": field("amount").parse::<i64>().unwrap(), "payment_intent": field("payment_intent"),
            }),
        ),
        ("GET", ["refunds"]) => {
            let (_, intent) = request.path.split_once("payment_intent=").unwrap();
            let data: Vec<&Value> = sessions
                .values()
                .filter(|kept| kept["object"] == "refund" && kept["payment_intent"] == intent)
                .collect();
            Answered::json(200, &json!({ "object": "list", "data": data }))
        }
        _ => error(404, "unknown"),
    }
}

/// A page of the disputes, the newest first. Source: docs.stripe.com/api/disputes/list, /api/pagination.
fn list_disputes(kept: &HashMap<String, Value>, path: &str) -> Answered {
    let (_, query) = path.split_once('?').unwrap();
    let query: HashMap<String, String> = url::form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect();
    let since: i64 = query["created[gte]"].parse().unwrap();
    let limit: usize = query["limit"].parse().unwrap();
    let mut found: Vec<&Value> = kept
        .values()
        .filter(|kept| kept["object"] == "dispute" && kept["created"].as_i64() >= Some(since))
        .collect();
    found.sort_by_key(|dispute| (-dispute["created"].as_i64().unwrap(), dispute["id"].to_string()));
    let begin = match query.get("starting_after") {
        Some(last) => 1 + found.iter().position(|dispute| dispute["id"] == *last).unwrap(),
        None => 0,
    };
    let rest = found.get(begin..).unwrap_or_default();
    let data = &rest[..rest.len().min(limit)];
    Answered::json(
        200,
        &json!({ "object": "list", "url": "/v1/disputes", "has_more": rest.len() > limit, "data": data }),
    )
}
