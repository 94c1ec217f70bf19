//! Values in one spelling, as they are kept.

use super::writer::Writer;
use cssparser::{ParseError, Parser, Token};

/// Takes comments out, makes one space of each run of white space, puts strings in single quotes and separates
/// `!important`. A value with an unbalanced bracket or a broken string gives an empty text.
pub(crate) fn normalize(value: &str) -> (String, bool) {
    let mut writer = Writer::default();
    let mut important = false;
    let mut input = Parser::new(value);
    if copy(&mut input, &mut writer, &mut important).is_err() {
        return (String::new(), false);
    }
    (writer.out, important)
}

fn copy(input: &mut Parser<'_>, writer: &mut Writer, important: &mut bool) -> Result<(), ParseError<()>> {
    while let Ok(token) = input.next_including_whitespace().cloned() {
        match &token {
            Token::Delim('!') => {
                if input
                    .try_parse(|input| input.expect_ident_matching("important"))
                    .is_ok()
                    && input.is_exhausted()
                {
                    *important = true;
                    return Ok(());
                }
                return Err(ParseError::custom(()));
            }
            Token::BadString(_)
            | Token::BadUrl(_)
            | Token::CloseCurlyBracket
            | Token::CloseParenthesis
            | Token::CloseSquareBracket
            | Token::Semicolon
            | Token::CurlyBracketBlock => {
                return Err(ParseError::custom(()));
            }
            Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock => {
                writer.token(&token);
                input.parse_nested_block(|input| copy(input, writer, &mut false))?;
                writer.close(&token);
            }
            _ => writer.token(&token),
        }
    }
    Ok(())
}
