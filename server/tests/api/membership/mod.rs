//! Memberships: what visitors buy, and what they have because of it.

mod buying;
mod console;
mod decisions;
mod deletion;
mod entitlement;
mod orders;
mod reminders;
mod sequences;
mod shop;
