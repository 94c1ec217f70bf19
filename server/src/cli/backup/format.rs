//! What a backup is made of.
//!
//! Rows are a stream of lines. The first names the format and the newest migration. Then come the rows as JSON, each
//! `[table, row]` on a line, in an order in which they can be inserted, and a line with their number and a checksum. All
//! rows are of one snapshot.
//!
//! | Where | What |
//! |---|---|
//! | one file | the rows, then each file as a line with its name, length and SHA-256 and its bytes, then their number |
//! | `runs/MOMENT.rows.gz` of a folder or bucket | the rows |
//! | `runs/MOMENT.json` | the manifest, written last |
//! | `files/ab/SHA-256` | the bytes of a file, once for all runs |
//!
//! Files and rows are compressed by gzip; what is not compressed is read, too.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The format of one file.
pub const FORMAT: &str = "moyan-backup-2";
/// The format before it, which ends with the rows.
pub const FORMAT_WITHOUT_FILES: &str = "moyan-backup-1";
/// The format of a run, of its rows and its manifest.
pub const FORMAT_OF_RUN: &str = "moyan-backup-run-1";

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub struct Head {
    pub format: String,
    /// The newest migration of the database.
    pub migration: String,
}

/// The line after the rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foot {
    pub rows: u64,
    /// Of the lines of the rows.
    pub sha256: String,
}

/// The line before the bytes of a file, and what a manifest says of one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FileHead {
    /// The name in the store.
    pub file: String,
    pub bytes: u64,
    pub sha256: String,
}

/// The line after the files.
#[derive(Debug, Serialize, Deserialize)]
pub struct FilesFoot {
    pub files: u64,
}

/// What a run in a folder or bucket holds. Without it a run is no backup.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    pub format: String,
    /// The newest migration of the database.
    pub migration: String,
    /// The moment of the rows.
    pub taken_at: DateTime<Utc>,
    /// What the line after the rows says.
    pub rows: Foot,
    /// The rows of each table.
    pub tables: BTreeMap<String, u64>,
    pub files: Vec<FileHead>,
}
