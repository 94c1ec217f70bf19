//! What is in a knowledge base: categories, documents, their past, and the exchange with browsers.
//!
//! `docs/sync.md` has the protocol. Start reading at `service/push.rs`.

use actix_web::http::Method;
use moyan_domain::Feature;
use moyan_domain::limits::PUSH_MAX_BYTES;
use moyan_foundation::access::Action;
use moyan_foundation::http::pagination::PAGE_QUERY;
use moyan_foundation::jobs::Expired;
use moyan_foundation::route::{Access, QueryKind, QueryParameter, Route};

mod dto;
mod export;
mod queries;
mod routes;
pub mod service;

pub use dto::{Change, ChangeOutcome, Place, PushRequest, PutCategory, PutText};
pub use export::list_revisions_by;

/// What a pull takes.
const PULL_QUERY: &[QueryParameter] = &[
    QueryParameter {
        name: "since",
        description: "`revision` of the pull before; 0 for everything",
        kind: QueryKind::Number,
    },
    QueryParameter {
        name: "lastChange",
        description: "`lastChange` of the answer before, of a pull or a push",
        kind: QueryKind::Text,
    },
];

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    use crate::features::knowledge_base::KnowledgeBaseDto;
    use dto::*;
    [
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/duplicate",
            "duplicate_knowledge_base",
            "Make a copy with everything in it, without the past",
            Access::Team(Action::WriteContent),
            routes::duplicate_knowledge_base,
        )
        .for_archived()
        .idempotent()
        .answers::<KnowledgeBaseDto>()
        .fails(&[(409, "knowledgeBase.tooMany")]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/changes",
            "pull_changes",
            "What changed in a knowledge base after a revision",
            Access::Team(Action::ReadContent),
            routes::pull_changes,
        )
        .query(PULL_QUERY)
        .answers::<PullDto>()
        .fails(&[(409, "sync.futureRevision")]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/changes",
            "push_changes",
            "Push changes that a browser made; each has a result of its own",
            Access::Team(Action::WriteContent),
            routes::push_changes,
        )
        .takes::<PushRequest>()
        .takes_up_to(PUSH_MAX_BYTES)
        .answers::<PushDto>()
        .fails(&[(409, "sync.futureRevision")]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/documents/{documentId}/revisions",
            "list_revisions",
            "The past of a document, the newest first",
            Access::Team(Action::ReadContent),
            routes::list_revisions,
        )
        .query(PAGE_QUERY)
        .answers::<RevisionPageDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/documents/{documentId}/revisions/{revision}",
            "get_revision",
            "One text of a document's past",
            Access::Team(Action::ReadContent),
            routes::get_revision,
        )
        .answers::<RevisionTextDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/sync",
            "sync_heartbeat",
            "Say what is open here; answers what changed elsewhere and who else is there",
            Access::Team(Action::ReadContent),
            routes::sync_heartbeat,
        )
        .takes::<HeartbeatRequest>()
        .answers::<HeartbeatDto>()
        .reading(),
    ]
    .map(|route| route.needs(Feature::Documents))
    .to_vec()
}

/// What expires: old revisions, and what else is old in bases.
pub fn expired() -> Vec<Expired> {
    vec![Expired::All(|connection, sweep| {
        Ok(service::sweep(connection, sweep.now)?)
    })]
}
