//! Authentication and authorization: who calls, and what they may do.
//!
//! [`authorize`] runs before every handler and applies the route's [`Rules`]. Handlers get the authenticated user
//! by taking a [`Caller`] or a [`TeamAccess`], and what the path names below the team by taking a
//! [`KnowledgeBaseAccess`], a [`DocumentAccess`] or a [`SiteAccess`]. This module does not know the features.

mod authorize;
mod caller;
mod objects;
mod permissions;
mod queries;
mod rules;
mod tokens;

pub use authorize::{MayChange, access_to, authorize};
pub use caller::extension;
pub use caller::{Caller, TeamAccess, find_caller};
pub use objects::{DocumentAccess, KnowledgeBaseAccess, SiteAccess, require_writable};
pub use permissions::{Action, Role};
pub use rules::Rules;
pub use tokens::{Claims, Tokens, hex};
