//! The program itself.

use prometheus::{Error, IntGauge, IntGaugeVec};

use super::series::Series;

/// The program itself. On Linux `process_*` say what it takes of the machine.
#[derive(Clone)]
pub struct ProcessMetrics {
    /// When it began, in seconds since 1970. `process_start_time_seconds` is 0 in the sandbox of the unit, which hides
    /// when the machine began.
    pub start_time: IntGauge,
    migration: IntGaugeVec,
}

impl ProcessMetrics {
    pub(super) fn new(series: &mut Series) -> Result<Self, Error> {
        #[cfg(target_os = "linux")]
        series.foreign(prometheus::process_collector::ProcessCollector::for_self())?;
        let build = series.gauges(
            "moyan_build_info",
            "1, for the version of the program",
            &["version"],
        )?;
        build.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1);
        Ok(Self {
            start_time: series.gauge(
                "moyan_start_time_seconds",
                "When the program began, in seconds since 1970",
            )?,
            migration: series.gauges(
                "moyan_migration_info",
                "1, for the newest migration of the database, once it is up to date",
                &["version"],
            )?,
        })
    }

    /// The database is up to date, with this migration as its newest.
    pub fn set_migration(&self, version: &str) {
        self.migration.reset();
        self.migration.with_label_values(&[version]).set(1);
    }
}
