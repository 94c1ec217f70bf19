//! What visitors do with their accounts.

mod sessions;

pub use sessions::{find_visitor, note_use, start_session, visitor_of};
