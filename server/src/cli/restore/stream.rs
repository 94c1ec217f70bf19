//! Reads a backup from its start.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Chain, Cursor, Read};
use std::path::PathBuf;

use anyhow::{Context as _, bail, ensure};
use flate2::bufread::MultiGzDecoder;
use moyan_foundation::access::hex;
use moyan_foundation::files::{Files, hash_of};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use crate::cli::backup::format::{
    FORMAT, FORMAT_OF_RUN, FORMAT_WITHOUT_FILES, FileHead, FilesFoot, Foot, Head, Manifest,
};
use crate::cli::backup::runs::Runs;

/// The first bytes of what gzip has compressed.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Whether files follow the rows in a format; none for one that is not known.
type HasFiles = fn(&str) -> Option<bool>;

/// What is restored.
pub enum Source {
    /// One file.
    File(PathBuf),
    /// A run of a folder or bucket.
    Run {
        runs: Runs,
        name: String,
        manifest: Box<Manifest>,
    },
}

impl Source {
    /// Opens the rows, and what follows them.
    pub fn open(&self) -> anyhow::Result<Stream> {
        let (reader, has_files): (Box<dyn Read>, HasFiles) = match self {
            Self::File(file) => {
                let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
                (Box::new(opened), |format| match format {
                    FORMAT => Some(true),
                    FORMAT_WITHOUT_FILES => Some(false),
                    _ => None,
                })
            }
            Self::Run { runs, name, .. } => (Box::new(runs.open_rows(name)?), |format| {
                (format == FORMAT_OF_RUN).then_some(false)
            }),
        };
        Stream::new(reader, &self.name(), has_files)
    }

    /// What the operator calls it in a message.
    pub fn name(&self) -> String {
        match self {
            Self::File(_) => "the file".to_owned(),
            Self::Run { name, .. } => format!("the run {name}"),
        }
    }

    /// What a run says of itself; none for a file.
    pub fn manifest(&self) -> Option<&Manifest> {
        match self {
            Self::File(_) => None,
            Self::Run { manifest, .. } => Some(manifest),
        }
    }
}

/// The rows of a backup, then the files of one that has them behind the rows.
pub struct Stream {
    reader: BufReader<Box<dyn Read>>,
    /// What is read, in a message.
    name: String,
    has_files: bool,
    /// Files that were read.
    n_files: u64,
    pub migration: String,
}

impl Stream {
    fn new(mut reader: Box<dyn Read>, name: &str, has_files: HasFiles) -> anyhow::Result<Self> {
        let mut begin = [0; GZIP.len()];
        let n_begin = read_up_to(&mut reader, &mut begin).with_context(|| format!("cannot read {name}"))?;
        let whole: Chain<_, _> =
            Cursor::new(begin.into_iter().take(n_begin).collect::<Vec<u8>>()).chain(reader);
        let reader: Box<dyn Read> = match begin == GZIP {
            true => Box::new(MultiGzDecoder::new(BufReader::new(whole))),
            false => Box::new(whole),
        };
        let mut stream = Self {
            reader: BufReader::new(reader),
            name: name.to_owned(),
            has_files: false,
            n_files: 0,
            migration: String::new(),
        };
        let line = stream.line()?.with_context(|| format!("{name} is empty"))?;
        let head: Head = serde_json::from_str(&line)
            .with_context(|| format!("{name} is no backup that moyan backup has written"))?;
        stream.has_files = match has_files(&head.format) {
            Some(has_files) => has_files,
            None if head.format == FORMAT_OF_RUN => {
                bail!("these are the rows of a run only: name the folder that has its manifest and its files")
            }
            None => bail!("{name} has the format {}, which is not known", head.format),
        };
        stream.migration = head.migration;
        Ok(stream)
    }

    /// What is said of something that is not as it was written.
    fn damaged(&self) -> String {
        format!("{} is damaged", self.name)
    }

    fn cut_off(&self) -> String {
        format!("{} is damaged: its end is missing", self.name)
    }

