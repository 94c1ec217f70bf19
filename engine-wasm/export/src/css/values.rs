//! Values as an element has them: variables replaced, sums done, colors in one spelling.

use super::colors::{self, Rgba};
use super::{calc, mix};
use crate::style::{REM_PX, Writer, number, split_commas};
use cssparser::{ParseError, Parser, Token};
use std::collections::BTreeMap;

/// Longest value in bytes that variables may grow to; beyond it the declaration is invalid, as in browsers.
const MAX_VALUE_BYTES: usize = 8_192;
/// How deep variables may refer to variables.
const MAX_VARIABLE_DEPTH: usize = 24;
/// Custom properties by name.
pub(super) type Variables = BTreeMap<String, String>;

/// What a value may refer to.
pub(super) struct Context<'a> {
    pub variables: &'a Variables,
    pub current_color: Rgba,
}

/// Why a value cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Invalid {
    /// A variable without value and fallback, a cycle, or a value that grows without bound.
    Variable,
    /// A color function that is not understood.
    Color,
}

/// The value as an element has it: variables replaced, sums done, colors as `#rrggbb` or `rgba()`, `rem` in px.
pub(super) fn compute(value: &str, context: &Context<'_>) -> Result<String, Invalid> {
    if !value.contains(['(', '#']) && !value.contains("rem") {
        return Ok(value.to_owned());
    }
    let mut writer = Writer::default();
    fold_text(value, &mut writer, context, 0)?;
    Ok(writer.out)
}

fn fold_text(value: &str, writer: &mut Writer, context: &Context<'_>, depth: usize) -> Result<(), Invalid> {
    let mut input = Parser::new(value);
    let mut failed = None;
    let folded: Result<(), ParseError<()>> = fold(&mut input, writer, context, depth, &mut failed);
    match (folded, failed) {
        (_, Some(invalid)) => Err(invalid),
        (Err(_), None) => Err(Invalid::Variable),
        (Ok(()), None) => Ok(()),
    }
}

fn fold(
    input: &mut Parser<'_>,
    writer: &mut Writer,
    context: &Context<'_>,
    depth: usize,
    failed: &mut Option<Invalid>,
) -> Result<(), ParseError<()>> {
    let fail = |failed: &mut Option<Invalid>, invalid| {
        *failed = Some(invalid);
        ParseError::custom(())
    };
    while let Ok(token) = input.next_including_whitespace().cloned() {
        if writer.out.len() > MAX_VALUE_BYTES || depth > MAX_VARIABLE_DEPTH {
            return Err(fail(failed, Invalid::Variable));
        }
        match &token {
            Token::Function(name) if name.eq_ignore_ascii_case("var") => {
                input.parse_nested_block(|input| {
                    variable(input, writer, context, depth).map_err(|invalid| fail(failed, invalid))
                })?;
            }
            Token::Function(name) => {
                let mut inner = Writer::default();
                input.parse_nested_block(|input| fold(input, &mut inner, context, depth, failed))?;
                let done = function(name, &inner.out, context).map_err(|invalid| fail(failed, invalid))?;
                writer.text(&done);
            }
            Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => {
                writer.token(&token);
                input.parse_nested_block(|input| fold(input, writer, context, depth, failed))?;
                writer.close(&token);
            }
            Token::Dimension { value, unit, .. } if unit.eq_ignore_ascii_case("rem") => {
                writer.text(&format!("{}px", number(f64::from(*value) * REM_PX)));
            }
            Token::Hash(hex) | Token::IDHash(hex) if matches!(hex.len(), 4 | 6 | 8) => {
                let text = format!("#{hex}");
                writer.text(&parse_color_text(&text, context).map_or(text, |color| color.to_css()));
            }
            _ => writer.token(&token),
        }
    }
    Ok(())
}

fn parse_color_text(text: &str, context: &Context<'_>) -> Option<Rgba> {
    colors::parse_color(text, context.current_color)
}

