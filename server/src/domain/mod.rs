//! Validated values: text is parsed once, where it arrives, and the type shows that it is valid.

mod identifier;
mod names;
mod password;
mod stored;

pub use identifier::{Identifier, IdentityType};
pub use names::{Nickname, Reason, TeamName};
pub use password::Password;
pub(crate) use stored::stored_names;
