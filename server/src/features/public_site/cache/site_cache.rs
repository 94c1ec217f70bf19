//! Sites that are being read, and pages that were made.
//!
//! What is known of a host is compared with the database at most once a second, and after every change that this server
//! made to a site. While the database is away, visitors read what is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{HttpMessage as _, rt, web};
use chrono::{DateTime, TimeDelta, Utc};
use moyan_domain::SiteStatus;
use moyan_domain::limits::{
    PAGES_IN_MEMORY_BYTES, PREVIEW_THEMES, SITE_CHECK_WAIT_MS, SITE_CHECKED_EVERY_MS, SITES_IN_MEMORY,
    SITES_IN_MEMORY_BYTES,
};
use moyan_foundation::access::MayChange;
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::AppError;
use moyan_foundation::http::host::SiteName;
use moyan_foundation::state::AppState;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use super::answer::{Answer, hash_of};
use super::views::Views;
use crate::features::public_site::content::audience_view::Audiences;
use crate::features::public_site::content::links::OwnNames;
use crate::features::public_site::content::theme;
use crate::features::publish::service::{self as publish, LiveRows};
use crate::features::publish::{SiteContent, SiteHost, SiteIdentity};

/// A site, as it is read now.
pub struct Loaded {
    /// Distinguishes what was read at different times.
    pub serial: u64,
    pub identity: SiteIdentity,
    /// What is seen; none when no release is live.
    pub audiences: Option<Audiences>,
    /// The name of the style sheet of the site's theme.
    pub theme_name: String,
    /// That style sheet.
    pub theme: Answer,
}

impl Loaded {
    fn new(
        serial: u64,
        identity: SiteIdentity,
        content: Option<SiteContent>,
        platform: &PlatformConfig,
    ) -> Self {
        let names = OwnNames::of(&identity, platform);
        let css = content
            .as_ref()
            .map(|content| theme::style_sheet(&content.settings.appearance))
            .unwrap_or_default();
        Self {
            serial,
            identity,
            audiences: content.map(|content| Audiences::new(Arc::new(content), names)),
            theme_name: theme_name(&css),
            theme: Answer::file("text/css; charset=utf-8", css.into_bytes()).compressed(),
        }
    }

    /// False for a site of which strangers may not know: there is nothing at its address, as if nobody had it.
    pub fn is_found(&self) -> bool {
        self.identity.status != SiteStatus::Draft && self.audiences.is_some()
    }

    fn n_bytes(&self) -> u64 {
        let Some(audiences) = &self.audiences else {
            return 0;
        };
        // Text, and what was made of it for each audience: the words of the search, twice.
        let n_copies = 1 + 2 * audiences.n_views();
        let documents = audiences.guest.content.documents.iter();
        let n_bytes: usize = documents
            .map(|document| 1000 + n_copies * document.sealed.n_bytes())
            .sum();
        u64::try_from(n_bytes).unwrap_or(u64::MAX)
    }
}

/// The name of the style sheet of a site's theme.
pub fn theme_name(css: &str) -> String {
    format!("theme-{}.css", hash_of(css.as_bytes()))
}

