//! Counters for Prometheus.

use std::time::Duration;

use prometheus::{
    Encoder as _, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGaugeVec, Opts, Registry,
    TextEncoder,
};

/// Seconds by which durations are told apart.
const BUCKETS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// The metrics of this process.
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    durations: HistogramVec,
    mails: IntCounterVec,
    job_failures: IntCounterVec,
    jobs: IntGaugeVec,
    password_checks: IntCounter,
}

impl Metrics {
    /// Counters at zero.
    pub fn new() -> Result<Self, prometheus::Error> {
        let registry = Registry::new();
        let requests = IntCounterVec::new(
            Opts::new("moyan_requests_total", "Requests answered, by route and status"),
            &["method", "route", "status"],
        )?;
        let durations = HistogramVec::new(
            HistogramOpts::new("moyan_request_seconds", "Time to answer, by route").buckets(BUCKETS.to_vec()),
            &["method", "route"],
        )?;
        let mails = IntCounterVec::new(
            Opts::new("moyan_mails_total", "Tries to send mails, by outcome"),
            &["outcome"],
        )?;
        let job_failures = IntCounterVec::new(
            Opts::new(
                "moyan_job_failures_total",
                "Failures and panics of background jobs",
            ),
            &["job"],
        )?;
        let jobs = IntGaugeVec::new(
            Opts::new("moyan_jobs", "Jobs of all servers together, by status"),
            &["status"],
        )?;
        let password_checks = IntCounter::new(
            "moyan_password_checks_total",
            "Passwords hashed or compared, also for accounts that do not exist",
        )?;
        registry.register(Box::new(password_checks.clone()))?;
        registry.register(Box::new(requests.clone()))?;
        registry.register(Box::new(durations.clone()))?;
        registry.register(Box::new(mails.clone()))?;
        registry.register(Box::new(job_failures.clone()))?;
        registry.register(Box::new(jobs.clone()))?;
        Ok(Self {
            registry,
            requests,
            durations,
            mails,
            job_failures,
            jobs,
            password_checks,
        })
    }

    /// A request was answered. `method` is a name out of a table and `route` the pattern, never what was sent:
    /// anybody could vary it, and each new value is kept for ever.
    pub fn answered(&self, method: &'static str, route: &str, status: u16, duration: Duration) {
        self.requests
            .with_label_values(&[method, route, &status.to_string()])
            .inc();
        self.durations
            .with_label_values(&[method, route])
            .observe(duration.as_secs_f64());
    }

    /// A mail was tried: `sent`, `retried` or `dead`.
    pub fn mailed(&self, outcome: &str) {
        self.mails.with_label_values(&[outcome]).inc();
    }

    /// So many jobs have a status: `waiting` or `dead`.
    pub fn set_jobs(&self, status: &str, n_jobs: i64) {
        self.jobs.with_label_values(&[status]).set(n_jobs);
    }

    /// A job failed or panicked, by the name of its kind, or a worker did, by the name of its thread.
    pub fn job_failed(&self, job: &'static str) {
        self.job_failures.with_label_values(&[job]).inc();
    }

    /// Counts passwords that are hashed or compared, which is slow: an attack on the login shows here first.
    pub fn password_runs(&self) -> IntCounter {
        self.password_checks.clone()
    }

    /// Passwords hashed or compared so far.
    pub fn n_password_checks(&self) -> u64 {
        self.password_checks.get()
    }

    /// The figures in Prometheus' text format.
    pub fn text(&self) -> String {
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = TextEncoder::new().encode(&self.registry.gather(), &mut text);
        String::from_utf8(text).unwrap_or_default()
    }
}
