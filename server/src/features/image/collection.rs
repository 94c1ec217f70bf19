//! Removes images, drawings and files that nothing names any more.
//!
//! Once a day each base is looked through: an image that no text has named for thirty days, tombstones and the past
//! included, is removed, and so is a drawing whose source no document has held for as long. A file to which nothing
//! has referred for thirty days is removed with its bytes: the row first, so that none is without bytes, and none while
//! a backup is being written ([`moyan_foundation::backups`]). Bytes without a row, which a crash may leave, are found by
//! listing a part of the store.

use chrono::{DateTime, TimeDelta, Utc};
use moyan_article::RenderOptions;
use moyan_domain::limits::{STRAY_FILE_HOURS, UNNAMED_FILE_KEPT_DAYS};
use moyan_export::{SlotKind, slots};
use moyan_foundation::error::AppError;
use moyan_foundation::files::{Files, hash_of};
use moyan_foundation::rendering::article;
use moyan_foundation::state::AppState;
use uuid::Uuid;

use super::queries;

/// How often a base is looked through.
const CHECKED_EVERY: TimeDelta = TimeDelta::days(1);
/// Folders of the store, by the first two digits of hashes.
const N_FOLDERS: i64 = 256;
/// Seconds for which each folder is the one that is listed, in turn: all are within two days.
const FOLDER_S: i64 = 600;

/// Removes what nothing names. Not for a thread that answers requests. What fails is tried again by the next run.
pub fn collect(state: &AppState, now: DateTime<Utc>) -> Result<(), AppError> {
    let unnamed_before = now - TimeDelta::days(UNNAMED_FILE_KEPT_DAYS);
    let bases = state
        .db
        .run_job(|connection| Ok(queries::list_unchecked(connection, now - CHECKED_EVERY)?))?;
    let mut outcome = Ok(());
    for id in bases {
        if state.is_stopping() {
            return Ok(());
        }
        // One that cannot be looked through, too large perhaps, keeps the others from nothing.
        if let Err(error) = check_base(state, id, now, unnamed_before) {
            tracing::error!(base = %id, cause = %error, "a base was not looked through for what nothing names");
            outcome = Err(error);
        }
    }
    let hashes = state
        .db
        .run_job(|connection| Ok(queries::list_unnamed_files(connection, now, unnamed_before)?))?;
    for hash in hashes {
        if state.is_stopping() {
            return Ok(());
        }
        let removed = state
            .db
            .run_job(|connection| Ok(queries::delete_unnamed_file(connection, &hash, unnamed_before)?))?;
        if let Some(name) = removed {
            Files::wait(state.files.delete(&name))?;
        }
    }
    let folder = now.timestamp().div_euclid(FOLDER_S).rem_euclid(N_FOLDERS);
    remove_strays(state, &format!("{folder:02x}"), now)?;
    outcome
}

/// Removes bytes of a folder of the store that no row names, unless they are so new that their row may follow.
fn remove_strays(state: &AppState, folder: &str, now: DateTime<Utc>) -> Result<(), AppError> {
    let stored_before = now - TimeDelta::hours(STRAY_FILE_HOURS);
    let old = Files::wait(state.files.list(folder))?
        .into_iter()
        .filter(|(_, stored_at)| *stored_at <= stored_before)
        .map(|(name, _)| name)
        .collect();
    let strays = state
        .db
        .run_job(|connection| Ok(queries::list_strays(connection, old)?))?;
    for name in strays {
        tracing::info!(name, "bytes that no row names are removed from the store");
        Files::wait(state.files.delete(&name))?;
    }
    Ok(())
}

/// Texts are rendered without a transaction, which the database would end when that takes long.
fn check_base(
    state: &AppState,
    id: Uuid,
    now: DateTime<Utc>,
    unnamed_before: DateTime<Utc>,
) -> Result<(), AppError> {
    let documents = state
        .db
        .run_job(|connection| Ok(queries::list_documents_with_diagrams(connection, id)?))?;
    let mut needed = Vec::new();
    for document_id in documents {
        let text = state
            .db
            .run_job(|connection| Ok(queries::find_text(connection, id, document_id)?))?;
        needed.extend(text.as_deref().map(diagrams_of).unwrap_or_default());
    }
    state.db.run_job(|connection| {
        queries::check_images(connection, id, now, unnamed_before)?;
        queries::check_diagrams(connection, id, &needed, now, unnamed_before)?;
        Ok(())
    })
}

/// The hashes of the sources of a text's diagrams, as browsers name their drawings.
fn diagrams_of(text: &str) -> Vec<String> {
    article(text, &RenderOptions::default())
        .blocks
        .iter()
        .filter(|block| block.has_diagram)
        .flat_map(|block| slots(&block.html))
        .filter(|slot| slot.kind == SlotKind::Diagram)
        .map(|slot| hash_of(slot.source.as_bytes()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagram_is_named_by_the_hash_of_its_source() {
        let text = "# Title\n\n```mermaid\ngraph TD\n  A --> B\n```\n\n```js\nx\n```\n";
        let [hash] = diagrams_of(text).try_into().unwrap();
        let sources = ["graph TD\n  A --> B\n", "graph TD\n  A --> B"];
        assert!(sources.iter().any(|source| hash_of(source.as_bytes()) == hash));
    }
}
