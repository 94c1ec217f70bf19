//! Declarations, and how they are read.

use super::logical::physical;
use super::normalize::normalize;
use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser,
};

/// One property with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Lower case; a custom property keeps its spelling.
    pub name: String,
    /// The value without `!important`.
    pub value: String,
    /// Whether `!important` stood behind the value.
    pub important: bool,
}

/// Reads declarations as a browser does: a broken one is skipped. Values come normalized: comments out, runs of
/// white space one space, strings in single quotes.
pub(crate) fn parse_declarations(css: &str) -> Vec<Declaration> {
    let mut input = Parser::new(css);
    let mut body = Body;
    RuleBodyParser::new(&mut input, &mut body)
        .flatten()
        .flatten()
        .collect()
}

struct Body;

/// What stands behind the colon of a declaration; an error when it is no value.
pub(crate) fn read_declaration(
    name: &str,
    input: &mut Parser<'_>,
) -> Result<Vec<Declaration>, ParseError<()>> {
    let start = input.position();
    while input.next().is_ok() {}
    let (value, important) = normalize(input.slice_from(start));
    let name = if name.starts_with("--") {
        name.to_owned()
    } else {
        name.to_ascii_lowercase()
    };
    if value.is_empty() && !name.starts_with("--") {
        return Err(ParseError::custom(()));
    }
    Ok(physical(&name, &value)
        .into_iter()
        .map(|(name, value)| Declaration {
            name,
            value,
            important,
        })
        .collect())
}

impl<'i> DeclarationParser<'i> for Body {
    type Declaration = Vec<Declaration>;
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _: &ParserState,
    ) -> Result<Vec<Declaration>, ParseError<()>> {
        read_declaration(&name, input)
    }
}

impl AtRuleParser<'_> for Body {
    type Prelude = ();
    type AtRule = Vec<Declaration>;
    type Error = ();
}

impl QualifiedRuleParser<'_> for Body {
    type Prelude = ();
    type QualifiedRule = Vec<Declaration>;
    type Error = ();
}

impl RuleBodyItemParser<'_, Vec<Declaration>, ()> for Body {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}
