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

/// Kinds of documents in a list of sources. Source: GB/T 7714.
const SOURCE_KINDS: [&str; 16] = [
    "M", "C", "G", "N", "J", "D", "R", "S", "P", "Z", "DB", "CP", "EB", "A", "K", "DS",
];

/// Whether a line names a source as GB/T 7714 has it, `[1] 李航. 统计学习方法[M]. 北京`: with its number in brackets, or
/// with its kind, whose medium may follow (`[EB/OL]`). Full stops part its fields.
pub(super) fn is_source(line: &str) -> bool {
    let content = line.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
    let digits = content.strip_prefix('[').map_or("", |inside| {
        inside.split_once(']').map_or("", |(number, _)| number)
    });
    if !digits.is_empty() && digits.len() < 5 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    let is_kind = |piece: &str| {
        piece.split_once(']').is_some_and(|(kind, after)| {
            let kind = kind.split('/').next().unwrap_or_default();
            SOURCE_KINDS.contains(&kind)
                && after
                    .trim_start_matches('\\')
                    .trim_start()
                    .starts_with(['.', '/', ',', ':'])
        })
    };
    line.split('[').skip(1).any(is_kind)
}

/// Formats `slice`, which stands before `after` in its source. In a line that names a source no sign becomes another.
pub(super) fn format(slice: &str, after: &str, is_source: bool) -> String {
    if !slice.contains(|c: char| !c.is_ascii()) {
        return slice.to_owned();
    }
    let rest_of_line = after.trim_start_matches([' ', '\t']);
    // A bar behind prose ends a cell: a bar that is text would be part of the slice.
    let ends_line = rest_of_line.is_empty() || rest_of_line.starts_with(|c| is_line_end(c) || c == '|');
    let mut chars: Vec<char> = slice.chars().collect();
    if !is_source {
        chars = punctuation(&chars, ends_line);
    }
    half_width(&mut chars, after);
    let chars = without_spaces(&chars);
    spaced(&chars)
}

/// Full-width letters and digits as half-width ones, where they stand in a sentence.
///
/// At the start of a line a number could become an item of a list; next to markup and addresses a letter could
/// become part of them.
fn half_width(chars: &mut [char], after: &str) {
    let mut start = 0;
    while start < chars.len() {
        let n_wide = chars
            .iter()
            .skip(start)
            .take_while(|c| half_of(**c).is_some())
            .count();
        let end = start + n_wide.max(1);
        let lead = start
            .checked_sub(1)
            .and_then(|at| chars.get(at))
            .copied()
            .unwrap_or('\n');
        let follow = chars
            .get(end)
            .copied()
            .or(after.chars().next().filter(|c| c.is_whitespace() || *c == '|'));
        let is_free = match follow {
            Some(c) => !c.is_ascii_punctuation() || end == chars.len(),
            None => after.is_empty(),
        };
        if !is_line_end(lead) && !lead.is_ascii_punctuation() && is_free {
            for c in chars.iter_mut().skip(start).take(n_wide) {
                *c = half_of(*c).unwrap_or(*c);
            }
        }
        start = end;
    }
}

fn half_of(c: char) -> Option<char> {
    match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => char::from_u32(u32::from(c) - 0xFEE0),
        _ => None,
    }
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
        // Between two letters it parts a name: `冯.诺依曼`, `类名.方法名`, `二.跟我学`.
        '.' if after.first().is_some_and(|next| is_cjk(*next)) => false,
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
    let is_text = |c: char| is_word(c) || is_cjk(c);
    let mut out: Vec<char> = Vec::with_capacity(chars.len());
    let mut rest = chars;
    while let Some((&c, after)) = rest.split_first() {
        if c != ' ' {
            out.push(c);
            rest = after;
            continue;
        }
        let n_spaces = rest.iter().take_while(|c| **c == ' ').count();
        let (spaces, behind) = rest.split_at(n_spaces);
        let joins = match (out.last(), behind.first()) {
            (Some(&a), Some(&b)) if is_full_width(a) => is_text(b) || is_full_width(b),
            (Some(&a), Some(&b)) => is_text(a) && is_full_width(b),
            _ => false,
        };
        if !joins {
            out.extend_from_slice(spaces);
        }
        rest = behind;
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
            Some(&last) if is_cjk(last) => is_word(c) || (c == '(' && pairs.binary_search(&at).is_ok()),
            Some(&last) if is_cjk(c) => {
                ends_word(before) || (last == ')' && pairs.binary_search(&(at - 1)).is_ok())
            }
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
    let Some((&end, _)) = rest.split_last() else {
        return false;
    };
    let fits = last != '%' || (end.is_ascii_digit() && rest.len() + 1 == chars.len());
    let word_start = rest.iter().rposition(|c| !is_word(*c));
    let lead = word_start.and_then(|at| rest.get(at)).copied().unwrap_or(' ');
    is_word(end) && fits && !matches!(lead, '$' | '%' | '\\')
}

/// Positions of the parentheses that have their partner in the same line, sorted.
fn parentheses(chars: &[char]) -> Vec<usize> {
    let mut open = Vec::new();
    let mut is_paired = vec![false; chars.len()];
    for (at, &c) in chars.iter().enumerate() {
        match c {
            '(' => open.push(at),
            ')' => {
                for place in open.pop().map(|start| [start, at]).into_iter().flatten() {
                    if let Some(paired) = is_paired.get_mut(place) {
                        *paired = true;
                    }
                }
            }
            c if is_line_end(c) => open.clear(),
            _ => {}
        }
    }
    (0..chars.len())
        .filter(|&at| is_paired.get(at) == Some(&true))
        .collect()
}
