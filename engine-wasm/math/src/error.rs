//! What can be wrong with a formula.

use ratex_parser::ParseError;
use thiserror::Error;

/// Why a formula could not be typeset.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MathError {
    /// The source uses a command that is neither built in nor defined in the formula itself.
    #[error("undefined macro {name}")]
    UndefinedMacro {
        /// The command with its backslash.
        name: String,
    },
    /// The source is not valid TeX.
    #[error("{}", at_position(.message, *.position))]
    Parse {
        /// What was expected or found.
        message: String,
        /// Offset in characters from the start of the source, from 0; absent when the parser does not say.
        position: Option<usize>,
    },
    /// The source, its nesting, its expansion or the result is beyond the limits of this crate.
    #[error("formula too large: {message}")]
    TooLarge {
        /// Which limit.
        message: String,
    },
}

fn at_position(message: &str, position: Option<usize>) -> String {
    match position {
        Some(position) => format!("{message} (character {})", position + 1),
        None => message.to_owned(),
    }
}

/// Parts of the parser's messages that mean a bound of its own, not a mistake in the source.
const LIMIT_MESSAGES: [&str; 4] = [
    "Too many expansions",
    "Recursion limit exceeded",
    "resource limit exceeded",
    "nesting limit",
];

const UNDEFINED: &str = "Undefined control sequence: ";

impl MathError {
    /// The stable key: `math.undefinedMacro`, `math.parse` or `math.tooLarge`.
    pub fn key(&self) -> &'static str {
        match self {
            Self::UndefinedMacro { .. } => "math.undefinedMacro",
            Self::Parse { .. } => "math.parse",
            Self::TooLarge { .. } => "math.tooLarge",
        }
    }

    /// Where in the source, in characters from 0, when the parser says so.
    pub fn position(&self) -> Option<usize> {
        match self {
            Self::Parse { position, .. } => *position,
            _ => None,
        }
    }

    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Self::TooLarge {
            message: message.into(),
        }
    }

    /// Sorts an error of the parser into ours.
    pub(crate) fn from_parser(error: ParseError, tex: &str) -> Self {
        if let Some(name) = error.message.strip_prefix(UNDEFINED) {
            return Self::UndefinedMacro {
                name: name.to_owned(),
            };
        }
        if LIMIT_MESSAGES.iter().any(|part| error.message.contains(part)) {
            return Self::too_large(error.message);
        }
        let position = error
            .loc
            .map(|loc| tex.char_indices().take_while(|(at, _)| *at < loc.start).count());
        Self::Parse {
            message: error.message,
            position,
        }
    }
}
