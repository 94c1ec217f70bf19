//! The list of releases, and going back to an older one.

use diesel::PgConnection;
use moyan_domain::{ReleaseId, SiteId};
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use serde_json::json;

use super::publish::check_site;
use super::redirects::redirect_changed;
use super::schedule::list_documents;
use crate::features::audit::{AuditAction, Entry};
use crate::features::publish::dto::{ReleaseDto, ReleasesDto, ScheduleDto};
use crate::features::publish::queries;

/// The releases of a site, and when it is published by itself.
pub fn list(connection: &mut PgConnection, site_id: SiteId) -> Result<ReleasesDto, AppError> {
    let site = queries::find_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
    let documents = list_documents(connection, &site)?;
    let note = site.publish_note;
    let schedule = site
        .publishes_at
        .map(|publishes_at| ScheduleDto { publishes_at, note });
    Ok(ReleasesDto {
        releases: all(connection, site_id, site.live_release_id)?,
        schedule,
        documents,
    })
}

fn all(
    connection: &mut PgConnection,
    site_id: SiteId,
    live_id: Option<ReleaseId>,
) -> Result<Vec<ReleaseDto>, AppError> {
    let rows = queries::list_releases(connection, site_id)?;
    let release = |(row, nickname): queries::ListedRelease| ReleaseDto {
        id: row.id,
        number: row.number,
        note: row.note,
        n_documents: row.n_documents,
        created_at: row.created_at,
        created_by_nickname: nickname,
        is_live: live_id == Some(row.id),
    };
    Ok(rows.into_iter().map(release).collect())
}

/// A release as the list shows it.
pub(super) fn listed(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: ReleaseId,
) -> Result<ReleaseDto, AppError> {
    let site = queries::find_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
    let mut releases = all(connection, site_id, site.live_release_id)?.into_iter();
    Ok(releases
        .find(|release| release.id == id)
        .ok_or(Refusal::ReleaseNotFound)?)
}

/// The release that visitors read.
pub(super) fn live(connection: &mut PgConnection, site_id: SiteId) -> Result<Option<ReleaseDto>, AppError> {
    let releases = list(connection, site_id)?.releases;
    Ok(releases.into_iter().find(|release| release.is_live))
}

/// Makes an older release the live one. What is set for access stays as it is: this opens nothing. What is being
/// published meanwhile is canceled, because it would take the place of the release that was asked for.
pub fn restore(
    connection: &mut PgConnection,
    caller: &Caller,
    site_id: SiteId,
    id: ReleaseId,
) -> Result<ReleaseDto, AppError> {
    queries::lock_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
    let site = queries::find_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
    let release = queries::find_release(connection, site_id, id)?.ok_or(Refusal::ReleaseNotFound)?;
    check_site(&site, caller.now)?;
    queries::cancel_building(connection, site_id)?;
    if site.live_release_id != Some(id) {
        redirect_changed(connection, &site, id, caller.now)?;
        queries::update_live_release(connection, site_id, id, caller.now)?;
        Entry::by(caller.user_id, AuditAction::SiteReleaseRestored)
            .in_team(site.team_id)
            .with(json!({ "name": site.name, "number": release.number }))
            .record(connection)?;
    }
    listed(connection, site_id, id)
}
