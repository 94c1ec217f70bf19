//! The administration of the platform.

mod jobs;
mod mails;
mod teams;
mod users;
