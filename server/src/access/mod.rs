//! Who calls, and what they may do.
//!
//! [`authorize`] stands before every handler and asks the route's [`Rules`]; handlers find out who calls
//! by taking a [`Caller`] or a [`TeamAccess`]. Nothing here knows a feature.

mod authorize;
mod caller;
mod permissions;
mod plans;
mod queries;
mod tokens;

pub use authorize::{Rules, authorize};
pub use caller::{Caller, TeamAccess, find_caller};
pub use permissions::{Action, Role};
pub use plans::{Feature, Plan};
pub use tokens::{Claims, Tokens, hex};
