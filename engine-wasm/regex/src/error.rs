//! What is wrong with a pattern.

use std::fmt;

/// Why a pattern was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// A parenthesis too many or too few.
    Parenthesis,
    /// A class without an end, with an unknown name or a range that runs backwards.
    Class,
    /// An escape that means nothing here.
    Escape,
    /// A flag that is not known.
    Flag,
    /// A repetition of nothing, or more often than is sensible.
    Repetition,
    /// Too deep or, with its repetitions written out, too long.
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
