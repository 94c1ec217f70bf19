//! The bytes of a picture that is encoded again.

use std::io::{Error, Write};

use crate::config::limits::IMAGE_STORED_MAX_BYTES;

/// Bytes up to a limit: what a small file unfolds to may be as large as its pixels.
pub struct Written {
    bytes: Vec<u8>,
    max_bytes: usize,
}

impl Written {
    /// As much as a stored picture may have.
    pub fn new() -> Self {
        Self {
            bytes: Vec::new(),
            max_bytes: IMAGE_STORED_MAX_BYTES,
        }
    }

    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.max_bytes {
            return Err(Error::other("the picture is too large"));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_is_written_has_a_largest_size() {
        let mut written = Written::new();
        written.max_bytes = 5;
        written.write_all(b"abc").unwrap();
        written.write_all(b"de").unwrap();
        assert!(written.write_all(b"f").is_err());
        assert_eq!(written.into_bytes(), b"abcde");
        assert_eq!(Written::new().max_bytes, 40 << 20);
    }
}
