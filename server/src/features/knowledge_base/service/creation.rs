//! Making a knowledge base.

use diesel::PgConnection;
use moyan_domain::limits::{KNOWLEDGE_BASE_TITLE_MAX_CHARS, KNOWLEDGE_BASES_PER_TEAM};
use moyan_domain::{Description, FieldProblem, KnowledgeBaseId, KnowledgeBaseStatus, KnowledgeBaseTitle};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use serde_json::json;
use uuid::Uuid;

use super::{count_change, dto_of, get, is_archived, lock};
use crate::features::audit::{AuditAction, Entry};
use crate::features::knowledge_base::dto::{
    CreateKnowledgeBaseRequest, KnowledgeBaseCategory, KnowledgeBaseDto,
};
use crate::features::knowledge_base::queries::{self, NewKnowledgeBase};
use crate::features::team;

pub(super) fn parse_title(title: &str) -> Result<KnowledgeBaseTitle, AppError> {
    KnowledgeBaseTitle::parse(title).map_err(|problem| AppError::invalid("title", problem))
}

pub(super) fn parse_description(description: &str) -> Result<Description, AppError> {
    Description::parse(description).map_err(|problem| AppError::invalid("description", problem))
}

/// Refuses when the team has as many bases as it may have. Until the transaction ends nobody else adds one.
pub(super) fn require_room(connection: &mut PgConnection, access: &TeamAccess) -> Result<(), AppError> {
    team::service::lock_room(connection, access.team_id)?;
    if queries::count_all(connection, access.team_id)? >= KNOWLEDGE_BASES_PER_TEAM {
        return Err(Refusal::TooManyKnowledgeBases.into());
    }
    Ok(())
}

/// Makes a base without documents and categories.
pub fn create(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    request: &CreateKnowledgeBaseRequest,
) -> Result<KnowledgeBaseDto, AppError> {
    let id = KnowledgeBaseId(Uuid::now_v7());
    create_with_id(connection, caller, access, id, request)
}

/// As [`create`], with an ID that nobody else has.
pub fn create_with_id(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    id: KnowledgeBaseId,
    request: &CreateKnowledgeBaseRequest,
) -> Result<KnowledgeBaseDto, AppError> {
    let (title, description) = (
        parse_title(&request.title)?,
        parse_description(&request.description)?,
    );
    let status = request.status.unwrap_or(KnowledgeBaseStatus::Active);
    if status == KnowledgeBaseStatus::Archived {
        return Err(AppError::invalid("status", FieldProblem::StatusNotGiven));
    }
    require_room(connection, access)?;
    let base = NewKnowledgeBase {
        id,
        team_id: access.team_id,
        title: title.as_str(),
        description: description.as_str(),
        category: request.category.unwrap_or(KnowledgeBaseCategory::Other),
        status,
        created_by_id: caller.user_id,
        created_at: caller.now,
        updated_at: caller.now,
    };
    insert(connection, caller, access, &base, json!({ "name": base.title }))?;
    get(connection, access, base.id)
}

/// Makes a base with the settings of another, without documents and categories. A copy of an archived base is active:
/// who copies it wants to change it.
pub fn insert_copy(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    from: KnowledgeBaseId,
    suffix: &str,
) -> Result<KnowledgeBaseDto, AppError> {
    require_room(connection, access)?;
    // Nothing in it changes while it is copied.
    let original = lock(connection, access.team_id, from)?;
    let is_archived = is_archived(&original);
    let original = dto_of(original);
    let n_kept = KNOWLEDGE_BASE_TITLE_MAX_CHARS - suffix.chars().count();
    let title: String = original
        .title
        .chars()
        .take(n_kept)
        .chain(suffix.chars())
        .collect();
    let status = if is_archived {
        KnowledgeBaseStatus::Active
    } else {
        original.status
    };
    let base = NewKnowledgeBase {
        id: KnowledgeBaseId(Uuid::now_v7()),
        team_id: access.team_id,
        title: &title,
        description: &original.description,
        category: original.category,
        status,
        created_by_id: caller.user_id,
        created_at: caller.now,
        updated_at: caller.now,
    };
    insert(connection, caller, access, &base, json!({ "name": base.title }))?;
    get(connection, access, base.id)
}

fn insert(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    base: &NewKnowledgeBase<'_>,
    details: serde_json::Value,
) -> Result<(), AppError> {
    count_change(connection, caller)?;
    queries::insert_base(connection, base)?;
    Entry::by(caller.user_id, AuditAction::KnowledgeBaseCreated)
        .in_team(access.team_id)
        .with(details)
        .record(connection)?;
    Ok(())
}
