//! Where a document stands: its category, its parent and its position.

use diesel::PgConnection;
use moyan_domain::DocumentId;
use moyan_foundation::error::{AppError, Refusal};

use super::Outcome;
use crate::features::document::dto::{Place, PutPlace};
use crate::features::document::queries;
use crate::features::knowledge_base::service::LockedBase;

/// A place that a document can have; none when its category is gone.
///
/// A parent that is gone, of another category, or below the document itself becomes "no parent".
pub(super) fn valid_place(
    connection: &mut PgConnection,
    base: &LockedBase,
    id: DocumentId,
    place: Place,
) -> Result<Option<Place>, AppError> {
    let category = queries::find_category(connection, base.id(), place.category_id)?;
    if category.is_none_or(|category| category.deleted_at.is_some()) {
        return Ok(None);
    }
    let mut place = place;
    if let Some(parent_id) = place.parent_id {
        let parent = queries::find_document(connection, base.id(), parent_id)?;
        let fits = parent.is_some_and(|(parent, _)| {
            parent.deleted_at.is_none() && parent.category_id == place.category_id
        });
        if !fits || queries::is_below(connection, base.id(), parent_id, id)? {
            place.parent_id = None;
        }
    }
    Ok(Some(place))
}

/// Moves a document; what is below it comes along. The later move wins. A deleted document stays where it is.
pub(super) fn put(
    connection: &mut PgConnection,
    base: &mut LockedBase,
    change: &PutPlace,
) -> Result<Outcome, AppError> {
    let Some((mut document, _)) = queries::find_document(connection, base.id(), change.document_id)? else {
        return Ok(Outcome::Refused(Refusal::DocumentNotFound));
    };
    if document.deleted_at.is_some() {
        return Ok(Outcome::Accepted(document.place_revision));
    }
    let Some(place) = valid_place(connection, base, document.id, change.place)? else {
        return Ok(Outcome::Refused(Refusal::CategoryNotFound));
    };
    let before = Place {
        category_id: document.category_id,
        parent_id: document.parent_id,
        position: document.position,
    };
    // A place that was not taken as it is gets a revision in any case: the browser learns of the right one by it.
    if place == before && place == change.place {
        return Ok(Outcome::Accepted(document.place_revision));
    }
    document.category_id = place.category_id;
    document.parent_id = place.parent_id;
    document.position = place.position;
    document.place_revision = base.next_revision();
    document.revision = document.place_revision;
    queries::update_document(connection, &document)?;
    if place.category_id != before.category_id {
        let n_moved = queries::move_below(
            connection,
            base.id(),
            document.id,
            place.category_id,
            base.revision(),
        )?;
        base.skip_revisions(n_moved);
    }
    Ok(Outcome::Accepted(document.place_revision))
}
