//! A knowledge base from the handbook.

use anyhow::bail;
use diesel::PgConnection;
use moyan_domain::{CategoryId, DocumentId, KnowledgeBaseId};
use moyan_foundation::access::{Caller, TeamAccess};
use uuid::Uuid;

use super::handbook::{Category, Handbook, id_of};
use super::said;
use crate::features::document::service::CheckedPush;
use crate::features::document::{self, Change, ChangeOutcome, Place, PushRequest, PutCategory, PutText};
use crate::features::knowledge_base::{self, CreateKnowledgeBaseRequest, KnowledgeBaseCategory};

/// Makes the knowledge base with everything in it. False when it is there already, also in the bin.
pub fn make(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    handbook: &Handbook,
) -> anyhow::Result<bool> {
    let id = KnowledgeBaseId(handbook.id());
    if knowledge_base::service::exists(connection, access, id).map_err(said)? {
        return Ok(false);
    }
    let request = CreateKnowledgeBaseRequest {
        title: handbook.title.clone(),
        description: handbook.description.clone(),
        category: Some(KnowledgeBaseCategory::ProductManual),
        status: None,
    };
    knowledge_base::service::create_with_id(connection, caller, access, id, &request).map_err(said)?;
    for (category, position) in handbook.categories.iter().zip(1_i32..) {
        let request = PushRequest {
            device: "moyan seed".to_owned(),
            seen: None,
            changes: changes_of(handbook, category, position),
        };
        let request = CheckedPush::new(request);
        let pushed = document::service::push(connection, caller, access, id, &request).map_err(said)?;
        if let Some(result) = pushed
            .results
            .iter()
            .find(|result| result.outcome != ChangeOutcome::Accepted)
        {
            bail!("{}: {result:?}", category.slug);
        }
    }
    Ok(true)
}

fn changes_of(handbook: &Handbook, category: &Category, position: i32) -> Vec<Change> {
    let category_id = CategoryId(handbook.category_id(category));
    let put_category = Change::PutCategory(PutCategory {
        id: change_id(category_id.0),
        category_id,
        name: category.name.clone(),
        slug: category.slug.clone(),
        category_kind: "docs".to_owned(),
        description: category.description.clone(),
        position: f64::from(position),
    });
    let articles = category.articles.iter().zip(1_i32..).map(|(article, position)| {
        Change::PutText(PutText {
            id: change_id(article.id),
            document_id: DocumentId(article.id),
            base_revision: 0,
            title: article.title.clone(),
            is_named: false,
            router_path: article.router_path.clone(),
            content: article.content.clone(),
            cause: None,
            place: Some(Place {
                category_id,
                parent_id: None,
                position: f64::from(position),
            }),
            created_at: None,
        })
    });
    std::iter::once(put_category).chain(articles).collect()
}

/// The ID of the change that makes something.
fn change_id(id: Uuid) -> Uuid {
    id_of(&format!("change/{id}"))
}
