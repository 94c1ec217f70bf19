//! Random sequences of what happens to a visitor's orders and memberships, on a real database.

use chrono::{DateTime, Days, FixedOffset, Months, NaiveDate, TimeDelta, Utc};
use moyan_domain::{OrderId, PaymentMethod, Reason, VisitorId};
use moyan_payments::{Dispute, DisputeState, RefundState};
use moyan_server::features::membership::service::Decision;
use moyan_server::features::membership::{Entitlement, EntitlementState, redeem, service};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};

use super::entitlement::entitlement;
use super::shop::{MONTH, Shop, YEAR};
use crate::support::User;

/// What may happen.
const N_KINDS: usize = 26;
/// Codes of the batch that a sequence begins with.
const N_CODES: usize = 8;

/// What must hold after every step. The first column says what does not.
const WRONG: &str = "SELECT coalesce(string_agg(what, ', '), '') FROM ( \
    SELECT 'paid is not the sum of the payments' AS what FROM orders \
        WHERE paid_fen <> (SELECT coalesce(sum(amount_fen), 0) FROM payments WHERE order_id = orders.id) \
    UNION ALL SELECT 'refunded is not the sum of the refunds' FROM orders \
        WHERE refunded_fen <> (SELECT coalesce(sum(amount_fen), 0) FROM refunds WHERE order_id = orders.id AND status = 'succeeded') \
    UNION ALL SELECT 'paid without the money or the membership' FROM orders \
        WHERE (status = 'paid') <> (EXISTS (SELECT FROM grants WHERE order_id = orders.id) \
            AND (paid_fen - refunded_fen >= amount_fen OR EXISTS \
                (SELECT FROM order_events e WHERE e.order_id = orders.id AND e.kind = 'settled')) \
            AND status NOT IN ('partiallyRefunded', 'refunded')) \
    UNION ALL SELECT 'money without a membership, and nobody is told' FROM orders \
        WHERE paid_fen > refunded_fen AND problems = '{}' AND NOT EXISTS \
            (SELECT FROM order_events e WHERE e.order_id = orders.id AND e.kind = 'settled') \
            AND NOT EXISTS (SELECT FROM grants g LEFT JOIN grant_revocations r ON r.grant_id = g.id \
                WHERE g.order_id = orders.id AND (r.grant_id IS NULL OR r.reason = 'a mistake')) \
    UNION ALL SELECT 'a membership for money that all went back' FROM orders \
        WHERE paid_fen = refunded_fen AND amount_fen > 0 AND EXISTS (SELECT FROM grants g WHERE g.order_id = orders.id \
            AND NOT EXISTS (SELECT FROM grant_revocations r WHERE r.grant_id = g.id)) \
    UNION ALL SELECT 'refunded, and the membership stands' FROM orders \
        WHERE status = 'refunded' AND NOT EXISTS \
            (SELECT FROM grant_revocations JOIN grants ON grants.id = grant_id WHERE order_id = orders.id) \
    UNION ALL SELECT 'a dispute is open, and nobody is told' FROM orders WHERE NOT 'disputed' = ANY (problems) \
        AND EXISTS (SELECT FROM disputes d WHERE d.order_id = orders.id AND d.status = 'open') AND NOT EXISTS \
            (SELECT FROM order_events e WHERE e.order_id = orders.id AND e.kind = 'settled') \
    UNION ALL SELECT 'a dispute is a problem when none is open' FROM orders WHERE 'disputed' = ANY (problems) \
        AND NOT EXISTS (SELECT FROM disputes d WHERE d.order_id = orders.id AND d.status = 'open') \
    UNION ALL SELECT 'a dispute is lost, the money is not booked, and nobody is told' FROM disputes \
        JOIN orders ON orders.id = order_id WHERE disputes.status = 'lost' \
        AND amount <> (SELECT coalesce(sum(r.amount_fen), 0) FROM refunds r WHERE r.order_id = orders.id \
            AND r.reference = disputes.reference AND r.status = 'succeeded') \
        AND NOT 'disputeUnclear' = ANY (problems) AND NOT EXISTS \
            (SELECT FROM order_events e WHERE e.order_id = orders.id AND e.kind = 'settled') \
    UNION ALL SELECT 'a dispute is won, and the money counts as gone' FROM disputes \
        JOIN refunds USING (order_id, reference) WHERE disputes.status = 'won' AND refunds.status = 'succeeded' \
    UNION ALL SELECT 'a coupon is not counted as it was used' FROM coupons \
        WHERE n_uses <> (SELECT count(*) FROM coupon_uses WHERE coupon_id = coupons.id) \
    UNION ALL SELECT 'a coupon is used more often than it may be by orders that never ended' FROM coupons \
        WHERE max_uses < (SELECT count(*) FROM coupon_uses u WHERE coupon_id = coupons.id AND NOT EXISTS \
            (SELECT FROM order_events e WHERE e.order_id = u.order_id AND e.kind IN ('closed', 'rejected'))) \
    UNION ALL SELECT 'a visitor uses a coupon more often than it may be by orders that never ended' FROM coupons \
        WHERE max_uses_per_visitor < (SELECT count(*) FROM coupon_uses u WHERE coupon_id = coupons.id AND NOT EXISTS \
            (SELECT FROM order_events e WHERE e.order_id = u.order_id AND e.kind IN ('closed', 'rejected'))) \
    UNION ALL SELECT 'a code was used without a membership' FROM redeem_codes \
        WHERE (used_at IS NOT NULL) <> EXISTS (SELECT FROM grants WHERE redeem_code_id = redeem_codes.id) \
    ) AS wrong";

