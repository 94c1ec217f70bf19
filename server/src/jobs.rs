//! What the server does without being asked: it sends mails and removes expired records.
//!
//! Each job has a thread of its own, so that none waits for another. The jobs of several servers share one database:
//! what a job works on it claims there first. A job that fails or panics is logged, counted and run again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use chrono::Utc;
use diesel::PgConnection;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use uuid::Uuid;

use crate::error::AppError;
use crate::features::mail::Transport;
use crate::features::{account, audit, mail, team};
use crate::http::panics::text_of;
use crate::idempotency;
use crate::state::AppState;
use crate::stopping::Stopping;
use crate::throttle;

/// How often the outbox is looked at.
const MAIL_EVERY: Duration = Duration::from_secs(1);
/// How often expired records are removed.
const SWEEP_EVERY: Duration = Duration::from_secs(600);
/// How often a job looks whether the database can be used by now.
const READY_EVERY: Duration = Duration::from_secs(1);

/// The threads of the jobs.
pub struct Jobs {
    /// Closed when the last thread has ended.
    ended: Receiver<()>,
}

impl Jobs {
    /// Starts the threads. They end when `state.stopping` says so.
    pub fn start(state: &AppState) -> anyhow::Result<Self> {
        let transport = Transport::new(&state.mail, state.platform.mode)?;
        let (running, ended) = channel(1);
        let send = move |state: &AppState| send_mails(state, &transport);
        start("mails", MAIL_EVERY, state.clone(), running.clone(), send)?;
        let sweep = |state: &AppState| {
            // Each failure was logged and counted where it happened.
            let _ = sweep(state);
            Ok(())
        };
        start("expired_records", SWEEP_EVERY, state.clone(), running, sweep)?;
        Ok(Self { ended })
    }

    /// Waits until every job has ended what it was doing, at most until the deadline of the stop.
    pub async fn finish(mut self, stopping: &Stopping) {
        tracing::info!("waiting for the jobs");
        let time_left = stopping.time_left().unwrap_or_default();
        if tokio::time::timeout(time_left, self.ended.recv()).await.is_err() {
            tracing::warn!("a job did not end in time; its work is done again later");
        }
    }
}

/// Starts a thread that runs a job again and again. `running` is dropped when it ends.
fn start(
    job: &'static str,
    every: Duration,
    state: AppState,
    running: Sender<()>,
    run: impl Fn(&AppState) -> Result<(), AppError> + Send + 'static,
) -> std::io::Result<()> {
    std::thread::Builder::new().name(job.to_owned()).spawn(move || {
        let _running = running;
        repeat(job, every, &state, run);
    })?;
    Ok(())
}

/// Runs a job until the server stops. A run that fails or panics is followed by the next one.
fn repeat(
    job: &'static str,
    every: Duration,
    state: &AppState,
    run: impl Fn(&AppState) -> Result<(), AppError>,
) {
    loop {
        let was_ready = state.db.is_ready();
        match catch_unwind(AssertUnwindSafe(|| run(state))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => failed(state, job, &error.to_string()),
            Err(panic) => failed(state, job, &format!("it panicked: {}", text_of(&*panic))),
        }
        let pause = if was_ready { every } else { every.min(READY_EVERY) };
        if state.stopping.wait(pause) {
            return;
        }
    }
}

/// Logs and counts a failure.
fn failed(state: &AppState, job: &'static str, cause: &str) {
    state.metrics.job_failed(job);
    tracing::error!(job, cause, "a job failed; it will run again");
}

/// True while jobs may change the database.
fn may_write(state: &AppState) -> bool {
    state.db.is_ready() && !state.platform.is_read_only
}

/// Sends the mails that are due, one after the other, until none is left or the server stops.
fn send_mails(state: &AppState, transport: &Transport) -> Result<(), AppError> {
    while may_write(state) && !state.is_stopping() {
        match mail::send_next(&state.db, transport, Utc::now(), state.is_development())? {
            Some(outcome) => state.metrics.mailed(outcome.as_str()),
            None => break,
        }
    }
    Ok(())
}

