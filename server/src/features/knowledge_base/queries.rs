//! The table of knowledge bases.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::dsl::{count, sql};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Uuid as SqlUuid};
use moyan_domain::{KnowledgeBaseId, KnowledgeBaseStatus, TeamId};
use moyan_foundation::listing::{ordered, pattern_of};
use moyan_foundation::schema::{knowledge_bases, team_members, teams};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::dto::{KnowledgeBaseCategory, KnowledgeBaseSort, SortOrder};

#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = knowledge_bases)]
pub struct KnowledgeBase {
    pub id: KnowledgeBaseId,
    pub title: String,
    pub description: String,
    pub category: KnowledgeBaseCategory,
    pub status: KnowledgeBaseStatus,
    #[diesel(select_expression = total_views(), select_expression_type = SqlLiteral<BigInt>)]
    pub n_views: i64,
    pub n_documents: i32,
    pub n_words: i64,
    pub revision: i64,
    pub settings_revision: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub purges_at: Option<DateTime<Utc>>,
}

#[derive(Insertable)]
#[diesel(table_name = knowledge_bases)]
pub struct NewKnowledgeBase<'a> {
    pub id: KnowledgeBaseId,
    pub team_id: TeamId,
    pub title: &'a str,
    pub description: &'a str,
    pub category: KnowledgeBaseCategory,
    pub status: KnowledgeBaseStatus,
    pub created_by_id: Uuid,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// Which knowledge bases of a team a list shows, and in which order.
#[derive(Clone, Debug)]
pub struct Listing {
    /// Part of the title or the description.
    pub search: Option<String>,
    pub category: Option<KnowledgeBaseCategory>,
    pub status: Option<KnowledgeBaseStatus>,
    /// Those in the bin, or those that are not.
    pub is_bin: bool,
    pub sort: KnowledgeBaseSort,
    pub order: SortOrder,
}

/// The row after which a page begins: what the list is ordered by, and the ID.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct After(pub SortValue, pub KnowledgeBaseId);

/// What a list is ordered by, of one row: a title, or a number. A moment is microseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SortValue {
    Text(String),
    Number(i64),
}

impl KnowledgeBase {
    /// What a list that is sorted so compares.
    pub fn sort_value(&self, sort: KnowledgeBaseSort) -> SortValue {
        match sort {
            KnowledgeBaseSort::Title => SortValue::Text(self.title.clone()),
            KnowledgeBaseSort::UpdatedAt => SortValue::Number(self.updated_at.timestamp_micros()),
            KnowledgeBaseSort::NWords => SortValue::Number(self.n_words),
            KnowledgeBaseSort::NDocuments => SortValue::Number(self.n_documents.into()),
            KnowledgeBaseSort::NViews => SortValue::Number(self.n_views),
        }
    }
}

impl After {
    fn title(self) -> Option<(String, KnowledgeBaseId)> {
        match self.0 {
            SortValue::Text(title) => Some((title, self.1)),
            SortValue::Number(_) => None,
        }
    }

    fn number(self) -> Option<(i64, KnowledgeBaseId)> {
        match self.0 {
            SortValue::Number(number) => Some((number, self.1)),
            SortValue::Text(_) => None,
        }
    }

    fn moment(self) -> Option<(DateTime<Utc>, KnowledgeBaseId)> {
        let (number, id) = self.number()?;
        Some((DateTime::from_timestamp_micros(number)?, id))
    }

    fn count(self) -> Option<(i32, KnowledgeBaseId)> {
        let (number, id) = self.number()?;
        Some((number.try_into().ok()?, id))
    }
}

/// Narrows a query to what a list and its totals have in common.
macro_rules! searched {
    ($query:expr, $team_id:expr, $listing:expr) => {{
        let mut query = $query.filter(knowledge_bases::team_id.eq($team_id)).into_boxed();
        if let Some(search) = &$listing.search {
            let pattern = pattern_of(search);
            query = query.filter(
                knowledge_bases::title
                    .ilike(pattern.clone())
                    .or(knowledge_bases::description.ilike(pattern)),
            );
        }
        if let Some(category) = $listing.category {
            query = query.filter(knowledge_bases::category.eq(category));
        }
        query
    }};
}

/// Knowledge bases after one, in the order of the list.
pub fn list_bases(
    connection: &mut PgConnection,
    team_id: TeamId,
    listing: &Listing,
    after: Option<After>,
    limit: i64,
) -> QueryResult<Vec<KnowledgeBase>> {
    let mut query = searched!(knowledge_bases::table, team_id, listing);
    query = if listing.is_bin {
        query.filter(knowledge_bases::purges_at.is_not_null())
    } else {
        query.filter(knowledge_bases::purges_at.is_null())
    };
    if let Some(status) = listing.status {
        query = query.filter(knowledge_bases::status.eq(status));
    }
    let is_descending = listing.order == SortOrder::Descending;
    macro_rules! by {
        ($column:expr, $value:ident) => {
            ordered!(
                query,
                is_descending,
                $column,
                knowledge_bases::id,
                after.and_then(After::$value)
            )
        };
    }
    let query = match listing.sort {
        KnowledgeBaseSort::Title => by!(knowledge_bases::title, title),
        KnowledgeBaseSort::UpdatedAt => by!(knowledge_bases::updated_at, moment),
        KnowledgeBaseSort::NWords => by!(knowledge_bases::n_words, number),
        KnowledgeBaseSort::NDocuments => by!(knowledge_bases::n_documents, count),
        KnowledgeBaseSort::NViews => by!(total_views(), number),
    };
    query
        .limit(limit)
        .select(KnowledgeBase::as_select())
        .load(connection)
}

