//! What the server knows of the sites on disk, without a look at it.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use moyan_domain::SiteId;
use moyan_domain::limits::SITES_ON_DISK_NOTED_EVERY_S;
use serde::{Deserialize, Serialize};

use super::file::Header;
use crate::features::publish::SiteIdentity;

/// The index as it stands in its file.
#[derive(Serialize, Deserialize)]
pub struct Index {
    pub header: Header,
    pub sites: Vec<Noted>,
}

impl Index {
    pub fn empty(header: Header) -> Self {
        Self {
            header,
            sites: Vec::new(),
        }
    }
}

/// A site in the index.
#[derive(Serialize, Deserialize)]
pub struct Noted {
    pub id: SiteId,
    hash: String,
    n_bytes: u64,
    hosts: Vec<String>,
    confirmed_at: DateTime<Utc>,
}

/// A site whose file is there.
pub struct Kept {
    id: SiteId,
    /// The SHA-256 of the file.
    pub hash: String,
    n_bytes: u64,
    /// Its own names, as keys.
    hosts: Vec<String>,
    /// When the database last said that it is so; none while nobody knows.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Whether it was confirmed before and is not now.
    is_doubted: bool,
    /// What the file says of the site; none when an earlier process wrote it.
    identity: Option<SiteIdentity>,
}

impl Kept {
    pub fn new(site: &SiteIdentity, hash: String, n_bytes: u64, hosts: Vec<String>) -> Self {
        Self {
            id: site.id,
            hash,
            n_bytes,
            hosts,
            confirmed_at: None,
            is_doubted: false,
            identity: Some(site.clone()),
        }
    }

    /// Whether an earlier process wrote the file.
    pub fn is_as_found(&self) -> bool {
        self.identity.is_none()
    }
}

/// What the server knows of the sites on disk.
#[derive(Default)]
pub struct Known {
    pub sites: BTreeMap<SiteId, Kept>,
    /// Sites that are about to be written, each with the number of the last wish.
    wanted: HashMap<SiteId, (u64, SiteIdentity)>,
    n_wishes: u64,
    /// Sites of which no file can be made as they are: they are not tried again.
    refused: HashMap<SiteId, SiteIdentity>,
    /// When sites were looked for last that lost their files.
    looked_at: Option<DateTime<Utc>>,
    noted_at: Option<DateTime<Utc>>,
    /// How often the index on disk came to name what nobody may rely on, or to lack what was confirmed again.
    n_changes: u64,
    /// How many of these changes the index on disk has.
    n_noted: u64,
    /// Sites that are known no more, and whose files may still be there.
    leaving: HashSet<SiteId>,
}

/// What is to be written now.
#[derive(Debug, PartialEq, Eq)]
pub struct Due {
    /// The sites that are forgotten: nobody has confirmed them for too long.
    pub old: Vec<SiteId>,
    /// How many changes the index on disk must have.
    n_changes: u64,
    /// Whether it is written in any case.
    is_periodic: bool,
}

impl Known {
    /// What an earlier process noted. A moment that is yet to come is none: the clock went backwards.
    pub fn of(index: Index, now: DateTime<Utc>) -> Self {
        let kept = |site: Noted| Kept {
            id: site.id,
            hash: site.hash,
            n_bytes: site.n_bytes,
            hosts: site.hosts,
            confirmed_at: Some(site.confirmed_at).filter(|at| *at <= now),
            is_doubted: false,
            identity: None,
        };
        let sites = index.sites.into_iter().map(|site| (site.id, kept(site)));
        Self {
            sites: sites.collect(),
            ..Self::default()
        }
    }

    /// What is to be noted: the sites that the database has confirmed.
    pub fn index(&self, header: &Header) -> Index {
        let noted = |kept: &Kept| {
            Some(Noted {
                id: kept.id,
                hash: kept.hash.clone(),
                n_bytes: kept.n_bytes,
                hosts: kept.hosts.clone(),
                confirmed_at: kept.confirmed_at?,
            })
        };
        Index {
            header: header.clone(),
            sites: self.sites.values().filter_map(noted).collect(),
        }
    }

