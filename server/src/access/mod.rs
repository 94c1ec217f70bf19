//! Who calls, and what they may do.

mod permissions;
mod plans;

pub use permissions::{Action, Role};
pub use plans::{Feature, Plan};