/// Where memberships came from, and the states and problems of orders, each between spaces.
const REACHED: &str = "SELECT string_agg(' ' || name || ' ', '') FROM (SELECT source AS name FROM grants \
    UNION SELECT status FROM orders UNION SELECT unnest(problems) FROM orders UNION SELECT 'revoked' FROM grant_revocations UNION SELECT method FROM orders WHERE status = 'paid' \
    UNION SELECT kind FROM order_events UNION SELECT 'outside' FROM refunds WHERE reference LIKE 'outside-%') AS names";

/// The visitor's memberships as the log has them, reckoned once more. Shanghai has had no summer time since 1991.
fn reckoned(shop: &Shop) -> Entitlement {
    let rows = shop.app.database().text(&format!(
        "SELECT coalesce(string_agg(concat_ws(' ', (extract(epoch FROM granted_at) * 1000000)::bigint, \
            coalesce(n_months, 0), coalesce(n_days, 0)), ',' ORDER BY granted_at, id), '') \
         FROM grants WHERE visitor_id = '{}' AND id NOT IN (SELECT grant_id FROM grant_revocations)",
        shop.visitor.id
    ));
    let shanghai = FixedOffset::east_opt(8 * 3600).unwrap();
    let mut run: Option<(NaiveDate, u32, NaiveDate)> = None;
    for row in rows.split(',').filter(|row| !row.is_empty()) {
        let numbers: Vec<i64> = row.split(' ').map(|number| number.parse().unwrap()).collect();
        let moment = DateTime::from_timestamp_micros(numbers[0]).unwrap();
        let on = moment.with_timezone(&shanghai).date_naive();
        let (anchor, n_months, end) = run.filter(|run| on <= run.2).unwrap_or((on, 0, on));
        let (months, days) = (
            u32::try_from(numbers[1]).unwrap(),
            u64::try_from(numbers[2]).unwrap(),
        );
        run = match (months, days) {
            (0, 0) => {
                return Entitlement {
                    state: EntitlementState::Lifetime,
                    ..Entitlement::NONE
                };
            }
            (0, days) => {
                let end = end + Days::new(days);
                Some((end, 0, end))
            }
            (months, _) => {
                let n_months = n_months + months;
                Some((anchor, n_months, anchor + Months::new(n_months)))
            }
        };
    }
    let Some((.., last_day)) = run else {
        return Entitlement::NONE;
    };
    let last_second = last_day.and_hms_opt(23, 59, 59).unwrap();
    let ends_at = last_second
        .and_local_timezone(shanghai)
        .unwrap()
        .with_timezone(&Utc);
    Entitlement {
        state: match shop.now() < ends_at + TimeDelta::seconds(1) {
            true => EntitlementState::Active,
            false => EntitlementState::Expired,
        },
        ends_at: Some(ends_at),
        last_day: Some(last_day),
        is_test: false,
    }
}

