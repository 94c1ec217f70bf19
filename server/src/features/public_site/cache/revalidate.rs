//! Sites in memory are compared with the database at most once a second, all of them in one statement, and after every
//! change that this server made to a site. While the database is away, visitors read what is there, for a while.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{HttpMessage as _, rt, web};
use chrono::{DateTime, TimeDelta, Utc};
use moyan_domain::SiteId;
use moyan_domain::limits::SITE_CHECK_WAIT_MS;
use moyan_foundation::access::MayChange;
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::AppError;
use moyan_foundation::http::host::SiteName;
use moyan_foundation::shown_pages::ShownPages;
use moyan_foundation::state::AppState;

use super::disk::may_be_kept;
use super::loaded::Loaded;
use super::site_cache::{CacheEntry, EntryState, Sites};
use crate::features::publish::service::{self as publish, LiveRows};
use crate::features::publish::{SiteHost, SiteIdentity};

/// The site of a host, if there is one. Fails when the database is away and the cache has nothing, or nothing that may
/// still be shown.
pub async fn load(state: &web::Data<AppState>, name: &SiteName) -> Result<Option<Arc<Loaded>>, AppError> {
    let host = name.key();
    let sites = &state.memory.of::<Sites>();
    let entry = match sites.hosts.get(&host) {
        Some(entry) => entry,
        None => {
            let entry = Arc::new(CacheEntry::default());
            sites.hosts.insert(host.clone(), entry.clone());
            entry
        }
    };
    let asked = Asked {
        at: state.clock.now(),
        n_changes: sites.n_changes(),
    };
    let current = entry.get();
    if sites.is_fresh(current.checked, asked.at) && !must_ask(state, sites, &current) {
        return shown_as_kept(state, current, asked.at);
    }
    let mut task = rt::spawn(revalidate(state.clone(), entry.clone(), name.clone(), asked));
    // While the database is away, readers get the cached site after a short wait. Where it may show what is hidden now,
    // they wait longer.
    let answered = match sites.may_be_shown(&current)
        && !must_ask(state, sites, &current)
        && shown(state, current, asked.at).is_ok_and(|site| site.is_some())
    {
        true => tokio::time::timeout(Duration::from_millis(SITE_CHECK_WAIT_MS), &mut task).await,
        false => Ok((&mut task).await),
    };
    // Meanwhile the database may have said that it is another one.
    let current = entry.get();
    let answered = match answered {
        Err(_) if sites.may_be_shown(&current) && !must_ask(state, sites, &current) => {
            return shown_stale(state, current, asked.at);
        }
        Err(_) => task.await,
        Ok(answered) => answered,
    };
    match answered.unwrap_or_else(|error| Err(AppError::Internal(error.to_string()))) {
        Ok(next) => shown_as_kept(state, next, asked.at),
        Err(error) => {
            let current = entry.get();
            if may_be_shown_after(state, sites, &current, &error) {
                shown_stale(state, current, asked.at)
            } else {
                Err(error)
            }
        }
    }
}

/// The site of a host as it is in memory, or else on disk, after a question to the database that failed.
pub async fn loaded_after(state: &AppState, name: &SiteName, error: &AppError) -> Option<Arc<Loaded>> {
    let (host, now) = (name.key(), state.clock.now());
    let sites = state.memory.of::<Sites>();
    let entry = match sites.hosts.get(&host) {
        Some(entry) => entry,
        // Most names that are asked for are those of no site.
        None if !sites.disk().is_some_and(|disk| disk.has(&host, now)) => return None,
        None => Arc::default(),
    };
    if entry.get().loaded.is_none() && may_open_files(state, error) {
        let _refresh_lock = entry.refresh_lock.lock().await;
        find_on_disk(state, &sites, &entry, name).await;
    }
    let entry = entry.get();
    if !may_be_shown_after(state, &sites, &entry, error) {
        return None;
    }
    shown(state, entry, state.clock.now()).ok().flatten()
}

/// Whether files may be shown after a question to the database that failed: this process has never reached it. Once it
/// has, a failure may be one of a database that is there, with too much to do.
fn may_open_files(state: &AppState, error: &AppError) -> bool {
    !state.db.is_ready() && matches!(error, AppError::Unavailable(_))
}

