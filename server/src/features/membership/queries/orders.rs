//! Orders, what came in for them, what went back, and what happened.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};
use moyan_domain::{GrantId, Language, OrderId, Plan, SiteId, TeamId, VisitorId};
use moyan_foundation::schema::{
    grant_revocations, grants, order_events, orders, payment_notifications, payments, refunds, sites, teams,
    visitors,
};
use serde_json::Value;
use uuid::Uuid;

use super::reminders::forget_ends;
use crate::features::membership::models::{NewGrant, NewPayment, NewRefund, PaidPart, RefundRow};
use crate::features::membership::order::{Order, OrderEventKind, OrderStatus, RefundStatus};

/// Locks a visitor of a site until the transaction ends: orders of one visitor are made one after the other.
/// Gives the team of the site and its name.
pub fn lock_buyer(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
) -> QueryResult<Option<(TeamId, String)>> {
    let found = visitors::table
        .find(visitor_id)
        .filter(visitors::site_id.eq(site_id).and(visitors::is_blocked.eq(false)))
        .select(visitors::id)
        .for_no_key_update()
        .first::<VisitorId>(connection)
        .optional()?;
    if found.is_none() {
        return Ok(None);
    }
    sites::table
        .find(site_id)
        .select((sites::team_id, sites::name))
        .first(connection)
        .optional()
}

/// The plan of a site's team, and until when it holds.
pub fn find_plan(
    connection: &mut PgConnection,
    site_id: SiteId,
) -> QueryResult<Option<(Plan, Option<DateTime<Utc>>)>> {
    sites::table
        .inner_join(teams::table)
        .filter(sites::id.eq(site_id))
        .select((teams::plan, teams::plan_ends_at))
        .first(connection)
        .optional()
}

pub fn insert_order(connection: &mut PgConnection, order: &Order) -> QueryResult<usize> {
    diesel::insert_into(orders::table)
        .values(order)
        .execute(connection)
}

/// A pending order that is the same as one that is to be made.
pub fn find_pending_like(
    connection: &mut PgConnection,
    new: &Order,
    now: DateTime<Utc>,
) -> QueryResult<Option<Order>> {
    orders::table
        .filter(
            orders::site_id
                .eq(new.site_id)
                .and(orders::visitor_id.eq(new.visitor_id)),
        )
        .filter(
            orders::package_id
                .eq(new.package_id)
                .and(orders::package.eq(&new.package)),
        )
        .filter(orders::method.eq(new.method).and(orders::is_test.eq(new.is_test)))
        .filter(orders::coupon_id.is_not_distinct_from(new.coupon_id))
        .filter(orders::amount_fen.eq(new.amount_fen).and(orders::paid_fen.eq(0)))
        .filter(
            orders::status
                .eq(OrderStatus::Pending)
                .and(orders::closes_at.gt(now)),
        )
        .select(Order::as_select())
        .order(orders::created_at.desc())
        .first(connection)
        .optional()
}

/// Orders of a visitor that wait for the creator to look for their money.
pub fn count_to_confirm(connection: &mut PgConnection, visitor_id: VisitorId) -> QueryResult<i64> {
    orders::table
        .filter(orders::visitor_id.eq(visitor_id))
        .filter(orders::status.eq(OrderStatus::AwaitingConfirmation))
        .count()
        .get_result(connection)
}

/// Locks an order by its number until the transaction ends.
pub fn lock_order_by_number(connection: &mut PgConnection, number: &str) -> QueryResult<Option<Order>> {
    orders::table
        .filter(orders::number.eq(number))
        .select(Order::as_select())
        .for_no_key_update()
        .first(connection)
        .optional()
}

/// Locks an order of a site until the transaction ends.
pub fn lock_order(connection: &mut PgConnection, site_id: SiteId, id: OrderId) -> QueryResult<Option<Order>> {
    orders::table
        .find(id)
        .filter(orders::site_id.eq(site_id))
        .select(Order::as_select())
        .for_no_key_update()
        .first(connection)
        .optional()
}

/// An order of a visitor, by its number.
pub fn find_order_of_visitor(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
    number: &str,
) -> QueryResult<Option<Order>> {
    orders::table
        .filter(orders::number.eq(number))
        .filter(orders::site_id.eq(site_id).and(orders::visitor_id.eq(visitor_id)))
        .select(Order::as_select())
        .first(connection)
        .optional()
}

/// The orders of a visitor, the newest first.
pub fn list_orders_of_visitor(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
    limit: i64,
) -> QueryResult<Vec<Order>> {
    orders::table
        .filter(orders::site_id.eq(site_id).and(orders::visitor_id.eq(visitor_id)))
        .select(Order::as_select())
        .order((orders::created_at.desc(), orders::id.desc()))
        .limit(limit)
        .load(connection)
}

