//! What providers need to know of orders.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{PaymentMethod, SiteId};
use moyan_foundation::schema::{orders, payment_methods, payment_notifications, payments, refunds};
use serde_json::Value;
use uuid::Uuid;

use crate::features::membership::order::{OrderStatus, RefundStatus};

/// An order as its provider sees it.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = orders)]
pub struct ProviderOrder {
    pub id: Uuid,
    pub site_id: SiteId,
    pub number: String,
    pub site_name: String,
    pub package: Value,
    pub currency: String,
    pub amount_fen: i64,
    pub method: PaymentMethod,
    pub is_test: bool,
    pub status: OrderStatus,
    pub provider_reference: String,
    pub provider_data: Value,
    pub created_at: DateTime<Utc>,
    pub begun_at: Option<DateTime<Utc>>,
    pub closes_at: DateTime<Utc>,
}

pub fn find(connection: &mut PgConnection, number: &str) -> QueryResult<Option<ProviderOrder>> {
    orders::table
        .filter(orders::number.eq(number))
        .select(ProviderOrder::as_select())
        .first(connection)
        .optional()
}

/// The number of the order that a payment was for, when it is known here.
pub fn find_number_by_payment(
    connection: &mut PgConnection,
    site_id: SiteId,
    method: PaymentMethod,
    reference: &str,
) -> QueryResult<Option<String>> {
    payments::table
        .inner_join(orders::table)
        .filter(payments::site_id.eq(site_id))
        .filter(payments::method.eq(method))
        .filter(payments::reference.eq(reference))
        .select(orders::number)
        .first(connection)
        .optional()
}

/// What became of a refund, when it is known here.
pub fn find_refund_status(
    connection: &mut PgConnection,
    site_id: SiteId,
    reference: &str,
) -> QueryResult<Option<RefundStatus>> {
    refunds::table
        .filter(refunds::site_id.eq(site_id).and(refunds::reference.eq(reference)))
        .select(refunds::status)
        .first(connection)
        .optional()
}

/// Locks an order until the transaction ends, and reads how it is.
pub fn lock(connection: &mut PgConnection, id: Uuid) -> QueryResult<Option<ProviderOrder>> {
    orders::table
        .find(id)
        .select(ProviderOrder::as_select())
        .for_no_key_update()
        .first(connection)
        .optional()
}

/// Notes how an order is paid, when that was begun and when its provider is asked.
pub fn note_checkout(
    connection: &mut PgConnection,
    id: Uuid,
    reference: &str,
    data: &Value,
    begun_at: DateTime<Utc>,
    polls_at: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(orders::table.find(id))
        .set((
            orders::provider_reference.eq(reference),
            orders::provider_data.eq(data),
            orders::begun_at.eq(Some(begun_at)),
            orders::polls_at.eq(Some(polls_at)),
        ))
        .execute(connection)
}

/// Notes how far the payment of an order is, and until when it can be paid.
pub fn note_progress(
    connection: &mut PgConnection,
    id: Uuid,
    data: &Value,
    closes_at: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(orders::table.find(id))
        .set((orders::provider_data.eq(data), orders::closes_at.eq(closes_at)))
        .execute(connection)
}

/// Takes the orders whose provider is to be asked now. Each is asked again at `again_at` should this server die.
pub fn claim_due(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    again_at: DateTime<Utc>,
    limit: i64,
) -> QueryResult<Vec<ProviderOrder>> {
    let due = orders::table
        .filter(orders::polls_at.le(now))
        .order(orders::polls_at.asc())
        .limit(limit)
        .select(ProviderOrder::as_select())
        .for_update()
        .skip_locked()
        .load(connection)?;
    let ids: Vec<Uuid> = due.iter().map(|order| order.id).collect();
    diesel::update(orders::table.filter(orders::id.eq_any(ids)))
        .set(orders::polls_at.eq(Some(again_at)))
        .execute(connection)?;
    Ok(due)
}

/// Notes when an order is asked for next, unless its payment was begun again since it was claimed.
pub fn note_poll(
    connection: &mut PgConnection,
    id: Uuid,
    claimed_until: DateTime<Utc>,
    polls_at: Option<DateTime<Utc>>,
) -> QueryResult<usize> {
    diesel::update(orders::table.find(id).filter(orders::polls_at.eq(claimed_until)))
        .set(orders::polls_at.eq(polls_at))
        .execute(connection)
}

