//! Views of pages, as visitors caused them.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use diesel::PgConnection;

use crate::config::limits::SITE_VIEWS_KEPT_DAYS;
use crate::domain::SiteId;
use crate::error::AppError;
use crate::features::knowledge_base;
use crate::features::site::queries;

/// Views by site and by day of its time zone.
pub type ViewCounts = BTreeMap<(SiteId, NaiveDate), i64>;

/// Adds views to what is stored: all or none. Sites that are gone are left out.
pub fn add_views(connection: &mut PgConnection, counts: &ViewCounts) -> Result<(), AppError> {
    for ((id, day), n_views) in counts {
        if let Some(Some(base_id)) = queries::add_views(connection, *id, *day, *n_views)? {
            knowledge_base::service::add_views(connection, base_id, *n_views)?;
        }
    }
    Ok(())
}

/// Forgets days that nothing shows any more; the sum of all time stays.
pub fn sweep_views(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
    let before = (now - TimeDelta::days(SITE_VIEWS_KEPT_DAYS)).date_naive();
    queries::delete_views(connection, before)?;
    Ok(())
}
