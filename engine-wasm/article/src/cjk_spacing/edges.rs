//! Spaces where Chinese meets Latin with markup between them: `用**Rust**写`, `用[Rust](u)写`, ``用`cargo`写``.
//!
//! The space must stand outside the markup (`用 **Rust** 写`): inside it would end the emphasis.
//! Which side is outside follows from pairing the markup of a paragraph; where it does not pair, nothing is added.

use std::ops::Range;

use super::prose::{ends_word, is_word};
use crate::script::is_cjk;

/// A piece of the source between two slices of prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Open,
    Close,
    /// A code span or a formula: it stands like a Latin word.
    Code,
    /// Anything else: no space is put next to it.
    Other,
}

/// Byte offsets at which a space is to be put, in order.
pub(super) fn spaces(text: &str, prose: &[Range<usize>]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut paragraph = Paragraph::default();
    let (mut before, mut at) = ("", 0);
    for range in prose {
        let gap = text.get(at..range.start).unwrap_or_default();
        let after = text.get(range.clone()).unwrap_or_default();
        match paragraph_break(gap) {
            Some((end, start)) => {
                paragraph.read_gap(gap.get(..end).unwrap_or_default(), at, before, "");
                paragraph.finish(&mut found);
                paragraph.read_gap(gap.get(start..).unwrap_or_default(), at + start, "", after);
            }
            None => paragraph.read_gap(gap, at, before, after),
        }
        (before, at) = (after, range.end);
    }
    let gap = text.get(at..).unwrap_or_default();
    let end = gap.find(['\n', '\r', '|']).unwrap_or(gap.len());
    paragraph.read_gap(gap.get(..end).unwrap_or_default(), at, before, "");
    paragraph.finish(&mut found);
    found
}

/// Where a gap leaves one paragraph and where it enters the next: around a blank line, a bar between cells,
/// or the end of a line before the marker of another block.
fn paragraph_break(gap: &str) -> Option<(usize, usize)> {
    let is_break = |c: char| matches!(c, '\n' | '\r' | '|');
    let end = gap.find(is_break)?;
    let start = gap.rfind(is_break)?;
    let n_lines = gap.matches('\n').count().max(gap.matches('\r').count());
    let line = gap.get(end..)?.trim();
    let has_marker = line.contains(|c: char| c.is_alphanumeric() || matches!(c, '>' | '#' | '-'));
    (n_lines > 1 || gap.contains('|') || has_marker).then_some((end, start))
}

/// What is known of the paragraph so far.
#[derive(Debug, Default)]
struct Paragraph<'t> {
    open: Vec<&'t str>,
    is_broken: bool,
    spaces: Vec<usize>,
    /// Searches in the current gap that reached its end, see [`MAX_VAIN_SEARCHES`].
    n_vain: usize,
}

/// After so many searches for an end that is not there, the rest of a gap is not read: its paragraph gets no spaces.
const MAX_VAIN_SEARCHES: usize = 16;

impl<'t> Paragraph<'t> {
    fn finish(&mut self, found: &mut Vec<usize>) {
        if self.open.is_empty() && !self.is_broken {
            found.append(&mut self.spaces);
        }
        *self = Self::default();
    }

    /// Reads the markup between two slices and notes the space it wants.
    fn read_gap(&mut self, gap: &'t str, start: usize, before: &str, after: &str) {
        let mut pieces = Vec::new();
        let mut rest = gap;
        self.n_vain = 0;
        while !rest.is_empty() {
            let (piece, len) = self.piece(rest);
            pieces.push((piece, start + gap.len() - rest.len(), len));
            rest = rest.get(len..).unwrap_or_default();
        }
        let code_first = pieces.iter().position(|(piece, ..)| *piece == Piece::Code);
        let code_last = pieces.iter().rposition(|(piece, ..)| *piece == Piece::Code);
        let (Some(first), Some(last)) = (code_first, code_last) else {
            self.note(&pieces, start, side(before, true), side(after, false));
            return;
        };
        let code_end = pieces.get(last).map_or(start, |(_, at, len)| at + len);
        self.note(
            pieces.get(..first).unwrap_or_default(),
            start,
            side(before, true),
            Side::Latin,
        );
        self.note(
            pieces.get(last + 1..).unwrap_or_default(),
            code_end,
            Side::Latin,
            side(after, false),
        );
    }

    /// The space between `before` and `after`: behind what closes, before what opens.
    fn note(&mut self, pieces: &[(Piece, usize, usize)], start: usize, before: Side, after: Side) {
        let meets = matches!(
            (before, after),
            (Side::Chinese, Side::Latin) | (Side::Latin, Side::Chinese)
        );
        let n_close = pieces
            .iter()
            .take_while(|(piece, ..)| *piece == Piece::Close)
            .count();
        let (closing, opening) = pieces.split_at(n_close);
        if meets && opening.iter().all(|(piece, ..)| *piece == Piece::Open) {
            self.spaces
                .push(closing.last().map_or(start, |(_, at, len)| at + len));
        }
    }

