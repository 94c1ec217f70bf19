//! Backups in a folder or bucket: one run after another, and the files that they share.

use std::path::{Path, PathBuf};

use crate::database::Database;
use crate::moyan::Run;
use crate::restore_files::{BYTES, folder, with_image, with_store, write};

mod bucket;
mod damage;
mod retention;
mod writing;

/// A database with an image, its store, and a folder for backups.
struct World {
    database: Database,
    store: PathBuf,
    runs: PathBuf,
}

impl World {
    fn new() -> Self {
        let store = folder();
        write(&store, BYTES);
        Self {
            database: with_image(),
            store,
            runs: folder(),
        }
    }

    fn moyan(&self, args: &[&str]) -> Run {
        let store = [("FILES_DIR", self.store.to_str().unwrap())];
        with_store(&self.database, &store, args)
    }

    fn backup(&self, args: &[&str]) -> Run {
        self.moyan(&[&["backup", self.runs.to_str().unwrap()], args].concat())
    }

    /// Writes a backup that must be whole.
    fn back_up(&self, args: &[&str]) {
        let backup = self.backup(args);
        assert_eq!(backup.status, 0, "{}", backup.stderr);
    }

    /// Gives the team another image, of these bytes.
    fn add_image(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.store.join(name), bytes).unwrap();
        let hash = moyan_foundation::files::hash_of(bytes);
        self.database.execute(&format!(
            "INSERT INTO files (hash, name, media_type, n_bytes, width, height) \
             VALUES ('{hash}', '{name}', 'image/png', {}, 4, 3)",
            bytes.len()
        ));
    }

    /// Restores what the folder holds into a new database and a new store.
    fn restored(&self, args: &[&str]) -> (Database, PathBuf, Run) {
        let (copy, store) = (Database::empty(), folder());
        let variables = [("FILES_DIR", store.to_str().unwrap())];
        let restore = with_store(
            &copy,
            &variables,
            &[&["restore", self.runs.to_str().unwrap()], args].concat(),
        );
        (copy, store, restore)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.runs.join(name)
    }

    /// The names of the runs that have a manifest, the oldest first.
    fn names(&self) -> Vec<String> {
        let names = names_in(&self.path("runs"));
        names
            .iter()
            .filter_map(|name| name.strip_suffix(".json"))
            .map(str::to_owned)
            .collect()
    }

    fn kept(&self) -> Vec<String> {
        names_in(&self.path("files"))
            .iter()
            .flat_map(|folder| names_in(&self.path("files").join(folder)))
            .collect()
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

fn mode_of(path: &Path) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(path).unwrap().permissions()) & 0o777
}
