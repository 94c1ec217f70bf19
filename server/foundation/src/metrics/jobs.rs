//! Background jobs.

use std::time::Duration;

use prometheus::{Error, GaugeVec, HistogramVec, IntCounterVec, IntGaugeVec};

use super::series::{SLOW, Series};
use crate::jobs::JobKind;

/// Background jobs. Gauges are those of all servers together.
#[derive(Clone)]
pub struct JobMetrics {
    failures: IntCounterVec,
    seconds: HistogramVec,
    lost_leases: IntCounterVec,
    by_status: IntGaugeVec,
    oldest_due_seconds: GaugeVec,
}

impl JobMetrics {
    pub(super) fn new(series: &mut Series) -> Result<Self, Error> {
        let failures = series.counters(
            "moyan_job_failures_total",
            "Failures and panics of background jobs",
            &["job"],
        )?;
        for kind in JobKind::NAMES {
            failures.with_label_values(&[kind]);
        }
        Ok(Self {
            failures,
            seconds: series.durations_of_each(
                "moyan_job_seconds",
                "Time that an attempt took, by kind of job",
                &["job"],
                SLOW,
            )?,
            lost_leases: series.counters(
                "moyan_job_leases_lost_total",
                "Jobs that took longer than their lease, so that another worker has them",
                &["job"],
            )?,
            by_status: series.gauges(
                "moyan_jobs",
                "Jobs of all servers together, by status",
                &["status"],
            )?,
            oldest_due_seconds: series.seconds_of_each(
                "moyan_job_oldest_due_seconds",
                "How long the oldest job that is due has waited for a worker, of all servers together; 0 without one",
                &["queue", "job"],
            )?,
        })
    }

    /// A job failed or panicked, by the name of its kind, or a worker did, by the name of its thread.
    pub fn failed(&self, job: &'static str) {
        self.failures.with_label_values(&[job]).inc();
    }

    /// An attempt of a kind of job took so long.
    pub fn took(&self, job: &'static str, duration: Duration) {
        self.seconds
            .with_label_values(&[job])
            .observe(duration.as_secs_f64());
    }

    /// A job took longer than its lease.
    pub fn lost_lease(&self, job: &'static str) {
        self.lost_leases.with_label_values(&[job]).inc();
    }

    /// So many jobs have a status: `waiting` or `dead`.
    pub fn set(&self, status: &str, n_jobs: i64) {
        self.by_status.with_label_values(&[status]).set(n_jobs);
    }

    /// The oldest due job of a kind has waited so many seconds.
    pub fn set_oldest_due(&self, queue: &'static str, job: &'static str, seconds: f64) {
        self.oldest_due_seconds
            .with_label_values(&[queue, job])
            .set(seconds);
    }
}
