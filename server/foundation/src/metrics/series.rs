//! Makes metrics, registers them, and lists what was made.

use prometheus::core::Collector;
use prometheus::{
    Error, Gauge, GaugeVec, Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge,
    IntGaugeVec, Opts, Registry,
};

/// Seconds by which the durations of requests are told apart; 0.1 and 0.3 are those of the objectives.
pub(super) const FAST: &[f64] = &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.5, 1.0, 5.0];
/// Seconds by which the durations of work that nobody waits for are told apart.
pub(super) const SLOW: &[f64] = &[0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0];

/// Makes metrics. Each is registered.
#[derive(Default)]
pub(super) struct Series {
    pub(super) registry: Registry,
    pub(super) listed: Vec<String>,
}

impl Series {
    /// A number that only grows.
    pub(super) fn counter(&mut self, name: &str, help: &str) -> Result<IntCounter, Error> {
        self.add("counter", name, &[], IntCounter::new(name, help)?)
    }

    /// A number that only grows, for each value of the labels.
    pub(super) fn counters(
        &mut self,
        name: &str,
        help: &str,
        labels: &[&str],
    ) -> Result<IntCounterVec, Error> {
        self.add(
            "counter",
            name,
            labels,
            IntCounterVec::new(Opts::new(name, help), labels)?,
        )
    }

    /// A number.
    pub(super) fn gauge(&mut self, name: &str, help: &str) -> Result<IntGauge, Error> {
        self.add("gauge", name, &[], IntGauge::new(name, help)?)
    }

    /// A number for each value of the labels.
    pub(super) fn gauges(&mut self, name: &str, help: &str, labels: &[&str]) -> Result<IntGaugeVec, Error> {
        self.add(
            "gauge",
            name,
            labels,
            IntGaugeVec::new(Opts::new(name, help), labels)?,
        )
    }

    /// Seconds.
    pub(super) fn seconds(&mut self, name: &str, help: &str) -> Result<Gauge, Error> {
        self.add("gauge", name, &[], Gauge::new(name, help)?)
    }

    /// Seconds for each value of the labels.
    pub(super) fn seconds_of_each(
        &mut self,
        name: &str,
        help: &str,
        labels: &[&str],
    ) -> Result<GaugeVec, Error> {
        self.add(
            "gauge",
            name,
            labels,
            GaugeVec::new(Opts::new(name, help), labels)?,
        )
    }

    /// Durations, told apart by these seconds.
    pub(super) fn durations(&mut self, name: &str, help: &str, buckets: &[f64]) -> Result<Histogram, Error> {
        let options = HistogramOpts::new(name, help).buckets(buckets.to_vec());
        self.add("histogram", name, &[], Histogram::with_opts(options)?)
    }

    /// Durations for each value of the labels.
    pub(super) fn durations_of_each(
        &mut self,
        name: &str,
        help: &str,
        labels: &[&str],
        buckets: &[f64],
    ) -> Result<HistogramVec, Error> {
        let options = HistogramOpts::new(name, help).buckets(buckets.to_vec());
        self.add("histogram", name, labels, HistogramVec::new(options, labels)?)
    }

    /// Registers what others made, with the names that it has.
    #[cfg(target_os = "linux")]
    pub(super) fn foreign(&mut self, collector: impl Collector + 'static) -> Result<(), Error> {
        for described in collector.desc() {
            let name = &described.fq_name;
            let kind = if name.ends_with("_total") {
                "counter"
            } else {
                "gauge"
            };
            self.listed.push(format!("{name} {kind}"));
        }
        self.registry.register(Box::new(collector))
    }

    fn add<C: Collector + Clone + 'static>(
        &mut self,
        kind: &str,
        name: &str,
        labels: &[&str],
        collector: C,
    ) -> Result<C, Error> {
        self.registry.register(Box::new(collector.clone()))?;
        self.listed.push([&[name, kind], labels].concat().join(" "));
        Ok(collector)
    }
}
