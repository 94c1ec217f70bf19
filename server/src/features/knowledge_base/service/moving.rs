//! Giving a base to another team, and finding it again.

use diesel::PgConnection;
use moyan_domain::KnowledgeBaseId;
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};

use super::creation::require_room;
use super::lock;
use crate::features::knowledge_base::dto::KnowledgeBaseHomeDto;
use crate::features::knowledge_base::queries;

/// Gives a base to a team that has room for it, and says its title. It keeps its ID and its revisions: browsers that
/// synchronize it go on where they were as soon as they know the team.
pub fn move_to_team(
    connection: &mut PgConnection,
    from: &TeamAccess,
    to: &TeamAccess,
    id: KnowledgeBaseId,
) -> Result<String, AppError> {
    require_room(connection, to)?;
    let base = lock(connection, from.team_id, id)?;
    if base.purges_at.is_some() {
        return Err(Refusal::KnowledgeBaseInBin.into());
    }
    queries::update_team(connection, id, to.team_id)?;
    Ok(base.title)
}

/// The team that has a base, for who may read it there.
pub fn find_home(
    connection: &mut PgConnection,
    caller: &Caller,
    id: KnowledgeBaseId,
) -> Result<KnowledgeBaseHomeDto, AppError> {
    let team_id = queries::find_team_of(connection, id, caller.user_id)?;
    let team_id = team_id.ok_or(Refusal::KnowledgeBaseNotFound)?;
    Ok(KnowledgeBaseHomeDto { team_id })
}
