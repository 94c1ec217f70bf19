//! The administration of the platform.

mod mails;
mod teams;
mod users;
