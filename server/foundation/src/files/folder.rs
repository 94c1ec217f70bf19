//! The folder of the store: a disk may fall off the place where it was mounted.

use std::io::{Error, ErrorKind};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The folder that holds the files. It is made with the first file.
///
/// When its disk falls off, another folder stands in its place: what would be stored there is gone when the disk is back.
pub struct Folder {
    path: PathBuf,
    /// Which folder it was when it was first seen.
    first: OnceLock<Identity>,
}

/// The disk and the number of a folder there.
type Identity = (u64, u64);

impl Folder {
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            first: OnceLock::new(),
        }
    }

    /// Fails when the folder is another one than before, or gone.
    pub fn require_same(&self) -> Result<(), Error> {
        let now = match std::fs::metadata(&self.path) {
            Ok(found) => Some(identity(&found)),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        match (now, self.first.get()) {
            (None, None) => Ok(()),
            (Some(now), first) if *first.unwrap_or(&now) == now => {
                // Another thread may have been faster.
                let _ = self.first.set(now);
                Ok(())
            }
            _ => Err(Error::other(format!(
                "{} is another folder than at the start: is its disk mounted?",
                self.path.display()
            ))),
        }
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
