//! Sites that are read, and pages that were made.

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use moyan_domain::limits::{
    PAGES_IN_MEMORY_BYTES, SITE_CHECKED_EVERY_MS, SITES_IN_MEMORY, SITES_IN_MEMORY_BYTES,
};
use moyan_domain::{Clock, SiteId};
use moyan_foundation::metrics::SiteMetrics;
use quick_cache::Weighter;

use super::answer::Answer;
use super::counted_cache::CountedCache;
use super::disk::Disk;
use super::loaded::Loaded;
use super::views::Views;
use crate::features::publish::SiteStamp;

/// The site of a host, as it was last compared with the database.
#[derive(Default)]
pub(super) struct CacheEntry {
    state: Mutex<EntryState>,
    /// Bytes of the site that it was made with. A cache counts what it was given, so this never changes.
    n_bytes: u64,
    /// Held by the request that compares the entry with the database.
    pub(super) refresh_lock: tokio::sync::Mutex<()>,
}

#[derive(Clone, Default)]
pub(super) struct EntryState {
    /// When it was compared, or could not be, and after how many changes.
    pub(super) checked: Option<(DateTime<Utc>, u64)>,
    /// When the database last said that it is so.
    pub(super) confirmed_at: Option<DateTime<Utc>>,
    /// Whether the database said since that it is another one. It is not shown then, however the next reading ends.
    pub(super) is_changed: bool,
    /// By which it is compared together with all others. None for a name that leads to a site for a while only.
    pub(super) stamp: Option<SiteStamp>,
    pub(super) loaded: Option<Arc<Loaded>>,
    /// Whether an earlier process read it, and kept it on disk.
    pub(super) is_from_disk: bool,
}

impl CacheEntry {
    pub(super) fn get(&self) -> EntryState {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set(&self, state: EntryState) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    /// Takes what the database says of the site now: another stamp, or none, leaves the entry to be read anew. True when it
    /// must not be shown any more.
    pub(super) fn compare(&self, stamp: Option<&SiteStamp>, checked: (DateTime<Utc>, u64)) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if stamp.is_some() && state.stamp.as_ref() == stamp {
            state.checked = Some(checked);
            state.confirmed_at = Some(checked.0);
        } else if state.checked.is_none_or(|(at, _)| at < checked.0) {
            // One that was read meanwhile is newer than the answer. Where everybody sees everything, a base that is
            // written to hides nothing.
            let has_rules = state.loaded.as_ref().is_none_or(|loaded| loaded.has_rules);
            let is_of_base = stamp
                .zip(state.stamp.as_ref())
                .is_some_and(|(now, before)| now.is_same_but_for_base(before));
            state.is_changed |= has_rules || !is_of_base;
            state.checked = None;
            return state.is_changed;
        }
        false
    }
}

/// Changes that this server made to sites.
#[derive(Default)]
struct Changes {
    /// How many.
    n: u64,
    /// The last one that may be of any site.
    of_all: u64,
    /// The last one of each site.
    of_site: HashMap<SiteId, u64>,
}

/// A page: what it was made of, and its address.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PageKey {
    /// What was read of the site.
    pub serial: u64,
    /// Path and query, as far as the page depends on them.
    pub address: String,
    /// What stands before paths.
    pub base: String,
}

/// Counts sites and pages by their bytes.
#[derive(Clone)]
pub(super) struct ByBytes {
    /// A cache refuses what nearly fills it, and a site that is not kept would be read for every page: what is heavier
    /// counts as nine tenths of this, and everything else has to leave.
    max_bytes: u64,
}

impl Weighter<String, Arc<CacheEntry>> for ByBytes {
    fn weight(&self, _host: &String, entry: &Arc<CacheEntry>) -> u64 {
        (1000 + entry.n_bytes).min(self.max_bytes / 10 * 9)
    }
}

impl Weighter<PageKey, Arc<Answer>> for ByBytes {
    fn weight(&self, _key: &PageKey, answer: &Arc<Answer>) -> u64 {
        u64::try_from(answer.n_bytes()).unwrap_or(u64::MAX)
    }
}

