//! The past of a document: its texts, and an older one that becomes the newest.

use diesel::PgConnection;
use uuid::Uuid;

use super::push::Author;
use super::{Outcome, count_texts, document_of, text};
use crate::access::{Caller, TeamAccess};
use crate::domain::{DocumentId, KnowledgeBaseId};
use crate::error::{AppError, Refusal};
use crate::features::document::dto::{
    DocumentDto, PutText, RestoreRevisionRequest, RevisionCause, RevisionDto, RevisionPageDto,
    RevisionTextDto,
};
use crate::features::document::queries::{self, RevisionRow};
use crate::features::knowledge_base::service::LockedBase;
use crate::http::pagination::Page;

fn cause_of(row: &RevisionRow) -> Result<RevisionCause, AppError> {
    RevisionCause::parse(&row.cause).ok_or_else(|| AppError::Internal(format!("unknown cause {}", row.cause)))
}

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
    let items = rows.into_iter().map(|row| {
        Ok(RevisionDto {
            cause: cause_of(&row)?,
            revision: row.revision,
            title: row.title,
            n_characters: row.n_characters,
            nickname: row.nickname,
            device: row.device,
            created_at: row.created_at,
        })
    });
    Ok(RevisionPageDto {
        items: items.collect::<Result<_, AppError>>()?,
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
        cause: cause_of(&row)?,
        revision: row.revision,
        title: row.title,
        content,
        nickname: row.nickname,
        device: row.device,
        created_at: row.created_at,
    })
}

/// Makes an older text the newest, unless the text changed after `text_revision`. A deleted document comes back.
pub fn restore(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    (base_id, id): (KnowledgeBaseId, DocumentId),
    text_revision: i64,
    request: &RestoreRevisionRequest,
) -> Result<DocumentDto, AppError> {
    let author = Author::of(caller, &request.device);
    let mut base = LockedBase::lock(connection, access, base_id)?;
    let written = queries::find_document(connection, base_id, id)?.ok_or(Refusal::DocumentNotFound)?;
    if written.0.text_revision != text_revision {
        return Err(AppError::conflict(
            Refusal::DocumentChanged,
            &document_of(written),
        ));
    }
    let document = written.0;
    let (old, content) = queries::find_revision(connection, base_id, id, request.revision)?
        .ok_or(Refusal::RevisionNotFound)?;
    count_texts(connection, caller, 1, content.len())?;
    let change = PutText {
        id: Uuid::nil(),
        document_id: id,
        base_revision: text_revision,
        title: old.title,
        // The path and whether the author gave the title belong to the document of today.
        is_named: document.is_named,
        router_path: document.router_path.clone(),
        content,
        cause: Some(RevisionCause::Restore),
        place: None,
        created_at: None,
    };
    let n_words = text::count_words(&change.content);
    let outcome = text::write(connection, &mut base, &author, document, &change, n_words)?;
    if let Outcome::Refused(refusal) = outcome {
        return Err(refusal.into());
    }
    base.save(connection, author.now)?;
    let written = queries::find_document(connection, base_id, id)?.ok_or(Refusal::DocumentNotFound)?;
    Ok(document_of(written))
}
