//! The HTTP interface, through the application that the binary serves.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on must end"
)]

mod account;
mod admin;
mod canary;
mod document;
mod image;
mod knowledge_base;
mod mail;
mod membership;
mod newsletter;
mod payments;
mod platform;
mod public_site;
mod publish;
mod site;
mod static_files;
mod support;
mod system;
mod team;
mod visitor;
