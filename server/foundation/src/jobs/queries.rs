//! The statements over the table of jobs.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Text, Timestamptz};
use moyan_domain::limits::{JOB_DEATHS, JOB_LEASE_S, JOB_PROBLEM_MAX_CHARS, JOB_RETRY_MAX_S, JOB_RETRY_S};
use moyan_domain::stored_names;
use serde_json::Value;
use uuid::Uuid;

use super::{AfterLast, Job, JobEntry, Registry};
use crate::error::AppError;
use crate::schema::jobs;

stored_names! {
    /// The status of a job.
    JobStatus
    /// It is being done, or waits for that, perhaps again.
    Waiting: "waiting",
    /// It was given up after the last attempt.
    Dead: "dead",
}

/// A job that waits or is dead.
#[derive(Clone, Debug, Queryable, QueryableByName, Selectable)]
#[diesel(table_name = jobs)]
pub struct JobRow {
    /// The job.
    pub id: Uuid,
    /// The name of its kind, which a newer release may have made.
    pub kind: String,
    /// IDs that say to what it is done.
    pub payload: Value,
    /// Whether it waits.
    pub status: JobStatus,
    /// When it is due.
    pub run_at: DateTime<Utc>,
    /// How often it was begun.
    pub n_attempts: i32,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
}

/// The moment by the clock of the database, which all servers share and by which jobs are written: `ahead` of it where a
/// developer has moved the clock. A server whose own clock is behind would keep every job waiting.
pub fn now(connection: &mut PgConnection, ahead: TimeDelta) -> QueryResult<DateTime<Utc>> {
    let now: DateTime<Utc> = diesel::select(sql::<Timestamptz>("now()")).get_result(connection)?;
    Ok(now + ahead)
}

/// Writes a job, in the caller's transaction; a worker does it after that was committed.
pub fn enqueue<J: Job>(connection: &mut PgConnection, job: &J) -> Result<(), AppError> {
    let payload = serde_json::to_value(job).map_err(|error| AppError::Internal(error.to_string()))?;
    insert(connection, &JobEntry::of::<J>(), payload, None)?;
    Ok(())
}

/// Makes sure that a periodic job is there, once for all servers.
pub fn ensure(connection: &mut PgConnection, entry: &JobEntry) -> QueryResult<()> {
    insert(
        connection,
        entry,
        serde_json::json!({}),
        Some(entry.kind.as_str()),
    )?;
    Ok(())
}

