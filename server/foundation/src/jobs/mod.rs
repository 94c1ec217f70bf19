//! What the server does without being asked, out of one table that all servers share.
//!
//! - [`enqueue`] writes a [`Job`] in the transaction of its cause; [`JobKind`] names all kinds, and the [`Registry`] of
//!   the state says how each is done.
//! - Workers claim a job by a lease, which is renewed while the job runs. When its server dies the lease ends, and
//!   another worker does the job: each is done at least once, so each looks first whether it was done.
//! - A job that fails is tried again, later each time. After its last attempt it is dead: an administrator starts it
//!   again or discards it.
//!
//! This module knows no feature. Start reading at [`Job`]; `queries` holds the statements.

mod kind;
mod lease;
mod queries;
mod registry;
mod sweep;
mod worker;

use std::sync::mpsc;
use std::time::Duration;

use moyan_domain::limits::{JOB_LEASE_RENEWED_EVERY_S, JOB_POLL_S};
use tokio::sync::mpsc::{Receiver, Sender, channel};

pub use kind::{AfterLast, Job, JobEntry, JobKind, Queue};
pub use lease::Leases;
pub use queries::{
    JobRow, JobStatus, claim, count_by_status, discard, enqueue, find, hold_waiting, list, restart,
};
pub use registry::{Counts, GaugeSource, Gauges, Registry};
pub use sweep::{Expired, Sweep, SweepExpiredRecords, sweep};
pub use worker::{Outcome, measure, run_due, run_next, store_counts, upkeep};

use crate::state::AppState;
use crate::stopping::Stopping;

/// How often a worker without work looks for some.
const POLL_EVERY: Duration = Duration::from_secs(JOB_POLL_S);
/// How often leases are renewed.
const UPKEEP_EVERY: Duration = Duration::from_secs(JOB_LEASE_RENEWED_EVERY_S);

/// The threads that do the jobs.
pub struct Jobs {
    /// Closed when the last thread has ended.
    ended: Receiver<()>,
}

impl Jobs {
    /// Starts the threads. They end when `state.stopping` says so, each after the job at hand.
    pub fn start(state: &AppState) -> std::io::Result<Self> {
        Self::start_queues(state, &Queue::ALL)
    }

    /// Starts what a server needs that leaves the jobs to others: what it counts in memory is stored, and what it waits
    /// for is counted.
    pub fn start_without_workers(state: &AppState) -> std::io::Result<Self> {
        Self::start_queues(state, &[])
    }

    fn start_queues(state: &AppState, queues: &[Queue]) -> std::io::Result<Self> {
        let (running, ended) = channel(1);
        let (working, all_ended) = mpsc::channel();
        for queue in queues {
            for _ in 0..queue.n_workers() {
                let (state, working, queue) = (state.clone(), working.clone(), *queue);
                spawn(queue.name(), running.clone(), move || {
                    let _working = working;
                    worker::work(&state, queue);
                })?;
            }
        }
        let stopping = state.stopping.clone();
        spawn("stop", running.clone(), move || {
            // The upkeep goes on as long as somebody works, and without workers until the stop.
            let _working = working;
            while !stopping.wait(UPKEEP_EVERY) {}
        })?;
        let state = state.clone();
        spawn("upkeep", running, move || worker::keep_up(&state, &all_ended))?;
        Ok(Self { ended })
    }

    /// Waits until every worker has ended what it was doing, at most until the deadline of the stop.
    pub async fn finish(mut self, stopping: &Stopping) {
        tracing::info!("waiting for the jobs");
        let time_left = stopping.time_left().unwrap_or_default();
        if tokio::time::timeout(time_left, self.ended.recv()).await.is_err() {
            tracing::warn!("a job did not end in time; its work is done again later");
        }
    }
}

/// Starts a thread; `running` is dropped when it ends.
fn spawn(name: &str, running: Sender<()>, run: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).spawn(move || {
        let _running = running;
        run();
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::worker::tests::state;

    #[actix_web::test]
    async fn the_threads_end_when_the_server_stops() {
        for start in [Jobs::start, Jobs::start_without_workers] {
            let state = state();
            let jobs = start(&state).unwrap();
            state.stopping.ask(Duration::from_secs(600));
            jobs.finish(&state.stopping).await;
            assert!(state.stopping.time_left() > Some(Duration::from_secs(300)));
        }
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
