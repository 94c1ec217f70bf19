//! One value: what stands behind a colon, between commas of a list, or behind a dash.

use super::{Value, decimal};

/// A value with the way it was written, so that a change can keep that way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Scalar {
    /// Nothing.
    Empty,
    /// Bare text, trimmed.
    Plain(String),
    /// Text in quotes (`'` or `"`), without them.
    Quoted(char, String),
    /// `[a, b]`; the second field is the source, for keys that expect text.
    Brackets(Vec<String>, String),
    /// Lines of `- a`.
    Dashes(Vec<String>),
    /// `>` or `|` and indented lines below, as they stand there.
    Lines(Style, Vec<String>),
}

/// How the lines of a [`Scalar::Lines`] are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `>`: by spaces; a blank line is a line break.
    Folded,
    /// `|`: by line breaks.
    Literal,
}

impl Style {
    /// The style that `source`, a whole value, announces: `>` or `|`, then at most a sign and a digit.
    pub(super) fn of(source: &str) -> Option<Self> {
        let source = source
            .split_once(" #")
            .map_or(source, |(value, _)| value.trim_end());
        let (style, rest) = match source.strip_prefix('>') {
            Some(rest) => (Self::Folded, rest),
            None => (Self::Literal, source.strip_prefix('|')?),
        };
        let is_header = rest.len() <= 2 && rest.chars().all(|c| matches!(c, '+' | '-' | '1'..='9'));
        is_header.then_some(style)
    }

    /// The text of `lines`: without the indentation of the first one and without line breaks at its end.
    fn join(self, lines: &[String]) -> String {
        let indent_of = |line: &String| line.len() - line.trim_start_matches([' ', '\t']).len();
        let filled = lines.iter().find(|line| !line.trim().is_empty());
        let indent = filled.map_or(0, indent_of);
        let mut out = String::new();
        for line in lines {
            let text = line.get(indent.min(indent_of(line))..).unwrap_or_default();
            match self {
                Self::Folded if text.trim().is_empty() => out.push('\n'),
                Self::Folded => {
                    if !out.is_empty() && !out.ends_with('\n') {
                        out.push(' ');
                    }
                    out.push_str(text.trim_end());
                }
                Self::Literal => {
                    out.push_str(text);
                    out.push('\n');
                }
            }
        }
        out.trim_end().to_owned()
    }
}

impl Scalar {
    /// The value as text; `None` when there is nothing behind the colon.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            Self::Empty => None,
            Self::Plain(text) | Self::Quoted(_, text) | Self::Brackets(_, text) => Some(text.clone()),
            Self::Dashes(items) => Some(items.join(", ")),
            Self::Lines(style, lines) => Some(style.join(lines)),
        }
    }

    /// The value as a list; bare text is split at commas, quoted text is one item.
    pub(super) fn list(&self) -> Vec<String> {
        match self {
            Self::Empty => Vec::new(),
            Self::Plain(text) => {
                let inner = text.strip_prefix('[').unwrap_or(text);
                split_items(inner).unwrap_or_else(|| vec![text.clone()])
            }
            Self::Lines(style, lines) => split_items(&style.join(lines)).unwrap_or_default(),
            Self::Quoted(_, text) => vec![text.clone()],
            Self::Brackets(items, _) | Self::Dashes(items) => items.clone(),
        }
    }

    /// The value as a boolean; quotes make it text.
    pub(super) fn boolean(&self) -> Option<bool> {
        match self {
            Self::Plain(text) if text.eq_ignore_ascii_case("true") => Some(true),
            Self::Plain(text) if text.eq_ignore_ascii_case("false") => Some(false),
            _ => None,
        }
    }

    /// The value by its own looks.
    pub(super) fn value(&self) -> Value {
        match self {
            Self::Empty => Value::Empty,
            Self::Plain(text) => match (self.boolean(), number(text)) {
                (Some(boolean), _) => Value::Boolean(boolean),
                (None, Some(number)) => Value::Number(number),
                (None, None) => Value::Text(text.clone()),
            },
            Self::Quoted(_, text) => Value::Text(text.clone()),
            Self::Lines(style, lines) => Value::Text(style.join(lines)),
            Self::Brackets(items, _) | Self::Dashes(items) => Value::List(items.clone()),
        }
    }
}

/// A decimal number; `inf`, `nan` and other words that Rust would accept are text.
pub(super) fn number(text: &str) -> Option<f64> {
    let looks_decimal = text
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
    let starts_decimal = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'));
    if looks_decimal && starts_decimal {
        decimal::parse(text)
    } else {
        None
    }
}

/// A scalar and the bytes of `source` that it takes; what follows is a comment.
pub(super) struct Read {
    pub(super) scalar: Scalar,
    pub(super) len: usize,
    /// Key of the warning about it.
    pub(super) problem: Option<&'static str>,
}

/// Reads the value that starts at the first byte of `source`, which has no white space at its ends.
pub(super) fn read(source: &str) -> Read {
    match source.chars().next() {
        None => Read {
            scalar: Scalar::Empty,
            len: 0,
            problem: None,
        },
        Some(quote @ ('"' | '\'')) => match quoted(source, quote) {
            Some((text, len)) if ends_value(source, len) => Read {
                scalar: Scalar::Quoted(quote, text),
                len,
                problem: None,
            },
            Some(_) => plain(source, None),
            None => plain(source, Some("frontMatter.unclosedQuote")),
        },
        Some('[') => match brackets(source) {
            Some((items, len, is_nested)) if ends_value(source, len) => {
                list(items, source.get(..len).unwrap_or_default().to_owned(), is_nested)
            }
            Some(_) => plain(source, None),
            None => plain(source, Some("frontMatter.unclosedList")),
        },
        Some('#') => Read {
            scalar: Scalar::Empty,
            len: 0,
            problem: None,
        },
        Some(_) => plain(word_before_comment(source).unwrap_or(source), None),
    }
}