    /// The sites of a name.
    pub fn of_host<'a>(&'a self, host: &'a str) -> impl Iterator<Item = (SiteId, &'a Kept)> {
        let has_host = move |kept: &&Kept| kept.hosts.iter().any(|name| name == host);
        self.sites.values().filter(has_host).map(|kept| (kept.id, kept))
    }

    /// Wishes that a site is written as it is. None when it is, or is about to be.
    pub fn want(&mut self, site: &SiteIdentity) -> Option<u64> {
        let wanted = self.wanted.get(&site.id).map(|(_, identity)| identity);
        let written = self.sites.get(&site.id).and_then(|kept| kept.identity.as_ref());
        // What is wished for comes after what is there.
        if wanted.or(written) == Some(site) || self.refused.get(&site.id) == Some(site) {
            return None;
        }
        if written.is_some() {
            // It is another one by now.
            self.doubt(Some(site.id));
        }
        self.n_wishes += 1;
        self.wanted.insert(site.id, (self.n_wishes, site.clone()));
        Some(self.n_wishes)
    }

    /// No file can be made of a site as it is.
    pub fn refuse(&mut self, site: &SiteIdentity) {
        self.refused.insert(site.id, site.clone());
    }

    /// Whether it is time to look for sites that lost their files; it counts as done then. Where all together nearly take
    /// `max_bytes`, one would only push out another.
    pub fn looks_for_missing(&mut self, now: DateTime<Utc>, max_bytes: u64) -> bool {
        let n_bytes: u64 = self.sites.values().map(|kept| kept.n_bytes).sum();
        if !is_minute_over(self.looked_at, now) || n_bytes > max_bytes / 10 * 9 {
            return false;
        }
        self.looked_at = Some(now);
        true
    }

    /// Whether a site stands there as an earlier process wrote it, and nobody has read or changed it since.
    pub fn is_as_found(&self, id: SiteId) -> bool {
        let is_older = |kept: &Kept| kept.is_as_found() && kept.confirmed_at.is_some();
        self.sites.get(&id).is_some_and(is_older) && !self.wanted.contains_key(&id)
    }

    /// Whether a wish is the last one of its site.
    pub fn is_wanted(&self, id: SiteId, ticket: u64) -> bool {
        self.wanted.get(&id).is_some_and(|(number, _)| *number == ticket)
    }

    /// A wish came true: the file is there. Gives the sites that have to leave, since another one has a name of theirs, or
    /// because all together are more than `max_bytes`: those first whose confirmation is the oldest.
    pub fn put(&mut self, kept: Kept, ticket: u64, max_bytes: u64) -> Vec<SiteId> {
        let id = kept.id;
        if self.is_wanted(id, ticket) {
            self.wanted.remove(&id);
        }
        let has_name = |other: &Kept| other.hosts.iter().any(|host| kept.hosts.contains(host));
        let others = self.sites.values().filter(|other| other.id != id);
        let mut leaving: Vec<SiteId> = others
            .filter(|other| has_name(other))
            .map(|other| other.id)
            .collect();
        self.sites.insert(id, kept);
        // Of several that are written one after the other the last one is enough.
        self.n_changes += u64::from(self.wanted.is_empty());
        self.leaving.remove(&id);
        leaving.retain(|id| self.sites.remove(id).is_some());
        let mut n_bytes: u64 = self.sites.values().map(|kept| kept.n_bytes).sum();
        while n_bytes > max_bytes {
            let others = self.sites.values().filter(|other| other.id != id);
            let Some(oldest) = others
                .min_by_key(|other| other.confirmed_at)
                .map(|other| other.id)
            else {
                break;
            };
            n_bytes -= self.sites.remove(&oldest).map_or(0, |kept| kept.n_bytes);
            leaving.push(oldest);
        }
        self.leaving.extend(&leaving);
        leaving
    }

    /// Forgets sites, and that they are to be written. False when nothing was known of them, and they have no files.
    pub fn drop_sites(&mut self, ids: &[SiteId]) -> bool {
        let mut has_files = false;
        for id in ids {
            if self.sites.remove(id).is_some() | self.wanted.remove(id).is_some() {
                self.leaving.insert(*id);
            }
            has_files |= self.leaving.contains(id);
        }
        has_files
    }

    /// Whether the file of a site is to be removed: nobody has written it again since it was forgotten.
    pub fn is_gone(&self, id: SiteId) -> bool {
        !self.sites.contains_key(&id)
    }

    /// The file of a site was removed.
    pub fn set_left(&mut self, id: SiteId) {
        self.leaving.remove(&id);
    }

    /// Nobody may rely on a site until it is confirmed, or on any of them.
    pub fn doubt(&mut self, id: Option<SiteId>) {
        let doubted = self
            .sites
            .values_mut()
            .filter(|kept| id.is_none_or(|id| kept.id == id));
        for kept in doubted {
            if kept.confirmed_at.take().is_some() {
                kept.is_doubted = true;
                self.n_changes += 1;
            }
        }
    }

    /// Whether it is time to ask what was confirmed.
    pub fn asks_for_confirmation(&self, now: DateTime<Utc>, is_last: bool) -> bool {
        let is_there = !self.sites.is_empty() || self.noted_at.is_some();
        let has_doubts = || self.sites.values().any(|kept| kept.is_doubted);
        self.must_note() || (is_there && (is_last || self.is_old(now) || has_doubts()))
    }

    fn is_old(&self, now: DateTime<Utc>) -> bool {
        is_minute_over(self.noted_at, now)
    }

    /// The database has confirmed a site of which this was read. A moment that is yet to come is none.
    pub fn confirm(&mut self, site: &SiteIdentity, at: DateTime<Utc>, now: DateTime<Utc>) {
        if at > now {
            return;
        }
        let Some(kept) = self.sites.get_mut(&site.id) else {
            return;
        };
        if kept.identity.as_ref() != Some(site) {
            return;
        }
        self.n_changes += u64::from(std::mem::take(&mut kept.is_doubted));
        kept.confirmed_at = kept.confirmed_at.filter(|before| *before <= now).max(Some(at));
    }

    fn must_note(&self) -> bool {
        self.n_noted < self.n_changes
    }

    /// Whether the index still lacks a change, or is to be written in any case.
    pub fn is_open(&self, due: &Due) -> bool {
        due.is_periodic || self.n_noted < due.n_changes
    }

    /// How many changes an index has that is made of this.
    pub fn n_changes(&self) -> u64 {
        self.n_changes
    }

    /// The index on disk has so many changes.
    pub fn set_noted(&mut self, n_changes: u64) {
        self.n_noted = self.n_noted.max(n_changes);
    }

    /// Whether the index is to be written now. Forgets the sites that nobody has confirmed for `stale`.
    ///
    /// A change is due until [`Known::set_noted`] has it: who comes while another one writes waits for the same file.
    pub fn take_due(&mut self, now: DateTime<Utc>, is_last: bool, stale: TimeDelta) -> Option<Due> {
        let is_old = self.is_old(now);
        if !(self.must_note() || is_last || is_old) {
            return None;
        }
        let may_be_shown = |kept: &Kept| kept.confirmed_at.is_some_and(|at| now <= at + stale);
        let sites = self.sites.values();
        let old: Vec<SiteId> = sites
            .filter(|kept| is_old && !may_be_shown(kept))
            .map(|kept| kept.id)
            .collect();
        self.drop_sites(&old);
        // The clock went backwards: the next comparison gives a moment that counts.
        let is_to_come = |kept: &&mut Kept| kept.confirmed_at.is_some_and(|at| at > now);
        for kept in self.sites.values_mut().filter(is_to_come) {
            kept.confirmed_at = None;
            kept.is_doubted = true;
            self.n_changes += 1;
        }
        if is_old || is_last {
            self.noted_at = Some(now);
        }
        Some(Due {
            old,
            n_changes: self.n_changes,
            is_periodic: is_old || is_last,
        })
    }
}