    /// The next line without its end; none at the end.
    fn line(&mut self) -> anyhow::Result<Option<String>> {
        let mut line = String::new();
        let n_bytes = self.reader.read_line(&mut line).map_err(|error| {
            let what = match error.kind() {
                std::io::ErrorKind::UnexpectedEof => self.cut_off(),
                _ => self.damaged(),
            };
            anyhow::Error::new(error).context(what)
        })?;
        Ok((n_bytes > 0).then(|| line.strip_suffix('\n').unwrap_or(&line).to_owned()))
    }

    /// The next row, as `[table, row]`; after the last one what stands behind the rows.
    fn row(&mut self) -> anyhow::Result<Result<String, Foot>> {
        let line = self.line()?.with_context(|| self.cut_off())?;
        if line.starts_with('[') {
            return Ok(Ok(line));
        }
        let foot = serde_json::from_str(&line).with_context(|| self.damaged())?;
        Ok(Err(foot))
    }

    /// The table of the next row and the row itself; none after the last one.
    pub fn table_and_row(&mut self) -> anyhow::Result<Option<(String, Box<RawValue>)>> {
        let Ok(line) = self.row()? else {
            return Ok(None);
        };
        serde_json::from_str(&line)
            .map(Some)
            .with_context(|| self.damaged())
    }

    /// The next file, whose bytes are as they were stored; none after the last one.
    pub fn file(&mut self) -> anyhow::Result<Option<(FileHead, Vec<u8>)>> {
        if !self.has_files {
            return Ok(None);
        }
        let line = self.line()?.with_context(|| self.cut_off())?;
        if let Ok(foot) = serde_json::from_str::<FilesFoot>(&line) {
            ensure!(
                foot.files == self.n_files,
                "{}: files are missing",
                self.damaged()
            );
            return Ok(None);
        }
        let head: FileHead = serde_json::from_str(&line).with_context(|| self.damaged())?;
        check_name(&head).with_context(|| self.damaged())?;
        let mut bytes = Vec::new();
        (&mut self.reader)
            .take(head.bytes)
            .read_to_end(&mut bytes)
            .with_context(|| self.damaged())?;
        check_bytes(&head, &bytes).with_context(|| self.damaged())?;
        self.n_files += 1;
        Ok(Some((head, bytes)))
    }

    /// Reads everything once, so that what is damaged changes nothing. Gives what stands behind the rows.
    pub fn check(mut self) -> anyhow::Result<Foot> {
        let mut sum = Sha256::new();
        let mut n_rows = 0;
        let foot = loop {
            match self.row()? {
                Ok(line) => {
                    sum.update(line.as_bytes());
                    sum.update(b"\n");
                    n_rows += 1;
                }
                Err(foot) => break foot,
            }
        };
        ensure!(
            foot.rows == n_rows && foot.sha256 == hex(&sum.finalize()),
            "{}: the checksum of its rows is another",
            self.damaged()
        );
        while self.file()?.is_some() {}
        ensure!(
            self.line()?.is_none(),
            "{}: something follows its end",
            self.damaged()
        );
        Ok(foot)
    }
}

/// Whether the store may have a file of this name.
pub fn check_name(head: &FileHead) -> anyhow::Result<()> {
    ensure!(
        Files::is_name(&head.file),
        "a file cannot be named {:?}",
        head.file
    );
    Ok(())
}

/// Whether these are the bytes of a file.
pub fn check_bytes(head: &FileHead, bytes: &[u8]) -> anyhow::Result<()> {
    ensure!(
        bytes.len() as u64 == head.bytes && hash_of(bytes) == head.sha256,
        "{} has another checksum",
        head.file
    );
    Ok(())
}

/// Reads until there are as many bytes or no more.
fn read_up_to(reader: &mut impl Read, into: &mut [u8]) -> std::io::Result<usize> {
    let mut n_read = 0;
    while let Some(rest) = into.get_mut(n_read..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest)? {
            0 => break,
            n_more => n_read += n_more,
        }
    }
    Ok(n_read)
}
