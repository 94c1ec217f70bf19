//! Pushed changes: each is done once, in a transaction of its own.

use diesel::prelude::*;
use moyan_domain::KnowledgeBaseId;
use moyan_domain::limits::PUSH_MAX_CHANGES;
use moyan_foundation::access::{Caller, TeamAccess};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::text_work::TextWork;
use uuid::Uuid;

use super::author::Author;
use super::{Outcome, category, count_texts, place, pull, text};
use crate::features::document::dto::{Change, ChangeResultDto, PushDto, PushRequest, Seen};
use crate::features::document::queries;
use crate::features::knowledge_base::service::LockedBase;

/// A push whose texts were read and counted.
#[derive(Debug)]
pub struct CheckedPush {
    device: String,
    seen: Option<Seen>,
    changes: Vec<CheckedChange>,
}

/// A change, and how many words its text has, or why it cannot be stored.
#[derive(Debug)]
struct CheckedChange {
    change: Change,
    n_words: Result<i32, Refusal>,
}

impl CheckedChange {
    fn new(change: Change) -> Self {
        let n_words = match &change {
            Change::PutText(change) => text::count_words(change),
            Change::PutCategory(change) => category::check(change).map(|()| 0),
            _ => Ok(0),
        };
        Self { change, n_words }
    }
}

impl CheckedPush {
    /// Reads the texts of a push, on this thread.
    pub fn new(request: PushRequest) -> Self {
        Self {
            device: request.device,
            seen: request.seen,
            changes: request.changes.into_iter().map(CheckedChange::new).collect(),
        }
    }

    /// Reads the texts of a push of an account as the server admits them: it takes long, so nothing else waits for it.
    /// [`Refusal::Busy`] when too many others wait.
    pub async fn admitted(texts: &TextWork, account: Uuid, request: PushRequest) -> Result<Self, AppError> {
        let mut changes = Vec::with_capacity(request.changes.len());
        for change in request.changes {
            changes.push(match text::n_bytes(&change) {
                0 => CheckedChange::new(change),
                n_bytes => {
                    let check = move || CheckedChange::new(change);
                    texts.run(account, n_bytes, check).await?
                }
            });
        }
        Ok(Self {
            device: request.device,
            seen: request.seen,
            changes,
        })
    }
}

/// Counts a push against what an account may write, or refuses it, before its texts are read.
pub fn count_push(
    connection: &mut PgConnection,
    caller: &Caller,
    n_changes: usize,
    n_bytes: usize,
) -> Result<(), AppError> {
    if n_changes > PUSH_MAX_CHANGES {
        return Err(Refusal::TooLarge.into());
    }
    count_texts(connection, caller, n_changes, n_bytes)
}

/// Bytes of all texts of a push.
pub fn n_bytes(request: &PushRequest) -> usize {
    request.changes.iter().map(text::n_bytes).sum()
}

/// Does the changes in their order, unless the browser has seen another history of the base.
///
/// A failure of the database ends the push: what was done before it stays, and a repetition does the rest.
pub fn push(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    base_id: KnowledgeBaseId,
    push: &CheckedPush,
) -> Result<PushDto, AppError> {
    if let Some(seen) = &push.seen {
        let history = queries::find_history_of(connection, base_id)?;
        pull::check_history(connection, base_id, seen, history)?;
    }
    let author = Author::of(caller, &push.device);
    let results = push
        .changes
        .iter()
        .map(|checked| push_one(connection, access, base_id, &author, checked))
        .collect::<Result<_, _>>()?;
    let revision = queries::find_revision_of(connection, base_id)?;
    Ok(PushDto {
        revision,
        last_change: pull::last_change(connection, base_id, revision)?,
        results,
    })
}

fn push_one(
    connection: &mut PgConnection,
    access: &TeamAccess,
    base_id: KnowledgeBaseId,
    author: &Author,
    CheckedChange { change, n_words }: &CheckedChange,
) -> Result<ChangeResultDto, AppError> {
    let id = change.id();
    let n_words = match n_words {
        Ok(n_words) => *n_words,
        Err(refusal) => return Ok(ChangeResultDto::refused(id, *refusal)),
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
