//! What people type, as they mean it: addresses, numbers, codes and days as phones, Chinese keyboards and spreadsheets
//! write them. What is read here is checked where it is used.

use chrono::NaiveDate;
use unicode_normalization::UnicodeNormalization as _;

use super::is_unprintable;

/// Letters, digits and signs of half width, without what cannot be seen, space around it and quotes around it.
///
/// Quotes go in pairs: an address may begin with an apostrophe. Line breaks and NUL inside stay, so that they are refused.
pub fn plain(text: &str) -> String {
    let shown = |character: &char| !is_unprintable(*character) || character.is_control();
    let text: String = text.nfkc().filter(shown).collect();
    without_quotes(text.trim()).to_owned()
}

/// What stands around a text that was copied with its quotes.
const QUOTES: [(char, char); 8] = [
    ('"', '"'),
    ('\'', '\''),
    ('“', '”'),
    ('‘', '’'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
    ('`', '`'),
];

fn without_quotes(text: &str) -> &str {
    let inner = QUOTES
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close));
    inner.map_or(text, |inner| without_quotes(inner.trim()))
}

/// A cell as it was before a spreadsheet's file kept it from being computed, see `http::csv`.
pub fn unguarded(cell: &str) -> &str {
    let rest = cell.strip_prefix('\'');
    rest.filter(|rest| rest.starts_with(['=', '+', '-', '@', '\t', '\r']))
        .unwrap_or(cell)
}

/// What ends the sentence in which something was copied.
fn is_stop(character: char) -> bool {
    matches!(character, '.' | ',' | ';' | ':' | '!' | '。' | '、')
}

/// Hyphens and dashes of all kinds.
fn is_dash(character: char) -> bool {
    matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{30fc}')
}

/// An e-mail address: Chinese keyboards write `＠` and `。`, phones put a space behind a word.
pub fn email(text: &str) -> String {
    let text = plain(text).replace('。', ".");
    let text = text.strip_prefix("mailto:").unwrap_or(&text);
    let mut address = String::with_capacity(text.len());
    for part in text.trim_end_matches(is_stop).split_inclusive(['@', '.']) {
        let sign = part.chars().next_back().filter(|last| matches!(last, '@' | '.'));
        let word = sign.map_or(part, |sign| part.strip_suffix(sign).unwrap_or(part));
        address.push_str(word.trim_matches(' '));
        address.extend(sign);
    }
    without_quotes(&address).to_owned()
}

/// A phone number without what stands between its digits: `+8613800138000`, `13800138000`.
pub fn phone(text: &str) -> String {
    let between = |character: char| {
        character.is_whitespace() || is_dash(character) || matches!(character, '(' | ')' | '.' | '·' | '。')
    };
    let text = plain(text);
    let text = text.trim_end_matches(is_stop);
    text.chars().filter(|character| !between(*character)).collect()
}

/// Whether a text is meant as an e-mail address: it holds `@` or letters.
pub fn is_email(text: &str) -> bool {
    let text = plain(text);
    text.contains('@') || text.chars().any(char::is_alphabetic)
}

/// A code in capitals, without hyphens and spaces, its digits as they are mixed up with letters: `O` is 0, `I` and `L`
/// are 1. Source: crockford.com/base32.html.
pub fn code(text: &str) -> String {
    coupon(text)
        .chars()
        .filter(|character| *character != '-')
        .map(|character| match character {
            'I' | 'L' => '1',
            'O' => '0',
            other => other,
        })
        .collect()
}

/// The code of a coupon in capitals: each dash is a hyphen, and spaces are none.
pub fn coupon(text: &str) -> String {
    let text = plain(text);
    let text = without_quotes(text.trim_end_matches(is_stop));
    let mut code = String::with_capacity(text.len());
    for character in text.chars().filter(|character| !character.is_whitespace()) {
        match character {
            // Chinese keyboards write one dash as two characters.
            '\u{2014}' if code.ends_with('-') => {}
            dash if is_dash(dash) => code.push('-'),
            other => code.extend(other.to_uppercase()),
        }
    }
    code
}

/// A day: `2026-12-31`, `2026/1/5`, `2026.1.5`, `2026年1月5日`, also with a time behind it, which is not read.
pub fn day(text: &str) -> Option<NaiveDate> {
    let text = plain(text);
    let separators = ['-', '/', '.', '年', '月'];
    let mut parts = text.splitn(3, |character| {
        is_dash(character) || separators.contains(&character)
    });
    let (year, month, rest) = (parts.next()?, parts.next()?, parts.next()?.trim_start());
    let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (day, after) = rest.split_at_checked(n_digits)?;
    let after = after
        .strip_prefix('日')
        .or(after.strip_prefix('号'))
        .unwrap_or(after);
    let is_end = after.is_empty() || after.starts_with([' ', 'T', '上', '下', '星', '周']);
    let number = |digits: &str, n_max: usize| {
        let digits = digits.trim();
        let is_number =
            (1..=n_max).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse::<u32>().ok()).flatten()
    };
    let year = Some(year.trim()).filter(|year| year.len() == 4)?;
    let year = i32::try_from(number(year, 4)?).ok()?;
    NaiveDate::from_ymd_opt(year, number(month, 2)?, number(day, 2)?).filter(|_| is_end)
}

