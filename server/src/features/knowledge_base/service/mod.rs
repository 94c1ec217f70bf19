//! The rules of knowledge bases.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use diesel::PgConnection;
use moyan_domain::limits::KNOWLEDGE_BASE_CHANGES_PER_ACCOUNT_PER_HOUR;
use moyan_domain::{KnowledgeBaseId, KnowledgeBaseStatus, TeamId};
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::throttle::{self, Allowance};

use super::dto::KnowledgeBaseDto;
use super::queries::{self, KnowledgeBase};

mod bin;
mod content;
mod creation;
mod listing;
mod moving;
mod settings;

pub use bin::{delete, list_expired, purge, purge_expired, restore};
pub use content::{LockedBase, list_created_by, list_revisions, start_new_histories};
pub use creation::{create, create_with_id, insert_copy};
pub use listing::{exists, get, list, parse_listing};
pub use moving::{find_home, move_to_team};
pub use settings::update;

/// Changes of knowledge bases by one account: each leaves an entry in the audit log for a year.
const CHANGES: Allowance = Allowance::each(TimeDelta::hours(1), KNOWLEDGE_BASE_CHANGES_PER_ACCOUNT_PER_HOUR);

/// Counts a change that leaves an entry in the audit log. In a transaction that is rolled back it does not count.
fn count_change(connection: &mut PgConnection, caller: &Caller) -> Result<(), AppError> {
    let key = format!("knowledgeBaseChanges {}", caller.user_id);
    throttle::hit(connection, &key, CHANGES, caller.now)
}

/// Locks a base of the team until the transaction ends.
fn lock(
    connection: &mut PgConnection,
    team_id: TeamId,
    id: KnowledgeBaseId,
) -> Result<KnowledgeBase, AppError> {
    Ok(queries::lock_base(connection, team_id, id)?.ok_or(Refusal::KnowledgeBaseNotFound)?)
}

fn is_archived(base: &KnowledgeBase) -> bool {
    base.status == KnowledgeBaseStatus::Archived
}

fn dto_of(base: KnowledgeBase) -> KnowledgeBaseDto {
    KnowledgeBaseDto {
        id: base.id,
        title: base.title,
        description: base.description,
        category: base.category,
        status: base.status,
        n_views: base.n_views,
        n_documents: base.n_documents,
        n_words: base.n_words,
        revision: base.revision,
        settings_revision: base.settings_revision,
        created_at: base.created_at,
        updated_at: base.updated_at,
        purges_at: base.purges_at,
    }
}

/// Adds views of pages that show bases.
pub fn add_views(
    connection: &mut PgConnection,
    views: &BTreeMap<KnowledgeBaseId, i64>,
) -> Result<(), AppError> {
    queries::add_views(connection, views)?;
    Ok(())
}