/// Sites and pages in memory, bounded by their bytes.
pub struct Sites {
    pub(super) hosts: CountedCache<String, Arc<CacheEntry>, ByBytes>,
    pages: CountedCache<PageKey, Arc<Answer>, ByBytes>,
    /// Views that are not stored yet.
    pub views: Views,
    changes: Mutex<Changes>,
    /// When all sites were last compared together, and after how many changes. Held by the request that compares them.
    pub(super) compared: tokio::sync::Mutex<Option<(DateTime<Utc>, u64)>>,
    pub(super) n_loaded: AtomicU64,
    /// The folder with sites for a start while the database is away; none until a process that shows pages opens it, and
    /// where it cannot have it.
    disk: OnceLock<Option<Arc<Disk>>>,
}

/// So many sites are told apart that this server changed; a change of one more counts as one of all.
const CHANGED_SITES: usize = 10_000;

impl Default for Sites {
    fn default() -> Self {
        Self::new(SITES_IN_MEMORY_BYTES, PAGES_IN_MEMORY_BYTES)
    }
}

impl Sites {
    /// Room for so many bytes of sites, and for so many of pages.
    pub fn new(max_site_bytes: u64, max_page_bytes: u64) -> Self {
        let by_bytes = |max_bytes| ByBytes { max_bytes };
        Self {
            // Undivided: a part of it would be too small for a large site.
            hosts: CountedCache::new(SITES_IN_MEMORY, max_site_bytes, Some(1), by_bytes(max_site_bytes)),
            pages: CountedCache::new(SITES_IN_MEMORY, max_page_bytes, None, by_bytes(max_page_bytes)),
            views: Views::default(),
            changes: Mutex::default(),
            compared: tokio::sync::Mutex::default(),
            n_loaded: AtomicU64::new(0),
            disk: OnceLock::new(),
        }
    }

    /// Keeps sites in a folder from now on, unless there is one already.
    pub(in crate::features::public_site) fn keep_on(&self, open: impl FnOnce() -> Option<Disk>) {
        self.disk.get_or_init(|| open().map(Arc::new));
    }

    /// The folder in which sites are kept.
    pub(super) fn disk(&self) -> Option<&Arc<Disk>> {
        self.disk.get()?.as_ref()
    }

    /// Lets every site be compared with the database before it is read again.
    pub fn expire(&self) {
        let mut changes = self.changes();
        changes.n += 1;
        changes.of_all = changes.n;
        drop(changes);
        self.doubt_on_disk(None);
    }

    /// The same after a change of one site: when the database is away then, all others go on.
    pub fn expire_site(&self, id: SiteId) {
        let mut changes = self.changes();
        changes.n += 1;
        let n = changes.n;
        if changes.of_site.len() < CHANGED_SITES || changes.of_site.contains_key(&id) {
            changes.of_site.insert(id, n);
        } else {
            changes.of_all = n;
        }
        drop(changes);
        self.doubt_on_disk(Some(id));
    }

    fn doubt_on_disk(&self, id: Option<SiteId>) {
        if let Some(disk) = self.disk() {
            disk.doubt(id);
        }
    }

    /// The sites in memory that nobody knows a change of, and when the database confirmed them.
    fn confirmed(&self) -> Vec<(Arc<Loaded>, DateTime<Utc>)> {
        self.hosts
            .iter()
            .map(|(_, entry)| entry.get())
            .filter(|entry| entry.stamp.is_some() && !entry.is_from_disk && self.may_be_shown(entry))
            .filter_map(|entry| entry.loaded.zip(entry.confirmed_at))
            .collect()
    }

    /// Keeps on disk once a minute what a comparison has confirmed and what is not there, whyever it is not.
    ///
    /// - `now`: when the comparison began
    pub(super) fn keep_missing_on_disk(self: &Arc<Self>, now: DateTime<Utc>, clock: &Clock) {
        let Some(disk) = self.disk() else {
            return;
        };
        let (sites, clock) = (self.clone(), clock.clone());
        let confirmed = || {
            let confirmed = self.confirmed().into_iter();
            confirmed
                .filter(|(_, at)| *at >= now)
                .map(|(loaded, _)| loaded)
                .collect()
        };
        disk.keep_missing(now, confirmed, move || sites.note_on_disk_now(clock.now(), false));
    }

