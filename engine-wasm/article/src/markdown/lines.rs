//! A look at the source line by line, before the parser: which lines are prose, which are code or HTML, and
//! where formula blocks stand.
//!
//! It knows block quotes, list items, fences and HTML blocks well enough to leave their content alone; it
//! decides nothing else. Where it errs, a `$$` or `:::` line keeps the meaning that plain Markdown gives it.

use std::ops::Range;

use super::html_block::{self, HtmlBlock};
use super::math;

/// What a line is to the pre-pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Markdown text, a blank line included.
    Prose,
    /// Inside code or an HTML block.
    Verbatim,
    /// First line of a formula block; the number is its place in [`Outline::formulas`].
    FormulaStart(usize),
    /// Between the first and the last line of a formula block.
    FormulaInside,
    /// Last line of a formula block, whose first line is indented this far behind its quote marks.
    FormulaEnd(usize),
}

/// One line of the source.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// Bytes of the line, without its line ending.
    pub(crate) range: Range<usize>,
    /// First byte after quote marks, list markers and indentation.
    pub(crate) content: usize,
    /// Number of quote marks before the content.
    pub(crate) quotes: usize,
    /// What the line is.
    pub(crate) kind: Kind,
}

/// The lines of a source, and the formula blocks among them.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// Every line, in order.
    pub(crate) lines: Vec<Line>,
    /// TeX of the formula blocks, in order.
    pub(crate) formulas: Vec<String>,
    /// A formula block does not end.
    pub(crate) has_open_formula: bool,
}

impl Outline {
    /// Reads `text`.
    pub(crate) fn of(text: &str) -> Self {
        let ranges = line_ranges(text);
        let mut scan = Scan {
            text,
            ranges: &ranges,
            ..Scan::default()
        };
        let mut at = 0;
        while at < ranges.len() {
            at = scan.step(at);
        }
        scan.outline
    }
}

/// Byte ranges of the lines of `text`, line endings left out.
pub(crate) fn line_ranges(text: &str) -> Vec<Range<usize>> {
    let has_returns = text.contains('\r');
    let mut ranges = Vec::new();
    let mut start = 0;
    for with_ending in text.split_inclusive('\n') {
        let line = with_ending.strip_suffix('\n').unwrap_or(with_ending);
        if has_returns {
            let line = line.strip_suffix('\r').unwrap_or(line);
            let mut piece_start = start;
            for piece in line.split('\r') {
                ranges.push(piece_start..piece_start + piece.len());
                piece_start += piece.len() + 1;
            }
        } else {
            ranges.push(start..start + line.len());
        }
        start += with_ending.len();
    }
    ranges
}

/// What stands before the content of a line.
#[derive(Debug, Clone, Copy, Default)]
struct Prefix {
    quotes: usize,
    /// Column of the content, counted from the last quote mark.
    indent: usize,
    /// Byte offset of the content in the line.
    content: usize,
    /// Content column of the innermost list item that starts on this line, counted from the quote mark.
    item: Option<usize>,
}

/// Reads up to `max_quotes` quote marks, and list markers when `markers`, on a line in a list item whose
/// content starts at column `item`.
fn prefix(line: &str, max_quotes: usize, markers: bool, item: usize) -> Prefix {
    let bytes = line.as_bytes();
    let mut found = Prefix::default();
    let mut allowed = item + 4;
    loop {
        let start = found.indent;
        while let Some(byte @ (b' ' | b'\t')) = bytes.get(found.content) {
            found.indent = if *byte == b'\t' {
                (found.indent / 4 + 1) * 4
            } else {
                found.indent + 1
            };
            found.content += 1;
        }
        if found.indent - start >= allowed {
            return found;
        }
        let rest = bytes.get(found.content..).unwrap_or_default();
        if rest.first() == Some(&b'>') && found.quotes < max_quotes {
            found.quotes += 1;
            found.content += if rest.get(1) == Some(&b' ') { 2 } else { 1 };
            (found.indent, found.item) = (0, None);
        } else if markers && let Some(len) = marker_len(rest) {
            found.content += len;
            found.indent += len;
            found.item = Some(found.indent);
        } else {
            return found;
        }
        allowed = 4;
    }
}

/// Length of the first `n_quotes` quote marks of `line`, with the space behind the last one.
fn quotes_len(line: &str, n_quotes: usize) -> usize {
    let Some(last) = n_quotes.checked_sub(1) else {
        return 0;
    };
    let behind = line.match_indices('>').nth(last).map_or(0, |(at, _)| at + 1);
    let has_space = line.get(behind..).is_some_and(|rest| rest.starts_with(' '));
    behind + usize::from(has_space)
}

