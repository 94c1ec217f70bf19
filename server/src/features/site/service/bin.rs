//! The bin: seven days in which a deleted site can be restored, and its end.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::{DRAFT_SITES_IN_BIN, SITE_BIN_DAYS};
use moyan_domain::{Feature, SiteId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::{AppError, Refusal};
use uuid::Uuid;

use super::creation::require_plan_for_another;
use super::{get, lock, named, record, write_next};
use crate::features::audit::{AuditAction, Entry};
use crate::features::site::dto::SiteDto;
use crate::features::site::queries;
use crate::features::team;

/// Puts a site into the bin, where strangers do not read it and its address stays its own. Without a plan with sites the
/// newest few that were never published stay there: nobody is to hoard addresses.
pub fn delete(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    caller: &Caller,
    access: &TeamAccess,
    id: SiteId,
) -> Result<SiteDto, AppError> {
    let mut site = lock(connection, access.team_id, id)?;
    if site.purges_at.is_some() {
        return Err(Refusal::SiteInBin.into());
    }
    site.purges_at = Some(caller.now + TimeDelta::days(SITE_BIN_DAYS));
    // What was planned does not happen while nobody sees it.
    site.publishes_at = None;
    queries::delete_document_schedules(connection, id)?;
    let details = named(&site.name, &site.slug);
    write_next(connection, site, caller)?;
    if !access.plan.has(Feature::SiteDeployment) {
        queries::end_drafts_in_bin(connection, access.team_id, DRAFT_SITES_IN_BIN, caller.now)?;
    }
    record(
        connection,
        caller,
        access.team_id,
        AuditAction::SiteDeleted,
        details,
    )?;
    get(connection, platform, access, id)
}

/// Takes a site out of the bin, in the state that it was in. One that was never published needs room in the plan; what
/// visitors have read comes back in any.
pub fn restore(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    caller: &Caller,
    access: &TeamAccess,
    id: SiteId,
) -> Result<SiteDto, AppError> {
    let mut site = lock(connection, access.team_id, id)?;
    if site.purges_at.take().is_none() {
        return Err(Refusal::SiteNotInBin.into());
    }
    if site.live_release_id.is_none() {
        team::service::lock_room(connection, access.team_id)?;
        require_plan_for_another(connection, access)?;
    }
    let details = named(&site.name, &site.slug);
    write_next(connection, site, caller)?;
    record(
        connection,
        caller,
        access.team_id,
        AuditAction::SiteRestored,
        details,
    )?;
    get(connection, platform, access, id)
}

/// The sites in the bin that are due to be removed.
pub fn list_expired(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<Vec<Uuid>, AppError> {
    Ok(queries::list_expired(connection, now)?)
}

/// Removes a site that is due for good. Does nothing when it was restored meanwhile.
pub fn purge(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<(), AppError> {
    if let Some((team_id, name)) = queries::delete_expired(connection, SiteId(id), now)? {
        Entry::by_system(AuditAction::SitePurged)
            .in_team(team_id)
            .with(serde_json::json!({ "name": name }))
            .record(connection)?;
    }
    Ok(())
}
