//! The homepage: what its sections hold, what they may hold, and what a new site begins with.

mod checks;
mod sections;
mod starting;

pub use sections::*;
pub use starting::starting_homepage;
