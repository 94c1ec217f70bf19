//! Memberships: what visitors buy, and what they have because of it.

mod buying;
mod console;
mod entitlement;
mod orders;
mod sequences;
mod shop;