    /// Notes on disk what the database has confirmed, if that is due. It has happened when this ends.
    pub(super) async fn note_on_disk(&self, now: DateTime<Utc>) {
        if let Some(disk) = self.disk()
            && let Some(due) = disk.due(now, false, || self.confirmed())
        {
            disk.note(due).await;
        }
    }

    /// The same on this thread, which must not be one that answers requests.
    ///
    /// - `is_last`: the process ends
    pub fn note_on_disk_now(&self, now: DateTime<Utc>, is_last: bool) {
        if let Some(disk) = self.disk()
            && let Some(due) = disk.due(now, is_last, || self.confirmed())
        {
            disk.note_now(&due);
        }
    }

    fn changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often this server changed a site.
    pub(super) fn n_changes(&self) -> u64 {
        self.changes().n
    }

    /// The sites in memory that can be compared together.
    pub(super) fn comparable(&self) -> Vec<(SiteId, Arc<CacheEntry>)> {
        self.hosts
            .iter()
            .filter_map(|(_, entry)| Some((entry.get().stamp?.id, entry)))
            .collect()
    }

    /// Notes for the operator's monitoring what is kept, and how old it is.
    pub fn measure(&self, metrics: &SiteMetrics, now: DateTime<Utc>) {
        self.hosts.measure(&metrics.hosts);
        self.pages.measure(&metrics.pages);
        let confirmed = self
            .hosts
            .iter()
            .map(|(_, entry)| entry.get())
            .filter(|entry| entry.stamp.is_some() || entry.is_from_disk)
            .filter_map(|entry| entry.confirmed_at);
        let age = confirmed.min().map_or(0.0, |at| (now - at).as_seconds_f64());
        metrics.oldest_comparison_seconds.set(age.max(0.0));
        metrics.views_waiting.set(self.views.n_waiting());
    }

    /// A page that was made.
    pub fn page(&self, key: &PageKey) -> Option<Arc<Answer>> {
        self.pages.get(key)
    }

    /// Keeps a page.
    pub fn keep(&self, key: PageKey, answer: Arc<Answer>) {
        self.pages.insert(key, answer);
    }

    /// Number of pages in memory.
    pub fn n_pages(&self) -> usize {
        self.pages.len()
    }

    /// Whether a site may be shown while it is compared, or cannot be: nobody knows of a change. One from disk may not
    /// once the database was asked for it under another name.
    pub(super) fn may_be_shown(&self, entry: &EntryState) -> bool {
        let is_as_found = || {
            let found = entry.loaded.as_ref().zip(self.disk());
            found.is_some_and(|(loaded, disk)| disk.is_as_found(loaded.identity.id))
        };
        !entry.is_changed && !self.is_outdated(entry) && (!entry.is_from_disk || is_as_found())
    }

    /// True when this server changed the site after the entry was compared.
    pub(super) fn is_outdated(&self, entry: &EntryState) -> bool {
        let changes = self.changes();
        let of_site = entry
            .loaded
            .as_ref()
            .and_then(|loaded| changes.of_site.get(&loaded.identity.id));
        let last = changes.of_all.max(of_site.copied().unwrap_or_default());
        entry
            .checked
            .is_some_and(|(_, compared_after)| compared_after < last)
    }

    /// Stores the new state of a host. A site that was read anew is weighed anew.
    pub(super) fn insert(&self, host: String, entry: &CacheEntry, next: EntryState) {
        let serial = |state: &EntryState| state.loaded.as_ref().map(|loaded| loaded.serial);
        let is_same = serial(&entry.get()) == serial(&next);
        // Requests that wait for the lock of the old entry read it too.
        entry.set(next.clone());
        if !is_same {
            let next = CacheEntry {
                n_bytes: next.loaded.as_ref().map_or(0, |loaded| loaded.n_bytes()),
                state: Mutex::new(next),
                refresh_lock: tokio::sync::Mutex::default(),
            };
            self.hosts.insert(host, Arc::new(next));
        }
    }

