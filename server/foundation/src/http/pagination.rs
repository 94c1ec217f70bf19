//! Pages: a cursor and a limit.

use moyan_domain::limits::{PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS};
use serde::Deserialize;
use uuid::Uuid;

use crate::error::{AppError, Refusal};
use crate::route::{QueryKind, QueryParameter};

/// Where the page begins.
pub const CURSOR: QueryParameter = QueryParameter {
    name: "cursor",
    description: "`nextCursor` of the page before; absent for the first",
    kind: QueryKind::Text,
};
/// How long it is.
pub const LIMIT: QueryParameter = QueryParameter {
    name: "limit",
    description: "Items of the page, 1 to 100; 20 when absent",
    kind: QueryKind::Number,
};
/// What a list without a search takes.
pub const PAGE_QUERY: &[QueryParameter] = &[CURSOR, LIMIT];

/// The query of a list, as it is sent.
#[derive(Debug, Deserialize)]
pub struct PageQuery {
    cursor: Option<String>,
    limit: Option<i64>,
}

/// Which page.
#[derive(Clone, Debug)]
pub struct Page {
    /// After which item; none for the first page.
    pub cursor: Option<String>,
    /// How many items.
    pub limit: i64,
}

impl PageQuery {
    /// Refuses a limit outside its range.
    pub fn parse(self) -> Result<Page, AppError> {
        let limit = self.limit.unwrap_or(PAGE_DEFAULT_ITEMS);
        if !(1..=PAGE_MAX_ITEMS).contains(&limit) {
            return Err(Refusal::BadRequest.into());
        }
        Ok(Page {
            cursor: self.cursor,
            limit,
        })
    }
}

impl Page {
    /// The cursor of a list that is ordered by ID.
    pub fn cursor_id(&self) -> Result<Option<Uuid>, AppError> {
        self.cursor
            .as_deref()
            .map(|cursor| cursor.parse().map_err(|_| Refusal::BadRequest.into()))
            .transpose()
    }

    /// Cuts what was read beyond the limit; where there was more, gives the cursor of the next page.
    pub fn cut<T, C: ToString>(&self, items: &mut Vec<T>, cursor_of: impl Fn(&T) -> C) -> Option<String> {
        let limit = usize::try_from(self.limit).unwrap_or(0);
        let has_more = items.len() > limit;
        items.truncate(limit);
        items
            .last()
            .filter(|_| has_more)
            .map(|last| cursor_of(last).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_with_more_behind_it_has_a_cursor() {
        let page = Page {
            cursor: None,
            limit: 2,
        };
        for (mut items, left, cursor) in [
            (vec![], 0, None),
            (vec![1, 2], 2, None),
            (vec![1, 2, 3], 2, Some("2".to_owned())),
        ] {
            assert_eq!(page.cut(&mut items, |item| *item), cursor);
            assert_eq!(items.len(), left);
        }
    }

    #[test]
    fn a_cursor_is_an_id() {
        let id = Uuid::now_v7();
        let page = |cursor: Option<String>| Page { cursor, limit: 2 };
        assert_eq!(page(Some(id.to_string())).cursor_id().unwrap(), Some(id));
        assert_eq!(page(None).cursor_id().unwrap(), None);
        assert!(page(Some("nonsense".to_owned())).cursor_id().is_err());
    }
}
