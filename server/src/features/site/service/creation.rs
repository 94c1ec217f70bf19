//! Making a site: a new one, and a copy of another.

use diesel::PgConnection;
use moyan_domain::limits::SITES_PER_TEAM;
use moyan_domain::{KnowledgeBaseId, SiteId, SiteSlug};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::{AppError, Refusal};
use serde_json::Value;
use uuid::Uuid;

use super::binding::require_base;
use super::slugs::parse_slug;
use super::{get, load_settings, lock, named, record};
use crate::features::audit::AuditAction;
use crate::features::site::dto::{CreateSiteRequest, DuplicateSiteRequest, SiteDto};
use crate::features::site::queries::{self, NewSite};
use crate::features::site::settings::{
    BasicInfo, SettingsTab, SiteLanguage, SiteSettings, starting_homepage,
};
use crate::features::team;

/// Makes a site with initial settings and a homepage to begin with.
pub fn create(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    caller: &Caller,
    access: &TeamAccess,
    request: &CreateSiteRequest,
) -> Result<SiteDto, AppError> {
    let language = request.language.unwrap_or(SiteLanguage::ZhCn);
    let mut settings = SiteSettings::initial(language);
    settings.basic_info.name = request.name.trim().to_owned();
    settings.basic_info.description = request.description.trim().to_owned();
    settings.basic_info.check_names()?;
    if let Some(zone) = request
        .time_zone
        .as_deref()
        .filter(|name| BasicInfo::is_zone(name))
    {
        zone.clone_into(&mut settings.basic_info.time_zone);
    }
    settings.homepage = starting_homepage(&settings.basic_info);
    let slug = parse_slug(&request.slug)?;
    if let Some(id) = request.knowledge_base_id {
        require_base(connection, access, id)?;
    }
    insert(
        connection,
        platform,
        caller,
        access,
        &slug,
        request.knowledge_base_id,
        &settings,
    )
}

/// Makes a site with the settings and the base of another: without its domains, redirects and releases.
pub fn duplicate(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    caller: &Caller,
    access: &TeamAccess,
    id: SiteId,
    request: &DuplicateSiteRequest,
) -> Result<SiteDto, AppError> {
    // Nothing in it changes while it is copied.
    let original = lock(connection, access.team_id, id)?;
    let mut settings = load_settings(connection, id)?;
    settings.basic_info.name = request.name.trim().to_owned();
    settings.basic_info.check_names()?;
    // What a tab refers to by a link of its own belongs to the original; packages are sold anew.
    settings.renew_ids();
    let slug = parse_slug(&request.slug)?;
    insert(
        connection,
        platform,
        caller,
        access,
        &slug,
        original.knowledge_base_id,
        &settings,
    )
}

fn insert(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    caller: &Caller,
    access: &TeamAccess,
    slug: &SiteSlug,
    knowledge_base_id: Option<KnowledgeBaseId>,
    settings: &SiteSettings,
) -> Result<SiteDto, AppError> {
    team::service::lock_room(connection, access.team_id)?;
    if queries::count_all(connection, access.team_id)? >= SITES_PER_TEAM {
        return Err(Refusal::TooManySites.into());
    }
    require_plan_for_another(connection, access)?;
    let site = NewSite {
        id: SiteId(Uuid::now_v7()),
        team_id: access.team_id,
        knowledge_base_id,
        name: &settings.basic_info.name,
        slug: slug.as_str(),
        created_by_id: caller.user_id,
        created_at: caller.now,
        updated_at: caller.now,
    };
    // A slug that is given up meanwhile is kept once the row can be written.
    let is_taken = !queries::insert_site(connection, &site)?
        || !queries::list_kept(connection, access.team_id, &[site.slug], caller.now)?.is_empty();
    if is_taken {
        return Err(Refusal::SlugTaken.into());
    }
    queries::delete_former_slug(connection, site.slug)?;
    queries::insert_settings(connection, site.id, tabs_of(settings)?, caller.now)?;
    record(
        connection,
        caller,
        access.team_id,
        AuditAction::SiteCreated,
        named(site.name, site.slug),
    )?;
    get(connection, platform, access, site.id)
}

/// Refuses one site more than the plan has.
pub(super) fn require_plan_for_another(
    connection: &mut PgConnection,
    access: &TeamAccess,
) -> Result<(), AppError> {
    if queries::count_kept(connection, access.team_id)? >= access.plan.sites_per_team() {
        return Err(Refusal::SitePlanLimit.into());
    }
    Ok(())
}

/// The tabs as they are stored.
fn tabs_of(settings: &SiteSettings) -> Result<Vec<(SettingsTab, Value)>, AppError> {
    let all = serde_json::to_value(settings).map_err(|error| AppError::Internal(error.to_string()))?;
    let Value::Object(tabs) = all else {
        return Err(AppError::Internal("settings are no object".to_owned()));
    };
    tabs.into_iter()
        .map(|(name, data)| {
            let tab = SettingsTab::parse(&name);
            tab.map(|tab| (tab, data))
                .ok_or_else(|| AppError::Internal(format!("unknown tab {name}")))
        })
        .collect()
}