    /// Whether what was compared then, after so many changes, need not be compared yet.
    pub(super) fn is_fresh(&self, checked: Option<(DateTime<Utc>, u64)>, now: DateTime<Utc>) -> bool {
        checked.is_some_and(|(checked_at, n_changes)| {
            let age = now - checked_at;
            n_changes == self.n_changes()
                && age >= TimeDelta::zero()
                && age < TimeDelta::milliseconds(SITE_CHECKED_EVERY_MS)
        })
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::StatusCode;
    use moyan_foundation::memory::Memory;
    use uuid::Uuid;

    use super::*;
    use crate::features::public_site::testing::{config, content_with, document};
    use crate::features::publish::SiteContent;

    fn loaded(serial: u64, content: &SiteContent) -> Loaded {
        let platform = config(&[]).platform;
        Loaded::new(serial, content.site.clone(), Some(content.clone()), &platform)
    }

    #[test]
    fn a_site_of_any_size_stays_in_memory() {
        let sites = Sites::default();
        for n_bytes in [0, SITES_IN_MEMORY_BYTES / 8, SITES_IN_MEMORY_BYTES * 10] {
            let entry = CacheEntry {
                n_bytes,
                ..CacheEntry::default()
            };
            sites.hosts.insert("site".to_owned(), Arc::new(entry));
            let kept = sites.hosts.get(&"site".to_owned()).map(|entry| entry.n_bytes);
            assert_eq!(kept, Some(n_bytes));
        }
    }

    #[test]
    fn a_site_that_fills_the_memory_leaves_no_room_for_others() {
        let sites = Sites::default();
        let insert = |host: &str, n_bytes| {
            let entry = CacheEntry {
                n_bytes,
                ..CacheEntry::default()
            };
            sites.hosts.insert(host.to_owned(), Arc::new(entry));
        };
        insert("small", SITES_IN_MEMORY_BYTES / 8);
        insert("giant", SITES_IN_MEMORY_BYTES * 2);
        let hosts: Vec<String> = sites.hosts.iter().map(|(host, _)| host).collect();
        assert_eq!(hosts, ["giant"]);
    }

    #[test]
    fn the_operator_says_how_much_memory_there_is() {
        let n_kept = |megabytes: &str| {
            let memory = Memory::default();
            let variables = [("SITES_MEMORY_MB", megabytes)];
            crate::features::public_site::memory(&config(&variables).platform, &memory);
            for number in 0..10 {
                let entry = CacheEntry {
                    n_bytes: 600 << 10,
                    ..CacheEntry::default()
                };
                let sites = memory.of::<Sites>();
                sites.hosts.insert(format!("site-{number}"), Arc::new(entry));
            }
            memory.of::<Sites>().hosts.len()
        };
        assert_eq!((n_kept("1"), n_kept("20")), (1, 10));
    }

    #[test]
    fn a_site_that_has_changed_is_weighed_anew_and_one_that_has_not_stays_where_it_is() {
        let sites = Sites::default();
        let small = Arc::new(loaded(1, &content_with(vec![document(1, "a", &[], &[])])));
        let large = Arc::new(loaded(2, &content_with(vec![document(1, "a", &[], &["text"])])));
        let insert = |entry: &CacheEntry, n_changes, site: Option<&Arc<Loaded>>| {
            let next = EntryState {
                checked: Some((DateTime::UNIX_EPOCH, n_changes)),
                loaded: site.cloned(),
                ..EntryState::default()
            };
            sites.insert("site".to_owned(), entry, next);
        };
        let kept = || sites.hosts.get(&"site".to_owned()).unwrap();
        let first = CacheEntry::default();
        insert(&first, 1, Some(&small));
        assert_eq!(kept().n_bytes, small.n_bytes());
        let (before, n_changes) = (kept(), |entry: &CacheEntry| entry.get().checked.map(|(_, n)| n));
        assert_eq!((n_changes(&first), n_changes(&before)), (Some(1), Some(1)));
        insert(&before, 2, Some(&small));
        assert!(Arc::ptr_eq(&kept(), &before));
        assert_eq!(n_changes(&before), Some(2));
        insert(&before, 3, Some(&large));
        assert_eq!(kept().n_bytes, large.n_bytes());
        insert(&kept(), 4, None);
        assert_eq!((kept().n_bytes, n_changes(&kept())), (0, Some(4)));
    }

    #[test]
    fn as_many_sites_stay_in_memory_as_fit() {
        let sites = Sites::default();
        for number in 0..20 {
            let entry = CacheEntry {
                n_bytes: SITES_IN_MEMORY_BYTES / 8,
                ..CacheEntry::default()
            };
            sites.hosts.insert(format!("site-{number}"), Arc::new(entry));
        }
        let n_kept = sites.hosts.len();
        assert!((2..8).contains(&n_kept), "{n_kept}");
    }

    #[test]
    fn as_many_pages_stay_in_memory_as_fit() {
        const PAGE_BYTES: usize = 64 << 10;
        let sites = Sites::default();
        let page = Arc::new(Answer::new(StatusCode::OK, "text/html", vec![0; PAGE_BYTES]));
        let key = |serial| PageKey {
            serial,
            address: "/docs".to_owned(),
            base: String::new(),
        };
        assert_eq!(sites.n_pages(), 0);
        sites.keep(key(1), page.clone());
        assert!(sites.page(&key(1)).is_some_and(|kept| Arc::ptr_eq(&kept, &page)));
        assert!(sites.page(&key(2)).is_none());
        assert_eq!(sites.n_pages(), 1);
        let n_fit = PAGES_IN_MEMORY_BYTES / PAGE_BYTES as u64;
        for serial in 0..2 * n_fit {
            sites.keep(key(serial), page.clone());
        }
        let n_pages = sites.n_pages() as u64;
        assert!((2..n_fit).contains(&n_pages), "{n_pages}");
    }

    #[test]
    fn a_site_is_compared_again_after_a_second_and_after_every_change() {
        let sites = Sites::default();
        let checked_at = DateTime::UNIX_EPOCH;
        let checked = Some((checked_at, 0));
        let is_fresh = |after_ms| sites.is_fresh(checked, checked_at + TimeDelta::milliseconds(after_ms));
        let around = [-1, 0, SITE_CHECKED_EVERY_MS - 1, SITE_CHECKED_EVERY_MS];
        assert_eq!(around.map(is_fresh), [false, true, true, false]);
        assert!(!sites.is_fresh(None, checked_at));
        sites.expire();
        assert!(!is_fresh(0));
    }

    #[test]
    fn a_change_outdates_its_own_site_and_one_that_may_be_of_any_all_of_them() {
        let sites = Sites::default();
        let content = content_with(vec![]);
        let entry = EntryState {
            checked: Some((DateTime::UNIX_EPOCH, 0)),
            loaded: Some(Arc::new(loaded(1, &content))),
            ..EntryState::default()
        };
        sites.expire_site(SiteId(Uuid::max()));
        assert!(!sites.is_outdated(&entry));
        sites.expire_site(content.site.id);
        assert!(sites.is_outdated(&entry));
        // Compared since.
        let checked = Some((DateTime::UNIX_EPOCH, sites.n_changes()));
        let entry = EntryState { checked, ..entry };
        assert!(!sites.is_outdated(&entry));
        sites.expire();
        assert!(sites.is_outdated(&entry));
    }

    #[test]
    fn more_changed_sites_than_are_told_apart_count_as_all() {
        let sites = Sites::default();
        for number in 0..=CHANGED_SITES as u128 {
            assert_eq!(sites.changes().of_all, 0, "{number}");
            sites.expire_site(SiteId(Uuid::from_u128(number)));
        }
        let of_all = || sites.changes().of_all;
        assert_eq!(of_all(), CHANGED_SITES as u64 + 1);
        // One that is told apart stays so.
        sites.expire_site(SiteId(Uuid::nil()));
        assert_eq!(of_all(), CHANGED_SITES as u64 + 1);
    }
}
