//! What the documents of a base need of it: its lock, its revisions and its counts.

use chrono::{DateTime, Utc};
use diesel::PgConnection;
use moyan_domain::KnowledgeBaseId;
use moyan_foundation::access::{TeamAccess, require_writable};
use moyan_foundation::error::AppError;
use uuid::Uuid;

use super::{dto_of, lock};
use crate::features::knowledge_base::dto::KnowledgeBaseDto;
use crate::features::knowledge_base::queries::{self, KnowledgeBase};

/// A base that is locked until the transaction ends, so that the order of its revisions is that of the transactions.
///
/// Every change of something in a base begins with this and ends with [`LockedBase::save`].
#[derive(Debug)]
pub struct LockedBase {
    base: KnowledgeBase,
    /// The revision before the change.
    first: i64,
}

impl LockedBase {
    /// Locks a base of the team for a change of what is in it. One that can only be read is refused.
    pub fn lock(
        connection: &mut PgConnection,
        access: &TeamAccess,
        id: KnowledgeBaseId,
    ) -> Result<Self, AppError> {
        let base = lock(connection, access.team_id, id)?;
        require_writable(base.status, base.purges_at.is_some())?;
        let first = base.revision;
        Ok(Self { base, first })
    }

    /// The base.
    pub fn id(&self) -> KnowledgeBaseId {
        self.base.id
    }

    /// The newest revision.
    pub fn revision(&self) -> i64 {
        self.base.revision
    }

    /// Documents, deleted ones apart.
    pub fn n_documents(&self) -> i32 {
        self.base.n_documents
    }

    /// Takes the revision of one more row. Two rows never have the same: a pull may end between any two of them.
    pub fn next_revision(&mut self) -> i64 {
        self.base.revision += 1;
        self.base.revision
    }

    /// Takes the revisions of rows that a single statement changes.
    pub fn skip_revisions(&mut self, n_rows: usize) {
        self.base.revision += i64::try_from(n_rows).unwrap_or(0);
    }

    /// Counts documents and words that come or go.
    pub fn count(&mut self, n_documents: i32, n_words: i32) {
        self.base.n_documents += n_documents;
        self.base.n_words += i64::from(n_words);
    }

    /// Counts what was copied from another base.
    pub fn count_copied(&mut self, from: &KnowledgeBaseDto) {
        self.base.n_documents += from.n_documents;
        self.base.n_words += from.n_words;
    }

    /// Writes revision and counts, if something took a revision.
    pub fn save(mut self, connection: &mut PgConnection, now: DateTime<Utc>) -> Result<(), AppError> {
        if self.base.revision > self.first {
            self.base.updated_at = now;
            queries::update_content(connection, &self.base)?;
        }
        Ok(())
    }
}

/// The revision of each base of the team that is not in the bin.
pub fn list_revisions(
    connection: &mut PgConnection,
    access: &TeamAccess,
) -> Result<Vec<(KnowledgeBaseId, i64)>, AppError> {
    Ok(queries::list_revisions(connection, access.team_id)?)
}

/// Raises the revisions of every base beyond those that browsers may know from before a restore.
///
/// A base moves to the milliseconds of the moment, which no base counts to, and behind its newest revision in any
/// case, so that no row lands on the revision of another. Returns by how much each base moved, for what is in it.
pub fn start_new_histories(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<Vec<(KnowledgeBaseId, i64)>, AppError> {
    let mut moved = Vec::new();
    for (id, history_start, revision) in queries::list_histories(connection)? {
        let by = (revision + 1).max(now.timestamp_millis()) - history_start;
        queries::raise_revisions(connection, id, by)?;
        moved.push((id, by));
    }
    Ok(moved)
}

/// The bases that an account made, the newest first, for its export.
pub fn list_created_by(
    connection: &mut PgConnection,
    user_id: Uuid,
    limit: i64,
) -> Result<Vec<KnowledgeBaseDto>, AppError> {
    let bases = queries::list_created_by(connection, user_id, limit)?;
    Ok(bases.into_iter().map(dto_of).collect())
}
