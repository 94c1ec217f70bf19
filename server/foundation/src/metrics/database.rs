//! Connections to the database.

use prometheus::{Error, Histogram, IntCounter, IntGauge};

use super::series::{FAST, Series};

/// Connections to the database. Those of requests are a pool; jobs and probes have their own.
#[derive(Clone)]
pub struct DatabaseMetrics {
    /// Connections that requests may use.
    pub connections_max: IntGauge,
    /// Connections that requests use now.
    pub connections_in_use: IntGauge,
    /// Requests that wait for a connection now.
    pub waiting: IntGauge,
    /// How long requests waited for a connection, also those that got none.
    pub wait_seconds: Histogram,
    /// Requests that got no connection in time.
    pub refused: IntCounter,
    /// Connections that broke, of jobs and probes too.
    pub broken: IntCounter,
    /// When the rows of the last good backup were read, in seconds since 1970; 0 when there never was one.
    pub last_backup: IntGauge,
}

impl DatabaseMetrics {
    pub(super) fn new(series: &mut Series) -> Result<Self, Error> {
        Ok(Self {
            connections_max: series.gauge(
                "moyan_pool_connections_max",
                "Connections to the database that requests may use",
            )?,
            connections_in_use: series.gauge(
                "moyan_pool_connections_in_use",
                "Connections to the database that requests use now",
            )?,
            waiting: series.gauge(
                "moyan_pool_requests_waiting",
                "Requests that wait for a connection to the database now",
            )?,
            wait_seconds: series.durations(
                "moyan_pool_wait_seconds",
                "Time that requests waited for a connection to the database",
                FAST,
            )?,
            refused: series.counter(
                "moyan_pool_refusals_total",
                "Requests that got no connection to the database in time",
            )?,
            broken: series.counter(
                "moyan_database_connections_broken_total",
                "Connections to the database that broke",
            )?,
            last_backup: series.gauge(
                "moyan_last_backup_timestamp_seconds",
                "When the rows of the last good backup were read, in seconds since 1970; 0 without one",
            )?,
        })
    }
}
