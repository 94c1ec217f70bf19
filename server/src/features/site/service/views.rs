//! Views of pages, as they are stored and shown.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::AddAssign;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;
use diesel::PgConnection;
use moyan_domain::limits::{
    SITE_PAGES_PER_DAY, SITE_PAGES_SHOWN, SITE_SOURCES_PER_DAY, SITE_SOURCES_SHOWN, SITE_VIEWS_KEPT_DAYS,
    SITES_PER_TEAM,
};
use moyan_domain::{KnowledgeBaseId, SiteId};
use moyan_foundation::access::TeamAccess;
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::AppError;

use super::listing::load_basic_infos;
use super::{ViewCounts, dto_of, load_settings, parse_listing};
use crate::features::knowledge_base;
use crate::features::site::dto::{
    DayViewsDto, PageViewsDto, SiteSort, SiteViewsDto, SourceDto, TeamViewsDto, ViewPeriod, ViewedSiteDto,
    WallDto,
};
use crate::features::site::queries::{self, SiteDays};
use crate::features::site::settings::BasicInfo;

/// Adds views to what is stored: all or none, by a few statements for all of them. Sites that are gone are left out.
///
/// It waits for nobody who writes into a base or changes a site, and nobody waits for it. Rows are taken in the order of
/// their keys: servers that add views at once wait for each other and never in a circle.
pub fn add_views(connection: &mut PgConnection, counts: &ViewCounts) -> Result<(), AppError> {
    let ids: BTreeSet<SiteId> = counts.keys().map(|(id, _)| *id).collect();
    let ids: Vec<SiteId> = ids.into_iter().collect();
    let kept: HashMap<SiteId, Option<KnowledgeBaseId>> =
        queries::keep_sites(connection, &ids)?.into_iter().collect();
    let counts: Vec<_> = counts
        .iter()
        .filter(|((id, _), _)| kept.contains_key(id))
        .collect();
    let days: Vec<(SiteId, NaiveDate)> = counts.iter().map(|(day, _)| **day).collect();
    let views: Vec<_> = counts.iter().map(|(day, views)| (**day, views.n_views)).collect();
    queries::add_day_views(connection, &views)?;

    let known = queries::list_known_sources(connection, &days)?;
    let sources = counts.iter().flat_map(|(day, views)| {
        let sources = within_room(&views.sources, known.get(day), SITE_SOURCES_PER_DAY);
        sources
            .into_iter()
            .map(|(source, n_views)| (**day, source, n_views))
    });
    queries::add_sources(connection, &sources.collect::<Vec<_>>())?;
    let known = queries::list_known_pages(connection, &days)?;
    let pages = counts.iter().flat_map(|(day, views)| {
        let pages = within_room(&views.pages, known.get(day), SITE_PAGES_PER_DAY);
        pages.into_iter().map(|(path, counts)| (**day, path, counts))
    });
    queries::add_pages(connection, &pages.collect::<Vec<_>>())?;

    let mut of_sites: BTreeMap<SiteId, i64> = BTreeMap::new();
    let mut of_bases: BTreeMap<KnowledgeBaseId, i64> = BTreeMap::new();
    for ((id, _), n_views) in views {
        *of_sites.entry(id).or_default() += n_views;
        if let Some(base_id) = kept.get(&id).copied().flatten() {
            *of_bases.entry(base_id).or_default() += n_views;
        }
    }
    queries::add_totals(connection, &of_sites)?;
    knowledge_base::service::add_views(connection, &of_bases)
}

/// What is added under each name. With `max_names` names that have rows, others count together, without one.
fn within_room<'a, T: AddAssign + Copy + Default>(
    counts: &'a BTreeMap<String, T>,
    known: Option<&HashSet<String>>,
    max_names: usize,
) -> BTreeMap<&'a str, T> {
    let mut n_names = known.map_or(0, HashSet::len);
    let mut added: BTreeMap<&str, T> = BTreeMap::new();
    for (name, count) in counts {
        let is_new = !name.is_empty() && !known.is_some_and(|known| known.contains(name));
        let has_room = !is_new || n_names < max_names;
        n_names += usize::from(is_new && has_room);
        *added.entry(if has_room { name } else { "" }).or_default() += *count;
    }
    added
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
            let site = dto_of(platform, row);
            let (n_views, n_views_before) = of_sites.get(&site.id).copied().unwrap_or_default();
            ViewedSiteDto {
                id: site.id,
                name: site.name,
                url: site.url,
                status: site.status,
                n_views,
                n_views_before,
            }
        })
        .collect::<Vec<_>>();
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

#[cfg(test)]
mod tests {
    use chrono_tz::{America, Asia};
    use uuid::Uuid;

    use super::*;
    use crate::features::site::settings::{Settings as _, SiteLanguage};

    #[test]
    fn a_period_is_so_many_days_of_the_site_and_ends_with_today() {
        let at = |day: &str, time: &str| format!("{day}T{time}Z").parse::<DateTime<Utc>>().unwrap();
        let info = BasicInfo::initial(SiteLanguage::ZhCn);
        // Half past midnight in Shanghai.
        let now = at("2026-11-25", "16:30:00");
        let days = days_of(SiteId(Uuid::nil()), &info, now, ViewPeriod::Week);
        assert_eq!(days.from.to_string(), "2026-11-20");
        assert_eq!(days.to.to_string(), "2026-11-26");
        assert_eq!(days.starts_at, at("2026-11-19", "16:00:00"));
        assert_eq!(days.ends_at, at("2026-11-26", "16:00:00"));
    }

    #[test]
    fn a_day_begins_at_its_first_moment_also_where_clocks_change_at_midnight() {
        for (day, zone, start) in [
            ("2026-11-26", Asia::Shanghai, "2026-11-25T16:00:00Z"),
            // Midnight is left out: the day begins at one o'clock.
            ("2018-11-04", America::Sao_Paulo, "2018-11-04T03:00:00Z"),
            // Midnight comes twice.
            ("2022-11-06", America::Havana, "2022-11-06T04:00:00Z"),
        ] {
            let day: NaiveDate = day.parse().unwrap();
            let expected: DateTime<Utc> = start.parse().unwrap();
            assert_eq!(start_of(day, zone), expected, "{day} {zone}");
        }
    }
}
