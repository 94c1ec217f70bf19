//! The list of a team's knowledge bases.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::DateTime;
use diesel::PgConnection;
use moyan_domain::{KnowledgeBaseId, KnowledgeBaseStatus};
use moyan_foundation::access::TeamAccess;
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::pagination::Page;
use moyan_foundation::listing::parse_search;

use super::dto_of;
use crate::features::knowledge_base::dto::{
    KnowledgeBaseCategory, KnowledgeBaseDto, KnowledgeBasePageDto, KnowledgeBaseSort, KnowledgeBaseTotalsDto,
    SortOrder,
};
use crate::features::knowledge_base::queries::{self, After, KnowledgeBase, Listing, SortValue};

/// What a list is asked for. A search is trimmed; an empty one searches nothing.
pub fn parse_listing(
    search: Option<String>,
    category: Option<KnowledgeBaseCategory>,
    status: Option<KnowledgeBaseStatus>,
    is_bin: bool,
    sort: Option<KnowledgeBaseSort>,
    order: Option<SortOrder>,
) -> Result<Listing, AppError> {
    let search = parse_search(search)?;
    let sort = sort.unwrap_or(KnowledgeBaseSort::UpdatedAt);
    // Titles are read from A, figures and moments from the greatest.
    let usual = match sort {
        KnowledgeBaseSort::Title => SortOrder::Ascending,
        _ => SortOrder::Descending,
    };
    Ok(Listing {
        search,
        category,
        status,
        is_bin,
        sort,
        order: order.unwrap_or(usual),
    })
}

/// A page of the list. The cursor is what the list is ordered by and an ID: it holds when the row of the ID changes.
pub fn list(
    connection: &mut PgConnection,
    access: &TeamAccess,
    listing: &Listing,
    page: &Page,
) -> Result<KnowledgeBasePageDto, AppError> {
    let after = page
        .cursor
        .as_deref()
        .map(|cursor| parse_cursor(cursor, listing.sort).ok_or(Refusal::BadRequest))
        .transpose()?;
    let (n_active, n_draft, n_archived, n_in_bin) =
        queries::count_bases(connection, access.team_id, listing)?;
    let mut rows = queries::list_bases(connection, access.team_id, listing, after, page.limit + 1)?;
    let next_cursor = page.cut(&mut rows, |row| cursor_of(row, listing.sort));
    Ok(KnowledgeBasePageDto {
        items: rows.into_iter().map(dto_of).collect(),
        next_cursor,
        totals: KnowledgeBaseTotalsDto {
            n_active,
            n_draft,
            n_archived,
            n_in_bin,
        },
    })
}

fn cursor_of(row: &KnowledgeBase, sort: KnowledgeBaseSort) -> String {
    let after = After(row.sort_value(sort), row.id);
    URL_SAFE_NO_PAD.encode(serde_json::to_vec(&after).unwrap_or_default())
}

/// Reads a cursor of a list that is sorted so. What the column cannot hold is none.
fn parse_cursor(cursor: &str, sort: KnowledgeBaseSort) -> Option<After> {
    let after: After = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    let fits = match (&after.0, sort) {
        (SortValue::Text(text), KnowledgeBaseSort::Title) => !text.contains('\0'),
        (SortValue::Number(micros), KnowledgeBaseSort::UpdatedAt) => {
            *micros >= 0 && DateTime::from_timestamp_micros(*micros).is_some()
        }
        (SortValue::Number(count), KnowledgeBaseSort::NDocuments) => i32::try_from(*count).is_ok(),
        (SortValue::Number(_), KnowledgeBaseSort::NWords | KnowledgeBaseSort::NViews) => true,
        _ => false,
    };
    fits.then_some(after)
}

/// One base.
pub fn get(
    connection: &mut PgConnection,
    access: &TeamAccess,
    id: KnowledgeBaseId,
) -> Result<KnowledgeBaseDto, AppError> {
    let found = queries::find_base(connection, access.team_id, id)?;
    Ok(dto_of(found.ok_or(Refusal::KnowledgeBaseNotFound)?))
}

/// Whether the team has this base, perhaps in the bin.
pub fn exists(
    connection: &mut PgConnection,
    access: &TeamAccess,
    id: KnowledgeBaseId,
) -> Result<bool, AppError> {
    Ok(queries::find_base(connection, access.team_id, id)?.is_some())
}
