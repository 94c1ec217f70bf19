//! Teams, members, invitations, editions.

mod invitations;
mod members;
mod teams;
