//! The outbox, and how mails are sent.

mod outbox;
mod sending;
mod smtp_server;