/// Whether an entry may be shown after a comparison that failed.
fn may_be_shown_after(state: &AppState, sites: &Sites, entry: &EntryState, error: &AppError) -> bool {
    let is_open = !entry.is_from_disk || may_open_files(state, error);
    entry.loaded.is_some() && sites.may_be_shown(entry) && is_open
}

/// Whether an entry is from disk and may not be shown: files count only until this process has reached the database.
fn must_ask(state: &AppState, sites: &Sites, entry: &EntryState) -> bool {
    entry.is_from_disk && (state.db.is_ready() || !sites.may_be_shown(entry))
}

/// When a request asked for a site, and after how many changes.
#[derive(Clone, Copy)]
struct Asked {
    at: DateTime<Utc>,
    n_changes: u64,
}

impl Asked {
    /// Whether a comparison that began then, after so many changes, is new enough: however long it took, or others
    /// waited for it.
    fn is_answered_by(self, began: Option<(DateTime<Utc>, u64)>) -> bool {
        began.is_some_and(|(at, n_changes)| at >= self.at && n_changes >= self.n_changes)
    }
}

/// What an entry shows. One that could not be compared when it was due shows a site for a limited time.
fn shown(state: &AppState, entry: EntryState, now: DateTime<Utc>) -> Result<Option<Arc<Loaded>>, AppError> {
    let Some((loaded, confirmed_at)) = entry.loaded.zip(entry.confirmed_at) else {
        return Ok(None);
    };
    let limit_s = match loaded.has_rules {
        true => state.platform.stale_ruled_sites_s,
        false => state.platform.stale_sites_s,
    };
    let until = confirmed_at + TimeDelta::seconds(limit_s.into());
    if entry.is_from_disk && now < confirmed_at {
        return Err(AppError::Unavailable("the clock went backwards".to_owned()));
    }
    let is_confirmed = entry
        .checked
        .is_some_and(|(checked_at, _)| checked_at == confirmed_at);
    if now > until
        && !(is_confirmed
            && state
                .memory
                .of::<Sites>()
                .is_fresh(entry.checked, state.clock.now()))
    {
        return Err(AppError::Unavailable(
            "the site was not compared for too long".to_owned(),
        ));
    }
    // The folder itself says how long its sites may be shown.
    if !entry.is_from_disk {
        state.memory.of::<ShownPages>().extend(until);
    }
    Ok(Some(loaded))
}

/// What an entry shows that was compared, or could not be for less than a second. One from disk was never compared.
fn shown_as_kept(
    state: &AppState,
    entry: EntryState,
    now: DateTime<Utc>,
) -> Result<Option<Arc<Loaded>>, AppError> {
    match entry.is_from_disk {
        true => shown_stale(state, entry, now),
        false => shown(state, entry, now),
    }
}

/// What an entry shows that could not be compared in time.
fn shown_stale(
    state: &AppState,
    entry: EntryState,
    now: DateTime<Utc>,
) -> Result<Option<Arc<Loaded>>, AppError> {
    let site = shown(state, entry, now)?;
    if site.is_some() {
        state.metrics.sites.stale_answers.inc();
    }
    Ok(site)
}

