//! Short texts that people write: names and reasons.

use crate::FieldProblem;
use crate::limits::{
    DESCRIPTION_MAX_CHARS, KNOWLEDGE_BASE_TITLE_MAX_CHARS, NICKNAME_MAX_CHARS, NICKNAME_MIN_CHARS,
    REASON_MAX_CHARS, TEAM_NAME_MAX_CHARS,
};

/// The name of an account that others see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nickname(String);

/// The name of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamName(String);

/// Why an administrator did something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(String);

/// The title of a knowledge base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeBaseTitle(String);

/// What a knowledge base is about, in some lines; may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description(String);

/// One line without control characters, white space around it removed; at most `max` characters.
fn line(text: &str, max: usize, too_long: FieldProblem) -> Result<String, FieldProblem> {
    let text = text.trim();
    if text.is_empty() {
        Err(FieldProblem::Required)
    } else if text.chars().any(is_unprintable) || has_stray_joiner(text) {
        Err(FieldProblem::ControlCharacter)
    } else if text.chars().count() > max {
        Err(too_long)
    } else {
        Ok(text.to_owned())
    }
}

/// Control characters, and those that take no space, look like a space or turn the direction of the text around them:
/// two names that look alike could differ by them. Source: Unicode Standard Annex #31 §2.3, Unicode TR #36 §2.
pub fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// The same in a text of several lines, which may be indented.
pub fn is_unprintable_in_lines(character: char) -> bool {
    is_unprintable(character) && !matches!(character, '\n' | '\r' | '\t')
}

/// What only joins or styles the emoji before it: zero width joiner and the two presentation selectors.
fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

/// True when a joiner follows no emoji, where it would be invisible.
fn has_stray_joiner(text: &str) -> bool {
    let mut previous = ' ';
    text.chars().any(|character| {
        let joins_nothing = previous.is_alphanumeric() || previous.is_whitespace() || previous == '\u{200d}';
        let is_stray = is_joiner(character) && joins_nothing;
        previous = character;
        is_stray
    })
}

impl Nickname {
    /// Takes 2 to 30 characters.
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        let name = line(
            text,
            NICKNAME_MAX_CHARS,
            FieldProblem::NicknameTooLong {
                max: NICKNAME_MAX_CHARS,
            },
        )?;
        let n_visible = name.chars().filter(|character| !is_joiner(*character)).count();
        if n_visible < NICKNAME_MIN_CHARS {
            return Err(FieldProblem::NicknameTooShort {
                min: NICKNAME_MIN_CHARS,
            });
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
        line(
            text,
            TEAM_NAME_MAX_CHARS,
            FieldProblem::TooLong {
                max: TEAM_NAME_MAX_CHARS,
            },
        )
        .map(Self)
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Reason {
    /// Takes 1 to 500 characters.
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        line(
            text,
            REASON_MAX_CHARS,
            FieldProblem::TooLong {
                max: REASON_MAX_CHARS,
            },
        )
        .map(Self)
    }

    /// The reason.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl KnowledgeBaseTitle {
    /// Takes 1 to 100 characters.
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        let max = KNOWLEDGE_BASE_TITLE_MAX_CHARS;
        line(text, max, FieldProblem::TooLong { max }).map(Self)
    }

    /// The title.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Description {
    /// Takes up to 500 characters in any number of lines.
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        let text = text.trim();
        if text.chars().any(is_unprintable_in_lines) {
            Err(FieldProblem::ControlCharacter)
        } else if text.chars().count() > DESCRIPTION_MAX_CHARS {
            Err(FieldProblem::TooLong {
                max: DESCRIPTION_MAX_CHARS,
            })
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// The description.
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
        assert_eq!(
            Nickname::parse("李"),
            Err(FieldProblem::NicknameTooShort { min: 2 })
        );
        assert!(Nickname::parse(&"墨".repeat(30)).is_ok());
        assert_eq!(
            Nickname::parse(&"墨".repeat(31)),
            Err(FieldProblem::NicknameTooLong { max: 30 })
        );
    }

    #[test]
    fn a_name_is_one_line_that_cannot_disguise_itself() {
        for text in [
            "a\nb",
            "a\0b",
            "a\u{202e}b",
            "a\tb",
            "a\u{200b}b",
            "\u{200b}\u{200b}",
            "李\u{200d}明",
            "李明\u{fe0f}",
            "\u{3164}\u{3164}",
            "a\u{ad}b",
            "\u{e0041}a",
        ] {
            assert_eq!(
                TeamName::parse(text),
                Err(FieldProblem::ControlCharacter),
                "{text:?}"
            );
        }
        assert_eq!(TeamName::parse(" "), Err(FieldProblem::Required));
        // An emoji of several people is made of joiners.
        assert!(Nickname::parse("写作👨\u{200d}👩\u{200d}👧").is_ok());
        assert!(Nickname::parse("❤\u{fe0f}书").is_ok());
        assert_eq!(
            Nickname::parse("❤\u{fe0f}"),
            Err(FieldProblem::NicknameTooShort { min: 2 })
        );
        assert_eq!(
            Reason::parse(&"a".repeat(501)),
            Err(FieldProblem::TooLong { max: 500 })
        );
    }

    #[test]
    fn a_description_has_lines_and_may_be_empty() {
        assert_eq!(Description::parse(" ").unwrap().as_str(), "");
        assert_eq!(
            Description::parse(" 第一行\n第二行 ").unwrap().as_str(),
            "第一行\n第二行"
        );
        assert!(Description::parse(&"墨".repeat(500)).is_ok());
        assert_eq!(
            Description::parse(&"墨".repeat(501)),
            Err(FieldProblem::TooLong { max: 500 })
        );
        assert_eq!(Description::parse("a\u{7}b"), Err(FieldProblem::ControlCharacter));
        assert!(KnowledgeBaseTitle::parse(&"墨".repeat(100)).is_ok());
        assert_eq!(
            KnowledgeBaseTitle::parse(&"墨".repeat(101)),
            Err(FieldProblem::TooLong { max: 100 })
        );
    }
}
