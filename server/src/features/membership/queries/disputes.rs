//! Payments that their payers dispute.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{OrderId, SiteId};
use moyan_foundation::schema::disputes;
use uuid::Uuid;

use crate::features::membership::order::DisputeStatus;

/// A dispute as it is stored.
#[derive(Clone, Debug, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = disputes, treat_none_as_null = true)]
pub struct DisputeRow {
    pub id: Uuid,
    pub order_id: OrderId,
    pub site_id: SiteId,
    pub reference: String,
    pub payment_reference: String,
    pub amount: i64,
    pub currency: String,
    pub reason: String,
    pub status: DisputeStatus,
    pub answer_by: Option<DateTime<Utc>>,
    pub told_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A dispute by the provider's number. The lock on its order keeps it as it is.
pub fn find_dispute(
    connection: &mut PgConnection,
    site_id: SiteId,
    reference: &str,
) -> QueryResult<Option<DisputeRow>> {
    disputes::table
        .filter(
            disputes::site_id
                .eq(site_id)
                .and(disputes::reference.eq(reference)),
        )
        .select(DisputeRow::as_select())
        .first(connection)
        .optional()
}

/// Writes a dispute, whether it was there or not.
pub fn put_dispute(connection: &mut PgConnection, row: &DisputeRow) -> QueryResult<usize> {
    diesel::insert_into(disputes::table)
        .values(row)
        .on_conflict((disputes::site_id, disputes::reference))
        .do_update()
        .set(row)
        .execute(connection)
}

/// Whether an order has a dispute that is not decided.
pub fn has_open_dispute(connection: &mut PgConnection, order_id: OrderId) -> QueryResult<bool> {
    let open = disputes::table.filter(
        disputes::order_id
            .eq(order_id)
            .and(disputes::status.eq(DisputeStatus::Open)),
    );
    diesel::select(diesel::dsl::exists(open)).get_result(connection)
}

/// The disputes of an order, the oldest first.
pub fn list_disputes(connection: &mut PgConnection, order_id: OrderId) -> QueryResult<Vec<DisputeRow>> {
    disputes::table
        .filter(disputes::order_id.eq(order_id))
        .order((disputes::created_at.asc(), disputes::id.asc()))
        .select(DisputeRow::as_select())
        .load(connection)
}
