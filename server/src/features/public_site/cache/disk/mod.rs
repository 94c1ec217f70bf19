//! Sites that are open to everybody, kept in a folder for a start while the database is away.
//!
//! A site is shown out of the folder when its file is there, and when the index names that file with a moment at which the
//! database said that it is so. The index is written once a minute, and at once when the server changes a site: what it
//! does not name is not shown. A site that is seen to be another one, or to have rules, loses its file.
//! One that lost it and is open is written again with the next comparison, once a minute at most. Once the process has
//! reached the database, it shows none out of the folder.
//! Start reading at [`Disk`]. [`state::Known`] is what the server knows of the folder, [`file`] what stands in the files.

mod file;
mod folder;
mod state;

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use moyan_domain::SiteId;
use moyan_domain::limits::SITES_ON_DISK_BYTES;
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::files::hash_of;
use moyan_foundation::http::host::SiteName;
use moyan_foundation::shown_pages::ShownPages;
use tokio::sync::Semaphore;

use self::file::Header;
pub use self::file::may_be_kept;
use self::folder::Folder;
use self::state::{Due, Index, Kept, Known};
use super::loaded::Loaded;
use crate::features::publish::SiteIdentity;

/// The folder with sites. What it does with files blocks a thread of its own, never a request's.
pub struct Disk {
    folder: Folder,
    /// It keeps other processes out of the folder.
    _lock: File,
    header: Header,
    /// How long a site is shown after the database confirmed it.
    stale: TimeDelta,
    known: Mutex<Known>,
    /// Held while a file gets its name or loses it, so that the last word is that of `known`.
    names: Mutex<()>,
    /// One site is packed at a time.
    packing: Semaphore,
    has_warned: AtomicBool,
    shown_pages: Arc<ShownPages>,
}

/// A site out of the folder.
pub struct Found {
    pub loaded: Loaded,
    /// When the database last said that it is so.
    pub confirmed_at: DateTime<Utc>,
}

impl Disk {
    /// The folder as an earlier process left it. What cannot be used is removed, with one warning. None, with a warning,
    /// while another process uses it, and where it cannot be made.
    ///
    /// - `database`: by which it is told from other databases
    /// - `stale_s`: seconds that a site is shown after its confirmation
    pub fn open(
        path: PathBuf,
        database: &str,
        stale_s: u32,
        shown_pages: Arc<ShownPages>,
        now: DateTime<Utc>,
    ) -> Option<Self> {
        let folder = Folder::new(path);
        let begun = Header::of(database).and_then(|header| Ok((header, folder.lock()?)));
        let begun = begun.inspect_err(|error| {
            let what = "sites are not kept in this folder: another process has it, or it cannot be made";
            warn(folder.path(), what, error);
        });
        let (header, lock) = begun.ok()?;
        let index = match read_index(&folder, &header) {
            Ok(index) => index,
            Err(error) => {
                warn(folder.path(), "the sites in this folder are not used", &error);
                let _ = folder.remove(&folder.index());
                Index::empty(header.clone())
            }
        };
        let known = Known::of(index, now);
        folder.tidy(|id| known.sites.contains_key(&id));
        let disk = Self {
            folder,
            _lock: lock,
            header,
            stale: TimeDelta::seconds(stale_s.into()),
            known: Mutex::new(known),
            names: Mutex::default(),
            packing: Semaphore::new(1),
            has_warned: AtomicBool::new(false),
            shown_pages,
        };
        disk.say_what_is_there(&disk.known());
        Some(disk)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn names(&self) -> MutexGuard<'_, ()> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say_what_is_there(&self, known: &Known) {
        let found = known.sites.values().filter(|kept| kept.is_as_found());
        let newest = found.filter_map(|kept| kept.confirmed_at).max();
        self.shown_pages.set_kept(newest.map(|at| (at, at + self.stale)));
    }

    /// Whether there is a site of a name that may be shown now.
    pub fn has(&self, host: &str, now: DateTime<Utc>) -> bool {
        self.named(host, now).is_some()
    }

    /// Whether this process knows of a site only what an earlier one has written.
    pub fn is_as_found(&self, id: SiteId) -> bool {
        self.known().is_as_found(id)
    }

    /// The only site of a name, if it may be shown now: the file that it must have, and when it was confirmed. One that
    /// this process has read from the database is not.
    fn named(&self, host: &str, now: DateTime<Utc>) -> Option<(SiteId, String, DateTime<Utc>)> {
        let known = self.known();
        let mut sites = known.of_host(host);
        let (id, kept) = sites.next().filter(|(id, _)| known.is_as_found(*id))?;
        if sites.next().is_some() {
            return None;
        }
        // A clock that went backwards tells nothing of the age.
        let at = kept
            .confirmed_at
            .filter(|at| (*at..=*at + self.stale).contains(&now))?;
        Some((id, kept.hash.clone(), at))
    }

