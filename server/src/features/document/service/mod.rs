//! The rules of what is in a knowledge base. `docs/sync.md` has them in words.

use super::dto::{CategoryDto, DocumentDto};
use super::queries::{Category, Document, WrittenDocument};
use crate::config::limits::DEVICE_MAX_CHARS;
use crate::error::Refusal;

mod category;
mod duplicate;
mod expiry;
mod past;
mod place;
mod presence;
mod pull;
mod push;
mod text;

pub use duplicate::duplicate;
pub use expiry::sweep;
pub use past::{get_revision, list_revisions, restore};
pub use presence::beat;
pub use pull::pull;
pub use push::push;

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

/// The name of a device as it is kept: one line.
fn device_of(name: &str) -> String {
    name.chars()
        .filter(|character| !character.is_control())
        .take(DEVICE_MAX_CHARS)
        .collect()
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
