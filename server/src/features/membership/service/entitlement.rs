//! What visitors of a site have.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use diesel::PgConnection;
use moyan_domain::{SiteId, VisitorId};
use moyan_foundation::error::AppError;

use crate::features::membership::entitlement::{Entitlement, Grant, compute};
use crate::features::membership::queries;
use crate::features::site::service::get_saved;
use crate::features::site::settings::{BasicInfo, Membership};

/// What a site says about how memberships are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// In which months and days are counted.
    pub time_zone: Tz,
    /// For how many days one holds after its end.
    pub grace_days: u32,
}

/// What a site says now.
pub fn terms_of(connection: &mut PgConnection, site_id: SiteId) -> Result<Terms, AppError> {
    let info = get_saved::<BasicInfo>(connection, site_id)?.data;
    let membership = get_saved::<Membership>(connection, site_id)?.data;
    let time_zone = info
        .time_zone
        .parse()
        .map_err(|_| AppError::Internal(format!("unknown time zone {}", info.time_zone)))?;
    Ok(Terms {
        time_zone,
        grace_days: membership.grace_days,
    })
}

/// What a visitor of a site has.
pub fn entitlement_of(
    connection: &mut PgConnection,
    site_id: SiteId,
    visitor_id: VisitorId,
    now: DateTime<Utc>,
) -> Result<Entitlement, AppError> {
    let terms = terms_of(connection, site_id)?;
    entitlement_under(connection, terms, site_id, visitor_id, now)
}

/// What a visitor of a site has, under terms that are known.
pub fn entitlement_under(
    connection: &mut PgConnection,
    terms: Terms,
    site_id: SiteId,
    visitor_id: VisitorId,
    now: DateTime<Utc>,
) -> Result<Entitlement, AppError> {
    let grants = queries::list_counted_grants(connection, site_id, Some(visitor_id))?;
    let grants: Vec<Grant> = grants.iter().map(|row| row.counted(terms.time_zone)).collect();
    Ok(compute(&grants, terms.time_zone, terms.grace_days, now))
}

/// What each visitor of a site has who was ever given something that counts.
pub fn entitlements_of_site(
    connection: &mut PgConnection,
    site_id: SiteId,
    now: DateTime<Utc>,
) -> Result<HashMap<VisitorId, Entitlement>, AppError> {
    let terms = terms_of(connection, site_id)?;
    let mut by_visitor: BTreeMap<VisitorId, Vec<Grant>> = BTreeMap::new();
    for row in queries::list_counted_grants(connection, site_id, None)? {
        by_visitor
            .entry(row.visitor_id)
            .or_default()
            .push(row.counted(terms.time_zone));
    }
    Ok(by_visitor
        .into_iter()
        .map(|(id, grants)| (id, compute(&grants, terms.time_zone, terms.grace_days, now)))
        .collect())
}
