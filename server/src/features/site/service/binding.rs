//! The base that a site publishes.

use diesel::PgConnection;
use moyan_domain::{FieldProblem, KnowledgeBaseId, SiteId};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::AppError;
use serde_json::json;

use super::redirects::add_redirects;
use super::{get, lock_writable, record, require_generation, write_next};
use crate::features::audit::AuditAction;
use crate::features::site::dto::{BindKnowledgeBaseRequest, SiteDto};
use crate::features::site::queries;

/// Refuses a base that is not the team's or waits in the bin. An archived one is published as it is.
pub(super) fn require_base(
    connection: &mut PgConnection,
    access: &TeamAccess,
    id: KnowledgeBaseId,
) -> Result<(), AppError> {
    match queries::keep_base(connection, access.team_id, id)? {
        Some(_) => Ok(()),
        None => Err(AppError::invalid(
            "knowledgeBaseId",
            FieldProblem::KnowledgeBaseUnusable,
        )),
    }
}

/// Binds another base, or none, unless the site changed after `generation`. Visitors read the live release until the
/// next one, and redirects of its addresses act when those have no page any more. Rules and names of categories and documents of the old base stay: they name nothing in another one.
pub fn bind(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    caller: &Caller,
    access: &TeamAccess,
    id: SiteId,
    generation: i64,
    request: BindKnowledgeBaseRequest,
) -> Result<SiteDto, AppError> {
    let mut site = lock_writable(connection, access.team_id, id)?;
    require_generation(connection, platform, access, &site, generation)?;
    let base = request.knowledge_base_id;
    if site.knowledge_base_id != base {
        if let Some(base) = base {
            require_base(connection, access, base)?;
        }
        let details =
            json!({ "name": site.name, "slug": site.slug, "from": site.knowledge_base_id, "to": base });
        record(
            connection,
            caller,
            access.team_id,
            AuditAction::SiteBaseChanged,
            details,
        )?;
        add_redirects(connection, caller, &site, request.redirects)?;
        site.knowledge_base_id = base;
        // What was planned was planned for the other base.
        site.publishes_at = None;
        queries::delete_document_schedules(connection, id)?;
        write_next(connection, site, caller)?;
    }
    get(connection, platform, access, id)
}
