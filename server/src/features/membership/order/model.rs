//! An order, and what comes from outside about it.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{CouponId, OrderId, PackageId, PaymentMethod, SiteId, TeamId, VisitorId};
use moyan_foundation::error::AppError;
use moyan_foundation::schema::orders;
use moyan_payments::RefundState;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{OrderStatus, Problem};
use crate::features::site::settings::{Package, PackagePeriod};
use crate::features::visitor::Visitor;

/// What a visitor wants to buy.
#[derive(Clone, Debug)]
pub struct NewOrder {
    /// The site.
    pub site_id: SiteId,
    /// Who buys.
    pub visitor: Visitor,
    /// The package.
    pub package_id: PackageId,
    /// The price that the visitor saw, before a coupon; none is as another one.
    pub shown_price_fen: Option<i64>,
    /// How it is paid; becomes `free` when a coupon leaves nothing to pay.
    pub method: PaymentMethod,
    /// The code of a coupon, as it was typed.
    pub coupon: Option<String>,
    /// Where the reader came from: a path of the site.
    pub return_path: String,
    /// Whether the method is in test mode.
    pub is_test: bool,
}

impl NewOrder {
    /// The code of a coupon, without the space around it; none when nothing was typed.
    pub fn coupon_code(&self) -> Option<&str> {
        self.coupon
            .as_deref()
            .map(str::trim)
            .filter(|code| !code.is_empty())
    }
}

/// A payment that was received.
#[derive(Clone, Debug)]
pub struct PaymentReceived {
    /// The number of the order.
    pub order_number: String,
    /// How it was paid.
    pub method: PaymentMethod,
    /// The provider's number of the payment.
    pub reference: String,
    /// The amount, in fen.
    pub amount_fen: i64,
    /// The currency (ISO 4217): another one than `CNY` is none of ours.
    pub currency: String,
    /// When the provider received it.
    pub paid_at: DateTime<Utc>,
    /// The provider's number of the notification, and its body; none when the provider was asked.
    pub event: Option<(String, String)>,
}

/// A refund, as a provider tells it.
#[derive(Clone, Debug)]
pub struct RefundReceived {
    /// The number of the order.
    pub order_number: String,
    /// The provider's number of the payment that it belongs to.
    pub payment_reference: String,
    /// Our number of the refund, else the provider's.
    pub reference: String,
    /// The amount, in fen (CNY).
    pub amount_fen: i64,
    /// Whether it has succeeded.
    pub state: RefundState,
    /// The provider's number of the notification, and its body; none when the provider was asked.
    pub event: Option<(String, String)>,
}

/// A package as it was when it was ordered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PackageSnapshot {
    /// The package.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// How long it lasts.
    pub period: PackagePeriod,
    /// Its price, in fen (CNY).
    pub price_fen: i64,
    /// What it gave beside what all give.
    pub benefits: Vec<String>,
}

impl PackageSnapshot {
    /// A package as it is now.
    pub fn of(package: &Package, price_fen: i64) -> Self {
        Self {
            id: package.id,
            name: package.name.clone(),
            period: package.period,
            price_fen,
            benefits: package.benefits.clone(),
        }
    }

    /// The months that it gives; none for ever.
    pub fn n_months(&self) -> Option<i32> {
        match self.period {
            PackagePeriod::Monthly => Some(1),
            PackagePeriod::Yearly => Some(12),
            PackagePeriod::Lifetime => None,
        }
    }
}

/// An order as it is stored.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = orders)]
pub struct Order {
    /// The order.
    pub id: OrderId,
    /// Its site.
    pub site_id: SiteId,
    /// Who sold.
    pub team_id: TeamId,
    /// The name of the site when it was ordered.
    pub site_name: String,
    /// The number that people and providers see.
    pub number: String,
    /// Who buys.
    pub visitor_id: VisitorId,
    /// The address of who buys.
    pub visitor_identifier: String,
    /// What is bought.
    pub package_id: PackageId,
    /// What is bought, as it was.
    pub package: Value,
    /// The price of the package, in fen (CNY).
    pub price_fen: i64,
    /// The discount of the coupon, in fen (CNY).
    pub discount_fen: i64,
    /// The amount to pay, in fen (CNY).
    pub amount_fen: i64,
    /// The amount received, in fen (CNY).
    pub paid_fen: i64,
    /// The amount refunded, in fen (CNY).
    pub refunded_fen: i64,
    /// The coupon.
    pub coupon_id: Option<CouponId>,
    /// How it is paid.
    pub method: PaymentMethod,
    /// True when it was made in test mode.
    pub is_test: bool,
    /// The state.
    pub status: OrderStatus,
    /// What the visitor wrote about a payment by hand.
    pub payer_note: String,
    /// Why it was rejected or refunded.
    pub reason: String,
    /// Where the reader came from.
    pub return_path: String,
    /// What the provider needs to find it.
    pub provider_reference: String,
    /// Where or with what the visitor pays.
    pub provider_data: Value,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Until when it is to be paid.
    pub closes_at: DateTime<Utc>,
    /// When all the money was there.
    pub paid_at: Option<DateTime<Utc>>,
    /// When it changed.
    pub updated_at: DateTime<Utc>,
    /// What the creator has to look at, in the order in which it happened.
    pub problems: Vec<Option<Problem>>,
}

impl Order {
    /// What is bought, as it was.
    pub fn package(&self) -> Result<PackageSnapshot, AppError> {
        serde_json::from_value(self.package.clone()).map_err(|error| {
            AppError::Internal(format!("the package of {} cannot be read: {error}", self.number))
        })
    }

    /// What the creator has to look at, in the order in which it happened.
    pub fn problems(&self) -> Vec<Problem> {
        self.problems.iter().flatten().copied().collect()
    }

    /// Whether it has this problem.
    pub fn has(&self, problem: Problem) -> bool {
        self.problems.contains(&Some(problem))
    }

    /// Adds a problem; the others stay. False when it was there.
    pub fn add_problem(&mut self, problem: Problem) -> bool {
        let is_new = !self.has(problem);
        if is_new {
            self.problems.push(Some(problem));
        }
        is_new
    }

    /// Ends a problem; the others stay.
    pub fn end_problem(&mut self, problem: Problem) {
        self.problems.retain(|known| *known != Some(problem));
    }

    /// What came in and did not go back.
    pub fn net_fen(&self) -> i64 {
        self.paid_fen - self.refunded_fen
    }
}
