//! The table of categories.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use moyan_domain::{CategoryId, KnowledgeBaseId};
use moyan_foundation::schema::{categories, documents};

#[derive(Clone, Debug, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = categories, treat_none_as_null = true)]
pub struct Category {
    pub knowledge_base_id: KnowledgeBaseId,
    pub id: CategoryId,
    pub name: String,
    pub slug: String,
    pub kind: String,
    pub description: String,
    pub position: f64,
    pub revision: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub deleted_at: Option<DateTime<Utc>>,
}

/// A category, or its tombstone.
pub fn find_category(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    id: CategoryId,
) -> QueryResult<Option<Category>> {
    categories::table
        .find((base_id, id))
        .select(Category::as_select())
        .first(connection)
        .optional()
}

pub fn insert_category(connection: &mut PgConnection, category: &Category) -> QueryResult<usize> {
    diesel::insert_into(categories::table)
        .values(category)
        .execute(connection)
}

pub fn update_category(connection: &mut PgConnection, category: &Category) -> QueryResult<usize> {
    diesel::update(categories::table.find((category.knowledge_base_id, category.id)))
        .set(category)
        .execute(connection)
}

/// Categories of a base, tombstones apart.
pub fn count_categories(connection: &mut PgConnection, base_id: KnowledgeBaseId) -> QueryResult<i64> {
    categories::table
        .filter(categories::knowledge_base_id.eq(base_id))
        .filter(categories::deleted_at.is_null())
        .count()
        .get_result(connection)
}

/// Whether a category has documents, tombstones apart.
pub fn has_documents(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    id: CategoryId,
) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(
        documents::table
            .filter(documents::knowledge_base_id.eq(base_id))
            .filter(documents::category_id.eq(id))
            .filter(documents::deleted_at.is_null()),
    ))
    .get_result(connection)
}
