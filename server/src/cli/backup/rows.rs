//! Reads the rows of one snapshot of the database, and writes them as lines.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use anyhow::{Context as _, anyhow};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};
use moyan_foundation::access::hex;
use moyan_foundation::files::Files;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::format::{FileHead, Foot, Head};
use super::tables::{TABLES, TABLES_OF_FILES};
use crate::cli::files_of_environment;
use crate::cli::progress::Progress;

/// Rows that are read at once.
const BATCH: &str = "FETCH 500 FROM backup_rows";

/// What the rows of a backup are.
pub struct Snapshot {
    /// The newest migration of the database.
    pub migration: String,
    pub foot: Foot,
    /// The rows of each table.
    pub tables: BTreeMap<String, u64>,
    /// The files that the rows name, in the order of their names.
    pub files: Vec<FileHead>,
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
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// The name of the newest migration.
pub fn newest_migration(connection: &mut PgConnection) -> anyhow::Result<String> {
    let newest: Line = sql_query("SELECT max(version)::text AS line FROM __diesel_schema_migrations")
        .get_result(connection)
        .context("the database was never migrated")?;
    Ok(newest.line)
}

/// Which of these files a backup holds already, by their hashes.
pub type ListKept<'a> = &'a dyn Fn(&[FileHead]) -> anyhow::Result<BTreeSet<String>>;

/// Writes the rows of all tables at one moment. The transaction ends with them.
///
/// - `list_kept`: where rows that name a file without bytes are left out, those of the store's missing files that the
///   backup holds already. The store is listed first then. None: no row is left out.
pub fn write_rows(
    connection: &mut PgConnection,
    out: &mut impl Write,
    format: &str,
    list_kept: Option<ListKept<'_>>,
    progress: &mut Progress<std::io::Stderr>,
) -> anyhow::Result<Snapshot> {
    let mut transaction = connection.build_transaction().repeatable_read().read_only();
    transaction.run(|connection| {
        let migration = newest_migration(connection)?;
        let head = Head {
            format: format.to_owned(),
            migration: migration.clone(),
        };
        writeln!(out, "{}", serde_json::to_string(&head)?)?;
        let known = list_files(connection)?;
        let (mut files, mut missing) = (known, Vec::new());
        if let Some(list_kept) = list_kept
            && !files.is_empty()
        {
            (files, missing) = divided(files, &files_of_environment()?)?;
            let kept = list_kept(&missing)?;
            let (found, lost) = missing.into_iter().partition(|file| kept.contains(&file.sha256));
            missing = lost;
            files.extend::<Vec<FileHead>>(found);
        }
        let missing: BTreeSet<String> = missing.into_iter().map(|file| file.sha256).collect();
        let (foot, tables) = write_tables(connection, out, &missing, progress)?;
        Ok(Snapshot {
            migration,
            foot,
            tables,
            files,
        })
    })
}

fn list_files(connection: &mut PgConnection) -> anyhow::Result<Vec<FileHead>> {
    let known: Vec<KnownFile> =
        sql_query("SELECT name, hash, n_bytes FROM files ORDER BY name").load(connection)?;
    let heads = known.into_iter().map(|file| {
        Ok(FileHead {
            file: file.name,
            bytes: u64::try_from(file.n_bytes)?,
            sha256: file.hash,
        })
    });
    heads.collect()
}

/// The files whose bytes are in the store, and those whose bytes are not.
fn divided(known: Vec<FileHead>, store: &Files) -> anyhow::Result<(Vec<FileHead>, Vec<FileHead>)> {
    let mut folders: BTreeMap<String, _> = BTreeMap::new();
    let (mut there, mut missing) = (Vec::new(), Vec::new());
    for file in known {
        let folder = file.file.split('/').next().unwrap_or_default().to_owned();
        if !folders.contains_key(&folder) {
            let names = Files::block_on(store.sizes(&folder))?;
            folders.insert(folder.clone(), names);
        }
        let is_there = folders
            .get(&folder)
            .is_some_and(|names| names.contains_key(&file.file));
        if is_there { &mut there } else { &mut missing }.push(file);
    }
    Ok((there, missing))
}

/// The files of a backup that have no bytes in the store.
pub fn list_missing(known: Vec<FileHead>, store: &Files) -> anyhow::Result<Vec<FileHead>> {
    divided(known, store).map(|(_, missing)| missing)
}

/// What is said of files without bytes.
pub fn missing<'a>(names: impl Iterator<Item = &'a str>) -> anyhow::Error {
    let names: BTreeSet<&str> = names.collect();
    let names: Vec<&str> = names.into_iter().collect();
    anyhow!(
        "the store has no bytes for {}; --without-missing-files leaves them out",
        names.join(", ")
    )
}

/// Writes the rows of all tables, but those that name a file that is missing.
fn write_tables(
    connection: &mut PgConnection,
    out: &mut impl Write,
    missing: &BTreeSet<String>,
    progress: &mut Progress<std::io::Stderr>,
) -> anyhow::Result<(Foot, BTreeMap<String, u64>)> {
    let mut sum = Sha256::new();
    let mut tables = BTreeMap::new();
    for (index, table) in TABLES.into_iter().enumerate() {
        let column = match missing.is_empty() {
            true => None,
            false => column_of_files(table),
        };
        let cursor = [
            "DECLARE backup_rows CURSOR FOR SELECT row_to_json(t)::text AS line FROM ",
            table,
            " t",
        ];
        sql_query(cursor.concat()).execute(connection)?;
        let mut n_rows = 0;
        loop {
            let rows: Vec<Line> = sql_query(BATCH).load(connection)?;
            if rows.is_empty() {
                break;
            }
            progress.rows(rows.len() as u64, table, index + 1, TABLES.len());
            for Line { line } in rows {
                if column.is_some_and(|column| names_one_of(missing, &line, column)) {
                    continue;
                }
                let line = ["[\"", table, "\",", &line, "]\n"].concat();
                sum.update(line.as_bytes());
                out.write_all(line.as_bytes())?;
                n_rows += 1;
            }
        }
        sql_query("CLOSE backup_rows").execute(connection)?;
        tables.insert(table.to_owned(), n_rows);
    }
    let foot = Foot {
        rows: tables.values().sum(),
        sha256: hex(&sum.finalize()),
    };
    writeln!(out, "{}", serde_json::to_string(&foot)?)?;
    Ok((foot, tables))
}

/// The column by which rows of a table name files.
fn column_of_files(table: &str) -> Option<&'static str> {
    let mut tables = TABLES_OF_FILES.into_iter();
    tables
        .find(|(of_files, _)| *of_files == table)
        .map(|(_, column)| column)
}

fn names_one_of(files: &BTreeSet<String>, row: &str, column: &str) -> bool {
    let row: Value = serde_json::from_str(row).unwrap_or_default();
    row.get(column)
        .and_then(Value::as_str)
        .is_some_and(|hash| files.contains(hash))
}
