//! The text that is matched: its bytes, characters and assertions.

use crate::ast::Assertion;
use crate::boundary::Boundary;
use crate::char_set::CharSet;

/// A text in UTF-8. Positions are byte offsets between two characters, but where a byte is asked for.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    bytes: &'a [u8],
}

impl<'a> Text<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            bytes: text.as_bytes(),
        }
    }

    #[inline]
    pub fn byte(self, at: u32) -> Option<u8> {
        self.bytes.get(at as usize).copied()
    }

    pub fn slice(self, start: usize, end: usize) -> Option<&'a [u8]> {
        self.bytes.get(start..end)
    }

    /// The position after the character at `at`, if that is in the set.
    #[inline]
    pub fn after_char_of(self, set: &CharSet, at: u32) -> Option<u32> {
        let byte = self.byte(at)?;
        if byte.is_ascii() {
            return set.contains_ascii(byte).then_some(at + 1);
        }
        if !set.has_non_ascii() {
            return None;
        }
        let (character, after) = self.non_ascii_char(at)?;
        set.contains_non_ascii(character).then_some(after)
    }

    /// The character at `at`, which is not ASCII, and the position after it.
    fn non_ascii_char(self, at: u32) -> Option<(char, u32)> {
        let (len, mut code) = match self.byte(at)? {
            lead @ 0xf0.. => (4, u32::from(lead & 0x07)),
            lead @ 0xe0.. => (3, u32::from(lead & 0x0f)),
            lead => (2, u32::from(lead & 0x1f)),
        };
        for offset in 1..len {
            code = code << 6 | u32::from(self.byte(at + offset)? & 0x3f);
        }
        Some((char::from_u32(code)?, at + len))
    }

    /// The position before the character that ends at `at`.
    #[inline]
    pub fn before_char(self, at: u32) -> Option<u32> {
        let mut before = at.checked_sub(1)?;
        while self.byte(before).is_some_and(|byte| byte & 0xc0 == 0x80) {
            before = before.checked_sub(1)?;
        }
        Some(before)
    }

    /// Whether an assertion holds at `at`.
    ///
    /// - `search_start`: the position of `\G`.
    pub fn holds(self, assertion: Assertion, at: u32, search_start: u32) -> bool {
        let next = self.byte(at);
        match assertion {
            Assertion::TextStart => at == 0,
            Assertion::LineStart => at == 0 || (self.byte(at - 1) == Some(b'\n') && next.is_some()),
            Assertion::TextEnd => next.is_none(),
            Assertion::LineEnd => next.is_none_or(|byte| byte == b'\n'),
            Assertion::TextEndBeforeLineEnds => self
                .bytes
                .get(at as usize..)
                .is_some_and(|rest| rest.iter().all(|byte| *byte == b'\n')),
            Assertion::WordBoundary => Boundary::new(self.bytes, at as usize).is_word_boundary(),
            Assertion::NotWordBoundary => !Boundary::new(self.bytes, at as usize).is_word_boundary(),
            Assertion::SearchStart => at == search_start,
        }
    }
}
