//! The binary `moyan`, run as its user runs it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on must end"
)]

mod backup_runs;
#[path = "../api/support/database.rs"]
#[allow(dead_code, reason = "the tests of the interface use the rest")]
mod database;
mod doctor;
mod drill;
mod jobs;
mod moyan;
mod operator;
mod orders;
mod publish;
mod render;
mod render_options;
mod restore;
mod restore_files;
mod restore_hostile;
#[path = "../api/support/s3_server.rs"]
mod s3_server;
mod secrets;
mod serve;
mod server;
#[path = "../api/mail/smtp_server.rs"]
mod smtp_server;
mod supervisor;