/// What is known of a host.
#[derive(Default)]
struct Known {
    state: Mutex<KnownState>,
    /// Bytes of the site that it was made with. A cache counts what it was given, so this never changes.
    n_bytes: u64,
    /// Whoever compares with the database.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Clone, Default)]
struct KnownState {
    /// When it was compared, and after how many changes.
    checked: Option<(DateTime<Utc>, u64)>,
    loaded: Option<Arc<Loaded>>,
}

impl Known {
    fn get(&self) -> KnownState {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, state: KnownState) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }
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

#[derive(Clone)]
struct ByBytes;

impl Weighter<String, Arc<Known>> for ByBytes {
    fn weight(&self, _host: &String, known: &Arc<Known>) -> u64 {
        // A cache refuses what is heavier than itself, and a site that is not kept would be read for every page.
        1000 + known.n_bytes.min(SITES_IN_MEMORY_BYTES / 4)
    }
}

impl Weighter<PageKey, Arc<Answer>> for ByBytes {
    fn weight(&self, _key: &PageKey, answer: &Arc<Answer>) -> u64 {
        u64::try_from(answer.n_bytes()).unwrap_or(u64::MAX)
    }
}

/// Sites and pages in memory, bounded by their bytes.
pub struct Sites {
    hosts: Cache<String, Arc<Known>, ByBytes>,
    pages: Cache<PageKey, Arc<Answer>, ByBytes>,
    /// Style sheets of previews, by their names.
    themes: Cache<String, Arc<Answer>>,
    /// Views that are not stored yet.
    pub views: Views,
    n_changes: AtomicU64,
    n_loaded: AtomicU64,
}

/// The memory of hosts, undivided: a part of it would be too small for a large site.
fn hosts() -> Cache<String, Arc<Known>, ByBytes> {
    let options = OptionsBuilder::new()
        .estimated_items_capacity(SITES_IN_MEMORY)
        .weight_capacity(SITES_IN_MEMORY_BYTES)
        .shards(1)
        .build();
    match options {
        Ok(options) => Cache::with_options(
            options,
            ByBytes,
            DefaultHashBuilder::default(),
            DefaultLifecycle::default(),
        ),
        // Only when a number is missing.
        Err(_) => Cache::with_weighter(SITES_IN_MEMORY, SITES_IN_MEMORY_BYTES, ByBytes),
    }
}

impl Default for Sites {
    fn default() -> Self {
        Self {
            hosts: hosts(),
            pages: Cache::with_weighter(SITES_IN_MEMORY, PAGES_IN_MEMORY_BYTES, ByBytes),
            themes: Cache::new(PREVIEW_THEMES),
            views: Views::default(),
            n_changes: AtomicU64::new(0),
            n_loaded: AtomicU64::new(0),
        }
    }
}

impl Sites {
    /// Lets every site be compared with the database before it is read again.
    pub fn expire(&self) {
        self.n_changes.fetch_add(1, Ordering::AcqRel);
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

    /// Keeps the style sheet of a preview, which the frame will ask for.
    pub fn keep_theme(&self, name: &str, css: String) {
        if self.themes.get(name).is_none() {
            let answer = Answer::file("text/css; charset=utf-8", css.into_bytes());
            self.themes.insert(name.to_owned(), Arc::new(answer));
        }
    }

    /// The style sheet of a preview.
    pub fn theme_of_preview(&self, name: &str) -> Option<Arc<Answer>> {
        self.themes.get(name)
    }

    /// Whether this server has changed a site since it was compared.
    fn is_outdated(&self, known: &KnownState) -> bool {
        let n_changes = self.n_changes.load(Ordering::Acquire);
        known
            .checked
            .is_some_and(|(_, compared_at)| compared_at != n_changes)
    }

    /// Notes what is known of a host now. A site that was read anew is weighed anew.
    fn learn(&self, host: String, known: &Known, next: KnownState) {
        let serial = |state: &KnownState| state.loaded.as_ref().map(|loaded| loaded.serial);
        let is_same = serial(&known.get()) == serial(&next);
        // Also those who wait for their turn read it.
        known.set(next.clone());
        if !is_same {
            let next = Known {
                n_bytes: next.loaded.as_ref().map_or(0, |loaded| loaded.n_bytes()),
                state: Mutex::new(next),
                turn: tokio::sync::Mutex::default(),
            };
            self.hosts.insert(host, Arc::new(next));
        }
    }

    fn is_fresh(&self, known: &KnownState, now: DateTime<Utc>) -> bool {
        known.checked.is_some_and(|(checked_at, n_changes)| {
            let age = now - checked_at;
            n_changes == self.n_changes.load(Ordering::Acquire)
                && age >= TimeDelta::zero()
                && age < TimeDelta::milliseconds(SITE_CHECKED_EVERY_MS)
        })
    }
}

/// The site of a host; none when it has none. Fails when the database is away and nothing is known.
pub async fn load(state: &web::Data<AppState>, name: &SiteName) -> Result<Option<Arc<Loaded>>, AppError> {
    let host = name.key();
    let sites = &state.memory.of::<Sites>();
    let known = match sites.hosts.get(&host) {
        Some(known) => known,
        None => {
            let known = Arc::new(Known::default());
            sites.hosts.insert(host.clone(), known.clone());
            known
        }
    };
    let now = state.clock.now();
    let current = known.get();
    if sites.is_fresh(&current, now) {
        return Ok(current.loaded);
    }
    let is_outdated = sites.is_outdated(&current);
    let task = rt::spawn(compare(state.clone(), known.clone(), name.clone(), now));
    // Whoever reads does not wait for a database that is away, when there is something to read. After a change by this
    // server everybody waits: what was visible before may be hidden now.
    let wait = match current.loaded {
        Some(_) if !is_outdated => Duration::from_millis(SITE_CHECK_WAIT_MS),
        _ => Duration::MAX,
    };
    let Ok(compared) = tokio::time::timeout(wait, task).await else {
        return Ok(current.loaded);
    };
    match compared.unwrap_or_else(|error| Err(AppError::Internal(error.to_string()))) {
        Err(error) if is_outdated => Err(error),
        Err(error) => current.loaded.map(Some).ok_or(error),
        loaded => loaded,
    }
}

/// Compares what is known of a host with the database, one request at a time.
async fn compare(
    state: web::Data<AppState>,
    known: Arc<Known>,
    name: SiteName,
    now: DateTime<Utc>,
) -> Result<Option<Arc<Loaded>>, AppError> {
    let _turn = known.turn.lock().await;
    let current = known.get();
    let sites = &state.memory.of::<Sites>();
    if sites.is_fresh(&current, now) {
        return Ok(current.loaded);
    }
    let n_changes = sites.n_changes.load(Ordering::Acquire);
    let (before, asked, platform) = (current.loaded.clone(), name.clone(), state.platform.clone());
    let serial = sites.n_loaded.fetch_add(1, Ordering::Relaxed);
    let read = state
        .db
        .run(move |connection| {
            let Some(identity) = publish::find_site(connection, host_of(&asked), now)? else {
                return Ok(Read::Nothing);
            };
            if let Some(before) = before.filter(|before| before.identity == identity) {
                return Ok(Read::AsBefore(before));
            }
            let rows = publish::find_live(connection, identity.id)?;
            Ok(Read::Anew(Box::new((identity, rows))))
        })
        .await;
    let read = match read {
        Ok(read) => read.loaded(serial, platform).await,
        Err(error) => Err(error),
    };
    let checked = Some((now, n_changes));
    match read {
        Ok(loaded) => {
            let next = KnownState {
                checked,
                loaded: loaded.clone(),
            };
            sites.learn(name.key(), &known, next);
            Ok(loaded)
        }
        Err(error) => {
            if current.loaded.is_some() && !sites.is_outdated(&current) {
                known.set(KnownState { checked, ..current });
            }
            Err(error)
        }
    }
}

/// What was read of a host.
enum Read {
    Nothing,
    /// The site is what it was.
    AsBefore(Arc<Loaded>),
    Anew(Box<(SiteIdentity, Option<LiveRows>)>),
}

impl Read {
    /// The site in memory. Its texts are read off the event loop, and no connection waits for that.
    async fn loaded(
        self,
        serial: u64,
        platform: Arc<PlatformConfig>,
    ) -> Result<Option<Arc<Loaded>>, AppError> {
        let (identity, rows) = match self {
            Self::Nothing => return Ok(None),
            Self::AsBefore(loaded) => return Ok(Some(loaded)),
            Self::Anew(read) => *read,
        };
        let load = move || {
            let content = rows.map(LiveRows::content).transpose()?;
            Ok(Some(Arc::new(Loaded::new(serial, identity, content, &platform))))
        };
        tokio::task::spawn_blocking(load)
            .await
            .map_err(|error| AppError::Internal(format!("a site was not loaded: {error}")))?
    }
}

fn host_of(name: &SiteName) -> SiteHost<'_> {
    match name {
        SiteName::Slug(slug) => SiteHost::Slug(slug),
        SiteName::Domain(domain) => SiteHost::Domain(domain),
    }
}

/// Lets sites be compared with the database after a change that this server made. Only after one: what was refused or
/// failed, and what only reads, must not keep visitors from pages while the database is away.
pub async fn notice_changes(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let response = next.call(request).await?;
    let request = response.request();
    let is_of_sites = request
        .match_pattern()
        .is_some_and(|route| route.contains("/sites") || route.starts_with("/api/admin/"));
    let is_change = response.status().is_success() && request.extensions().contains::<MayChange>();
    if is_of_sites
        && is_change
        && let Some(state) = request.app_data::<web::Data<AppState>>()
    {
        state.memory.of::<Sites>().expire();
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use actix_web::http::StatusCode;

    use super::*;
    use crate::features::public_site::testing::config;
    use crate::features::public_site::testing::{content_with, document};
    use moyan_domain::gate::AccessLevel;

    fn loaded(serial: u64, content: &SiteContent) -> Loaded {
        let platform = config(&[]).platform;
        Loaded::new(serial, content.site.clone(), Some(content.clone()), &platform)
    }

    #[test]
    fn style_sheets_of_previews_are_few() {
        let sites = Sites::default();
        for number in 0..5 * PREVIEW_THEMES {
            sites.keep_theme(&format!("theme-{number}.css"), String::new());
        }
        let n_kept = (0..5 * PREVIEW_THEMES)
            .filter(|number| sites.theme_of_preview(&format!("theme-{number}.css")).is_some())
            .count();
        assert!((1..2 * PREVIEW_THEMES).contains(&n_kept), "{n_kept}");
    }

    #[test]
    fn a_site_of_any_size_stays_in_memory() {
        let sites = Sites::default();
        for n_bytes in [0, SITES_IN_MEMORY_BYTES / 8, SITES_IN_MEMORY_BYTES * 10] {
            let known = Known {
                n_bytes,
                ..Known::default()
            };
            sites.hosts.insert("site".to_owned(), Arc::new(known));
            let kept = sites.hosts.get("site").map(|known| known.n_bytes);
            assert_eq!(kept, Some(n_bytes));
        }
    }

    #[test]
    fn a_site_takes_the_bytes_of_its_texts_and_twice_as_many_for_each_audience() {
        let mut content = content_with(vec![
            document(1, "a", &[], &["<p>1</p>"]),
            document(2, "b", &[], &["<p>123456789</p>"]),
        ]);
        assert_eq!(loaded(1, &content).n_bytes(), 2 * 1000 + 3 * (8 + 16));
        content.rules.guest = AccessLevel::Hidden;
        content.rules.non_member = AccessLevel::Partial;
        assert_eq!(loaded(1, &content).n_bytes(), 2 * 1000 + 7 * (8 + 16));
        let unpublished = Loaded::new(1, content.site, None, &config(&[]).platform);
        assert_eq!(unpublished.n_bytes(), 0);
    }

    #[test]
    fn a_site_that_has_changed_is_weighed_anew_and_one_that_has_not_stays_where_it_is() {
        let sites = Sites::default();
        let small = Arc::new(loaded(1, &content_with(vec![document(1, "a", &[], &[])])));
        let large = Arc::new(loaded(2, &content_with(vec![document(1, "a", &[], &["text"])])));
        let learn = |known: &Known, n_changes, site: Option<&Arc<Loaded>>| {
            let next = KnownState {
                checked: Some((DateTime::UNIX_EPOCH, n_changes)),
                loaded: site.cloned(),
            };
            sites.learn("site".to_owned(), known, next);
        };
        let kept = || sites.hosts.get("site").unwrap();
        let first = Known::default();
        learn(&first, 1, Some(&small));
        assert_eq!(kept().n_bytes, small.n_bytes());
        let (before, n_changes) = (kept(), |known: &Known| known.get().checked.map(|(_, n)| n));
        assert_eq!((n_changes(&first), n_changes(&before)), (Some(1), Some(1)));
        learn(&before, 2, Some(&small));
        assert!(Arc::ptr_eq(&kept(), &before));
        assert_eq!(n_changes(&before), Some(2));
        learn(&before, 3, Some(&large));
        assert_eq!(kept().n_bytes, large.n_bytes());
        learn(&kept(), 4, None);
        assert_eq!((kept().n_bytes, n_changes(&kept())), (0, Some(4)));
    }

    #[test]
    fn as_many_sites_stay_in_memory_as_fit() {
        let sites = Sites::default();
        for number in 0..20 {
            let known = Known {
                n_bytes: SITES_IN_MEMORY_BYTES / 8,
                ..Known::default()
            };
            sites.hosts.insert(format!("site-{number}"), Arc::new(known));
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
        let known = KnownState {
            checked: Some((checked_at, 0)),
            loaded: None,
        };
        let is_fresh = |after_ms| sites.is_fresh(&known, checked_at + TimeDelta::milliseconds(after_ms));
        let around = [-1, 0, SITE_CHECKED_EVERY_MS - 1, SITE_CHECKED_EVERY_MS];
        assert_eq!(around.map(is_fresh), [false, true, true, false]);
        assert!(!sites.is_fresh(&KnownState::default(), checked_at));
        sites.expire();
        assert!(!is_fresh(0));
    }
}
