//! A stored file that is read in parts, for what is larger than memory.

use std::io::{Error, Read, Result};
use std::sync::Arc;

use actix_web::web::Bytes;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};

use super::Files;
use crate::metrics::Operation;

/// Bytes that are asked for at once: a request for all of them would end with its time.
const PART_BYTES: u64 = 8 << 20;

/// A stored file, read from its start on a thread that answers no requests.
pub struct StoredReader {
    files: Files,
    name: String,
    n_bytes: u64,
    /// Bytes that were asked for.
    n_asked: u64,
    part: Bytes,
}

impl Files {
    /// Opens a file of any size; none when it is not there.
    pub fn open(&self, name: &str) -> anyhow::Result<Option<StoredReader>> {
        let path = Path::from(name);
        let look = async move |store: Arc<dyn ObjectStore>| store.head(&path).await;
        let found = Self::block_on(self.try_run(Operation::Get, look))?;
        Ok(found.map(|found| StoredReader {
            files: self.clone(),
            name: name.to_owned(),
            n_bytes: found.size,
            n_asked: 0,
            part: Bytes::new(),
        }))
    }
}

#[cfg(test)]
impl StoredReader {
    /// Bytes that are in memory.
    pub(super) fn n_held(&self) -> usize {
        self.part.len()
    }
}

impl Read for StoredReader {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        if self.part.is_empty() && self.n_asked < self.n_bytes {
            let path = Path::from(self.name.as_str());
            let end = self.n_bytes.min(self.n_asked + PART_BYTES);
            let range = self.n_asked..end;
            let read = async move |store: Arc<dyn ObjectStore>| store.get_range(&path, range).await;
            let part = Files::block_on(self.files.try_run(Operation::Get, read))
                .map_err(|error| Error::other(format!("{error:#}")))?;
            self.part = part.ok_or_else(|| Error::other("it was removed while it was read"))?;
            self.n_asked = end;
        }
        let mut part = self.part.as_ref();
        let n_read = part.read(into)?;
        self.part = self.part.slice(n_read..);
        Ok(n_read)
    }
}
