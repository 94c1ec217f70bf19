//! Memberships of a site: what visitors buy, how they pay, and what they have because of it.
//!
//! `docs/membership.md` has the rules in words. Start reading at [`entitlement`], which says what a visitor has, and at
//! [`service`]. Nothing here knows a page.

pub mod entitlement;
mod models;
mod queries;
pub mod service;

pub use entitlement::{Entitlement, EntitlementState};
