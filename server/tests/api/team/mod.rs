//! Teams, members, invitations, plans.

mod audit;
mod invitations;
mod members;
mod teams;
