//! HTTP in and out.

use actix_web::HttpRequest;
use actix_web::web::{Data, Query};
use moyan_domain::RevisionNumber;
use moyan_foundation::access::{Caller, DocumentAccess, KnowledgeBaseAccess, TeamAccess};
use moyan_foundation::error::Refusal;
use moyan_foundation::http::accept_language::accepted_language;
use moyan_foundation::http::json::{Answer, Answered, Body};
use moyan_foundation::http::pagination::PageQuery;
use moyan_foundation::http::path_ids::FromPath;
use moyan_foundation::http::text_body::TextBody;
use moyan_foundation::state::AppState;
use serde::Deserialize;

use super::dto::{
    HeartbeatDto, HeartbeatRequest, PullDto, PushDto, PushRequest, RevisionPageDto, RevisionTextDto, Seen,
};
use super::service::{self, CheckedPush};
use crate::features::knowledge_base::KnowledgeBaseDto;

/// The query of a pull, as it is sent.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PullQuery {
    since: Option<i64>,
    last_change: Option<String>,
}

pub async fn duplicate_knowledge_base(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    base: KnowledgeBaseAccess,
    request: HttpRequest,
) -> Answered<KnowledgeBaseDto> {
    let language = accepted_language(request.headers());
    state
        .db
        .transaction(move |connection| service::duplicate(connection, &caller, &access, base.id, language))
        .await
        .map(Answer::new)
}

pub async fn pull_changes(
    state: Data<AppState>,
    base: KnowledgeBaseAccess,
    Query(query): Query<PullQuery>,
) -> Answered<PullDto> {
    let seen = Seen {
        revision: query.since.unwrap_or(0),
        last_change: query.last_change,
    };
    if seen.revision < 0 {
        return Err(Refusal::BadRequest.into());
    }
    state
        .db
        .run(move |connection| service::pull(connection, base.id, &seen))
        .await
        .map(Answer::new)
}

pub async fn push_changes(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    base: KnowledgeBaseAccess,
    TextBody(request): TextBody<PushRequest>,
) -> Answered<PushDto> {
    let (own, n_changes, n_bytes) = (caller.clone(), request.changes.len(), service::n_bytes(&request));
    state
        .db
        .run(move |connection| service::count_push(connection, &own, n_changes, n_bytes))
        .await?;
    let checked = CheckedPush::admitted(&state.texts, caller.user_id, request).await?;
    state
        .db
        .run(move |connection| service::push(connection, &caller, &access, base.id, &checked))
        .await
        .map(Answer::new)
}

pub async fn list_revisions(
    state: Data<AppState>,
    base: KnowledgeBaseAccess,
    document: DocumentAccess,
    Query(page): Query<PageQuery>,
) -> Answered<RevisionPageDto> {
    let page = page.parse()?;
    state
        .db
        .run(move |connection| service::list_revisions(connection, base.id, document.id, &page))
        .await
        .map(Answer::new)
}

pub async fn get_revision(
    state: Data<AppState>,
    base: KnowledgeBaseAccess,
    document: DocumentAccess,
    FromPath(RevisionNumber(revision)): FromPath<RevisionNumber>,
) -> Answered<RevisionTextDto> {
    state
        .db
        .run(move |connection| service::get_revision(connection, base.id, document.id, revision))
        .await
        .map(Answer::new)
}

pub async fn sync_heartbeat(
    state: Data<AppState>,
    caller: Caller,
    access: TeamAccess,
    Body(request): Body<HeartbeatRequest>,
) -> Answered<HeartbeatDto> {
    let may_write = !state.platform.is_read_only;
    state
        .db
        .transaction(move |connection| service::heartbeat(connection, &caller, &access, &request, may_write))
        .await
        .map(Answer::new)
}
