//! Reads character classes and escapes.
//!
//! Beyond ASCII every character is a letter: in source code nobody sees the difference, and tables of Unicode
//! would be larger than the rest of the crate.

use crate::error::PatternError;
use crate::set::Set;

const LAST: u32 = char::MAX as u32;
const BEYOND: (u32, u32) = (0x80, LAST);
const DIGIT: (u32, u32) = (0x30, 0x39);
const UPPER: (u32, u32) = (0x41, 0x5a);
const LOWER: (u32, u32) = (0x61, 0x7a);
const UNDERSCORE: (u32, u32) = (0x5f, 0x5f);

/// What an escape stands for.
pub enum Escape {
    /// One character.
    Char(char),
    /// One character of a set.
    Set(Set),
}

/// Reads what follows a backslash. Returns it and what follows.
pub fn escape(rest: &str) -> Result<(Escape, &str), PatternError> {
    let mut chars = rest.chars();
    let kind = chars.next().ok_or(PatternError::Escape)?;
    let rest = chars.as_str();
    let set = |ranges: &[(u32, u32)]| Ok((Escape::Set(Set::of(ranges)), rest));
    let not = |ranges: &[(u32, u32)]| {
        let mut set = Set::of(ranges);
        set.negate();
        Ok((Escape::Set(set), rest))
    };
    const WORD: [(u32, u32); 5] = [DIGIT, UPPER, LOWER, UNDERSCORE, BEYOND];
    const SPACE: [(u32, u32); 2] = [(9, 13), (32, 32)];
    const HEX: [(u32, u32); 3] = [DIGIT, (0x41, 0x46), (0x61, 0x66)];
    let character = match kind {
        'w' => return set(&WORD),
        'W' => return not(&WORD),
        'd' => return set(&[DIGIT]),
        'D' => return not(&[DIGIT]),
        's' => return set(&SPACE),
        'S' => return not(&SPACE),
        'h' => return set(&HEX),
        'H' => return not(&HEX),
        'O' => return set(&[(0, LAST)]),
        'p' | 'P' => return property(rest, kind == 'P'),
        'x' => return hex(rest, 2),
        'u' => return hex(rest, 4),
        'a' => '\x07',
        'e' => '\x1b',
        'f' => '\x0c',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0b',
        '0' => '\0',
        other if other.is_ascii_alphanumeric() => return Err(PatternError::Escape),
        other => other,
    };
    Ok((Escape::Char(character), rest))
}

fn hex(rest: &str, max_digits: usize) -> Result<(Escape, &str), PatternError> {
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
    u32::from_str_radix(digits, 16)
        .ok()
        .and_then(char::from_u32)
        .map(|character| (Escape::Char(character), rest))
        .ok_or(PatternError::Escape)
}

/// Reads `{Name}` or `{^Name}` behind `\p`.
fn property(rest: &str, upper: bool) -> Result<(Escape, &str), PatternError> {
    let (name, rest) = rest
        .strip_prefix('{')
        .and_then(|rest| rest.split_once('}'))
        .ok_or(PatternError::Escape)?;
    let (name, caret) = name.strip_prefix('^').map_or((name, false), |name| (name, true));
    let mut set = named(&name.to_ascii_lowercase()).ok_or(PatternError::Class)?;
    if upper != caret {
        set.negate();
    }
    Ok((Escape::Set(set), rest))
}

