//! The folder of the store: a disk may fall off the place where it was mounted.

use std::io::{Error, ErrorKind};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The folder that holds the files. It is made with the first file.
///
/// When its disk falls off, an empty folder stands in its place: what would be stored there is gone when the disk is back.
/// Another one that holds something is that disk, mounted late.
pub struct Folder {
    path: PathBuf,
    /// Which folder it was when it was last seen in order.
    seen: Mutex<Option<Identity>>,
}

/// The disk and the number of a folder there.
type Identity = (u64, u64);

impl Folder {
    /// The folder as it is now, if it is there.
    pub fn new(path: PathBuf) -> Self {
        let folder = Self {
            path,
            seen: Mutex::default(),
        };
        // One that cannot be looked at fails when it is used.
        let _ = folder.require_same();
        folder
    }

    /// Fails when the folder is gone, or an empty one is in its place.
    pub fn require_same(&self) -> Result<(), Error> {
        let now = match std::fs::metadata(&self.path) {
            Ok(found) => Some(identity(&found)),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let is_in_order = match (now, *seen) {
            (None, before) => before.is_none(),
            (Some(_), None) => true,
            (Some(now), Some(before)) => now == before || std::fs::read_dir(&self.path)?.next().is_some(),
        };
        if !is_in_order {
            return Err(Error::other(format!(
                "{} is gone or empty, and was not before: is its disk mounted?",
                self.path.display()
            )));
        }
        *seen = now;
        Ok(())
    }
}

#[cfg(unix)]
fn identity(found: &std::fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (found.dev(), found.ino())
}

/// Elsewhere a folder that is gone is noticed, and no other one.
#[cfg(not(unix))]
fn identity(_found: &std::fs::Metadata) -> Identity {
    (0, 0)
}
