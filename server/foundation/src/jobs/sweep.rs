//! Removing expired records, kind by kind.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::SWEEP_EVERY_MINUTES;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::worker::may_write;
use super::{Job, JobKind, Queue};
use crate::error::AppError;
use crate::state::AppState;

/// A sweep: the state of the server, and the moment for all kinds.
#[derive(Clone, Copy)]
pub struct Sweep<'a> {
    /// What everything may use.
    pub state: &'a AppState,
    /// What has expired by now is removed.
    pub now: DateTime<Utc>,
}

/// A kind of records that expire, and how they are removed.
#[derive(Clone, Copy)]
pub enum Expired {
    /// One by one, each in a transaction of its own.
    Each {
        /// Those that have expired.
        list: fn(&mut PgConnection, &Sweep<'_>) -> Result<Vec<Uuid>, AppError>,
        /// Removes one; it may have changed since it was listed.
        remove: fn(&mut PgConnection, &Sweep<'_>, Uuid) -> Result<(), AppError>,
    },
    /// All at once, in a transaction.
    All(fn(&mut PgConnection, &Sweep<'_>) -> Result<(), AppError>),
    /// In transactions that it makes itself.
    Own(fn(&Sweep<'_>) -> Result<(), AppError>),
}

/// Removes expired records.
///
/// Each account, each team and each other kind has its own transaction: one that fails is logged and counted, and the
/// others are removed all the same. Fails with the last failure.
pub fn sweep(state: &AppState) -> Result<(), AppError> {
    if !may_write(state) {
        return Ok(());
    }
    let sweep = Sweep {
        state,
        now: state.clock.now(),
    };
    let mut outcome = Ok(());
    for kind in &state.registry.expired {
        match kind {
            Expired::All(remove) => {
                sweep.once(&mut outcome, |connection| remove(connection, &sweep));
            }
            Expired::Own(remove) => {
                sweep.note(&mut outcome, remove(&sweep));
            }
            Expired::Each { list, remove } => {
                let listed = sweep.once(&mut outcome, |connection| list(connection, &sweep));
                for id in listed.unwrap_or_default() {
                    if state.is_stopping() {
                        break;
                    }
                    sweep.once(&mut outcome, |connection| remove(connection, &sweep, id));
                }
            }
        }
    }
    outcome
}

impl Sweep<'_> {
    /// Does something in a transaction of its own; none when it failed.
    fn once<T>(
        &self,
        outcome: &mut Result<(), AppError>,
        work: impl FnOnce(&mut PgConnection) -> Result<T, AppError>,
    ) -> Option<T> {
        self.note(outcome, self.state.db.run_job(work))
    }

    /// What was done; none when it failed, which is logged and counted.
    fn note<T>(&self, outcome: &mut Result<(), AppError>, done: Result<T, AppError>) -> Option<T> {
        match done {
            Ok(value) => Some(value),
            Err(error) => {
                let job = JobKind::SweepExpiredRecords.as_str();
                self.state.metrics.jobs.failed(job);
                tracing::error!(job, cause = %error, "expired records were not removed; the next run tries again");
                *outcome = Err(error);
                None
            }
        }
    }
}

/// Remove expired records.
#[derive(Serialize, Deserialize)]
pub struct SweepExpiredRecords {}

impl Job for SweepExpiredRecords {
    const KIND: JobKind = JobKind::SweepExpiredRecords;
    const QUEUE: Queue = Queue::Work;
    const PRIORITY: i16 = 30;
    const PERIOD: Option<TimeDelta> = Some(TimeDelta::minutes(SWEEP_EVERY_MINUTES));

    fn run(&self, state: &AppState) -> Result<(), AppError> {
        // Each failure was logged and counted where it happened; the next run follows all the same.
        let _ = sweep(state);
        Ok(())
    }
}
