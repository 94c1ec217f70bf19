//! A copy of a base with everything in it.

use diesel::PgConnection;
use moyan_domain::{KnowledgeBaseId, Language};
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::AppError;

use super::count_texts;
use crate::features::document::queries;
use crate::features::image;
use crate::features::knowledge_base::KnowledgeBaseDto;
use crate::features::knowledge_base::service::{LockedBase, get, insert_copy};

/// Copies a base, its categories, its documents and their images. They keep their IDs, which are unique within a base.
/// The past and what was deleted stay behind; each document begins with one revision.
pub fn duplicate(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    from: KnowledgeBaseId,
    language: Language,
) -> Result<KnowledgeBaseDto, AppError> {
    let suffix = match language {
        Language::ZhCn => "（副本）",
        Language::En => " (copy)",
    };
    // It locks the original, which does not change from here on.
    let to = insert_copy(connection, caller, access, from, suffix)?.id;
    let original = get(connection, access, from)?;
    let (n_documents, n_bytes) = queries::count_texts(connection, from)?;
    count_texts(connection, caller, n_documents, n_bytes)?;
    let mut base = LockedBase::lock(connection, access, to)?;
    let n_rows = queries::copy_categories(connection, from, to, base.revision(), caller.now)?;
    base.skip_revisions(n_rows);
    let n_rows = queries::copy_documents(connection, from, to, base.revision(), caller.user_id, caller.now)?;
    base.skip_revisions(n_rows);
    queries::insert_first_revisions(connection, to)?;
    image::service::copy_references(connection, from, to, caller.now)?;
    base.count_copied(&original);
    base.save(connection, caller.now)?;
    get(connection, access, to)
}
