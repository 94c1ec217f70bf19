//! `moyan restore`: reads the file of `moyan backup` into an empty database, all of it or nothing.
//!
//! The database has the newest tables, the file may be older: a column that the file does not know gets its default,
//! one that the tables do not know any more is left out, and what the database computes it computes again.
//! A file of the first format ends with the rows.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Text;
use moyan_domain::Clock;
use moyan_foundation::access::hex;
use moyan_foundation::files::{Files, hash_of};
use moyan_foundation::schema::users;
use moyan_foundation::{db, jobs};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::backup::{
    FORMAT, FORMAT_WITHOUT_FILES, FileHead, FilesFoot, Foot, Head, Held, LEFT_OUT, TABLES, newest_migration,
};
use super::{files_of_environment, say, with_database};
use crate::composition;
use crate::features::{document, mail};

#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// The file to read
    file: PathBuf,
}

/// Reads the file.
pub fn run(args: &RestoreArgs) -> ExitCode {
    with_database(|connection| {
        check(&args.file)?;
        db::migrate(connection)?;
        let n_users: i64 = users::table.count().get_result(connection)?;
        ensure!(n_users == 0, "the database is not empty");
        // Files that were stored before a failure have no rows: they are collected.
        let (held, n_held_back, n_held_jobs) = connection.transaction(|connection| {
            let mut backup = Backup::open(&args.file)?;
            let n_rows = read_rows(connection, &mut backup)?;
            let n_files = read_files(&mut backup)?;
            let held = Held { n_rows, n_files };
            document::service::start_new_histories(connection, Clock::default().now())?;
            let n_held_back = mail::hold_waiting_mails(connection)?;
            anyhow::Ok((
                held,
                n_held_back,
                jobs::hold_waiting(connection, &composition::registry())?,
            ))
        })?;
        say(&held.text());
        if n_held_back > 0 {
            say(&format!(
                "{n_held_back} mails that waited are held back: they may have been sent since the backup was written. \
                 An administrator can send each of them."
            ));
        }
        if n_held_jobs > 0 {
            say(&format!(
                "{n_held_jobs} jobs that waited are held back: they may have been done since the backup was written. \
                 An administrator can start each of them."
            ));
        }
        Ok(())
    })
}

/// A backup that is read from its start.
struct Backup {
    reader: BufReader<File>,
    has_files: bool,
    /// Files that were read.
    n_files: u64,
    migration: String,
}

impl Backup {
    fn open(file: &Path) -> anyhow::Result<Self> {
        let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
        let mut backup = Self {
            reader: BufReader::new(opened),
            has_files: false,
            n_files: 0,
            migration: String::new(),
        };
        let line = backup.line()?.context("the file is empty")?;
        let head: Head = serde_json::from_str(&line).context("this is no file of moyan backup")?;
        backup.has_files = match head.format.as_str() {
            FORMAT => true,
            FORMAT_WITHOUT_FILES => false,
            format => bail!("the file has the format {format}, which is not known"),
        };
        backup.migration = head.migration;
        Ok(backup)
    }

    /// The next line without its end; none at the end of the file.
    fn line(&mut self) -> anyhow::Result<Option<String>> {
        let mut line = String::new();
        let n_bytes = self.reader.read_line(&mut line).context("the file is damaged")?;
        Ok((n_bytes > 0).then(|| line.strip_suffix('\n').unwrap_or(&line).to_owned()))
    }

    /// The next file, whose bytes are as they were stored; none after the last one.
    fn file(&mut self) -> anyhow::Result<Option<(FileHead, Vec<u8>)>> {
        let line = self.line()?.context("the file is damaged: its end is missing")?;
        if let Ok(foot) = serde_json::from_str::<FilesFoot>(&line) {
            ensure!(
                foot.files == self.n_files,
                "the file is damaged: files are missing"
            );
            return Ok(None);
        }
        let head: FileHead = serde_json::from_str(&line).context("the file is damaged")?;
        ensure!(
            Files::is_name(&head.file),
            "the file is damaged: a file cannot be named {:?}",
            head.file
        );
        let mut bytes = Vec::new();
        (&mut self.reader).take(head.bytes).read_to_end(&mut bytes)?;
        ensure!(
            bytes.len() as u64 == head.bytes && hash_of(&bytes) == head.sha256,
            "the file is damaged: {} has another checksum",
            head.file
        );
        self.n_files += 1;
        Ok(Some((head, bytes)))
    }
}

