//! The handle on the database: every checkout and query runs off the event loop, here.
//!
//! - As many requests as there are connections work at once; the others wait in line, first come first served.
//! - A connection that broke is thrown away, and after one broke the others are tried before they are used again.
//! - A request that cannot get a connection within [`ACQUIRE_TIMEOUT`] gets [`AppError::Unavailable`].
//! - PostgreSQL itself ends statements that take too long, wait too long for a lock, or leave a transaction idle.
//! - Jobs and the readiness probe have connections of their own, apart from those of requests.

mod connection;
mod migrations;
mod pooling;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use diesel::pg::PgConnection;
use diesel::sql_types::Text;
use diesel::{Connection as _, QueryResult, RunQueryDsl as _};
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use moyan_domain::held_connection::HeldConnection;
use moyan_domain::limits::{MAIL_WORKERS, PAYMENT_WORKERS, WORKERS};
use prometheus::HistogramTimer;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::connection::{Manager, Pooled};
pub use self::connection::{connect, connect_to_any, lift_limits};
pub use self::migrations::{MIGRATIONS, check_migrated, migrate, newest_migration};
pub use self::pooling::{limit_role, require_own, role_of};
use crate::config::DatabaseConfig;
use crate::error::{AppError, Refusal};
use crate::metrics::DatabaseMetrics;

/// How long a request waits for a connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(2);
/// A connection for each worker, and one that renews their leases: none waits for another.
const N_JOBS: u32 = MAIL_WORKERS + WORKERS + PAYMENT_WORKERS + 1;
/// Connections that a server holds beside those of requests: for its jobs, and one for the readiness probe.
pub const N_OWN_CONNECTIONS: u32 = N_JOBS + 1;
/// Milliseconds that a statement of a job may take: no request waits for it.
const JOB_STATEMENT_TIMEOUT_MS: u32 = 300_000;

/// The handle on the database. Clones share the connections.
#[derive(Clone)]
pub struct Db {
    /// One connection for each request that works at once.
    requests: r2d2::Pool<Manager>,
    permits: Arc<Semaphore>,
    /// One connection for each worker, and one for their leases.
    jobs: r2d2::Pool<Manager>,
    /// One connection for the readiness probe.
    probes: r2d2::Pool<Manager>,
    /// Counts the connections that broke.
    n_broken: Arc<AtomicU64>,
    is_pooled: bool,
    fingerprint: String,
    is_ready: Arc<AtomicBool>,
    running_probe: Arc<Mutex<Option<Probe>>>,
    /// None on the command line, which nobody watches.
    metrics: Option<DatabaseMetrics>,
    /// Held by the one of several threads that works for their job.
    turn: Option<Arc<Mutex<()>>>,
}

/// A request that waits for a connection. It may go away meanwhile: what was begun ends when this is dropped.
struct Waiting<'a> {
    metrics: &'a DatabaseMetrics,
    _timer: HistogramTimer,
}

impl<'a> Waiting<'a> {
    fn begin(metrics: &'a DatabaseMetrics) -> Self {
        metrics.waiting.inc();
        Self {
            metrics,
            _timer: metrics.wait_seconds.start_timer(),
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.metrics.waiting.dec();
    }
}

/// The question whether the database answers, while it is asked.
type Probe = Shared<BoxFuture<'static, bool>>;

impl Db {
    /// A handle that connects when it is first needed.
    pub fn new(config: &DatabaseConfig) -> Self {
        let n_broken = Arc::new(AtomicU64::new(0));
        let of_requests = Manager::new(config, n_broken.clone());
        let of_jobs = of_requests.with_statement_timeout(JOB_STATEMENT_TIMEOUT_MS);
        let size = config.pool_size;
        Self {
            probes: pool(of_requests.clone(), 1),
            requests: pool(of_requests, size),
            jobs: pool(of_jobs, N_JOBS),
            permits: Arc::new(Semaphore::new(size as usize)),
            n_broken,
            is_pooled: config.is_pooled(),
            fingerprint: config.fingerprint(),
            is_ready: Arc::new(AtomicBool::new(false)),
            running_probe: Arc::default(),
            metrics: None,
            turn: None,
        }
    }

