//! `moyan backup`: the content of the database, without sessions, codes and counters, as one file of JSON lines.
//!
//! The first line names the format and the newest migration. Then come the rows, each `[table, row]`, in an order in
//! which they can be inserted. The last line has the number of rows and a checksum. All rows are of one snapshot.

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Text;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{say, with_database};
use crate::access::hex;

/// The format, as the first line names it.
pub(super) const FORMAT: &str = "moyan-backup-1";
/// Rows that are read at once.
const BATCH: &str = "FETCH 500 FROM backup_rows";

#[derive(Debug, Args)]
pub struct BackupArgs {
    /// Where to write; a file that is there is not overwritten
    file: PathBuf,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head {
    pub format: String,
    /// The newest migration of the database.
    pub migration: String,
}

/// The last line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Foot {
    pub rows: u64,
    pub sha256: String,
}

#[derive(QueryableByName)]
pub(super) struct Line {
    #[diesel(sql_type = Text)]
    pub line: String,
}

/// The tables, each after those that it refers to.
pub(super) const TABLES: [&str; 12] = [
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
];
/// Tables that are left out: a session or a code that ended since must not become valid again.
pub(super) const LEFT_OUT: [&str; 5] = [
    "sessions",
    "verification_codes",
    "throttles",
    "accepted_changes",
    "document_presences",
];

/// Writes the file.
pub fn run(args: &BackupArgs) -> ExitCode {
    with_database(|connection| {
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        // It holds addresses and password hashes: other users of this machine must not read it.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options
            .open(&args.file)
            .with_context(|| format!("cannot write {}", args.file.display()))?;
        let n_rows = write(connection, BufWriter::new(file))?;
        say(&format!("{n_rows} rows"));
        Ok(())
    })
}

/// The name of the newest migration.
pub(super) fn newest_migration(connection: &mut PgConnection) -> anyhow::Result<String> {
    let newest: Line = sql_query("SELECT max(version)::text AS line FROM __diesel_schema_migrations")
        .get_result(connection)
        .context("the database was never migrated")?;
    Ok(newest.line)
}

fn write(connection: &mut PgConnection, mut out: impl Write) -> anyhow::Result<u64> {
    let head = Head {
        format: FORMAT.to_owned(),
        migration: newest_migration(connection)?,
    };
    writeln!(out, "{}", serde_json::to_string(&head)?)?;
    let mut sum = Sha256::new();
    let mut n_rows = 0;
    // One snapshot for all tables.
    connection
        .build_transaction()
        .repeatable_read()
        .read_only()
        .run(|connection| {
            for table in TABLES {
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
                    for row in rows {
                        let line = ["[\"", table, "\",", &row.line, "]\n"].concat();
                        sum.update(line.as_bytes());
                        out.write_all(line.as_bytes())?;
                        n_rows += 1;
                    }
                }
                sql_query("CLOSE backup_rows").execute(connection)?;
            }
            anyhow::Ok(())
        })?;
    let foot = Foot {
        rows: n_rows,
        sha256: hex(&sum.finalize()),
    };
    writeln!(out, "{}", serde_json::to_string(&foot)?)?;
    out.flush()?;
    Ok(n_rows)
}
