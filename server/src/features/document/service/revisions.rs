//! The revisions of a document. An older one becomes the newest by a push that says so.

use diesel::PgConnection;
use moyan_domain::{DocumentId, KnowledgeBaseId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::pagination::Page;

use crate::features::document::dto::{RevisionDto, RevisionPageDto, RevisionTextDto};
use crate::features::document::queries;

/// A page of the texts of a document, the newest first. The cursor is a revision.
pub fn list_revisions(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    id: DocumentId,
    page: &Page,
) -> Result<RevisionPageDto, AppError> {
    let before = page
        .cursor
        .as_deref()
        .map(|cursor| cursor.parse().map_err(|_| Refusal::BadRequest))
        .transpose()?;
    let mut rows = queries::list_revisions(connection, base_id, id, before, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| row.revision);
    let items = rows.into_iter().map(|row| RevisionDto {
        cause: row.cause,
        revision: row.revision,
        title: row.title,
        n_characters: row.n_characters,
        nickname: row.nickname,
        device: row.device,
        created_at: row.created_at,
    });
    Ok(RevisionPageDto {
        items: items.collect(),
        next_cursor,
    })
}

/// One text.
pub fn get_revision(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    id: DocumentId,
    revision: i64,
) -> Result<RevisionTextDto, AppError> {
    let (row, content) =
        queries::find_revision(connection, base_id, id, revision)?.ok_or(Refusal::RevisionNotFound)?;
    Ok(RevisionTextDto {
        cause: row.cause,
        revision: row.revision,
        title: row.title,
        content,
        nickname: row.nickname,
        device: row.device,
        created_at: row.created_at,
    })
}