/// Whether a text says that something never ends.
pub fn is_forever(text: &str) -> bool {
    const WORDS: [&str; 9] = [
        "永久",
        "终身",
        "永远",
        "长期",
        "forever",
        "for ever",
        "lifetime",
        "never",
        "permanent",
    ];
    WORDS.contains(&plain(text).to_lowercase().as_str())
}

/// Whether a spreadsheet wrote a long number short, and its last digits are lost: `1.38E+10`.
pub fn is_shortened(text: &str) -> bool {
    let text = plain(text).to_uppercase();
    let Some((number, exponent)) = text.split_once('E') else {
        return false;
    };
    let digits = exponent.strip_prefix('+').unwrap_or(exponent);
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    !number.is_empty() && is_number && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_however_it_is_typed() {
        for text in [
            "reader@example.com",
            " reader@example.com ",
            "reader＠example.com",
            "reader@example。com",
            "reader@example.com。",
            "reader@example.com，",
            "reader@example.com.",
            "ｒｅａｄｅｒ＠ｅｘａｍｐｌｅ．ｃｏｍ",
            "reader @ example. com",
            "reader@example.com\u{200b}",
            "\u{feff}\u{202a}reader@example.com\u{202c}",
            "“reader@example.com”",
            "\"reader@example.com\"。",
            "「reader@example.com。」",
            "mailto:reader@example.com",
        ] {
            assert_eq!(email(text), "reader@example.com", "{text:?}");
        }
        assert_eq!(
            email("'o@example.com"),
            "'o@example.com",
            "an apostrophe is a letter"
        );
        assert_eq!(
            email("a b@example.com"),
            "a b@example.com",
            "two words are not made one"
        );
    }

    #[test]
    fn a_number_is_read_however_it_is_typed() {
        for text in [
            "13800138000",
            "138 0013 8000",
            "138-0013-8000",
            "１３８００１３８０００",
            "138—0013—8000",
            "138.0013.8000",
            "\u{202a}138\u{a0}0013\u{a0}8000\u{202c}。",
        ] {
            assert_eq!(phone(text), "13800138000", "{text:?}");
        }
        assert_eq!(phone("＋８６ （138） 0013-8000"), "+8613800138000");
    }

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        for text in [
            "ABCD-10EF",
            "abcd-loef",
            "ＡＢＣＤ－１０ＥＦ",
            "ABCD—10EF",
            "ABCD——10EF。",
            "“ABCD 10EF”",
            "ABCD-\n10EF\r\n",
            "ABCD\u{2212}IOEF,",
        ] {
            assert_eq!(code(text), "ABCD10EF", "{text:?}");
        }
        assert_eq!(coupon("“ｓｐｒｉｎｇ－２６”。"), "SPRING-26");
        assert_eq!(coupon("spring — 26"), "SPRING-26");
        assert_eq!(coupon("LOL"), "LOL", "who made it chose the letters");
    }

    #[test]
    fn a_day_is_read_however_it_is_typed() {
        let read = NaiveDate::from_ymd_opt(2026, 1, 5);
        for text in [
            "2026-01-05",
            "2026-1-5",
            "2026/1/5",
            "2026/01/05",
            "2026.1.5",
            "2026年1月5日",
            "2026 年 1 月 5 日",
            "２０２６／１／５",
            "2026—1—5",
            "2026-01-05T23:59:59+08:00",
            "2026/1/5 0:00",
            "2026年1月5日 星期一",
        ] {
            assert_eq!(day(text), read, "{text:?}");
        }
        for text in [
            "2026-02-29",
            "2026-13-01",
            "26-1-5",
            "1/5/26",
            "12/31/26",
            "2026-1",
            "2026-1-",
            "2026-1-5x",
            "3",
            "",
            "明天",
            "+2026-1-5",
            "2026-1-05123",
        ] {
            assert_eq!(day(text), None, "{text:?}");
        }
    }

    #[test]
    fn for_ever_has_words_and_shortened_numbers_are_known() {
        for text in ["永久", " 终身 ", "Forever", "LIFETIME"] {
            assert!(is_forever(text), "{text}");
        }
        assert!(!is_forever("12"));
        for text in ["1.38E+10", "1.38001E10", "１.38e+10"] {
            assert!(is_shortened(text), "{text}");
        }
        for text in ["13800138000", "e@example.com", "E10", "1.38E"] {
            assert!(!is_shortened(text), "{text}");
        }
    }

    #[test]
    fn only_the_apostrophe_of_a_guard_is_taken_off() {
        assert_eq!(unguarded("'+86-13800138000"), "+86-13800138000");
        assert_eq!(unguarded("'=1+1"), "=1+1");
        assert_eq!(unguarded("'o@example.com"), "'o@example.com");
    }
}