/// Whether `content` is nothing but the colons that close a container.
fn is_closing(content: &str) -> bool {
    content.starts_with(":::") && content.trim_end().bytes().all(|byte| byte == b':')
}

/// Length of the list marker at the start of `bytes`, the space after it included.
fn marker_len(bytes: &[u8]) -> Option<usize> {
    let digits = bytes
        .iter()
        .take(9)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let len = match (digits, bytes.get(digits)?) {
        (0, b'-' | b'+' | b'*') => 1,
        (1.., b'.' | b')') => digits + 1,
        _ => return None,
    };
    matches!(bytes.get(len), Some(b' ' | b'\t')).then_some(len + 1)
}

/// The line that opens a code block. Source: CommonMark 0.31.2, fenced code blocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fence {
    mark: u8,
    len: usize,
}

impl Fence {
    /// The fence that a line without its indentation is.
    pub(crate) fn opened_by(content: &str) -> Option<Self> {
        let mark = *content.as_bytes().first()?;
        let (len, info) = run(content, mark);
        let is_fence = mark == b'~' || (mark == b'`' && !info.contains('`'));
        (len >= 3 && is_fence).then_some(Self { mark, len })
    }

    /// Whether a line that is not indented as code is, its indentation left out, ends the block.
    pub(crate) fn is_closed_by(self, content: &str) -> bool {
        let (len, rest) = run(content, self.mark);
        len >= self.len && rest.trim().is_empty()
    }
}

/// How often `content` begins with `mark`, and what stands behind.
fn run(content: &str, mark: u8) -> (usize, &str) {
    let len = content.bytes().take_while(|&byte| byte == mark).count();
    (len, content.get(len..).unwrap_or_default())
}

/// A pair of marks that encloses a formula block.
const FORMULA_MARKS: [(&str, &str); 2] = [("$$", "$$"), ("\\[", "\\]")];

#[derive(Default)]
struct Scan<'t> {
    text: &'t str,
    ranges: &'t [Range<usize>],
    outline: Outline,
    fence: Option<Fence>,
    html: Option<HtmlBlock>,
    quotes: usize,
    items: Vec<usize>,
    in_paragraph: bool,
    /// Containers that are open, as far as their colons tell.
    n_containers: usize,
    /// For each pair of [`FORMULA_MARKS`]: openers before this line have no closer.
    no_closer_before: [usize; 2],
}

