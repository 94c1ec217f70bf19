//! Memberships: what visitors buy, and what they have because of it.

mod buying;
mod console;
mod decisions;
mod deletion;
mod entitlement;
mod order_pages;
mod orders;
mod promotions;
mod reminders;
mod sequences;
mod shop;
mod walls;