    /// The same for threads that do one job together: they take turns, so that the job never needs more than the
    /// connection of its worker.
    pub fn in_turn(&self) -> Self {
        Self {
            turn: Some(Arc::default()),
            ..self.clone()
        }
    }

    /// The same, which notes in `metrics` what it does.
    pub fn watched_by(self, metrics: DatabaseMetrics) -> Self {
        Self {
            metrics: Some(metrics),
            ..self
        }
    }

    /// Notes how many connections requests use.
    pub fn measure(&self) {
        if let Some(metrics) = &self.metrics {
            let n_max = self.requests.max_size();
            let n_free = u32::try_from(self.permits.available_permits()).unwrap_or(u32::MAX);
            metrics.connections_max.set(n_max.into());
            metrics
                .connections_in_use
                .set(n_max.saturating_sub(n_free).into());
        }
    }

    /// Runs the queries of a request, on a connection of its own.
    pub async fn run<T, F>(&self, work: F) -> Result<T, AppError>
    where
        T: Send + 'static,
        F: FnOnce(&mut PgConnection) -> Result<T, AppError> + Send + 'static,
    {
        let permit = self.permit().await?;
        let db = self.clone();
        tokio::task::spawn_blocking(move || {
            // Released when the work is done, also when the request was given up meanwhile.
            let _permit = permit;
            db.run_on(&db.requests, work)
        })
        .await
        // The text of a panic is part of this error.
        .map_err(|error| AppError::Internal(format!("queries did not end: {error}")))?
    }

    /// Waits for the right to use a connection.
    async fn permit(&self) -> Result<OwnedSemaphorePermit, AppError> {
        let waiting = self.metrics.as_ref().map(Waiting::begin);
        let permit = tokio::time::timeout(ACQUIRE_TIMEOUT, self.permits.clone().acquire_owned()).await;
        drop(waiting);
        if let (Err(_), Some(metrics)) = (&permit, &self.metrics) {
            metrics.refused.inc();
        }
        permit
            .map_err(|_| AppError::Unavailable("every connection is in use".to_owned()))?
            .map_err(|error| AppError::Internal(error.to_string()))
    }

    /// Runs the queries of a request in one transaction, which an error rolls back.
    pub async fn transaction<T, F>(&self, work: F) -> Result<T, AppError>
    where
        T: Send + 'static,
        F: FnOnce(&mut PgConnection) -> Result<T, AppError> + Send + 'static,
    {
        self.run(|connection| connection.transaction(work)).await
    }

    /// Runs the queries of a job in one transaction, on this thread, which must not be one that answers requests.
    pub fn run_job<T>(
        &self,
        work: impl FnOnce(&mut PgConnection) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        let turn = self.turn.as_ref();
        let _turn = turn.map(|turn| turn.lock().unwrap_or_else(PoisonError::into_inner));
        self.run_on(&self.jobs, |connection| {
            connection.transaction(|connection| {
                if self.is_pooled {
                    pooling::limit_transaction(connection, JOB_STATEMENT_TIMEOUT_MS)?;
                }
                work(connection)
            })
        })
    }

    fn run_on<T>(
        &self,
        pool: &r2d2::Pool<Manager>,
        work: impl FnOnce(&mut PgConnection) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        let mut pooled = self.checkout(pool)?;
        let _held = HeldConnection::mark();
        match work(&mut pooled.connection) {
            // The driver does not always tell a lost connection from another failure: it is asked again. A standby
            // refuses changes as a database does that its operator closed to them.
            Err(
                error @ (AppError::Internal(_)
                | AppError::Unavailable(_)
                | AppError::Refused(Refusal::ReadOnly)),
            ) if !pooled.is_usable() => {
                self.broke(&mut pooled);
                Err(AppError::Unavailable(error.to_string()))
            }
            result => result,
        }
    }