/// The end of a membership, for comparison: one that lasts for ever is later than any other.
fn end_of(entitlement: &Entitlement) -> Option<DateTime<Utc>> {
    match entitlement.state {
        EntitlementState::Lifetime => Some(DateTime::<Utc>::MAX_UTC),
        _ => entitlement.ends_at,
    }
}

/// One sequence on a shop of its own.
struct Sequence {
    shop: Shop,
    /// The owner of the team, logged in at the moment of the shop.
    owner: User,
    random: StdRng,
    /// Orders so far.
    numbers: Vec<String>,
    /// The codes of a batch; those before `n_used` were used.
    codes: Vec<String>,
    n_used: usize,
    /// Refunds that the creator began: order, number and fen.
    begun: Vec<(String, String, i64)>,
}

impl Sequence {
    async fn begin(seed: u64) -> Self {
        let shop = Shop::open().await;
        let batch = json!({ "packageId": MONTH, "nCodes": N_CODES });
        let made = shop
            .site
            .call(&shop.app, "POST", "/redeem-batches", batch)
            .await
            .data();
        let coupon = json!({ "code": "TENTH", "percentOff": 10, "packageIds": [], "maxUses": 3 });
        shop.site.call(&shop.app, "POST", "/coupons", coupon).await.data();
        let coupon = json!({ "code": "GIFT", "percentOff": 100, "packageIds": [], "maxUsesPerVisitor": 2 });
        shop.site.call(&shop.app, "POST", "/coupons", coupon).await.data();
        let codes = made["codes"].as_array().unwrap().iter();
        Self {
            codes: codes.map(|code| code.as_str().unwrap().to_owned()).collect(),
            owner: shop.site.base.owner.clone(),
            shop,
            random: StdRng::seed_from_u64(seed),
            numbers: Vec::new(),
            n_used: 0,
            begun: Vec::new(),
        }
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.random.random_range(0..choices.len())]
    }

    /// Calls a route of members as the owner.
    async fn manage(&self, method: &str, route: &str, body: Value) -> Value {
        let path = format!("{}/members{route}", self.shop.site.path);
        self.shop.app.call(&self.owner, method, &path, body).await.data()
    }

    /// Does something, and says whether the membership may end earlier because of it.
    async fn act(&mut self, step: usize, kind: usize) -> bool {
        let number = match self.numbers.len() {
            0 => "none".to_owned(),
            n => self.numbers[self.random.random_range(0..n)].clone(),
        };
        // Nothing is done with an order that is not there yet.
        let kind = if self.numbers.is_empty() && ((2..6).contains(&kind) || (11..N_KINDS - 2).contains(&kind))
        {
            0
        } else {
            kind
        };
        match kind {
            0 | 1 => {
                let package = self.one_of(&[MONTH, YEAR]);
                let method = self.one_of(&[
                    PaymentMethod::Stripe,
                    PaymentMethod::Stripe,
                    PaymentMethod::WechatPay,
                    PaymentMethod::Manual,
                    PaymentMethod::Manual,
                ]);
                let mut new = self.shop.new_order(package, method);
                new.coupon = (kind == 1).then(|| "TENTH".to_owned());
                // A coupon that is used up and a membership for ever are refused.
                if let Ok(order) = self.shop.order(new).await {
                    self.numbers.push(order.number);
                }
            }
            2 | 3 => {
                let amount = self.one_of(&[1000, 900, 10_000, 9000, 999, 1]);
                self.shop.pay(&number, &format!("p{step}"), amount).await;
            }
            // A repetition of any payment so far.
            4 => {
                let reference = format!("p{}", self.random.random_range(0..=step));
                self.shop.pay(&number, &reference, 1000).await;
            }
            5 => {
                let amount = self.one_of(&[1000, 10_000, 1, 500]);
                let reference = format!("r{}", self.random.random_range(0..40));
                self.shop.refund(&number, "p", &reference, amount).await;
                return true;
            }
            6 => {
                let minutes = self.random.random_range(0..100_000);
                self.shop.app.state.clock.advance(TimeDelta::minutes(minutes));
                service::close_overdue(&self.shop.app.state).unwrap();
                // Sessions end meanwhile.
                self.shop.app.sql("DELETE FROM throttles");
                self.owner.token = self.shop.app.login(&self.owner.email).await;
            }
            7 => {
                let lengths = [
                    json!({ "months": 1 }),
                    json!({ "days": 40 }),
                    json!({ "isLifetime": true }),
                ];
                let length = self.one_of(&[0, 0, 0, 1, 1, 1, 2]);
                let path = format!("/{}/grants", self.shop.visitor.id);
                self.manage("POST", &path, lengths[length].clone()).await;
            }
            8 => {
                let path = format!("/{}", self.shop.visitor.id);
                let grants = self.manage("GET", &path, Value::Null).await["grants"].take();
                let stand: Vec<&Value> = grants
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|grant| grant["revokedAt"].is_null())
                    .collect();
                if !stand.is_empty() {
                    let id = stand[self.random.random_range(0..stand.len())]["id"]
                        .as_str()
                        .unwrap();
                    let path = format!("{path}/grants/{id}");
                    self.manage("DELETE", &path, json!({ "reason": "a mistake" }))
                        .await;
                }
                return true;
            }
            9 => {
                let n_months = self.one_of(&[1, 3]);
                let line = format!("{},{n_months}\n", self.shop.visitor.email);
                let report = self.manage("POST", "/imports", json!({ "csv": line })).await;
                assert_eq!(report["nImported"], 1);
            }
            10 => self.redeem().await,
            // What the order is too far for, or paid by a provider, is refused.
            11 => drop(self.shop.note(&number, "paid").await),
            12 => {
                let amount = self.one_of(&[None, None, Some(1), Some(500), Some(20_000)]);
                drop(self.shop.confirm(self.id_of(&number), amount).await);
            }
            13 => {
                drop(self.shop.note(&number, "paid").await);
                self.reject(&number).await;
            }
            14 => {
                let amount = self.one_of(&[1000, 1, 500]);
                let reference = format!("r{}", self.random.random_range(0..40));
                let failed = RefundState::Failed;
                self.shop
                    .tell_refund(&number, "p", &reference, amount, failed)
                    .await;
            }
            15 => self.begin_refund(&number).await,
            // What became of one that was begun; of another amount in one case of four.
            16 | 17 => {
                if self.begun.is_empty() {
                    return false;
                }
                let (number, reference, amount) =
                    self.begun[self.random.random_range(0..self.begun.len())].clone();
                let more = self.one_of(&[0, 0, 0, 1]);
                let state = self.one_of(&[
                    RefundState::Succeeded,
                    RefundState::Succeeded,
                    RefundState::Failed,
                    RefundState::Pending,
                ]);
                self.shop
                    .tell_refund(&number, "p", &reference, amount + more, state)
                    .await;
                return true;
            }
            18 => {
                self.refund_outside(&number).await;
                return true;
            }
            19 => {
                let decision = self.one_of(&[Decision::Accept, Decision::Accept, Decision::Close]);
                self.settle(&number, decision).await;
            }
            // Two payments, or a payment and its repetition, at the same moment.
            20 => {
                let second = self.one_of(&["x", "y"]);
                let amount = self.one_of(&[1000, 9000, 10_000]);
                let pay = |name| {
                    let shop = &self.shop;
                    let payment = shop.payment(&number, &format!("p{step}{name}"), amount);
                    shop.receive(payment)
                };
                for paid in futures_util::future::join_all([pay("x"), pay(second)]).await {
                    paid.unwrap();
                }
            }
            21 => self.dispute(&number, &[DisputeState::Open]).await,
            22 | 23 => {
                let decided = [DisputeState::Lost, DisputeState::Lost, DisputeState::Won];
                self.dispute(&number, &decided).await;
                return true;
            }
            // The same coupon by two methods at the same moment.
            24 => {
                let by = |method| {
                    let mut new = self.shop.new_order(MONTH, method);
                    new.coupon = Some("TENTH".to_owned());
                    self.shop.order(new)
                };
                let both = [by(PaymentMethod::Stripe), by(PaymentMethod::WechatPay)];
                for order in futures_util::future::join_all(both).await.into_iter().flatten() {
                    self.numbers.push(order.number);
                }
            }
            _ => {
                let mut new = self.shop.new_order(MONTH, PaymentMethod::Alipay);
                new.coupon = Some("GIFT".to_owned());
                if let Ok(order) = self.shop.order(new).await {
                    self.numbers.push(order.number);
                }
            }
        }
        false
    }

    /// A bank disputes a payment of the order, or one that is not known; or says once more, early or late, how that stands.
    async fn dispute(&mut self, number: &str, states: &[DisputeState]) {
        let known = self.shop.app.database().text(&format!(
            "SELECT coalesce(string_agg(p.reference, ' '), '') FROM payments p JOIN orders o ON o.id = p.order_id \
             WHERE o.number = '{number}'"
        ));
        let payments: Vec<&str> = known.split_whitespace().chain(["unknown"]).collect();
        let told = Dispute {
            reference: format!("du{}", self.random.random_range(0..12)),
            payment_reference: self.one_of(&payments).to_owned(),
            amount: self.one_of(&[1000, 1000, 10_000, 500, 20_000, 0]),
            currency: self.one_of(&["CNY", "CNY", "CNY", "USD"]).to_owned(),
            reason: "general".to_owned(),
            state: self.one_of(states),
            answer_by: None,
            told_at: self.shop.now() - TimeDelta::seconds(self.one_of(&[0, 0, 0, 1, 3600])),
        };
        self.shop.tell_dispute(number, told).await;
    }

    /// The creator sends money back; a sum that is not there is refused.
    async fn begin_refund(&mut self, number: &str) {
        let (site_id, caller, id) = (self.shop.site_id(), self.shop.caller(), self.id_of(number));
        let amount = self.one_of(&[1000, 9000, 500, 1]);
        let reason = Reason::parse("asked for").unwrap();
        let work = self.shop.work(move |connection, _| {
            service::begin_refund(connection, &caller, site_id, id, amount, &reason)
        });
        if let Ok((_, parts)) = work.await {
            let parts = parts.into_iter();
            self.begun
                .extend(parts.map(|part| (number.to_owned(), part.number, part.amount_fen)));
        }
    }

    /// The money went back by hand; a sum that is not there is refused.
    async fn refund_outside(&mut self, number: &str) {
        let (site_id, caller, id) = (self.shop.site_id(), self.shop.caller(), self.id_of(number));
        let amount = self.one_of(&[1000, 9000, 500, 1]);
        let reason = Reason::parse("cash").unwrap();
        let work = self.shop.work(move |connection, state| {
            service::refund_outside(connection, state, &caller, site_id, id, amount, &reason)
        });
        drop(work.await);
    }

    /// Ends the problems of an order; one that has none is refused.
    async fn settle(&self, number: &str, decision: Decision) {
        let (site_id, caller, id) = (self.shop.site_id(), self.shop.caller(), self.id_of(number));
        let reason = Reason::parse("looked at").unwrap();
        let work = self.shop.work(move |connection, state| {
            service::resolve(connection, state, &caller, site_id, id, decision, &reason)
        });
        drop(work.await);
    }

    fn id_of(&self, number: &str) -> OrderId {
        let id = format!("SELECT id FROM orders WHERE number = '{number}'");
        OrderId(self.shop.app.database().text(&id).parse().unwrap())
    }

    /// Says that the money was not found; an order that does not wait for that is refused.
    async fn reject(&self, number: &str) {
        let (site_id, caller, id) = (self.shop.site_id(), self.shop.caller(), self.id_of(number));
        let reason = Reason::parse("not found").unwrap();
        let work = self
            .shop
            .work(move |connection, state| service::reject(connection, state, &caller, site_id, id, &reason));
        drop(work.await);
    }

    /// Uses any code of the batch: one that was used, and one of somebody who has it for ever, is refused.
    async fn redeem(&mut self) {
        self.shop.app.sql("DELETE FROM throttles");
        let index = self.random.random_range(0..N_CODES);
        let is_new = index >= self.n_used;
        let index = if is_new { self.n_used } else { index };
        let had = entitlement(&self.shop.app, &self.shop.visitor).await.state;
        let (state, site_id) = (&self.shop.app.state, self.shop.site_id());
        let visitor_id = VisitorId(self.shop.visitor.id);
        let done = redeem::redeem(state, site_id, visitor_id, "203.0.113.0", &self.codes[index]).await;
        let is_expected = is_new && had != EntitlementState::Lifetime;
        assert_eq!(done.is_ok(), is_expected, "code {index}");
        self.n_used += usize::from(is_expected);
    }
}

