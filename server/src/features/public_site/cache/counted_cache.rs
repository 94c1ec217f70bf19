//! A cache that counts what it answers and what has to leave it, for the operator's monitoring.

use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};

use moyan_foundation::metrics::CacheMetrics;
use quick_cache::sync::Cache;
use quick_cache::{DefaultHashBuilder, Lifecycle, OptionsBuilder, Weighter};

/// What is kept in memory, bounded by its bytes. What was asked for longest ago leaves first.
pub struct CountedCache<K, V, W> {
    cache: Cache<K, V, W, DefaultHashBuilder, HandBack>,
    n_hits: AtomicU64,
    n_misses: AtomicU64,
    n_evicted: AtomicU64,
}

/// Hands back what had to leave for something new, so that it is counted, and freed without the lock of the cache.
#[derive(Clone)]
struct HandBack;

impl<K, V> Lifecycle<K, V> for HandBack {
    type RequestState = Vec<(K, V)>;

    fn begin_request(&self) -> Self::RequestState {
        Vec::new()
    }

    fn on_evict(&self, left: &mut Self::RequestState, key: K, value: V) {
        left.push((key, value));
    }
}

impl<K: Eq + Hash + Clone, V: Clone, W: Weighter<K, V> + Clone> CountedCache<K, V, W> {
    /// A cache of so many bytes, as `weighter` counts them.
    ///
    /// - `n_expected`: how many entries there may be, about
    /// - `n_shards`: parts that are locked apart from each other; each has its share of the bytes. None: as many as are
    ///   good for the machine.
    pub fn new(n_expected: usize, max_bytes: u64, n_shards: Option<usize>, weighter: W) -> Self {
        let mut options = OptionsBuilder::new();
        options
            .estimated_items_capacity(n_expected)
            .weight_capacity(max_bytes);
        if let Some(n_shards) = n_shards {
            options.shards(n_shards);
        }
        let hash = DefaultHashBuilder::default();
        let cache = match options.build() {
            Ok(options) => Cache::with_options(options, weighter, hash, HandBack),
            // Only when a number is missing.
            Err(_) => Cache::with(n_expected, max_bytes, weighter, hash, HandBack),
        };
        Self {
            cache,
            n_hits: AtomicU64::new(0),
            n_misses: AtomicU64::new(0),
            n_evicted: AtomicU64::new(0),
        }
    }

    /// What is kept of a key.
    pub fn get(&self, key: &K) -> Option<V> {
        let found = self.cache.get(key);
        let counter = match found {
            Some(_) => &self.n_hits,
            None => &self.n_misses,
        };
        counter.fetch_add(1, Ordering::Relaxed);
        found
    }

    /// Keeps a value, in place of the one that its key had.
    pub fn insert(&self, key: K, value: V) {
        let left = self.cache.insert_with_lifecycle(key.clone(), value);
        let n_others = left.iter().filter(|(other, _)| *other != key).count();
        self.n_evicted.fetch_add(n_others as u64, Ordering::Relaxed);
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.cache.len()
    }

    /// All entries.
    pub fn iter(&self) -> impl Iterator<Item = (K, V)> {
        self.cache.iter()
    }

    /// Notes what is kept, and adds what was counted since the last time.
    pub fn measure(&self, metrics: &CacheMetrics) {
        let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        metrics.entries.set(number(self.cache.len() as u64));
        metrics.bytes.set(number(self.cache.weight()));
        for (counted, counter) in [
            (&self.n_hits, &metrics.hits),
            (&self.n_misses, &metrics.misses),
            (&self.n_evicted, &metrics.evictions),
        ] {
            counter.inc_by(counted.swap(0, Ordering::Relaxed));
        }
    }
}

#[cfg(test)]
mod tests {
    use moyan_foundation::metrics::Metrics;

    use super::*;

    #[derive(Clone)]
    struct ByItself;

    impl Weighter<u8, u64> for ByItself {
        fn weight(&self, _key: &u8, value: &u64) -> u64 {
            *value
        }
    }

    #[test]
    fn what_is_found_and_what_has_to_leave_is_counted_once() {
        let metrics = Metrics::new().unwrap().sites.hosts;
        let cache = CountedCache::new(10, 100, Some(1), ByItself);
        let counted = || {
            cache.measure(&metrics);
            (metrics.hits.get(), metrics.misses.get(), metrics.evictions.get())
        };
        assert_eq!(cache.get(&1), None);
        cache.insert(1, 10);
        // The same key anew: nothing had to leave.
        cache.insert(1, 20);
        assert_eq!(cache.get(&1), Some(20));
        assert_eq!(counted(), (1, 1, 0));
        assert_eq!((metrics.entries.get(), metrics.bytes.get()), (1, 20));
        // Ten of ten bytes fill it; each one more needs the room of another.
        for key in 2..=20 {
            cache.insert(key, 10);
        }
        let (_, _, n_evicted) = counted();
        assert_eq!(20 - n_evicted, cache.len() as u64);
        assert!(n_evicted > 0);
        assert_eq!(counted(), (1, 1, n_evicted));
    }
}
