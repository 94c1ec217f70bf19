//! What `serve` and `work` begin with: the configuration, the log, and a database that is up to date.

use std::process::ExitCode;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use diesel::PgConnection;
use moyan_foundation::config::{Config, Mode};
use moyan_foundation::{AppState, db};
use tokio::sync::oneshot;

use super::supervisor;

/// Runs something with the configuration of the environment until it ends.
/// Exit status: 0 it was stopped, 1 it cannot run, 2 a variable is wrong.
pub fn run_until_stopped(run: impl AsyncFnOnce(Config) -> anyhow::Result<()>) -> ExitCode {
    let config = match Config::from_env() {
        Ok(config) => config,
        Err(error) => {
            eprintln!("moyan: {error}");
            return ExitCode::from(2);
        }
    };
    config.logging.start();
    match actix_web::rt::System::new().block_on(run(config)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moyan: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Why the database must not be used, once that is known.
#[derive(Clone, Default)]
pub struct Failure(Arc<Mutex<Option<anyhow::Error>>>);

impl Failure {
    /// Fails with it.
    pub fn into_result(self) -> anyhow::Result<()> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// How long a start waits for its assets to be kept: until then a server of another version does not have them.
const ASSETS_WAIT: Duration = Duration::from_secs(20);

/// Brings the database up to date on a thread of its own. The receiver hears when it must not be used.
///
/// - `kept`: hears when the assets of this release were kept, before which the server is not ready
pub fn prepare(
    state: &AppState,
    config: Config,
    kept: Option<Receiver<()>>,
) -> (Failure, oneshot::Receiver<()>) {
    let failure = Failure::default();
    let (failed, has_failed) = oneshot::channel();
    let (noted, state) = (failure.clone(), state.clone());
    std::thread::spawn(move || {
        if let Err(error) = prepare_database(&state, &config, kept.as_ref()) {
            *noted.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            // The receiver is gone when the process is stopping.
            let _ = failed.send(());
        }
    });
    (failure, has_failed)
}

/// How long a start waits, at most, for a database that is not there: clients in a socket of `LISTEN_FDS`, and systemd.
const DATABASE_WAIT: Duration = Duration::from_secs(10);

/// Waits for the database, which may be away for long: the editor is served without it. True when it came in time.
///
/// A socket of `LISTEN_FDS` is listened on afterwards: its clients were promised a server that works.
pub async fn is_ready_in_time(state: &AppState) -> bool {
    let ready = async {
        while !state.db.is_ready() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(DATABASE_WAIT, ready).await.is_ok()
}

/// How long to wait before another try to reach the database.
const RETRY: Duration = Duration::from_secs(1);

/// Brings the database up to date, for as long as it takes: until then the API answers 503 and the editor works.
///
/// Fails when it must not be used, or when a migration fails.
fn prepare_database(state: &AppState, config: &Config, kept: Option<&Receiver<()>>) -> anyhow::Result<()> {
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
    state.metrics.process.set_migration(&db::newest_migration()?);
    if let Some(kept) = kept {
        // Without them it is ready too: the store may be away.
        let _ = kept.recv_timeout(ASSETS_WAIT);
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
