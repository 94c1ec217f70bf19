//! Short texts that people write: names and reasons.

use crate::config::limits::{NICKNAME_MAX_CHARS, NICKNAME_MIN_CHARS, REASON_MAX_CHARS, TEAM_NAME_MAX_CHARS};
use crate::error::FieldProblem;

/// The name of an account that others see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nickname(String);

/// The name of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamName(String);

/// Why an administrator did something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(String);

/// One line without control characters, white space around it removed; at most `max_chars` characters.
fn line(text: &str, max_chars: usize, too_long: FieldProblem) -> Result<String, FieldProblem> {
    let text = text.trim();
    if text.is_empty() {
        Err(FieldProblem::Required)
    } else if text.chars().any(is_unprintable) {
        Err(FieldProblem::ControlCharacter)
    } else if text.chars().count() > max_chars {
        Err(too_long)
    } else {
        Ok(text.to_owned())
    }
}

/// Control characters, and those that turn the direction of the text around them.
fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

impl Nickname {
    /// Takes 2 to 30 characters.
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        let name = line(text, NICKNAME_MAX_CHARS, FieldProblem::NicknameTooLong)?;
        if name.chars().count() < NICKNAME_MIN_CHARS {
            return Err(FieldProblem::NicknameTooShort);
        }
        Ok(Self(name))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TeamName {
    /// Takes 1 to 50 characters.
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        line(text, TEAM_NAME_MAX_CHARS, FieldProblem::TooLong).map(Self)
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Reason {
    /// Takes 1 to 500 characters.
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        line(text, REASON_MAX_CHARS, FieldProblem::TooLong).map(Self)
    }

    /// The reason.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_and_not_bytes() {
        assert_eq!(Nickname::parse(" 李明 ").unwrap().as_str(), "李明");
        assert_eq!(Nickname::parse("李"), Err(FieldProblem::NicknameTooShort));
        assert!(Nickname::parse(&"墨".repeat(30)).is_ok());
        assert_eq!(
            Nickname::parse(&"墨".repeat(31)),
            Err(FieldProblem::NicknameTooLong)
        );
    }

    #[test]
    fn a_name_is_one_line_that_cannot_disguise_itself() {
        for text in ["a\nb", "a\0b", "a\u{202e}b", "a\tb"] {
            assert_eq!(
                TeamName::parse(text),
                Err(FieldProblem::ControlCharacter),
                "{text:?}"
            );
        }
        assert_eq!(TeamName::parse(" "), Err(FieldProblem::Required));
        assert_eq!(Reason::parse(&"a".repeat(501)), Err(FieldProblem::TooLong));
    }
}
