//! Validated values: parsed at the door, and inside the type is the proof.

mod identifier;
mod names;
mod password;
mod stored;

pub use identifier::{Identifier, IdentityType};
pub use names::{Nickname, Reason, TeamName};
pub use password::Password;
pub(crate) use stored::stored_names;
