//! Regular expressions as the grammars of syntect write them.
//!
//! A grammar has thousands of patterns of which an article uses hundreds, each on lines of some dozen characters.
//! What counts is therefore how fast a pattern is compiled and how soon a search can be given up, and what the
//! code weighs; a great engine loses on all three. This one reads the syntax of Oniguruma, matches by
//! backtracking, knows from the next byte whether a match can begin at all, and takes a bounded number of steps.
//!
//! ```
//! use moyan_regex::{Regex, Scratch};
//!
//! let regex = Regex::new(r"(?<=\.)(\w+)(?=\s*\()").unwrap();
//! let mut scratch = Scratch::with_steps(10_000);
//! assert!(regex.match_at("a.call (b)", 2, 0, &mut scratch));
//! assert_eq!(scratch.group(1), Some((2, 6)));
//! ```

mod class;
mod compile;
mod error;
mod first;
mod matcher;
mod node;
mod parse;
mod program;
mod set;
mod switch;

pub use error::PatternError;
pub use matcher::Scratch;

use program::Program;

/// How many steps one match may take; a pattern that needs more does not match there.
pub const MAX_MATCH_STEPS: u64 = 50_000;

/// A compiled pattern.
#[derive(Debug)]
pub struct Regex(Program);

/// What is around a place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// What is before it.
    pub before: Before,
    /// The byte behind it; `None` at the end of the text.
    pub byte: Option<u8>,
}

/// What is before a place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing.
    Start,
    /// A letter, digit, underscore or anything beyond ASCII.
    Word,
    /// Another character.
    Other,
}

impl Place {
    /// What is around `at`.
    #[inline]
    pub fn of(text: &[u8], at: usize) -> Self {
        let before = match at.checked_sub(1).and_then(|before| text.get(before)) {
            None => Before::Start,
            Some(byte) if is_word(*byte) => Before::Word,
            Some(_) => Before::Other,
        };
        Self {
            before,
            byte: text.get(at).copied(),
        }
    }
}

#[inline]
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

impl Regex {
    /// Compiles `pattern`.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        Program::new(pattern).map(Self)
    }

    /// Whether a match could begin at `place`. A cheap first question.
    #[inline]
    pub fn can_begin(&self, place: Place) -> bool {
        let Program { first, demand, .. } = &self.0;
        let is_edge = match place.before {
            Before::Word => !place.byte.is_some_and(is_word),
            _ => place.byte.is_some_and(is_word),
        };
        (!demand.edge || is_edge)
            && (!demand.start || place.before == Before::Start)
            && first.allows(place.byte)
    }

    /// Whether the pattern matches at `at`, which is a character boundary; its groups are then in `scratch`.
    ///
    /// - `from`: where the search began, the place of `\G`.
    pub fn match_at(&self, text: &str, at: usize, from: usize, scratch: &mut Scratch) -> bool {
        matcher::match_at(&self.0, text, at, from, MAX_MATCH_STEPS, scratch)
    }

    /// The first match at or behind `from`, a character boundary; its groups are then in `scratch`.
    pub fn search(&self, text: &str, from: usize, scratch: &mut Scratch) -> bool {
        let bytes = text.as_bytes();
        (from..=bytes.len()).any(|at| {
            let place = Place::of(bytes, at);
            self.can_begin(place) && text.is_char_boundary(at) && self.match_at(text, at, from, scratch)
        })
    }

    /// How many groups the pattern remembers, the whole match counted.
    pub fn n_groups(&self) -> usize {
        self.0.n_groups
    }

    /// Whether the pattern asks where the search began.
    pub fn has_search_start(&self) -> bool {
        self.0.has_search_start
    }
}

/// `text` as a pattern that matches just that.
pub fn escape(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        if r"\.+*?()|[]{}^$#&-~/ ".contains(character) {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}