/// Removes expired records: accounts, teams, invitations, sessions, codes, mails, entries of the audit log, counters, keys of requests.
///
/// Each account, each team and each other kind has its own transaction: one that fails is logged and counted, and the
/// others are removed all the same. Fails with the last failure.
pub fn sweep(state: &AppState) -> Result<(), AppError> {
    state.rate_limit.sweep();
    if !may_write(state) {
        return Ok(());
    }
    let now = Utc::now();
    let idle_days = state.auth.idle_days;
    let mut sweep = Sweep {
        state,
        outcome: Ok(()),
    };
    sweep.each(
        |connection| account::service::list_expired(connection, now),
        |connection, id| account::service::purge(connection, id, now),
    );
    sweep.each(
        |connection| team::service::list_expired(connection, now),
        |connection, id| team::service::purge(connection, id, now),
    );
    sweep.once(|connection| Ok(team::service::delete_expired_invitations(connection, now)?));
    sweep.once(|connection| account::service::sweep(connection, now, idle_days));
    sweep.once(|connection| Ok(mail::sweep(connection, now)?));
    sweep.once(|connection| Ok(audit::sweep(connection, now)?));
    sweep.once(|connection| Ok(throttle::sweep(connection, now)?));
    sweep.once(|connection| Ok(idempotency::sweep(connection, now)?));
    sweep.outcome
}

/// Removes one kind after the other and remembers whether one failed.
struct Sweep<'a> {
    state: &'a AppState,
    outcome: Result<(), AppError>,
}

impl Sweep<'_> {
    /// Removes things one by one, each in a transaction of its own.
    fn each(
        &mut self,
        list: impl Fn(&mut PgConnection) -> Result<Vec<Uuid>, AppError>,
        remove: impl Fn(&mut PgConnection, Uuid) -> Result<(), AppError>,
    ) {
        let Some(ids) = self.once(list) else {
            return;
        };
        for id in ids {
            if self.state.is_stopping() {
                return;
            }
            self.once(|connection| remove(connection, id));
        }
    }

    /// Does something in a transaction of its own; none when it failed.
    fn once<T>(&mut self, work: impl FnOnce(&mut PgConnection) -> Result<T, AppError>) -> Option<T> {
        match self.state.db.run_job(work) {
            Ok(value) => Some(value),
            Err(error) => {
                failed(self.state, "expired_records", &error.to_string());
                self.outcome = Err(error);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::config::{Config, Environment};

    /// A state without a database.
    fn state() -> AppState {
        let lookup = |name: &str| match name {
            "MOYAN_ENV" => Some("development".to_owned()),
            "DATABASE_URL" => Some("postgres://nobody@127.0.0.1:1/nothing".to_owned()),
            _ => None,
        };
        AppState::new(&Config::read(&Environment { lookup: &lookup }).unwrap()).unwrap()
    }

    #[test]
    fn a_job_that_fails_or_panics_is_counted_and_run_again() {
        let state = state();
        state.db.set_ready();
        let n_runs = AtomicU32::new(0);
        repeat("mails", Duration::ZERO, &state, |state| {
            match n_runs.fetch_add(1, Ordering::Relaxed) {
                0 => panic!("the first run"),
                1 => Err(AppError::Internal("the second run".to_owned())),
                2 => Ok(()),
                _ => {
                    state.stopping.ask(Duration::ZERO);
                    Ok(())
                }
            }
        });
        assert_eq!(n_runs.load(Ordering::Relaxed), 4);
        let text = state.metrics.text();
        assert!(
            text.contains("moyan_job_failures_total{job=\"mails\"} 2\n"),
            "{text}"
        );
    }

    #[actix_web::test]
    async fn the_jobs_end_when_the_server_stops() {
        let state = state();
        let jobs = Jobs::start(&state).unwrap();
        state.stopping.ask(Duration::from_secs(600));
        jobs.finish(&state.stopping).await;
        assert!(state.stopping.time_left() > Some(Duration::from_secs(300)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_job_that_does_not_end_is_left_at_the_deadline() {
        let state = state();
        let (_running, ended) = channel(1);
        state.stopping.ask(Duration::from_secs(30));
        let started = tokio::time::Instant::now();
        Jobs { ended }.finish(&state.stopping).await;
        assert!((29..=30).contains(&started.elapsed().as_secs()));
    }
}
