//! What is stored about memberships.

mod grants;

pub use grants::*;
