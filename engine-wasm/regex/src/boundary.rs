//! What is on both sides of a position in a text.

/// What is before and after a position in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boundary {
    /// The character before it.
    pub previous: PreviousChar,
    /// The byte after it; `None` at the end of the text.
    pub next_byte: Option<u8>,
}

/// The kind of character before a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviousChar {
    /// There is none: the position is the start of the text.
    None,
    /// A letter, a digit, an underscore or any character beyond ASCII.
    Word,
    /// Any other character.
    NonWord,
}

impl Boundary {
    /// The boundary at the byte offset `at` of `text`.
    #[inline]
    pub fn new(text: &[u8], at: usize) -> Self {
        let previous = match at.checked_sub(1).and_then(|before| text.get(before)) {
            None => PreviousChar::None,
            Some(byte) if is_word_byte(*byte) => PreviousChar::Word,
            Some(_) => PreviousChar::NonWord,
        };
        Self {
            previous,
            next_byte: text.get(at).copied(),
        }
    }

    /// Whether `\b` matches here.
    #[inline]
    pub fn is_word_boundary(self) -> bool {
        (self.previous == PreviousChar::Word) != self.next_byte.is_some_and(is_word_byte)
    }
}

/// Whether the byte is part of a character of `\w`.
#[inline]
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}
