//! What is stored about teams.

mod invitations;
mod members;
mod teams;

pub use invitations::*;
pub use members::*;
pub use teams::*;
