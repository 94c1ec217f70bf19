//! Stopping without a failed request.
//!
//! - `/readyz` answers 503 at once, and each answer asks its client to close the connection.
//! - For `SHUTDOWN_DRAIN_S` new connections are still taken, so that a balancer can look elsewhere.
//! - Then connections are refused, and those that were taken may finish.
//!   A client that is refused knows that nothing was done and asks elsewhere; one that is cut off does not.
//!
//! Where the socket is handed over (`LISTEN_FDS`, as systemd does), new clients wait in it for the next server, so that
//! a restart refuses no connection.

use std::net::Shutdown;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use anyhow::Context as _;
use moyan_foundation::AppState;
use moyan_foundation::config::end_accepting;
use socket2::Socket;

use super::supervisor;

/// How long a connection may wait in a worker's queue before it is read: the framework drops waiting connections.
const QUEUE: Duration = Duration::from_millis(100);

/// How long a server that stops takes.
#[derive(Clone, Copy)]
pub struct StopTimes {
    /// How long it still takes connections.
    pub drain: Duration,
    /// How long running requests and jobs may take after that.
    pub finish: Duration,
}

/// Stops the server at the first signal, and at once at the second. Jobs begin nothing new from the first on.
///
/// `own`: the sockets from which no other process takes connections.
pub async fn stop_on_signal(
    mut signals: Signals,
    server: ServerHandle,
    state: AppState,
    times: StopTimes,
    own: Vec<Socket>,
) {
    signals.next().await;
    supervisor::say_stopping();
    tracing::info!("stopping: running requests may finish");
    state.stopping.ask(times.drain + QUEUE * 2 + times.finish);
    let gently = async {
        tokio::time::sleep(times.drain + QUEUE).await;
        server.pause().await;
        // A paused server leaves new connections waiting in its sockets, and cuts them off when it closes them.
        end_accepting();
        for socket in &own {
            if let Err(error) = socket.shutdown(Shutdown::Both) {
                tracing::debug!("a socket takes connections until the end: {error}");
            }
        }
        tracing::info!("no connection is taken any more");
        tokio::time::sleep(QUEUE).await;
        server.stop(true).await;
    };
    tokio::select! {
        () = gently => {}
        () = signals.next() => {
            tracing::warn!("stopping at once: running requests are cut off");
            state.stopping.ask(Duration::ZERO);
            server.stop(false).await;
        }
    }
}

/// The signals that ask the process to stop: Ctrl-C, and SIGTERM where there is one.
#[cfg(unix)]
pub struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Listens from now on.
    pub fn listen() -> anyhow::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt()).context("cannot listen for signals")?,
            terminate: signal(SignalKind::terminate()).context("cannot listen for signals")?,
        })
    }

    /// Waits for the next one.
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// The signals that ask the process to stop: Ctrl-C.
#[cfg(not(unix))]
pub struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Listens from now on.
    pub fn listen() -> anyhow::Result<Self> {
        Ok(Self)
    }

    /// Waits for it.
    pub async fn next(&mut self) {
        // Without a handler the signal ends the process at once, which is all that is left to do.
        let _ = tokio::signal::ctrl_c().await;
    }
}
