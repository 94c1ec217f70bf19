//! The features of the API, one folder each.

pub mod account;
pub mod admin;
pub mod audit;
pub mod document;
pub mod image;
pub mod knowledge_base;
pub mod mail;
pub mod membership;
pub mod newsletter;
pub mod public_site;
pub mod publish;
pub mod site;
pub mod system;
pub mod team;
pub mod visitor;
