//! Name, address and state of a site.

use diesel::PgConnection;
use moyan_domain::{Feature, SiteId, SiteStatus};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::{AppError, Refusal};
use serde_json::json;

use super::slugs::{keep_former, parse_slug};
use super::{get, lock, record, require_generation, write_next};
use crate::features::audit::AuditAction;
use crate::features::site::dto::{SiteDto, UpdateSiteRequest};
use crate::features::site::queries::{self, Site};
use crate::features::site::settings::{BasicInfo, SettingsTab};

/// The states that a site can go to.
pub fn next_statuses(status: SiteStatus) -> Vec<SiteStatus> {
    use SiteStatus::{Archived, Draft, Maintenance, Published};
    match status {
        Draft => vec![Published, Archived],
        Published => vec![Draft, Maintenance, Archived],
        Maintenance => vec![Published, Draft, Archived],
        Archived => vec![Draft],
    }
}

/// Changes name, address and status, unless the site changed after `generation`.
///
/// Of an archived site only the status changes; the same request may then change the rest. Taking a site offline and
/// changing a draft need no plan.
pub fn update(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    caller: &Caller,
    access: &TeamAccess,
    id: SiteId,
    generation: i64,
    request: &UpdateSiteRequest,
) -> Result<SiteDto, AppError> {
    let name = request.name.as_deref().map(BasicInfo::parse_name).transpose()?;
    let slug = request.slug.as_deref().map(parse_slug).transpose()?;
    let before = lock(connection, access.team_id, id)?;
    if before.purges_at.is_some() {
        return Err(Refusal::SiteInBin.into());
    }
    require_generation(connection, platform, access, &before, generation)?;
    let mut site = before.clone();
    site.name = name.unwrap_or(site.name);
    site.slug = slug.map_or(site.slug, |slug| slug.as_str().to_owned());
    let old = before.status;
    let new = request.status.unwrap_or(old);
    site.status = new;
    let has_other_text = (&site.name, &site.slug) != (&before.name, &before.slug);
    if has_other_text && old == SiteStatus::Archived && new == old {
        return Err(Refusal::SiteArchived.into());
    }
    if !has_other_text && new == old {
        return get(connection, platform, access, id);
    }
    if new.is_open() || (has_other_text && old.is_open()) {
        access.require(Feature::SiteDeployment)?;
    }
    if new != old {
        change_status(connection, caller, &site, old, new)?;
    }
    if site.slug != before.slug {
        if !queries::list_taken(connection, site.team_id, &[&site.slug], caller.now)?.is_empty() {
            return Err(Refusal::SlugTaken.into());
        }
        queries::delete_former_slug(connection, &site.slug)?;
        keep_former(connection, &before, caller.now)?;
        let details = json!({ "name": site.name, "from": before.slug, "to": site.slug });
        record(
            connection,
            caller,
            site.team_id,
            AuditAction::SiteSlugChanged,
            details,
        )?;
    }
    if site.name != before.name {
        rename(connection, caller, &site)?;
    }
    write_next(connection, site, caller)?;
    get(connection, platform, access, id)
}

fn change_status(
    connection: &mut PgConnection,
    caller: &Caller,
    site: &Site,
    old: SiteStatus,
    new: SiteStatus,
) -> Result<(), AppError> {
    if !next_statuses(old).contains(&new) {
        return Err(Refusal::SiteTransition.into());
    }
    if new == SiteStatus::Published && site.live_release_id.is_none() {
        return Err(Refusal::SiteNotPublished.into());
    }
    let details = json!({ "name": site.name, "slug": site.slug, "from": old, "to": new });
    record(
        connection,
        caller,
        site.team_id,
        AuditAction::SiteStatusChanged,
        details,
    )
}

/// The name stands in the basic information too.
fn rename(connection: &mut PgConnection, caller: &Caller, site: &Site) -> Result<(), AppError> {
    let saved = super::get_saved::<BasicInfo>(connection, site.id)?;
    let info = BasicInfo {
        name: site.name.clone(),
        ..saved.data
    };
    let stored = serde_json::to_value(info).map_err(|error| AppError::Internal(error.to_string()))?;
    queries::update_settings(
        connection,
        site.id,
        SettingsTab::BasicInfo,
        &stored,
        saved.revision + 1,
        caller.user_id,
        caller.now,
    )?;
    Ok(())
}