/// How many of those that search and category leave are active, drafts, archived and in the bin.
pub fn count_bases(
    connection: &mut PgConnection,
    team_id: TeamId,
    listing: &Listing,
) -> QueryResult<(i64, i64, i64, i64)> {
    let is_in = |status: KnowledgeBaseStatus| {
        knowledge_bases::status
            .eq(status)
            .and(knowledge_bases::purges_at.is_null())
    };
    searched!(knowledge_bases::table, team_id, listing)
        .select((
            count(knowledge_bases::id).aggregate_filter(is_in(KnowledgeBaseStatus::Active)),
            count(knowledge_bases::id).aggregate_filter(is_in(KnowledgeBaseStatus::Draft)),
            count(knowledge_bases::id).aggregate_filter(is_in(KnowledgeBaseStatus::Archived)),
            count(knowledge_bases::id).aggregate_filter(knowledge_bases::purges_at.is_not_null()),
        ))
        .first(connection)
}

pub fn find_base(
    connection: &mut PgConnection,
    team_id: TeamId,
    id: KnowledgeBaseId,
) -> QueryResult<Option<KnowledgeBase>> {
    knowledge_bases::table
        .find(id)
        .filter(knowledge_bases::team_id.eq(team_id))
        .select(KnowledgeBase::as_select())
        .first(connection)
        .optional()
}

/// Locks the base until the transaction ends. Its revisions are in the order of these locks.
pub fn lock_base(
    connection: &mut PgConnection,
    team_id: TeamId,
    id: KnowledgeBaseId,
) -> QueryResult<Option<KnowledgeBase>> {
    knowledge_bases::table
        .find(id)
        .filter(knowledge_bases::team_id.eq(team_id))
        .select(KnowledgeBase::as_select())
        // Rows that refer to it can be written meanwhile.
        .for_no_key_update()
        .first(connection)
        .optional()
}

/// All bases of a team, those in the bin included.
pub fn count_all(connection: &mut PgConnection, team_id: TeamId) -> QueryResult<i64> {
    knowledge_bases::table
        .filter(knowledge_bases::team_id.eq(team_id))
        .count()
        .get_result(connection)
}

pub fn insert_base(connection: &mut PgConnection, base: &NewKnowledgeBase<'_>) -> QueryResult<usize> {
    diesel::insert_into(knowledge_bases::table)
        .values(base)
        .execute(connection)
}

/// The views of all time of a base that a query shows: those that were counted before they had rows of their own, too.
fn total_views() -> SqlLiteral<BigInt> {
    sql(
        "(knowledge_bases.n_views + coalesce((SELECT n_views FROM knowledge_base_view_totals \
         WHERE knowledge_base_id = knowledge_bases.id), 0))",
    )
}

