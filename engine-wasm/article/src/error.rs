//! What a caller can get wrong. A document cannot: see [`crate::warning`].

use thiserror::Error;

/// Options that the engine cannot follow.
///
/// Every host shows the message of [`EngineError::key`] in the user's language;
/// the text of `Display` is English and meant for logs and the command line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The theme is none of classic, elegant, concise.
    #[error("unknown theme '{0}': expected classic, elegant or concise")]
    UnknownTheme(String),
    /// The font is none of sans-serif, serif, monospace.
    #[error("unknown font '{0}': expected sans-serif, serif or monospace")]
    UnknownFont(String),
    /// The color is not `#rgb` or `#rrggbb`.
    #[error("invalid color '{0}': expected #rgb or #rrggbb")]
    InvalidColor(String),
    /// The font size is outside 14 to 18 px.
    #[error("invalid font size {0} px: expected 14 to 18")]
    InvalidSize(u8),
    /// A distance that an author may choose is out of its range; it is named.
    #[error("invalid {0} {1}")]
    InvalidSpacing(&'static str, u16),
    /// The options are no object of the expected shape.
    #[error("invalid options: {0}")]
    InvalidOptions(String),
}

impl EngineError {
    /// Stable key of the error, `engine.unknownTheme`.
    pub fn key(&self) -> &'static str {
        match self {
            Self::UnknownTheme(_) => "engine.unknownTheme",
            Self::UnknownFont(_) => "engine.unknownFont",
            Self::InvalidColor(_) => "engine.invalidColor",
            Self::InvalidSize(_) => "engine.invalidSize",
            Self::InvalidSpacing(..) => "engine.invalidSpacing",
            Self::InvalidOptions(_) => "engine.invalidOptions",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_has_a_stable_key_and_names_the_value() {
        let error = EngineError::UnknownTheme("neon".to_owned());
        assert_eq!(error.key(), "engine.unknownTheme");
        assert_eq!(
            error.to_string(),
            "unknown theme 'neon': expected classic, elegant or concise"
        );
    }
}
