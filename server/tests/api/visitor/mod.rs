//! Accounts of sites.

mod sessions;
