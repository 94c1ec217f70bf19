//! Publishing one document later.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::limits::DOCUMENT_SCHEDULES_PER_SITE;
use moyan_domain::{DocumentId, FieldProblem, SiteId};
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::state::AppState;
use serde_json::json;

use super::super::publish::{Request, check_site, count_publish, release_documents};
use super::may_publish_at;
use crate::features::audit::{AuditAction, Entry};
use crate::features::publish::dto::DocumentScheduleDto;
use crate::features::publish::queries::{self, DocumentSchedule, SiteRow};

/// The documents that wait for their moment or missed it.
pub(in super::super) fn list(
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
            queries::delete_document_schedules(connection, site_id, &[document_id])?;
            own.title.clone()
        }
        Some(publishes_at) => {
            // Each of them may become a release.
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

/// Documents of a site that are due at one moment.
#[derive(Debug, PartialEq)]
struct Due {
    site_id: SiteId,
    publishes_at: DateTime<Utc>,
    document_ids: Vec<DocumentId>,
}

/// Publishes the documents that are due: those of one site and one moment together, the sites in turn.
pub(super) fn publish_due(state: &AppState, runtime: &tokio::runtime::Runtime) -> Result<(), AppError> {
    let now = state.clock.now();
    let due = state
        .db
        .run_job(|connection| Ok(queries::list_due_documents(connection, now)?))?;
    let mut outcome = Ok(());
    for due in in_turn(together(due)) {
        if state.is_stopping() {
            break;
        }
        if let Err(error) = publish_together(state, runtime, &due) {
            outcome = Err(error);
        }
    }
    outcome
}

/// What is due of one site at one moment: else many documents push all older releases out.
fn together(due: Vec<(SiteId, DocumentId, DateTime<Utc>)>) -> Vec<Due> {
    let mut places: HashMap<(SiteId, DateTime<Utc>), usize> = HashMap::new();
    let mut groups: Vec<Due> = Vec::new();
    for (site_id, document_id, publishes_at) in due {
        let at = *places.entry((site_id, publishes_at)).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.document_ids.push(document_id),
            None => groups.push(Due {
                site_id,
                publishes_at,
                document_ids: vec![document_id],
            }),
        }
    }
    groups
}

/// The first moment of each site, then the second ones, …: a site with many does not keep the others waiting.
fn in_turn(due: Vec<Due>) -> Vec<Due> {
    let mut n_before: HashMap<SiteId, usize> = HashMap::new();
    let mut turns: Vec<_> = due
        .into_iter()
        .map(|due| {
            let n = n_before.entry(due.site_id).or_default();
            *n += 1;
            (*n, due)
        })
        .collect();
    turns.sort_by_key(|(turn, _)| *turn);
    turns.into_iter().map(|(_, due)| due).collect()
}

/// What keeps them for the moment is tried again with the next run; anything else is noted for the team to see.
fn publish_together(state: &AppState, runtime: &tokio::runtime::Runtime, due: &Due) -> Result<(), AppError> {
    let request = Request {
        site_id: due.site_id,
        document_ids: due.document_ids.clone(),
        due_at: Some(due.publishes_at),
        user_id: None,
        note: String::new(),
        now: state.clock.now(),
    };
    let refused = match runtime.block_on(release_documents(state, &request)) {
        Ok(released) => {
            let refused = released.refused.into_iter();
            refused.map(|(id, refusal)| (id, refusal.key())).collect()
        }
        Err(error @ (AppError::Unavailable(_) | AppError::Refused(Refusal::FilesUnavailable))) => {
            return Err(error);
        }
        // Or their moment was changed or taken back meanwhile.
        Err(AppError::Refused(Refusal::ReleaseBuilding | Refusal::ReleaseCanceled)) => return Ok(()),
        Err(error) => {
            tracing::warn!(cause = %error, site = %due.site_id, "documents were not published at their moment");
            let key = error.key();
            due.document_ids.iter().map(|id| (*id, key)).collect()
        }
    };
    note_refused(state, due, refused)
}

/// Notes why documents were not published.
fn note_refused(
    state: &AppState,
    due: &Due,
    refused: Vec<(DocumentId, &'static str)>,
) -> Result<(), AppError> {
    if refused.is_empty() {
        return Ok(());
    }
    state.db.run_job(|connection| {
        let Some(site) = queries::find_site(connection, due.site_id)? else {
            return Ok(());
        };
        let schedules = list(connection, &site)?;
        for (id, key) in refused {
            let n_failed =
                queries::fail_document_schedule(connection, due.site_id, id, due.publishes_at, key)?;
            if n_failed == 0 {
                continue;
            }
            let own = schedules.iter().find(|schedule| schedule.document_id == id);
            let title = own.map_or("", |schedule| &schedule.title);
            Entry::by_system(AuditAction::SiteScheduleFailed)
                .in_team(site.team_id)
                .with(json!({ "name": site.name, "document": title, "error": key }))
                .record(connection)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn documents_of_one_moment_go_together_and_sites_take_turns() {
        let moment = |second| DateTime::from_timestamp(second, 0).unwrap();
        let row = |site, document, second| {
            let (site, document) = (Uuid::from_u128(site), Uuid::from_u128(document));
            (SiteId(site), DocumentId(document), moment(second))
        };
        let due = vec![
            row(1, 1, 0),
            row(2, 4, 0),
            row(1, 2, 0),
            row(1, 3, 5),
            row(2, 5, 7),
            row(3, 6, 9),
        ];
        let turns = in_turn(together(due)).into_iter();
        let ids = turns.map(|due| {
            let ids = due.document_ids.iter();
            ids.map(|id| id.0.as_u128()).collect::<Vec<_>>()
        });
        assert_eq!(
            ids.collect::<Vec<_>>(),
            [vec![1, 2], vec![4], vec![6], vec![3], vec![5]]
        );
    }
}
