//! Accounts of sites.

mod account;
mod code;
mod deletion;
mod forms;
mod login;
mod password;
mod said;
mod sessions;
