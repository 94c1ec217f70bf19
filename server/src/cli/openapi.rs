//! `moyan openapi`: prints the OpenAPI document.

use std::io::Write as _;
use std::process::ExitCode;

use crate::{openapi, router};

/// Prints the document to standard output.
pub fn run() -> ExitCode {
    match std::io::stdout().write_all(openapi::text(&router::table()).as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