    /// The piece at the start of `rest`, and its length.
    fn piece(&mut self, rest: &'t str) -> (Piece, usize) {
        let first = rest.chars().next().unwrap_or(' ');
        match first {
            '*' | '_' | '~' | '=' | '+' => {
                let run = rest.get(..run_len(rest)).unwrap_or_default();
                (self.delimiter(run), run.len())
            }
            '`' | '$' => {
                let len = fenced_len(rest, run_len(rest));
                self.is_broken |= len.is_none();
                (Piece::Code, len.unwrap_or(rest.len()))
            }
            '\\' => (
                Piece::Other,
                rest.char_indices().nth(2).map_or(rest.len(), |(at, _)| at),
            ),
            '<' => self.enclosed(rest, rest.find('>')),
            '!' if rest.starts_with("![") => self.enclosed(rest, image_len(rest)),
            '[' if rest.starts_with("[[") => self.enclosed(rest, rest.find("]]").map(|at| at + 2)),
            '[' if !rest.starts_with("[^") => {
                self.open.push("[");
                (Piece::Open, 1)
            }
            ']' => self.link_end(rest),
            c if c.is_ascii_alphanumeric() => {
                let ends = |c: char| c.is_whitespace() || !c.is_ascii();
                (Piece::Other, rest.find(ends).unwrap_or(rest.len()))
            }
            _ => (Piece::Other, first.len_utf8()),
        }
    }

    /// A tag (up to its `>`) or an image of `len` bytes; its first character alone when it has no end.
    fn enclosed(&mut self, rest: &str, len: Option<usize>) -> (Piece, usize) {
        if let Some(len) = len {
            return (Piece::Other, len);
        }
        self.n_vain += 1;
        if self.n_vain < MAX_VAIN_SEARCHES {
            return (Piece::Other, 1);
        }
        self.is_broken = true;
        (Piece::Other, rest.len())
    }

    fn delimiter(&mut self, run: &'t str) -> Piece {
        if self.open.last() == Some(&run) {
            self.open.pop();
            return Piece::Close;
        }
        self.is_broken |= self.open.contains(&run);
        self.open.push(run);
        Piece::Open
    }

    /// `](…)`, `][…]` or `]`.
    fn link_end(&mut self, rest: &str) -> (Piece, usize) {
        if self.open.pop() != Some("[") {
            self.is_broken = true;
            return (Piece::Other, 1);
        }
        let close = match rest.get(1..2) {
            Some("(") => closing_parenthesis(rest),
            Some("[") => rest.get(1..).and_then(|rest| rest.find(']')).map(|end| end + 2),
            _ => Some(1),
        };
        self.is_broken |= close.is_none();
        (Piece::Close, close.unwrap_or(rest.len()))
    }
}

/// Bytes at the start of `rest` that equal its first, which is ASCII.
fn run_len(rest: &str) -> usize {
    let first = rest.bytes().next();
    rest.bytes().take_while(|byte| Some(*byte) == first).count()
}

/// Length of the span between equal runs of `n_same` characters at the start of `rest`.
fn fenced_len(rest: &str, n_same: usize) -> Option<usize> {
    let (fence, inner) = rest.split_at(n_same.min(rest.len()));
    let mut at = 0;
    while let Some(found) = inner.get(at..).and_then(|inner| inner.find(fence)) {
        let start = at + found;
        let run = inner
            .get(start..)
            .unwrap_or_default()
            .bytes()
            .take_while(|b| fence.as_bytes().contains(b))
            .count();
        if run == n_same {
            return Some(n_same + start + run);
        }
        at = start + run;
    }
    None
}

/// Length of the image at the start of `rest`.
fn image_len(rest: &str) -> Option<usize> {
    let close = rest.find("](")?;
    closing_parenthesis(rest.get(close..)?).map(|len| close + len)
}

/// Length of `](…)` at the start of `rest`; parentheses inside the address pair.
fn closing_parenthesis(rest: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in rest.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + 1),
            ')' => depth = depth.saturating_sub(1),
            '\n' | '\r' => return None,
            _ => {}
        }
    }
    None
}

/// The kind of character that a slice has next to the markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Chinese,
    Latin,
    Neither,
}

fn side(slice: &str, is_end: bool) -> Side {
    let edge = if is_end {
        slice.chars().next_back()
    } else {
        slice.chars().next()
    };
    match edge {
        Some(c) if is_cjk(c) => Side::Chinese,
        Some(_) if is_end && ends_word(&slice.chars().collect::<Vec<_>>()) => Side::Latin,
        Some(c) if !is_end && is_word(c) => Side::Latin,
        _ => Side::Neither,
    }
}