    /// The site of a name, if it may be shown now. A file that cannot be used is removed.
    ///
    /// - `host`: the key of the name
    pub async fn find(
        self: &Arc<Self>,
        host: &str,
        now: DateTime<Utc>,
        serial: u64,
        platform: Arc<PlatformConfig>,
    ) -> Option<Found> {
        let (id, hash, confirmed_at) = self.named(host, now)?;
        let (disk, key, wanted) = (self.clone(), host.to_owned(), hash.clone());
        let read = move || {
            disk.read(id, &key, &wanted, serial, &platform)
                .inspect_err(|error| {
                    warn(&disk.folder.site(id), "a site on disk is not used", error);
                    disk.forget_now(&[id]);
                })
                .ok()
        };
        let loaded = tokio::task::spawn_blocking(read).await.ok().flatten()?;
        // It may have been changed meanwhile.
        let is_same = self.named(host, now) == Some((id, hash, confirmed_at));
        is_same.then_some(Found { loaded, confirmed_at })
    }

    fn read(
        &self,
        id: SiteId,
        host: &str,
        hash: &str,
        serial: u64,
        platform: &PlatformConfig,
    ) -> io::Result<Loaded> {
        let bytes = folder::read(&self.folder.site(id))?.ok_or(io::ErrorKind::NotFound)?;
        if hash_of(&bytes) != hash {
            return Err(io::Error::other("it is not the file that was written"));
        }
        let content = file::unpack(&bytes, &self.header)?;
        let is_named = content.site.id == id && hosts_of(&content.site).iter().any(|name| name == host);
        let loaded = Loaded::new(serial, content.site.clone(), Some(content), platform);
        if is_named && may_be_kept(&loaded) {
            return Ok(loaded);
        }
        Err(io::Error::other("it may not be shown"))
    }

    /// Keeps a site that was read from the database, in the background, if everybody reads all of it and it is not there
    /// as it is. `then` is done when it is there, on a thread that may block.
    pub fn keep(self: &Arc<Self>, loaded: &Arc<Loaded>, then: impl FnOnce() + Send + 'static) {
        if !may_be_kept(loaded) {
            return;
        }
        let ticket = self.known().want(&loaded.identity);
        if let Some(ticket) = ticket {
            self.write_later(loaded.clone(), ticket, then);
        }
    }

    /// The same once a minute for sites that were compared with others: one may have lost its file since it was read.
    ///
    /// - `confirmed`: those that the database has just confirmed. It is asked while nobody can take one out of the folder.
    pub fn keep_missing(
        self: &Arc<Self>,
        now: DateTime<Utc>,
        confirmed: impl FnOnce() -> Vec<Arc<Loaded>>,
        then: impl FnOnce() + Clone + Send + 'static,
    ) {
        let mut known = self.known();
        if !known.looks_for_missing(now, SITES_ON_DISK_BYTES) {
            return;
        }
        let mut missing = Vec::new();
        for loaded in confirmed().into_iter().filter(|loaded| may_be_kept(loaded)) {
            missing.extend(known.want(&loaded.identity).map(|ticket| (loaded, ticket)));
        }
        drop(known);
        for (loaded, ticket) in missing {
            self.write_later(loaded, ticket, then.clone());
        }
    }

    fn write_later(self: &Arc<Self>, loaded: Arc<Loaded>, ticket: u64, then: impl FnOnce() + Send + 'static) {
        let disk = self.clone();
        actix_web::rt::spawn(async move {
            let Ok(_alone) = disk.packing.acquire().await else {
                return;
            };
            let own = disk.clone();
            let write = move || {
                own.note_outcome(own.write_site(&loaded, ticket));
                then();
            };
            if let Err(error) = tokio::task::spawn_blocking(write).await {
                tracing::error!(%error, "a site was not kept on disk");
            }
        });
    }

    fn write_site(&self, loaded: &Loaded, ticket: u64) -> io::Result<()> {
        let site = &loaded.identity;
        if !self.known().is_wanted(site.id, ticket) {
            return Ok(());
        }
        let packed = file::pack(loaded, &self.header);
        if packed.is_err() {
            self.known().refuse(site);
        }
        let written = packed.and_then(|bytes| self.place_site(site, ticket, &bytes));
        if written.is_err() {
            // What is there is an older one.
            self.forget_now(&[site.id]);
        }
        written
    }

