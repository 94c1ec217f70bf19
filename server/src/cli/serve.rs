//! `moyan serve`: reads the configuration, listens, stops on a signal.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use actix_web::HttpServer;
use anyhow::Context as _;
use clap::Args;
use moyan_foundation::AppState;
use moyan_foundation::config::Config;
use moyan_foundation::jobs::{Jobs, store_counts};
use moyan_foundation::static_files::releases;
use socket2::{Domain, Protocol, Socket, Type};

use super::metrics_server;
use super::start::{is_ready_in_time, prepare, run_until_stopped};
use super::stop::{Signals, StopTimes, stop_on_signal};
use super::supervisor;
use crate::{build_app, composition};

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Answer requests only, and leave jobs to `moyan work` or to other servers
    #[arg(long)]
    no_jobs: bool,
}

/// Runs until a signal stops it. 2 when a variable is wrong, 1 when the server cannot run.
pub fn run(args: &ServeArgs) -> ExitCode {
    let does_jobs = !args.no_jobs;
    run_until_stopped(async move |config| serve(config, does_jobs).await)
}

async fn serve(config: Config, does_jobs: bool) -> anyhow::Result<()> {
    let http = config.http.clone();
    let state = AppState::new(&config, composition::registry())?;
    let signals = Signals::listen()?;
    let kept = keep_assets(&state).context("cannot start a thread")?;
    let (failure, has_failed) = prepare(&state, config, kept);
    let own = state.clone();
    let mut server = HttpServer::new(move || build_app(own.clone()))
        .shutdown_timeout(http.shutdown_timeout_s)
        // Head and body leave in two pieces: the second must not wait until the first is acknowledged.
        .tcp_nodelay(true)
        // The framework's own handling of Ctrl-C cuts running requests off; ours lets them finish.
        .disable_signals();
    if let Some(workers) = http.workers {
        server = server.workers(workers);
    }
    let handed_over = listenfd::ListenFd::from_env()
        .take_tcp_listener(0)
        .context("LISTEN_FDS: there is no socket")?;
    let mut own = Vec::new();
    let is_handed_over = handed_over.is_some();
    if let Some(listener) = handed_over {
        if !is_ready_in_time(&state).await {
            tracing::warn!("the database is not ready; listening without it");
        }
        server = server
            .listen(listener)
            .context("cannot listen on the socket of LISTEN_FDS")?;
    } else {
        own = listen(&http.host, http.port)
            .with_context(|| format!("cannot listen on {}:{}", http.host, http.port))?;
        for socket in &own {
            server = server.listen(socket.try_clone()?.into())?;
        }
    }
    let addresses = server.addrs();
    let server = server.run();
    let metrics = metrics_server::start(&state, http.metrics.as_ref())?;
    let jobs = if does_jobs {
        Jobs::start(&state)?
    } else {
        Jobs::start_without_workers(&state)?
    };
    let handle = server.handle();
    let times = StopTimes {
        drain: Duration::from_secs(http.drain_s),
        finish: Duration::from_secs(http.shutdown_timeout_s),
    };
    let stopping = state.stopping.clone();
    let counting = state.clone();
    actix_web::rt::spawn(say_ready(state.clone(), is_handed_over));
    if let Some(address) = addresses.first() {
        supervisor::watch(*address, stopping.clone()).context("cannot start a thread")?;
    }
    actix_web::rt::spawn(stop_on_signal(signals, handle.clone(), state, times, own));
    for address in addresses {
        tracing::info!(
            version = env!("CARGO_PKG_VERSION"),
            "listening on http://{address}"
        );
    }
    actix_web::rt::spawn(async move {
        if has_failed.await.is_ok() {
            handle.stop(true).await;
        }
    });
    server.await.context("the server failed")?;
    // Without a signal it ends when the database must not be used.
    stopping.ask(times.finish);
    jobs.finish(&stopping).await;
    // No request is served any more that would count.
    actix_web::web::block(move || store_counts(&counting)).await?;
    if let Some(metrics) = metrics {
        metrics.stop(false).await;
    }
    failure.into_result()
}

/// Keeps the assets of this release for servers of other ones, on a thread of its own. The receiver hears when that was
/// tried once. In development there is one server, and nothing is kept.
fn keep_assets(state: &AppState) -> std::io::Result<Option<Receiver<()>>> {
    if state.is_development() {
        return Ok(None);
    }
    let (kept, is_kept) = sync_channel(1);
    let state = state.clone();
    std::thread::Builder::new()
        .name("assets".to_owned())
        .spawn(move || releases::keep_until_stopped(&state, &kept))?;
    Ok(Some(is_kept))
}

/// Connections that may wait for the server to take them.
const BACKLOG: i32 = 1024;

/// Listens on the addresses of a host; those that cannot be had are left out where another can.
pub(super) fn listen(host: &str, port: u16) -> std::io::Result<Vec<Socket>> {
    let mut sockets = Vec::new();
    let mut failure = std::io::Error::other("it has no address");
    for address in (host, port).to_socket_addrs()? {
        match listen_on(address) {
            Ok(socket) => sockets.push(socket),
            Err(error) => failure = error,
        }
    }
    if sockets.is_empty() {
        return Err(failure);
    }
    Ok(sockets)
}

fn listen_on(address: SocketAddr) -> std::io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    // On Windows it would let two servers have one address.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket)
}

/// Tells systemd that the start is over: the server listens, and has the database or serves what it can without it.
async fn say_ready(state: AppState, has_waited: bool) {
    if !has_waited {
        is_ready_in_time(&state).await;
    }
    if !state.is_stopping() {
        supervisor::say_ready(state.db.is_ready());
    }
}
