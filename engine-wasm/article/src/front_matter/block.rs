//! Finds the block and cuts it into entries, with the byte ranges that writing back needs.

use std::collections::BTreeMap;
use std::ops::Range;

use super::scalar::{self, Read, Scalar, Style};
use crate::warning::Warning;

/// Line that opens and closes the block.
pub(super) const FENCE: &str = "---";
const BOM: char = '\u{FEFF}';

/// Keys that the product gives a meaning. Source: specification §3, Front matter fields.
pub(super) const KNOWN_KEYS: [&str; 6] = ["title", "sidebar_label", "date", "tags", "draft", "router_path"];

/// Bytes of the byte order mark at the start of `text`.
pub(super) fn bom_len(text: &str) -> usize {
    if text.starts_with(BOM) { BOM.len_utf8() } else { 0 }
}

/// One line: its text without ending, and the byte offsets around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    /// Offset after the line ending.
    pub(super) end: usize,
    /// Counted from 1.
    pub(super) number: u32,
}

/// Lines from byte `start` on; LF, CRLF and CR end a line, as in Markdown.
pub(super) fn lines(text: &str, start: usize) -> impl Iterator<Item = Line<'_>> {
    let mut at = start;
    let mut number = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let ending = match rest.get(len..)? {
            after if after.starts_with("\r\n") => 2,
            "" => 0,
            _ => 1,
        };
        number += 1;
        let line = Line {
            text: rest.get(..len)?,
            start: at,
            end: at + len + ending,
            number,
        };
        at = line.end;
        Some(line)
    })
}

/// One `key: value`.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) scalar: Scalar,
    /// Line of the key.
    pub(super) line: u32,
    /// Bytes of the value in the key's line, without a comment behind it.
    pub(super) value: Range<usize>,
    /// Bytes of the key's line and of what belongs to it below (items, indented lines), endings included.
    pub(super) lines: Range<usize>,
    /// Bytes of the `- item` lines; empty when there are none.
    pub(super) items: Range<usize>,
}

/// The block of a document.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) entries: Vec<Entry>,
    pub(super) warnings: Vec<Warning>,
    /// Offset of the closing fence.
    pub(super) close: usize,
    /// Offset after the closing fence's line ending: the body.
    pub(super) end: usize,
    /// Line at `end`, counted from 1.
    pub(super) end_line: u32,
    /// Keys of the entries, with the line of the last one.
    keys: BTreeMap<String, usize>,
    /// Whether an indented or dashed line would belong to the last entry.
    continues: bool,
}

impl Block {
    /// The block at the top of `text`, if there is one.
    pub(super) fn find(text: &str) -> Option<Self> {
        let mut all = lines(text, bom_len(text));
        if all.next()?.text.trim_end() != FENCE {
            return None;
        }
        let mut inner = Vec::new();
        let close = loop {
            let line = all.next()?;
            if line.text.trim_end() == FENCE {
                break line;
            }
            inner.push(line);
        };
        let mut block = Self {
            entries: Vec::new(),
            warnings: Vec::new(),
            close: close.start,
            end: close.end,
            end_line: close.number + 1,
            keys: BTreeMap::new(),
            continues: false,
        };
        let mut rest = inner.as_slice();
        while let Some((line, below)) = rest.split_first() {
            let n_taken = block.read_line(*line, below);
            rest = below.get(n_taken..).unwrap_or_default();
        }
        let only_blank = inner.iter().all(|line| line.text.trim().is_empty());
        (only_blank || !block.entries.is_empty()).then_some(block)
    }

    /// Reads `line`, and says how many of the lines `below` belong to its value.
    fn read_line(&mut self, line: Line<'_>, below: &[Line<'_>]) -> usize {
        let trimmed = line.text.trim();
        if self.read_text_line(line) || trimmed.is_empty() || trimmed.starts_with('#') || self.read_item(line)
        {
            return 0;
        }
        if let Some((key, value_at)) = split_key(line.text) {
            return self.push_entry(line, key, value_at, below);
        }
        self.read_malformed(line, trimmed);
        0
    }

    /// An indented or dashed line goes where its key goes, so that it can never fall to another key.
    ///
    /// Below a key that means nothing here it may be anything: other tools nest maps there.
    fn read_malformed(&mut self, line: Line<'_>, trimmed: &str) {
        let belongs = self.continues && line.text.starts_with([' ', '\t', '-']);
        let entry = self.entries.last_mut().filter(|_| belongs);
        let is_known = entry
            .as_ref()
            .is_none_or(|entry| KNOWN_KEYS.contains(&entry.key.as_str()));
        match entry {
            Some(entry) => entry.lines.end = line.end,
            None => self.continues = false,
        }
        if is_known {
            self.warn("frontMatter.malformedLine", line.number, trimmed);
        }
    }

    fn push_entry(&mut self, line: Line<'_>, key: &str, value_at: usize, below: &[Line<'_>]) -> usize {
        let rest = line.text.get(value_at..).unwrap_or_default();
        let source = rest.trim();
        let start = line.start + value_at + (rest.len() - rest.trim_start().len());
        let value = Line {
            text: source,
            start,
            ..line
        };
        let mut end = line.end;
        let mut n_taken = 0;
        let read = match Style::of(source) {
            _ if let Some(list) = list_over_lines(value, below) => {
                n_taken = list.n_below;
                end = list.end;
                list.read
            }
            Some(style) => text_lines(style, source),
            None => scalar::read(source),
        };
        if let Some(problem) = read.problem {
            self.warn(problem, line.number, key);
        }
        if self.keys.insert(key.to_owned(), line.number as usize).is_some() {
            self.warn("frontMatter.duplicateKey", line.number, key);
        }
        self.continues = true;
        self.entries.push(Entry {
            key: key.to_owned(),
            scalar: read.scalar,
            line: line.number,
            value: start..start + read.len,
            lines: line.start..end,
            items: end..end,
        });
        n_taken
    }

    /// Takes a blank or indented line below a `>` or `|`.
    fn read_text_line(&mut self, line: Line<'_>) -> bool {
        let is_blank = line.text.trim().is_empty();
        let Some(entry) = self.entries.last_mut().filter(|_| self.continues) else {
            return false;
        };
        let Scalar::Lines(_, lines) = &mut entry.scalar else {
            return false;
        };
        if !is_blank && !line.text.starts_with([' ', '\t']) {
            self.continues = false;
            return false;
        }
        lines.push(line.text.to_owned());
        if !is_blank {
            entry.lines.end = line.end;
        }
        true
    }

    /// Takes a `- item` line below a key without a value.
    fn read_item(&mut self, line: Line<'_>) -> bool {
        let Some(item) = item(line.text) else {
            return false;
        };
        let Some(entry) = self.entries.last_mut().filter(|_| self.continues) else {
            return false;
        };
        if entry.scalar == Scalar::Empty {
            entry.scalar = Scalar::Dashes(Vec::new());
        }
        let Scalar::Dashes(items) = &mut entry.scalar else {
            return false;
        };
        items.extend(item.text());
        entry.lines.end = line.end;
        if entry.items.is_empty() {
            entry.items.start = line.start;
        }
        entry.items.end = line.end;
        true
    }

    fn warn(&mut self, key: &str, line: u32, detail: &str) {
        self.warnings.push(Warning::new(key, line).with_detail(detail));
    }
}

