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

impl Regex {
    /// Compiles `pattern`.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        Program::new(pattern).map(Self)
    }

    /// Whether a match could begin before `byte`, or for `None` at the end of the text. A cheap first question.
    #[inline]
    pub fn can_begin(&self, byte: Option<u8>) -> bool {
        self.0.first.allows(byte)
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
            let byte = bytes.get(at).copied();
            self.can_begin(byte) && text.is_char_boundary(at) && self.match_at(text, at, from, scratch)
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