impl<'t> Scan<'t> {
    fn line(&self, at: usize) -> &'t str {
        self.ranges
            .get(at)
            .and_then(|range| self.text.get(range.clone()))
            .unwrap_or_default()
    }

    fn push(&mut self, at: usize, found: Prefix, kind: Kind) {
        if let Some(range) = self.ranges.get(at) {
            self.outline.lines.push(Line {
                range: range.clone(),
                content: range.start + found.content,
                quotes: found.quotes,
                kind,
            });
        }
    }

    /// Takes the line `at`, or the whole formula block that it opens, and says which line comes next.
    fn step(&mut self, at: usize) -> usize {
        let line = self.line(at);
        if self.takes_verbatim(line) {
            self.push(at, Prefix::default(), Kind::Verbatim);
            return at + 1;
        }
        let found = prefix(line, usize::MAX, true, self.item());
        let content = line.get(found.content..).unwrap_or_default();
        if content.trim().is_empty() {
            self.in_paragraph = false;
            self.push(at, found, Kind::Prose);
            return at + 1;
        }
        if self.enter(found) {
            // Code, or a line of a paragraph, whatever it begins with.
            let kind = if self.in_paragraph {
                Kind::Prose
            } else {
                Kind::Verbatim
            };
            self.push(at, Prefix { content: 0, ..found }, kind);
            return at + 1;
        }
        if self.opens_verbatim(content) {
            self.in_paragraph = false;
            self.push(at, found, Kind::Verbatim);
            return at + 1;
        }
        if let Some(next) = self.formula(at, found, content) {
            self.in_paragraph = false;
            return next;
        }
        self.in_paragraph = true;
        self.follow_container(content);
        self.push(at, found, Kind::Prose);
        at + 1
    }

    /// Counts the containers that `content` opens or closes.
    fn follow_container(&mut self, content: &str) {
        if is_closing(content) {
            self.n_containers = self.n_containers.saturating_sub(1);
        } else if content.starts_with(":::") {
            self.n_containers += 1;
        }
    }

    /// Content column of the innermost list item.
    fn item(&self) -> usize {
        self.items.last().copied().unwrap_or(0)
    }

    /// Whether the open fence or HTML block takes `line`; closes them when the line, their quote or their item does.
    fn takes_verbatim(&mut self, line: &str) -> bool {
        if self.fence.is_none() && self.html.is_none() {
            return false;
        }
        let item = self.item();
        let found = prefix(line, self.quotes, false, item);
        let content = line.get(found.content..).unwrap_or_default();
        let left_item = !content.is_empty() && found.indent < item;
        if found.quotes < self.quotes || left_item {
            (self.fence, self.html) = (None, None);
            return false;
        }
        let is_near = found.indent < item + 4;
        if let Some(fence) = self.fence {
            if is_near && fence.is_closed_by(content) {
                self.fence = None;
            }
            return true;
        }
        match self.html {
            // The parser looks for the end of the container before it reads HTML.
            Some(HtmlBlock::UntilBlank)
                if content.is_empty() || (self.n_containers > 0 && is_near && is_closing(content)) =>
            {
                self.html = None;
                false
            }
            Some(HtmlBlock::Until(end)) if line.contains(end) => {
                self.html = None;
                true
            }
            _ => true,
        }
    }

    /// Follows quotes and lists, and says whether the content is indented like code.
    fn enter(&mut self, found: Prefix) -> bool {
        if found.quotes != self.quotes {
            self.quotes = found.quotes;
            self.items.clear();
            self.in_paragraph = false;
        }
        if let Some(item) = found.item {
            self.items.retain(|&column| column < item);
            self.items.push(item);
            self.in_paragraph = false;
            return false;
        }
        while self.items.last().is_some_and(|&column| found.indent < column) {
            self.items.pop();
        }
        found.indent >= self.item() + 4
    }

    /// Whether `content` opens a fence or an HTML block; remembers which.
    fn opens_verbatim(&mut self, content: &str) -> bool {
        if content.starts_with('<') {
            let Some(html) = html_block::opened_by(content, self.in_paragraph) else {
                return false;
            };
            match html {
                HtmlBlock::Until(end) if content.contains(end) => {}
                _ => self.html = Some(html),
            }
            return true;
        }
        self.fence = Fence::opened_by(content);
        self.fence.is_some()
    }

    /// Takes the formula block that starts at line `at`, if one does, and gives the line after it.
    fn formula(&mut self, at: usize, found: Prefix, content: &str) -> Option<usize> {
        for (no_closer_before, (open, close)) in self.no_closer_before.iter_mut().zip(FORMULA_MARKS) {
            let Some(first) = content.strip_prefix(open) else {
                continue;
            };
            if first.contains(close) || *no_closer_before > at {
                continue;
            }
            let search = Search {
                text: self.text,
                ranges: self.ranges,
                quotes: found.quotes,
                item: self.items.last().copied().unwrap_or(0),
                close,
            };
            match search.run(at, first) {
                Ok((tex, end)) => {
                    self.push(at, found, Kind::FormulaStart(self.outline.formulas.len()));
                    self.outline.formulas.push(tex);
                    for inside in at + 1..end {
                        let line_prefix = prefix(self.line(inside), found.quotes, false, self.item());
                        self.push(inside, line_prefix, Kind::FormulaInside);
                    }
                    // Indented as the first line, it stands in the same item, wherever the author wrote it.
                    let quotes = Prefix {
                        content: quotes_len(self.line(end), found.quotes),
                        ..found
                    };
                    self.push(end, quotes, Kind::FormulaEnd(found.indent));
                    return Some(end + 1);
                }
                Err(stopped) => {
                    *no_closer_before = stopped;
                    self.outline.has_open_formula = true;
                }
            }
        }
        None
    }
}

/// Looks for the last line of a formula block.
struct Search<'t> {
    text: &'t str,
    ranges: &'t [Range<usize>],
    quotes: usize,
    item: usize,
    close: &'static str,
}

