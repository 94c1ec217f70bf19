//! A backup in one file: the rows, then the files.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::ensure;
use diesel::PgConnection;
use flate2::Compression;
use flate2::write::GzEncoder;
use moyan_foundation::access::hex;
use moyan_foundation::files::Files;
use sha2::{Digest as _, Sha256};

use super::format::{FORMAT, FileHead, FilesFoot};
use super::rows::{list_missing, missing, write_rows};
use super::{BackupArgs, Held};
use crate::cli::files_of_environment;
use crate::cli::progress::Progress;

/// Writes a whole backup.
pub fn write(connection: &mut PgConnection, out: impl Write, args: &BackupArgs) -> anyhow::Result<Held> {
    let mut progress = Progress::new("backup");
    let mut rows = GzEncoder::new(out, Compression::default());
    let none_kept = |_: &[FileHead]| Ok(BTreeSet::new());
    let snapshot = write_rows(
        connection,
        &mut rows,
        FORMAT,
        args.without_missing_files.then_some(&none_kept),
        &mut progress,
    )?;
    // Images are compressed already.
    let mut out = GzEncoder::new(rows.finish()?, Compression::none());
    let n_files = snapshot.files.len() as u64;
    if !snapshot.files.is_empty() {
        // A database without files needs no store.
        let store = files_of_environment()?;
        for file in &snapshot.files {
            if !write_file(&mut out, &store, file)? {
                let all = list_missing(snapshot.files.clone(), &store)?;
                let names = all.iter().chain([file]).map(|file| file.file.as_str());
                return Err(missing(names));
            }
            progress.file(n_files);
        }
    }
    writeln!(out, "{}", serde_json::to_string(&FilesFoot { files: n_files })?)?;
    out.finish()?.flush()?;
    Ok(Held {
        n_rows: snapshot.foot.rows,
        n_files,
    })
}

/// Writes a file in pieces, and compares them with what the database says. False when the store has no bytes for it.
fn write_file(out: &mut impl Write, store: &Files, head: &FileHead) -> anyhow::Result<bool> {
    writeln!(out, "{}", serde_json::to_string(head)?)?;
    let Some(mut stored) = store.open(&head.file)? else {
        return Ok(false);
    };
    let mut copied = Copied {
        out,
        sum: Sha256::new(),
    };
    let n_bytes = std::io::copy(&mut stored, &mut copied)?;
    ensure!(
        n_bytes == head.bytes && hex(&copied.sum.finalize()) == head.sha256,
        "the bytes of {} are damaged",
        head.file
    );
    Ok(true)
}

/// What is written, with a checksum of it.
struct Copied<W> {
    out: W,
    sum: Sha256,
}

impl<W: Write> Write for Copied<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let n_written = self.out.write(bytes)?;
        self.sum.update(bytes.get(..n_written).unwrap_or_default());
        Ok(n_written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}
