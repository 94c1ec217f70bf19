//! `moyan serve`: reads the configuration, listens, stops on a signal.

use std::process::ExitCode;

use actix_web::HttpServer;
use anyhow::Context as _;

use crate::config::{Config, HttpConfig};
use crate::{AppState, build_app, static_files};

/// Runs until a signal stops it. 2 when a variable is wrong, 1 when the server cannot run.
pub fn run() -> ExitCode {
    let config = match Config::from_env() {
        Ok(config) => config,
        Err(error) => {
            eprintln!("moyan: {error}");
            return ExitCode::from(2);
        }
    };
    config.logging.start();
    match actix_web::rt::System::new().block_on(serve(config.http)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moyan: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(config: HttpConfig) -> anyhow::Result<()> {
    let state = AppState {
        site: static_files::site_of(config.static_dir),
    };
    let mut server = HttpServer::new(move || build_app(state.clone()))
        .shutdown_timeout(config.shutdown_timeout_s)
        .disable_signals();
    if let Some(workers) = config.workers {
        server = server.workers(workers);
    }
    let server = server
        .bind((config.host.as_str(), config.port))
        .with_context(|| format!("cannot listen on {}:{}", config.host, config.port))?;
    let addresses = server.addrs();
    let server = server.run();
    let handle = server.handle();
    // The framework's own handling of Ctrl-C cuts running requests off; ours lets them finish.
    let stop = stop_signal()?;
    actix_web::rt::spawn(async move {
        stop.await;
        tracing::info!("stopping: running requests may finish");
        handle.stop(true).await;
    });
    for address in addresses {
        tracing::info!(
            version = env!("CARGO_PKG_VERSION"),
            "listening on http://{address}"
        );
    }
    server.await.context("the server failed")
}

/// Starts listening for signals at once; the future ends when the process is asked to stop,
/// by Ctrl-C or by SIGTERM where there is one.
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt()).context("cannot listen for signals")?;
        let mut terminate = signal(SignalKind::terminate()).context("cannot listen for signals")?;
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    {
        Ok(async {
            // Without a handler the signal ends the process at once, which is all that is left to do.
            let _ = tokio::signal::ctrl_c().await;
        })
    }
}
