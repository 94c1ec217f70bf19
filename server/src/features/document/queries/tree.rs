//! The tree of documents: questions and changes that follow its edges.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Nullable, Uuid as SqlUuid};
use moyan_domain::{CategoryId, DocumentId, KnowledgeBaseId};

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Bool)]
    is_found: bool,
}

/// UNION drops rows that are there already: it ends whatever the rows say.
const IS_BELOW: &str = "\
    WITH RECURSIVE above (id) AS ( \
        SELECT $2 \
        UNION \
        SELECT d.parent_id FROM documents d JOIN above ON d.id = above.id \
        WHERE d.knowledge_base_id = $1 AND d.parent_id IS NOT NULL) \
    SELECT EXISTS (SELECT FROM above WHERE id = $3) AS is_found";

/// Whether a document is another one, or below it.
pub fn is_below(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    id: DocumentId,
    other: DocumentId,
) -> QueryResult<bool> {
    let found: Found = sql_query(IS_BELOW)
        .bind::<SqlUuid, _>(base_id)
        .bind::<SqlUuid, _>(id)
        .bind::<SqlUuid, _>(other)
        .get_result(connection)?;
    Ok(found.is_found)
}

/// Each row gets a revision of its own, in the order in which the author sees the rows.
const MOVE_CHILDREN: &str = "\
    UPDATE documents d SET parent_id = $3, place_revision = $4 + child.n, revision = $4 + child.n \
    FROM (SELECT id, row_number() OVER (ORDER BY position, id) AS n FROM documents \
          WHERE knowledge_base_id = $1 AND parent_id = $2 AND deleted_at IS NULL) child \
    WHERE d.knowledge_base_id = $1 AND d.id = child.id";

/// Moves the documents below one to another parent. Their revisions follow `revision`. Returns how many there are.
pub fn move_children(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    id: DocumentId,
    parent_id: Option<DocumentId>,
    revision: i64,
) -> QueryResult<usize> {
    sql_query(MOVE_CHILDREN)
        .bind::<SqlUuid, _>(base_id)
        .bind::<SqlUuid, _>(id)
        .bind::<Nullable<SqlUuid>, _>(parent_id)
        .bind::<BigInt, _>(revision)
        .execute(connection)
}

const MOVE_BELOW: &str = "\
    WITH RECURSIVE below (id) AS ( \
        SELECT id FROM documents WHERE knowledge_base_id = $1 AND parent_id = $2 AND deleted_at IS NULL \
        UNION \
        SELECT d.id FROM documents d JOIN below ON d.parent_id = below.id \
        WHERE d.knowledge_base_id = $1 AND d.deleted_at IS NULL), \
    numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM below) \
    UPDATE documents d SET category_id = $3, place_revision = $4 + numbered.n, revision = $4 + numbered.n \
    FROM numbered WHERE d.knowledge_base_id = $1 AND d.id = numbered.id";

/// Moves everything below a document to another category. Revisions follow `revision`. Returns how many there are.
pub fn move_below(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    id: DocumentId,
    category_id: CategoryId,
    revision: i64,
) -> QueryResult<usize> {
    sql_query(MOVE_BELOW)
        .bind::<SqlUuid, _>(base_id)
        .bind::<SqlUuid, _>(id)
        .bind::<SqlUuid, _>(category_id)
        .bind::<BigInt, _>(revision)
        .execute(connection)
}
