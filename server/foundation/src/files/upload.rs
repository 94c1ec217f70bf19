//! A file that is written in parts, for what is larger than memory.

use std::io::{Error, Result, Write};
use std::sync::Arc;

use anyhow::anyhow;
use object_store::path::Path;
use object_store::{MultipartUpload, ObjectStore, PutPayload};

use super::Files;
use crate::metrics::Operation;

/// Bytes of a part. S3 takes no smaller ones than 5 MB, and 10,000 of them.
const PART_BYTES: usize = 8 << 20;

/// A file that is being written. It has its name when it is finished; dropped before, nothing is left of it.
pub struct Upload {
    files: Files,
    name: String,
    /// What is not sent yet: less than a part.
    waiting: Vec<u8>,
    /// None until there is more than one part.
    begun: Option<Box<dyn MultipartUpload>>,
}

impl Files {
    /// Begins a file of any size, written from a thread that answers no requests.
    pub fn upload(&self, name: &str) -> Upload {
        Upload {
            files: self.clone(),
            name: name.to_owned(),
            waiting: Vec::new(),
            begun: None,
        }
    }
}

impl Upload {
    /// Gives the file its name.
    pub fn finish(mut self) -> anyhow::Result<()> {
        if self.begun.is_none() {
            let bytes = std::mem::take(&mut self.waiting);
            return Files::block_on(self.files.save(&self.name, bytes.into()));
        }
        self.send()?;
        let Some(mut begun) = self.begun.take() else {
            return Ok(());
        };
        let complete = async move |_: Arc<dyn ObjectStore>| {
            let completed = begun.complete().await.map(drop);
            if completed.is_err() {
                let _ = begun.abort().await;
            }
            completed
        };
        Files::block_on(self.files.try_run(Operation::Put, complete)).and_then(is_there)
    }

    /// Sends what is waiting as a part.
    fn send(&mut self) -> anyhow::Result<()> {
        let begun = match &mut self.begun {
            Some(begun) => begun,
            none => {
                let path = Path::from(self.name.as_str());
                let begin = async move |store: Arc<dyn ObjectStore>| {
                    store.put_multipart_opts(&path, Default::default()).await
                };
                none.insert(Files::block_on(self.files.try_run(Operation::Put, begin)).and_then(is_there)?)
            }
        };
        let part = begun.put_part(PutPayload::from(std::mem::take(&mut self.waiting)));
        Files::block_on(self.files.try_run(Operation::Put, |_| part)).and_then(is_there)
    }
}

fn is_there<T>(done: Option<T>) -> anyhow::Result<T> {
    done.ok_or_else(|| anyhow!("the folder or bucket is not there"))
}

impl Write for Upload {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        if self.waiting.len() >= PART_BYTES {
            self.send().map_err(|error| Error::other(format!("{error:#}")))?;
        }
        let n_taken = bytes.len().min(PART_BYTES - self.waiting.len());
        self.waiting.extend(bytes.iter().take(n_taken));
        Ok(n_taken)
    }

    /// Parts are sent when they are full.
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if let Some(mut begun) = self.begun.take() {
            let abort = async move |_: Arc<dyn ObjectStore>| begun.abort().await;
            if let Err(error) = Files::block_on(self.files.try_run(Operation::Delete, abort)) {
                tracing::warn!(cause = %error, name = self.name, "parts of a file were not removed");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;
    use crate::config::FilesConfig;

    /// A store in a folder of its own, which is removed at the end.
    fn store() -> (tempfile::TempDir, Files) {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::new(&FilesConfig::Folder(folder.path().to_owned())).unwrap();
        (folder, files)
    }

    fn n_entries(folder: &tempfile::TempDir) -> usize {
        std::fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn of_a_file_of_many_parts_one_is_held_and_all_are_read_again() {
        let (folder, files) = store();
        let mut upload = files.upload("large");
        let mut expected = Vec::new();
        for number in 0..=(PART_BYTES / 1_000_000 * 2 + 2) {
            let piece = vec![u8::try_from(number).unwrap(); 1_000_000];
            upload.write_all(&piece).unwrap();
            assert!(upload.waiting.capacity() <= 2 * PART_BYTES);
            expected.extend(piece);
        }
        assert!(!folder.path().join("large").exists());
        upload.finish().unwrap();
        let mut reader = files.open("large").unwrap().unwrap();
        let mut read = Vec::<u8>::new();
        let mut piece = vec![0; 3_000_000];
        loop {
            let n_read = reader.read(&mut piece).unwrap();
            assert!(reader.n_held() <= PART_BYTES);
            if n_read == 0 {
                break;
            }
            read.extend(&piece[..n_read]);
        }
        assert!(read == expected);
    }

    #[test]
    fn of_a_file_that_is_not_finished_nothing_is_left() {
        let (folder, files) = store();
        let mut upload = files.upload("large");
        upload.write_all(&vec![0; 2 * PART_BYTES]).unwrap();
        assert_eq!(n_entries(&folder), 1, "a part was written");
        drop(upload);
        assert_eq!(n_entries(&folder), 0);
    }

    #[test]
    fn a_file_that_is_not_there_is_none_to_read() {
        let (_folder, files) = store();
        assert!(files.open("none").unwrap().is_none());
    }
}
