//! Metrics for the operator's monitoring, in Prometheus' text format: one file a subject.
//!
//! A metric whose labels are known begins at zero with each of them: what first appears as 1 has not grown, to Prometheus.
//! A new metric is a field of its subject and a line in its `new`. Names begin with `moyan_` and end with their unit.
//! A label comes out of a table of ours: never from what a stranger sends, and never an ID. Features set the gauges that
//! they list in [`Gauges`](crate::jobs::Gauges).
//!
//! `deploy/monitoring/metrics.txt` lists all of them; a test compares.

mod database;
mod domains;
mod files;
mod jobs;
mod limits;
mod mails;
mod payments;
mod process;
mod publishing;
mod requests;
mod series;
mod sites;

use prometheus::{Encoder as _, Registry, TextEncoder};

pub use self::database::DatabaseMetrics;
pub use self::domains::{DomainMetrics, DomainState};
pub use self::files::{FileMetrics, Operation};
pub use self::jobs::JobMetrics;
pub use self::limits::{Limit, LimitMetrics};
pub use self::mails::MailMetrics;
pub use self::payments::{NotificationOutcome, PaymentMetrics};
pub use self::process::ProcessMetrics;
pub use self::publishing::PublishMetrics;
pub use self::requests::RequestMetrics;
use self::series::Series;
pub use self::sites::{CacheMetrics, ComparisonMetrics, SiteMetrics};
use crate::jobs::GaugeSource;
use crate::state::AppState;

/// The metrics of this process.
pub struct Metrics {
    registry: Registry,
    listed: Vec<String>,
    /// Requests and their answers.
    pub requests: RequestMetrics,
    /// Connections to the database.
    pub database: DatabaseMetrics,
    /// Background jobs.
    pub jobs: JobMetrics,
    /// The outbox.
    pub mails: MailMetrics,
    /// Orders, providers and their notifications.
    pub payments: PaymentMetrics,
    /// Sites and pages in memory.
    pub sites: SiteMetrics,
    /// Releases of sites.
    pub publishing: PublishMetrics,
    /// Domains of sites and their certificates.
    pub domains: DomainMetrics,
    /// The store of files.
    pub files: FileMetrics,
    /// What is refused, and what waits in line.
    pub limits: LimitMetrics,
    /// The program itself.
    pub process: ProcessMetrics,
}

impl Metrics {
    /// Everything at zero.
    pub fn new() -> Result<Self, prometheus::Error> {
        let mut series = Series::default();
        Ok(Self {
            requests: RequestMetrics::new(&mut series)?,
            database: DatabaseMetrics::new(&mut series)?,
            jobs: JobMetrics::new(&mut series)?,
            mails: MailMetrics::new(&mut series)?,
            payments: PaymentMetrics::new(&mut series)?,
            sites: SiteMetrics::new(&mut series)?,
            publishing: PublishMetrics::new(&mut series)?,
            domains: DomainMetrics::new(&mut series)?,
            files: FileMetrics::new(&mut series)?,
            limits: LimitMetrics::new(&mut series)?,
            process: ProcessMetrics::new(&mut series)?,
            listed: series.listed,
            registry: series.registry,
        })
    }

    /// All metrics, one a line: name, type and labels, with spaces between.
    pub fn listed(&self) -> &[String] {
        &self.listed
    }

    /// The metrics as they are, in Prometheus' text format.
    pub fn text(&self) -> String {
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = TextEncoder::new().encode(&self.registry.gather(), &mut text);
        String::from_utf8(text).unwrap_or_default()
    }
}

/// What `/metrics` answers: reads what is in memory, and gives all metrics in Prometheus' text format.
pub fn page(state: &AppState) -> String {
    let metrics = &state.metrics;
    state.db.measure();
    metrics.limits.measure(Limit::Passwords, state.hasher.limit());
    metrics.limits.measure(Limit::Uploads, state.uploads.limit());
    for gauges in &state.registry.gauges {
        if let GaugeSource::Memory(measure) = gauges.source {
            measure(state);
        }
    }
    metrics.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All metrics of a server on Linux, one a line: name, type, labels.
    const LISTED: &str = include_str!("../../../../deploy/monitoring/metrics.txt");

    #[test]
    #[cfg(target_os = "linux")]
    fn the_list_for_the_operator_has_every_metric_and_no_other() {
        let mut listed = Metrics::new().unwrap().listed().to_vec();
        listed.sort_unstable();
        assert_eq!(
            LISTED,
            listed.join("\n") + "\n",
            "write deploy/monitoring/metrics.txt anew"
        );
    }

    #[test]
    fn every_metric_of_ours_has_the_prefix_and_every_counter_its_ending() {
        for line in Metrics::new().unwrap().listed() {
            let mut words = line.split(' ');
            let (name, kind) = (words.next().unwrap(), words.next().unwrap());
            assert!(
                name.starts_with("moyan_") || name.starts_with("process_"),
                "{line}"
            );
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            assert!(kind != "histogram" || name.ends_with("_seconds"), "{line}");
        }
    }
}
