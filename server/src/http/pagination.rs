//! Pages: a cursor and a limit.

use crate::route::QueryParameter;

/// Where the page begins.
pub const CURSOR: QueryParameter = QueryParameter {
    name: "cursor",
    description: "`nextCursor` of the page before; absent for the first",
    is_number: false,
};
/// How long it is.
pub const LIMIT: QueryParameter = QueryParameter {
    name: "limit",
    description: "Items of the page, 1 to 100; 20 when absent",
    is_number: true,
};
/// What a list without a search takes.
pub const PAGE_QUERY: &[QueryParameter] = &[CURSOR, LIMIT];