/// `key`: nothing is written while a job with this key waits or runs.
fn insert(
    connection: &mut PgConnection,
    entry: &JobEntry,
    payload: Value,
    key: Option<&str>,
) -> QueryResult<usize> {
    let row = (
        jobs::id.eq(Uuid::now_v7()),
        jobs::kind.eq(entry.kind.as_str()),
        jobs::payload.eq(payload),
        jobs::priority.eq(entry.priority),
        jobs::dedupe_key.eq(key),
    );
    diesel::insert_into(jobs::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(connection)
}

/// Jobs of each kind among which a worker finds one that no other has: more than there are workers on most machines.
const CANDIDATES: i64 = 32;

/// Claims the job of these kinds that is due first, by priority and then by time, for one worker alone until the
/// lease ends. The first ones of each kind are found by the index: jobs of other kinds, however many, take no time. A
/// job that several workers did not live to the end of, because it ends the whole process perhaps, is left alone after
/// its lease as long as one that failed as often.
pub fn claim(
    connection: &mut PgConnection,
    kinds: &[&str],
    lease_id: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<Option<JobRow>> {
    diesel::sql_query(
        "UPDATE jobs SET n_attempts = n_attempts + 1, lease_id = $1, leased_until = $2 \
         WHERE id = ( \
             SELECT id FROM jobs WHERE id = ANY(ARRAY( \
                 SELECT due.id FROM unnest($3) AS asked (kind) CROSS JOIN LATERAL ( \
                     SELECT id FROM jobs \
                     WHERE status = 'waiting' AND jobs.kind = asked.kind AND run_at <= $4 \
                     AND (leased_until IS NULL OR leased_until <= $4 - \
                        CASE WHEN n_attempts < $5 THEN interval '0' \
                        ELSE make_interval(secs => least($6 * 3 ^ least(n_attempts - $5, 20), $7)) END) \
                     ORDER BY priority, run_at, id LIMIT $8) AS due)) \
             AND status = 'waiting' AND run_at <= $4 AND (leased_until IS NULL OR leased_until <= $4) \
             ORDER BY priority, run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) \
         RETURNING id, kind, payload, status, run_at, n_attempts, last_error, created_at",
    )
    .bind::<diesel::sql_types::Uuid, _>(lease_id)
    .bind::<Timestamptz, _>(lease_end(now))
    .bind::<Array<Text>, _>(kinds)
    .bind::<Timestamptz, _>(now)
    .bind::<Integer, _>(JOB_DEATHS)
    .bind::<BigInt, _>(JOB_RETRY_S)
    .bind::<BigInt, _>(JOB_RETRY_MAX_S)
    .bind::<BigInt, _>(CANDIDATES)
    .get_result(connection)
    .optional()
}

fn lease_end(now: DateTime<Utc>) -> DateTime<Utc> {
    now + TimeDelta::seconds(JOB_LEASE_S)
}

/// Renews leases.
pub fn renew(connection: &mut PgConnection, leases: &[Uuid], now: DateTime<Utc>) -> QueryResult<usize> {
    diesel::update(jobs::table.filter(jobs::lease_id.eq_any(leases)))
        .set(jobs::leased_until.eq(lease_end(now)))
        .execute(connection)
}

/// The job was done. False when another worker has it by now.
pub fn remove(connection: &mut PgConnection, id: Uuid, lease_id: Uuid) -> QueryResult<bool> {
    let held = jobs::table.filter(jobs::id.eq(id).and(jobs::lease_id.eq(lease_id)));
    Ok(diesel::delete(held).execute(connection)? > 0)
}

/// The job was done and is due again. False when another worker has it by now.
pub fn repeat(
    connection: &mut PgConnection,
    id: Uuid,
    lease_id: Uuid,
    run_at: DateTime<Utc>,
) -> QueryResult<bool> {
    let held = jobs::table.filter(jobs::id.eq(id).and(jobs::lease_id.eq(lease_id)));
    let freed = diesel::update(held)
        .set((
            jobs::run_at.eq(run_at),
            jobs::n_attempts.eq(0),
            jobs::last_error.eq(None::<String>),
            jobs::lease_id.eq(None::<Uuid>),
            jobs::leased_until.eq(None::<DateTime<Utc>>),
        ))
        .execute(connection)?;
    Ok(freed > 0)
}

/// The job failed: it is tried again at a moment, or dead without one. False when another worker has it by now.
pub fn postpone(
    connection: &mut PgConnection,
    id: Uuid,
    lease_id: Uuid,
    problem: &str,
    run_at: Option<DateTime<Utc>>,
) -> QueryResult<bool> {
    let problem: String = problem.chars().take(JOB_PROBLEM_MAX_CHARS).collect();
    let held = jobs::table.filter(jobs::id.eq(id).and(jobs::lease_id.eq(lease_id)));
    let noted = (
        jobs::last_error.eq(problem),
        jobs::lease_id.eq(None::<Uuid>),
        jobs::leased_until.eq(None::<DateTime<Utc>>),
    );
    let freed = match run_at {
        Some(at) => diesel::update(held)
            .set((noted, jobs::run_at.eq(at)))
            .execute(connection)?,
        None => diesel::update(held)
            .set((noted, jobs::status.eq(JobStatus::Dead)))
            .execute(connection)?,
    };
    Ok(freed > 0)
}

/// How many jobs have a status.
pub fn count_by_status(connection: &mut PgConnection, status: JobStatus) -> QueryResult<i64> {
    jobs::table
        .filter(jobs::status.eq(status))
        .count()
        .get_result(connection)
}

#[derive(QueryableByName)]
struct DueSince {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Timestamptz)]
    run_at: DateTime<Utc>,
}

