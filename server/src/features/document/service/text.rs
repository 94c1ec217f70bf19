//! Title, path and text of a document: written, deleted, brought back.

use chrono::DateTime;
use diesel::PgConnection;
use moyan_domain::limits::{DOCUMENT_MAX_BYTES, DOCUMENT_TITLE_MAX_CHARS, DOCUMENTS_PER_BASE};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::rendering;

use super::author::Author;
use super::{Outcome, document_of, place};
use crate::features::document::dto::{Change, DeleteDocument, Place, PutText, RevisionCause};
use crate::features::document::queries::{self, Document, NewRevision};
use crate::features::knowledge_base::service::LockedBase;

/// Refuses a text that cannot be stored.
fn check(change: &PutText) -> Result<(), Refusal> {
    let has_nul = |text: &str| text.contains('\0');
    let is_long = |text: &str| text.chars().count() > DOCUMENT_TITLE_MAX_CHARS;
    if change.content.len() > DOCUMENT_MAX_BYTES {
        Err(Refusal::DocumentTooLarge)
    } else if has_nul(&change.content) || has_nul(&change.title) || has_nul(&change.router_path) {
        Err(Refusal::DocumentNulCharacter)
    } else if is_long(&change.title) {
        Err(Refusal::DocumentTitleTooLong)
    } else if is_long(&change.router_path) {
        Err(Refusal::DocumentPathTooLong)
    } else {
        Ok(())
    }
}

/// Bytes of the text that a change brings.
pub(super) fn n_bytes(change: &Change) -> usize {
    match change {
        Change::PutText(change) => change.content.len(),
        _ => 0,
    }
}

/// Words of a text that can be stored, or why it cannot be. No connection may be held.
pub(super) fn count_words(change: &PutText) -> Result<i32, Refusal> {
    check(change)?;
    Ok(i32::try_from(rendering::count_words(&change.content)).unwrap_or(i32::MAX))
}

/// Writes a text. Of two that were written on the same revision the second one is a conflict.
pub(super) fn put(
    connection: &mut PgConnection,
    base: &mut LockedBase,
    author: &Author,
    change: &PutText,
    n_words: i32,
) -> Result<Outcome, AppError> {
    let Some((document, nickname)) = queries::find_document(connection, base.id(), change.document_id)?
    else {
        return insert(connection, base, author, change, n_words);
    };
    let is_same = is_same(&document, change);
    if is_same && document.is_named == change.is_named {
        return Ok(Outcome::Accepted(document.text_revision));
    }
    if !is_same && document.text_revision != change.base_revision {
        return Ok(Outcome::Conflict(Box::new(document_of((document, nickname)))));
    }
    write(connection, base, author, document, change, n_words)
}

/// Whether a document has this title, path and text already. A deleted one has none.
fn is_same(document: &Document, change: &PutText) -> bool {
    document.deleted_at.is_none()
        && document.title == change.title
        && document.router_path == change.router_path
        && document.content == change.content
}

/// Writes a text over the one that its author had seen; brings the document back if it was deleted.
pub(super) fn write(
    connection: &mut PgConnection,
    base: &mut LockedBase,
    author: &Author,
    mut document: Document,
    change: &PutText,
    n_words: i32,
) -> Result<Outcome, AppError> {
    let mut n_words_before = document.n_words;
    if document.deleted_at.is_some() {
        if base.n_documents() >= DOCUMENTS_PER_BASE {
            return Ok(Outcome::Refused(Refusal::TooManyDocuments));
        }
        let before = Place {
            category_id: document.category_id,
            parent_id: document.parent_id,
            position: document.position,
        };
        let wanted = change.place.unwrap_or(before);
        let Some(place) = place::valid_place(connection, base, document.id, wanted)? else {
            return Ok(Outcome::Refused(Refusal::CategoryNotFound));
        };
        document.category_id = place.category_id;
        document.parent_id = place.parent_id;
        document.position = place.position;
        document.deleted_at = None;
        n_words_before = 0;
        base.count(1, 0);
        document.place_revision = base.revision() + 1;
    }
    base.count(0, n_words - n_words_before);
    document.title = change.title.clone();
    document.is_named = change.is_named;
    document.router_path = change.router_path.clone();
    document.content = change.content.clone();
    document.n_words = n_words;
    document.text_revision = base.next_revision();
    document.revision = document.text_revision;
    document.updated_at = author.now;
    document.updated_by_id = Some(author.user_id);
    queries::update_document(connection, &document)?;
    insert_revision(connection, author, &document, change.cause)
}

