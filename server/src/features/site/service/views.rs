//! Views of pages, as visitors caused them.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;
use diesel::PgConnection;

use super::load_settings;
use crate::access::TeamAccess;
use crate::config::limits::{
    PATH_MAX_BYTES, SITE_PAGES_PER_DAY, SITE_PAGES_SHOWN, SITE_SOURCES_PER_DAY, SITE_SOURCES_SHOWN,
    SITE_VIEWS_KEPT_DAYS,
};
use crate::domain::SiteId;
use crate::error::AppError;
use crate::features::knowledge_base;
use crate::features::site::dto::{DayViewsDto, PageViewsDto, SiteViewsDto, SourceDto, ViewPeriod, WallDto};
use crate::features::site::queries::{self, PageCounts};

/// Views of a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DayViews {
    n_views: i64,
    /// Those that came from elsewhere, by the host that led to the site; empty where none was named.
    sources: BTreeMap<String, i64>,
    /// What happened at each page; the path is empty where there are too many of them.
    pages: BTreeMap<String, PageCounts>,
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
        self.pages.entry(path.to_owned()).or_default().add(counts);
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

/// Adds views to what is stored: all or none. Sites that are gone are left out.
pub fn add_views(connection: &mut PgConnection, counts: &ViewCounts) -> Result<(), AppError> {
    for ((id, day), views) in counts {
        let Some(base_id) = queries::add_views(connection, *id, *day, views.n_views)? else {
            continue;
        };
        for (source, n_views) in &views.sources {
            queries::add_source(connection, *id, *day, source, *n_views, SITE_SOURCES_PER_DAY)?;
        }
        queries::add_pages(connection, *id, *day, &views.pages, SITE_PAGES_PER_DAY)?;
        if let Some(base_id) = base_id {
            knowledge_base::service::add_views(connection, base_id, views.n_views)?;
        }
    }
    Ok(())
}

/// Views of the last days, today included, beside those of as many days before, where they came from and led to, and
/// what readers did at walls.
pub fn views(
    connection: &mut PgConnection,
    access: &TeamAccess,
    id: SiteId,
    period: ViewPeriod,
) -> Result<SiteViewsDto, AppError> {
    let zone = load_settings(connection, id)?.basic_info.zone();
    let today = access.now.with_timezone(&zone).date_naive();
    let n_days = period.n_days();
    let from = today - Days::new(n_days - 1);
    let stored = queries::list_views(connection, &[id], from - Days::new(n_days))?;
    let n_views = |day| stored.get(&(id, day)).copied().unwrap_or_default();
    let by_day: Vec<_> = from
        .iter_days()
        .take_while(|day| *day <= today)
        .map(|day| DayViewsDto {
            day,
            n_views: n_views(day),
        })
        .collect();
    let sources = queries::list_sources(connection, id, from, today, SITE_SOURCES_SHOWN)?;
    let pages = queries::list_pages(connection, id, from, today, SITE_PAGES_SHOWN)?;
    let between = (start_of(from, zone), start_of(today + Days::new(1), zone));
    let walls = queries::list_walls(connection, id, from, today, between, SITE_PAGES_SHOWN)?;
    Ok(SiteViewsDto {
        n_views: by_day.iter().map(|day| day.n_views).sum(),
        n_views_before: stored
            .iter()
            .filter(|((_, day), _)| *day < from)
            .map(|(_, n_views)| n_views)
            .sum(),
        by_day,
        sources: sources
            .into_iter()
            .map(|row| SourceDto {
                host: row.source,
                n_views: row.n_views,
            })
            .collect(),
        pages: pages
            .into_iter()
            .map(|row| PageViewsDto {
                path: row.path,
                title: row.title,
                n_views: row.n_views,
            })
            .collect(),
        walls: walls
            .into_iter()
            .map(|row| WallDto {
                path: row.path,
                title: row.title,
                n_shown: row.n_shown,
                n_logins: row.n_logins,
                n_joined: row.n_joined,
            })
            .collect(),
    })
}

/// When a day begins in a time zone.
fn start_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    // Where clocks are put forward at midnight, the day begins at one o'clock.
    let later = midnight + TimeDelta::hours(1);
    let found = zone.from_local_datetime(&midnight).earliest();
    let found = found.or_else(|| zone.from_local_datetime(&later).earliest());
    found.map_or_else(|| midnight.and_utc(), |start| start.to_utc())
}

/// Forgets days that nothing shows any more; the sum of all time stays.
pub fn sweep_views(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    let before = (now - TimeDelta::days(SITE_VIEWS_KEPT_DAYS)).date_naive();
    queries::delete_views(connection, before)?;
    Ok(())
}
