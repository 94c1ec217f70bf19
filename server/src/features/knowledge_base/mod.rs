//! Knowledge bases of a team: the list, their settings, the bin.
//!
//! What is in them belongs to `document`, which locks a base with [`service::LockedBase`].

use actix_web::http::Method;
use moyan_domain::{Feature, KnowledgeBaseStatus};
use moyan_foundation::access::Action;
use moyan_foundation::http::pagination::{CURSOR, LIMIT};
use moyan_foundation::jobs::Expired;
use moyan_foundation::route::{Access, QueryKind, QueryParameter, Route};

mod dto;
mod queries;
mod routes;
pub mod service;

pub use dto::{CreateKnowledgeBaseRequest, KnowledgeBaseCategory, KnowledgeBaseDto};

use dto::{KnowledgeBaseSort, SortOrder};

/// What the list takes.
const LIST_QUERY: &[QueryParameter] = &[
    CURSOR,
    LIMIT,
    QueryParameter {
        name: "search",
        description: "Part of the title or the description, at most 100 characters",
        kind: QueryKind::Text,
    },
    QueryParameter {
        name: "category",
        description: "Only those of this category",
        kind: QueryKind::OneOf(KnowledgeBaseCategory::NAMES),
    },
    QueryParameter {
        name: "status",
        description: "Only those in this state",
        kind: QueryKind::OneOf(KnowledgeBaseStatus::NAMES),
    },
    QueryParameter {
        name: "bin",
        description: "`true`: those in the bin; else those that are not",
        kind: QueryKind::OneOf(&["true", "false"]),
    },
    QueryParameter {
        name: "sort",
        description: "What the list is ordered by; `updatedAt` when absent",
        kind: QueryKind::OneOf(KnowledgeBaseSort::NAMES),
    },
    QueryParameter {
        name: "order",
        description: "`asc` or `desc`; when absent `asc` for titles, else `desc`",
        kind: QueryKind::OneOf(SortOrder::NAMES),
    },
];

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    use dto::*;
    [
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/knowledge-bases",
            "list_knowledge_bases",
            "The knowledge bases of a team, with how many there are in each state",
            Access::Team(Action::ReadContent),
            routes::list_knowledge_bases,
        )
        .query(LIST_QUERY)
        .answers::<KnowledgeBasePageDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/knowledge-bases",
            "create_knowledge_base",
            "Create a knowledge base",
            Access::Team(Action::WriteContent),
            routes::create_knowledge_base,
        )
        .idempotent()
        .takes::<CreateKnowledgeBaseRequest>()
        .answers::<KnowledgeBaseDto>()
        .fails(&[(409, "knowledgeBase.tooMany")]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}",
            "get_knowledge_base",
            "A knowledge base",
            Access::Team(Action::ReadContent),
            routes::get_knowledge_base,
        )
        .answers::<KnowledgeBaseDto>(),
        Route::new(
            Method::GET,
            "/api/knowledge-bases/{knowledgeBaseId}",
            "find_knowledge_base",
            "The team that has a knowledge base now, for who may read it there",
            Access::Session,
            routes::find_knowledge_base,
        )
        .answers::<KnowledgeBaseHomeDto>(),
        Route::new(
            Method::PATCH,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}",
            "update_knowledge_base",
            "Change title, description, category or status",
            Access::Team(Action::WriteContent),
            routes::update_knowledge_base,
        )
        .for_archived()
        .if_match()
        .takes::<UpdateKnowledgeBaseRequest>()
        .answers::<KnowledgeBaseDto>()
        .fails(&[(409, "knowledgeBase.archived"), (409, "knowledgeBase.changed")]),
        Route::new(
            Method::DELETE,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}",
            "delete_knowledge_base",
            "Put a knowledge base into the bin for thirty days",
            Access::Team(Action::WriteContent),
            routes::delete_knowledge_base,
        )
        .for_archived()
        .answers::<KnowledgeBaseDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/restore",
            "restore_knowledge_base",
            "Take a knowledge base out of the bin",
            Access::Team(Action::WriteContent),
            routes::restore_knowledge_base,
        )
        .for_bin()
        .for_archived()
        .answers::<KnowledgeBaseDto>()
        .fails(&[(409, "knowledgeBase.notInBin")]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/purge",
            "purge_knowledge_base",
            "Remove a knowledge base in the bin for good, with everything in it",
            Access::Team(Action::PurgeContent),
            routes::purge_knowledge_base,
        )
        .for_bin()
        .for_archived()
        .fails(&[(409, "knowledgeBase.notInBin")]),
    ]
    .map(|route| route.needs(Feature::KnowledgeBases))
    .to_vec()
}

/// What expires: bases in the bin.
pub fn expired() -> Vec<Expired> {
    vec![Expired::Each {
        list: |connection, sweep| service::list_expired(connection, sweep.now),
        remove: |connection, sweep, id| service::purge_expired(connection, id, sweep.now),
    }]
}
