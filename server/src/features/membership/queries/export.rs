//! What is stored about one visitor, for the visitor.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{OrderId, SiteId, VisitorId};
use moyan_foundation::schema::{grant_revocations, grants, orders, payments, refunds};

use crate::features::membership::models::GrantSource;
use crate::features::membership::order::RefundStatus;

/// Money that came in from a visitor.
#[derive(Debug, Queryable)]
pub struct VisitorPayment {
    pub order_id: OrderId,
    pub amount_fen: i64,
    pub reference: String,
    pub paid_at: DateTime<Utc>,
}

/// Money that went back to a visitor.
#[derive(Debug, Queryable)]
pub struct VisitorRefund {
    pub order_id: OrderId,
    pub amount_fen: i64,
    pub status: RefundStatus,
    pub created_at: DateTime<Utc>,
}

/// A membership that a visitor was given.
#[derive(Debug, Queryable)]
pub struct VisitorGrant {
    pub source: GrantSource,
    pub package_name: String,
    pub n_months: Option<i32>,
    pub n_days: Option<i32>,
    pub is_lifetime: bool,
    pub is_test: bool,
    pub granted_at: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
}

pub fn list_payments_of_visitor(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
) -> QueryResult<Vec<VisitorPayment>> {
    payments::table
        .inner_join(orders::table)
        .filter(orders::site_id.eq(site_id).and(orders::visitor_id.eq(visitor_id)))
        .order((payments::paid_at, payments::id))
        .select((
            payments::order_id,
            payments::amount_fen,
            payments::reference,
            payments::paid_at,
        ))
        .load(connection)
}

pub fn list_refunds_of_visitor(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
) -> QueryResult<Vec<VisitorRefund>> {
    refunds::table
        .inner_join(orders::table.on(orders::id.eq(refunds::order_id)))
        .filter(orders::site_id.eq(site_id).and(orders::visitor_id.eq(visitor_id)))
        .order((refunds::created_at, refunds::id))
        .select((
            refunds::order_id,
            refunds::amount_fen,
            refunds::status,
            refunds::created_at,
        ))
        .load(connection)
}

pub fn list_grants_of_visitor(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
) -> QueryResult<Vec<VisitorGrant>> {
    grants::table
        .left_join(grant_revocations::table)
        .filter(grants::site_id.eq(site_id).and(grants::visitor_id.eq(visitor_id)))
        .order((grants::granted_at.desc(), grants::id.desc()))
        .select((
            grants::source,
            grants::package_name,
            grants::n_months,
            grants::n_days,
            grants::is_lifetime,
            grants::is_test,
            grants::granted_at,
            grant_revocations::revoked_at.nullable(),
        ))
        .load(connection)
}