/// Writes what changed of an order.
pub fn update_order(connection: &mut PgConnection, order: &Order) -> QueryResult<usize> {
    diesel::update(orders::table.find(order.id))
        .set((
            orders::paid_fen.eq(order.paid_fen),
            orders::refunded_fen.eq(order.refunded_fen),
            orders::status.eq(order.status),
            orders::problems.eq(&order.problems),
            orders::payer_note.eq(&order.payer_note),
            orders::reason.eq(&order.reason),
            orders::paid_at.eq(order.paid_at),
            orders::updated_at.eq(order.updated_at),
        ))
        .execute(connection)
}

/// Orders that were not paid in time and for which no money came.
pub fn list_overdue(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> QueryResult<Vec<String>> {
    orders::table
        .filter(
            orders::status
                .eq(OrderStatus::Pending)
                .and(orders::closes_at.le(now)),
        )
        .filter(orders::paid_fen.eq(orders::refunded_fen))
        .order(orders::closes_at)
        .select(orders::number)
        .limit(limit)
        .load(connection)
}

/// Adds to the timeline of an order.
pub fn insert_event(
    connection: &mut PgConnection,
    order_id: OrderId,
    kind: OrderEventKind,
    data: &Value,
    actor_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::insert_into(order_events::table)
        .values((
            order_events::id.eq(Uuid::now_v7()),
            order_events::order_id.eq(order_id),
            order_events::kind.eq(kind),
            order_events::data.eq(data),
            order_events::actor_id.eq(actor_id),
            order_events::created_at.eq(now),
        ))
        .execute(connection)
}

/// Writes down what a provider told. 0 when it was told before.
pub fn insert_notification(
    connection: &mut PgConnection,
    order: &Order,
    event: &(String, String),
    problem: &str,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    let (event_id, body) = event;
    diesel::insert_into(payment_notifications::table)
        .values((
            payment_notifications::id.eq(Uuid::now_v7()),
            payment_notifications::site_id.eq(order.site_id),
            payment_notifications::method.eq(order.method),
            payment_notifications::event_id.eq(event_id),
            payment_notifications::order_id.eq(order.id),
            // A text of the database holds no NUL.
            payment_notifications::body.eq(body.replace('\0', "")),
            payment_notifications::problem.eq(problem),
            payment_notifications::received_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
}

/// Writes money down that came in. 0 when this payment was written down before.
pub fn insert_payment(connection: &mut PgConnection, payment: &NewPayment<'_>) -> QueryResult<usize> {
    diesel::insert_into(payments::table)
        .values(payment)
        .on_conflict_do_nothing()
        .execute(connection)
}

/// The payment of an order by the provider's number.
pub fn find_payment(
    connection: &mut PgConnection,
    order_id: OrderId,
    reference: &str,
) -> QueryResult<Option<Uuid>> {
    payments::table
        .filter(
            payments::order_id
                .eq(order_id)
                .and(payments::reference.eq(reference)),
        )
        .select(payments::id)
        .first(connection)
        .optional()
}

/// Writes money down that goes back. 0 when this refund was written down before.
pub fn insert_refund(connection: &mut PgConnection, refund: &NewRefund<'_>) -> QueryResult<usize> {
    diesel::insert_into(refunds::table)
        .values(refund)
        .on_conflict_do_nothing()
        .execute(connection)
}

/// A refund by its number. The lock on its order keeps it as it is.
pub fn find_refund(
    connection: &mut PgConnection,
    site_id: SiteId,
    reference: &str,
) -> QueryResult<Option<RefundRow>> {
    refunds::table
        .filter(refunds::site_id.eq(site_id).and(refunds::reference.eq(reference)))
        .select(RefundRow::as_select())
        .first(connection)
        .optional()
}

/// What came in for an order, the newest first.
pub fn list_payments(connection: &mut PgConnection, order_id: OrderId) -> QueryResult<Vec<PaidPart>> {
    payments::table
        .filter(payments::order_id.eq(order_id))
        .order((payments::paid_at.desc(), payments::id.desc()))
        .select(PaidPart::as_select())
        .load(connection)
}

/// How the numbers of refunds begin that were made by hand: the provider knows nothing of them.
pub const OUTSIDE_REFUND: &str = "outside-";

/// Status and fen of what the provider sent back of a payment or has on its way back.
pub fn list_refunded_by_provider(
    connection: &mut PgConnection,
    payment_id: Uuid,
) -> QueryResult<Vec<(RefundStatus, i64)>> {
    refunds::table
        .filter(
            refunds::payment_id
                .eq(payment_id)
                .and(refunds::status.ne(RefundStatus::Failed)),
        )
        .filter(refunds::reference.not_like(format!("{OUTSIDE_REFUND}%")))
        .select((refunds::status, refunds::amount_fen))
        .load(connection)
}

/// Payment, status and fen of what went back of an order or is on its way back.
pub fn list_refunded(
    connection: &mut PgConnection,
    order_id: OrderId,
) -> QueryResult<Vec<(Option<Uuid>, RefundStatus, i64)>> {
    refunds::table
        .filter(
            refunds::order_id
                .eq(order_id)
                .and(refunds::status.ne(RefundStatus::Failed)),
        )
        .select((refunds::payment_id, refunds::status, refunds::amount_fen))
        .load(connection)
}

/// Whether a refund of an order failed that began at this moment or later.
pub fn has_failed_refund(
    connection: &mut PgConnection,
    order_id: OrderId,
    since: DateTime<Utc>,
) -> QueryResult<bool> {
    let failed = refunds::table
        .filter(
            refunds::order_id
                .eq(order_id)
                .and(refunds::status.eq(RefundStatus::Failed)),
        )
        .filter(refunds::created_at.ge(since));
    diesel::select(diesel::dsl::exists(failed)).get_result(connection)
}

pub fn update_refund(
    connection: &mut PgConnection,
    id: Uuid,
    status: RefundStatus,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(refunds::table.find(id))
        .set((
            refunds::status.eq(status),
            refunds::updated_at.eq(now),
            // Only what is on its way is asked for, and nothing becomes that again.
            refunds::polls_at.eq(None::<DateTime<Utc>>),
        ))
        .execute(connection)
}

/// A refund that had come back goes again, with this amount.
pub fn reopen_refund(
    connection: &mut PgConnection,
    id: Uuid,
    amount_fen: i64,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(refunds::table.find(id))
        .set((
            refunds::status.eq(RefundStatus::Succeeded),
            refunds::amount_fen.eq(amount_fen),
            refunds::updated_at.eq(now),
        ))
        .execute(connection)
}

/// Keeps the account of a visitor from being deleted until the transaction ends, and others who lock it from giving it
/// something. False when it is gone.
pub fn lock_reader(connection: &mut PgConnection, visitor_id: VisitorId) -> QueryResult<bool> {
    let found = visitors::table
        .find(visitor_id)
        .select(visitors::id)
        .for_no_key_update()
        .first::<VisitorId>(connection)
        .optional()?;
    Ok(found.is_some())
}

/// Gives a membership. 0 when this order gave one before.
pub fn insert_grant(connection: &mut PgConnection, grant: &NewGrant<'_>) -> QueryResult<usize> {
    diesel::insert_into(grants::table)
        .values(grant)
        .on_conflict_do_nothing()
        .execute(connection)
}

/// Whether what an order gave was not taken back.
pub fn has_membership(connection: &mut PgConnection, order_id: OrderId) -> QueryResult<bool> {
    let standing = grants::table
        .left_join(grant_revocations::table)
        .filter(grants::order_id.eq(order_id))
        .filter(grant_revocations::grant_id.is_null());
    diesel::select(diesel::dsl::exists(standing)).get_result(connection)
}

/// Takes back what an order gave. 0 when it gave nothing, or when it was taken back before.
pub fn revoke_grant_of_order(
    connection: &mut PgConnection,
    order_id: OrderId,
    reason: &str,
    actor_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    let grant = grants::table
        .filter(grants::order_id.eq(order_id))
        .select(grants::id)
        .first::<GrantId>(connection)
        .optional()?;
    let Some(grant) = grant else {
        return Ok(0);
    };
    forget_ends(connection, grant)?;
    diesel::insert_into(grant_revocations::table)
        .values((
            grant_revocations::grant_id.eq(grant),
            grant_revocations::reason.eq(reason),
            grant_revocations::actor_id.eq(actor_id),
            grant_revocations::revoked_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
}

/// The address or number of a visitor, and their language; none when the account is gone.
pub fn find_contact(
    connection: &mut PgConnection,
    visitor_id: VisitorId,
) -> QueryResult<Option<(String, Language)>> {
    let found: Option<(Option<String>, Option<String>, Language)> = visitors::table
        .find(visitor_id)
        .select((visitors::email, visitors::phone, visitors::language))
        .first(connection)
        .optional()?;
    Ok(found.and_then(|(email, phone, language)| Some((email.or(phone)?, language))))
}

/// What a visitor is called, which may be nothing; none when the account is gone.
pub fn find_nickname(connection: &mut PgConnection, visitor_id: VisitorId) -> QueryResult<Option<String>> {
    visitors::table
        .find(visitor_id)
        .select(visitors::nickname)
        .first(connection)
        .optional()
}

/// The language of a visitor; none when the account is gone.
pub fn find_language(connection: &mut PgConnection, visitor_id: VisitorId) -> QueryResult<Option<Language>> {
    visitors::table
        .find(visitor_id)
        .select(visitors::language)
        .first(connection)
        .optional()
}

#[derive(QueryableByName)]
struct CountedProblem {
    #[diesel(sql_type = Text)]
    problem: String,
    #[diesel(sql_type = BigInt)]
    n_orders: i64,
}

/// How many orders that are no tests have each problem; none of a problem that no order has. An index holds the orders
/// with problems alone.
pub fn count_by_problem(connection: &mut PgConnection) -> QueryResult<HashMap<String, i64>> {
    let counted: Vec<CountedProblem> = sql_query(
        "SELECT problem, count(*) AS n_orders FROM orders CROSS JOIN LATERAL unnest(problems) AS each (problem) \
         WHERE problems <> '{}' AND NOT is_test GROUP BY problem",
    )
    .load(connection)?;
    Ok(counted
        .into_iter()
        .map(|counted| (counted.problem, counted.n_orders))
        .collect())
}