    /// A connection that worked after the last one broke.
    fn checkout(&self, pool: &r2d2::Pool<Manager>) -> Result<r2d2::PooledConnection<Manager>, AppError> {
        loop {
            let mut pooled = pool
                .get()
                .map_err(|error| AppError::Unavailable(error.to_string()))?;
            let n_broken = self.n_broken.load(Ordering::Relaxed);
            if pooled.checked_at == n_broken {
                return Ok(pooled);
            }
            if pooled.is_usable() {
                pooled.checked_at = n_broken;
                return Ok(pooled);
            }
            pooled.is_broken = true;
        }
    }

    fn broke(&self, pooled: &mut Pooled) {
        pooled.is_broken = true;
        self.n_broken.fetch_add(1, Ordering::Relaxed);
        if let Some(metrics) = &self.metrics {
            metrics.broken.inc();
        }
    }

    /// Whether the database answers, asked on a connection that no request uses: busy connections are not a lost
    /// database. However many callers want to know at the same moment, it is asked once.
    pub async fn answers(&self) -> bool {
        self.probe().await
    }

    /// The question that is being asked, or a new one.
    fn probe(&self) -> Probe {
        let mut running = self.running_probe.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = running.take().filter(|probe| probe.peek().is_none());
        let probe = asked.unwrap_or_else(|| {
            let db = self.clone();
            async move {
                tokio::task::spawn_blocking(move || db.ask())
                    .await
                    .unwrap_or(false)
            }
            .boxed()
            .shared()
        });
        running.insert(probe).clone()
    }

    /// Asks on the probe's connection. A broken one may have been closed long ago: a new one is tried before the
    /// database counts as lost.
    fn ask(&self) -> bool {
        for _ in 0..2 {
            let Ok(mut pooled) = self.probes.get() else {
                return false;
            };
            if pooled.is_usable() {
                return true;
            }
            pooled.is_broken = true;
        }
        false
    }

    /// Whether the connections of requests begin with the limits of `config`, behind a pooler.
    pub fn begins_limited(&self, config: &DatabaseConfig) -> Result<bool, AppError> {
        let timeouts = connection::Timeouts::of_requests(config);
        self.run_on(&self.probes, |connection| {
            Ok(pooling::begins_limited(connection, timeouts)?)
        })
    }

    /// The role that requests have.
    pub fn role(&self) -> Result<String, AppError> {
        self.run_on(&self.probes, |connection| Ok(role_of(connection)?))
    }

    /// By which what is kept of this database is told from what is kept of another one.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// True once the migrations were applied.
    pub fn is_ready(&self) -> bool {
        self.is_ready.load(Ordering::Relaxed)
    }

