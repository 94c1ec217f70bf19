//! The folder: which files are in it, and how they are written. Everything here blocks.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use moyan_domain::SiteId;
use moyan_domain::limits::SITE_ON_DISK_MAX_BYTES;
use tempfile::NamedTempFile;

/// The file that says which sites there are.
const INDEX: &str = "index.gz";
/// What the process that uses the folder has locked.
const LOCK: &str = "lock";
/// What names of files of sites end with, behind the ID.
const OF_SITE: &str = ".site.gz";
/// What names of files begin with that are not whole yet.
const UNFINISHED: &str = ".moyan-";

/// The folder.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(path: PathBuf) -> Self {
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn index(&self) -> PathBuf {
        self.0.join(INDEX)
    }

    pub fn site(&self, id: SiteId) -> PathBuf {
        self.0.join(format!("{id}{OF_SITE}"))
    }

    /// Makes the folder, for the user of the server alone.
    fn create(&self) -> io::Result<()> {
        let mut folders = fs::DirBuilder::new();
        folders.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folders, 0o700);
        folders.create(&self.0)
    }

    /// Takes the folder for as long as this file is open. Fails when another process has it.
    pub fn lock(&self) -> io::Result<File> {
        self.create()?;
        let mut options = File::options();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(self.0.join(LOCK))?;
        #[cfg(unix)]
        rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive)?;
        Ok(file)
    }

    /// Writes a file that nobody sees yet, for the user of the server alone. It is on the disk when this ends.
    pub fn write(&self, bytes: &[u8]) -> io::Result<NamedTempFile> {
        self.create()?;
        // Its mode is 0600.
        let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&self.0)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    }

    /// Removes a file. Fails when it may be there afterwards, also after the machine has lost its power.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        match fs::remove_file(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            removed => removed?,
        }
        self.sync()
    }

    /// What was renamed and removed is so on the disk when this ends.
    pub fn sync(&self) -> io::Result<()> {
        #[cfg(unix)]
        File::open(&self.0)?.sync_all()?;
        Ok(())
    }

    /// Removes the files of this folder that it should not have: all but the index and the files of these sites. What
    /// this module has not written stays.
    pub fn tidy(&self, has: impl Fn(SiteId) -> bool) {
        let Ok(found) = fs::read_dir(&self.0) else {
            return;
        };
        for file in found.flatten() {
            let name = file.file_name();
            let name = name.to_string_lossy();
            let of_site = name
                .strip_suffix(OF_SITE)
                .and_then(|id| id.parse::<SiteId>().ok());
            if name.starts_with(UNFINISHED) || of_site.is_some_and(|id| !has(id)) {
                // One that stays is named by no index.
                let _ = self.remove(&file.path());
            }
        }
    }
}

/// The bytes of a file; none when it is not there. Fails when it is too large.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let mut bytes = Vec::new();
    file.take(SITE_ON_DISK_MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > SITE_ON_DISK_MAX_BYTES {
        return Err(io::Error::other("it is too large"));
    }
    Ok(Some(bytes))
}