/// The set of a Unicode property or a class of POSIX.
fn named(name: &str) -> Option<Set> {
    /// The blocks that hold the symbols: currency, letter-like, arrows, operators, technical, shapes, pictures.
    const SYMBOLS: [(u32, u32); 13] = [
        (0xa2, 0xa9),
        (0xac, 0xac),
        (0xae, 0xb1),
        (0xb4, 0xb4),
        (0xb8, 0xb8),
        (0xd7, 0xd7),
        (0xf7, 0xf7),
        (0x20a0, 0x20cf),
        (0x2100, 0x214f),
        (0x2190, 0x23ff),
        (0x2500, 0x2bff),
        (0x3004, 0x3004),
        (0x1f000, 0x1faff),
    ];
    let ranges: &[(u32, u32)] = match name {
        "l" | "alpha" | "letter" | "id_start" | "xid_start" | "alphabetic" => &[UPPER, LOWER, BEYOND],
        "alnum" => &[DIGIT, UPPER, LOWER, BEYOND],
        "word" | "w" | "id_continue" | "xid_continue" => &[DIGIT, UPPER, LOWER, UNDERSCORE, BEYOND],
        "lu" | "upper" | "lt" | "uppercase" => &[UPPER],
        "ll" | "lower" | "lowercase" => &[LOWER, BEYOND],
        "n" | "nd" | "digit" => &[DIGIT],
        "nl" | "no" | "mn" | "mc" | "m" | "lm" | "lo" | "cf" | "emoji" => &[BEYOND],
        "pc" => &[UNDERSCORE, BEYOND],
        "ascii" => &[(0, 0x7f)],
        "xdigit" => &[DIGIT, (0x41, 0x46), (0x61, 0x66)],
        "space" => &[(9, 13), (32, 32)],
        "blank" => &[(9, 9), (32, 32)],
        "cntrl" => &[(0, 31), (127, 127)],
        "punct" | "p" => &[
            (33, 47),
            (58, 64),
            (91, 96),
            (123, 126),
            (0x2010, 0x2027),
            (0x3001, 0x3003),
        ],
        "sm" => &[
            (43, 43),
            (60, 62),
            (124, 124),
            (126, 126),
            (0xac, 0xac),
            (0xb1, 0xb1),
            (0xd7, 0xd7),
            (0xf7, 0xf7),
            (0x2044, 0x2044),
            (0x2190, 0x22ff),
            (0x27c0, 0x2aff),
        ],
        "sc" => &[(36, 36), (0xa2, 0xa5), (0x20a0, 0x20cf)],
        "so" => &SYMBOLS,
        "s" => {
            let mut set = Set::of(&[
                (36, 36),
                (43, 43),
                (60, 62),
                (94, 94),
                (96, 96),
                (124, 124),
                (126, 126),
            ]);
            set.union(&Set::of(&SYMBOLS));
            return Some(set);
        }
        _ => return None,
    };
    Some(Set::of(ranges))
}

/// Reads a class whose opening bracket is gone. Returns it and what follows its closing bracket.
pub fn parse(rest: &str, fold: bool) -> Result<(Set, &str), PatternError> {
    nested(rest, fold, 0)
}

fn nested(rest: &str, fold: bool, depth: u32) -> Result<(Set, &str), PatternError> {
    if depth > 10 {
        return Err(PatternError::TooLarge);
    }
    let (mut rest, negated) = rest.strip_prefix('^').map_or((rest, false), |rest| (rest, true));
    let mut set = Set::default();
    // What stands left of `&&`.
    let mut meet: Option<Set> = None;
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
                let (name, behind) = after
                    .get(1..)
                    .and_then(|text| text.split_once(":]"))
                    .ok_or(PatternError::Class)?;
                let (name, caret) = name.strip_prefix('^').map_or((name, false), |name| (name, true));
                let mut part = named(name).ok_or(PatternError::Class)?;
                if caret {
                    part.negate();
                }
                set.union(&part);
                rest = behind;
            }
            '[' => {
                let (part, behind) = nested(after, fold, depth + 1)?;
                set.union(&part);
                rest = behind;
            }
            '&' if after.starts_with('&') => {
                meet = Some(met(meet, std::mem::take(&mut set), fold));
                rest = after.get(1..).unwrap_or_default();
            }
            _ => rest = item(rest, &mut set)?,
        }
        is_first = false;
    }
    let mut set = met(meet, set, fold);
    if negated {
        set.negate();
    }
    Ok((set, rest))
}

fn met(left: Option<Set>, mut right: Set, fold: bool) -> Set {
    if fold {
        right.fold();
    }
    if let Some(left) = left {
        right.intersect(&left);
    }
    right
}

/// Reads a character, an escape or a range.
fn item<'a>(rest: &'a str, set: &mut Set) -> Result<&'a str, PatternError> {
    let (low, after) = match member(rest)? {
        (Escape::Char(low), after) => (low, after),
        (Escape::Set(part), after) => {
            set.union(&part);
            return Ok(after);
        }
    };
    let high = after
        .strip_prefix('-')
        .filter(|rest| !rest.starts_with(']') && !rest.starts_with('['))
        .filter(|rest| !rest.starts_with("&&"));
    if let Some(high) = high
        && let (Escape::Char(high), behind) = member(high)?
    {
        if high < low {
            return Err(PatternError::Class);
        }
        set.add(low as u32, high as u32);
        return Ok(behind);
    }
    set.add(low as u32, low as u32);
    Ok(after)
}

fn member(rest: &str) -> Result<(Escape, &str), PatternError> {
    if let Some(rest) = rest.strip_prefix('\\') {
        return match rest.strip_prefix('b') {
            Some(rest) => Ok((Escape::Char('\x08'), rest)),
            None => escape(rest),
        };
    }
    let character = rest.chars().next().ok_or(PatternError::Class)?;
    Ok((
        Escape::Char(character),
        rest.get(character.len_utf8()..).unwrap_or_default(),
    ))
}
