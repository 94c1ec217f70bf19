//! A password as it was typed. It is never printed.

use crate::FieldProblem;
use crate::limits::{PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARS};

/// A password of allowed length.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    /// Takes a password of 6 characters to 128 bytes, as it is: white space counts.
    pub fn parse(text: &str) -> Result<Self, FieldProblem> {
        if text.is_empty() {
            Err(FieldProblem::Required)
        } else if text.chars().count() < PASSWORD_MIN_CHARS {
            Err(FieldProblem::PasswordTooShort {
                min: PASSWORD_MIN_CHARS,
            })
        } else if text.len() > PASSWORD_MAX_BYTES {
            Err(FieldProblem::PasswordTooLong {
                max: PASSWORD_MAX_BYTES,
            })
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// What was typed.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("[redacted]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_count_at_the_lower_end_and_bytes_at_the_upper() {
        assert_eq!(Password::parse("").unwrap_err(), FieldProblem::Required);
        assert_eq!(
            Password::parse("12345").unwrap_err(),
            FieldProblem::PasswordTooShort { min: 6 }
        );
        assert!(Password::parse("墨砚墨砚墨砚").is_ok());
        assert!(Password::parse(&"a".repeat(128)).is_ok());
        assert_eq!(
            Password::parse(&"a".repeat(129)).unwrap_err(),
            FieldProblem::PasswordTooLong { max: 128 }
        );
    }

    #[test]
    fn a_password_is_not_printed() {
        assert_eq!(format!("{:?}", Password::parse("secret").unwrap()), "[redacted]");
    }
}
