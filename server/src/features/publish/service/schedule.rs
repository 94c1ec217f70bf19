//! Publishing later.

mod documents;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::SCHEDULE_MAX_DAYS;
use moyan_domain::{FieldProblem, SiteId};
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use serde_json::json;

pub(super) use self::documents::list as list_documents;
pub use self::documents::set as set_document;
use super::publish::{Request, check_site, release};
use crate::features::audit::{AuditAction, Entry};
use crate::features::publish::dto::ScheduleDto;
use crate::features::publish::queries;

/// Says when a site is published by itself; none: not any more.
pub fn set(
    connection: &mut PgConnection,
    caller: &Caller,
    site_id: SiteId,
    schedule: Option<ScheduleDto>,
) -> Result<Option<ScheduleDto>, AppError> {
    queries::lock_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
    let site = queries::find_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
    if let Some(schedule) = &schedule {
        check_site(&site, caller.now)?;
        if !may_publish_at(schedule.publishes_at, caller.now) {
            return Err(AppError::invalid("publishesAt", FieldProblem::MomentOutOfRange));
        }
    }
    let publishes_at = schedule.as_ref().map(|schedule| schedule.publishes_at);
    if publishes_at.is_none() && site.publishes_at.is_none() {
        return Ok(None);
    }
    let note = schedule.as_ref().map_or("", |schedule| &schedule.note);
    queries::update_schedule(connection, site_id, publishes_at, note)?;
    Entry::by(caller.user_id, AuditAction::SiteScheduled)
        .in_team(site.team_id)
        .with(json!({ "name": site.name, "publishesAt": publishes_at }))
        .record(connection)?;
    Ok(schedule)
}

/// Whether a moment lies in the future, and no further than a schedule may.
fn may_publish_at(publishes_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now < publishes_at && publishes_at <= now + TimeDelta::days(SCHEDULE_MAX_DAYS)
}

/// Publishes what is due. Not for a thread that answers requests.
///
/// A site that cannot be published then is not tried again: its audit log says why.
pub fn publish_due(state: &AppState) -> Result<(), AppError> {
    let now = state.clock.now();
    let due = state
        .db
        .run_job(|connection| Ok(queries::list_due_sites(connection, now)?))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| AppError::Internal(error.to_string()))?;
    let mut outcome = Ok(());
    for site_id in due {
        if state.is_stopping() {
            break;
        }
        if let Err(error) = publish_one(state, &runtime, site_id) {
            outcome = Err(error);
        }
    }
    outcome.and(documents::publish_due(state, &runtime))
}

fn publish_one(state: &AppState, runtime: &tokio::runtime::Runtime, site_id: SiteId) -> Result<(), AppError> {
    let now = state.clock.now();
    let found = state
        .db
        .run_job(|connection| Ok(queries::find_site(connection, site_id)?))?;
    // It may have been taken back since the list was read.
    let Some((site, publishes_at)) = found.and_then(|site| {
        let due = site.publishes_at.filter(|at| *at <= now)?;
        Some((site, due))
    }) else {
        return Ok(());
    };
    let request = Request {
        site_id,
        document_ids: Vec::new(),
        due_at: None,
        user_id: None,
        note: site.publish_note.clone(),
        now,
    };
    let failed = match runtime.block_on(release(state, request)) {
        Ok(_) => None,
        // The database or the store of files is away: the next run tries again.
        Err(error @ (AppError::Unavailable(_) | AppError::Refused(Refusal::FilesUnavailable))) => {
            return Err(error);
        }
        // Documents were planned all the while: the next run tries again.
        Err(AppError::Refused(Refusal::ReleaseBuilding)) => return Ok(()),
        Err(error) => Some(error),
    };
    if let Some(error) = &failed {
        tracing::warn!(cause = %error, site = %site_id, "a site was not published at its moment");
    }
    state.db.run_job(|connection| {
        queries::end_schedule(connection, site_id, publishes_at)?;
        if let Some(error) = &failed {
            Entry::by_system(AuditAction::SiteScheduleFailed)
                .in_team(site.team_id)
                .with(json!({ "name": site.name, "error": error.key() }))
                .record(connection)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_scheduled_after_now_and_up_to_the_last_day() {
        let now = DateTime::UNIX_EPOCH;
        let last = TimeDelta::days(SCHEDULE_MAX_DAYS);
        let moment = TimeDelta::microseconds(1);
        for (wait, expected) in [
            (TimeDelta::zero(), false),
            (moment, true),
            (last, true),
            (last + moment, false),
        ] {
            assert_eq!(may_publish_at(now + wait, now), expected, "{wait}");
        }
    }
}
