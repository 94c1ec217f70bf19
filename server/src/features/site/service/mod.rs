//! The rules of sites.

use chrono::TimeDelta;
use diesel::PgConnection;
use moyan_domain::limits::SITE_CHANGES_PER_ACCOUNT_PER_HOUR;
use moyan_domain::{SiteId, SiteStatus, TeamId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::throttle::{self, Allowance};
use serde_json::json;

use super::dto::{LiveReleaseDto, SiteDto, SiteKnowledgeBaseDto};
use super::queries::{self, Site, SiteRow};
use crate::features::audit::{AuditAction, Entry};

mod bin;
mod binding;
mod correspondence;
mod creation;
mod day_views;
mod domain_verification;
mod domains;
mod listing;
mod moving;
mod overview;
mod plan_end;
mod redirects;
mod settings;
mod slugs;
mod status;
mod views;

pub use bin::{delete, list_expired, purge, restore};
pub use binding::bind;
pub use correspondence::mail_site;
pub use creation::{create, duplicate};
pub use day_views::{DayViews, ViewCounts, WallStep};
pub use domain_verification::{check_domain, check_due_domains, measure_domains};
pub use domains::{add_domain, list_domains, remove_domain, set_primary_domain};
pub use listing::{get, list, list_created_by, parse_listing};
pub use moving::{move_base, move_site};
pub use overview::overview;
pub use plan_end::{list_ending_plans, list_unpaid, skip_plan_notice, tell_plan_end, unpublish_unpaid};
#[cfg(test)]
pub use redirects::check_redirects;
pub use redirects::{get_redirects, replace_redirects};
pub use settings::{check_images, get_saved, load_settings, save};
pub use slugs::{check_slug, sweep_slugs};
pub use status::{next_statuses, update};
pub use views::{add_views, sweep_views, team_views, views};

/// Changes of sites by one account: each leaves an entry in the audit log for a year.
const CHANGES: Allowance = Allowance::each(TimeDelta::hours(1), SITE_CHANGES_PER_ACCOUNT_PER_HOUR);

/// Counts a change and writes it into the audit log. In a transaction that is rolled back it does not count.
fn record(
    connection: &mut PgConnection,
    caller: &Caller,
    team_id: TeamId,
    action: AuditAction,
    details: serde_json::Value,
) -> Result<(), AppError> {
    let key = format!("siteChanges {}", caller.user_id);
    throttle::hit(connection, &key, CHANGES, caller.now)?;
    Entry::by(caller.user_id, action)
        .in_team(team_id)
        .with(details)
        .record(connection)?;
    Ok(())
}

/// Locks a site of the team until the transaction ends.
fn lock(connection: &mut PgConnection, team_id: TeamId, id: SiteId) -> Result<Site, AppError> {
    let site = queries::lock_site(connection, id)?.filter(|site| site.team_id == team_id);
    Ok(site.ok_or(Refusal::SiteNotFound)?)
}

/// Locks a site for a change of something that belongs to it. One that can only be read is refused.
fn lock_writable(connection: &mut PgConnection, team_id: TeamId, id: SiteId) -> Result<Site, AppError> {
    let site = lock(connection, team_id, id)?;
    if site.purges_at.is_some() {
        return Err(Refusal::SiteInBin.into());
    }
    if site.status == SiteStatus::Archived {
        return Err(Refusal::SiteArchived.into());
    }
    Ok(site)
}

/// Writes a site with its next generation, by which caches learn of the change.
fn write_next(connection: &mut PgConnection, mut site: Site, caller: &Caller) -> Result<i64, AppError> {
    site.generation += 1;
    site.updated_at = caller.now;
    queries::update_site(connection, &site)?;
    Ok(site.generation)
}

/// Begins a change of what another feature keeps for a site: locks the site, counts the generation on, by which caches
/// learn of it, and gives its name.
pub fn begin_change(
    connection: &mut PgConnection,
    team_id: TeamId,
    id: SiteId,
    caller: &Caller,
) -> Result<String, AppError> {
    let site = lock_writable(connection, team_id, id)?;
    let name = site.name.clone();
    write_next(connection, site, caller)?;
    Ok(name)
}

/// Refuses a change that was made on an older generation, with the site as it is now.
fn require_generation(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    access: &TeamAccess,
    site: &Site,
    generation: i64,
) -> Result<(), AppError> {
    if site.generation == generation {
        return Ok(());
    }
    let current = get(connection, platform, access, site.id)?;
    Err(AppError::conflict(Refusal::SiteChanged, &current))
}

/// What the audit log says of a site.
fn named(name: &str, slug: &str) -> serde_json::Value {
    json!({ "name": name, "slug": slug })
}

/// The address of a slug: below the domain of sites, else a path of the console's origin.
fn url_of(platform: &PlatformConfig, slug: &str) -> String {
    let origin = &platform.public_url;
    match &platform.site_domain {
        Some(domain) => {
            let (scheme, rest) = origin.split_once("://").unwrap_or(("https", origin));
            // The sites of a developer's machine are on the port of its console.
            let port = rest
                .rsplit_once(':')
                .map(|(_, port)| port)
                .filter(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
                .map(|port| format!(":{port}"))
                .unwrap_or_default();
            format!("{scheme}://{slug}.{domain}{port}/")
        }
        None => format!("{origin}/s/{slug}/"),
    }
}

/// Where a site is read: at its primary domain, else at its slug. It ends with `/`.
pub fn address_of(platform: &PlatformConfig, slug: &str, primary_host: Option<&str>) -> String {
    match primary_host {
        Some(host) => format!("https://{host}/"),
        None => url_of(platform, slug),
    }
}

fn dto_of(platform: &PlatformConfig, row: SiteRow) -> SiteDto {
    let SiteRow {
        site,
        base,
        release,
        primary_host,
    } = row;
    let status = site.status;
    let url = address_of(platform, &site.slug, primary_host.as_deref());
    let knowledge_base = base.map(|base| SiteKnowledgeBaseDto {
        id: base.id,
        title: base.title,
        status: base.status,
        is_in_bin: base.is_in_bin,
        n_documents: base.n_documents,
    });
    SiteDto {
        id: site.id,
        name: site.name,
        slug: site.slug,
        url,
        status,
        next_statuses: next_statuses(status),
        knowledge_base,
        live_release: release.map(|release| LiveReleaseDto {
            id: release.id,
            number: release.number,
            created_at: release.created_at,
            n_documents: release.n_documents,
        }),
        generation: site.generation,
        publishes_at: site.publishes_at,
        n_views: site.n_views,
        created_at: site.created_at,
        updated_at: site.updated_at,
        purges_at: site.purges_at,
    }
}
