//! Reads numbers from bytes, never past the end.

/// A position in a slice of bytes.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Bytes not yet read.
    #[cfg(test)]
    pub(super) fn rest(&self) -> usize {
        self.rest.len()
    }

    /// The next `n_bytes` bytes.
    pub(super) fn take(&mut self, n_bytes: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(n_bytes)?;
        self.rest = rest;
        Some(taken)
    }

    pub(super) fn skip(&mut self, n_bytes: usize) -> Option<()> {
        self.take(n_bytes).map(|_| ())
    }

    /// A number of two bytes, the low one first.
    pub(super) fn u16(&mut self) -> Option<u16> {
        let (low, high) = (self.u8()?, self.u8()?);
        Some(u16::from_le_bytes([low, high]))
    }

    /// A number in LEB128, at most 28 bits.
    pub(super) fn number(&mut self) -> Option<u32> {
        let mut value = 0;
        for shift in [0, 7, 14, 21] {
            let byte = self.u8()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn u8(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }
}
