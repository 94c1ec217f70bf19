//! Why a pattern is refused.

use std::fmt;

/// Why a pattern was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// A parenthesis is missing, or there is one too many.
    Parenthesis,
    /// A class has no end, an unknown name, or a range whose last character comes before its first.
    Class,
    /// An escape is not known.
    Escape,
    /// A flag or a kind of group is not known.
    Flag,
    /// A quantifier has nothing to repeat, or its numbers are too large or in the wrong order.
    Repetition,
    /// The pattern nests too deep, or its program has too many instructions.
    TooLarge,
}

impl fmt::Display for PatternError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Parenthesis => "unbalanced parenthesis",
            Self::Class => "malformed character class",
            Self::Escape => "unknown escape",
            Self::Flag => "unknown flag",
            Self::Repetition => "malformed repetition",
            Self::TooLarge => "too large",
        })
    }
}

impl std::error::Error for PatternError {}