/// Adds views of pages that show bases, those left out that are gone. Waits for nobody who writes into a base.
pub fn add_views(
    connection: &mut PgConnection,
    views: &BTreeMap<KnowledgeBaseId, i64>,
) -> QueryResult<usize> {
    sql_query(
        "WITH kept AS (SELECT id FROM knowledge_bases WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE) \
         INSERT INTO knowledge_base_view_totals AS known (knowledge_base_id, n_views) \
         SELECT id, seen.n_views FROM kept JOIN unnest($1::uuid[], $2::bigint[]) AS seen (id, n_views) USING (id) \
         ORDER BY id ON CONFLICT (knowledge_base_id) DO UPDATE SET n_views = known.n_views + excluded.n_views",
    )
    .bind::<Array<SqlUuid>, _>(views.keys().collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(views.values().collect::<Vec<_>>())
    .execute(connection)
}

/// Writes the settings of a base and the revision at which they changed.
pub fn update_settings(connection: &mut PgConnection, base: &KnowledgeBase) -> QueryResult<usize> {
    diesel::update(knowledge_bases::table.find(base.id))
        .set((
            knowledge_bases::title.eq(&base.title),
            knowledge_bases::description.eq(&base.description),
            knowledge_bases::category.eq(base.category),
            knowledge_bases::status.eq(base.status),
            knowledge_bases::revision.eq(base.revision),
            knowledge_bases::settings_revision.eq(base.settings_revision),
            knowledge_bases::updated_at.eq(base.updated_at),
        ))
        .execute(connection)
}

/// Writes what changes in the base when something in it changes.
pub fn update_content(connection: &mut PgConnection, base: &KnowledgeBase) -> QueryResult<usize> {
    diesel::update(knowledge_bases::table.find(base.id))
        .set((
            knowledge_bases::revision.eq(base.revision),
            knowledge_bases::n_documents.eq(base.n_documents),
            knowledge_bases::n_words.eq(base.n_words),
            knowledge_bases::updated_at.eq(base.updated_at),
        ))
        .execute(connection)
}

pub fn update_team(
    connection: &mut PgConnection,
    id: KnowledgeBaseId,
    team_id: TeamId,
) -> QueryResult<usize> {
    diesel::update(knowledge_bases::table.find(id))
        .set(knowledge_bases::team_id.eq(team_id))
        .execute(connection)
}

/// The team that has a base, when an account is in it. A deleted team is there for its owner only.
pub fn find_team_of(
    connection: &mut PgConnection,
    id: KnowledgeBaseId,
    user_id: Uuid,
) -> QueryResult<Option<TeamId>> {
    knowledge_bases::table
        .find(id)
        .inner_join(teams::table.inner_join(team_members::table))
        .filter(team_members::user_id.eq(user_id))
        .filter(teams::purges_at.is_null().or(teams::owner_id.eq(user_id)))
        .select(knowledge_bases::team_id)
        .first(connection)
        .optional()
}

pub fn update_purges_at(
    connection: &mut PgConnection,
    id: KnowledgeBaseId,
    purges_at: Option<DateTime<Utc>>,
) -> QueryResult<usize> {
    diesel::update(knowledge_bases::table.find(id))
        .set(knowledge_bases::purges_at.eq(purges_at))
        .execute(connection)
}

/// The revision of each base of a team that is not in the bin.
pub fn list_revisions(
    connection: &mut PgConnection,
    team_id: TeamId,
) -> QueryResult<Vec<(KnowledgeBaseId, i64)>> {
    knowledge_bases::table
        .filter(knowledge_bases::team_id.eq(team_id))
        .filter(knowledge_bases::purges_at.is_null())
        .order(knowledge_bases::id.asc())
        .select((knowledge_bases::id, knowledge_bases::revision))
        .load(connection)
}

/// Where the history of every base begins, and its newest revision.
pub fn list_histories(connection: &mut PgConnection) -> QueryResult<Vec<(KnowledgeBaseId, i64, i64)>> {
    knowledge_bases::table
        .select((
            knowledge_bases::id,
            knowledge_bases::history_start,
            knowledge_bases::revision,
        ))
        .load(connection)
}

/// Raises the revisions of a base, and with them the start of its history, by the same number.
pub fn raise_revisions(connection: &mut PgConnection, id: KnowledgeBaseId, by: i64) -> QueryResult<usize> {
    diesel::update(knowledge_bases::table.find(id))
        .set((
            knowledge_bases::revision.eq(knowledge_bases::revision + by),
            knowledge_bases::settings_revision.eq(knowledge_bases::settings_revision + by),
            knowledge_bases::history_start.eq(knowledge_bases::history_start + by),
        ))
        .execute(connection)
}

/// Bases in the bin that are due to be removed.
pub fn list_expired(connection: &mut PgConnection, now: DateTime<Utc>) -> QueryResult<Vec<Uuid>> {
    knowledge_bases::table
        .filter(knowledge_bases::purges_at.le(now))
        .order(knowledge_bases::purges_at.asc())
        .select(knowledge_bases::id)
        .load(connection)
}

/// Writes into the releases of a base where their documents are now, which nobody can say once the base is removed: what
/// has moved stays under the rules of both categories. Source: `docs/sites.md`.
pub fn keep_moves(connection: &mut PgConnection, id: KnowledgeBaseId) -> QueryResult<usize> {
    sql_query(
        "UPDATE release_documents SET moved_to_category_id = nullif(documents.category_id, release_documents.category_id) \
         FROM releases, documents WHERE releases.knowledge_base_id = $1 AND release_documents.release_id = releases.id \
         AND documents.knowledge_base_id = $1 AND documents.id = release_documents.document_id \
         AND moved_to_category_id IS DISTINCT FROM nullif(documents.category_id, release_documents.category_id)",
    )
    .bind::<diesel::sql_types::Uuid, _>(id)
    .execute(connection)
}

/// Removes a base that is due with everything in it and gives its team; none when it was restored meanwhile.
pub fn delete_expired(
    connection: &mut PgConnection,
    id: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<Option<(TeamId, String)>> {
    diesel::delete(
        knowledge_bases::table
            .find(id)
            .filter(knowledge_bases::purges_at.le(now)),
    )
    .returning((knowledge_bases::team_id, knowledge_bases::title))
    .get_result(connection)
    .optional()
}

/// Removes a base with everything in it.
pub fn delete_base(connection: &mut PgConnection, id: KnowledgeBaseId) -> QueryResult<usize> {
    diesel::delete(knowledge_bases::table.find(id)).execute(connection)
}

/// Bases that an account made, the newest first.
pub fn list_created_by(
    connection: &mut PgConnection,
    user_id: Uuid,
    limit: i64,
) -> QueryResult<Vec<KnowledgeBase>> {
    knowledge_bases::table
        .filter(knowledge_bases::created_by_id.eq(user_id))
        .order(knowledge_bases::id.desc())
        .limit(limit)
        .select(KnowledgeBase::as_select())
        .load(connection)
}
