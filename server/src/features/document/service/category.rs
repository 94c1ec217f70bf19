//! Categories: written, brought back, deleted.

use diesel::PgConnection;
use moyan_article::slug::category_slug;
use moyan_domain::limits::{
    CATEGORIES_PER_BASE, CATEGORY_KIND_MAX_CHARS, CATEGORY_NAME_MAX_CHARS, DESCRIPTION_MAX_CHARS,
};
use moyan_foundation::error::{AppError, Refusal};

use super::Outcome;
use super::author::Author;
use crate::features::document::dto::{DeleteCategory, PutCategory};
use crate::features::document::queries::{self, Category};
use crate::features::knowledge_base::service::LockedBase;

/// Refuses a category that cannot be stored, or whose slug cannot stand in an address.
pub(super) fn check(change: &PutCategory) -> Result<(), Refusal> {
    let fits = |text: &str, max_chars: usize| !text.contains('\0') && text.chars().count() <= max_chars;
    let is_sound = !change.name.trim().is_empty()
        && fits(&change.name, CATEGORY_NAME_MAX_CHARS)
        && !change.slug.is_empty()
        && fits(&change.slug, CATEGORY_NAME_MAX_CHARS)
        && category_slug(&change.slug) == change.slug
        && !change.category_kind.is_empty()
        && fits(&change.category_kind, CATEGORY_KIND_MAX_CHARS)
        && fits(&change.description, DESCRIPTION_MAX_CHARS);
    if is_sound {
        Ok(())
    } else {
        Err(Refusal::CategoryInvalid)
    }
}

/// Makes a category, changes it or brings it back. The later change wins.
pub(super) fn put(
    connection: &mut PgConnection,
    base: &mut LockedBase,
    author: &Author,
    change: &PutCategory,
) -> Result<Outcome, AppError> {
    let found = queries::find_category(connection, base.id(), change.category_id)?;
    let is_there = found
        .as_ref()
        .is_some_and(|category| category.deleted_at.is_none());
    if let Some(category) = found.as_ref().filter(|category| is_same(category, change)) {
        return Ok(Outcome::Accepted(category.revision));
    }
    if !is_there && queries::count_categories(connection, base.id())? >= CATEGORIES_PER_BASE {
        return Ok(Outcome::Refused(Refusal::TooManyCategories));
    }
    let category = Category {
        knowledge_base_id: base.id(),
        id: change.category_id,
        name: change.name.clone(),
        slug: change.slug.clone(),
        kind: change.category_kind.clone(),
        description: change.description.clone(),
        position: change.position,
        revision: base.next_revision(),
        created_at: found.as_ref().map_or(author.now, |category| category.created_at),
        updated_at: author.now,
        deleted_at: None,
    };
    if found.is_some() {
        queries::update_category(connection, &category)?;
    } else {
        queries::insert_category(connection, &category)?;
    }
    Ok(Outcome::Accepted(category.revision))
}

fn is_same(category: &Category, change: &PutCategory) -> bool {
    category.deleted_at.is_none()
        && category.name == change.name
        && category.slug == change.slug
        && category.kind == change.category_kind
        && category.description == change.description
        && category.position.to_bits() == change.position.to_bits()
}

/// Deletes a category that has no documents and is not the last.
pub(super) fn delete(
    connection: &mut PgConnection,
    base: &mut LockedBase,
    author: &Author,
    change: &DeleteCategory,
) -> Result<Outcome, AppError> {
    let Some(mut category) = queries::find_category(connection, base.id(), change.category_id)? else {
        return Ok(Outcome::Accepted(base.revision()));
    };
    if category.deleted_at.is_some() {
        return Ok(Outcome::Accepted(category.revision));
    }
    if queries::has_documents(connection, base.id(), category.id)? {
        return Ok(Outcome::Refused(Refusal::CategoryNotEmpty));
    }
    if queries::count_categories(connection, base.id())? <= 1 {
        return Ok(Outcome::Refused(Refusal::LastCategory));
    }
    category.revision = base.next_revision();
    category.deleted_at = Some(author.now);
    queries::update_category(connection, &category)?;
    Ok(Outcome::Accepted(category.revision))
}