/// For how many seconds the first job of each of these kinds has been due that no worker has; kinds without one are left
/// out. The index finds it: a kind has one priority.
pub fn seconds_due(
    connection: &mut PgConnection,
    kinds: &[&str],
    now: DateTime<Utc>,
) -> QueryResult<HashMap<String, f64>> {
    let found: Vec<DueSince> = diesel::sql_query(
        "SELECT asked.kind, due.run_at FROM unnest($1) AS asked (kind) CROSS JOIN LATERAL ( \
             SELECT run_at FROM jobs \
             WHERE status = 'waiting' AND jobs.kind = asked.kind AND run_at <= $2 \
             AND (leased_until IS NULL OR leased_until <= $2) \
             ORDER BY priority, run_at, id LIMIT 1) AS due",
    )
    .bind::<Array<Text>, _>(kinds)
    .bind::<Timestamptz, _>(now)
    .load(connection)?;
    let seconds = |since: DateTime<Utc>| (now - since).as_seconds_f64();
    Ok(found
        .into_iter()
        .map(|due| (due.kind, seconds(due.run_at)))
        .collect())
}

/// Jobs before one, the newest first.
pub fn list(
    connection: &mut PgConnection,
    status: Option<JobStatus>,
    before: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<JobRow>> {
    let mut query = jobs::table
        .select(JobRow::as_select())
        .order(jobs::id.desc())
        .limit(limit)
        .into_boxed();
    if let Some(status) = status {
        query = query.filter(jobs::status.eq(status));
    }
    if let Some(before) = before {
        query = query.filter(jobs::id.lt(before));
    }
    query.load(connection)
}

/// One job.
pub fn find(connection: &mut PgConnection, id: Uuid) -> QueryResult<Option<JobRow>> {
    jobs::table
        .find(id)
        .select(JobRow::as_select())
        .first(connection)
        .optional()
}

/// A dead job waits again, with all its attempts; 0 when it is not dead.
pub fn restart(connection: &mut PgConnection, id: Uuid) -> QueryResult<usize> {
    diesel::update(jobs::table.find(id).filter(jobs::status.eq(JobStatus::Dead)))
        .set((
            jobs::status.eq(JobStatus::Waiting),
            jobs::n_attempts.eq(0),
            jobs::run_at.eq(diesel::dsl::now),
        ))
        .execute(connection)
}

/// Removes a dead job; 0 when it is not dead.
pub fn discard(connection: &mut PgConnection, id: Uuid) -> QueryResult<usize> {
    diesel::delete(jobs::table.find(id).filter(jobs::status.eq(JobStatus::Dead))).execute(connection)
}

/// Gives up every job that waits, after a restore: each may have been done since the backup was written. Those go
/// whose mails are held, and those that are written anew. How many are left for an administrator.
pub fn hold_waiting(connection: &mut PgConnection, registry: &Registry) -> QueryResult<usize> {
    let goes = |entry: &&JobEntry| entry.after_last == AfterLast::Remove || entry.period.is_some();
    let names = registry.jobs.iter().filter(goes).map(|entry| entry.kind.as_str());
    let gone = jobs::status
        .eq(JobStatus::Waiting)
        .and(jobs::kind.eq_any(names.collect::<Vec<_>>()));
    diesel::delete(jobs::table.filter(gone)).execute(connection)?;
    diesel::update(jobs::table.filter(jobs::status.eq(JobStatus::Waiting)))
        .set((
            jobs::status.eq(JobStatus::Dead),
            jobs::last_error.eq("restored from a backup; it may have been done before"),
            jobs::lease_id.eq(None::<Uuid>),
            jobs::leased_until.eq(None::<DateTime<Utc>>),
        ))
        .execute(connection)
}
