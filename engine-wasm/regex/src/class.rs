//! Reads escapes and character classes.

use crate::char_set::CharSet;
use crate::error::PatternError;
use crate::properties::{DIGIT, HEX_DIGIT, SPACE, WORD, property};

/// How deep classes may nest.
const MAX_DEPTH: u32 = 10;

/// What an escape stands for.
pub enum Escape {
    /// One character.
    Char(char),
    /// One character of a set.
    Set(CharSet),
}

/// Reads what follows a backslash. Returns the escape and the rest of the pattern.
pub fn parse_escape(rest: &str) -> Result<(Escape, &str), PatternError> {
    let mut chars = rest.chars();
    let kind = chars.next().ok_or(PatternError::Escape)?;
    let rest = chars.as_str();
    let set = |ranges: &[(u32, u32)]| Ok((Escape::Set(CharSet::from_ranges(ranges)), rest));
    let not = |ranges: &[(u32, u32)]| {
        let mut set = CharSet::from_ranges(ranges);
        set.negate();
        Ok((Escape::Set(set), rest))
    };
    let character = match kind {
        'w' => return set(&WORD),
        'W' => return not(&WORD),
        'd' => return set(&[DIGIT]),
        'D' => return not(&[DIGIT]),
        's' => return set(&SPACE),
        'S' => return not(&SPACE),
        'h' => return set(&HEX_DIGIT),
        'H' => return not(&HEX_DIGIT),
        'O' => return Ok((Escape::Set(CharSet::all()), rest)),
        'p' | 'P' => return parse_property(rest, kind == 'P'),
        'x' => return parse_hex(rest, 2),
        'u' => return parse_hex(rest, 4),
        'a' => '\x07',
        'e' => '\x1b',
        'f' => '\x0c',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0b',
        '0' if !rest.starts_with(|next: char| next.is_ascii_digit()) => '\0',
        other if other.is_ascii_alphanumeric() => return Err(PatternError::Escape),
        other => other,
    };
    Ok((Escape::Char(character), rest))
}

fn parse_hex(rest: &str, max_digits: usize) -> Result<(Escape, &str), PatternError> {
    let (digits, rest) = match rest.strip_prefix('{') {
        Some(inner) => inner.split_once('}').ok_or(PatternError::Escape)?,
        None => {
            let n_digits = rest
                .bytes()
                .take(max_digits)
                .take_while(u8::is_ascii_hexdigit)
                .count();
            rest.split_at_checked(n_digits).ok_or(PatternError::Escape)?
        }
    };
    // `from_str_radix` would take a sign.
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(PatternError::Escape);
    }
    u32::from_str_radix(digits, 16)
        .ok()
        .and_then(char::from_u32)
        .map(|character| (Escape::Char(character), rest))
        .ok_or(PatternError::Escape)
}

/// Reads `{Name}` or `{^Name}` after `\p`.
fn parse_property(rest: &str, upper: bool) -> Result<(Escape, &str), PatternError> {
    let (name, rest) = rest
        .strip_prefix('{')
        .and_then(|rest| rest.split_once('}'))
        .ok_or(PatternError::Escape)?;
    let (name, caret) = name.strip_prefix('^').map_or((name, false), |name| (name, true));
    let mut set = property(&name.to_ascii_lowercase()).ok_or(PatternError::Class)?;
    if upper != caret {
        set.negate();
    }
    Ok((Escape::Set(set), rest))
}

/// Reads what follows the opening bracket of a class. Returns its set and what follows the closing bracket.
pub fn parse_class(rest: &str, ignore_case: bool) -> Result<(CharSet, &str), PatternError> {
    parse_nested_class(rest, ignore_case, 0)
}

fn parse_nested_class(rest: &str, ignore_case: bool, depth: u32) -> Result<(CharSet, &str), PatternError> {
    if depth > MAX_DEPTH {
        return Err(PatternError::TooLarge);
    }
    let (mut rest, negated) = rest.strip_prefix('^').map_or((rest, false), |rest| (rest, true));
    let mut set = CharSet::default();
    let mut left_of_and: Option<CharSet> = None;
    let mut is_first = true;
    loop {
        let character = rest.chars().next().ok_or(PatternError::Class)?;
        let after = rest.get(character.len_utf8()..).unwrap_or_default();
        match character {
            ']' if !is_first => {
                rest = after;
                break;
            }
            '[' if after.starts_with(':') && after.contains(":]") => {
                let (part, after) = parse_posix_class(after)?;
                set.union(&part);
                rest = after;
            }
            '[' => {
                let (part, after) = parse_nested_class(after, ignore_case, depth + 1)?;
                set.union(&part);
                rest = after;
            }
            '&' if after.starts_with('&') => {
                left_of_and = Some(intersection(left_of_and, std::mem::take(&mut set), ignore_case));
                rest = after.get(1..).unwrap_or_default();
            }
            _ => rest = parse_item(rest, &mut set)?,
        }
        is_first = false;
    }
    let mut set = intersection(left_of_and, set, ignore_case);
    if negated {
        set.negate();
    }
    Ok((set, rest))
}

/// Reads `:name:]` or `:^name:]`.
fn parse_posix_class(rest: &str) -> Result<(CharSet, &str), PatternError> {
    let (name, rest) = rest
        .strip_prefix(':')
        .and_then(|rest| rest.split_once(":]"))
        .ok_or(PatternError::Class)?;
    let (name, caret) = name.strip_prefix('^').map_or((name, false), |name| (name, true));
    let mut set = property(name).ok_or(PatternError::Class)?;
    if caret {
        set.negate();
    }
    Ok((set, rest))
}

fn intersection(left: Option<CharSet>, mut right: CharSet, ignore_case: bool) -> CharSet {
    if ignore_case {
        right.add_other_case();
    }
    if let Some(left) = left {
        right.intersect(&left);
    }
    right
}

/// Reads a character, an escape or a range.
fn parse_item<'a>(rest: &'a str, set: &mut CharSet) -> Result<&'a str, PatternError> {
    let (first, after) = match parse_member(rest)? {
        (Escape::Char(first), after) => (first, after),
        (Escape::Set(part), after) => {
            set.union(&part);
            return Ok(after);
        }
    };
    let last = after
        .strip_prefix('-')
        .filter(|rest| !rest.starts_with(']') && !rest.starts_with('['))
        .filter(|rest| !rest.starts_with("&&"));
    if let Some(last) = last
        && let (Escape::Char(last), after) = parse_member(last)?
    {
        if last < first {
            return Err(PatternError::Class);
        }
        set.add(first as u32, last as u32);
        return Ok(after);
    }
    set.add(first as u32, first as u32);
    Ok(after)
}

fn parse_member(rest: &str) -> Result<(Escape, &str), PatternError> {
    if let Some(rest) = rest.strip_prefix('\\') {
        return match rest.strip_prefix('b') {
            Some(rest) => Ok((Escape::Char('\x08'), rest)),
            None => parse_escape(rest),
        };
    }
    let character = rest.chars().next().ok_or(PatternError::Class)?;
    Ok((
        Escape::Char(character),
        rest.get(character.len_utf8()..).unwrap_or_default(),
    ))
}
