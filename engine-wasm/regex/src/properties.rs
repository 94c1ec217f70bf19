//! The characters of Unicode properties and POSIX classes, as far as grammars name them.
//!
//! Beyond ASCII every character is a letter. Only punctuation and symbols are told apart, roughly.

use crate::char_set::CharSet;

/// Every character beyond ASCII.
pub const NON_ASCII: (u32, u32) = (0x80, char::MAX as u32);
pub const DIGIT: (u32, u32) = (0x30, 0x39);
pub const UPPER: (u32, u32) = (0x41, 0x5a);
pub const LOWER: (u32, u32) = (0x61, 0x7a);
pub const UNDERSCORE: (u32, u32) = (0x5f, 0x5f);
/// `\w`
pub const WORD: [(u32, u32); 5] = [DIGIT, UPPER, LOWER, UNDERSCORE, NON_ASCII];
/// `\s`
pub const SPACE: [(u32, u32); 2] = [(9, 13), (32, 32)];
/// `\h`
pub const HEX_DIGIT: [(u32, u32); 3] = [DIGIT, (0x41, 0x46), (0x61, 0x66)];

const ASCII_SYMBOLS: [(u32, u32); 7] = [
    (36, 36),
    (43, 43),
    (60, 62),
    (94, 94),
    (96, 96),
    (124, 124),
    (126, 126),
];
const PUNCTUATION: [(u32, u32); 6] = [
    (33, 47),
    (58, 64),
    (91, 96),
    (123, 126),
    (0x2010, 0x2027),
    (0x3001, 0x3003),
];
const MATH_SYMBOLS: [(u32, u32); 11] = [
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
];
const CURRENCY_SYMBOLS: [(u32, u32); 3] = [(36, 36), (0xa2, 0xa5), (0x20a0, 0x20cf)];
/// The blocks of symbols: currency, letter-like, arrows, operators, technical, shapes, pictures.
const NON_ASCII_SYMBOLS: [(u32, u32); 13] = [
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

/// The set that `\p{name}` or `[:name:]` means, for a name in lower case; `None` if the name is not known.
pub fn property(name: &str) -> Option<CharSet> {
    let ranges: &[(u32, u32)] = match name {
        "l" | "alpha" | "letter" | "id_start" | "xid_start" | "alphabetic" => &[UPPER, LOWER, NON_ASCII],
        "alnum" => &[DIGIT, UPPER, LOWER, NON_ASCII],
        "word" | "w" | "id_continue" | "xid_continue" => &WORD,
        "lu" | "upper" | "lt" | "uppercase" => &[UPPER],
        "ll" | "lower" | "lowercase" => &[LOWER, NON_ASCII],
        "n" | "nd" | "digit" => &[DIGIT],
        "nl" | "no" | "mn" | "mc" | "m" | "lm" | "lo" | "cf" | "emoji" => &[NON_ASCII],
        "pc" => &[UNDERSCORE, NON_ASCII],
        "ascii" => &[(0, 0x7f)],
        "xdigit" => &HEX_DIGIT,
        "space" => &SPACE,
        "blank" => &[(9, 9), (32, 32)],
        "cntrl" => &[(0, 31), (127, 127)],
        "punct" | "p" => &PUNCTUATION,
        "sm" => &MATH_SYMBOLS,
        "sc" => &CURRENCY_SYMBOLS,
        "so" => &NON_ASCII_SYMBOLS,
        "s" => {
            let mut set = CharSet::from_ranges(&ASCII_SYMBOLS);
            set.union(&CharSet::from_ranges(&NON_ASCII_SYMBOLS));
            return Some(set);
        }
        _ => return None,
    };
    Some(CharSet::from_ranges(ranges))
}
