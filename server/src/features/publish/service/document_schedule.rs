//! Publishing one document later.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use serde_json::json;

use super::publish::{Request, check_site, count_publish, release};
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
            // Each of them becomes a release.
            count_publish(connection, caller.user_id, caller.now)?;
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

/// Publishes the documents that are due, one after the other, the sites in turn.
pub(super) fn publish_due(state: &AppState, runtime: &tokio::runtime::Runtime) -> Result<(), AppError> {
    let now = state.clock.now();
    let due = state
        .db
        .run_job(|connection| Ok(queries::list_due_documents(connection, now)?))?;
    let mut outcome = Ok(());
    for (site_id, document_id, publishes_at) in in_turn(due) {
        if state.is_stopping() {
            break;
        }
        if let Err(error) = publish_one(state, runtime, site_id, document_id, publishes_at) {
            outcome = Err(error);
        }
    }
    outcome
}

/// The first document of each site, then the second ones, …: a site with many does not keep the others waiting.
fn in_turn<T>(due: Vec<(SiteId, DocumentId, T)>) -> Vec<(SiteId, DocumentId, T)> {
    let mut n_before: HashMap<SiteId, usize> = HashMap::new();
    let mut turns: Vec<_> = due
        .into_iter()
        .map(|row| {
            let n = n_before.entry(row.0).or_default();
            *n += 1;
            (*n, row)
        })
        .collect();
    turns.sort_by_key(|(turn, _)| *turn);
    turns.into_iter().map(|(_, row)| row).collect()
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
        due_at: Some(publishes_at),
        user_id: None,
        note: String::new(),
        now: state.clock.now(),
    };
    let error = match runtime.block_on(release(state, request)) {
        Ok(_) => return Ok(()),
        Err(error @ (AppError::Unavailable(_) | AppError::Refused(Refusal::FilesUnavailable))) => {
            return Err(error);
        }
        // Or its moment was changed or taken back meanwhile.
        Err(AppError::Refused(Refusal::ReleaseBuilding | Refusal::ReleaseCanceled)) => return Ok(()),
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

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn sites_take_turns() {
        let row = |site, document| {
            let (site, document) = (Uuid::from_u128(site), Uuid::from_u128(document));
            (SiteId(site), DocumentId(document), ())
        };
        let due = vec![row(1, 1), row(1, 2), row(1, 3), row(2, 4), row(2, 5), row(3, 6)];
        let turns = in_turn(due).into_iter().map(|(_, id, ())| id.0.as_u128());
        assert_eq!(turns.collect::<Vec<_>>(), [1, 4, 6, 2, 5, 3]);
    }
}
