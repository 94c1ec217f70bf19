//! `moyan migrate`: brings the database up to date.

use std::process::ExitCode;

use moyan_foundation::db;

use super::{say, with_database};

/// Applies the missing migrations and prints their names.
pub fn run() -> ExitCode {
    with_database(|connection| {
        let applied = db::migrate(connection)?;
        for migration in &applied {
            say(&format!("applied {migration}"));
        }
        if applied.is_empty() {
            say("the database is up to date");
        }
        Ok(())
    })
}
