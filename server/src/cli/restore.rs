//! `moyan restore`: reads the file of `moyan backup` into an empty database, all of it or nothing.
//!
//! The database has the newest tables, the file may be older: a column that the file does not know gets its default,
//! one that the tables do not know any more is left out, and what the database computes it computes again.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Text;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::backup::{FORMAT, Foot, Head, LEFT_OUT, TABLES, newest_migration};
use super::{say, with_database};
use crate::access::hex;
use crate::db;
use crate::features::mail;
use crate::jobs;
use crate::schema::users;

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
        let (n_rows, n_held, n_held_jobs) = connection.transaction(|connection| {
            let n_rows = read(connection, &args.file)?;
            let n_held = mail::hold_waiting_mails(connection)?;
            anyhow::Ok((n_rows, n_held, jobs::hold_waiting(connection)?))
        })?;
        say(&format!("{n_rows} rows"));
        if n_held > 0 {
            say(&format!(
                "{n_held} mails that waited are held back: they may have been sent since the backup was written. \
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

fn lines(file: &Path) -> anyhow::Result<impl Iterator<Item = std::io::Result<String>>> {
    let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(BufReader::new(opened).lines())
}

/// Reads the whole file once, so that a damaged one changes nothing.
fn check(file: &Path) -> anyhow::Result<()> {
    let mut sum = Sha256::new();
    let mut n_rows = 0;
    let mut foot = None;
    for line in lines(file)?.skip(1) {
        let line = line?;
        ensure!(foot.is_none(), "the file is damaged: something follows its end");
        if line.starts_with('[') {
            sum.update(line.as_bytes());
            sum.update(b"\n");
            n_rows += 1;
        } else {
            foot = Some(serde_json::from_str::<Foot>(&line).context("the file is damaged")?);
        }
    }
    let foot = foot.context("the file is damaged: its end is missing")?;
    ensure!(
        foot.rows == n_rows && foot.sha256 == hex(&sum.finalize()),
        "the file is damaged: its checksum is another"
    );
    Ok(())
}

fn read(connection: &mut PgConnection, file: &Path) -> anyhow::Result<u64> {
    let mut lines = lines(file)?;
    let head: Head = serde_json::from_str(&lines.next().context("the file is empty")??)
        .context("this is no file of moyan backup")?;
    ensure!(
        head.format == FORMAT,
        "the file has the format {}, which is not known",
        head.format
    );
    let migration = newest_migration(connection)?;
    ensure!(
        head.migration <= migration,
        "the file is of a newer version of the program: {} after {migration}",
        head.migration
    );
    let columns = list_columns(connection)?;
    let mut n_rows = 0;
    for line in lines {
        let line = line?;
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
