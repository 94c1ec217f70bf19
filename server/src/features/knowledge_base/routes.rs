//! HTTP in and out.

use actix_web::web::{Data, Query};
use moyan_domain::{KnowledgeBaseId, KnowledgeBaseStatus};
use moyan_foundation::access::{Caller, KnowledgeBaseAccess, TeamAccess};
use moyan_foundation::http::if_match::IfMatch;
use moyan_foundation::http::json::{Answer, Answered, Body, Nothing, done};
use moyan_foundation::http::pagination::PageQuery;
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::state::AppState;
use serde::Deserialize;

use super::dto::{
    CreateKnowledgeBaseRequest, KnowledgeBaseCategory, KnowledgeBaseDto, KnowledgeBaseHomeDto,
    KnowledgeBasePageDto, KnowledgeBaseSort, SortOrder, UpdateKnowledgeBaseRequest,
};
use super::service;

/// The query of the list, as it is sent.
#[derive(Debug, Deserialize)]
pub struct ListQuery {
    search: Option<String>,
    category: Option<KnowledgeBaseCategory>,
    status: Option<KnowledgeBaseStatus>,
    bin: Option<bool>,
    sort: Option<KnowledgeBaseSort>,
    order: Option<SortOrder>,
}

pub async fn list_knowledge_bases(
    state: Data<AppState>,
    access: TeamAccess,
    Query(query): Query<ListQuery>,
    Query(page): Query<PageQuery>,
) -> Answered<KnowledgeBasePageDto> {
    let page = page.parse()?;
    let listing = service::parse_listing(
        query.search,
        query.category,
        query.status,
        query.bin.unwrap_or(false),
        query.sort,
        query.order,
    )?;
    state
        .db
        .run(move |connection| service::list(connection, &access, &listing, &page))
        .await
        .map(Answer::new)
}

pub async fn find_knowledge_base(
    state: Data<AppState>,
    caller: Caller,
    FromPath(id): FromPath<KnowledgeBaseId>,
) -> Answered<KnowledgeBaseHomeDto> {
    state
        .db
        .run(move |connection| service::find_home(connection, &caller, id))
        .await
        .map(Answer::new)
}

/// A base, with the revision of its settings.
fn answer(base: KnowledgeBaseDto) -> Answer<KnowledgeBaseDto> {
    let revision = base.settings_revision;
    Answer::new(base).with_revision(revision)
}

pub async fn create_knowledge_base(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    Body(request): Body<CreateKnowledgeBaseRequest>,
) -> Answered<KnowledgeBaseDto> {
    state
        .db
        .transaction(move |connection| service::create(connection, &caller, &access, &request))
        .await
        .map(answer)
}

pub async fn get_knowledge_base(
    state: Data<AppState>,
    access: TeamAccess,
    base: KnowledgeBaseAccess,
) -> Answered<KnowledgeBaseDto> {
    state
        .db
        .run(move |connection| service::get(connection, &access, base.id))
        .await
        .map(answer)
}

pub async fn update_knowledge_base(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    base: KnowledgeBaseAccess,
    IfMatch(settings_revision): IfMatch,
    Body(request): Body<UpdateKnowledgeBaseRequest>,
) -> Answered<KnowledgeBaseDto> {
    state
        .db
        .transaction(move |connection| {
            service::update(connection, &caller, &access, base.id, settings_revision, &request)
        })
        .await
        .map(answer)
}

pub async fn delete_knowledge_base(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    base: KnowledgeBaseAccess,
) -> Answered<KnowledgeBaseDto> {
    state
        .db
        .transaction(move |connection| service::delete(connection, &caller, &access, base.id))
        .await
        .map(answer)
}

pub async fn restore_knowledge_base(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    base: KnowledgeBaseAccess,
) -> Answered<KnowledgeBaseDto> {
    state
        .db
        .transaction(move |connection| service::restore(connection, &caller, &access, base.id))
        .await
        .map(answer)
}

pub async fn purge_knowledge_base(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    base: KnowledgeBaseAccess,
) -> Answered<Nothing> {
    state
        .db
        .transaction(move |connection| service::purge(connection, &caller, &access, base.id))
        .await?;
    done()
}
