//! What the server does without being asked: it sends mails and removes what is over.
//!
//! Jobs run on a thread of their own in every server; what they claim in the database keeps them apart.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use chrono::Utc;

use crate::error::AppError;
use crate::features::mail::Transport;
use crate::features::{account, audit, mail, team};
use crate::state::AppState;
use crate::throttle;

/// How often the outbox is looked at.
const MAIL_EVERY: Duration = Duration::from_secs(1);
/// How often what is over is removed.
const SWEEP_EVERY: Duration = Duration::from_secs(600);

/// The thread that runs the jobs.
pub struct Jobs {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Jobs {
    /// Starts the thread.
    pub fn start(state: AppState) -> anyhow::Result<Self> {
        let transport = Transport::new(&state.mail, state.platform.mode)?;
        let (stop, stopped) = channel();
        let thread = std::thread::Builder::new()
            .name("jobs".to_owned())
            .spawn(move || run(&state, &transport, &stopped))?;
        Ok(Self { stop, thread })
    }

    /// Lets the thread finish what it is doing, and waits for that.
    pub fn finish(self) {
        // It is gone already when this fails.
        let _ = self.stop.send(());
        let _ = self.thread.join();
    }
}

fn run(state: &AppState, transport: &Transport, stopped: &Receiver<()>) {
    let mut swept: Option<Instant> = None;
    while matches!(stopped.recv_timeout(MAIL_EVERY), Err(RecvTimeoutError::Timeout)) {
        if !state.db.is_ready() || state.platform.is_read_only {
            continue;
        }
        send_mails(state, transport);
        if swept.is_none_or(|at| at.elapsed() >= SWEEP_EVERY) {
            swept = Some(Instant::now());
            state.rate_limit.sweep();
            if let Err(error) = sweep(state) {
                tracing::warn!(%error, "what is over was not removed");
            }
        }
    }
}

/// Sends until nothing is due.
fn send_mails(state: &AppState, transport: &Transport) {
    loop {
        match mail::send_due(&state.db, transport, Utc::now(), state.is_development()) {
            Ok(outcomes) if outcomes.is_empty() => return,
            Ok(outcomes) => outcomes
                .iter()
                .for_each(|outcome| state.metrics.mailed(outcome.as_str())),
            Err(error) => {
                tracing::warn!(%error, "the outbox was not read");
                return;
            }
        }
    }
}

/// Removes accounts, teams, sessions, codes, counters, letters and entries of the audit log whose time is over.
pub fn sweep(state: &AppState) -> Result<(), AppError> {
    let now = Utc::now();
    let idle_days = state.auth.idle_days;
    state.db.run_here(|connection| {
        account::service::purge(connection, now)?;
        team::service::purge(connection, now)?;
        account::service::sweep(connection, now, idle_days)?;
        mail::sweep(connection, now)?;
        audit::sweep(connection, now)?;
        throttle::sweep(connection, now)?;
        Ok(())
    })
}
