//! New revisions for what a restored base holds.

use diesel::prelude::*;
use moyan_domain::KnowledgeBaseId;
use moyan_foundation::schema::{categories, document_revisions, documents};

/// Raises every revision in a base by the same number.
pub fn raise_revisions(connection: &mut PgConnection, base_id: KnowledgeBaseId, by: i64) -> QueryResult<()> {
    diesel::update(categories::table.filter(categories::knowledge_base_id.eq(base_id)))
        .set(categories::revision.eq(categories::revision + by))
        .execute(connection)?;
    diesel::update(documents::table.filter(documents::knowledge_base_id.eq(base_id)))
        .set((
            documents::revision.eq(documents::revision + by),
            documents::text_revision.eq(documents::text_revision + by),
            documents::place_revision.eq(documents::place_revision + by),
        ))
        .execute(connection)?;
    diesel::update(document_revisions::table.filter(document_revisions::knowledge_base_id.eq(base_id)))
        .set(document_revisions::revision.eq(document_revisions::revision + by))
        .execute(connection)?;
    Ok(())
}
