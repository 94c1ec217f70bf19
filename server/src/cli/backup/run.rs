//! A run: rows, the files that are not kept yet, a manifest.

use anyhow::{Context as _, ensure};
use chrono::{DateTime, Utc};
use diesel::PgConnection;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use moyan_foundation::backups;
use moyan_foundation::files::{Files, hash_of};

use super::format::{FORMAT_OF_RUN, FileHead, Manifest};
use super::rows::{self, write_rows};
use super::runs::{FILES_AT_ONCE, Runs, kept_name, run_name};
use super::{BackupArgs, Held};
use crate::cli::files_of_environment;
use crate::cli::progress::Progress;

/// Writes a run whose rows are of now. One that fails is removed; the files that it has copied stay for the next one.
pub fn write(
    connection: &mut PgConnection,
    runs: &Runs,
    args: &BackupArgs,
    taken_at: DateTime<Utc>,
) -> anyhow::Result<Held> {
    let name = run_name(taken_at);
    // A place that cannot be read is told of before the work.
    runs.list()?;
    let mut progress = Progress::new("backup");
    let mut out = GzEncoder::new(runs.write_rows(&name), Compression::default());
    // A file that the store has lost may be here still, and then is not left out.
    let list_kept = |files: &[FileHead]| {
        let kept = runs.list_kept(files)?;
        Ok(kept.into_iter().map(str::to_owned).collect())
    };
    let snapshot = write_rows(
        connection,
        &mut out,
        FORMAT_OF_RUN,
        args.without_missing_files.then_some(&list_kept),
        &mut progress,
    )
    .with_context(|| runs.cannot("write a run into"))?;
    let held = Held {
        n_rows: snapshot.foot.rows,
        n_files: snapshot.files.len() as u64,
    };
    let finish = || {
        let rows = || out.finish()?.finish();
        rows().with_context(|| runs.cannot("write a run into"))?;
        copy_new(runs, &snapshot.files, &mut progress)?;
        let manifest = Manifest {
            format: FORMAT_OF_RUN.to_owned(),
            migration: snapshot.migration,
            taken_at,
            rows: snapshot.foot,
            tables: snapshot.tables,
            files: snapshot.files,
        };
        // The lock is of the session: when that has ended, another run may have begun and removed what this one needs.
        ensure!(
            backups::begin(connection)?,
            "another backup of this database was begun meanwhile"
        );
        runs.write_manifest(&name, &manifest)
            .with_context(|| runs.cannot("write a manifest into"))
    };
    finish().inspect_err(|_| {
        // Without its manifest it is no backup anyway.
        let _ = runs.remove(&name);
    })?;
    Ok(held)
}

/// Copies the files that are not kept yet.
fn copy_new(runs: &Runs, files: &[FileHead], progress: &mut Progress<std::io::Stderr>) -> anyhow::Result<()> {
    if files.is_empty() {
        // A database without files needs no store.
        return Ok(());
    }
    let store = &files_of_environment()?;
    let kept = runs.list_kept(files)?;
    let new: Vec<&FileHead> = files
        .iter()
        .filter(|file| !kept.contains(file.sha256.as_str()))
        .collect();
    let n_new = new.len() as u64;
    let missing: Vec<&FileHead> = Files::block_on(
        stream::iter(new)
            .map(|file| copy(store, file, runs))
            .buffer_unordered(FILES_AT_ONCE)
            .inspect_ok(|_| progress.file(n_new))
            .try_filter_map(|missing| std::future::ready(Ok(missing)))
            .try_collect(),
    )?;
    match missing.as_slice() {
        [] => Ok(()),
        missing => Err(rows::missing(missing.iter().map(|file| file.file.as_str()))),
    }
}

/// Copies a file, compared with what the database says. Gives it back when the store has no bytes for it.
async fn copy<'a>(store: &Files, file: &'a FileHead, runs: &Runs) -> anyhow::Result<Option<&'a FileHead>> {
    let read = store.load(&file.file).await;
    let Some(bytes) = read.with_context(|| format!("cannot read {} from the store of files", file.file))?
    else {
        return Ok(Some(file));
    };
    ensure!(
        bytes.len() as u64 == file.bytes && hash_of(&bytes) == file.sha256,
        "the bytes of {} are damaged",
        file.file
    );
    let saved = runs.files.save(&kept_name(&file.sha256), bytes).await;
    saved.with_context(|| runs.cannot("write a file into"))?;
    Ok(None)
}
