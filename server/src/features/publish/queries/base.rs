//! What is read of a knowledge base.

use std::collections::HashMap;

use diesel::dsl::sum;
use diesel::prelude::*;
use moyan_domain::{CategoryId, DocumentId, KnowledgeBaseId};
use moyan_foundation::schema::{
    categories, documents, files, knowledge_base_diagrams, knowledge_base_images,
};

use crate::features::publish::content::FileRef;
use crate::features::publish::plan::{BaseCategory, BaseDocument};

/// The categories of a base in their order.
pub fn list_categories(connection: &mut PgConnection, id: KnowledgeBaseId) -> QueryResult<Vec<BaseCategory>> {
    let rows: Vec<(CategoryId, String, String, String)> = categories::table
        .filter(categories::knowledge_base_id.eq(id))
        .filter(categories::deleted_at.is_null())
        .order((categories::position, categories::id))
        .select((
            categories::id,
            categories::name,
            categories::slug,
            categories::description,
        ))
        .load(connection)?;
    let category = |(id, name, slug, description)| BaseCategory {
        id,
        name,
        slug,
        description,
    };
    Ok(rows.into_iter().map(category).collect())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = documents)]
struct DocumentRow {
    id: DocumentId,
    category_id: CategoryId,
    parent_id: Option<DocumentId>,
    title: String,
    router_path: String,
    content: String,
    n_words: i32,
    text_revision: i64,
    updated_at: chrono::DateTime<chrono::Utc>,
}

/// The documents of a base in the order of their positions.
pub fn list_documents(connection: &mut PgConnection, id: KnowledgeBaseId) -> QueryResult<Vec<BaseDocument>> {
    let rows: Vec<DocumentRow> = documents::table
        .filter(documents::knowledge_base_id.eq(id))
        .filter(documents::deleted_at.is_null())
        .order((documents::position, documents::id))
        .select(DocumentRow::as_select())
        .load(connection)?;
    let document = |row: DocumentRow| BaseDocument {
        id: row.id,
        category_id: row.category_id,
        parent_id: row.parent_id,
        title: row.title,
        router_path: row.router_path,
        content: row.content,
        n_words: row.n_words,
        text_revision: row.text_revision,
        updated_at: row.updated_at,
    };
    Ok(rows.into_iter().map(document).collect())
}

diesel::define_sql_function! {
    fn octet_length(text: diesel::sql_types::Text) -> diesel::sql_types::Integer;
}

/// How many documents a base has, and how many bytes their texts have together.
pub fn measure(connection: &mut PgConnection, id: KnowledgeBaseId) -> QueryResult<(i64, i64)> {
    let (n_documents, n_bytes): (i64, Option<i64>) = documents::table
        .filter(documents::knowledge_base_id.eq(id))
        .filter(documents::deleted_at.is_null())
        .select((diesel::dsl::count_star(), sum(octet_length(documents::content))))
        .first(connection)?;
    Ok((n_documents, n_bytes.unwrap_or_default()))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = files)]
pub struct FileColumns {
    hash: String,
    name: String,
    media_type: String,
    n_bytes: i64,
    width: i32,
    height: i32,
}

impl From<FileColumns> for FileRef {
    fn from(file: FileColumns) -> Self {
        Self {
            hash: file.hash,
            store_name: file.name,
            media_type: file.media_type,
            n_bytes: file.n_bytes,
            width: file.width.try_into().unwrap_or_default(),
            height: file.height.try_into().unwrap_or_default(),
        }
    }
}

pub(super) fn by_name(rows: Vec<(String, FileColumns)>) -> HashMap<String, FileRef> {
    rows.into_iter().map(|(name, file)| (name, file.into())).collect()
}

/// The images of a base by their names.
pub fn list_images(
    connection: &mut PgConnection,
    id: KnowledgeBaseId,
) -> QueryResult<HashMap<String, FileRef>> {
    let rows = knowledge_base_images::table
        .inner_join(files::table)
        .filter(knowledge_base_images::knowledge_base_id.eq(id))
        .select((knowledge_base_images::name, FileColumns::as_select()))
        .load(connection)?;
    Ok(by_name(rows))
}

/// The drawings of a base by the hash of their source.
pub fn list_drawings(
    connection: &mut PgConnection,
    id: KnowledgeBaseId,
) -> QueryResult<HashMap<String, FileRef>> {
    let rows = knowledge_base_diagrams::table
        .inner_join(files::table)
        .filter(knowledge_base_diagrams::knowledge_base_id.eq(id))
        .select((knowledge_base_diagrams::source_hash, FileColumns::as_select()))
        .load(connection)?;
    Ok(by_name(rows))
}

/// Title and text of a document that is not deleted.
pub fn find_text(
    connection: &mut PgConnection,
    base_id: KnowledgeBaseId,
    id: DocumentId,
) -> QueryResult<Option<(String, String)>> {
    documents::table
        .find((base_id, id))
        .filter(documents::deleted_at.is_null())
        .select((documents::title, documents::content))
        .first(connection)
        .optional()
}
