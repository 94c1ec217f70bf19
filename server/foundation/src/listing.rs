//! What the lists of all features have in common: what they are searched for, and where a page of them begins.

use moyan_domain::limits::SEARCH_MAX_CHARS;

use crate::error::{AppError, Refusal};

/// What a list is searched for: the text without white space around it; none when nothing is left.
///
/// Refuses a text of more than [`SEARCH_MAX_CHARS`] characters, and one with a NUL, which the database cannot take.
pub fn parse_search(search: Option<String>) -> Result<Option<String>, AppError> {
    let search = search.unwrap_or_default();
    let search = search.trim();
    if search.chars().count() > SEARCH_MAX_CHARS || search.contains('\0') {
        return Err(Refusal::BadRequest.into());
    }
    Ok((!search.is_empty()).then(|| search.to_owned()))
}

/// A pattern of `ILIKE` that finds a text as it is: its wildcards are taken literally.
pub fn pattern_of(search: &str) -> String {
    let escaped = search
        .replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_");
    format!("%{escaped}%")
}

/// Orders a boxed query by a column and, where it is the same, by ID; begins after a row, given by these two.
#[macro_export]
macro_rules! ordered {
    ($query:expr, $is_descending:expr, $column:expr, $id:expr, $after:expr) => {
        if $is_descending {
            let query = $query.order(($column.desc(), $id.desc()));
            match $after {
                Some((value, id)) => {
                    let same = $column.eq(value.clone()).and($id.lt(id));
                    query.filter($column.lt(value).or(same))
                }
                None => query,
            }
        } else {
            let query = $query.order(($column.asc(), $id.asc()));
            match $after {
                Some((value, id)) => {
                    let same = $column.eq(value.clone()).and($id.gt(id));
                    query.filter($column.gt(value).or(same))
                }
                None => query,
            }
        }
    };
}
pub use ordered;

#[cfg(test)]
mod tests {
    use diesel::pg::Pg;
    use diesel::prelude::*;

    use super::*;
    use crate::schema::sites;

    #[test]
    fn a_search_is_trimmed_and_has_a_hundred_characters() {
        let search = |text: &str| parse_search(Some(text.to_owned()));
        let longest = "墨".repeat(SEARCH_MAX_CHARS);
        assert_eq!(search(&format!(" {longest} ")).unwrap(), Some(longest.clone()));
        assert!(search(&format!("{longest}墨")).is_err());
        assert!(search("a\0").is_err());
        assert_eq!(search("  ").unwrap(), None);
        assert_eq!(parse_search(None).unwrap(), None);
    }

    #[test]
    fn wildcards_of_a_search_are_taken_literally() {
        assert_eq!(pattern_of(r"100%_\"), r"%100\%\_\\%");
    }

    #[test]
    fn a_page_begins_after_a_row_in_the_order_of_the_list() {
        let sql = |is_descending: bool, after: Option<(i64, uuid::Uuid)>| {
            let query = sites::table.select(sites::slug).into_boxed();
            let query = ordered!(query, is_descending, sites::n_views, sites::id, after);
            let sql = diesel::debug_query::<Pg, _>(&query).to_string().replace('"', "");
            let (_, end) = sql.split_once("FROM sites").unwrap();
            end.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let row = Some((7, uuid::Uuid::nil()));
        assert_eq!(
            sql(false, None),
            "ORDER BY sites.n_views ASC, sites.id ASC -- binds: []"
        );
        assert_eq!(
            sql(true, None),
            "ORDER BY sites.n_views DESC, sites.id DESC -- binds: []"
        );
        let binds = "-- binds: [7, 7, 00000000-0000-0000-0000-000000000000]";
        assert_eq!(
            sql(false, row),
            format!(
                "WHERE ((sites.n_views > $1) OR ((sites.n_views = $2) AND (sites.id > $3))) \
                 ORDER BY sites.n_views ASC, sites.id ASC {binds}"
            )
        );
        assert_eq!(
            sql(true, row),
            format!(
                "WHERE ((sites.n_views < $1) OR ((sites.n_views = $2) AND (sites.id < $3))) \
                 ORDER BY sites.n_views DESC, sites.id DESC {binds}"
            )
        );
    }
}
