//! Queries of orders for the console.

use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::pg::Pg;
use diesel::prelude::*;
use moyan_domain::{OrderId, PaymentMethod, SiteId, VisitorId};
use moyan_foundation::schema::{coupons, order_events, orders, payments, refunds, users};
use serde_json::Value;
use uuid::Uuid;

use crate::features::membership::order::{Order, OrderEventKind, OrderStatus, RefundStatus};

/// Which orders of a site.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    /// A pattern for the number or the address.
    pub pattern: Option<String>,
    pub status: Option<OrderStatus>,
    pub method: Option<PaymentMethod>,
    /// A problem, or `any`.
    pub problem: Option<String>,
    pub from: Option<DateTime<Utc>>,
    pub to: Option<DateTime<Utc>>,
}

/// An order, and the code of its coupon.
#[derive(Clone, Debug)]
pub struct ListedOrder {
    pub order: Order,
    pub coupon_code: Option<String>,
}

/// Something that happened to an order.
#[derive(Clone, Debug, Queryable)]
pub struct EventRow {
    pub id: Uuid,
    pub kind: OrderEventKind,
    pub data: Value,
    pub created_at: DateTime<Utc>,
    pub actor_nickname: Option<String>,
}

/// Money that came in.
#[derive(Clone, Debug, Queryable)]
pub struct PaymentRow {
    pub id: Uuid,
    pub method: PaymentMethod,
    pub reference: String,
    pub amount_fen: i64,
    pub paid_at: DateTime<Utc>,
}

/// Money that went back.
#[derive(Clone, Debug, Queryable)]
pub struct RefundRow {
    pub id: Uuid,
    pub reference: String,
    pub amount_fen: i64,
    pub status: RefundStatus,
    pub reason: String,
    pub created_at: DateTime<Utc>,
    pub actor_nickname: Option<String>,
}

fn listed((order, coupon_code): (Order, Option<String>)) -> ListedOrder {
    ListedOrder { order, coupon_code }
}

