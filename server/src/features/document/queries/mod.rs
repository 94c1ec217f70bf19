//! The tables of what is in a base, by subject.

mod categories;
mod changes;
mod copies;
mod documents;
mod history;
mod presences;
mod revisions;
mod tree;

pub use categories::*;
pub use changes::*;
pub use copies::*;
pub use documents::*;
pub use history::*;
pub use presences::*;
pub use revisions::*;
pub use tree::*;
