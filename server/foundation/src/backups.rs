//! What the database knows of backups: whether one is being written, and when the last good one was.
//!
//! A backup copies files after it has read the rows that name them. Until it ends it holds a lock of its session, which
//! keeps those files: whoever removes a file's row takes the same lock, shared, for the transaction. A row that is gone
//! before the lock was taken is not in the backup.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::query_dsl::methods::FilterDsl as _;
use diesel::sql_types::{BigInt, Bool};
use diesel::upsert::excluded;

use crate::jobs::{GaugeSource, Gauges};
use crate::schema::backups;

/// The lock: "moyanbkp" in ASCII.
const LOCK: i64 = 0x6d6f_7961_6e62_6b70;

/// Begins a backup, which ends with the connection. False while another one is being written.
///
/// - `direct`: a connection to the database itself
pub fn begin(direct: &mut PgConnection) -> QueryResult<bool> {
    let lock = sql::<Bool>("pg_try_advisory_lock(")
        .bind::<BigInt, _>(LOCK)
        .sql(")");
    diesel::select(lock).get_result(direct)
}

/// Keeps backups from beginning until the transaction ends. False while one is being written: then no file may go.
pub fn hold_off(connection: &mut PgConnection) -> QueryResult<bool> {
    let lock = sql::<Bool>("pg_try_advisory_xact_lock_shared(")
        .bind::<BigInt, _>(LOCK)
        .sql(")");
    diesel::select(lock).get_result(connection)
}

/// Notes the moment of the rows of a backup that is whole. An older one changes nothing.
pub fn note_good(connection: &mut PgConnection, taken_at: DateTime<Utc>) -> QueryResult<usize> {
    diesel::insert_into(backups::table)
        .values(backups::taken_at.eq(taken_at))
        .on_conflict(backups::is_last)
        .do_update()
        .set(backups::taken_at.eq(excluded(backups::taken_at)))
        .filter(backups::taken_at.lt(excluded(backups::taken_at)))
        .execute(connection)
}

/// The moment of the rows of the last good backup; none when there never was one. Another server may have written it.
pub fn last_good(connection: &mut PgConnection) -> QueryResult<Option<DateTime<Utc>>> {
    backups::table
        .select(backups::taken_at)
        .first(connection)
        .optional()
}

/// What monitoring reads: the moment of the last good backup.
pub fn gauges() -> Vec<Gauges> {
    vec![Gauges {
        name: "backups",
        source: GaugeSource::Database(|state, connection| {
            let taken_at = last_good(connection)?.map_or(0, |taken_at| taken_at.timestamp());
            state.metrics.database.last_backup.set(taken_at);
            Ok(())
        }),
    }]
}

/// Whether the server is a standby, where nothing can be noted and no lock is seen by the primary.
pub fn is_on_standby(connection: &mut PgConnection) -> QueryResult<bool> {
    diesel::select(sql::<Bool>("pg_is_in_recovery()")).get_result(connection)
}
