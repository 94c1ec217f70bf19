//! `moyan orders`: what was bought, for the books. Orders outlive the site, the team and the visitor that they were of.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use chrono::{DateTime, NaiveDate, Utc};
use clap::Args;
use moyan_domain::{Language, SiteId};
use moyan_foundation::db;
use uuid::Uuid;

use super::with_database;
use crate::features::membership;

#[derive(Debug, Args)]
pub struct OrdersArgs {
    /// Only orders of the site with this ID
    #[arg(long)]
    site: Option<Uuid>,
    /// Only orders that were made on this day (UTC) or later, such as 2026-01-31
    #[arg(long)]
    since: Option<NaiveDate>,
    /// Write it here instead of to standard output; a file that is there is not overwritten
    #[arg(long)]
    output: Option<PathBuf>,
}

/// Writes the orders, the newest first.
pub fn run(args: &OrdersArgs) -> ExitCode {
    with_database(|connection| {
        db::check_migrated(connection)?;
        let since = args
            .since
            .map(|day| DateTime::<Utc>::from_naive_utc_and_offset(day.into(), Utc));
        let bytes = membership::export_for_operator(connection, args.site.map(SiteId), since)
            .map_err(|error| anyhow!(error.message(Language::En)))?;
        match &args.output {
            Some(path) => std::fs::File::create_new(path)
                .and_then(|mut file| file.write_all(&bytes))
                .with_context(|| format!("cannot write {}", path.display())),
            None => Ok(std::io::stdout().write_all(&bytes)?),
        }
    })
}