/// Whether what is done once a minute is due again. A clock that went backwards tells nothing.
fn is_minute_over(last: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    let every = TimeDelta::seconds(SITES_ON_DISK_NOTED_EVERY_S);
    last.is_none_or(|at| !(at..at + every).contains(&now))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::features::public_site::testing::content_with;

    const STALE: TimeDelta = TimeDelta::seconds(3600);

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    fn site(number: u128, generation: i64) -> SiteIdentity {
        SiteIdentity {
            id: SiteId(Uuid::from_u128(number)),
            generation,
            ..content_with(Vec::new()).site
        }
    }

    /// A site of ten bytes under a name.
    fn kept(site: &SiteIdentity, host: &str) -> Kept {
        Kept::new(
            site,
            format!("hash {}", site.generation),
            10,
            vec![host.to_owned()],
        )
    }

    /// What is known after these sites were written and confirmed at these seconds, each under its number as name.
    fn known(sites: &[(u128, i64)]) -> Known {
        let mut known = Known::default();
        for (number, seconds) in sites {
            let site = site(*number, 1);
            let ticket = known.want(&site).unwrap();
            assert!(
                known
                    .put(kept(&site, &number.to_string()), ticket, 1000)
                    .is_empty()
            );
            known.confirm(&site, at(*seconds), at(*seconds));
        }
        known
    }

    fn ids(known: &Known) -> Vec<u128> {
        known.sites.keys().map(|id| id.0.as_u128()).collect()
    }

    fn noted(known: &Known) -> Vec<u128> {
        let index = known.index(&Header::of("").unwrap());
        index.sites.iter().map(|site| site.id.0.as_u128()).collect()
    }

    #[test]
    fn a_site_is_written_once_as_it_is_and_the_last_wish_holds() {
        let mut known = Known::default();
        let (first, second) = (site(1, 1), site(1, 2));
        let ticket = known.want(&first).unwrap();
        assert_eq!(known.want(&first), None);
        let newer = known.want(&second).unwrap();
        assert!(!known.is_wanted(first.id, ticket) && known.is_wanted(first.id, newer));
        known.put(kept(&second, "a"), newer, 1000);
        assert_eq!(known.want(&second), None);
        known.confirm(&second, at(1), at(1));
        assert_eq!(noted(&known), [1]);
        // It is another one again: what is there counts no more.
        assert!(known.want(&first).is_some());
        assert!(noted(&known).is_empty());
        // One that lost its file is not written by an older wish.
        let wish = known.want(&second).unwrap();
        assert!(known.drop_sites(&[first.id]));
        assert!(!known.is_wanted(first.id, wish));
    }

    #[test]
    fn only_what_was_written_is_confirmed() {
        let mut known = known(&[(1, 5)]);
        known.confirm(&site(1, 2), at(50), at(50));
        known.confirm(&site(2, 1), at(50), at(50));
        let confirmed = |known: &Known| known.sites.values().next().unwrap().confirmed_at;
        assert_eq!(confirmed(&known), Some(at(5)));
        known.confirm(&site(1, 1), at(4), at(50));
        assert_eq!(confirmed(&known), Some(at(5)));
        // An earlier process wrote it: nobody knows what stands in it.
        let mut known = Known::of(known.index(&Header::of("").unwrap()), at(50));
        known.confirm(&site(1, 1), at(50), at(50));
        assert_eq!(confirmed(&known), Some(at(5)));
        assert!(known.is_as_found(SiteId(Uuid::from_u128(1))));
        assert!(known.want(&site(1, 1)).is_some());
        assert!(!known.is_as_found(SiteId(Uuid::from_u128(1))));
    }

    #[test]
    fn those_that_were_confirmed_longest_ago_leave_first() {
        let mut known = known(&[(1, 30), (2, 10), (3, 20)]);
        let fourth = site(4, 1);
        let ticket = known.want(&fourth).unwrap();
        let left = known.put(kept(&fourth, "4"), ticket, 20);
        assert_eq!(left, [2, 3].map(|number| SiteId(Uuid::from_u128(number))));
        assert_eq!(ids(&known), [1, 4]);
    }

    #[test]
    fn a_name_belongs_to_the_site_that_was_read_last() {
        let mut known = known(&[(1, 10), (2, 10)]);
        let third = site(3, 1);
        let ticket = known.want(&third).unwrap();
        let left = known.put(kept(&third, "1"), ticket, 1000);
        assert_eq!(left, [SiteId(Uuid::from_u128(1))]);
        assert_eq!(
            known.of_host("1").map(|(id, _)| id).collect::<Vec<_>>(),
            [third.id]
        );
    }

    /// Writes what is due. False when nothing is.
    fn note(known: &mut Known, seconds: i64) -> bool {
        let due = known.take_due(at(seconds), false, STALE);
        let n_changes = known.n_changes();
        known.set_noted(n_changes);
        due.is_some()
    }

    #[test]
    fn a_change_is_due_until_it_is_written() {
        let mut known = known(&[(1, 0)]);
        assert!(note(&mut known, 0));
        known.doubt(None);
        let first = known.take_due(at(1), false, STALE).unwrap();
        // It is being written, and is not there yet.
        let second = known.take_due(at(1), false, STALE).unwrap();
        assert!(known.is_open(&first) && known.is_open(&second));
        // A change that came after the writer has looked.
        let written = known.n_changes();
        known.confirm(&site(1, 1), at(2), at(2));
        known.set_noted(written);
        assert!(!known.is_open(&first) && !known.is_open(&second));
        let third = known.take_due(at(2), false, STALE).unwrap();
        assert!(known.is_open(&third));
    }

    #[test]
    fn a_site_is_being_removed_until_its_file_is_gone() {
        let mut known = known(&[(1, 0)]);
        let id = SiteId(Uuid::from_u128(1));
        assert!(known.drop_sites(&[id]) && known.drop_sites(&[id]));
        known.set_left(id);
        assert!(!known.drop_sites(&[id]));
        // One that was written again meanwhile keeps its file.
        let ticket = known.want(&site(1, 1)).unwrap();
        assert!(known.is_gone(id));
        known.put(kept(&site(1, 1), "1"), ticket, 1000);
        assert!(!known.is_gone(id));
    }

    #[test]
    fn moments_are_noted_once_a_minute_and_doubts_at_once() {
        let mut known = known(&[(1, 0), (2, 0)]);
        assert!(note(&mut known, 0));
        for seconds in [1, 59] {
            assert!(!known.asks_for_confirmation(at(seconds), false), "{seconds}");
            assert_eq!(known.take_due(at(seconds), false, STALE), None, "{seconds}");
        }
        // The process ends, or the clock went backwards.
        assert!(known.asks_for_confirmation(at(1), true));
        assert!(known.asks_for_confirmation(at(-1), false));
        assert!(known.asks_for_confirmation(at(60), false));

        known.doubt(Some(SiteId(Uuid::from_u128(1))));
        assert_eq!(noted(&known), [2]);
        assert!(note(&mut known, 1));
        assert!(!note(&mut known, 2));
        known.confirm(&site(1, 1), at(3), at(3));
        assert_eq!(noted(&known), [1, 2]);
        assert!(note(&mut known, 3));
        known.doubt(None);
        assert!(noted(&known).is_empty());
        // Nothing is left to doubt.
        assert!(note(&mut known, 4));
        known.doubt(None);
        assert!(!note(&mut known, 5));
    }

    #[test]
    fn sites_without_a_file_are_looked_for_once_a_minute_while_there_is_room() {
        let mut known = known(&[(1, 0), (2, 0)]);
        let looks = |known: &mut Known, seconds, max_bytes| known.looks_for_missing(at(seconds), max_bytes);
        assert!(!looks(&mut known, 0, 20));
        let seconds = [0, 1, 59, 60, 61, 30];
        assert_eq!(
            seconds.map(|seconds| looks(&mut known, seconds, 30)),
            [true, false, false, true, false, true]
        );
        // One of which no file can be made is not tried again until it is another one.
        known.refuse(&site(3, 1));
        assert_eq!(known.want(&site(3, 1)), None);
        assert!(known.want(&site(3, 2)).is_some());
    }

    #[test]
    fn a_moment_that_is_yet_to_come_is_none() {
        let mut known = known(&[(1, 100), (2, 100)]);
        let confirmed = |known: &Known| {
            known
                .sites
                .values()
                .map(|kept| kept.confirmed_at)
                .collect::<Vec<_>>()
        };
        known.confirm(&site(1, 1), at(50), at(50));
        known.confirm(&site(1, 1), at(51), at(50));
        assert_eq!(confirmed(&known), [Some(at(50)), Some(at(100))]);
        assert!(note(&mut known, 60));
        assert_eq!(confirmed(&known), [Some(at(50)), None]);
        assert_eq!(noted(&known), [1]);
        // It is asked for at once, and its file is there for a minute.
        assert!(known.asks_for_confirmation(at(61), false));
        assert_eq!(ids(&known), [1, 2]);
        let index = known.index(&Header::of("").unwrap());
        assert_eq!(confirmed(&Known::of(index, at(49))), [None]);
    }

    #[test]
    fn a_site_that_nobody_confirmed_for_too_long_loses_its_file() {
        let mut known = known(&[(1, 0), (2, 100)]);
        let old = |known: &mut Known, seconds| known.take_due(at(seconds), false, STALE).unwrap().old;
        assert_eq!(old(&mut known, 3600), []);
        assert_eq!(old(&mut known, 3660), [SiteId(Uuid::from_u128(1))]);
        assert_eq!(ids(&known), [2]);
    }
}
