//! Publishing one document later.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use serde_json::json;

use super::publish::{Request, check_site, release};
use super::schedule::may_publish_at;
use crate::access::Caller;
use crate::config::limits::DOCUMENT_SCHEDULES_PER_SITE;
use crate::domain::{DocumentId, SiteId};
use crate::error::{AppError, FieldProblem, Refusal};
use crate::features::audit::{AuditAction, Entry};
use crate::features::publish::dto::DocumentScheduleDto;
use crate::features::publish::queries::{self, DocumentSchedule, SiteRow};
use crate::state::AppState;

/// The documents that wait for their moment or missed it.
pub(super) fn list(
    connection: &mut PgConnection,
    site: &SiteRow,
) -> Result<Vec<DocumentScheduleDto>, AppError> {
    let rows = queries::list_document_schedules(connection, site.id, site.knowledge_base_id)?;
    Ok(rows.into_iter().map(dto_of).collect())
}

fn dto_of(row: DocumentSchedule) -> DocumentScheduleDto {
    DocumentScheduleDto {
        document_id: row.document_id,
        title: row.title.unwrap_or_default(),
        publishes_at: row.publishes_at,
        failure: row.failure,
    }
}

/// Says when a document is published by itself; none: not any more.
pub fn set(
    connection: &mut PgConnection,
    caller: &Caller,
    site_id: SiteId,
    document_id: DocumentId,
    publishes_at: Option<DateTime<Utc>>,
) -> Result<(), AppError> {
    queries::lock_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
    let site = queries::find_site(connection, site_id)?.ok_or(Refusal::SiteNotFound)?;
    let known = list(connection, &site)?;
    let own = known.iter().find(|schedule| schedule.document_id == document_id);
    let title = match publishes_at {
        None => {
            let own = own.ok_or(Refusal::DocumentNotFound)?;
            queries::delete_document_schedule(connection, site_id, document_id)?;
            own.title.clone()
        }
        Some(publishes_at) => {
            check_site(&site, caller.now)?;
            if site.live_release_id.is_none() {
                return Err(Refusal::SiteNotPublished.into());
            }
            let base_id = site.knowledge_base_id.ok_or(Refusal::SiteWithoutKnowledgeBase)?;
            let found = queries::find_text(connection, base_id, document_id)?;
            let (title, _) = found.ok_or(Refusal::DocumentNotFound)?;
            if !may_publish_at(publishes_at, caller.now) {
                return Err(AppError::invalid("publishesAt", FieldProblem::MomentOutOfRange));
            }
            if own.is_none() && known.len() >= DOCUMENT_SCHEDULES_PER_SITE {
                return Err(Refusal::TooManyDocumentSchedules.into());
            }
            queries::put_document_schedule(connection, site_id, document_id, publishes_at)?;
            title
        }
    };
    Entry::by(caller.user_id, AuditAction::SiteScheduled)
        .in_team(site.team_id)
        .with(json!({ "name": site.name, "document": title, "publishesAt": publishes_at }))
        .record(connection)?;
    Ok(())
}

/// Publishes the documents that are due, one after the other.
pub(super) fn publish_due(state: &AppState, runtime: &tokio::runtime::Runtime) -> Result<(), AppError> {
    let now = state.clock.now();
    let due = state
        .db
        .run_job(|connection| Ok(queries::list_due_documents(connection, now)?))?;
    let mut outcome = Ok(());
    for (site_id, document_id, publishes_at) in due {
        if state.is_stopping() {
            break;
        }
        if let Err(error) = publish_one(state, runtime, site_id, document_id, publishes_at) {
            outcome = Err(error);
        }
    }
    outcome
}

/// What keeps it for the moment is tried again with the next run; anything else is noted for the team to see.
fn publish_one(
    state: &AppState,
    runtime: &tokio::runtime::Runtime,
    site_id: SiteId,
    document_id: DocumentId,
    publishes_at: DateTime<Utc>,
) -> Result<(), AppError> {
    let request = Request {
        site_id,
        document_id: Some(document_id),
        user_id: None,
        note: String::new(),
        now: state.clock.now(),
    };
    let error = match runtime.block_on(release(state, request)) {
        Ok(_) => return Ok(()),
        Err(error @ (AppError::Unavailable(_) | AppError::Refused(Refusal::FilesUnavailable))) => {
            return Err(error);
        }
        Err(AppError::Refused(Refusal::ReleaseBuilding)) => return Ok(()),
        Err(error) => error,
    };
    tracing::warn!(cause = %error, site = %site_id, "a document was not published at its moment");
    state.db.run_job(|connection| {
        let key = error.key();
        let n_failed = queries::fail_document_schedule(connection, site_id, document_id, publishes_at, key)?;
        let site = queries::find_site(connection, site_id)?;
        let Some(site) = site.filter(|_| n_failed > 0) else {
            return Ok(());
        };
        let schedules = list(connection, &site)?;
        let own = schedules
            .iter()
            .find(|schedule| schedule.document_id == document_id);
        let title = own.map_or("", |schedule| &schedule.title);
        Entry::by_system(AuditAction::SiteScheduleFailed)
            .in_team(site.team_id)
            .with(json!({ "name": site.name, "document": title, "error": key }))
            .record(connection)?;
        Ok(())
    })
}
