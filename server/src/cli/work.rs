//! `moyan work`: does the jobs and answers no requests, beside servers that run with `--no-jobs`.

use std::process::ExitCode;
use std::time::Duration;

use moyan_foundation::AppState;
use moyan_foundation::config::Config;
use moyan_foundation::jobs::Jobs;

use super::metrics_server;
use super::start::{is_ready_in_time, prepare, run_until_stopped};
use super::stop::Signals;
use super::supervisor;
use crate::composition;

/// Runs until a signal stops it. 2 when a variable is wrong, 1 when it cannot run.
pub fn run() -> ExitCode {
    run_until_stopped(work)
}

async fn work(config: Config) -> anyhow::Result<()> {
    let finish = Duration::from_secs(config.http.shutdown_timeout_s);
    let metrics_address = config.http.metrics.clone();
    let state = AppState::new(&config, composition::registry())?;
    let mut signals = Signals::listen()?;
    let (failure, has_failed) = prepare(&state, config, None);
    let metrics = metrics_server::start(&state, metrics_address.as_ref())?;
    let jobs = Jobs::start(&state)?;
    actix_web::rt::spawn(say_ready(state.clone()));
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "doing jobs");
    tokio::select! {
        () = signals.next() => {
            supervisor::say_stopping();
            tracing::info!("stopping: running jobs may finish");
        }
        Ok(()) = has_failed => {}
    }
    state.stopping.ask(finish);
    tokio::select! {
        () = jobs.finish(&state.stopping) => {}
        () = signals.next() => tracing::warn!("stopping at once: the work of running jobs is done again later"),
    }
    if let Some(metrics) = metrics {
        metrics.stop(false).await;
    }
    failure.into_result()
}

async fn say_ready(state: AppState) {
    is_ready_in_time(&state).await;
    if !state.is_stopping() {
        supervisor::say_ready(state.db.is_ready());
    }
}
