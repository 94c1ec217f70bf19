//! Puts the files of a backup into the store, or reads them only.

use anyhow::{Context as _, ensure};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use moyan_foundation::files::Files;

use super::stream::{Stream, check_bytes, check_name};
use crate::cli::backup::format::FileHead;
use crate::cli::backup::runs::{FILES_AT_ONCE, Runs, kept_name};
use crate::cli::files_of_environment;
use crate::cli::progress::Progress;

/// Where the files of a backup go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FilesGo {
    /// Into the store of files.
    IntoStore,
    /// Nowhere: they are read and compared.
    Nowhere,
}

impl FilesGo {
    fn store(self) -> anyhow::Result<Option<Files>> {
        match self {
            Self::IntoStore => files_of_environment().map(Some),
            Self::Nowhere => Ok(None),
        }
    }
}

/// The files that stand behind the rows. A backup without files needs no store.
pub fn of_stream(
    stream: &mut Stream,
    go: FilesGo,
    progress: &mut Progress<std::io::Stderr>,
) -> anyhow::Result<u64> {
    let mut store = None;
    let mut n_files = 0;
    while let Some((head, bytes)) = stream.file()? {
        let store = match &mut store {
            Some(store) => store,
            none => none.insert(go.store()?),
        };
        if let Some(store) = store {
            save(store, &head, bytes.into())?;
        }
        n_files += 1;
        progress.file(n_files);
    }
    Ok(n_files)
}

fn save(store: &Files, head: &FileHead, bytes: actix_web::web::Bytes) -> anyhow::Result<()> {
    Files::block_on(store.save(&head.file, bytes)).with_context(|| cannot_store(head))
}

fn cannot_store(head: &FileHead) -> String {
    format!("cannot write {} into the store of files", head.file)
}

/// Fails when a run names a file that is not kept with all its bytes, before anything is changed.
pub fn check_kept(runs: &Runs, name: &str, files: &[FileHead]) -> anyhow::Result<()> {
    for file in files {
        check_name(file).with_context(|| damaged(name))?;
    }
    let kept = runs.list_kept(files)?;
    let missing = files.iter().find(|file| !kept.contains(file.sha256.as_str()));
    match missing {
        None => Ok(()),
        Some(file) => Err(anyhow::anyhow!(
            "{} is missing or has another length ({})",
            kept_name(&file.sha256),
            file.file
        )
        .context(damaged(name))),
    }
}

/// The files of a run.
pub fn of_run(
    runs: &Runs,
    name: &str,
    files: &[FileHead],
    go: FilesGo,
    progress: &mut Progress<std::io::Stderr>,
) -> anyhow::Result<u64> {
    if files.is_empty() {
        return Ok(0);
    }
    let n_files = files.len() as u64;
    let store = &go.store()?;
    let copied = stream::iter(files)
        .map(|head| async move {
            let kept = kept_name(&head.sha256);
            let bytes = runs
                .files
                .load(&kept)
                .await
                .with_context(|| runs.cannot("read"))?;
            let bytes = bytes.with_context(|| format!("{}: {kept} is missing", damaged(name)))?;
            check_bytes(head, &bytes).with_context(|| format!("{}: {kept}", damaged(name)))?;
            match store {
                Some(store) => store
                    .save(&head.file, bytes)
                    .await
                    .with_context(|| cannot_store(head)),
                None => Ok(()),
            }
        })
        .buffer_unordered(FILES_AT_ONCE)
        .inspect_ok(|()| progress.file(n_files))
        .try_fold(0, async |n_done, ()| Ok(n_done + 1));
    let n_done: u64 = Files::block_on(copied)?;
    ensure!(n_done == n_files, "{}: files are missing", damaged(name));
    Ok(n_done)
}

fn damaged(name: &str) -> String {
    format!("the run {name} is damaged")
}
