//! Writes CSS tokens in one spelling.

use super::units::number;
use cssparser::{ToCss, Token};
use std::fmt::Write;

/// Writes tokens with the fewest spaces that keep them apart.
#[derive(Default)]
pub(crate) struct Writer {
    /// What is written so far.
    pub out: String,
    space: bool,
}

impl Writer {
    /// Writes a token; the bracket that a block or function opens is closed by [`Writer::close`].
    pub fn token(&mut self, token: &Token<'_>) {
        match token {
            Token::WhiteSpace(_) => {
                self.space = true;
                return;
            }
            Token::Comma => self.space = false,
            _ => self.gap(),
        }
        match token {
            Token::QuotedString(text) => quote(text, &mut self.out),
            Token::Number { value, has_sign, .. } => self.number(f64::from(*value), *has_sign, ""),
            Token::Dimension {
                value,
                has_sign,
                unit,
                ..
            } => self.number(f64::from(*value), *has_sign, unit),
            Token::Percentage {
                unit_value, has_sign, ..
            } => {
                self.number(f64::from(*unit_value) * 100.0, *has_sign, "%");
            }
            other => {
                // Writing to a string cannot fail.
                let _ = other.to_css(&mut self.out);
            }
        }
    }

    fn number(&mut self, value: f64, has_sign: bool, unit: &str) {
        if has_sign && value >= 0.0 {
            self.out.push('+');
        }
        self.out.push_str(&number(value));
        self.out.push_str(unit);
    }

    /// The space that was asked for, unless it would say nothing.
    fn gap(&mut self) {
        if std::mem::take(&mut self.space)
            && !self.out.is_empty()
            && !self.out.ends_with([',', '(', '[', '{'])
        {
            self.out.push(' ');
        }
    }

    /// Writes a text as it is.
    pub fn text(&mut self, text: &str) {
        self.gap();
        self.out.push_str(text);
    }

    /// Writes the bracket that closes what `opened` has opened.
    pub fn close(&mut self, opened: &Token<'_>) {
        self.space = false;
        self.out.push(match opened {
            Token::SquareBracketBlock => ']',
            Token::CurlyBracketBlock => '}',
            _ => ')',
        });
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('\'');
    for character in text.chars() {
        match character {
            '\'' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            control if control.is_control() => {
                let _ = write!(out, "\\{:x} ", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('\'');
}