/// Reads the whole file once, so that a damaged one changes nothing.
fn check(file: &Path) -> anyhow::Result<()> {
    let mut backup = Backup::open(file)?;
    let mut sum = Sha256::new();
    let mut n_rows = 0;
    let foot = loop {
        let line = backup
            .line()?
            .context("the file is damaged: its end is missing")?;
        if !line.starts_with('[') {
            break serde_json::from_str::<Foot>(&line).context("the file is damaged")?;
        }
        sum.update(line.as_bytes());
        sum.update(b"\n");
        n_rows += 1;
    };
    ensure!(
        foot.rows == n_rows && foot.sha256 == hex(&sum.finalize()),
        "the file is damaged: its checksum is another"
    );
    if backup.has_files {
        while backup.file()?.is_some() {}
    }
    ensure!(
        backup.line()?.is_none(),
        "the file is damaged: something follows its end"
    );
    Ok(())
}

/// Stores the files of a backup under their names.
fn read_files(backup: &mut Backup) -> anyhow::Result<u64> {
    let mut store = None;
    while backup.has_files
        && let Some((head, bytes)) = backup.file()?
    {
        let store = match &mut store {
            Some(store) => store,
            // A backup without files needs no store.
            none => none.insert(files_of_environment()?),
        };
        Files::wait(store.put(&head.file, bytes.into()))?;
    }
    Ok(backup.n_files)
}

fn read_rows(connection: &mut PgConnection, backup: &mut Backup) -> anyhow::Result<u64> {
    let migration = newest_migration(connection)?;
    ensure!(
        backup.migration <= migration,
        "the file is of a newer version of the program: {} after {migration}",
        backup.migration
    );
    let columns = list_columns(connection)?;
    let mut n_rows = 0;
    while let Some(line) = backup.line()? {
        if !line.starts_with('[') {
            break;
        }
        let (table, row): (String, Map<String, Value>) = serde_json::from_str(&line)?;
        // Files of older versions hold these.
        if LEFT_OUT.contains(&table.as_str()) {
            continue;
        }
        let Some(table) = TABLES.into_iter().find(|known| *known == table) else {
            bail!("the table {table} is not known");
        };
        insert(connection, table, &columns, &row).with_context(|| format!("row {n_rows} of {table}"))?;
        n_rows += 1;
    }
    Ok(n_rows)
}

/// A column that can be written.
#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    name: String,
    /// The name as it stands in a statement.
    #[diesel(sql_type = Text)]
    quoted: String,
}

/// The columns of all tables, those apart that the database computes.
fn list_columns(connection: &mut PgConnection) -> QueryResult<Vec<Column>> {
    sql_query(
        "SELECT table_name::text, column_name::text AS name, quote_ident(column_name) AS quoted \
         FROM information_schema.columns WHERE table_schema = current_schema() AND is_generated = 'NEVER'",
    )
    .load(connection)
}

/// Writes the columns that both the row and the table have.
fn insert(
    connection: &mut PgConnection,
    table: &str,
    columns: &[Column],
    row: &Map<String, Value>,
) -> anyhow::Result<()> {
    let names: Vec<&str> = columns
        .iter()
        .filter(|column| column.table_name == table && row.contains_key(&column.name))
        .map(|column| column.quoted.as_str())
        .collect();
    let names = names.join(", ");
    let statement = [
        "INSERT INTO ",
        table,
        " (",
        &names,
        ") SELECT ",
        &names,
        " FROM json_populate_record(NULL::",
        table,
        ", $1::json)",
    ];
    sql_query(statement.concat())
        .bind::<Text, _>(serde_json::to_string(row)?)
        .execute(connection)?;
    Ok(())
}
