//! What state a thing is in, by the name that is stored and sent.

use super::stored_names;

stored_names! {
    /// What is done with a knowledge base. Source: specification §4.
    KnowledgeBaseStatus
    /// It is worked on.
    Active: "active",
    /// It is not ready yet.
    Draft: "draft",
    /// It is kept and not changed.
    Archived: "archived",
}
