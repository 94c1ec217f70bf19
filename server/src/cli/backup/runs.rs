//! A folder or bucket of backups: one run after another, and the files that they share.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use chrono::{DateTime, NaiveDateTime, Utc};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use moyan_foundation::config::{Config, FilesConfig};
use moyan_foundation::files::{Files, StoredReader};

use super::format::{FORMAT_OF_RUN, FileHead, Manifest};

/// Files that are copied at once: each waits for the store, most of the time.
pub const FILES_AT_ONCE: usize = 8;
/// How an address of a bucket begins.
const BUCKET: &str = "s3://";

/// Where one backup or several are.
pub enum Location {
    /// One file.
    File(PathBuf),
    /// A folder or bucket.
    Runs(Runs),
}

impl Location {
    /// Reads what an operator names: `s3://bucket/prefix`, a folder that is there or that ends with a slash, else a file.
    pub fn parse(text: &Path) -> anyhow::Result<Self> {
        let name = text.to_string_lossy().into_owned();
        if let Some(place) = name.strip_prefix(BUCKET) {
            let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
            ensure!(
                !bucket.is_empty(),
                "{name}: a bucket is needed, s3://bucket/prefix"
            );
            let config = Config::backup_s3_from_env(bucket, prefix.trim_end_matches('/'))?;
            return Runs::at(name.clone(), &FilesConfig::S3(config)).map(Self::Runs);
        }
        if name.ends_with('/') || text.is_dir() {
            return Runs::at(name.clone(), &FilesConfig::Folder(text.to_owned())).map(Self::Runs);
        }
        Ok(Self::File(text.to_owned()))
    }
}

/// A folder or bucket of backups.
pub struct Runs {
    pub files: Files,
    /// None for a bucket.
    folder: Option<PathBuf>,
    /// As the operator named it.
    place: String,
}

/// A run that has rows or a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The moment of its rows, `20261201T093000.123Z`.
    pub name: String,
    /// Whether it has a manifest. Without one it is no backup.
    pub is_whole: bool,
}

impl Run {
    fn manifest(name: &str) -> String {
        format!("runs/{name}.json")
    }

    fn rows(name: &str) -> String {
        format!("runs/{name}.rows.gz")
    }
}

/// How a run is named by the moment of its rows.
const RUN_NAME: &str = "%Y%m%dT%H%M%S%.3fZ";

/// The name of a run whose rows are of this moment. Names sort by age.
pub fn run_name(taken_at: DateTime<Utc>) -> String {
    taken_at.format(RUN_NAME).to_string()
}

/// A path without symbolic links, as far as it is there.
fn real_path(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for ancestor in path.ancestors() {
        if let (Ok(real), Ok(rest)) = (ancestor.canonicalize(), path.strip_prefix(ancestor)) {
            return real.join(rest);
        }
    }
    path
}

/// The name under which the bytes of a file are kept.
pub fn kept_name(sha256: &str) -> String {
    format!("files/{}/{sha256}", sha256.get(..2).unwrap_or_default())
}

/// Whether a name is one that [`kept_name`] gives.
pub fn is_kept_name(name: &str) -> bool {
    let hash = name.rsplit('/').next().unwrap_or_default();
    hash.len() == 64 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()) && kept_name(hash) == name
}

impl Runs {
    fn at(place: String, config: &FilesConfig) -> anyhow::Result<Self> {
        Ok(Self {
            files: Files::for_operator(config)?,
            folder: match config {
                FilesConfig::Folder(folder) => Some(folder.clone()),
                FilesConfig::S3(_) => None,
            },
            place,
        })
    }

    /// Fails when the files of runs would lie among those of the store: each would take the other's for its own strays.
    pub fn refuse_store(&self) -> anyhow::Result<()> {
        let (Some(folder), Ok(FilesConfig::Folder(store))) = (&self.folder, Config::files_from_env()) else {
            return Ok(());
        };
        let (own, store) = (real_path(&folder.join("files")), real_path(&store));
        ensure!(
            !own.starts_with(&store) && !store.starts_with(&own),
            "{}: this is where the store of files is (FILES_DIR); name another folder",
            self.place
        );
        Ok(())
    }

    /// The runs, the oldest first.
    pub fn list(&self) -> anyhow::Result<Vec<Run>> {
        let names = Files::block_on(self.files.sizes("runs")).with_context(|| self.cannot("read"))?;
        let mut runs = BTreeMap::new();
        for name in names.keys().filter_map(|name| name.strip_prefix("runs/")) {
            if let Some(run) = name.strip_suffix(".json") {
                runs.insert(run.to_owned(), true);
            } else if let Some(run) = name.strip_suffix(".rows.gz") {
                runs.entry(run.to_owned()).or_insert(false);
            }
        }
        // Copies of others, such as `x.json`, are none.
        runs.retain(|name, _| NaiveDateTime::parse_from_str(name, RUN_NAME).is_ok());
        let runs = runs.into_iter().map(|(name, is_whole)| Run { name, is_whole });
        Ok(runs.collect())
    }