    fn place_site(&self, site: &SiteIdentity, ticket: u64, bytes: &[u8]) -> io::Result<()> {
        let hash = hash_of(bytes);
        let is_there = self
            .known()
            .sites
            .get(&site.id)
            .is_some_and(|kept| kept.hash == hash);
        let file = match is_there {
            true => None,
            false => Some(self.folder.write(bytes)?),
        };
        let _names = self.names();
        // It may have got rules meanwhile.
        if !self.known().is_wanted(site.id, ticket) {
            return Ok(());
        }
        if let Some(file) = file {
            file.persist(self.folder.site(site.id))?;
        }
        let mut known = self.known();
        let kept = Kept::new(site, hash, bytes.len() as u64, hosts_of(site));
        let left = known.put(kept, ticket, SITES_ON_DISK_BYTES);
        self.say_what_is_there(&known);
        drop(known);
        self.remove_files(&left);
        Ok(())
    }

    /// Sites that are seen to be other ones, or not to be open to everybody: they lose their files. It has happened when
    /// this ends, also where somebody else began with it.
    pub async fn forget(self: &Arc<Self>, ids: Vec<SiteId>) {
        // At once: no request finds them while the files go.
        if !self.known().drop_sites(&ids) {
            return;
        }
        let disk = self.clone();
        let forget = move || disk.forget_now(&ids);
        if let Err(error) = tokio::task::spawn_blocking(forget).await {
            tracing::error!(%error, "files of sites were not removed");
        }
    }

    fn forget_now(&self, ids: &[SiteId]) {
        let _names = self.names();
        let mut known = self.known();
        known.drop_sites(ids);
        self.say_what_is_there(&known);
        drop(known);
        self.remove_files(ids);
    }

    /// Removes the files of sites that are known no more; where one cannot be removed, the index, without which none is
    /// shown. `names` must be held.
    fn remove_files(&self, ids: &[SiteId]) {
        for id in ids {
            if !self.known().is_gone(*id) {
                continue;
            }
            if let Err(error) = self.folder.remove(&self.folder.site(*id)) {
                let _ = self.folder.remove(&self.folder.index());
                self.note_outcome(Err(error));
            }
            self.known().set_left(*id);
        }
    }

    /// Sites of a name that is not theirs.
    pub fn others_of(&self, host: &str, own: Option<SiteId>) -> Vec<SiteId> {
        let known = self.known();
        let sites = known.of_host(host).map(|(id, _)| id);
        sites.filter(|id| Some(*id) != own).collect()
    }

    /// After a change of a site through this server, or of one that is not named: none of them is shown until the database
    /// has confirmed it.
    pub fn doubt(&self, id: Option<SiteId>) {
        let mut known = self.known();
        known.doubt(id);
        self.say_what_is_there(&known);
    }

    /// What is to be noted now of what the database has confirmed, and of what nobody may rely on any more.
    ///
    /// - `confirmed`: the sites in memory that may be shown, and when they were confirmed. It is asked while nobody can
    ///   doubt one.
    pub fn due(
        &self,
        now: DateTime<Utc>,
        is_last: bool,
        confirmed: impl FnOnce() -> Vec<(Arc<Loaded>, DateTime<Utc>)>,
    ) -> Option<Due> {
        let mut known = self.known();
        if !known.asks_for_confirmation(now, is_last) {
            return None;
        }
        for (loaded, at) in confirmed() {
            known.confirm(&loaded.identity, at, now);
        }
        let due = known.take_due(now, is_last, self.stale);
        self.say_what_is_there(&known);
        due
    }

    /// Writes the index, on a thread that blocks, unless another one did meanwhile, and removes the files of sites that are
    /// too old to be shown.
    pub fn note_now(&self, due: &Due) {
        let _names = self.names();
        self.remove_files(&due.old);
        let known = self.known();
        if !known.is_open(due) {
            return;
        }
        let (index, n_changes) = (known.index(&self.header), known.n_changes());
        drop(known);
        let written = file::pack_one(&index)
            .and_then(|bytes| self.folder.write(&bytes))
            .and_then(|file| file.persist(self.folder.index()).map_err(io::Error::from))
            .and_then(|_file| self.folder.sync());
        // It may name what is so no more. Nobody relies on one that is gone.
        if written.is_ok() || self.folder.remove(&self.folder.index()).is_ok() {
            self.known().set_noted(n_changes);
        }
        self.note_outcome(written);
    }

