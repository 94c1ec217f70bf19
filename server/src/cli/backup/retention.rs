//! Removes old runs, and the files that no run needs any more.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use moyan_foundation::files::Files;

use super::runs::{FILES_AT_ONCE, Runs, is_kept_name, kept_name, run_name};

/// What was removed.
pub struct Removed {
    pub n_runs: usize,
    pub n_files: usize,
}

/// Days after which a run without a manifest is one that never came to its end: another server may be writing it.
const UNFINISHED_DAYS: i64 = 2;

/// Keeps the run that was just written and the newest ones that are whole, so many together. What is older, or never
/// came to its end, is removed, then every file that no kept run names. When the manifest of one of them cannot be read,
/// nothing is removed.
pub fn keep(runs: &Runs, n_kept: NonZeroUsize, written_at: DateTime<Utc>) -> anyhow::Result<Removed> {
    let all = runs.list()?;
    let written = run_name(written_at);
    let others = all.iter().rev().filter(|run| run.is_whole && run.name != written);
    let kept: BTreeSet<&str> = std::iter::once(written.as_str())
        .chain(others.take(n_kept.get() - 1).map(|run| run.name.as_str()))
        .collect();
    let unfinished_before = run_name(written_at - TimeDelta::days(UNFINISHED_DAYS));
    let mut needed = BTreeSet::new();
    for name in &kept {
        let manifest = runs.read_manifest(name).context("nothing was removed")?;
        needed.extend(manifest.files.iter().map(|file| kept_name(&file.sha256)));
    }
    let old: Vec<&str> = all
        .iter()
        .filter(|run| run.is_whole || run.name < unfinished_before)
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
        // Whatever else somebody keeps there is not ours.
        .filter(|name| is_kept_name(name) && !needed.contains(name))
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
