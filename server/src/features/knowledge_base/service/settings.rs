//! Title, description, category and status.

use diesel::PgConnection;
use moyan_domain::KnowledgeBaseId;
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use serde_json::json;

use super::creation::{parse_description, parse_title};
use super::{count_change, dto_of, is_archived, lock};
use crate::features::audit::{AuditAction, Entry};
use crate::features::knowledge_base::dto::{KnowledgeBaseDto, UpdateKnowledgeBaseRequest};
use crate::features::knowledge_base::queries;

/// Changes the settings of a base, unless they changed after `settings_revision`.
///
/// Of an archived base only the status changes; the same request may then change the rest.
pub fn update(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    id: KnowledgeBaseId,
    settings_revision: i64,
    request: &UpdateKnowledgeBaseRequest,
) -> Result<KnowledgeBaseDto, AppError> {
    let title = request.title.as_deref().map(parse_title).transpose()?;
    let description = request
        .description
        .as_deref()
        .map(parse_description)
        .transpose()?;
    let before = lock(connection, access.team_id, id)?;
    if before.purges_at.is_some() {
        return Err(Refusal::KnowledgeBaseInBin.into());
    }
    if before.settings_revision != settings_revision {
        let current = dto_of(before);
        return Err(AppError::conflict(Refusal::KnowledgeBaseChanged, &current));
    }
    let mut base = before.clone();
    base.title = title.map_or(base.title, |title| title.as_str().to_owned());
    base.description = description.map_or(base.description, |text| text.as_str().to_owned());
    if let Some(category) = request.category {
        base.category = category;
    }
    if let Some(status) = request.status {
        base.status = status;
    }
    let has_other_text = (&base.title, &base.description, &base.category)
        != (&before.title, &before.description, &before.category);
    if has_other_text && is_archived(&before) && is_archived(&base) {
        return Err(Refusal::KnowledgeBaseArchived.into());
    }
    if !has_other_text && base.status == before.status {
        return Ok(dto_of(base));
    }
    base.revision += 1;
    base.settings_revision = base.revision;
    base.updated_at = caller.now;
    queries::update_settings(connection, &base)?;
    if base.status != before.status {
        count_change(connection, caller)?;
        Entry::by(caller.user_id, AuditAction::KnowledgeBaseStatusChanged)
            .in_team(access.team_id)
            .with(json!({ "name": base.title, "from": before.status, "to": base.status }))
            .record(connection)?;
    }
    Ok(dto_of(base))
}
