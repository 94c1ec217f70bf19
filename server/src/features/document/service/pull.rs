//! What changed after a revision, in pages.

use diesel::PgConnection;
use moyan_domain::KnowledgeBaseId;
use moyan_domain::limits::{PULL_PAGE_BYTES, PULL_PAGE_ROWS};
use moyan_foundation::error::{AppError, Refusal};
use uuid::Uuid;

use super::{category_of, document_of};
use crate::features::document::dto::{DocumentDto, PullDto, Seen};
use crate::features::document::queries::{self, ChangedRow, WrittenDocument};

/// Names the newest accepted change up to a revision, as a browser sends it back; none when none is remembered.
pub(super) fn last_change(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    up_to: i64,
) -> Result<Option<String>, AppError> {
    let newest = queries::find_newest_accepted(connection, base_id, up_to)?;
    Ok(newest.map(|(revision, id)| format!("{revision}:{id}")))
}

/// Refuses what a browser has seen of another history than the server's, which was restored from a backup.
///
/// A database that was put back by hand may have counted on. It does not know the change that the browser names then,
/// or knows it by another revision, while it remembers others of that time.
pub(super) fn check_history(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    seen: &Seen,
    (start, newest): (i64, i64),
) -> Result<(), AppError> {
    let since = seen.revision;
    if since != 0 && !(start..=newest).contains(&since) {
        return Err(Refusal::FutureRevision.into());
    }
    let Some(change) = &seen.last_change else {
        return Ok(());
    };
    let (revision, id) = parse_change(change).ok_or(Refusal::BadRequest)?;
    let up_to = if since == 0 { newest } else { since };
    let is_known = match queries::find_accepted(connection, base_id, id)? {
        Some(accepted) => accepted == revision,
        None => queries::find_newest_accepted(connection, base_id, up_to)?.is_none(),
    };
    if is_known {
        Ok(())
    } else {
        Err(Refusal::FutureRevision.into())
    }
}

fn parse_change(change: &str) -> Option<(i64, Uuid)> {
    let (revision, id) = change.split_once(':')?;
    Some((revision.parse().ok()?, id.parse().ok()?))
}

/// What changed in a base after what a browser has seen.
///
/// Nothing is read that changes meanwhile: such a row has a revision beyond the one that was read first,
/// and comes with the next pull.
pub fn pull(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    seen: &Seen,
) -> Result<PullDto, AppError> {
    let since = seen.revision;
    let (start, newest) = queries::find_history_of(connection, base_id)?;
    check_history(connection, base_id, seen, (start, newest))?;
    let rows = queries::list_changed_rows(connection, base_id, (since, newest), PULL_PAGE_ROWS + 1)?;
    let end = page_end(&rows);
    let revision = end.unwrap_or(newest);
    let span = (since, revision);
    Ok(PullDto {
        history_start: start,
        revision,
        last_change: last_change(connection, base_id, revision)?,
        has_more: end.is_some(),
        categories: queries::list_changed_categories(connection, base_id, span)?
            .into_iter()
            .map(category_of)
            .collect(),
        documents: queries::list_changed_documents(connection, base_id, span)?
            .into_iter()
            .map(pulled)
            .collect(),
    })
}

/// The revision of the last row of a page; none when the page has all rows. A row that is larger than a page is one.
fn page_end(rows: &[ChangedRow]) -> Option<i64> {
    let mut n_bytes = 0;
    let mut end = None;
    for (number, row) in rows.iter().enumerate() {
        n_bytes += row.n_bytes;
        let is_full = n_bytes > PULL_PAGE_BYTES || i64::try_from(number).is_ok_and(|n| n >= PULL_PAGE_ROWS);
        if is_full && end.is_some() {
            return end;
        }
        end = Some(row.revision);
    }
    None
}

/// A tombstone goes without its text, which nobody reads.
fn pulled(written: WrittenDocument) -> DocumentDto {
    let mut document = document_of(written);
    if document.deleted_at.is_some() {
        document.content.clear();
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end_of(sizes: &[i64]) -> Option<i64> {
        let rows: Vec<ChangedRow> = sizes
            .iter()
            .zip(1..)
            .map(|(n_bytes, revision)| ChangedRow {
                revision,
                n_bytes: *n_bytes,
            })
            .collect();
        page_end(&rows)
    }

    #[test]
    fn a_page_ends_before_the_row_that_is_too_much_and_is_never_empty() {
        assert_eq!(end_of(&[]), None);
        assert_eq!(end_of(&[PULL_PAGE_BYTES]), None);
        assert_eq!(end_of(&[PULL_PAGE_BYTES + 1]), None);
        assert_eq!(end_of(&[PULL_PAGE_BYTES, 1]), Some(1));
        assert_eq!(end_of(&[PULL_PAGE_BYTES + 1, 0]), Some(1));
        assert_eq!(end_of(&[1, PULL_PAGE_BYTES - 1, 1, 1]), Some(2));
    }

    #[test]
    fn a_page_has_a_thousand_rows() {
        assert_eq!(end_of(&[0; 1000]), None);
        assert_eq!(end_of(&[0; 1001]), Some(1000));
    }
}
