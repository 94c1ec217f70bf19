//! `moyan backup`: the content of the database, without sessions, codes and counters, and the files: as one file, or as a
//! run in a folder or bucket, where files that are there already are not copied again. [`format`] says what is written.

use std::io::{BufWriter, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use chrono::{DateTime, Utc};
use clap::Args;
use diesel::PgConnection;
use moyan_domain::Clock;
use moyan_foundation::{backups, db};
use tempfile::NamedTempFile;

use super::{say, with_any_database};
use runs::{Location, Runs};

pub mod format;
mod retention;
pub mod rows;
mod run;
pub mod runs;
mod single_file;
pub mod tables;

#[derive(Debug, Args)]
pub struct BackupArgs {
    /// Where to write: a file, which must not be there; a folder, which is there or ends with a slash; s3://bucket/prefix;
    /// "-" for standard output
    to: PathBuf,
    /// Of a folder or bucket, remove all but the newest N backups, and the files that only the others need
    #[arg(long, value_name = "N")]
    keep: Option<NonZeroUsize>,
    /// Leave out images whose bytes are lost, and what refers to them; without this they fail the backup
    #[arg(long)]
    without_missing_files: bool,
}

/// Writes a backup. It has its name, or its manifest, when it is whole.
pub fn run(args: &BackupArgs) -> ExitCode {
    close_to_others();
    with_any_database(|connection| {
        db::check_migrated(connection)?;
        ensure!(
            backups::begin(connection)?,
            "another backup of this database is being written"
        );
        let taken_at = Clock::default().now();
        if args.to.as_os_str() == "-" {
            ensure!(args.keep.is_none(), NO_RUNS);
            let out = BufWriter::new(std::io::stdout().lock());
            let held = single_file::write(connection, out, args)?;
            note(connection, taken_at)?;
            // Standard output is the backup.
            tell(&held.text());
            return Ok(());
        }
        match Location::parse(&args.to)? {
            Location::File(file) => {
                ensure!(args.keep.is_none(), NO_RUNS);
                let held = write_file(connection, &file, args)?;
                note(connection, taken_at)?;
                say(&held.text());
            }
            Location::Runs(runs) => write_run(connection, &runs, args, taken_at)?,
        }
        Ok(())
    })
}

const NO_RUNS: &str = "--keep is for a folder, whose name ends with a slash, or s3://bucket/prefix";

/// Lets nobody else on this machine read what is written, whatever the umask: addresses and password hashes.
fn close_to_others() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

fn write_run(
    connection: &mut PgConnection,
    runs: &Runs,
    args: &BackupArgs,
    taken_at: DateTime<Utc>,
) -> anyhow::Result<()> {
    runs.refuse_store()?;
    let held = run::write(connection, runs, args, taken_at)?;
    note(connection, taken_at)?;
    say(&held.text());
    if let Some(n_kept) = args.keep {
        let removed = retention::keep(runs, n_kept, taken_at)
            .context("the backup is whole, but old ones were not removed")?;
        if removed.n_runs + removed.n_files > 0 {
            say(&format!(
                "{} old runs and {} files were removed",
                removed.n_runs, removed.n_files
            ));
        }
    }
    Ok(())
}

fn write_file(connection: &mut PgConnection, file: &Path, args: &BackupArgs) -> anyhow::Result<Held> {
    let failed = || format!("cannot write {}", file.display());
    if file.symlink_metadata().is_ok() {
        bail!("{}: the file is there already", failed());
    }
    let partial = partial(file).with_context(failed)?;
    let held = single_file::write(connection, BufWriter::new(&partial), args).with_context(failed)?;
    partial.as_file().sync_all().with_context(failed)?;
    partial.persist_noclobber(file).with_context(failed)?;
    Ok(held)
}

/// Notes in the database that a backup is whole.
fn note(connection: &mut PgConnection, taken_at: DateTime<Utc>) -> anyhow::Result<()> {
    const FAILED: &str = "the backup is whole, but its date cannot be noted";
    if backups::is_on_standby(connection).context(FAILED)? {
        tell("the date of this backup is not noted: the database is a standby");
        return Ok(());
    }
    backups::note_good(connection, taken_at).context(FAILED)?;
    Ok(())
}

/// Prints a line to standard error, which may be closed.
pub(super) fn tell(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// A new file beside `target`, to be written before it has that name. It holds addresses and password hashes: nobody
/// else on this machine may read it, whatever the umask. It is removed unless it becomes whole.
fn partial(target: &Path) -> std::io::Result<NamedTempFile> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut options = tempfile::Builder::new();
    options.prefix(".moyan-").suffix(".partial");
    options.tempfile_in(folder.unwrap_or(Path::new(".")))
}

/// How much a backup holds.
#[derive(Debug, Default)]
pub struct Held {
    pub n_rows: u64,
    pub n_files: u64,
}

impl Held {
    /// What an operator reads.
    pub fn text(&self) -> String {
        format!("{} rows, {} files", self.n_rows, self.n_files)
    }
}
