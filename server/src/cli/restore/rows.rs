//! Writes rows of a backup into the newest tables, many with each statement.

use std::collections::BTreeMap;

use anyhow::{Context as _, bail, ensure};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};
use serde::de::IgnoredAny;

use super::stream::Stream;
use crate::cli::backup::rows::newest_migration;
use crate::cli::backup::tables::{LEFT_OUT, TABLES};
use crate::cli::progress::Progress;

/// Rows that are written at once, at most.
const BATCH_ROWS: u64 = 500;
/// Bytes of rows that are written at once, at most, but for a single row.
const BATCH_BYTES: usize = 4 << 20;

/// Reads all rows, and compares how many each table has then. Gives the rows of each table that has some.
pub fn read_rows(
    connection: &mut PgConnection,
    stream: &mut Stream,
    progress: &mut Progress<std::io::Stderr>,
) -> anyhow::Result<BTreeMap<&'static str, u64>> {
    let migration = newest_migration(connection)?;
    ensure!(
        stream.migration <= migration,
        "the backup is of a newer version of the program: {} after {migration}",
        stream.migration
    );
    let columns = list_columns(connection)?;
    let before = count_rows(connection)?;
    let mut counts: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut batch: Option<Batch> = None;
    while let Some((table, row)) = stream.table_and_row()? {
        // Files of older versions hold these.
        if LEFT_OUT.contains(&table.as_str()) {
            continue;
        }
        let place = TABLES.iter().zip(1..).find(|(known, _)| **known == table);
        let Some((&table, number)) = place else {
            bail!("the table {table} is not known");
        };
        let keys: BTreeMap<String, IgnoredAny> =
            serde_json::from_str(row.get()).with_context(|| format!("a row of {table}"))?;
        let keys: Vec<String> = keys.into_keys().collect();
        if let Some(full) = batch.take_if(|batch| !batch.takes(table, &keys, row.get())) {
            full.write(connection, &columns)?;
        }
        let n_before = counts.entry(table).or_default();
        batch
            .get_or_insert_with(|| Batch::new(table, keys, *n_before + 1))
            .push(row.get());
        *n_before += 1;
        progress.rows(1, table, number, TABLES.len());
    }
    if let Some(last) = batch {
        last.write(connection, &columns)?;
    }
    check_counts(&before, &counts, &count_rows(connection)?)?;
    Ok(counts)
}

/// Rows of one table that have the same columns.
struct Batch {
    table: &'static str,
    keys: Vec<String>,
    /// The number of the first row, from 1.
    first: u64,
    n_rows: u64,
    /// A JSON array without its end.
    json: String,
}

impl Batch {
    fn new(table: &'static str, keys: Vec<String>, first: u64) -> Self {
        Self {
            table,
            keys,
            first,
            n_rows: 0,
            json: String::new(),
        }
    }

    fn takes(&self, table: &str, keys: &[String], row: &str) -> bool {
        self.table == table
            && self.keys == keys
            && self.n_rows < BATCH_ROWS
            && self.json.len() + row.len() <= BATCH_BYTES
    }

    fn push(&mut self, row: &str) {
        self.json.push(if self.n_rows == 0 { '[' } else { ',' });
        self.json.push_str(row);
        self.n_rows += 1;
    }

    /// Writes the columns that both the rows and the table have.
    fn write(mut self, connection: &mut PgConnection, columns: &[Column]) -> anyhow::Result<()> {
        self.json.push(']');
        let table = self.table;
        let names: Vec<&str> = columns
            .iter()
            .filter(|column| column.table_name == table && self.keys.contains(&column.name))
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
            " FROM json_populate_recordset(NULL::",
            table,
            ", $1::json)",
        ];
        let last = self.first + self.n_rows - 1;
        sql_query(statement.concat())
            .bind::<Text, _>(self.json)
            .execute(connection)
            .with_context(|| format!("rows {} to {last} of {table}", self.first))?;
        Ok(())
    }
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

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n_rows: i64,
}

/// The rows of each table.
fn count_rows(connection: &mut PgConnection) -> anyhow::Result<BTreeMap<&'static str, u64>> {
    let counts = TABLES.into_iter().map(|table| {
        let count = sql_query(["SELECT count(*) AS n_rows FROM ", table].concat());
        let count: Count = count.get_result(connection)?;
        Ok((table, u64::try_from(count.n_rows)?))
    });
    counts.collect()
}

/// Fails when a table has not got the rows that were read for it.
fn check_counts(
    before: &BTreeMap<&'static str, u64>,
    read: &BTreeMap<&'static str, u64>,
    after: &BTreeMap<&'static str, u64>,
) -> anyhow::Result<()> {
    for table in TABLES {
        let [n_before, n_read, n_after] =
            [before, read, after].map(|counts| counts.get(table).copied().unwrap_or_default());
        ensure!(
            n_after == n_before + n_read,
            "the table {table} has {n_after} rows, and {n_read} were read after {n_before}"
        );
    }
    Ok(())
}