    /// The same on a thread of its own. It has happened when this ends.
    pub async fn note(self: &Arc<Self>, due: Due) {
        let disk = self.clone();
        if let Err(error) = tokio::task::spawn_blocking(move || disk.note_now(&due)).await {
            tracing::error!(%error, "the index of sites on disk was not written");
        }
    }

    /// Warns of the first of several failures in a row.
    fn note_outcome(&self, outcome: io::Result<()>) {
        let Err(error) = outcome else {
            self.has_warned.store(false, Ordering::Relaxed);
            return;
        };
        if !self.has_warned.swap(true, Ordering::Relaxed) {
            warn(self.folder.path(), "sites cannot be kept on disk", &error);
        }
    }
}

fn warn(path: &Path, what: &str, error: &io::Error) {
    tracing::warn!(path = %path.display(), %error, "{what}");
}

/// The index, and none of its sites that has no file. Fails when it cannot be used.
fn read_index(folder: &Folder, header: &Header) -> io::Result<Index> {
    let Some(bytes) = folder::read(&folder.index())? else {
        return Ok(Index::empty(header.clone()));
    };
    let mut index: Index = file::unpack_one(&bytes)?;
    header.require(&index.header)?;
    index.sites.retain(|site| folder.site(site.id).is_file());
    let ids: HashSet<SiteId> = index.sites.iter().map(|site| site.id).collect();
    if ids.len() != index.sites.len() {
        return Err(io::Error::other("it names a site twice"));
    }
    Ok(index)
}

/// The names of a site that are its own, as keys.
fn hosts_of(site: &SiteIdentity) -> Vec<String> {
    let domains = site.domains.iter().cloned().map(SiteName::Domain);
    [SiteName::Slug(site.slug.clone())]
        .into_iter()
        .chain(domains)
        .map(|name| name.key())
        .collect()
}

#[cfg(test)]
mod tests {
    use moyan_domain::ReleaseId;
    use moyan_domain::gate::AccessLevel;
    use uuid::Uuid;

    use super::*;
    use crate::features::public_site::testing::{config, content_with, document};
    use crate::features::publish::{ReleaseIdentity, SiteContent};

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    /// A folder, as a process of the server opens it.
    fn open(folder: &Path) -> Disk {
        try_open(folder).unwrap()
    }

    fn try_open(folder: &Path) -> Option<Disk> {
        Disk::open(folder.join("sites"), "database", 3600, Arc::default(), NOW)
    }

    #[test]
    fn a_folder_is_used_by_one_process_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = open(folder.path());
        assert!(try_open(folder.path()).is_none());
        drop(first);
        assert!(try_open(folder.path()).is_some());
    }

    /// A published site with a release.
    fn published() -> SiteContent {
        let mut content = content_with(vec![document(1, "a", &[], &["<p>一</p>"])]);
        content.site.release = Some(ReleaseIdentity {
            id: ReleaseId(Uuid::from_u128(5)),
            number: 1,
            created_at: NOW,
        });
        content
    }

    /// Writes the file of a site. Gives its bytes.
    fn place(disk: &Disk, content: SiteContent) -> Vec<u8> {
        let platform = config(&[]).platform;
        let site = content.site.clone();
        let bytes = file::pack(
            &Loaded::new(1, site.clone(), Some(content), &platform),
            &disk.header,
        )
        .unwrap();
        let ticket = disk.known().want(&site).unwrap();
        disk.place_site(&site, ticket, &bytes).unwrap();
        assert!(disk.folder.site(site.id).is_file());
        bytes
    }

    /// Whether what stands in the file of a site is shown under a name.
    fn is_shown(content: SiteContent, host: &str) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let disk = open(folder.path());
        let id = content.site.id;
        let bytes = place(&disk, content);
        disk.read(id, host, &hash_of(&bytes), 2, &config(&[]).platform)
            .is_ok()
    }

    #[test]
    fn a_file_is_shown_by_another_process_than_the_one_that_wrote_it() {
        let folder = tempfile::tempdir().unwrap();
        let (content, host) = (published(), "slug:handbook");
        let disk = open(folder.path());
        place(&disk, content.clone());
        disk.known().confirm(&content.site, NOW, NOW);
        disk.note_now(&disk.due(NOW, true, Vec::new).unwrap());
        assert!(!disk.has(host, NOW));
        drop(disk);
        assert!(open(folder.path()).has(host, NOW));
    }

    #[test]
    fn a_file_shows_nothing_that_its_own_rules_hide() {
        let mut content = published();
        assert!(is_shown(content.clone(), "slug:handbook"));
        assert!(!is_shown(content.clone(), "slug:another"));
        content.settings.access.guest = AccessLevel::Partial;
        assert!(!is_shown(content, "slug:handbook"));
    }
}
