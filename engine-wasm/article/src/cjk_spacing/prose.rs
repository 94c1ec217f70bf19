//! The rules on one slice of prose.

use crate::script::{is_cjk, is_hangul};

/// Letters and digits of scripts that stand apart from Chinese: Latin, Greek, Cyrillic.
pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || (c < '\u{530}' && c.is_alphabetic() && !is_hangul(c))
}

/// Full-width punctuation that carries its own space.
fn is_full_width(c: char) -> bool {
    matches!(
        c,
        '，' | '。' | '、' | '！' | '？' | '：' | '；' | '（' | '）' | '「' | '」' | '『' | '』'
    ) || matches!(c, '《' | '》' | '〈' | '〉' | '【' | '】' | '〔' | '〕' | '…')
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// Formats `slice`, which stands between `before` and `after` in its source.
pub(super) fn format(slice: &str, before: &str, after: &str) -> String {
    if !slice.contains(|c: char| !c.is_ascii()) {
        return slice.to_owned();
    }
    let starts_line = before
        .chars()
        .next_back()
        .is_none_or(|c| is_line_end(c) || c.is_whitespace());
    let ends_line = after.is_empty() || after.starts_with(is_line_end);
    let chars = half_width(slice, starts_line);
    let chars = punctuation(&chars, ends_line);
    let chars = without_spaces(&chars);
    spaced(&chars)
}

/// Full-width letters and digits as half-width ones.
fn half_width(slice: &str, starts_line: bool) -> Vec<char> {
    let mut line_start = starts_line;
    let mut out = Vec::with_capacity(slice.len());
    for c in slice.chars() {
        // A number at the start of a line could turn it into an item of a list.
        let half = match c {
            '０'..='９' if line_start => None,
            '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => char::from_u32(u32::from(c) - 0xFEE0),
            _ => None,
        };
        line_start = is_line_end(c) || (line_start && (c.is_whitespace() || c.is_numeric()));
        out.push(half.unwrap_or(c));
    }
    out
}

/// Half-width punctuation of Chinese sentences as full-width one, without the spaces behind it.
fn punctuation(chars: &[char], ends_line: bool) -> Vec<char> {
    let mut out: Vec<char> = Vec::with_capacity(chars.len());
    let mut rest = chars;
    while let Some((&c, after)) = rest.split_first() {
        let full = full_width_of(c).filter(|_| converts(c, out.last().copied(), after, ends_line));
        out.push(full.unwrap_or(c));
        rest = if full.is_some() { skip_spaces(after) } else { after };
    }
    out
}

fn full_width_of(c: char) -> Option<char> {
    match c {
        ',' => Some('，'),
        '?' => Some('？'),
        '!' => Some('！'),
        '.' => Some('。'),
        ':' => Some('：'),
        ';' => Some('；'),
        _ => None,
    }
}

/// Whether the mark `c` between `before` and `after` belongs to a Chinese sentence.
fn converts(c: char, before: Option<char>, after: &[char], ends_line: bool) -> bool {
    let Some(before) = before else { return false };
    let spaced_next = after.iter().copied().find(|c| *c != ' ');
    // Several marks in a row (`...`, `:::`, `?!`) are somebody's intention.
    if after.first().is_some_and(|next| next.is_ascii_punctuation()) {
        return false;
    }
    let chinese_next = spaced_next.is_some_and(is_cjk);
    let at_line_end = spaced_next.map_or(ends_line, is_line_end);
    match c {
        ',' | '?' => is_cjk(before) && (!after.is_empty() || ends_line) || (is_word(before) && chinese_next),
        _ => is_cjk(before) && (chinese_next || at_line_end),
    }
}

/// `chars` behind its spaces, unless they reach the end of the line, where they may be a hard break.
fn skip_spaces(chars: &[char]) -> &[char] {
    let n_spaces = chars.iter().take_while(|c| **c == ' ').count();
    match chars.get(n_spaces..) {
        Some(rest) if rest.first().is_some_and(|c| !is_line_end(*c)) => rest,
        _ => chars,
    }
}

/// Without the spaces between full-width punctuation and text.
fn without_spaces(chars: &[char]) -> Vec<char> {
    let mut out: Vec<char> = Vec::with_capacity(chars.len());
    let mut rest = chars;
    while let Some((&c, after)) = rest.split_first() {
        let behind = skip_spaces(rest);
        let is_text = |c: char| is_word(c) || is_cjk(c);
        let joins = match (out.last(), behind.first()) {
            (Some(&a), Some(&b)) => {
                (is_full_width(a) && (is_text(b) || is_full_width(b))) || (is_text(a) && is_full_width(b))
            }
            _ => false,
        };
        if c == ' ' && joins {
            rest = behind;
            continue;
        }
        out.push(c);
        rest = after;
    }
    out
}

/// With spaces between Chinese and Latin.
fn spaced(chars: &[char]) -> String {
    let pairs = parentheses(chars);
    let mut out = String::with_capacity(chars.len() * 3 + 16);
    for (at, &c) in chars.iter().enumerate() {
        let before = chars.get(..at).unwrap_or_default();
        let needs = match before.last() {
            Some(&last) if is_cjk(last) => is_word(c) || (c == '(' && pairs.contains(&at)),
            Some(&last) if is_cjk(c) => ends_word(before) || (last == ')' && pairs.contains(&(at - 1))),
            _ => false,
        };
        if needs {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

/// Whether a Latin word ends `chars`: letters and digits, with `%` behind a digit or `+`, `#` behind either.
/// Words behind `$`, `%` and `\` are those of programs, and stay.
pub(super) fn ends_word(chars: &[char]) -> bool {
    let mut rest = chars;
    let last = rest.last().copied().unwrap_or(' ');
    while let Some((&('%' | '+' | '#'), before)) = rest.split_last() {
        rest = before;
    }
    let is_suffixed = rest.len() < chars.len();
    let Some((&end, _)) = rest.split_last() else {
        return false;
    };
    let fits = !is_suffixed || last != '%' || (end.is_ascii_digit() && rest.len() + 1 == chars.len());
    let word_start = rest.iter().rposition(|c| !is_word(*c));
    let lead = word_start.and_then(|at| rest.get(at)).copied().unwrap_or(' ');
    is_word(end) && fits && !matches!(lead, '$' | '%' | '\\')
}

/// Positions of the parentheses that have their partner in the same line, sorted.
fn parentheses(chars: &[char]) -> Vec<usize> {
    let mut open = Vec::new();
    let mut pairs = Vec::new();
    for (at, &c) in chars.iter().enumerate() {
        match c {
            '(' => open.push(at),
            ')' => pairs.extend(open.pop().map(|start| [start, at]).into_iter().flatten()),
            c if is_line_end(c) => open.clear(),
            _ => {}
        }
    }
    pairs.sort_unstable();
    pairs
}
