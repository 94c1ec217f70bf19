//! Memberships: what visitors buy, and what they have because of it.

mod entitlement;
mod orders;
mod redeeming;
mod sequences;
mod shop;
