//! Queries of redeem codes.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{RedeemBatchId, SiteId, VisitorId};
use moyan_foundation::schema::{redeem_batches, redeem_codes, users, visitors};
use serde_json::Value;
use uuid::Uuid;

/// A batch.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = redeem_batches)]
pub struct BatchRow {
    pub id: RedeemBatchId,
    pub site_id: SiteId,
    pub package_id: Uuid,
    pub package: Value,
    pub n_codes: i32,
    pub note: String,
    pub ends_at: Option<DateTime<Utc>>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub created_by_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
}

/// A code.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = redeem_codes)]
pub struct CodeRow {
    pub id: Uuid,
    pub batch_id: RedeemBatchId,
    pub code_hash: String,
    pub tail: String,
    pub used_by_id: Option<Uuid>,
    pub used_at: Option<DateTime<Utc>>,
}

/// The batches of a site with the nickname of who made them, the newest first.
pub fn list_batches(
    connection: &mut PgConnection,
    site_id: SiteId,
) -> QueryResult<Vec<(BatchRow, Option<String>)>> {
    redeem_batches::table
        .left_join(users::table)
        .filter(redeem_batches::site_id.eq(site_id))
        .order((redeem_batches::created_at.desc(), redeem_batches::id.desc()))
        .select((BatchRow::as_select(), users::nickname.nullable()))
        .load(connection)
}

/// How many codes of each batch of a site were used. A batch of which none was is left out.
pub fn count_used(
    connection: &mut PgConnection,
    site_id: SiteId,
) -> QueryResult<HashMap<RedeemBatchId, i64>> {
    let counts: Vec<(RedeemBatchId, i64)> = redeem_codes::table
        .inner_join(redeem_batches::table)
        .filter(redeem_batches::site_id.eq(site_id))
        .filter(redeem_codes::used_at.is_not_null())
        .group_by(redeem_codes::batch_id)
        .select((redeem_codes::batch_id, diesel::dsl::count_star()))
        .load(connection)?;
    Ok(counts.into_iter().collect())
}

/// Codes of a site that can still be used, or were.
pub fn count_codes(connection: &mut PgConnection, site_id: SiteId) -> QueryResult<i64> {
    redeem_codes::table
        .inner_join(redeem_batches::table)
        .filter(redeem_batches::site_id.eq(site_id))
        .count()
        .get_result(connection)
}

pub fn insert_batch(
    connection: &mut PgConnection,
    batch: &BatchRow,
    codes: &[CodeRow],
) -> QueryResult<usize> {
    diesel::insert_into(redeem_batches::table)
        .values(batch)
        .execute(connection)?;
    diesel::insert_into(redeem_codes::table)
        .values(codes)
        .execute(connection)
}

/// Locks a batch of a site until the transaction ends.
pub fn lock_batch(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: RedeemBatchId,
) -> QueryResult<Option<BatchRow>> {
    redeem_batches::table
        .find(id)
        .filter(redeem_batches::site_id.eq(site_id))
        .select(BatchRow::as_select())
        .for_no_key_update()
        .first(connection)
        .optional()
}

pub fn update_revoked(
    connection: &mut PgConnection,
    id: RedeemBatchId,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(redeem_batches::table.find(id))
        .set(redeem_batches::revoked_at.eq(now))
        .execute(connection)
}

/// A code, and the address and number of who used it.
#[derive(Clone, Debug, Queryable)]
pub struct ListedCode {
    pub id: Uuid,
    pub tail: String,
    pub used_at: Option<DateTime<Utc>>,
    pub email: Option<String>,
    pub phone: Option<String>,
}

/// The codes of a batch; those that were used last come first.
pub fn list_codes(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: RedeemBatchId,
) -> QueryResult<Vec<ListedCode>> {
    redeem_codes::table
        .inner_join(redeem_batches::table)
        .left_join(visitors::table.on(visitors::id.nullable().eq(redeem_codes::used_by_id)))
        .filter(redeem_batches::site_id.eq(site_id))
        .filter(redeem_codes::batch_id.eq(id))
        .order((
            redeem_codes::used_at.desc().nulls_last(),
            redeem_codes::tail.asc(),
        ))
        .select((
            redeem_codes::id,
            redeem_codes::tail,
            redeem_codes::used_at,
            visitors::email.nullable(),
            visitors::phone.nullable(),
        ))
        .load(connection)
}

/// Locks the code of a hash, and its batch, until the transaction ends: who takes codes back waits, and the other way
/// round.
pub fn lock_code(
    connection: &mut PgConnection,
    site_id: SiteId,
    code_hash: &str,
) -> QueryResult<Option<(CodeRow, BatchRow)>> {
    redeem_codes::table
        .inner_join(redeem_batches::table)
        .filter(redeem_codes::code_hash.eq(code_hash))
        .filter(redeem_batches::site_id.eq(site_id))
        .select((CodeRow::as_select(), BatchRow::as_select()))
        .for_no_key_update()
        .first(connection)
        .optional()
}

pub fn update_used(
    connection: &mut PgConnection,
    id: Uuid,
    visitor_id: VisitorId,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(redeem_codes::table.find(id))
        .set((
            redeem_codes::used_by_id.eq(Some(visitor_id.0)),
            redeem_codes::used_at.eq(now),
        ))
        .execute(connection)
}
