//! Redeem codes and their batches.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use serde_json::Value;
use uuid::Uuid;

use crate::domain::{PackageId, RedeemBatchId, SiteId, VisitorId};
use crate::schema::{redeem_batches, redeem_codes};

/// Codes that are made together.
#[derive(Insertable)]
#[diesel(table_name = redeem_batches)]
pub struct NewBatch<'a> {
    pub id: RedeemBatchId,
    pub site_id: SiteId,
    pub package_id: PackageId,
    pub package: Value,
    pub n_codes: i32,
    pub note: &'a str,
    pub ends_at: Option<DateTime<Utc>>,
    pub created_by_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
}

/// A code to store.
#[derive(Insertable)]
#[diesel(table_name = redeem_codes)]
pub struct NewCode {
    pub id: Uuid,
    pub batch_id: RedeemBatchId,
    pub code_hash: String,
    pub tail: String,
}

pub fn insert_batch(
    connection: &mut PgConnection,
    batch: &NewBatch<'_>,
    codes: &[NewCode],
) -> QueryResult<()> {
    diesel::insert_into(redeem_batches::table)
        .values(batch)
        .execute(connection)?;
    diesel::insert_into(redeem_codes::table)
        .values(codes)
        .execute(connection)?;
    Ok(())
}

/// Uses a code that is unused and holds, for one visitor alone; gives it with its package as it was.
pub fn use_code(
    connection: &mut PgConnection,
    site_id: SiteId,
    code_hash: &str,
    visitor_id: VisitorId,
    now: DateTime<Utc>,
) -> QueryResult<Option<(Uuid, Value)>> {
    let found: Option<(Uuid, Value)> = redeem_codes::table
        .inner_join(redeem_batches::table)
        .filter(
            redeem_codes::code_hash
                .eq(code_hash)
                .and(redeem_codes::used_at.is_null()),
        )
        .filter(
            redeem_batches::site_id
                .eq(site_id)
                .and(redeem_batches::revoked_at.is_null()),
        )
        .filter(
            redeem_batches::ends_at
                .is_null()
                .or(redeem_batches::ends_at.gt(now)),
        )
        .select((redeem_codes::id, redeem_batches::package))
        .first(connection)
        .optional()?;
    let Some((id, package)) = found else {
        return Ok(None);
    };
    // Whoever waits for the row of another finds it used.
    let n_used = diesel::update(
        redeem_codes::table
            .find(id)
            .filter(redeem_codes::used_at.is_null()),
    )
    .set((
        redeem_codes::used_by_id.eq(visitor_id.0),
        redeem_codes::used_at.eq(now),
    ))
    .execute(connection)?;
    Ok((n_used == 1).then_some((id, package)))
}

/// Takes back what is unused of a batch of a site. 0 when there is none, or when it was taken back before.
pub fn revoke_batch(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: RedeemBatchId,
    now: DateTime<Utc>,
) -> QueryResult<usize> {
    diesel::update(
        redeem_batches::table.find(id).filter(
            redeem_batches::site_id
                .eq(site_id)
                .and(redeem_batches::revoked_at.is_null()),
        ),
    )
    .set(redeem_batches::revoked_at.eq(now))
    .execute(connection)
}
