//! Workers: each claims a job, does it, and notes what came of it while it still has the lease.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use moyan_domain::limits::{JOB_MAX_ATTEMPTS, JOB_RETRY_JITTER_PERCENT, JOB_RETRY_MAX_S, JOB_RETRY_S};
use rand::Rng as _;
use uuid::Uuid;

use super::{AfterLast, GaugeSource, JobEntry, JobRow, JobStatus, POLL_EVERY, Queue, UPKEEP_EVERY, queries};
use crate::error::AppError;
use crate::http::panics::text_of;
use crate::state::AppState;

/// How often a thread looks whether the database can be used by now.
const READY_EVERY: Duration = Duration::from_secs(1);

/// What came of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Done,
    /// It failed and is tried again.
    Retried,
    /// It failed for the last time.
    Dead,
    /// The lease had ended and another worker has the job: nothing was noted.
    LeaseLost,
}

/// True while jobs may change the database.
pub(super) fn may_write(state: &AppState) -> bool {
    state.db.is_ready() && !state.platform.is_read_only
}

/// Does the jobs of a queue, one after the other, until the server stops.
pub(super) fn work(state: &AppState, queue: Queue) {
    loop {
        let was_ready = state.db.is_ready();
        guarded(state, queue.name(), || {
            while !state.is_stopping() && run_next(state, queue)?.is_some() {}
            Ok(())
        });
        if state.stopping.wait(pause(was_ready, POLL_EVERY)) {
            return;
        }
    }
}

/// Keeps the leases of the workers until the last of them has ended.
pub(super) fn keep_up(state: &AppState, workers: &Receiver<()>) {
    loop {
        let was_ready = state.db.is_ready();
        guarded(state, "upkeep", || upkeep(state));
        measure(state);
        store_counts(state);
        let pause = pause(was_ready, UPKEEP_EVERY);
        if !matches!(workers.recv_timeout(pause), Err(RecvTimeoutError::Timeout)) {
            return;
        }
    }
}

/// Reads the gauges of features that stand in the database.
pub fn measure(state: &AppState) {
    if !state.db.is_ready() {
        return;
    }
    for gauges in &state.registry.gauges {
        if let GaugeSource::Database(measure) = gauges.source {
            guarded(state, gauges.name, || {
                state.db.run_job(|connection| measure(state, connection))
            });
        }
    }
}

/// Stores what this process has counted in memory, while changes are allowed.
pub fn store_counts(state: &AppState) {
    if may_write(state) {
        for counts in &state.registry.counts {
            guarded(state, counts.name, || (counts.store)(state));
        }
    }
}

fn pause(was_ready: bool, every: Duration) -> Duration {
    if was_ready { every } else { every.min(READY_EVERY) }
}

/// Runs a piece of a thread's work: a failure or a panic is logged and counted, and the thread goes on.
fn guarded(state: &AppState, thread: &'static str, run: impl FnOnce() -> Result<(), AppError>) {
    let cause = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => return,
        Ok(Err(error)) => error.to_string(),
        Err(panic) => format!("it panicked: {}", text_of(&*panic)),
    };
    state.metrics.jobs.failed(thread);
    tracing::error!(thread, cause, "a worker failed; it goes on");
}

/// Renews the leases of this process, sees to it that periodic jobs are there, and counts what waits.
pub fn upkeep(state: &AppState) -> Result<(), AppError> {
    state.rate_limit.sweep();
    state.searches.sweep();
    state.suggestions.sweep();
    if !state.db.is_ready() {
        return Ok(());
    }
    let (leases, ahead) = (state.leases.held(), state.clock.ahead());
    let is_writable = may_write(state);
    let kinds: Vec<_> = state
        .registry
        .jobs
        .iter()
        .map(|entry| entry.kind.as_str())
        .collect();
    if is_writable {
        // Apart from what is only counted: a lease that is not renewed lets its job be done twice.
        state.db.run_job(|connection| {
            let now = queries::now(connection, ahead)?;
            queries::renew(connection, &leases, now)?;
            for entry in state.registry.jobs.iter().filter(|entry| entry.period.is_some()) {
                queries::ensure(connection, entry)?;
            }
            Ok(())
        })?;
    }
    let (counts, oldest_due) = state.db.run_job(|connection| {
        let now = queries::now(connection, ahead)?;
        let counts = [JobStatus::Waiting, JobStatus::Dead]
            .map(|status| (status, queries::count_by_status(connection, status)));
        Ok((counts, queries::seconds_due(connection, &kinds, now)?))
    })?;
    for (status, count) in counts {
        state.metrics.jobs.set(status.as_str(), count?);
    }
    for entry in &state.registry.jobs {
        let kind = entry.kind.as_str();
        let seconds = oldest_due.get(kind).copied().unwrap_or_default();
        state
            .metrics
            .jobs
            .set_oldest_due(entry.queue.name(), kind, seconds);
    }
    Ok(())
}

