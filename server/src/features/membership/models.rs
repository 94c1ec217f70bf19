//! Rows of memberships.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use diesel::prelude::*;

use moyan_domain::{CouponId, GrantId, OrderId, PackageId, PaymentMethod, SiteId, VisitorId, stored_names};
use moyan_foundation::schema::{coupons, grants, payments, refunds};
use serde_json::Value;
use uuid::Uuid;

use super::entitlement::{Grant, GrantLength};
use super::order::RefundStatus;

stored_names! {
    /// Where a membership came from.
    GrantSource
    /// It was bought.
    Order: "order",
    /// A redeem code.
    RedeemCode: "redeemCode",
    /// Somebody of the team gave it.
    Manual: "manual",
    /// A file of addresses.
    Import: "import",
}

/// A membership that was given, as far as entitlement depends on it.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = grants)]
pub struct CountedGrant {
    pub id: GrantId,
    pub visitor_id: VisitorId,
    pub n_months: Option<i32>,
    pub n_days: Option<i32>,
    pub is_test: bool,
    pub granted_at: DateTime<Utc>,
    pub time_zone: Option<String>,
}

impl CountedGrant {
    /// The grant, by the day of the time zone that its site had then. `time_zone`: the site's, for one without its own.
    pub fn counted(&self, time_zone: Tz) -> Grant {
        let own = self.time_zone.as_ref().and_then(|name| name.parse().ok());
        let granted_on = self.granted_at.with_timezone(&own.unwrap_or(time_zone));
        Grant {
            id: self.id.0,
            granted_at: self.granted_at,
            granted_on: granted_on.date_naive(),
            length: length_of(self.n_months, self.n_days),
            is_test: self.is_test,
            is_revoked: false,
        }
    }
}

/// How long a grant is; the table has one of the three.
pub fn length_of(n_months: Option<i32>, n_days: Option<i32>) -> GrantLength {
    let count = |number: i32| u32::try_from(number).unwrap_or(0);
    match (n_months, n_days) {
        (Some(n_months), _) => GrantLength::Months(count(n_months)),
        (None, Some(n_days)) => GrantLength::Days(count(n_days)),
        (None, None) => GrantLength::Lifetime,
    }
}

/// A membership to give.
#[derive(Insertable)]
#[diesel(table_name = grants)]
pub struct NewGrant<'a> {
    pub id: GrantId,
    pub site_id: SiteId,
    pub visitor_id: VisitorId,
    pub source: GrantSource,
    pub order_id: Option<OrderId>,
    pub package_id: Option<PackageId>,
    pub package_name: &'a str,
    pub n_months: Option<i32>,
    pub n_days: Option<i32>,
    pub is_lifetime: bool,
    pub is_test: bool,
    pub note: &'a str,
    pub actor_id: Option<Uuid>,
    pub granted_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
    /// The site's, by its IANA name.
    pub time_zone: &'a str,
}

/// Money that came in.
#[derive(Insertable)]
#[diesel(table_name = payments)]
pub struct NewPayment<'a> {
    pub id: Uuid,
    pub order_id: OrderId,
    pub site_id: SiteId,
    pub method: PaymentMethod,
    pub reference: &'a str,
    pub amount_fen: i64,
    pub paid_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
}

/// Money that goes back.
#[derive(Insertable)]
#[diesel(table_name = refunds)]
pub struct NewRefund<'a> {
    pub id: Uuid,
    pub order_id: OrderId,
    pub payment_id: Option<Uuid>,
    pub site_id: SiteId,
    pub amount_fen: i64,
    pub status: RefundStatus,
    pub reason: &'a str,
    pub reference: &'a str,
    pub actor_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub polls_at: Option<DateTime<Utc>>,
}

/// Money that came in for an order.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = payments)]
pub struct PaidPart {
    pub id: Uuid,
    /// The provider's number.
    pub reference: String,
    pub amount_fen: i64,
}

/// A refund as it is stored.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = refunds)]
pub struct RefundRow {
    pub id: Uuid,
    pub order_id: OrderId,
    pub amount_fen: i64,
    pub status: RefundStatus,
    pub reason: String,
    pub actor_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
}

/// A coupon as it is stored.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = coupons)]
pub struct CouponRow {
    pub id: CouponId,
    pub site_id: SiteId,
    pub code: String,
    pub percent_off: Option<i32>,
    pub amount_off_fen: Option<i64>,
    pub package_ids: Value,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub max_uses: Option<i32>,
    pub max_uses_per_visitor: Option<i32>,
    pub n_uses: i32,
    pub is_archived: bool,
    pub created_at: DateTime<Utc>,
}
