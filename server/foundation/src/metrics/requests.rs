//! Requests and their answers.

use std::time::Duration;

use prometheus::{Error, HistogramVec, IntCounterVec};

use super::series::{FAST, Series};

/// Requests and their answers.
#[derive(Clone)]
pub struct RequestMetrics {
    answered: IntCounterVec,
    seconds: HistogramVec,
}

impl RequestMetrics {
    pub(super) fn new(series: &mut Series) -> Result<Self, Error> {
        Ok(Self {
            answered: series.counters(
                "moyan_requests_total",
                "Requests answered, by route and status",
                &["method", "route", "status"],
            )?,
            seconds: series.durations_of_each(
                "moyan_request_seconds",
                "Time to answer, by route",
                &["method", "route"],
                FAST,
            )?,
        })
    }

    /// A request was answered. `method` is a name out of a table and `route` the pattern, never what was sent:
    /// anybody could vary it, and each new value is kept for ever.
    pub fn answered(&self, method: &'static str, route: &str, status: u16, duration: Duration) {
        self.answered
            .with_label_values(&[method, route, &status.to_string()])
            .inc();
        self.seconds
            .with_label_values(&[method, route])
            .observe(duration.as_secs_f64());
    }
}
