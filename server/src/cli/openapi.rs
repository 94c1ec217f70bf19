//! `moyan openapi`: the OpenAPI document of the server's interface.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use moyan_foundation::openapi;

use crate::composition;

#[derive(Debug, Args)]
pub struct OpenapiArgs {
    /// Write it here instead of to standard output
    #[arg(long)]
    output: Option<PathBuf>,
}

/// Writes the document.
pub fn run(args: &OpenapiArgs) -> ExitCode {
    let text = openapi::text(&composition::routes());
    let written = match &args.output {
        Some(file) => std::fs::write(file, text),
        None => std::io::stdout().write_all(text.as_bytes()),
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moyan: {error}");
            ExitCode::FAILURE
        }
    }
}