/// A value of the lines below `source`.
fn text_lines(style: Style, source: &str) -> Read {
    let header = source.split_once(" #").map_or(source, |(header, _)| header);
    Read {
        scalar: Scalar::Lines(style, Vec::new()),
        len: header.trim_end().len(),
        problem: None,
    }
}

/// The value of a `- item` line. A comment may follow it.
pub(super) fn item(line: &str) -> Option<Scalar> {
    let rest = line.trim().strip_prefix('-')?;
    if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    let item = scalar::read(rest.trim()).scalar;
    Some(match item {
        Scalar::Plain(text) => match text.split_once(" #") {
            Some((text, _)) => Scalar::Plain(text.trim_end().to_owned()),
            None => Scalar::Plain(text),
        },
        item => item,
    })
}

/// A list that closes in a line below its key.
struct LongList {
    read: Read,
    n_below: usize,
    /// Offset after the line ending of its last line.
    end: usize,
}

/// The list that begins with `value` and closes in one of the lines `below`. A line with a key ends the search.
fn list_over_lines(value: Line<'_>, below: &[Line<'_>]) -> Option<LongList> {
    if !value.text.starts_with('[') || scalar::brackets(value.text).is_some() {
        return None;
    }
    let below = below.iter().take_while(|line| split_key(line.text).is_none());
    let lines: Vec<&Line<'_>> = std::iter::once(&value).chain(below).collect();
    // As long as what it stands for, with spaces for comments and line endings.
    let mut source = String::new();
    for line in &lines {
        source.push_str(without_comment(line.text));
        source.extend(std::iter::repeat_n(' ', line.end - value.start - source.len()));
    }
    let (items, len, is_nested) = scalar::brackets(&source)?;
    let n_below = lines.partition_point(|line| line.end < value.start + len);
    let end = lines.get(n_below)?.end;
    let text = source.get(..len)?.to_owned();
    let is_last = source.get(len..end - value.start)?.trim().is_empty();
    is_last.then(|| LongList {
        read: scalar::list(items, text, is_nested),
        n_below,
        end,
    })
}

/// `line` up to a comment, which begins behind white space and outside of quotes.
fn without_comment(line: &str) -> &str {
    let mut quotes = [('"', false), ('\'', false)];
    let mut last = ' ';
    for (at, c) in line.char_indices() {
        if c == '#' && matches!(last, ' ' | '\t') && quotes.iter().all(|(_, is_open)| !is_open) {
            return line.get(..at).unwrap_or(line);
        }
        for (quote, is_open) in &mut quotes {
            *is_open ^= c == *quote;
        }
        last = c;
    }
    line
}

/// The key of a line, which may stand in quotes, and the offset behind its colon; `None` for an indented or malformed
/// line.
fn split_key(line: &str) -> Option<(&str, usize)> {
    let (before, after) = line.split_once(':')?;
    let key = before.trim_end();
    let in_quotes = |quote| key.strip_prefix(quote)?.strip_suffix(quote);
    let key = in_quotes('"').or_else(|| in_quotes('\'')).unwrap_or(key);
    // `https://…` alone in a line is a link, not the key `https`. Behind several words a colon without a space is prose.
    let is_value = !after.starts_with("//")
        && (!key.contains(' ') || after.is_empty() || after.starts_with([' ', '\t']));
    (is_key(key) && is_value).then_some((key, before.len() + 1))
}

/// So many words a key may have, as in Obsidian's `date created`.
const MAX_WORDS: usize = 4;

/// Letters, digits, `_`, `-` and `.`, the first a letter or `_`; a few such words, each one space behind the other.
pub(super) fn is_key(key: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
    };
    key.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && key.split(' ').all(is_word)
        && key.split(' ').count() <= MAX_WORDS
}
