//! Finds the block and cuts it into entries, with the byte ranges that writing back needs.

use std::collections::BTreeMap;
use std::ops::Range;

use super::scalar::{self, Read, Scalar, Style};
use crate::warning::Warning;

/// Line that opens and closes the block.
pub(super) const FENCE: &str = "---";
const BOM: char = '\u{FEFF}';

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
        for line in &inner {
            block.read_line(*line);
        }
        let only_blank = inner.iter().all(|line| line.text.trim().is_empty());
        (only_blank || !block.entries.is_empty()).then_some(block)
    }

    fn read_line(&mut self, line: Line<'_>) {
        let trimmed = line.text.trim();
        if self.read_text_line(line) || trimmed.is_empty() || trimmed.starts_with('#') || self.read_item(line)
        {
            return;
        }
        match split_key(line.text) {
            Some((key, value_at)) => self.push_entry(line, key, value_at),
            None => self.read_malformed(line, trimmed),
        }
    }

    /// An indented or dashed line goes where its key goes, so that it can never fall to another key.
    fn read_malformed(&mut self, line: Line<'_>, trimmed: &str) {
        self.warn("frontMatter.malformedLine", line.number, trimmed);
        let belongs = line.text.starts_with([' ', '\t', '-']);
        match self.entries.last_mut() {
            Some(entry) if belongs && self.continues => entry.lines.end = line.end,
            _ => self.continues = false,
        }
    }

    fn push_entry(&mut self, line: Line<'_>, key: &str, value_at: usize) {
        let rest = line.text.get(value_at..).unwrap_or_default();
        let source = rest.trim();
        let start = line.start + value_at + (rest.len() - rest.trim_start().len());
        let read = match Style::of(source) {
            Some(style) => Read {
                scalar: Scalar::Lines(style, Vec::new()),
                len: source
                    .find(" #")
                    .map_or(source, |at| source.get(..at).unwrap_or_default())
                    .trim_end()
                    .len(),
                problem: None,
            },
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
            lines: line.start..line.end,
            items: line.end..line.end,
        });
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

/// The key of a line and the offset behind its colon; `None` for an indented or malformed line.
fn split_key(line: &str) -> Option<(&str, usize)> {
    let (before, after) = line.split_once(':')?;
    let key = before.trim_end();
    // `https://…` alone in a line is a link, not the key `https`.
    (is_key(key) && !after.starts_with("//")).then_some((key, before.len() + 1))
}

/// Letters, digits, `_`, `-` and `.`, the first a letter or `_`.
pub(super) fn is_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}
