//! A site that sells, and a visitor who buys.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::{OrderId, PackageId, PaymentMethod, SiteId, VisitorId};
use moyan_foundation::AppState;
use moyan_foundation::access::Caller;
use moyan_foundation::error::AppError;
use moyan_payments::{Dispute, RefundState};
use moyan_server::features::membership::order::{NewOrder, Order, PaymentReceived, RefundReceived};
use moyan_server::features::membership::service;
use moyan_server::features::visitor;
use serde_json::json;
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::site::Site;
use crate::support::visitor::Visitor;

/// Ids of its packages: 10 yuan a month, 100 a year, 300 for ever.
pub const MONTH: Uuid = Uuid::from_u128(1);
pub const YEAR: Uuid = Uuid::from_u128(2);
pub const EVER: Uuid = Uuid::from_u128(3);

pub struct Shop {
    pub app: TestApp,
    pub site: Site,
    pub visitor: Visitor,
}

impl Shop {
    pub async fn open() -> Self {
        let app = TestApp::with_database();
        let site = Site::new(&app).await;
        let package = |id: Uuid, price: &str, period: &str| {
            json!({ "id": id, "name": period, "price": price, "period": period, "isRecommended": false,
                "benefits": [], "isArchived": false })
        };
        let packages = [
            package(MONTH, "10", "monthly"),
            package(YEAR, "100", "yearly"),
            package(EVER, "300", "lifetime"),
        ];
        site.set(
            &app,
            "membership",
            &json!({ "packages": packages, "generalBenefits": [], "graceDays": 0 }),
        );
        let visitor = Visitor::new(&app, site.id, "reader").await;
        Self { app, site, visitor }
    }

    pub fn site_id(&self) -> SiteId {
        SiteId(self.site.id)
    }

    /// Works in a transaction, as requests do.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PgConnection, &AppState) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let state = self.app.state.clone();
        self.app
            .state
            .db
            .transaction(move |connection| work(connection, &state))
            .await
    }

    pub fn new_order(&self, package: Uuid, method: PaymentMethod) -> NewOrder {
        let now = self.app.state.clock.now();
        let price = format!(
            "SELECT coalesce((SELECT ((package->>'price')::numeric * 100)::bigint FROM site_settings, \
             jsonb_array_elements(data->'packages') package WHERE site_id = '{}' AND tab = 'membership' \
             AND package->>'id' = '{package}'), 0)",
            self.site.id
        );
        NewOrder {
            site_id: self.site_id(),
            visitor: visitor::Visitor {
                id: VisitorId(self.visitor.id),
                site_id: self.site_id(),
                email: Some(self.visitor.email.clone()),
                phone: None,
                nickname: String::new(),
                language: moyan_domain::Language::ZhCn,
                session_id: moyan_domain::VisitorSessionId(Uuid::nil()),
                last_seen_at: now,
            },
            package_id: PackageId(package),
            shown_price_fen: self.app.database().text(&price).parse().ok(),
            method,
            coupon: None,
            return_path: "/docs/a".to_owned(),
            is_test: false,
        }
    }

    pub async fn order(&self, new: NewOrder) -> Result<Order, AppError> {
        self.work(move |connection, state| service::create_order(connection, state, new))
            .await
    }

    /// An order of a month that is to be paid through Stripe.
    pub async fn month_order(&self) -> Order {
        self.order(self.new_order(MONTH, PaymentMethod::Stripe))
            .await
            .unwrap()
    }

    pub fn payment(&self, number: &str, reference: &str, amount_fen: i64) -> PaymentReceived {
        PaymentReceived {
            order_number: number.to_owned(),
            method: PaymentMethod::Stripe,
            reference: reference.to_owned(),
            amount_fen,
            currency: "CNY".to_owned(),
            paid_at: self.now(),
            event: Some((format!("event of {reference}"), "{}".to_owned())),
        }
    }

    pub async fn receive(&self, received: PaymentReceived) -> Result<(), AppError> {
        self.work(move |connection, state| service::record_payment(connection, state, received))
            .await
    }

    pub async fn pay(&self, number: &str, reference: &str, amount_fen: i64) {
        self.receive(self.payment(number, reference, amount_fen))
            .await
            .unwrap();
    }

    pub async fn refund(&self, number: &str, payment: &str, reference: &str, amount_fen: i64) {
        self.tell_refund(number, payment, reference, amount_fen, RefundState::Succeeded)
            .await;
    }

    /// What a provider tells about a refund.
    pub async fn tell_refund(
        &self,
        number: &str,
        payment: &str,
        reference: &str,
        amount_fen: i64,
        state: RefundState,
    ) {
        let received = RefundReceived {
            order_number: number.to_owned(),
            payment_reference: payment.to_owned(),
            reference: reference.to_owned(),
            amount_fen,
            state,
            event: None,
        };
        self.work(move |connection, state| service::record_refund(connection, state, received))
            .await
            .unwrap();
    }

    /// What a provider tells about a payment that is disputed.
    pub async fn tell_dispute(&self, number: &str, told: Dispute) {
        let (number, event) = (number.to_owned(), (format!("event of {told:?}"), "{}".to_owned()));
        self.work(move |connection, state| {
            service::record_dispute(connection, state, &number, &told, Some(&event))
        })
        .await
        .unwrap();
    }

    pub async fn note(&self, number: &str, note: &str) -> Result<Order, AppError> {
        let (site_id, visitor_id) = (self.site_id(), VisitorId(self.visitor.id));
        let (number, note) = (number.to_owned(), note.to_owned());
        self.work(move |connection, state| {
            service::note_manual_payment(connection, state, site_id, visitor_id, &number, &note)
        })
        .await
    }

    pub async fn confirm(&self, id: OrderId, amount_fen: Option<i64>) -> Result<Order, AppError> {
        let (site_id, caller) = (self.site_id(), self.caller());
        self.work(move |connection, state| {
            service::confirm(connection, state, &caller, site_id, id, amount_fen)
        })
        .await
    }

    /// The owner of the team.
    pub fn caller(&self) -> Caller {
        Caller {
            user_id: self.site.base.owner.id,
            session_id: Uuid::nil(),
            email: None,
            is_admin: false,
            now: self.now(),
        }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.app.state.clock.now()
    }

    /// State and problem of an order.
    pub fn state_of(&self, number: &str) -> String {
        self.app.database().text(&format!(
            "SELECT trim(status || ' ' || array_to_string(problems, ' ')) FROM orders WHERE number = '{number}'"
        ))
    }

    pub fn count(&self, of: &str) -> i64 {
        self.app
            .database()
            .text(&format!("SELECT count(*) FROM {of}"))
            .parse()
            .unwrap()
    }

    pub fn n_mails(&self, template: &str) -> i64 {
        self.count(&format!("mails WHERE template = '{template}'"))
    }

    pub async fn is_member(&self) -> bool {
        super::entitlement::entitlement(&self.app, &self.visitor)
            .await
            .is_member()
    }
}

/// The key of a refusal.
pub fn key<T>(result: Result<T, AppError>) -> &'static str {
    result.err().unwrap().key()
}
