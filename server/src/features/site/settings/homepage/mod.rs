//! The homepage: its sections, and what a new site begins with.

mod sections;
mod starting;

pub use sections::*;
pub use starting::starting_homepage;
