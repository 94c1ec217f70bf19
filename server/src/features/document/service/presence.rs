//! Heartbeats: who has which document open, and how far each base has come.

use chrono::TimeDelta;
use diesel::PgConnection;
use moyan_domain::limits::PRESENCE_S;
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::AppError;

use crate::features::document::dto::{BaseRevisionDto, HeartbeatDto, HeartbeatRequest, PresenceDto};
use crate::features::document::queries;
use crate::features::knowledge_base;

/// Notes what the session has open, and answers what the others have open and what changed.
///
/// A document that the team does not have counts as none: it may be on its way. Without `may_write` nothing is noted.
pub fn heartbeat(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    request: &HeartbeatRequest,
    may_write: bool,
) -> Result<HeartbeatDto, AppError> {
    let is_open = match request.open {
        Some(open) if may_write => queries::upsert_presence(
            connection,
            caller.session_id,
            access.team_id,
            (open.knowledge_base_id, open.document_id),
            caller.now,
        )?,
        _ => false,
    };
    if may_write && !is_open {
        queries::delete_presence(connection, caller.session_id)?;
    }
    let after = caller.now - TimeDelta::seconds(PRESENCE_S);
    let presences = queries::list_presences(connection, access.team_id, caller.user_id, after)?
        .into_iter()
        .map(|row| PresenceDto {
            knowledge_base_id: row.knowledge_base_id,
            document_id: row.document_id,
            user_id: row.user_id,
            nickname: row.nickname,
            avatar_url: row.avatar_id.map(|id| format!("/api/avatars/{id}")),
        });
    let presences = presences.collect();
    let knowledge_bases = knowledge_base::service::list_revisions(connection, access)?
        .into_iter()
        .map(|(id, revision)| BaseRevisionDto { id, revision });
    Ok(HeartbeatDto {
        knowledge_bases: knowledge_bases.collect(),
        presences,
    })
}