/// Orders of a site, the newest first, after a cursor.
pub fn list_orders(
    connection: &mut PgConnection,
    site_id: SiteId,
    filter: &OrderFilter,
    after: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<ListedOrder>> {
    list_filtered(connection, Some(site_id), filter, after, limit)
}

/// Orders of all sites, also of those that are gone, the newest first.
pub fn list_orders_of_all(
    connection: &mut PgConnection,
    filter: &OrderFilter,
    after: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<ListedOrder>> {
    list_filtered(connection, None, filter, after, limit)
}

fn list_filtered(
    connection: &mut PgConnection,
    site_id: Option<SiteId>,
    filter: &OrderFilter,
    after: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<ListedOrder>> {
    let mut query = orders::table.left_join(coupons::table).into_boxed::<Pg>();
    if let Some(site_id) = site_id {
        query = query.filter(orders::site_id.eq(site_id));
    }
    if let Some(pattern) = &filter.pattern {
        query = query.filter(
            orders::number
                .ilike(pattern.clone())
                .or(orders::visitor_identifier.ilike(pattern.clone())),
        );
    }
    if let Some(status) = filter.status {
        query = query.filter(orders::status.eq(status));
    }
    if let Some(method) = filter.method {
        query = query.filter(orders::method.eq(method));
    }
    match filter.problem.as_deref() {
        None => {}
        Some("any") => query = query.filter(orders::problems.ne(Vec::<String>::new())),
        Some(problem) => query = query.filter(orders::problems.contains(vec![problem.to_owned()])),
    }
    if let Some(from) = filter.from {
        query = query.filter(orders::created_at.ge(from));
    }
    if let Some(to) = filter.to {
        query = query.filter(orders::created_at.lt(to));
    }
    if let Some(after) = after {
        query = query.filter(orders::id.lt(OrderId(after)));
    }
    let rows: Vec<(Order, Option<String>)> = query
        .order(orders::id.desc())
        .limit(limit)
        .select((Order::as_select(), coupons::code.nullable()))
        .load(connection)?;
    Ok(rows.into_iter().map(listed).collect())
}

/// How many orders of a site are in each state.
pub fn count_by_status(
    connection: &mut PgConnection,
    site_id: SiteId,
) -> QueryResult<Vec<(OrderStatus, i64)>> {
    orders::table
        .filter(orders::site_id.eq(site_id))
        .group_by(orders::status)
        .select((orders::status, count_star()))
        .load(connection)
}

pub fn find_order(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: OrderId,
) -> QueryResult<Option<ListedOrder>> {
    let row: Option<(Order, Option<String>)> = orders::table
        .left_join(coupons::table)
        .filter(orders::site_id.eq(site_id))
        .filter(orders::id.eq(id))
        .select((Order::as_select(), coupons::code.nullable()))
        .first(connection)
        .optional()?;
    Ok(row.map(listed))
}

pub fn list_events(connection: &mut PgConnection, id: OrderId) -> QueryResult<Vec<EventRow>> {
    order_events::table
        .left_join(users::table)
        .filter(order_events::order_id.eq(id))
        .order((order_events::created_at.asc(), order_events::id.asc()))
        .select((
            order_events::id,
            order_events::kind,
            order_events::data,
            order_events::created_at,
            users::nickname.nullable(),
        ))
        .load(connection)
}

pub fn list_payments(connection: &mut PgConnection, id: OrderId) -> QueryResult<Vec<PaymentRow>> {
    payments::table
        .filter(payments::order_id.eq(id))
        .order((payments::paid_at.asc(), payments::id.asc()))
        .select((
            payments::id,
            payments::method,
            payments::reference,
            payments::amount_fen,
            payments::paid_at,
        ))
        .load(connection)
}

pub fn list_refunds(connection: &mut PgConnection, id: OrderId) -> QueryResult<Vec<RefundRow>> {
    refunds::table
        .left_join(users::table)
        .filter(refunds::order_id.eq(id))
        .order((refunds::created_at.asc(), refunds::id.asc()))
        .select((
            refunds::id,
            refunds::reference,
            refunds::amount_fen,
            refunds::status,
            refunds::reason,
            refunds::created_at,
            users::nickname.nullable(),
        ))
        .load(connection)
}

pub fn count_problems(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<i64> {
    orders::table
        .filter(
            orders::site_id
                .eq(site_id)
                .and(orders::problems.ne(Vec::<String>::new())),
        )
        .count()
        .get_result(connection)
}

/// What came in since a moment and did not go back, in fen; test mode left out.
pub fn sum_revenue(connection: &mut PgConnection, site_id: SiteId, since: DateTime<Utc>) -> QueryResult<i64> {
    let real = orders::table
        .filter(orders::site_id.eq(site_id))
        .filter(orders::is_test.eq(false))
        .select(orders::id);
    let amounts: Vec<i64> = payments::table
        .filter(payments::order_id.eq_any(real))
        .filter(payments::paid_at.ge(since))
        .select(payments::amount_fen)
        .load(connection)?;
    let back: Vec<i64> = refunds::table
        .filter(refunds::order_id.eq_any(real))
        .filter(refunds::status.eq(RefundStatus::Succeeded))
        .filter(refunds::updated_at.ge(since))
        .select(refunds::amount_fen)
        .load(connection)?;
    Ok(amounts.iter().sum::<i64>() - back.iter().sum::<i64>())
}

/// The orders of a visitor, the newest first.
pub fn list_orders_of(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
    limit: i64,
) -> QueryResult<Vec<ListedOrder>> {
    let rows: Vec<(Order, Option<String>)> = orders::table
        .left_join(coupons::table)
        .filter(orders::site_id.eq(site_id))
        .filter(orders::visitor_id.eq(visitor_id))
        .order(orders::id.desc())
        .limit(limit)
        .select((Order::as_select(), coupons::code.nullable()))
        .load(connection)?;
    Ok(rows.into_iter().map(listed).collect())
}
