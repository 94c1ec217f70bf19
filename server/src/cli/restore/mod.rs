//! `moyan restore`: reads what `moyan backup` has written into an empty database, all of it or nothing.
//!
//! The database has the newest tables, the backup may be older: a column that it does not know gets its default,
//! one that the tables do not know any more is left out, and what the database computes it computes again.
//! A file of the first format ends with the rows.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use clap::Args;
use diesel::prelude::*;
use moyan_domain::Clock;
use moyan_foundation::schema::users;
use moyan_foundation::{db, jobs};

use super::backup::runs::Location;
use super::backup::{Held, tell};
use super::progress::Progress;
use super::{say, with_database};
use crate::composition;
use crate::features::{document, mail};
pub use files::FilesGo;
pub use stream::Source;

mod files;
mod rows;
mod stream;

/// Which backup is meant.
#[derive(Debug, Args)]
pub struct BackupChoice {
    /// The backup: a file, a folder or s3://bucket/prefix
    from: PathBuf,
    /// Of a folder or bucket, the run of this name instead of the newest one that is whole
    #[arg(long, value_name = "NAME")]
    run: Option<String>,
}

impl BackupChoice {
    /// Finds it.
    pub fn find(&self) -> anyhow::Result<Source> {
        match Location::parse(&self.from)? {
            Location::File(file) => {
                ensure!(self.run.is_none(), "--run is for a folder or s3://bucket/prefix");
                Ok(Source::File(file))
            }
            Location::Runs(runs) => {
                let name = runs.find(self.run.as_deref(), tell)?.name;
                let manifest = Box::new(runs.read_manifest(&name)?);
                Ok(Source::Run { runs, name, manifest })
            }
        }
    }
}

#[derive(Debug, Args)]
pub struct RestoreArgs {
    #[command(flatten)]
    backup: BackupChoice,
}

/// Reads a backup.
pub fn run(args: &RestoreArgs) -> ExitCode {
    with_database(|connection| {
        let source = args.backup.find()?;
        let restored = restore(connection, &source, FilesGo::IntoStore)?;
        say(&restored.held().text());
        if restored.n_held_mails > 0 {
            say(&format!(
                "{} mails that waited are held back: they may have been sent since the backup was written. \
                 An administrator can send each of them.",
                restored.n_held_mails
            ));
        }
        if restored.n_held_jobs > 0 {
            say(&format!(
                "{} jobs that waited are held back: they may have been done since the backup was written. \
                 An administrator can start each of them.",
                restored.n_held_jobs
            ));
        }
        Ok(())
    })
}

/// What was restored.
pub struct Restored {
    /// The rows of each table that has some, as they were read and counted.
    pub tables: BTreeMap<&'static str, u64>,
    pub n_files: u64,
    n_held_mails: usize,
    n_held_jobs: usize,
}

impl Restored {
    /// How much it was.
    pub fn held(&self) -> Held {
        Held {
            n_rows: self.tables.values().sum(),
            n_files: self.n_files,
        }
    }
}

/// Restores a backup into an empty database. What is damaged changes nothing; files that were stored before a failure
/// have no rows and are collected.
pub fn restore(connection: &mut PgConnection, source: &Source, go: FilesGo) -> anyhow::Result<Restored> {
    let mut progress = Progress::new("restore");
    check(source)?;
    // Before the tables of somebody else are changed.
    require_empty(connection)?;
    db::migrate(connection)?;
    let n_users: i64 = users::table.count().get_result(connection)?;
    ensure!(n_users == 0, "the database is not empty");
    // The files of a run come first: the transaction holds rows only.
    let mut n_files = match source {
        Source::File(_) => 0,
        Source::Run { runs, name, manifest } => {
            files::of_run(runs, name, &manifest.files, go, &mut progress)?
        }
    };
    connection.transaction(|connection| {
        let mut stream = source.open()?;
        let tables = rows::read_rows(connection, &mut stream, &mut progress)?;
        if let Some(manifest) = source.manifest() {
            check_manifest(&tables, &manifest.tables)?;
        }
        n_files += files::of_stream(&mut stream, go, &mut progress)?;
        document::service::start_new_histories(connection, Clock::default().now())?;
        Ok(Restored {
            tables,
            n_files,
            n_held_mails: mail::hold_waiting_mails(connection)?,
            n_held_jobs: jobs::hold_waiting(connection, &composition::registry())?,
        })
    })
}

/// Fails for tables with accounts, of whatever version, and for those of another program.
fn require_empty(connection: &mut PgConnection) -> anyhow::Result<()> {
    #[derive(QueryableByName)]
    struct Found {
        #[diesel(sql_type = diesel::sql_types::Bool)]
        has_tables: bool,
        #[diesel(sql_type = diesel::sql_types::Bool)]
        has_users: bool,
        #[diesel(sql_type = diesel::sql_types::Bool)]
        is_ours: bool,
    }
    let found: Found = diesel::sql_query(
        "SELECT to_regclass('users') IS NOT NULL AS has_users, \
            to_regclass('__diesel_schema_migrations') IS NOT NULL AS is_ours, \
            EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema()) AS has_tables",
    )
    .get_result(connection)?;
    ensure!(
        found.is_ours || !found.has_tables,
        "the database holds tables of another program"
    );
    if found.has_users {
        let n_users: i64 = users::table.count().get_result(connection)?;
        ensure!(n_users == 0, "the database is not empty");
    }
    Ok(())
}

/// Reads all of a file, or all but the bytes of files of a run, so that a damaged one changes nothing.
fn check(source: &Source) -> anyhow::Result<()> {
    let foot = source.open()?.check()?;
    if let Source::Run { runs, name, manifest } = source {
        ensure!(
            foot == manifest.rows,
            "the run {name} is damaged: its rows are not those of its manifest"
        );
        files::check_kept(runs, name, &manifest.files)?;
    }
    Ok(())
}

/// Fails when the tables are not those that a manifest counts.
fn check_manifest(
    tables: &BTreeMap<&'static str, u64>,
    counted: &BTreeMap<String, u64>,
) -> anyhow::Result<()> {
    for (table, n_rows) in counted {
        let n_read = tables.get(table.as_str()).copied().unwrap_or_default();
        ensure!(
            n_read == *n_rows,
            "the table {table} has {n_read} rows, the manifest says {n_rows}"
        );
    }
    Ok(())
}
