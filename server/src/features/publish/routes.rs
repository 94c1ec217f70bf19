//! HTTP in and out.

use actix_web::web::{Data, Query};
use chrono::{DateTime, Utc};
use moyan_domain::limits::RELEASE_NOTE_MAX_CHARS;
use moyan_domain::{DocumentId, FieldProblem, KnowledgeBaseId, ReleaseId, is_unprintable_in_lines};
use moyan_foundation::access::{Caller, SiteAccess};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::json::{Answer, Answered, Body, Nothing, done};
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::state::AppState;
use serde::Deserialize;

use super::dto::{
    AccessSimulationDto, BaseComparisonDto, ChangedSettingsDto, ChangedTextDto, ChangesDto, MissingMediaDto,
    PublishRequest, ReleaseDto, ReleasesDto, ScheduleDocumentRequest, ScheduleDto, ScheduleRequest,
    SimulateAccessRequest,
};
use super::service;

/// The question which addresses would change, as it is sent.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompareQuery {
    knowledge_base_id: Option<KnowledgeBaseId>,
}

pub async fn list_site_changes(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
) -> Answered<ChangesDto> {
    service::list_changes(&state, caller.user_id, site.id)
        .await
        .map(Answer::new)
}

pub async fn get_site_change(
    state: Data<AppState>,
    site: SiteAccess,
    FromPath(document_id): FromPath<DocumentId>,
) -> Answered<ChangedTextDto> {
    state
        .db
        .run(move |connection| service::find_changed_text(connection, site.id, document_id))
        .await
        .map(Answer::new)
}

pub async fn list_changed_settings(state: Data<AppState>, site: SiteAccess) -> Answered<ChangedSettingsDto> {
    state
        .db
        .run(move |connection| service::list_changed_settings(connection, site.id))
        .await
        .map(Answer::new)
}

pub async fn list_missing_media(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
) -> Answered<MissingMediaDto> {
    service::list_missing(&state, caller.user_id, site.id)
        .await
        .map(Answer::new)
}

pub async fn simulate_site_access(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    Body(request): Body<SimulateAccessRequest>,
) -> Answered<AccessSimulationDto> {
    service::simulate(&state, caller.user_id, site.id, request)
        .await
        .map(Answer::new)
}

pub async fn compare_site_knowledge_base(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    Query(query): Query<CompareQuery>,
) -> Answered<BaseComparisonDto> {
    let base_id = query.knowledge_base_id.ok_or(Refusal::KnowledgeBaseNotFound)?;
    service::compare_base(&state, caller.user_id, site.id, base_id)
        .await
        .map(Answer::new)
}

pub async fn list_releases(state: Data<AppState>, site: SiteAccess) -> Answered<ReleasesDto> {
    state
        .db
        .run(move |connection| service::list_releases(connection, site.id))
        .await
        .map(Answer::new)
}

pub async fn publish_site(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    Body(request): Body<PublishRequest>,
) -> Answered<ReleaseDto> {
    let note = note_of(&request.note)?;
    service::publish(&state, &caller, site.id, request.document_id, note)
        .await
        .map(Answer::new)
}

pub async fn restore_release(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    FromPath(release_id): FromPath<ReleaseId>,
) -> Answered<ReleaseDto> {
    state
        .db
        .transaction(move |connection| service::restore_release(connection, &caller, site.id, release_id))
        .await
        .map(Answer::new)
}

pub async fn schedule_site(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    Body(request): Body<ScheduleRequest>,
) -> Answered<ScheduleDto> {
    let schedule = ScheduleDto {
        publishes_at: request.publishes_at,
        note: note_of(&request.note)?,
    };
    let wanted = schedule.clone();
    state
        .db
        .transaction(move |connection| service::set_schedule(connection, &caller, site.id, Some(wanted)))
        .await?;
    Ok(Answer::new(schedule))
}

pub async fn unschedule_site(state: Data<AppState>, caller: Caller, site: SiteAccess) -> Answered<Nothing> {
    state
        .db
        .transaction(move |connection| service::set_schedule(connection, &caller, site.id, None))
        .await?;
    done()
}

pub async fn schedule_document(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    FromPath(document_id): FromPath<DocumentId>,
    Body(request): Body<ScheduleDocumentRequest>,
) -> Answered<Nothing> {
    set_document_schedule(state, caller, site, document_id, Some(request.publishes_at)).await
}

pub async fn unschedule_document(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    FromPath(document_id): FromPath<DocumentId>,
) -> Answered<Nothing> {
    set_document_schedule(state, caller, site, document_id, None).await
}

async fn set_document_schedule(
    state: Data<AppState>,
    caller: Caller,
    site: SiteAccess,
    document_id: DocumentId,
    publishes_at: Option<DateTime<Utc>>,
) -> Answered<Nothing> {
    state
        .db
        .transaction(move |connection| {
            service::set_document_schedule(connection, &caller, site.id, document_id, publishes_at)
        })
        .await?;
    done()
}

/// A note: some lines.
fn note_of(text: &str) -> Result<String, AppError> {
    let max = RELEASE_NOTE_MAX_CHARS;
    let text = text.trim();
    if text.chars().any(is_unprintable_in_lines) {
        return Err(AppError::invalid("note", FieldProblem::ControlCharacter));
    }
    if text.chars().count() > max {
        return Err(AppError::invalid("note", FieldProblem::TooLong { max }));
    }
    Ok(text.to_owned())
}
