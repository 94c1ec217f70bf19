//! `moyan serve`: reads the configuration, listens, stops on a signal.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix_web::HttpServer;
use anyhow::Context as _;
use diesel::PgConnection;
use moyan_foundation::config::{Config, Mode};
use moyan_foundation::jobs::{Jobs, store_counts};
use moyan_foundation::static_files::releases;
use moyan_foundation::{AppState, db};
use socket2::{Domain, Protocol, Socket, Type};

use super::stop::{Signals, StopTimes, stop_on_signal};
use super::supervisor;
use crate::{build_app, composition};

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
    match actix_web::rt::System::new().block_on(serve(config)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moyan: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let http = config.http.clone();
    let state = AppState::new(&config, composition::registry())?;
    let signals = Signals::listen()?;
    let failure: Arc<Mutex<Option<anyhow::Error>>> = Arc::default();
    let (failed, has_failed) = tokio::sync::oneshot::channel();
    let (noted, preparing) = (failure.clone(), state.clone());
    std::thread::spawn(move || {
        if let Err(error) = prepare_database(&preparing, &config) {
            *noted.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            // The receiver is gone when the server is stopping.
            let _ = failed.send(());
        }
    });
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
    let jobs = Jobs::start(&state)?;
    let handle = server.handle();
    let times = StopTimes {
        drain: Duration::from_secs(http.drain_s),
        finish: Duration::from_secs(http.shutdown_timeout_s),
    };
    let stopping = state.stopping.clone();
    let counting = state.clone();
    actix_web::rt::spawn(say_ready(state.clone(), is_handed_over));
    if !state.is_development() {
        let keeping = state.clone();
        std::thread::Builder::new()
            .name("assets".to_owned())
            .spawn(move || releases::keep_until_stopped(&keeping))
            .context("cannot start a thread")?;
    }
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
    match failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Connections that may wait for the server to take them.
const BACKLOG: i32 = 1024;

/// Listens on the addresses of a host; those that cannot be had are left out where another can.
fn listen(host: &str, port: u16) -> std::io::Result<Vec<Socket>> {
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

/// How long a start waits, at most, for a database that is not there: clients in a socket of `LISTEN_FDS`, and systemd.
const DATABASE_WAIT: Duration = Duration::from_secs(10);

/// Waits for the database, which may be away for long: the editor is served without it. True when it came in time.
///
/// A socket of `LISTEN_FDS` is listened on afterwards: its clients were promised a server that works.
async fn is_ready_in_time(state: &AppState) -> bool {
    let ready = async {
        while !state.db.is_ready() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(DATABASE_WAIT, ready).await.is_ok()
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

/// How long to wait before another try to reach the database.
const RETRY: Duration = Duration::from_secs(1);

/// Brings the database up to date, for as long as it takes: until then the API answers 503 and the editor works.
///
/// Fails when it must not be used, or when a migration fails.
fn prepare_database(state: &AppState, config: &Config) -> anyhow::Result<()> {
    let url = config.database.direct_url();
    let (mut connection, mut other) = loop {
        match db::connect(url).and_then(|connection| Ok((connection, db::connect(url)?))) {
            Ok(both) => break both,
            Err(error) => tracing::warn!("{error:#}; trying again"),
        }
        std::thread::sleep(RETRY);
    };
    let variable = if config.database.is_pooled() {
        "DATABASE_DIRECT_URL"
    } else {
        "DATABASE_URL"
    };
    db::require_own(&mut connection, &mut other).context(variable)?;
    drop(other);
    if config.platform.mode == Mode::Production && db::is_private(&mut connection)? {
        anyhow::bail!("DATABASE_URL: this database is for development, its data is not safe");
    }
    if !db::speaks_english(&mut connection)? {
        tracing::warn!(
            "the messages of the database are not in English: what takes it too long answers 500 instead of 503, and a \
             migration that finds its table in use fails. \
             ALTER ROLE … SET lc_messages = 'C' mends that"
        );
    }
    for migration in db::migrate(&mut connection)? {
        tracing::info!(migration, "migrated");
    }
    if config.database.is_pooled() {
        prepare_pooler(state, &mut connection, config)?;
    }
    state.db.set_ready();
    supervisor::say_status(true);
    tracing::info!("ready");
    Ok(())
}

/// Makes the limits of requests hold behind a pooler, and warns where they do not yet.
///
/// - `direct`: a connection to the database itself
fn prepare_pooler(state: &AppState, direct: &mut PgConnection, config: &Config) -> anyhow::Result<()> {
    let (own, of_requests) = (db::role_of(direct)?, state.db.role());
    if let Ok(role) = &of_requests {
        anyhow::ensure!(
            *role == own,
            "DATABASE_URL has the role {role}, DATABASE_DIRECT_URL the role {own}: give both the same, which gets the limits of requests"
        );
    }
    db::limit_role(direct, &config.database).context("DATABASE_DIRECT_URL")?;
    match state.db.begins_limited(&config.database) {
        Ok(true) => {}
        Ok(false) => tracing::warn!(
            "DATABASE_URL: the pooler holds connections without the limits of requests; let it connect anew \
             (PgBouncer: RECONNECT)"
        ),
        Err(error) => tracing::warn!("DATABASE_URL: {error}"),
    }
    Ok(())
}