    /// The run of this name, else the newest one that is whole. Those after it that are not are told to `warn`.
    pub fn find(&self, name: Option<&str>, warn: impl Fn(&str)) -> anyhow::Result<Run> {
        let runs = self.list()?;
        if let Some(name) = name {
            let found = runs.into_iter().find(|run| run.name == name);
            let run = found.with_context(|| format!("{} has no run {name}", self.place))?;
            ensure!(run.is_whole, unfinished(name));
            return Ok(run);
        }
        for run in runs.into_iter().rev() {
            if run.is_whole {
                return Ok(run);
            }
            warn(&unfinished(&run.name));
        }
        bail!("{} has no backup", self.place)
    }

    /// Begins the rows of a run.
    pub fn write_rows(&self, name: &str) -> moyan_foundation::files::Upload {
        self.files.upload(&Run::rows(name))
    }

    /// The rows of a run, compressed.
    pub fn open_rows(&self, name: &str) -> anyhow::Result<StoredReader> {
        let opened = self
            .files
            .open(&Run::rows(name))
            .with_context(|| self.cannot("read"))?;
        opened.with_context(|| format!("the run {name} is damaged: its rows are missing"))
    }

    /// Writes the manifest of a run, which makes it a backup.
    pub fn write_manifest(&self, name: &str, manifest: &Manifest) -> anyhow::Result<()> {
        let mut upload = self.files.upload(&Run::manifest(name));
        serde_json::to_writer(&mut upload, manifest)?;
        upload.write_all(b"\n")?;
        upload.finish()
    }

    /// The manifest of a run.
    pub fn read_manifest(&self, name: &str) -> anyhow::Result<Manifest> {
        let opened = self
            .files
            .open(&Run::manifest(name))
            .with_context(|| self.cannot("read"))?;
        let opened = opened.with_context(|| unfinished(name))?;
        let damaged = || format!("the run {name} is damaged: its manifest cannot be read");
        let manifest: Manifest =
            serde_json::from_reader(std::io::BufReader::new(opened)).with_context(damaged)?;
        ensure!(
            manifest.format == FORMAT_OF_RUN,
            "the run {name} has the format {}, which is not known",
            manifest.format
        );
        Ok(manifest)
    }

    /// Removes a run, its manifest first: half of one is no backup.
    pub fn remove(&self, name: &str) -> anyhow::Result<()> {
        for part in [Run::manifest(name), Run::rows(name)] {
            Files::block_on(self.files.remove(&part)).with_context(|| format!("cannot remove {part}"))?;
        }
        Ok(())
    }

    /// Which of these files are kept here with all their bytes, by their hashes.
    pub fn list_kept<'a>(
        &self,
        files: impl IntoIterator<Item = &'a FileHead>,
    ) -> anyhow::Result<BTreeSet<&'a str>> {
        let files: Vec<&FileHead> = files.into_iter().collect();
        let folders: BTreeSet<&str> = files.iter().filter_map(|file| file.sha256.get(..2)).collect();
        let sizes = self.sizes(folders.into_iter().map(str::to_owned).collect())?;
        let kept = files
            .into_iter()
            .filter(|file| sizes.get(&kept_name(&file.sha256)) == Some(&file.bytes))
            .map(|file| file.sha256.as_str());
        Ok(kept.collect())
    }

    /// The files of these folders of two digits, with their bytes.
    pub fn sizes(&self, folders: Vec<String>) -> anyhow::Result<BTreeMap<String, u64>> {
        let listed = stream::iter(folders)
            .map(|folder| async move { self.files.sizes(&format!("files/{folder}")).await })
            .buffer_unordered(FILES_AT_ONCE)
            .try_fold(BTreeMap::new(), async |mut all: BTreeMap<String, u64>, names| {
                all.extend(names);
                Ok(all)
            });
        Files::block_on(listed).with_context(|| self.cannot("read"))
    }

    /// What is said of a place that refuses something.
    pub fn cannot(&self, what: &str) -> String {
        format!("cannot {what} {}", self.place)
    }
}

fn unfinished(name: &str) -> String {
    format!("the run {name} has no manifest: it did not come to its end and is no backup")
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone as _;

    use super::*;

    #[test]
    fn a_place_is_a_bucket_a_folder_or_a_file() {
        let is_folder = |text: &str| matches!(Location::parse(Path::new(text)).unwrap(), Location::Runs(_));
        assert!(is_folder(env!("CARGO_MANIFEST_DIR")));
        assert!(is_folder("/no/such/folder/"));
        assert!(!is_folder("/no/such/file"));
        assert!(Location::parse(Path::new("s3:///prefix")).is_err());
    }

    #[test]
    fn only_what_runs_keep_is_called_so() {
        let hash = "ab".repeat(32);
        assert!(is_kept_name(&kept_name(&hash)));
        for name in [
            format!("files/ab/{hash}-0123456789abcdef"),
            format!("files/cd/{hash}"),
            format!("files/ab/{}", "xy".repeat(32)),
            "files/ab/ab".to_owned(),
        ] {
            assert!(!is_kept_name(&name), "{name}");
        }
    }

    #[test]
    fn the_names_of_runs_sort_by_age() {
        let moment = |ms| run_name(Utc.timestamp_millis_opt(ms).unwrap());
        assert_eq!(moment(1_795_000_000_001), "20261118T110640.001Z");
        assert!(moment(1_795_000_000_099) < moment(1_795_000_000_100));
    }
}
