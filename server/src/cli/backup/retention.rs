//! Removes old runs, and the files that no run needs any more.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use anyhow::Context as _;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use moyan_foundation::files::Files;

use super::runs::{FILES_AT_ONCE, Runs, kept_name};

/// What was removed.
pub struct Removed {
    pub n_runs: usize,
    pub n_files: usize,
}

/// Keeps the newest runs that are whole. What is older, or never came to its end, is removed, then every file that no
/// kept run names. When the manifest of one of them cannot be read, nothing is removed.
pub fn keep(runs: &Runs, n_kept: NonZeroUsize) -> anyhow::Result<Removed> {
    let all = runs.list()?;
    let kept: BTreeSet<&str> = all
        .iter()
        .rev()
        .filter(|run| run.is_whole)
        .take(n_kept.get())
        .map(|run| run.name.as_str())
        .collect();
    let mut needed = BTreeSet::new();
    for name in &kept {
        let manifest = runs.read_manifest(name).context("nothing was removed")?;
        needed.extend(manifest.files.iter().map(|file| kept_name(&file.sha256)));
    }
    let old: Vec<&str> = all
        .iter()
        .map(|run| run.name.as_str())
        .filter(|name| !kept.contains(name))
        .collect();
    for name in &old {
        runs.remove(name)?;
    }
    let folders = (0..=u8::MAX).map(|folder| format!("{folder:02x}")).collect();
    let unneeded: Vec<String> = runs
        .sizes(folders)?
        .into_keys()
        .filter(|name| !needed.contains(name))
        .collect();
    let n_files = unneeded.len();
    let removed = stream::iter(unneeded)
        .map(|name| async move { runs.files.remove(&name).await })
        .buffer_unordered(FILES_AT_ONCE)
        .try_collect::<Vec<()>>();
    Files::block_on(removed).with_context(|| runs.cannot("remove files from"))?;
    Ok(Removed {
        n_runs: old.len(),
        n_files,
    })
}
