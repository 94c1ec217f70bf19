//! The bytes of a picture that is encoded again.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Read as _, Seek as _, Write};

use moyan_domain::limits::IMAGE_STORED_MAX_BYTES;

use super::CheckError;

/// Bytes up to a limit: what a small file unfolds to may be as large as its pixels. They stand in a temporary file as
/// long as the pixels are in memory.
pub struct Written {
    file: BufWriter<File>,
    n_bytes: usize,
    max_bytes: usize,
}

impl Written {
    /// As much as a stored picture may have.
    pub fn new() -> Result<Self, CheckError> {
        Ok(Self {
            file: BufWriter::new(tempfile::tempfile()?),
            n_bytes: 0,
            max_bytes: IMAGE_STORED_MAX_BYTES,
        })
    }

    /// What was written.
    pub fn into_bytes(self) -> Result<Vec<u8>, CheckError> {
        let mut file = self.file.into_inner().map_err(|error| error.into_error())?;
        let mut bytes = Vec::with_capacity(self.n_bytes);
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.n_bytes + bytes.len() > self.max_bytes {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let n_bytes = self.file.write(bytes)?;
        self.n_bytes += n_bytes;
        Ok(n_bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use image::ImageError;

    use super::*;
    use moyan_domain::FieldProblem;

    #[test]
    fn a_picture_that_is_written_has_a_largest_size() {
        let mut written = Written::new().unwrap();
        written.max_bytes = 5;
        written.write_all(b"abc").unwrap();
        written.write_all(b"de").unwrap();
        let refused = written.write_all(b"f").unwrap_err();
        assert!(matches!(
            CheckError::from(ImageError::IoError(refused)),
            CheckError::Problem(FieldProblem::ImageUnreadable)
        ));
        assert_eq!(written.into_bytes().unwrap(), b"abcde");
        assert_eq!(Written::new().unwrap().max_bytes, 40 << 20);
    }
}
