//! The rules of what is in a knowledge base. `docs/sync.md` has them in words.

use chrono::TimeDelta;
use diesel::PgConnection;
use moyan_domain::limits::TEXT_KB_PER_ACCOUNT_PER_HOUR;
use moyan_foundation::access::Caller;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::throttle::{self, Allowance};

use super::dto::{CategoryDto, DocumentDto};
use super::queries::{Category, Document, WrittenDocument};

mod author;
mod category;
mod duplicate;
mod expiry;
mod history;
mod place;
mod presence;
mod pull;
mod push;
mod revisions;
mod text;

pub use duplicate::duplicate;
pub use expiry::sweep;
pub use history::start_new_histories;
pub use presence::heartbeat;
pub use pull::pull;
pub use push::{CheckedPush, count_push, n_bytes, push};
pub use revisions::{get_revision, list_revisions};

/// What became of a change, before it has its place in an answer.
#[derive(Debug)]
enum Outcome {
    /// It is done. The revision of its row.
    Accepted(i64),
    /// Somebody else was faster.
    Conflict(Box<DocumentDto>),
    /// It cannot be done.
    Refused(Refusal),
}

/// Texts that one account writes: they have no room of their own in a plan, and each is kept for an hour at least.
const TEXTS: Allowance = Allowance::each(TimeDelta::hours(1), TEXT_KB_PER_ACCOUNT_PER_HOUR);

/// Counts texts before they are written: whole kilobytes, and one for each change.
fn count_texts(
    connection: &mut PgConnection,
    caller: &Caller,
    n_changes: usize,
    n_bytes: usize,
) -> Result<(), AppError> {
    let n_kilobytes = i32::try_from(n_changes + n_bytes / 1024).unwrap_or(i32::MAX);
    let key = format!("texts {}", caller.user_id);
    throttle::hit_times(connection, &key, TEXTS, n_kilobytes, caller.now)
}

fn document_of((document, nickname): WrittenDocument) -> DocumentDto {
    let Document {
        id,
        category_id,
        parent_id,
        position,
        title,
        is_named,
        router_path,
        content,
        n_words,
        text_revision,
        place_revision,
        revision,
        created_at,
        updated_at,
        deleted_at,
        ..
    } = document;
    DocumentDto {
        id,
        category_id,
        parent_id,
        position,
        title,
        is_named,
        router_path,
        content,
        n_words,
        text_revision,
        place_revision,
        revision,
        created_at,
        updated_at,
        updated_by_nickname: nickname,
        deleted_at,
    }
}

fn category_of(category: Category) -> CategoryDto {
    CategoryDto {
        id: category.id,
        name: category.name,
        slug: category.slug,
        category_kind: category.kind,
        description: category.description,
        position: category.position,
        revision: category.revision,
        created_at: category.created_at,
        updated_at: category.updated_at,
        deleted_at: category.deleted_at,
    }
}
