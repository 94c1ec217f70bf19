//! The binary `moyan`: reads the command line and runs a subcommand.

use std::process::ExitCode;

use clap::Parser;
use moyan_server::cli::{self, Cli};

fn main() -> ExitCode {
    cli::run(Cli::parse())
}
