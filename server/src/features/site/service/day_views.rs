//! Views of a day, as they are counted before they are stored.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use moyan_domain::SiteId;
use moyan_domain::limits::{PATH_MAX_BYTES, SITE_PAGES_PER_DAY, SITE_SOURCES_PER_DAY};

use crate::features::site::queries::PageCounts;

/// Views of a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DayViews {
    pub(super) n_views: i64,
    /// Those that came from elsewhere, by the host that led to the site; empty where none was named.
    pub(super) sources: BTreeMap<String, i64>,
    /// What happened at each page; the path is empty where there are too many of them.
    pub(super) pages: BTreeMap<String, PageCounts>,
}

/// What a reader did who came from the wall of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallStep {
    /// Logged in.
    LoggedIn,
    /// Used a redeem code.
    Redeemed,
}

impl DayViews {
    /// How many there are.
    pub fn n_views(&self) -> i64 {
        self.n_views
    }

    /// Counts a view of a page, which has a wall or not; with the host that led to it when it came from elsewhere.
    pub fn add(&mut self, path: &str, has_wall: bool, source: Option<&str>) {
        self.n_views += 1;
        let counts = PageCounts {
            n_views: 1,
            n_walls: i64::from(has_wall),
            ..PageCounts::default()
        };
        self.add_page(path, counts);
        if let Some(source) = source {
            self.add_source(source, 1);
        }
    }

    /// Counts what a reader did who came from the wall of a document.
    pub fn add_step(&mut self, path: &str, step: WallStep) {
        let counts = PageCounts {
            n_logins: i64::from(step == WallStep::LoggedIn),
            n_redeemed: i64::from(step == WallStep::Redeemed),
            ..PageCounts::default()
        };
        self.add_page(path, counts);
    }

    /// Adds others.
    pub fn add_all(&mut self, others: &Self) {
        self.n_views += others.n_views;
        for (source, n_views) in &others.sources {
            self.add_source(source, *n_views);
        }
        for (path, counts) in &others.pages {
            self.add_page(path, *counts);
        }
    }

    /// A site of many documents fills no memory with their paths.
    fn add_page(&mut self, path: &str, counts: PageCounts) {
        let has_room = self.pages.len() < SITE_PAGES_PER_DAY || self.pages.contains_key(path);
        // Releases of former versions may have longer paths, which no index holds.
        let is_counted = has_room && path.len() <= 2 * PATH_MAX_BYTES;
        let path = if is_counted { path } else { "" };
        *self.pages.entry(path.to_owned()).or_default() += counts;
    }

    /// Who makes hosts up fills no memory with them.
    fn add_source(&mut self, source: &str, n_views: i64) {
        let is_counted = self.sources.len() < SITE_SOURCES_PER_DAY || self.sources.contains_key(source);
        let source = if is_counted { source } else { "" };
        *self.sources.entry(source.to_owned()).or_default() += n_views;
    }
}

/// Views by site and by day of its time zone.
pub type ViewCounts = BTreeMap<(SiteId, NaiveDate), DayViews>;

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(n_views: i64, n_walls: i64, n_logins: i64, n_redeemed: i64) -> PageCounts {
        PageCounts {
            n_views,
            n_walls,
            n_logins,
            n_redeemed,
        }
    }

    #[test]
    fn a_day_counts_pages_walls_hosts_and_what_readers_did() {
        let mut day = DayViews::default();
        day.add("/a", true, Some("example.com"));
        day.add("/a", false, None);
        day.add("/b", false, Some("example.com"));
        day.add_step("/a", WallStep::LoggedIn);
        day.add_step("/a", WallStep::LoggedIn);
        day.add_step("/a", WallStep::Redeemed);
        assert_eq!(day.n_views, 3);
        assert_eq!(day.sources, BTreeMap::from([("example.com".to_owned(), 2)]));
        let pages = [
            ("/a".to_owned(), counted(2, 1, 2, 1)),
            ("/b".to_owned(), counted(1, 0, 0, 0)),
        ];
        assert_eq!(day.pages, BTreeMap::from(pages));
    }

    #[test]
    fn what_is_added_counts_beside_what_was_counted_meanwhile() {
        let mut earlier = DayViews::default();
        for _ in 0..3 {
            earlier.add("/a", true, Some("example.com"));
        }
        let mut day = DayViews::default();
        for _ in 0..2 {
            day.add("/a", false, Some("example.com"));
        }
        day.add_all(&earlier);
        assert_eq!(day.n_views, 5);
        assert_eq!(day.sources, BTreeMap::from([("example.com".to_owned(), 5)]));
        let pages = [("/a".to_owned(), counted(5, 3, 0, 0))];
        assert_eq!(day.pages, BTreeMap::from(pages));
    }

    #[test]
    fn hosts_and_pages_beyond_those_that_a_day_counts_apart_are_counted_together() {
        let mut day = DayViews::default();
        for at in 0..SITE_SOURCES_PER_DAY + 2 {
            day.add("/", false, Some(&format!("{at}.example")));
        }
        assert_eq!(day.sources.len(), SITE_SOURCES_PER_DAY + 1);
        assert_eq!(day.sources[""], 2);
        for at in 1..SITE_PAGES_PER_DAY + 2 {
            day.add(&format!("/{at}"), false, None);
        }
        assert_eq!(day.pages.len(), SITE_PAGES_PER_DAY + 1);
        assert_eq!(day.pages[""].n_views, 2);
        // Those that are counted already have their place.
        day.add("/1", false, Some("0.example"));
        assert_eq!((day.sources["0.example"], day.pages["/1"].n_views), (2, 2));
    }

    #[test]
    fn a_path_that_no_index_holds_is_counted_without_its_name() {
        let mut day = DayViews::default();
        let longest = "a".repeat(2 * PATH_MAX_BYTES);
        day.add(&longest, false, None);
        day.add(&format!("{longest}a"), false, None);
        let paths: Vec<&str> = day.pages.keys().map(String::as_str).collect();
        assert_eq!(paths, ["", longest.as_str()]);
    }
}
