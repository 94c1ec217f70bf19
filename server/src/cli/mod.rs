//! The command line: one subcommand a file.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod openapi;
mod render;
mod serve;

/// Moyan: Markdown articles for WeChat Official Accounts.
#[derive(Debug, Parser)]
#[command(name = "moyan", version, about, propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the editor and the API; .env.sample lists the variables that configure it
    Serve,
    /// Print the OpenAPI document of the server's interface
    Openapi,
    /// Render a Markdown file, as the editor does
    Render(Box<render::RenderArgs>),
}

/// Runs a subcommand. Exit status: 0 done, 1 failed, 2 the command line or a variable is wrong.
pub fn run(cli: Cli) -> ExitCode {
    match cli.command {
        Command::Serve => serve::run(),
        Command::Openapi => openapi::run(),
        Command::Render(args) => render::run(&args),
    }
}
