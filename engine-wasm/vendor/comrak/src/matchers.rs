//! Searches for single bytes: without the SIMD of the crate `memchr-n`, which the browser's module cannot use.

/// Bytes to look for.
#[derive(Clone, Copy)]
pub struct Matcher<const N: usize>([u8; N]);

impl<const N: usize> Matcher<N> {
    /// Offset of the first of the bytes in `text`.
    #[inline]
    pub fn find(self, text: &[u8]) -> Option<usize> {
        text.iter().position(|byte| self.0.contains(byte))
    }

    /// The offsets of the bytes in `text`.
    #[inline]
    pub fn iter(self, text: &[u8]) -> Matches<'_, N> {
        Matches {
            matcher: self,
            text,
            at: 0,
        }
    }
}

/// Offsets at which bytes are found, in order.
pub struct Matches<'t, const N: usize> {
    matcher: Matcher<N>,
    text: &'t [u8],
    at: usize,
}

impl<const N: usize> Matches<'_, N> {
    /// Goes on at `offset`.
    #[inline]
    pub fn advance_to(&mut self, offset: usize) {
        self.at = self.at.max(offset);
    }
}

impl<const N: usize> Iterator for Matches<'_, N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let found = self.at + self.matcher.find(self.text.get(self.at..)?)?;
        self.at = found + 1;
        Some(found)
    }
}

pub const fn matcher<const N: usize>(bytes: [u8; N]) -> Matcher<N> {
    Matcher(bytes)
}

pub const fn cr_or_lf_matcher() -> Matcher<2> {
    matcher([b'\r', b'\n'])
}

pub const fn backtick_matcher() -> Matcher<1> {
    matcher([b'`'])
}

pub const fn dollar_matcher() -> Matcher<1> {
    matcher([b'$'])
}

pub const fn backslash_matcher() -> Matcher<1> {
    matcher([b'\\'])
}
