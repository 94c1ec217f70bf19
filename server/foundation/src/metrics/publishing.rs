//! Releases of sites.

use prometheus::{Error, Histogram, IntCounter};

use super::series::{SLOW, Series};

/// Releases of sites.
#[derive(Clone)]
pub struct PublishMetrics {
    /// Time to publish a site or some of its documents, also when it failed.
    pub publish_seconds: Histogram,
    /// Those that failed by a fault of the server.
    pub failures: IntCounter,
    /// Time to render a document.
    pub rendering_seconds: Histogram,
}

impl PublishMetrics {
    pub(super) fn new(series: &mut Series) -> Result<Self, Error> {
        Ok(Self {
            publish_seconds: series.durations(
                "moyan_publish_seconds",
                "Time to publish a site or some of its documents",
                SLOW,
            )?,
            failures: series.counter(
                "moyan_publish_failures_total",
                "Sites that were not published by a fault of the server",
            )?,
            rendering_seconds: series.durations(
                "moyan_rendering_seconds",
                "Time to render a document for a site",
                SLOW,
            )?,
        })
    }
}