    /// From now on requests may use the database.
    pub fn set_ready(&self) {
        self.is_ready.store(true, Ordering::Relaxed);
    }
}

fn pool(manager: Manager, size: u32) -> r2d2::Pool<Manager> {
    r2d2::Pool::builder()
        .max_size(size)
        .min_idle(Some(0))
        .test_on_check_out(false)
        .connection_timeout(ACQUIRE_TIMEOUT)
        .error_handler(Box::new(r2d2::NopErrorHandler))
        .build_unchecked(manager)
}

/// True for the database that development and tests bring along: its data is not safe.
pub fn is_private(connection: &mut PgConnection) -> QueryResult<bool> {
    diesel::select(diesel::dsl::sql::<diesel::sql_types::Bool>(
        "COALESCE(current_setting('moyan.private', true), 'off') = 'on'",
    ))
    .get_result(connection)
}

/// True when the database writes its messages in English, by which [`AppError`] knows a timeout. Only a superuser
/// may choose another language for a connection, so the operator does.
pub fn speaks_english(connection: &mut PgConnection) -> QueryResult<bool> {
    let setting: String =
        diesel::select(diesel::dsl::sql::<Text>("current_setting('lc_messages')")).get_result(connection)?;
    Ok(is_english(&setting))
}

/// Whether messages are in English under a value of `lc_messages`, which is a locale of the system.
fn is_english(locale: &str) -> bool {
    let language = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
    matches!(language, "" | "C" | "POSIX" | "en" | "English")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::Queue;
    use crate::metrics::Metrics;

    #[test]
    fn the_language_of_the_database_is_that_of_its_locale() {
        for english in [
            "",
            "C",
            "C.UTF-8",
            "POSIX",
            "en_US.UTF-8",
            "en-US",
            "English_United States.1252",
        ] {
            assert!(is_english(english), "{english}");
        }
        for other in [
            "zh_CN.UTF-8",
            "de_DE@euro",
            "Chinese (Simplified)_China.936",
            "enm_GB",
        ] {
            assert!(!is_english(other), "{other}");
        }
    }

    /// A database that is not there.
    fn no_database() -> Db {
        let config = DatabaseConfig {
            url: "postgres://nobody@127.0.0.1:1/nothing".to_owned(),
            direct_url: None,
            are_statements_prepared: true,
            pool_size: 2,
            statement_timeout_ms: 0,
            lock_timeout_ms: 0,
            idle_in_transaction_timeout_ms: 0,
        };
        Db::new(&config)
    }

    #[test]
    fn each_worker_has_a_connection_and_so_has_the_renewal_of_leases() {
        let n_workers: u32 = Queue::ALL.into_iter().map(Queue::n_workers).sum();
        assert_eq!(no_database().jobs.max_size(), n_workers + 1);
    }

    #[actix_web::test]
    async fn however_many_want_to_know_the_database_is_asked_once() {
        let db = no_database();
        let (first, second) = (db.probe(), db.probe());
        assert!(first.ptr_eq(&second));
        assert_eq!(db.permits.available_permits(), 2);
        assert!(!first.await);
        // The next one asks anew.
        assert!(!db.probe().ptr_eq(&second));
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_waits_two_seconds_for_a_connection() {
        let metrics = Metrics::new().unwrap().database;
        let db = no_database().watched_by(metrics.clone());
        let _taken = db.permits.clone().acquire_many_owned(2).await.unwrap();
        // The clock stands still but for what is waited for.
        let started = tokio::time::Instant::now();
        let refused = db.run(|_| Ok(())).await.unwrap_err();
        assert!(matches!(refused, AppError::Unavailable(_)), "{refused}");
        assert_eq!(started.elapsed().as_secs(), 2);
        let waited = metrics.wait_seconds.get_sample_count();
        assert_eq!((metrics.refused.get(), waited, metrics.waiting.get()), (1, 1, 0));
    }

    #[actix_web::test]
    async fn who_waits_for_a_connection_is_counted_until_he_has_one_or_goes_away() {
        let metrics = Metrics::new().unwrap().database;
        let db = no_database().watched_by(metrics.clone());
        let taken = db.permits.clone().acquire_many_owned(2).await.unwrap();
        let (mut first, mut second) = (Box::pin(db.run(|_| Ok(()))), Box::pin(db.run(|_| Ok(()))));
        assert!(first.as_mut().now_or_never().is_none() && second.as_mut().now_or_never().is_none());
        db.measure();
        let used = (metrics.connections_in_use.get(), metrics.connections_max.get());
        assert_eq!((used, metrics.waiting.get()), ((2, 2), 2));
        drop(second);
        assert_eq!(metrics.waiting.get(), 1);
        drop(taken);
        // There is no database, so that the first one fails with its connection.
        assert!(first.await.is_err());
        db.measure();
        assert_eq!((metrics.waiting.get(), metrics.connections_in_use.get()), (0, 0));
        assert_eq!(metrics.refused.get(), 0);
    }
}
