//! `moyan backup`: the content of the database, without sessions, codes and counters, and the files, as one file.
//!
//! The first line names the format and the newest migration. Then come the rows as JSON, each `[table, row]` on a line,
//! in an order in which they can be inserted, and a line with their number and a checksum. All rows are of one
//! snapshot. Each file follows as a line with its name, length and SHA-256, and its bytes. The last line counts them.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};
use moyan_foundation::access::hex;
use moyan_foundation::db;
use moyan_foundation::files::Files;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use super::{files_of_environment, say, with_any_database};

/// The format, as the first line names it.
pub(super) const FORMAT: &str = "moyan-backup-2";
/// The format before it, which ends with the rows.
pub(super) const FORMAT_WITHOUT_FILES: &str = "moyan-backup-1";
/// Rows that are read at once.
const BATCH: &str = "FETCH 500 FROM backup_rows";

#[derive(Debug, Args)]
pub struct BackupArgs {
    /// Where to write, "-" for standard output; a file that is there is not overwritten
    file: PathBuf,
    /// Leave out images whose bytes are lost, and what refers to them; without this they fail the backup
    #[arg(long)]
    without_missing_files: bool,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head {
    pub format: String,
    /// The newest migration of the database.
    pub migration: String,
}

/// The line after the rows.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Foot {
    pub rows: u64,
    pub sha256: String,
}

/// The line before the bytes of a file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FileHead {
    /// The name in the store.
    pub file: String,
    pub bytes: u64,
    pub sha256: String,
}

/// The line after the files.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FilesFoot {
    pub files: u64,
}

/// A file that the database knows.
#[derive(QueryableByName)]
struct KnownFile {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    hash: String,
    #[diesel(sql_type = BigInt)]
    n_bytes: i64,
}

#[derive(QueryableByName)]
pub(super) struct Line {
    #[diesel(sql_type = Text)]
    pub line: String,
}

/// The tables, each after those that it refers to.
pub(super) const TABLES: [&str; 47] = [
    "users",
    "avatars",
    "teams",
    "team_members",
    "team_invitations",
    "mails",
    "jobs",
    "audit_entries",
    "knowledge_bases",
    "categories",
    "documents",
    "document_revisions",
    "files",
    "team_images",
    "knowledge_base_images",
    "knowledge_base_diagrams",
    "sites",
    "site_settings",
    "site_domains",
    "site_former_slugs",
    "site_redirects",
    "document_schedules",
    "site_page_views",
    "site_sources",
    "site_views",
    "releases",
    "rendered_documents",
    "release_documents",
    "release_files",
    "visitors",
    "payment_methods",
    "former_payment_keys",
    "coupons",
    "orders",
    "coupon_uses",
    "order_events",
    "payment_notifications",
    "payments",
    "refunds",
    "disputes",
    "redeem_batches",
    "redeem_codes",
    "grants",
    "grant_revocations",
    "membership_reminders",
    "plan_reminders",
    "newsletter_subscribers",
];
/// Tables whose rows name files by their hash.
const TABLES_OF_FILES: [&str; 5] = [
    "files",
    "team_images",
    "knowledge_base_images",
    "knowledge_base_diagrams",
    "release_files",
];
/// Tables that are left out: a session or a code that ended since must not become valid again.
pub(super) const LEFT_OUT: [&str; 8] = [
    "sessions",
    "verification_codes",
    "throttles",
    "idempotency_keys",
    "accepted_changes",
    "document_presences",
    "visitor_sessions",
    "visitor_codes",
];