impl Search<'_> {
    /// The TeX and the last line, or the line at which the search gave up.
    fn run(&self, at: usize, first: &str) -> Result<(String, usize), usize> {
        let mut tex = vec![first.trim()];
        let mut is_behind_blank = false;
        for (number, range) in self.ranges.iter().enumerate().skip(at + 1) {
            let line = self.text.get(range.clone()).unwrap_or_default();
            let found = prefix(line, self.quotes, false, self.item);
            if found.quotes < self.quotes {
                return Err(number);
            }
            let content = line.get(found.content..).unwrap_or_default().trim_end();
            let is_outside = !content.is_empty() && found.indent < self.item;
            if is_outside && (is_behind_blank || marker_len(content.as_bytes()).is_some()) {
                return Err(number);
            }
            is_behind_blank = content.is_empty();
            if let Some(last) = content.strip_suffix(self.close)
                && !last.contains(self.close)
            {
                tex.push(last.trim_end());
                let tex = tex.join("\n").trim().to_owned();
                if self.close == "\\]" && math::is_no_tex(&tex) {
                    return Err(number);
                }
                return Ok((tex, number));
            }
            if content.contains(self.close) {
                return Err(number);
            }
            tex.push(content);
        }
        Err(self.ranges.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> String {
        let letter = |line: &Line| match line.kind {
            Kind::Prose => 'p',
            Kind::Verbatim => 'v',
            Kind::FormulaStart(_) => '(',
            Kind::FormulaInside => '|',
            Kind::FormulaEnd(_) => ')',
        };
        Outline::of(text).lines.iter().map(letter).collect()
    }

    #[test]
    fn a_formula_block_may_hold_blank_lines_and_marks() {
        assert_eq!(kinds("a\n$$\nx\n\n- y\n= z\n$$\nb"), "p(||||)p");
        assert_eq!(Outline::of("$$ x\n\ny $$").formulas, ["x\n\ny"]);
        assert_eq!(Outline::of("> $$\n> x\n>\n> y\n> $$").formulas, ["x\n\ny"]);
        assert_eq!(Outline::of("- \\[\n  x\n  \\]").formulas, ["x"]);
    }

    #[test]
    fn a_formula_block_in_an_item_may_end_at_the_margin_and_not_behind_the_item() {
        assert_eq!(kinds("- a\n  $$\n  x\n$$\n\n$$\ny\n$$"), "p(|)p(|)");
        assert_eq!(kinds("- $$\nx\n$$\n$$"), "(|)p");
        assert_eq!(kinds("- $$\n\n$$\nx\n$$"), "pp(|)");
        assert_eq!(kinds("- $$\n- a\n\n$$\nx\n$$"), "ppp(|)");
    }

    #[test]
    fn code_and_html_hold_no_formula_block() {
        assert_eq!(kinds("```\n$$\nx\n$$\n```\n$$\ny\n$$"), "vvvvv(|)");
        assert_eq!(kinds("<div>\n$$\nx\n$$\n</div>\n\n$$\ny\n$$"), "vvvvvp(|)");
        assert_eq!(kinds("    $$\n    x\n    $$"), "vvv");
        assert_eq!(kinds("- ```\n  $$\n\n$$\nx\n$$"), "vvv(|)");
    }

    #[test]
    fn every_line_ending_ends_a_line() {
        assert_eq!(line_ranges("a\r\nb\rc\nd"), [0..1, 3..4, 5..6, 7..8]);
        assert_eq!(line_ranges("a\r\r\n"), [0..1, 2..2]);
        assert_eq!(line_ranges("a\r\r"), [0..1, 2..2]);
        assert_eq!(line_ranges("\n\r"), [0..0, 1..1]);
        assert_eq!(line_ranges(""), []);
    }

    #[test]
    fn a_tab_reaches_the_next_multiple_of_four() {
        for (line, indent) in [
            ("\ta", 4),
            ("  \ta", 4),
            ("   \ta", 4),
            ("\t\ta", 8),
            ("      \ta", 8),
        ] {
            assert_eq!(prefix(line, 0, false, 0).indent, indent, "{line:?}");
        }
    }

    #[test]
    fn a_prefix_ends_at_the_content_or_at_the_last_quote_mark_asked_for() {
        assert_eq!(prefix("- - a", usize::MAX, true, 0).item, Some(4));
        assert_eq!(prefix("> > a", 1, false, 0).content, 2);
        assert_eq!(prefix("> > a", 2, false, 0).content, 4);
    }

    #[test]
    fn a_marker_is_a_sign_or_a_number_and_white_space() {
        for (text, len) in [
            ("- a", Some(2)),
            ("*\ta", Some(2)),
            ("1. a", Some(3)),
            ("12) a", Some(4)),
            ("123456789. a", Some(11)),
            ("1234567890. a", None),
            ("-a", None),
            ("1.a", None),
            (". a", None),
            ("1- a", None),
        ] {
            assert_eq!(marker_len(text.as_bytes()), len, "{text}");
        }
    }

    #[test]
    fn a_fence_ends_where_its_closing_line_or_its_item_does() {
        assert_eq!(kinds("```\n\n$$\nx\n$$\n```"), "vvvvvv");
        assert_eq!(kinds("```\n    ```\n$$\nx\n$$\n```"), "vvvvvv");
        assert_eq!(kinds("> ```\n> a\n$$\nx\n$$"), "vv(|)");
        assert_eq!(kinds("````\n```\n$$\nx\n$$\n````"), "vvvvvv");
        assert_eq!(kinds("- ```\n    $$\n    x\n    $$\n  ```"), "vvvvv");
    }

    #[test]
    fn three_marks_make_a_fence_and_a_backtick_behind_backticks_makes_none() {
        assert_eq!(kinds("``\n$$\nx\n$$"), "p(|)");
        assert_eq!(kinds("``` `\n$$\nx\n$$"), "p(|)");
        assert_eq!(kinds("~~~ `\n$$\nx\n$$\n~~~"), "vvvvv");
    }

    #[test]
    fn an_html_block_ends_with_its_quote_or_on_its_own_line() {
        assert_eq!(kinds("> <div>\n$$\nx\n$$"), "v(|)");
        assert_eq!(kinds("> <div>\n> > $$\n> > x\n> > $$"), "vvvv");
        assert_eq!(kinds("<!-- a -->\n$$\nx\n$$"), "v(|)");
    }

    #[test]
    fn an_html_block_ends_with_its_item() {
        assert_eq!(kinds("- <!-- a\n\n  b\n\n$$\nx\n$$"), "vvvv(|)");
        assert_eq!(kinds("- <script>\n$$\nx\n$$"), "v(|)");
        assert_eq!(kinds("- <div>\n$$\nx\n$$"), "v(|)");
        assert_eq!(kinds("- <div>\n  > a\n  $$\n  x\n  $$"), "vvvvv");
        assert_eq!(kinds("- <!--\n  > a\n  $$\n  x\n  $$"), "vvvvv");
    }

    #[test]
    fn a_quote_mark_in_html_is_text() {
        assert_eq!(kinds("<div>\n>\n$$\nx\n$$"), "vvvvv");
        assert_eq!(kinds("> <div>\n> >\n> $$\n> x\n> $$"), "vvvvv");
    }

    #[test]
    fn html_until_a_blank_line_ends_with_the_container_around_it() {
        assert_eq!(kinds(":::tip\n<p>\n:::\n$$\nx\n$$"), "pvp(|)");
        assert_eq!(kinds(":::tip\n<pre>\n:::\n</pre>\n:::"), "pvvvp");
        assert_eq!(kinds("<div>\n:::\n:::tip\nx"), "vvvv");
        assert_eq!(kinds(":::tip\nx\n:::\n\n<div>\n:::"), "ppppvv");
        assert_eq!(kinds(":::tip\n<div>\n> :::\n    :::\n::::\n"), "pvvvp");
    }

    #[test]
    fn a_tag_alone_on_its_line_opens_a_block_outside_of_paragraphs() {
        assert_eq!(kinds("<b>\n$$\nx\n$$"), "vvvv");
        assert_eq!(kinds("a\n<b>\n$$\nx\n$$"), "pp(|)");
        for no_tag in ["<b> a", "<1>", "<b!>", "<span id=\"a\"></span>", "<b>a</b>"] {
            assert_eq!(kinds(&format!("{no_tag}\n$$\nx\n$$")), "p(|)", "{no_tag}");
        }
    }

    #[test]
    fn what_is_indented_like_code_depends_on_the_item_around_it() {
        let formula = "    $$\n    x\n    $$";
        assert_eq!(kinds(&format!("- a\n\n{formula}")), "pp(|)");
        assert_eq!(kinds(&format!("- a\n\nb\n\n{formula}")), "ppppvvv");
        assert_eq!(kinds(&format!("- a\n\n  b\n\n{formula}")), "pppp(|)");
        assert_eq!(kinds(&format!("- a\n  - b\n\n  c\n\n{formula}")), "ppppp(|)");
        assert_eq!(kinds(&format!("- a\n\n> b\n\n{formula}")), "ppppvvv");
    }

    #[test]
    fn a_formula_that_ends_on_its_line_opens_no_block() {
        assert_eq!(kinds("$$x$$\ny\n$$\nz\n$$"), "pp(|)");
    }

    #[test]
    fn an_open_end_leaves_the_line_alone() {
        assert_eq!(kinds("$$\nx"), "pp");
        assert_eq!(kinds("> $$\n> x\n\n$$\ny\n$$"), "ppp(|)");
    }
}