#[actix_web::test]
async fn whatever_happens_nothing_is_lost_and_the_end_moves_back_by_a_refund_or_a_revocation_only() {
    let mut reached = String::new();
    for seed in 0..10 {
        let mut sequence = Sequence::begin(seed).await;
        let mut steps = Vec::new();
        for step in 0..80 {
            let before = entitlement(&sequence.shop.app, &sequence.shop.visitor).await;
            let kind = sequence.random.random_range(0..N_KINDS);
            let may_shrink = sequence.act(step, kind).await;
            steps.push(kind);
            let wrong = sequence.shop.app.database().text(WRONG);
            assert_eq!(wrong, "", "seed {seed}: {steps:?}");
            let after = entitlement(&sequence.shop.app, &sequence.shop.visitor).await;
            assert_eq!(after, reckoned(&sequence.shop), "seed {seed}: {steps:?}");
            assert!(
                may_shrink || end_of(&after) >= end_of(&before),
                "seed {seed}: {steps:?}"
            );
        }
        let n_grants = sequence.shop.count("grants WHERE source = 'redeemCode'");
        assert_eq!(n_grants, i64::try_from(sequence.n_used).unwrap());
        reached += &sequence.shop.app.database().text(REACHED);
    }
    // A sequence that does nothing would pass.
    for name in [
        "order",
        "redeemCode",
        "manual",
        "import",
        "revoked",
        "paid",
        "partiallyRefunded",
        "refunded",
        "closed",
        "rejected",
        "refundFailed",
        "latePayment",
        "partialPayment",
        "overPayment",
        "duplicatePayment",
        "foreignPayment",
        "settled",
        "free",
        "outside",
        "disputed",
        "disputeLost",
        "disputeWon",
        "disputeUnclear",
    ] {
        assert!(reached.contains(&format!(" {name} ")), "{name} of {reached}");
    }
}
