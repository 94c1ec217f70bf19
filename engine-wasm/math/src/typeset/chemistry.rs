//! A bound on `\ce` and `\pu`.
//!
//! The parser's chemistry takes time with the square of its argument (8,000 characters: many seconds), so
//! sources with chemistry are held shorter than others, and nothing in them may lengthen an argument.

use crate::error::MathError;
use crate::limits::MAX_CHEMISTRY_BYTES;

/// Commands that can put a long argument behind a short source.
const LENGTHENING: [&str; 8] = [
    r"\def",
    r"\edef",
    r"\gdef",
    r"\xdef",
    r"\newcommand",
    r"\renewcommand",
    r"\providecommand",
    r"\expandafter",
];

/// Refuses sources whose chemistry could take long.
pub(super) fn check(tex: &str) -> Result<(), MathError> {
    if !has_command(tex, r"\ce") && !has_command(tex, r"\pu") {
        return Ok(());
    }
    if tex.len() > MAX_CHEMISTRY_BYTES {
        return Err(MathError::too_large(format!(
            "more than {MAX_CHEMISTRY_BYTES} bytes with \\ce or \\pu"
        )));
    }
    let defines = LENGTHENING.iter().any(|command| has_command(tex, command));
    if defines && (has_parameter(tex) || has_command(tex, r"\expandafter")) {
        return Err(MathError::too_large(r"\ce or \pu beside macros with arguments"));
    }
    Ok(())
}

/// Whether a command is named, not only as the start of a longer one.
fn has_command(tex: &str, command: &str) -> bool {
    tex.match_indices(command).any(|(at, _)| {
        tex.get(at + command.len()..)
            .is_none_or(|rest| !rest.starts_with(|ch: char| ch.is_ascii_alphabetic()))
    })
}

/// Whether `#1` to `#9` is written.
fn has_parameter(tex: &str) -> bool {
    tex.split('#')
        .skip(1)
        .any(|rest| rest.starts_with(|ch: char| ch.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_chemistry_and_long_mathematics_pass() {
        for tex in [
            r"\ce{H2O}",
            r"\ce{HC#CH}",
            r"\newcommand{\water}{\ce{H2O}}\water",
            r"\def\a#1{x}\centerdot",
        ] {
            assert!(check(tex).is_ok(), "{tex}");
        }
        assert!(check(&"x".repeat(MAX_CHEMISTRY_BYTES + 1)).is_ok());
    }

    #[test]
    fn what_could_take_long_is_refused() {
        let long = format!(r"\ce{{{}}}", "H2O + ".repeat(400));
        for tex in [
            &long,
            r"\def\a#1{\ce{#1#1#1}}\a{x}",
            r"\def\a{xx}\expandafter\ce\expandafter{\a}",
        ] {
            assert!(check(tex).is_err(), "{tex}");
        }
    }
}
