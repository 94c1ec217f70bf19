//! Views of pages, as visitors caused them.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use diesel::PgConnection;

use super::load_settings;
use crate::access::TeamAccess;
use crate::config::limits::{SITE_SOURCES_PER_DAY, SITE_SOURCES_SHOWN, SITE_VIEWS_KEPT_DAYS};
use crate::domain::SiteId;
use crate::error::AppError;
use crate::features::knowledge_base;
use crate::features::site::dto::{DayViewsDto, SiteViewsDto, SourceDto, ViewPeriod};
use crate::features::site::queries;

/// Views of a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DayViews {
    n_views: i64,
    /// Those that came from elsewhere, by the host that led to the site; empty where none was named.
    sources: BTreeMap<String, i64>,
}

impl DayViews {
    /// Counts a view; with the host that led to it when it came from elsewhere.
    pub fn add(&mut self, source: Option<&str>) {
        self.n_views += 1;
        if let Some(source) = source {
            self.add_source(source, 1);
        }
    }

    /// Adds others.
    pub fn add_all(&mut self, others: &Self) {
        self.n_views += others.n_views;
        for (source, n_views) in &others.sources {
            self.add_source(source, *n_views);
        }
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
        if let Some(base_id) = base_id {
            knowledge_base::service::add_views(connection, base_id, views.n_views)?;
        }
    }
    Ok(())
}

/// Views of the last days, today included, beside those of as many days before, and where they came from.
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
    })
}

/// Forgets days that nothing shows any more; the sum of all time stays.
pub fn sweep_views(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    let before = (now - TimeDelta::days(SITE_VIEWS_KEPT_DAYS)).date_naive();
    queries::delete_views(connection, before)?;
    Ok(())
}
