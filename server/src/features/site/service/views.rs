//! Views of pages, as visitors caused them.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;
use diesel::PgConnection;

use super::listing::load_basic_infos;
use super::{dto_of, load_settings, parse_listing};
use crate::access::TeamAccess;
use crate::config::PlatformConfig;
use crate::config::limits::{
    PATH_MAX_BYTES, SITE_PAGES_PER_DAY, SITE_PAGES_SHOWN, SITE_SOURCES_PER_DAY, SITE_SOURCES_SHOWN,
    SITE_VIEWS_KEPT_DAYS, SITES_PER_TEAM,
};
use crate::domain::SiteId;
use crate::error::AppError;
use crate::features::knowledge_base;
use crate::features::site::dto::{
    DayViewsDto, PageViewsDto, SiteSort, SiteViewsDto, SourceDto, TeamViewsDto, ViewPeriod, ViewedSiteDto,
    WallDto,
};
use crate::features::site::queries::{self, PageCounts, SiteDays};
use crate::features::site::settings::BasicInfo;

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
    let days = days_of(id, &load_settings(connection, id)?.basic_info, access.now, period);
    Ok(count(connection, &[days], days.to, period)?.0)
}

/// The same of all sites of a team together, those in the bin left out, and how much each of them has of it.
///
/// Each site counts in its own time zone: what is today there counts as today here, so that sites add up.
pub fn team_views(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    access: &TeamAccess,
    period: ViewPeriod,
) -> Result<TeamViewsDto, AppError> {
    let listing = parse_listing(None, None, false, Some(SiteSort::Name), None)?;
    let rows = queries::list_sites(connection, access.team_id, &listing, None, SITES_PER_TEAM)?;
    let ids: Vec<SiteId> = rows.iter().map(|row| row.site.id).collect();
    let infos = load_basic_infos(connection, &ids)?;
    let sites: Vec<SiteDays> = ids
        .iter()
        .map(|id| days_of(*id, infos.of(*id), access.now, period))
        .collect();
    let today = sites.iter().map(|days| days.to).max();
    let today = today.unwrap_or_else(|| access.now.date_naive());
    let (views, of_sites) = count(connection, &sites, today, period)?;
    let mut sites = rows
        .into_iter()
        .map(|row| {
            let site = dto_of(platform, row)?;
            let (n_views, n_views_before) = of_sites.get(&site.id).copied().unwrap_or_default();
            Ok(ViewedSiteDto {
                id: site.id,
                name: site.name,
                url: site.url,
                status: site.status,
                n_views,
                n_views_before,
            })
        })
        .collect::<Result<Vec<_>, AppError>>()?;
    // Sites with as many views stay in the order of their names.
    sites.sort_by_key(|site| std::cmp::Reverse(site.n_views));
    Ok(TeamViewsDto { views, sites })
}

/// The days that a period has on a site.
fn days_of(id: SiteId, info: &BasicInfo, now: DateTime<Utc>, period: ViewPeriod) -> SiteDays {
    let zone = info.zone();
    let to = now.with_timezone(&zone).date_naive();
    let from = to - Days::new(period.n_days() - 1);
    SiteDays {
        id,
        from,
        to,
        starts_at: start_of(from, zone),
        ends_at: start_of(to + Days::new(1), zone),
    }
}

/// Views of each site, those of the days before beside them.
type ViewsOfSites = BTreeMap<SiteId, (i64, i64)>;

/// Counts what happened on sites in their days. The last of the days is called `today`.
fn count(
    connection: &mut PgConnection,
    sites: &[SiteDays],
    today: NaiveDate,
    period: ViewPeriod,
) -> Result<(SiteViewsDto, ViewsOfSites), AppError> {
    let n_days = period.n_days();
    let ids: Vec<SiteId> = sites.iter().map(|days| days.id).collect();
    let first = sites.iter().map(|days| days.from - Days::new(n_days)).min();
    let stored = queries::list_views(connection, &ids, first.unwrap_or(today))?;
    let mut by_age: BTreeMap<u64, i64> = BTreeMap::new();
    let mut of_sites = ViewsOfSites::new();
    for days in sites {
        let (mut now, mut before) = (0, 0);
        for age in 0..2 * n_days {
            let day = days.to - Days::new(age);
            let n_views = stored.get(&(days.id, day)).copied().unwrap_or_default();
            if age < n_days {
                now += n_views;
                *by_age.entry(age).or_default() += n_views;
            } else {
                before += n_views;
            }
        }
        of_sites.insert(days.id, (now, before));
    }
    let by_day = (0..n_days)
        .rev()
        .map(|age| DayViewsDto {
            day: today - Days::new(age),
            n_views: by_age.get(&age).copied().unwrap_or_default(),
        })
        .collect();
    let views = SiteViewsDto {
        n_views: of_sites.values().map(|(now, _)| now).sum(),
        n_views_before: of_sites.values().map(|(_, before)| before).sum(),
        by_day,
        sources: list_sources(connection, sites)?,
        pages: list_pages(connection, sites)?,
        walls: list_walls(connection, sites)?,
    };
    Ok((views, of_sites))
}

fn list_sources(connection: &mut PgConnection, sites: &[SiteDays]) -> Result<Vec<SourceDto>, AppError> {
    let rows = queries::list_sources(connection, sites, SITE_SOURCES_SHOWN)?;
    let sources = rows.into_iter().map(|row| SourceDto {
        host: row.source,
        n_views: row.n_views,
    });
    Ok(sources.collect())
}

fn list_pages(connection: &mut PgConnection, sites: &[SiteDays]) -> Result<Vec<PageViewsDto>, AppError> {
    let rows = queries::list_pages(connection, sites, SITE_PAGES_SHOWN)?;
    let pages = rows.into_iter().map(|row| PageViewsDto {
        site_id: row.site_id,
        path: row.path,
        title: row.title,
        n_views: row.n_views,
    });
    Ok(pages.collect())
}

fn list_walls(connection: &mut PgConnection, sites: &[SiteDays]) -> Result<Vec<WallDto>, AppError> {
    let rows = queries::list_walls(connection, sites, SITE_PAGES_SHOWN)?;
    let walls = rows.into_iter().map(|row| WallDto {
        site_id: row.site_id,
        path: row.path,
        title: row.title,
        n_shown: row.n_shown,
        n_logins: row.n_logins,
        n_joined: row.n_joined,
    });
    Ok(walls.collect())
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
