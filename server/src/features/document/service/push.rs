//! Pushed changes: each is done once, in a transaction of its own.

use diesel::prelude::*;

use super::author::Author;
use super::{Outcome, category, count_texts, place, text};
use crate::access::{Caller, TeamAccess};
use crate::config::limits::PUSH_MAX_CHANGES;
use crate::domain::KnowledgeBaseId;
use crate::error::{AppError, Refusal};
use crate::features::document::dto::{Change, ChangeResultDto, PushDto, PushRequest};
use crate::features::document::queries;
use crate::features::knowledge_base::service::LockedBase;

/// Does the changes in their order.
///
/// A failure of the database ends the push: what was done before it stays, and a repetition does the rest.
pub fn push(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    base_id: KnowledgeBaseId,
    request: PushRequest,
) -> Result<PushDto, AppError> {
    if request.changes.len() > PUSH_MAX_CHANGES {
        return Err(Refusal::TooLarge.into());
    }
    let n_bytes = request.changes.iter().map(text::n_bytes).sum();
    count_texts(connection, caller, request.changes.len(), n_bytes)?;
    let author = Author::of(caller, &request.device);
    let results = request
        .changes
        .iter()
        .map(|change| push_one(connection, access, base_id, &author, change))
        .collect::<Result<_, _>>()?;
    Ok(PushDto {
        revision: queries::find_revision_of(connection, base_id)?,
        results,
    })
}

fn push_one(
    connection: &mut PgConnection,
    access: &TeamAccess,
    base_id: KnowledgeBaseId,
    author: &Author,
    change: &Change,
) -> Result<ChangeResultDto, AppError> {
    let id = change.id();
    // What takes long is done before the base is locked.
    let checked = match change {
        Change::PutText(change) => text::check(change).map(|()| text::count_words(&change.content)),
        Change::PutCategory(change) => category::check(change).map(|()| 0),
        _ => Ok(0),
    };
    let n_words = match checked {
        Ok(n_words) => n_words,
        Err(refusal) => return Ok(ChangeResultDto::refused(id, refusal)),
    };
    connection.transaction(|connection| {
        let mut base = LockedBase::lock(connection, access, base_id)?;
        if let Some(revision) = queries::find_accepted(connection, base_id, id)? {
            return Ok(ChangeResultDto::accepted(id, revision));
        }
        let outcome = match change {
            Change::PutCategory(change) => category::put(connection, &mut base, author, change),
            Change::PutText(change) => text::put(connection, &mut base, author, change, n_words),
            Change::PutPlace(change) => place::put(connection, &mut base, change),
            Change::DeleteDocument(change) => text::delete(connection, &mut base, author, change),
            Change::DeleteCategory(change) => category::delete(connection, &mut base, author, change),
        }?;
        Ok(match outcome {
            Outcome::Accepted(revision) => {
                queries::insert_accepted(connection, base_id, id, revision, author.now)?;
                base.save(connection, author.now)?;
                ChangeResultDto::accepted(id, revision)
            }
            Outcome::Conflict(current) => ChangeResultDto::conflict(id, *current),
            Outcome::Refused(refusal) => ChangeResultDto::refused(id, refusal),
        })
    })
}