/// Compares an entry with the database: with all others, and by itself when that tells of a change, or nothing.
async fn revalidate(
    state: web::Data<AppState>,
    entry: Arc<CacheEntry>,
    name: SiteName,
    asked: Asked,
) -> Result<EntryState, AppError> {
    let sites = &state.memory.of::<Sites>();
    if entry.get().stamp.is_some() {
        compare_all(&state, sites, asked).await;
    }
    let _refresh_lock = entry.refresh_lock.lock().await;
    let current = entry.get();
    let is_new = asked.is_answered_by(current.checked) || sites.is_fresh(current.checked, state.clock.now());
    if is_new && !must_ask(&state, sites, &current) {
        return Ok(current);
    }
    // The queue may have been long.
    let (now, n_changes) = (state.clock.now(), sites.n_changes());
    // With the database there, no file decides.
    let before = current.loaded.clone().filter(|_| !current.is_from_disk);
    let (host, platform) = (name.clone(), state.platform.clone());
    let serial = sites.n_loaded.fetch_add(1, Ordering::Relaxed);
    let metrics = &state.metrics.sites;
    let timer = metrics.compared_alone.seconds.start_timer();
    let read = state
        .db
        .run(move |connection| {
            let Some((identity, stamp)) = publish::find_site(connection, host_of(&host), now)? else {
                return Ok((Read::Nothing, None));
            };
            let stamp = has_name(&identity, &host).then_some(stamp);
            if let Some(before) = before.filter(|before| before.identity == identity) {
                return Ok((Read::AsBefore(before), stamp));
            }
            let rows = publish::find_live(connection, identity.id)?;
            Ok((Read::Anew(Box::new((identity, rows))), stamp))
        })
        .await;
    timer.observe_duration();
    if read.is_err() {
        metrics.compared_alone.failures.inc();
    }
    if let Ok((Read::Anew(_), _)) = &read {
        metrics.loads.inc();
    }
    let read = match read {
        Ok((read, stamp)) => read.loaded(serial, platform).await.map(|loaded| (loaded, stamp)),
        Err(error) => Err(error),
    };
    let checked = Some((now, n_changes));
    match read {
        Ok((loaded, stamp)) => {
            let next = EntryState {
                checked,
                confirmed_at: Some(now),
                is_changed: false,
                stamp,
                loaded,
                is_from_disk: false,
            };
            sites.insert(name.key(), &entry, next.clone());
            keep_on_disk(&state, sites, &name, &next).await;
            Ok(next)
        }
        Err(error) => {
            if may_be_shown_after(&state, sites, &current, &error) {
                entry.set(EntryState { checked, ..current });
                return Err(error);
            }
            if current.is_from_disk {
                entry.set(EntryState::default());
            }
            if may_open_files(&state, &error) {
                find_on_disk(&state, sites, &entry, &name).await;
            }
            Err(error)
        }
    }
}

/// What was read of a name decides what stands on disk: what is not for everybody loses its file before anybody sees it.
async fn keep_on_disk(state: &web::Data<AppState>, sites: &Arc<Sites>, name: &SiteName, read: &EntryState) {
    let Some(disk) = sites.disk() else {
        return;
    };
    let loaded = read.loaded.as_ref();
    let mut wrong = disk.others_of(&name.key(), loaded.map(|loaded| loaded.identity.id));
    let closed = loaded.filter(|loaded| !may_be_kept(loaded));
    wrong.extend(closed.map(|loaded| loaded.identity.id));
    disk.forget(wrong).await;
    // A name that leads to a site for a while only is not compared with all others.
    if let Some(loaded) = loaded.filter(|_| read.stamp.is_some()) {
        let (state, sites) = (state.clone(), sites.clone());
        disk.keep(loaded, move || {
            sites.note_on_disk_now(state.clock.now(), false);
        });
    }
}

/// Takes the site of a name from disk, which nobody has read from the database yet. The lock of the entry must be held.
async fn find_on_disk(state: &AppState, sites: &Sites, entry: &CacheEntry, name: &SiteName) {
    let current = entry.get();
    let Some(disk) = sites.disk().filter(|_| current.confirmed_at.is_none()) else {
        return;
    };
    let (now, n_changes) = (state.clock.now(), sites.n_changes());
    let serial = sites.n_loaded.fetch_add(1, Ordering::Relaxed);
    let found = disk.find(&name.key(), now, serial, state.platform.clone()).await;
    if let Some(found) = found {
        let next = EntryState {
            checked: Some((now, n_changes)),
            confirmed_at: Some(found.confirmed_at),
            loaded: Some(Arc::new(found.loaded)),
            is_from_disk: true,
            ..EntryState::default()
        };
        sites.insert(name.key(), entry, next);
    }
}

/// Whether a site has a name as its own. A slug that it gave up leads to it until a moment that no stamp tells of, and a
/// domain may have gone to another site between two questions.
fn has_name(identity: &SiteIdentity, name: &SiteName) -> bool {
    match name {
        SiteName::Slug(slug) => *slug == identity.slug,
        SiteName::Domain(domain) => identity.domains.contains(domain),
    }
}