fn variable(
    input: &mut Parser<'_>,
    writer: &mut Writer,
    context: &Context<'_>,
    depth: usize,
) -> Result<(), Invalid> {
    let name = input.expect_ident_cloned().map_err(|_| Invalid::Variable)?;
    let fallback = if input.expect_comma().is_ok() {
        let start = input.position();
        while input.next().is_ok() {}
        Some(input.slice_from(start).trim())
    } else {
        None
    };
    let value = context.variables.get(&*name).map(String::as_str);
    for candidate in [value, fallback].into_iter().flatten() {
        let mut inner = Writer::default();
        if fold_text(candidate, &mut inner, context, depth + 1).is_ok() {
            if !inner.out.is_empty() {
                writer.text(&inner.out);
            }
            return Ok(());
        }
    }
    Err(Invalid::Variable)
}

fn function(name: &str, inner: &str, context: &Context<'_>) -> Result<String, Invalid> {
    let lower = name.to_ascii_lowercase();
    let whole = || format!("{lower}({inner})");
    Ok(match lower.as_str() {
        "calc" | "min" | "max" | "clamp" => calc::evaluate(&lower, inner).unwrap_or_else(whole),
        "-webkit-calc" => calc::evaluate("calc", inner).unwrap_or_else(whole),
        "rgb" | "rgba" | "hsl" | "hsla" | "hwb" | "lab" | "lch" | "oklab" | "oklch" | "color" => {
            parse_color_text(&whole(), context)
                .ok_or(Invalid::Color)?
                .to_css()
        }
        "color-mix" => mix::color_mix(inner, context.current_color)
            .ok_or(Invalid::Color)?
            .to_css(),
        // An article is always shown light.
        "light-dark" => split_commas(inner).into_iter().next().ok_or(Invalid::Color)?,
        "env" | "constant" => split_commas(inner)
            .get(1)
            .cloned()
            .unwrap_or_else(|| "0px".to_owned()),
        _ => format!("{name}({inner})"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::normalize;

    fn computed(value: &str, variables: &[(&str, &str)]) -> Result<String, Invalid> {
        let variables = variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let (value, _) = normalize(value);
        compute(
            &value,
            &Context {
                variables: &variables,
                current_color: Rgba::BLACK,
            },
        )
    }

    #[test]
    fn variables_nest_and_fall_back() {
        let variables = [("--a", "var(--b)"), ("--b", "#0F4C81"), ("--loop", "var(--loop)")];
        assert_eq!(
            computed("1px solid var(--a)", &variables).unwrap(),
            "1px solid #0f4c81"
        );
        assert_eq!(
            computed("var(--none, var(--b, red))", &variables).unwrap(),
            "#0f4c81"
        );
        assert_eq!(computed("var(--none,)", &variables).unwrap(), "");
        assert_eq!(computed("var(--none)", &variables), Err(Invalid::Variable));
        assert_eq!(computed("var(--loop)", &variables), Err(Invalid::Variable));
    }

    #[test]
    fn variables_that_double_without_end_are_invalid() {
        let bomb: Vec<(String, String)> = (1..24)
            .map(|n| (format!("--v{n}"), format!("var(--v{0}) var(--v{0})", n - 1)))
            .collect();
        let mut variables: Vec<(&str, &str)> = bomb
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        variables.push(("--v0", "lol lol lol lol"));
        assert_eq!(computed("var(--v23)", &variables), Err(Invalid::Variable));
    }

    #[test]
    fn sums_and_root_sizes_become_pixels() {
        assert_eq!(
            computed("calc(var(--s) * 1.2) 2rem", &[("--s", "16px")]).unwrap(),
            "19.2px 32px"
        );
        assert_eq!(computed("calc(100% - 2px)", &[]).unwrap(), "calc(100% - 2px)");
    }

    #[test]
    fn colors_become_hex_or_rgba_inside_other_functions() {
        assert_eq!(
            computed("linear-gradient(90deg, hsl(0 100% 50%), #00000080)", &[]).unwrap(),
            "linear-gradient(90deg,#f00,rgba(0,0,0,.502))"
        );
        assert_eq!(computed("light-dark(#fff, #000)", &[]).unwrap(), "#fff");
        assert_eq!(computed("rgb(from red r g b)", &[]), Err(Invalid::Color));
    }

    #[test]
    fn text_that_is_no_value_stays() {
        assert_eq!(computed("'Laptop: 8G mem'", &[]).unwrap(), "'Laptop: 8G mem'");
        assert_eq!(
            computed("url(x.png) no-repeat", &[]).unwrap(),
            "url(x.png) no-repeat"
        );
    }
}