/// `true`, `false` or a number in front of a comment.
/// Behind any other bare text `#` is text, because titles hold it (`C # 入门`).
fn word_before_comment(source: &str) -> Option<&str> {
    let word = source.split([' ', '\t']).next()?;
    let is_boolean = word.eq_ignore_ascii_case("true") || word.eq_ignore_ascii_case("false");
    let rest = source.get(word.len()..)?.trim_start();
    ((is_boolean || number(word).is_some()) && rest.starts_with('#')).then_some(word)
}

/// A list in brackets that was read from `source`.
pub(super) fn list(items: Vec<String>, source: String, is_nested: bool) -> Read {
    Read {
        len: source.len(),
        scalar: Scalar::Brackets(items, source),
        problem: is_nested.then_some("frontMatter.nestedList"),
    }
}

fn plain(source: &str, problem: Option<&'static str>) -> Read {
    Read {
        scalar: Scalar::Plain(source.to_owned()),
        len: source.len(),
        problem,
    }
}

/// Whether a closed value may end at `len`: at the end of the line or before a comment.
fn ends_value(source: &str, len: usize) -> bool {
    let rest = source.get(len..).unwrap_or_default();
    rest.is_empty() || (rest.starts_with([' ', '\t']) && rest.trim_start().starts_with('#'))
}

/// Text of the quoted string at the start of `source`, and its length with quotes.
pub(super) fn quoted(source: &str, quote: char) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut chars = source.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\'' if quote == '\'' && chars.next_if(|(_, next)| *next == '\'').is_some() => text.push('\''),
            c if c == quote => return Some((text, at + c.len_utf8())),
            '\\' if quote == '"' => {
                let (_, escape) = chars.next()?;
                let digits = match escape {
                    'x' => 2,
                    'u' => 4,
                    _ => 0,
                };
                let code: String = (0..digits).filter_map(|_| chars.next().map(|(_, c)| c)).collect();
                push_escape(&mut text, escape, &code);
            }
            c => text.push(c),
        }
    }
    None
}

/// An unknown escape stays as written.
fn push_escape(text: &mut String, escape: char, code: &str) {
    let decoded = match escape {
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        '0' => Some('\0'),
        '"' | '\\' | '/' => Some(escape),
        'x' | 'u' => u32::from_str_radix(code, 16).ok().and_then(char::from_u32),
        _ => None,
    };
    match decoded {
        Some(c) => text.push(c),
        None => {
            text.push('\\');
            text.push(escape);
            text.push_str(code);
        }
    }
}

/// Items of the bracket list at the start of `source`, its length with brackets, and whether it holds other lists, whose
/// items become its own.
pub(super) fn brackets(source: &str) -> Option<(Vec<String>, usize, bool)> {
    let inner = source.get(1..)?;
    let (close, nested) = closing_bracket(inner)?;
    // A bracket of a list inside is a border between items.
    let flat: String = inner
        .get(..close)?
        .char_indices()
        .map(|(at, c)| if nested.binary_search(&at).is_ok() { ',' } else { c })
        .collect();
    Some((split_items(&flat)?, close + 2, !nested.is_empty()))
}

/// Offset of the `]` that is outside quotes, and those of the brackets of the lists before it.
fn closing_bracket(inner: &str) -> Option<(usize, Vec<usize>)> {
    let mut at = 0;
    let mut item_start = true;
    let mut depth = 0_usize;
    let mut nested = Vec::new();
    while let Some(c) = inner.get(at..)?.chars().next() {
        if item_start && matches!(c, '"' | '\'') {
            at += quoted(inner.get(at..)?, c)?.1;
            item_start = false;
            continue;
        }
        if c == ']' && depth == 0 {
            return Some((at, nested));
        }
        let opens = c == '[' && item_start;
        if opens || c == ']' {
            nested.push(at);
            depth = if opens { depth + 1 } else { depth - 1 };
            item_start = opens;
            at += 1;
            continue;
        }
        item_start = is_separator(c) || (item_start && c.is_whitespace());
        at += c.len_utf8();
    }
    None
}

/// The full-width comma separates too: it is what a Chinese keyboard gives.
fn is_separator(c: char) -> bool {
    matches!(c, ',' | '，')
}

/// Items between separators, without quotes and surrounding space; empty bare items are dropped.
fn split_items(inner: &str) -> Option<Vec<String>> {
    let mut items = Vec::new();
    let mut rest = inner.trim();
    while !rest.is_empty() {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let closed = quote.and_then(|quote| quoted(rest, quote));
        let at_separator = |rest: &str| rest.is_empty() || rest.starts_with(is_separator);
        match closed {
            Some((text, len)) if at_separator(rest.get(len..)?.trim_start()) => {
                items.push(text);
                rest = rest.get(len..)?.trim_start();
            }
            _ => {
                let end = rest.find(is_separator).unwrap_or(rest.len());
                let item = rest.get(..end)?.trim();
                if !item.is_empty() {
                    items.push(item.to_owned());
                }
                rest = rest.get(end..)?;
            }
        }
        rest = rest.strip_prefix(is_separator).unwrap_or(rest).trim_start();
    }
    Some(items)
}
