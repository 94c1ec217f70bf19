//! The outbox of mails and short messages.

use prometheus::{Error, Gauge, IntCounterVec, IntGauge};

use super::series::Series;

/// The outbox. Gauges are those of all servers together.
#[derive(Clone)]
pub struct MailMetrics {
    tried: IntCounterVec,
    /// Mails that were not sent yet.
    pub waiting: IntGauge,
    /// How long the oldest of them has waited, in seconds; 0 without one.
    pub oldest_waiting_seconds: Gauge,
}

impl MailMetrics {
    pub(super) fn new(series: &mut Series) -> Result<Self, Error> {
        let tried = series.counters(
            "moyan_mails_total",
            "Tries to send mails, by outcome",
            &["outcome"],
        )?;
        for outcome in ["sent", "retried", "dead"] {
            tried.with_label_values(&[outcome]);
        }
        Ok(Self {
            tried,
            waiting: series.gauge("moyan_mails_waiting", "Mails that were not sent yet")?,
            oldest_waiting_seconds: series.seconds(
                "moyan_mail_oldest_waiting_seconds",
                "How long the oldest mail that was not sent yet has waited; 0 without one",
            )?,
        })
    }

    /// A mail was tried: `sent`, `retried` or `dead`.
    pub fn tried(&self, outcome: &'static str) {
        self.tried.with_label_values(&[outcome]).inc();
    }
}
