//! The table of keys.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types;
use moyan_domain::limits::{IDEMPOTENCY_CLAIM_S, IDEMPOTENCY_KEPT_HOURS};
use uuid::Uuid;

use crate::error::{AppError, Refusal};
use crate::schema::idempotency_keys;

/// An answer that is kept.
#[derive(Debug)]
pub struct Stored {
    pub status: i16,
    pub etag: Option<String>,
    pub answer: Vec<u8>,
}

/// Who runs a request.
pub enum Claimed {
    /// This one.
    Ours,
    /// Nobody: it was answered before.
    Answered(Stored),
}

/// The hash of a request, and the status, `ETag` and body of its answer.
type Row = (String, Option<i16>, Option<String>, Option<Vec<u8>>);

/// One statement, so that of two requests at the same moment one gets the key. A key whose time is over is free, and so
/// is one whose request was never answered.
const CLAIM: &str = "\
    INSERT INTO idempotency_keys AS known (user_id, key, route, request_hash, created_at) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (user_id, key) DO UPDATE SET \
        route = $3, request_hash = $4, status = NULL, etag = NULL, answer = NULL, created_at = $5 \
    WHERE known.created_at <= $6 OR (known.status IS NULL AND known.created_at <= $7)";

/// Claims a key, or finds the answer of its request. Refuses another request with the same key, and one that still runs.
pub fn claim(
    connection: &mut PgConnection,
    user_id: Uuid,
    key: &str,
    route: &str,
    request_hash: &str,
    now: DateTime<Utc>,
) -> Result<Claimed, AppError> {
    let n_claimed = sql_query(CLAIM)
        .bind::<sql_types::Uuid, _>(user_id)
        .bind::<sql_types::Text, _>(key)
        .bind::<sql_types::Text, _>(route)
        .bind::<sql_types::Text, _>(request_hash)
        .bind::<sql_types::Timestamptz, _>(now)
        .bind::<sql_types::Timestamptz, _>(now - TimeDelta::hours(IDEMPOTENCY_KEPT_HOURS))
        .bind::<sql_types::Timestamptz, _>(now - TimeDelta::seconds(IDEMPOTENCY_CLAIM_S))
        .execute(connection)?;
    if n_claimed > 0 {
        return Ok(Claimed::Ours);
    }
    let found: Option<Row> = idempotency_keys::table
        .find((user_id, key))
        .select((
            idempotency_keys::request_hash,
            idempotency_keys::status,
            idempotency_keys::etag,
            idempotency_keys::answer,
        ))
        .first(connection)
        .optional()?;
    match found {
        Some((hash, _, _, _)) if hash != request_hash => Err(Refusal::IdempotencyKeyReused.into()),
        Some((_, Some(status), etag, Some(answer))) => Ok(Claimed::Answered(Stored { status, etag, answer })),
        // Also when it has just ended without an answer to keep: the next try runs.
        _ => Err(Refusal::IdempotencyInProgress.into()),
    }
}

/// Keeps the answer of a claimed key. 0 when another request has claimed it meanwhile.
pub fn keep(
    connection: &mut PgConnection,
    user_id: Uuid,
    key: &str,
    claimed_at: DateTime<Utc>,
    stored: &Stored,
) -> QueryResult<usize> {
    let claimed = idempotency_keys::table
        .find((user_id, key))
        .filter(idempotency_keys::created_at.eq(claimed_at));
    diesel::update(claimed)
        .set((
            idempotency_keys::status.eq(stored.status),
            idempotency_keys::etag.eq(&stored.etag),
            idempotency_keys::answer.eq(&stored.answer),
        ))
        .execute(connection)
}

/// Frees a claimed key. 0 when another request has claimed it meanwhile.
pub fn release(
    connection: &mut PgConnection,
    user_id: Uuid,
    key: &str,
    claimed_at: DateTime<Utc>,
) -> QueryResult<usize> {
    let claimed = idempotency_keys::table
        .find((user_id, key))
        .filter(idempotency_keys::created_at.eq(claimed_at));
    diesel::delete(claimed).execute(connection)
}

/// Removes keys whose time is over.
pub fn sweep(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<usize> {
    let end = now - TimeDelta::hours(IDEMPOTENCY_KEPT_HOURS);
    diesel::delete(idempotency_keys::table.filter(idempotency_keys::created_at.le(end))).execute(connection)
}
