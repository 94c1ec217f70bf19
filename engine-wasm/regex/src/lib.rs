//! Regular expressions as the grammars of syntect write them.
//!
//! A grammar has thousands of patterns. An article uses some hundreds of them, on lines of some dozen characters.
//! So three things count: a pattern compiles quickly, a failing match ends early, and the code is small.
//! This engine reads the syntax of Oniguruma and matches by backtracking. It knows from the next byte whether a
//! pattern can match at all, and every match takes a bounded number of steps.
//!
//! ```
//! use moyan_regex::{Regex, Scratch};
//!
//! let regex = Regex::new(r"(?<=\.)(\w+)(?=\s*\()").unwrap();
//! let mut scratch = Scratch::with_steps(10_000);
//! assert!(regex.match_at("a.call (b)", 2, 0, &mut scratch));
//! assert_eq!(scratch.group(1), Some((2, 6)));
//! ```
//!
//! # Syntax
//!
//! Literals, `.`, classes with ranges, negation, nesting and `&&`, POSIX classes, `\p{…}`, groups (numbered, named,
//! non-capturing, atomic), alternation, look-ahead and look-behind, greedy, lazy and possessive quantifiers,
//! backreferences by number, the anchors `^ $ \A \z \Z \b \B \G`, comments, and the flags `i`, `m`, `s` and `x`.
//! Anything else is a [`PatternError`]: references by name, subexpression calls, `\K`, `\R`, `\X`, conditionals,
//! the absent operator and octal escapes.
//!
//! What differs from Oniguruma:
//!
//! - The flags mean what they mean in fancy-regex, the engine of the published syntect: `m` is for `^` and `$`,
//!   `s` for `.`; without `m`, `^` and `$` are the ends of the text. A flag in the middle of an alternative holds
//!   for the alternatives after it; it does not begin a group.
//! - `{n}+` is possessive and `{n}?` is lazy, as `{n,m}+` and `{n,m}?` are.
//! - `\Z` allows any number of line ends after it.
//! - Every character beyond ASCII is a letter: it belongs to `\w`, `\p{L}` and `[:alpha:]` and has no case.
//!   Nobody sees the difference in code, and tables of Unicode would be larger than the rest of the crate.
//! - A look-behind may have any length. The shortest text before the position is tried first.

mod ast;
mod boundary;
mod char_set;
mod class;
mod compile;
mod error;
mod first_bytes;
mod matcher;
mod parse;
mod program;
mod properties;
mod scratch;
mod start_anchors;
mod text;
mod trie;

pub use boundary::{Boundary, PreviousChar};
pub use error::PatternError;
pub use scratch::Scratch;

use program::Program;

/// How many steps one match may take. A pattern that needs more does not match.
pub const MAX_MATCH_STEPS: u64 = 50_000;

/// A compiled pattern.
#[derive(Debug)]
pub struct Regex(Program);

impl Regex {
    /// Compiles `pattern`.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        compile::compile(pattern).map(Self)
    }

    /// Whether a match could start at `boundary`. This is cheap, and never false where a match is possible.
    #[inline]
    pub fn may_match(&self, boundary: Boundary) -> bool {
        let anchors = self.0.start_anchors;
        (!anchors.word_boundary || boundary.is_word_boundary())
            && (!anchors.text_start || boundary.previous == PreviousChar::None)
            && self.0.first_bytes.contains(boundary.next_byte)
    }

    /// Whether the pattern matches at `at`; its groups are then in `scratch`.
    ///
    /// - `at`: a byte offset between two characters.
    /// - `search_start`: where the search began, the position of `\G`.
    ///
    /// False too if the match takes more than [`MAX_MATCH_STEPS`] steps, or more than `scratch` has left.
    pub fn match_at(&self, text: &str, at: usize, search_start: usize, scratch: &mut Scratch) -> bool {
        matcher::match_at(&self.0, text, at, search_start, MAX_MATCH_STEPS, scratch)
    }

    /// Whether the pattern matches at `start` or after it; the groups of the first match are then in `scratch`.
    ///
    /// - `start`: a byte offset between two characters.
    pub fn search(&self, text: &str, start: usize, scratch: &mut Scratch) -> bool {
        let bytes = text.as_bytes();
        (start..=bytes.len()).any(|at| {
            text.is_char_boundary(at)
                && self.may_match(Boundary::new(bytes, at))
                && self.match_at(text, at, start, scratch)
        })
    }

    /// The number of groups, the whole match included.
    pub fn n_groups(&self) -> usize {
        self.0.n_groups
    }
}

/// `text` as a pattern that matches exactly this text, whatever the flags but `i` are.
pub fn escape(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() || character.is_ascii_whitespace() || character == '\x0b' {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}
