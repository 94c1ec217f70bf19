//! The rules of memberships.

mod entitlement;

pub use entitlement::{Terms, entitlement_of, entitlement_under, entitlements_of_site, terms_of};
