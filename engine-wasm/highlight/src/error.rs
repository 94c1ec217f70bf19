//! Why a highlighter cannot be made. Highlighting itself never fails.

use thiserror::Error;

/// Why the grammars could not be loaded.
#[derive(Debug, Error)]
pub enum HighlightError {
    /// The bytes are not a grammar dump, or one of another version of this crate.
    #[error("the grammar file is damaged or of another version")]
    InvalidGrammars,
}

impl HighlightError {
    /// The stable name of the failure, for translation.
    pub fn key(&self) -> &'static str {
        match self {
            Self::InvalidGrammars => "highlight.invalidGrammars",
        }
    }
}