/// Makes a document. A server that was restored from an older backup may have forgotten it: the revision that the
/// browser names does not matter.
fn insert(
    connection: &mut PgConnection,
    base: &mut LockedBase,
    author: &Author,
    change: &PutText,
    n_words: i32,
) -> Result<Outcome, AppError> {
    if base.n_documents() >= DOCUMENTS_PER_BASE {
        return Ok(Outcome::Refused(Refusal::TooManyDocuments));
    }
    let place = match change.place {
        Some(place) => place::valid_place(connection, base, change.document_id, place)?,
        None => None,
    };
    let Some(place) = place else {
        return Ok(Outcome::Refused(Refusal::CategoryNotFound));
    };
    base.count(1, n_words);
    let revision = base.next_revision();
    let document = Document {
        knowledge_base_id: base.id(),
        id: change.document_id,
        category_id: place.category_id,
        parent_id: place.parent_id,
        position: place.position,
        title: change.title.clone(),
        is_named: change.is_named,
        router_path: change.router_path.clone(),
        content: change.content.clone(),
        n_words,
        text_revision: revision,
        place_revision: revision,
        revision,
        // A browser's clock may be ahead, and its calendar longer than the database's.
        created_at: change
            .created_at
            .map_or(author.now, |at| at.clamp(DateTime::UNIX_EPOCH, author.now)),
        updated_at: author.now,
        updated_by_id: Some(author.user_id),
        deleted_at: None,
    };
    queries::insert_document(connection, &document)?;
    insert_revision(connection, author, &document, change.cause)
}

/// Keeps the text of a document as a revision.
fn insert_revision(
    connection: &mut PgConnection,
    author: &Author,
    document: &Document,
    cause: Option<RevisionCause>,
) -> Result<Outcome, AppError> {
    queries::insert_revision(
        connection,
        &NewRevision {
            knowledge_base_id: document.knowledge_base_id,
            document_id: document.id,
            revision: document.text_revision,
            title: &document.title,
            content: &document.content,
            cause: cause.unwrap_or(RevisionCause::Edit),
            user_id: author.user_id,
            device: &author.device,
            created_at: author.now,
        },
    )?;
    Ok(Outcome::Accepted(document.text_revision))
}

/// Deletes a document, unless somebody wrote in it since. It keeps its text and its text's revision: who wrote on
/// that revision elsewhere brings it back.
pub(super) fn delete(
    connection: &mut PgConnection,
    base: &mut LockedBase,
    author: &Author,
    change: &DeleteDocument,
) -> Result<Outcome, AppError> {
    let Some((mut document, nickname)) = queries::find_document(connection, base.id(), change.document_id)?
    else {
        return Ok(Outcome::Accepted(base.revision()));
    };
    if document.deleted_at.is_some() {
        return Ok(Outcome::Accepted(document.revision));
    }
    if document.text_revision != change.base_revision {
        return Ok(Outcome::Conflict(Box::new(document_of((document, nickname)))));
    }
    document.deleted_at = Some(author.now);
    document.place_revision = base.next_revision();
    document.revision = document.place_revision;
    queries::update_document(connection, &document)?;
    let n_moved = queries::move_children(
        connection,
        base.id(),
        document.id,
        document.parent_id,
        base.revision(),
    )?;
    base.skip_revisions(n_moved);
    base.count(-1, -document.n_words);
    Ok(Outcome::Accepted(document.revision))
}