/// Does every job of a queue that is due, on this thread.
pub fn run_due(state: &AppState, queue: Queue) -> Result<Vec<Outcome>, AppError> {
    let mut outcomes = Vec::new();
    while let Some(outcome) = run_next(state, queue)? {
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

/// Does the job of a queue that is due first, if there is one and changes are not refused; blocks while it does.
pub fn run_next(state: &AppState, queue: Queue) -> Result<Option<Outcome>, AppError> {
    if !may_write(state) {
        return Ok(None);
    }
    let lease = state.leases.take();
    let (kinds, ahead) = (state.registry.kinds(queue), state.clock.ahead());
    let claimed = state.db.run_job(|connection| {
        let now = queries::now(connection, ahead)?;
        Ok(queries::claim(connection, &kinds, lease.id(), now)?)
    })?;
    let Some(row) = claimed else {
        return Ok(None);
    };
    // No connection is held while the job takes its time.
    let Some(entry) = state.registry.job(&row.kind) else {
        return Err(AppError::Internal(format!(
            "a job of the unknown kind {} was claimed",
            row.kind
        )));
    };
    let begun = Instant::now();
    let attempted = attempt(&row, entry, state);
    state.metrics.jobs.took(entry.kind.as_str(), begun.elapsed());
    let outcome = match attempted {
        Ok(()) => note_done(state, &row, entry, lease.id())?,
        Err(problem) => note_failure(state, &row, entry, lease.id(), &problem)?,
    };
    if outcome == Outcome::LeaseLost {
        state.metrics.jobs.lost_lease(entry.kind.as_str());
        tracing::warn!(job_id = %row.id, kind = row.kind, "a job took longer than its lease; another worker has it");
    }
    Ok(Some(outcome))
}

/// One attempt; the text of what went wrong.
fn attempt(row: &JobRow, entry: &JobEntry, state: &AppState) -> Result<(), String> {
    if is_over(entry, row.n_attempts - 1) {
        return Err("no worker lived to the end of it".to_owned());
    }
    match catch_unwind(AssertUnwindSafe(|| (entry.run)(&row.payload, state))) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(AppError::Internal(cause) | AppError::Unavailable(cause))) => Err(cause),
        Ok(Err(error)) => Err(error.to_string()),
        Err(panic) => Err(format!("it panicked: {}", text_of(&*panic))),
    }
}

/// Whether so many attempts were all.
fn is_over(entry: &JobEntry, n_attempts: i32) -> bool {
    n_attempts >= JOB_MAX_ATTEMPTS && entry.period.is_none()
}

fn note_done(state: &AppState, row: &JobRow, entry: &JobEntry, lease_id: Uuid) -> Result<Outcome, AppError> {
    let ahead = state.clock.ahead();
    let is_held = state.db.run_job(|connection| match entry.period {
        Some(period) => {
            let next = queries::now(connection, ahead)? + period;
            Ok(queries::repeat(connection, row.id, lease_id, next)?)
        }
        None => Ok(queries::remove(connection, row.id, lease_id)?),
    })?;
    Ok(if is_held {
        Outcome::Done
    } else {
        Outcome::LeaseLost
    })
}

