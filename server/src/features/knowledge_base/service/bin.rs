//! The bin: thirty days in which a deleted base can be restored, and its end.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::PgConnection;
use moyan_domain::limits::BIN_DAYS;
use moyan_domain::{KnowledgeBaseId, TeamId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use serde_json::json;
use uuid::Uuid;

use super::{count_change, get, lock};
use crate::features::audit::{AuditAction, Entry};
use crate::features::knowledge_base::dto::KnowledgeBaseDto;
use crate::features::knowledge_base::queries;

/// Puts a base into the bin, an archived one too. One that is there already stays until the same day.
pub fn delete(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    id: KnowledgeBaseId,
) -> Result<KnowledgeBaseDto, AppError> {
    let base = lock(connection, access.team_id, id)?;
    if base.purges_at.is_some() {
        return Err(Refusal::KnowledgeBaseInBin.into());
    }
    let purges_at = caller.now + TimeDelta::days(BIN_DAYS);
    move_base(connection, caller, access, id, Some(purges_at))?;
    get(connection, access, id)
}

/// Takes a base out of the bin.
pub fn restore(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    id: KnowledgeBaseId,
) -> Result<KnowledgeBaseDto, AppError> {
    let base = lock(connection, access.team_id, id)?;
    if base.purges_at.is_none() {
        return Err(Refusal::KnowledgeBaseNotInBin.into());
    }
    move_base(connection, caller, access, id, None)?;
    get(connection, access, id)
}

fn move_base(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    id: KnowledgeBaseId,
    purges_at: Option<DateTime<Utc>>,
) -> Result<(), AppError> {
    count_change(connection, caller)?;
    queries::update_purges_at(connection, id, purges_at)?;
    let title = get(connection, access, id)?.title;
    let action = match purges_at {
        Some(_) => AuditAction::KnowledgeBaseDeleted,
        None => AuditAction::KnowledgeBaseRestored,
    };
    Entry::by(caller.user_id, action)
        .in_team(access.team_id)
        .with(json!({ "name": title }))
        .record(connection)?;
    Ok(())
}

/// The bases in the bin that are due to be removed.
pub fn list_expired(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<Vec<Uuid>, AppError> {
    Ok(queries::list_expired(connection, now)?)
}

/// Removes a base that is due for good. Does nothing when it was restored meanwhile.
pub fn purge_expired(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<(), AppError> {
    queries::keep_moves(connection, KnowledgeBaseId(id))?;
    if let Some((team_id, title)) = queries::delete_expired(connection, id, now)? {
        record_purge(
            connection,
            Entry::by_system(AuditAction::KnowledgeBasePurged),
            team_id,
            &title,
        )?;
    }
    Ok(())
}

/// Removes a base in the bin for good, before its time is over.
pub fn purge(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    id: KnowledgeBaseId,
) -> Result<(), AppError> {
    let base = lock(connection, access.team_id, id)?;
    if base.purges_at.is_none() {
        return Err(Refusal::KnowledgeBaseNotInBin.into());
    }
    count_change(connection, caller)?;
    queries::keep_moves(connection, id)?;
    queries::delete_base(connection, id)?;
    let entry = Entry::by(caller.user_id, AuditAction::KnowledgeBasePurged);
    record_purge(connection, entry, access.team_id, &base.title)
}

fn record_purge(
    connection: &mut PgConnection,
    entry: Entry,
    team_id: TeamId,
    title: &str,
) -> Result<(), AppError> {
    entry
        .in_team(team_id)
        .with(json!({ "name": title }))
        .record(connection)?;
    Ok(())
}
