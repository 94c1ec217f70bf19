//! Sites and pages in memory.

use prometheus::{Error, Gauge, Histogram, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec};

use super::series::{FAST, Series};

/// Sites and pages in memory.
#[derive(Clone)]
pub struct SiteMetrics {
    /// All sites in memory, compared with the database in one statement.
    pub compared_together: ComparisonMetrics,
    /// One site, compared with the database and read anew where it has changed.
    pub compared_alone: ComparisonMetrics,
    /// Answers out of a site that could not be compared with the database in time.
    pub stale_answers: IntCounter,
    /// How long ago the site in memory was compared whose comparison is the oldest; 0 without sites.
    pub oldest_comparison_seconds: Gauge,
    /// Sites that were read from the database anew.
    pub loads: IntCounter,
    /// Time to make a page that was not in memory.
    pub page_seconds: Histogram,
    /// Sites, by their hosts.
    pub hosts: CacheMetrics,
    /// Pages.
    pub pages: CacheMetrics,
    /// Views that are not stored yet.
    pub views_waiting: IntGauge,
}

/// Comparisons of one kind.
#[derive(Clone)]
pub struct ComparisonMetrics {
    /// How long they took.
    pub seconds: Histogram,
    /// Those that failed: the database was away, or too slow.
    pub failures: IntCounter,
}

/// What is kept in memory.
#[derive(Clone)]
pub struct CacheMetrics {
    /// How many are kept.
    pub entries: IntGauge,
    /// How much room they count as.
    pub bytes: IntGauge,
    /// Questions that were answered from memory.
    pub hits: IntCounter,
    /// Questions that were not.
    pub misses: IntCounter,
    /// Those that had to leave, because others needed the room.
    pub evictions: IntCounter,
}

impl SiteMetrics {
    pub(super) fn new(series: &mut Series) -> Result<Self, Error> {
        let seconds = series.durations_of_each(
            "moyan_site_comparison_seconds",
            "Time to compare sites in memory with the database: all together, or one alone",
            &["kind"],
            FAST,
        )?;
        let failures = series.counters(
            "moyan_site_comparison_failures_total",
            "Comparisons of sites that failed",
            &["kind"],
        )?;
        let comparison = |kind: &str| ComparisonMetrics {
            seconds: HistogramVec::with_label_values(&seconds, &[kind]),
            failures: failures.with_label_values(&[kind]),
        };
        let caches = Caches::new(series)?;
        Ok(Self {
            compared_together: comparison("together"),
            compared_alone: comparison("alone"),
            stale_answers: series.counter(
                "moyan_site_stale_answers_total",
                "Answers out of a site that could not be compared with the database in time",
            )?,
            oldest_comparison_seconds: series.seconds(
                "moyan_site_oldest_comparison_seconds",
                "Age of the oldest comparison of a site in memory; 0 without sites",
            )?,
            loads: series.counter(
                "moyan_site_loads_total",
                "Sites that were read from the database anew",
            )?,
            page_seconds: series.durations(
                "moyan_page_render_seconds",
                "Time to make a page of a site that was not in memory",
                FAST,
            )?,
            hosts: caches.of("hosts"),
            pages: caches.of("pages"),
            views_waiting: series.gauge("moyan_views_waiting", "Views of pages that are not stored yet")?,
        })
    }
}

/// The metrics of all caches.
struct Caches {
    entries: IntGaugeVec,
    bytes: IntGaugeVec,
    hits: IntCounterVec,
    misses: IntCounterVec,
    evictions: IntCounterVec,
}

impl Caches {
    fn new(series: &mut Series) -> Result<Self, Error> {
        let labels = &["cache"];
        Ok(Self {
            entries: series.gauges("moyan_cache_entries", "Entries in memory", labels)?,
            bytes: series.gauges(
                "moyan_cache_bytes",
                "Bytes in memory, as the cache counts them",
                labels,
            )?,
            hits: series.counters(
                "moyan_cache_hits_total",
                "Questions that were answered from memory",
                labels,
            )?,
            misses: series.counters(
                "moyan_cache_misses_total",
                "Questions that were not answered from memory",
                labels,
            )?,
            evictions: series.counters(
                "moyan_cache_evictions_total",
                "Entries that left memory, because others needed the room",
                labels,
            )?,
        })
    }

    fn of(&self, cache: &str) -> CacheMetrics {
        let label = &[cache];
        CacheMetrics {
            entries: self.entries.with_label_values(label),
            bytes: self.bytes.with_label_values(label),
            hits: self.hits.with_label_values(label),
            misses: self.misses.with_label_values(label),
            evictions: self.evictions.with_label_values(label),
        }
    }
}