fn note_failure(
    state: &AppState,
    row: &JobRow,
    entry: &JobEntry,
    lease_id: Uuid,
    problem: &str,
) -> Result<Outcome, AppError> {
    state.metrics.jobs.failed(entry.kind.as_str());
    let is_last = is_over(entry, row.n_attempts);
    if is_last {
        tracing::error!(job_id = %row.id, kind = row.kind, problem, "a job failed for the last time");
    } else {
        tracing::warn!(job_id = %row.id, kind = row.kind, attempt = row.n_attempts, problem, "a job failed; it is tried again");
    }
    let ahead = state.clock.ahead();
    let is_held = state.db.run_job(|connection| {
        let now = queries::now(connection, ahead)?;
        let next = (!is_last).then(|| next_attempt(entry, row.n_attempts, now));
        // The lease goes first: what follows from the failure is not written either when it was lost.
        if !queries::postpone(connection, row.id, lease_id, problem, next)? {
            return Ok(false);
        }
        let after = (entry.failed)(&row.payload, state, connection, problem, is_last)?;
        if is_last && after == AfterLast::Remove {
            queries::discard(connection, row.id)?;
        }
        Ok(true)
    })?;
    Ok(match (is_held, is_last) {
        (false, _) => Outcome::LeaseLost,
        (true, true) => Outcome::Dead,
        (true, false) => Outcome::Retried,
    })
}

/// When a job is tried again: 30 s, 90 s, 4.5 min … 2 h later, and up to a quarter of that more, so that what failed
/// together is not tried again together. What repeats itself waits no longer than it does anyway.
fn next_attempt(entry: &JobEntry, n_attempts: i32, now: DateTime<Utc>) -> DateTime<Utc> {
    let percent = 100 + rand::rng().random_range(0..=JOB_RETRY_JITTER_PERCENT);
    let wait = wait_after(n_attempts) * percent / 100;
    now + entry.period.map_or(wait, |period| wait.min(period))
}

/// The shortest wait after so many attempts.
fn wait_after(n_attempts: i32) -> TimeDelta {
    let n_before = u32::try_from(n_attempts - 1).unwrap_or(0).min(20);
    let wait = JOB_RETRY_S.saturating_mul(3_i64.pow(n_before));
    TimeDelta::seconds(wait.min(JOB_RETRY_MAX_S))
}

