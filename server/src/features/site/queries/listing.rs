//! The list of a team's sites.

use chrono::{DateTime, Utc};
use diesel::dsl::count;
use diesel::prelude::*;
use moyan_domain::{SiteId, SiteStatus, TeamId};
use moyan_foundation::listing::{ordered, pattern_of};
use moyan_foundation::schema::{knowledge_bases, releases, site_domains, sites};
use serde::{Deserialize, Serialize};

use super::sites::{Site, SiteRow, shown};
use super::views::total_views;
use crate::features::site::dto::{SiteOrder, SiteSort};

/// Which sites of a team a list shows, and in which order.
#[derive(Clone, Debug)]
pub struct Listing {
    /// Part of the name or the slug.
    pub search: Option<String>,
    pub status: Option<SiteStatus>,
    /// Those in the bin, or those that are not.
    pub is_bin: bool,
    pub sort: SiteSort,
    pub order: SiteOrder,
}

/// The row after which a page begins: what the list is ordered by, and the ID.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct After(pub SortValue, pub SiteId);

/// What a list is ordered by, of one row: a name, or a number. A moment is microseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SortValue {
    Text(String),
    Number(i64),
}

impl Site {
    /// What a list that is sorted so compares.
    pub fn sort_value(&self, sort: SiteSort) -> SortValue {
        match sort {
            SiteSort::Name => SortValue::Text(self.name.clone()),
            SiteSort::UpdatedAt => SortValue::Number(self.updated_at.timestamp_micros()),
            SiteSort::NViews => SortValue::Number(self.n_views),
        }
    }
}

impl After {
    fn name(self) -> Option<(String, SiteId)> {
        match self.0 {
            SortValue::Text(name) => Some((name, self.1)),
            SortValue::Number(_) => None,
        }
    }

    fn number(self) -> Option<(i64, SiteId)> {
        match self.0 {
            SortValue::Number(number) => Some((number, self.1)),
            SortValue::Text(_) => None,
        }
    }

    fn moment(self) -> Option<(DateTime<Utc>, SiteId)> {
        let (number, id) = self.number()?;
        Some((DateTime::from_timestamp_micros(number)?, id))
    }
}

/// Narrows a query to what a list and its totals have in common.
macro_rules! searched {
    ($query:expr, $team_id:expr, $listing:expr) => {{
        let mut query = $query.filter(sites::team_id.eq($team_id)).into_boxed();
        if let Some(search) = &$listing.search {
            let pattern = pattern_of(search);
            query = query.filter(sites::name.ilike(pattern.clone()).or(sites::slug.ilike(pattern)));
        }
        query
    }};
}

/// Sites after one, in the order of the list.
pub fn list_sites(
    connection: &mut PgConnection,
    team_id: TeamId,
    listing: &Listing,
    after: Option<After>,
    limit: i64,
) -> QueryResult<Vec<SiteRow>> {
    let mut query = searched!(shown!(), team_id, listing);
    query = if listing.is_bin {
        query.filter(sites::purges_at.is_not_null())
    } else {
        query.filter(sites::purges_at.is_null())
    };
    if let Some(status) = listing.status {
        query = query.filter(sites::status.eq(status));
    }
    let is_descending = listing.order == SiteOrder::Descending;
    macro_rules! by {
        ($column:expr, $value:ident) => {
            ordered!(
                query,
                is_descending,
                $column,
                sites::id,
                after.and_then(After::$value)
            )
        };
    }
    let query = match listing.sort {
        SiteSort::Name => by!(sites::name, name),
        SiteSort::UpdatedAt => by!(sites::updated_at, moment),
        SiteSort::NViews => by!(total_views(), number),
    };
    query.limit(limit).select(SiteRow::as_select()).load(connection)
}

/// How many of those that the search leaves are published, drafts, in maintenance, archived and in the bin.
pub fn count_sites(
    connection: &mut PgConnection,
    team_id: TeamId,
    listing: &Listing,
) -> QueryResult<(i64, i64, i64, i64, i64)> {
    let is_in = |status: SiteStatus| sites::status.eq(status).and(sites::purges_at.is_null());
    searched!(sites::table, team_id, listing)
        .select((
            count(sites::id).aggregate_filter(is_in(SiteStatus::Published)),
            count(sites::id).aggregate_filter(is_in(SiteStatus::Draft)),
            count(sites::id).aggregate_filter(is_in(SiteStatus::Maintenance)),
            count(sites::id).aggregate_filter(is_in(SiteStatus::Archived)),
            count(sites::id).aggregate_filter(sites::purges_at.is_not_null()),
        ))
        .first(connection)
}
