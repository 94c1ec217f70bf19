//! What is seen, and by whom.

use crate::stored_names;

stored_names! {
    /// How much of a document somebody sees. Source: specification §6.
    AccessLevel
    /// All of it.
    Free: "free",
    /// Its beginning.
    Partial: "partial",
    /// Its title and description: it is for members.
    Members: "members",
    /// Nothing: as if it did not exist.
    Hidden: "hidden",
}

impl AccessLevel {
    /// The more somebody sees, the greater.
    pub fn openness(self) -> u8 {
        match self {
            Self::Hidden => 0,
            Self::Members => 1,
            Self::Partial => 2,
            Self::Free => 3,
        }
    }
}

stored_names! {
    /// Who reads a site. Source: specification §6.
    Audience
    /// Somebody who is not logged in.
    Guest: "guest",
    /// Somebody who is logged in and no member.
    NonMember: "nonMember",
    /// A member.
    Member: "member",
    /// Somebody of the team that owns the site.
    Staff: "staff",
}