#[cfg(test)]
pub(super) mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;
    use std::sync::mpsc::channel;

    use moyan_domain::limits::SWEEP_EVERY_MINUTES;
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use super::*;
    use crate::config::{Config, Environment};
    use crate::jobs::{Gauges, Job, JobKind, Registry};

    /// A job that fails or panics as it says.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Failing {
        does_panic: bool,
    }

    impl Job for Failing {
        const KIND: JobKind = JobKind::SendMail;
        const QUEUE: Queue = Queue::Mail;
        const PRIORITY: i16 = 0;

        fn run(&self, _state: &AppState) -> Result<(), AppError> {
            assert!(!self.does_panic, "a fault of the program");
            Err(AppError::Internal("no such host".to_owned()))
        }
    }

    /// A job that succeeds and repeats itself.
    #[derive(Serialize, Deserialize)]
    struct Periodic {}

    impl Job for Periodic {
        const KIND: JobKind = JobKind::SweepExpiredRecords;
        const QUEUE: Queue = Queue::Work;
        const PRIORITY: i16 = 0;
        const PERIOD: Option<TimeDelta> = Some(TimeDelta::minutes(SWEEP_EVERY_MINUTES));

        fn run(&self, _state: &AppState) -> Result<(), AppError> {
            Ok(())
        }
    }

    /// A state without a database.
    pub fn state() -> AppState {
        let lookup = |name: &str| match name {
            "MOYAN_ENV" => Some("development".to_owned()),
            "DATABASE_URL" => Some("postgres://nobody@127.0.0.1:1/nothing".to_owned()),
            _ => None,
        };
        AppState::new(
            &Config::read(&Environment { lookup: &lookup }).unwrap(),
            Registry::default(),
        )
        .unwrap()
    }

    fn row<J: Job>(payload: serde_json::Value, n_attempts: i32) -> JobRow {
        JobRow {
            id: Uuid::nil(),
            kind: J::KIND.as_str().to_owned(),
            payload,
            status: JobStatus::Waiting,
            run_at: DateTime::UNIX_EPOCH,
            n_attempts,
            last_error: None,
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn each_wait_is_three_times_as_long_up_to_two_hours() {
        let waits = [1, 2, 3, 6, 7, 1000].map(|n| wait_after(n).num_seconds());
        assert_eq!(waits, [30, 90, 270, 7200, 7200, 7200]);
    }

    #[test]
    fn what_failed_together_is_not_tried_again_together() {
        let now = DateTime::UNIX_EPOCH;
        let mut waits: Vec<i64> = (0..200)
            .map(|_| (next_attempt(&JobEntry::of::<Failing>(), 1, now) - now).num_milliseconds())
            .collect();
        waits.sort_unstable();
        assert!(
            waits.first() >= Some(&30_000) && waits.last() <= Some(&37_500),
            "{waits:?}"
        );
        waits.dedup();
        assert!(waits.len() > 1);
        // What repeats itself waits no longer than for its next turn, and is never given up.
        let periodic = JobEntry::of::<Periodic>();
        assert_eq!(Some(next_attempt(&periodic, 1000, now) - now), periodic.period);
        assert!(!is_over(&periodic, 1000));
    }

    #[test]
    fn an_attempt_that_fails_or_panics_says_why() {
        let state = state();
        let periodic = row::<Periodic>(json!({}), 1);
        assert_eq!(attempt(&periodic, &JobEntry::of::<Periodic>(), &state), Ok(()));
        let failing = JobEntry::of::<Failing>();
        let attempted = |payload| attempt(&row::<Failing>(payload, 1), &failing, &state);
        assert_eq!(
            attempted(json!({ "doesPanic": false })),
            Err("no such host".to_owned())
        );
        assert_eq!(
            attempted(json!({ "doesPanic": true })),
            Err("it panicked: a fault of the program".to_owned())
        );
        // A payload without what this kind needs.
        let unreadable = attempted(json!({})).unwrap_err();
        assert!(unreadable.contains("doesPanic"), "{unreadable}");
    }

    #[test]
    fn a_worker_that_fails_or_panics_is_counted_and_goes_on() {
        let state = state();
        guarded(&state, "mail", || panic!("the first run"));
        guarded(&state, "mail", || {
            Err(AppError::Internal("the second run".to_owned()))
        });
        guarded(&state, "mail", || Ok(()));
        // There is no database: every run fails, and the loop ends when it is told to.
        state.db.set_ready();
        let (worker, stopped) = (state.clone(), state.clone());
        std::thread::scope(|scope| {
            let working = scope.spawn(move || work(&worker, Queue::Mail));
            while !stopped
                .metrics
                .text()
                .contains("moyan_job_failures_total{job=\"mail\"} 3\n")
            {
                std::thread::yield_now();
            }
            assert!(!working.is_finished());
            stopped.stopping.ask(Duration::ZERO);
        });
    }

    #[test]
    fn gauges_of_features_are_read_from_the_database_once_it_can_be_used() {
        let mut state = state();
        let gauges = Gauges {
            name: "things",
            source: GaugeSource::Database(|_, _| Ok(())),
        };
        state.registry = Arc::new(Registry {
            gauges: vec![gauges],
            ..Registry::default()
        });
        // There is no database: what is read fails, and is counted under its name.
        let failed = "moyan_job_failures_total{job=\"things\"} 1\n";
        measure(&state);
        assert!(!state.metrics.text().contains(failed));
        state.db.set_ready();
        measure(&state);
        assert!(state.metrics.text().contains(failed));
    }

    #[test]
    fn a_thread_without_work_waits_and_looks_sooner_whether_the_database_is_there_by_now() {
        assert_eq!(pause(true, UPKEEP_EVERY), UPKEEP_EVERY);
        assert_eq!(pause(false, UPKEEP_EVERY), READY_EVERY);
        let shorter = READY_EVERY / 2;
        assert_eq!(pause(false, shorter), shorter);
    }

    #[test]
    fn networks_with_their_full_allowance_are_forgotten() {
        let state = state();
        let address = IpAddr::from([192, 0, 2, 7]);
        let limits = [&state.rate_limit, &state.searches, &state.suggestions];
        for limit in limits {
            limit.check(address).unwrap();
            limit.refund(address);
            assert_eq!(limit.n_networks(), 1);
        }
        upkeep(&state).unwrap();
        assert_eq!(limits.map(|limit| limit.n_networks()), [0, 0, 0]);
    }

    #[test]
    fn leases_are_kept_until_the_last_worker_has_ended() {
        let state = state();
        state.stopping.ask(Duration::ZERO);
        // There is no database: every round fails.
        state.db.set_ready();
        let (worker, workers) = channel::<()>();
        let keeper = state.clone();
        std::thread::scope(|scope| {
            let keeping = scope.spawn(move || keep_up(&keeper, &workers));
            let begun = "moyan_job_failures_total{job=\"upkeep\"} 1\n";
            while !state.metrics.text().contains(begun) {
                assert!(!keeping.is_finished());
                std::thread::yield_now();
            }
            drop(worker);
        });
    }
}