/// Writes the file. It has its name when it is whole.
pub fn run(args: &BackupArgs) -> ExitCode {
    with_any_database(|connection| {
        db::check_migrated(connection)?;
        if args.file.as_os_str() == "-" {
            let out = BufWriter::new(std::io::stdout().lock());
            let written = write(connection, out, args.without_missing_files)?;
            // Standard output is the backup.
            let _ = writeln!(std::io::stderr(), "{}", written.text());
            return Ok(());
        }
        let failed = || format!("cannot write {}", args.file.display());
        if args.file.symlink_metadata().is_ok() {
            bail!("{}: the file is there already", failed());
        }
        let partial = partial(&args.file).with_context(failed)?;
        let written = write(connection, BufWriter::new(&partial), args.without_missing_files)?;
        partial.as_file().sync_all().with_context(failed)?;
        partial.persist_noclobber(&args.file).with_context(failed)?;
        say(&written.text());
        Ok(())
    })
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
pub(super) struct Held {
    pub n_rows: u64,
    pub n_files: u64,
}

impl Held {
    /// What an operator reads.
    pub fn text(&self) -> String {
        format!("{} rows, {} files", self.n_rows, self.n_files)
    }
}

/// The name of the newest migration.
pub(super) fn newest_migration(connection: &mut PgConnection) -> anyhow::Result<String> {
    let newest: Line = sql_query("SELECT max(version)::text AS line FROM __diesel_schema_migrations")
        .get_result(connection)
        .context("the database was never migrated")?;
    Ok(newest.line)
}

fn write(connection: &mut PgConnection, mut out: impl Write, may_leave_out: bool) -> anyhow::Result<Held> {
    let head = Head {
        format: FORMAT.to_owned(),
        migration: newest_migration(connection)?,
    };
    writeln!(out, "{}", serde_json::to_string(&head)?)?;
    // One snapshot for all tables.
    connection
        .build_transaction()
        .repeatable_read()
        .read_only()
        .run(|connection| {
            let known: Vec<KnownFile> =
                sql_query("SELECT name, hash, n_bytes FROM files ORDER BY name").load(connection)?;
            // A database without files needs no store.
            let store = if known.is_empty() {
                None
            } else {
                Some(files_of_environment()?)
            };
            let (known, missing) = match &store {
                Some(store) => divided(known, store)?,
                None => (known, Vec::new()),
            };
            if !missing.is_empty() && !may_leave_out {
                let names: Vec<&str> = missing.iter().map(|file| file.name.as_str()).collect();
                bail!(
                    "the store has no bytes for {}; --without-missing-files leaves them out",
                    names.join(", ")
                );
            }
            let n_rows = write_rows(connection, &mut out, &missing)?;
            if let Some(store) = &store {
                for file in &known {
                    write_file(&mut out, store, file)?;
                }
            }
            let n_files = known.len() as u64;
            writeln!(out, "{}", serde_json::to_string(&FilesFoot { files: n_files })?)?;
            out.flush()?;
            anyhow::Ok(Held { n_rows, n_files })
        })
}

/// The files whose bytes are in the store, and those whose bytes are not.
fn divided(known: Vec<KnownFile>, store: &Files) -> anyhow::Result<(Vec<KnownFile>, Vec<KnownFile>)> {
    let mut folders: BTreeMap<String, _> = BTreeMap::new();
    let (mut there, mut missing) = (Vec::new(), Vec::new());
    for file in known {
        let folder = file.name.split('/').next().unwrap_or_default().to_owned();
        if !folders.contains_key(&folder) {
            let names = Files::wait(store.list(&folder))?;
            folders.insert(folder.clone(), names);
        }
        let is_there = folders
            .get(&folder)
            .is_some_and(|names| names.contains_key(&file.name));
        if is_there { &mut there } else { &mut missing }.push(file);
    }
    Ok((there, missing))
}

/// Writes the rows of all tables, but those that name a file that is missing.
fn write_rows(
    connection: &mut PgConnection,
    out: &mut impl Write,
    missing: &[KnownFile],
) -> anyhow::Result<u64> {
    let mut sum = Sha256::new();
    let mut n_rows = 0;
    for table in TABLES {
        let is_left_out = |row: &str| {
            TABLES_OF_FILES.contains(&table) && missing.iter().any(|file| row.contains(&file.hash))
        };
        let cursor = [
            "DECLARE backup_rows CURSOR FOR SELECT row_to_json(t)::text AS line FROM ",
            table,
            " t",
        ];
        sql_query(cursor.concat()).execute(connection)?;
        loop {
            let rows: Vec<Line> = sql_query(BATCH).load(connection)?;
            if rows.is_empty() {
                break;
            }
            for row in rows.into_iter().filter(|row| !is_left_out(&row.line)) {
                let line = ["[\"", table, "\",", &row.line, "]\n"].concat();
                sum.update(line.as_bytes());
                out.write_all(line.as_bytes())?;
                n_rows += 1;
            }
        }
        sql_query("CLOSE backup_rows").execute(connection)?;
    }
    let foot = Foot {
        rows: n_rows,
        sha256: hex(&sum.finalize()),
    };
    writeln!(out, "{}", serde_json::to_string(&foot)?)?;
    Ok(n_rows)
}

/// Writes a file in pieces, and compares them with what the database says.
fn write_file(out: &mut impl Write, store: &Files, file: &KnownFile) -> anyhow::Result<()> {
    let head = FileHead {
        file: file.name.clone(),
        bytes: u64::try_from(file.n_bytes)?,
        sha256: file.hash.clone(),
    };
    writeln!(out, "{}", serde_json::to_string(&head)?)?;
    let mut sum = Sha256::new();
    let mut n_bytes = 0;
    let n_pieces = Files::wait(store.read_in_pieces(&file.name, |piece| {
        n_bytes += piece.len() as u64;
        sum.update(piece);
        out.write_all(piece)
    }))?;
    ensure!(n_pieces.is_some(), "the store has no bytes for {}", file.name);
    ensure!(
        n_bytes == head.bytes && hex(&sum.finalize()) == file.hash,
        "the bytes of {} are damaged",
        file.name
    );
    Ok(())
}
