//! The tables of teams, by subject.

mod invitations;
mod members;
mod teams;

pub use invitations::*;
pub use members::*;
pub use teams::*;
