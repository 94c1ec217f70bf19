//! Statements.

mod base;
mod releases;
mod renderings;
mod sites;

pub use base::*;
pub use releases::*;
pub use renderings::*;
pub use sites::*;
