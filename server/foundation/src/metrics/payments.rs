//! Orders, payment providers and their notifications.

use std::time::Duration;

use moyan_domain::PaymentMethod;
use prometheus::{Error, HistogramVec, IntCounterVec, IntGaugeVec};

use super::series::{SLOW, Series};

/// What became of a notification of a payment provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationOutcome {
    /// It was processed.
    Processed,
    /// Its signature or its content was refused: anybody can post something here.
    Refused,
    /// Something was not available; the provider sends it again.
    Failed,
}

impl NotificationOutcome {
    const ALL: [Self; 3] = [Self::Processed, Self::Refused, Self::Failed];

    fn as_str(self) -> &'static str {
        match self {
            Self::Processed => "processed",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// The methods with a provider.
const PROVIDERS: [PaymentMethod; 3] = [
    PaymentMethod::Stripe,
    PaymentMethod::WechatPay,
    PaymentMethod::Alipay,
];

/// Orders, payment providers and their notifications.
#[derive(Clone)]
pub struct PaymentMetrics {
    orders_with_problem: IntGaugeVec,
    notifications: IntCounterVec,
    provider_seconds: HistogramVec,
    provider_failures: IntCounterVec,
}

impl PaymentMetrics {
    pub(super) fn new(series: &mut Series) -> Result<Self, Error> {
        let metrics = Self {
            orders_with_problem: series.gauges(
                "moyan_orders_with_problem",
                "Orders that somebody has to look at, of all servers together, by problem",
                &["problem"],
            )?,
            notifications: series.counters(
                "moyan_payment_notifications_total",
                "Notifications of payment providers, by method and outcome",
                &["method", "outcome"],
            )?,
            provider_seconds: series.durations_of_each(
                "moyan_payment_provider_seconds",
                "Time until a payment provider answered, or did not",
                &["provider"],
                SLOW,
            )?,
            provider_failures: series.counters(
                "moyan_payment_provider_failures_total",
                "Requests to payment providers that got no answer in order",
                &["provider"],
            )?,
        };
        for method in PROVIDERS {
            metrics.provider_failures.with_label_values(&[method.as_str()]);
            for outcome in NotificationOutcome::ALL {
                metrics
                    .notifications
                    .with_label_values(&[method.as_str(), outcome.as_str()]);
            }
        }
        Ok(metrics)
    }

    /// So many orders have a problem.
    pub fn set_orders(&self, problem: &'static str, n_orders: i64) {
        self.orders_with_problem
            .with_label_values(&[problem])
            .set(n_orders);
    }

    /// A notification came.
    pub fn notified(&self, method: PaymentMethod, outcome: NotificationOutcome) {
        self.notifications
            .with_label_values(&[method.as_str(), outcome.as_str()])
            .inc();
    }

    /// A provider was asked.
    pub fn asked(&self, provider: &'static str, duration: Duration, is_answered: bool) {
        self.provider_seconds
            .with_label_values(&[provider])
            .observe(duration.as_secs_f64());
        let failures = self.provider_failures.with_label_values(&[provider]);
        failures.inc_by(u64::from(!is_answered));
    }
}
