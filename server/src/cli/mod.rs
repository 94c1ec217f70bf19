//! The command line: one subcommand a file.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use diesel::PgConnection;
use moyan_foundation::config::Config;
use moyan_foundation::db;
use moyan_foundation::files::Files;

mod backup;
mod doctor;
mod drill;
mod health;
mod manual;
pub mod metrics_server;
mod migrate;
mod openapi;
mod orders;
mod progress;
mod render;
mod restore;
mod rotate_merchant_keys;
mod seed;
mod serve;
mod start;
mod stop;
mod supervisor;
mod user;
mod work;

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
    Serve(serve::ServeArgs),
    /// Do the jobs and answer no requests, beside servers that run with --no-jobs
    Work,
    /// Ask the server of this configuration whether it answers, as health checks do
    Health,
    /// Look at everything that stands around the server, and say what mends what is wrong
    Doctor,
    /// Bring the database up to date; `serve` does it too
    Migrate,
    /// Fill an empty database with a demonstration account
    Seed(seed::SeedArgs),
    /// Create accounts, appoint administrators, set plans
    User(user::UserArgs),
    /// Write the content of the database and the uploaded files into a file, a folder or a bucket
    Backup(backup::BackupArgs),
    /// Read a backup into an empty database and its store of files
    Restore(restore::RestoreArgs),
    /// Try a restore: read a backup into the empty database of DRILL_DATABASE_URL, and compare it with the live one
    Drill(drill::DrillArgs),
    /// Write orders as CSV, also those of sites and teams that are gone
    Orders(orders::OrdersArgs),
    /// Seal the merchant keys of all sites anew, after MERCHANT_KEYS_SECRET was changed
    RotateMerchantKeys,
    /// Print the OpenAPI document of the server's interface
    Openapi(openapi::OpenapiArgs),
    /// Render a Markdown file, as the editor does
    Render(Box<render::RenderArgs>),
    /// Write the manual pages and the completions of shells, for packages
    #[command(hide = true)]
    Manual(manual::ManualArgs),
}

/// Runs a subcommand. Exit status: 0 done, 1 failed, 2 the command line or a variable is wrong.
pub fn run(cli: Cli) -> ExitCode {
    match cli.command {
        Command::Serve(args) => serve::run(&args),
        Command::Work => work::run(),
        Command::Health => health::run(),
        Command::Doctor => doctor::run(),
        Command::Migrate => migrate::run(),
        Command::Seed(args) => seed::run(&args),
        Command::User(args) => user::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Restore(args) => restore::run(&args),
        Command::Drill(args) => drill::run(&args),
        Command::Orders(args) => orders::run(&args),
        Command::RotateMerchantKeys => rotate_merchant_keys::run(),
        Command::Openapi(args) => openapi::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Manual(args) => manual::run(&args),
    }
}

/// Connects to the database of the environment and does something with it.
/// Exit status: 0 done, 1 failed, 2 the variable is wrong.
fn with_database(work: impl FnOnce(&mut PgConnection) -> anyhow::Result<()>) -> ExitCode {
    with_connection(db::connect, work)
}

/// The same for what only reads: a standby will do.
fn with_any_database(work: impl FnOnce(&mut PgConnection) -> anyhow::Result<()>) -> ExitCode {
    with_connection(db::connect_to_any, work)
}

fn with_connection(
    connect: fn(&str) -> anyhow::Result<PgConnection>,
    work: impl FnOnce(&mut PgConnection) -> anyhow::Result<()>,
) -> ExitCode {
    let config = match Config::database_from_env() {
        Ok(config) => config,
        Err(error) => {
            eprintln!("moyan: {error}");
            return ExitCode::from(2);
        }
    };
    let run = || {
        let mut connection = connect(config.direct_url())?;
        if config.is_pooled() {
            // The role has the limits of requests.
            db::lift_limits(&mut connection)?;
        }
        work(&mut connection)
    };
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moyan: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The store of files that the environment names.
fn files_of_environment() -> anyhow::Result<Files> {
    Files::for_operator(&Config::files_from_env()?)
}

/// Prints a line to standard output, which may be closed.
fn say(text: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stdout(), "{text}");
}
