//! Statements.

mod base;
mod releases;
mod renderings;
mod schedules;
mod sites;

pub use base::*;
pub use releases::*;
pub use renderings::*;
pub use schedules::*;
pub use sites::*;