/// Compares all sites in memory with the database, in one statement, unless somebody did since it was asked for.
async fn compare_all(state: &AppState, sites: &Arc<Sites>, asked: Asked) {
    let mut compared = sites.compared.lock().await;
    let now = state.clock.now();
    if asked.is_answered_by(*compared) || sites.is_fresh(*compared, now) {
        return;
    }
    let checked = (now, sites.n_changes());
    *compared = Some(checked);
    let entries = sites.comparable();
    let mut ids: Vec<SiteId> = entries.iter().map(|(id, _)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    let metrics = &state.metrics.sites.compared_together;
    let timer = metrics.seconds.start_timer();
    let stamps = state
        .db
        .run(move |connection| publish::list_stamps(connection, &ids))
        .await;
    timer.observe_duration();
    // Each that could not be compared is tried by itself, and served as it is when that fails too.
    let Ok(stamps) = stamps else {
        metrics.failures.inc();
        return;
    };
    let changed = entries
        .iter()
        .filter(|(id, entry)| entry.compare(stamps.get(id), checked))
        .map(|(id, _)| *id)
        .collect();
    if let Some(disk) = sites.disk() {
        disk.forget(changed).await;
        // Nobody waits for it.
        let (sites, clock) = (sites.clone(), state.clock.clone());
        rt::spawn(async move {
            sites.keep_missing_on_disk(now, &clock);
            sites.note_on_disk(now).await;
        });
    }
}

/// What was read of a host.
enum Read {
    Nothing,
    /// The site has not changed.
    AsBefore(Arc<Loaded>),
    Anew(Box<(SiteIdentity, Option<LiveRows>)>),
}

impl Read {
    /// Builds the site in memory. The texts are parsed on a blocking thread, after the connection went back to the pool.
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

/// The name as the tables have it.
pub fn host_of(name: &SiteName) -> SiteHost<'_> {
    match name {
        SiteName::Slug(slug) => SiteHost::Slug(slug),
        SiteName::Domain(domain) => SiteHost::Domain(domain),
    }
}

/// Which sites a change under an address may be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// The one that the address names, if it names one.
    Named,
    Any,
}

/// Changes under these addresses may close sites that they do not name.
const OF_ANY_SITE: [&str; 9] = [
    "/api/account/deletion",
    "/api/teams/{teamId}",
    "/api/teams/{teamId}/restore",
    "/api/teams/{teamId}/transfer",
    "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}",
    "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/move",
    "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/purge",
    "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/restore",
    // The domain may have been another site's.
    "/api/teams/{teamId}/sites/{siteId}/domains/{domainId}/check",
];

impl Scope {
    /// None where no change is of a site.
    fn of(route: &str) -> Option<Self> {
        if OF_ANY_SITE.contains(&route) || route.starts_with("/api/admin/") {
            return Some(Self::Any);
        }
        route.contains("/sites").then_some(Self::Named)
    }
}

/// Marks the entries of a site as outdated after a change that this server made to it, all of them where the address does
/// not name the site. Requests that read, or that failed, do not: they
/// must not keep visitors from pages while the database is away.
pub async fn notice_changes(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let response = next.call(request).await?;
    let request = response.request();
    let scope = request.match_pattern().and_then(|route| Scope::of(&route));
    let is_change = response.status().is_success() && request.extensions().contains::<MayChange>();
    if let Some(scope) = scope
        && is_change
        && let Some(state) = request.app_data::<web::Data<AppState>>()
    {
        let sites = state.memory.of::<Sites>();
        let named = request.match_info().get("siteId").and_then(|id| id.parse().ok());
        match named.filter(|_| scope == Scope::Named) {
            Some(id) => sites.expire_site(SiteId(id)),
            None => sites.expire(),
        }
        sites.note_on_disk(state.clock.now()).await;
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_that_may_close_other_sites_are_known_by_their_addresses() {
        let site = "/api/teams/{teamId}/sites/{siteId}";
        assert_eq!(Scope::of(site), Some(Scope::Named));
        assert_eq!(
            Scope::of(&format!("{site}/domains/{{domainId}}/check")),
            Some(Scope::Any)
        );
        assert_eq!(Scope::of("/api/teams/{teamId}/members/{userId}"), None);
        let routes = crate::composition::routes();
        for address in OF_ANY_SITE {
            let is_route = routes.iter().any(|route| route.path == address);
            assert!(is_route, "{address}");
        }
    }

    #[test]
    fn a_comparison_that_began_after_the_question_answers_it_however_long_it_took() {
        let at = |ms| DateTime::UNIX_EPOCH + TimeDelta::milliseconds(ms);
        let asked = Asked {
            at: at(1000),
            n_changes: 3,
        };
        assert!(!asked.is_answered_by(None));
        assert!(asked.is_answered_by(Some((at(1000), 3))));
        assert!(asked.is_answered_by(Some((at(9000), 4))));
        // It may have missed what was changed before the question.
        assert!(!asked.is_answered_by(Some((at(999), 3))));
        assert!(!asked.is_answered_by(Some((at(9000), 2))));
    }
}