/// A refund on its way, as its provider sees it.
#[derive(Clone, Debug, Queryable)]
pub struct PendingRefund {
    pub id: Uuid,
    pub site_id: SiteId,
    pub reference: String,
    pub reason: String,
    pub amount_fen: i64,
    pub created_at: DateTime<Utc>,
    pub order_number: String,
    pub ordered_at: DateTime<Utc>,
    pub method: PaymentMethod,
    pub is_test: bool,
    pub payment_reference: String,
    pub payment_fen: i64,
}

/// Takes the refunds whose provider is to be asked now, and notes when each is asked for next.
pub fn claim_due_refunds(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    next: impl Fn(DateTime<Utc>) -> DateTime<Utc>,
    limit: i64,
) -> QueryResult<Vec<PendingRefund>> {
    let due: Vec<PendingRefund> = refunds::table
        .inner_join(orders::table)
        .inner_join(payments::table)
        .filter(refunds::polls_at.le(now))
        .order(refunds::polls_at.asc())
        .limit(limit)
        .select((
            refunds::id,
            refunds::site_id,
            refunds::reference,
            refunds::reason,
            refunds::amount_fen,
            refunds::created_at,
            orders::number,
            orders::created_at,
            orders::method,
            orders::is_test,
            payments::reference,
            payments::amount_fen,
        ))
        .for_no_key_update()
        .skip_locked()
        .load(connection)?;
    for refund in &due {
        diesel::update(refunds::table.find(refund.id))
            .set(refunds::polls_at.eq(Some(next(refund.created_at))))
            .execute(connection)?;
    }
    Ok(due)
}

/// A notification to record.
#[derive(Insertable)]
#[diesel(table_name = payment_notifications)]
pub struct NewNotification<'a> {
    pub id: Uuid,
    pub site_id: SiteId,
    pub method: PaymentMethod,
    pub event_id: &'a str,
    pub order_id: Option<Uuid>,
    pub body: &'a str,
    pub problem: &'a str,
    pub received_at: DateTime<Utc>,
}

/// Writes it down, once.
pub fn insert_notification(connection: &mut PgConnection, new: &NewNotification<'_>) -> QueryResult<usize> {
    diesel::insert_into(payment_notifications::table)
        .values(new)
        .on_conflict((
            payment_notifications::site_id,
            payment_notifications::method,
            payment_notifications::event_id,
        ))
        .do_nothing()
        .execute(connection)
}

/// Removes notifications before a moment that are about no order.
pub fn delete_foreign_notifications(
    connection: &mut PgConnection,
    before: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::delete(
        payment_notifications::table
            .filter(payment_notifications::order_id.is_null())
            .filter(payment_notifications::received_at.lt(before)),
    )
    .execute(connection)
}

/// The problem that was recorded with an event; none when the event is new.
pub fn find_noted_problem(
    connection: &mut PgConnection,
    site_id: SiteId,
    method: PaymentMethod,
    event_id: &str,
) -> QueryResult<Option<String>> {
    payment_notifications::table
        .filter(payment_notifications::site_id.eq(site_id))
        .filter(payment_notifications::method.eq(method))
        .filter(payment_notifications::event_id.eq(event_id))
        .select(payment_notifications::problem)
        .first(connection)
        .optional()
}

/// Takes the sites whose provider is to be asked for disputes now: those that were paid through it since then. Each is
/// asked again at `again_at`.
pub fn claim_due_disputes(
    connection: &mut PgConnection,
    method: PaymentMethod,
    now: DateTime<Utc>,
    paid_since: DateTime<Utc>,
    again_at: DateTime<Utc>,
    limit: i64,
) -> QueryResult<Vec<SiteId>> {
    let sold = orders::table
        .filter(orders::site_id.eq(payment_methods::site_id))
        .filter(orders::method.eq(method))
        .filter(orders::paid_at.gt(paid_since));
    let due = payment_methods::table
        .filter(payment_methods::method.eq(method))
        .filter(payment_methods::sealed_keys.is_not_null())
        .filter(
            payment_methods::asks_disputes_at
                .is_null()
                .or(payment_methods::asks_disputes_at.le(now)),
        )
        .filter(diesel::dsl::exists(sold))
        .order(payment_methods::asks_disputes_at.asc().nulls_first())
        .limit(limit)
        .select(payment_methods::site_id)
        .for_no_key_update()
        .skip_locked()
        .load(connection)?;
    for site_id in &due {
        note_disputes_asked(connection, *site_id, method, again_at)?;
    }
    Ok(due)
}

/// Notes when the disputes of a site are asked for next.
pub fn note_disputes_asked(
    connection: &mut PgConnection,
    site_id: SiteId,
    method: PaymentMethod,
    again_at: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(payment_methods::table.find((site_id, method)))
        .set(payment_methods::asks_disputes_at.eq(Some(again_at)))
        .execute(connection)
}
