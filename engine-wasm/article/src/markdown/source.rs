//! The pre-pass: rewrites what the parser would misread, line for line, so that positions keep their lines.
//! Where it adds lines, [`container::settle`] gives the positions their lines back.
//!
//! - a formula block becomes a code fence whose TeX stands in a side table;
//! - the fences of `:::` containers get the lengths that make them nest, and their titles a side table;
//! - a bare URL is ended where full-width text begins;
//! - dollars that are money, and backticks that nothing closes, are escaped.
//!
//! U+0000 is replaced in the author's text first. After that it occurs only in what the pre-pass inserts, which [`clean`]
//! removes from every text of the tree. Plain dialects skip the pre-pass.

use std::borrow::Cow;

use super::container::{self, Container};
use super::lines::{Kind, Line, Outline};
use super::{autolink, backticks, lines, math};

/// Put before a fragment, so that nothing in it opens a block: white space to the parser, nothing in the tree.
pub(crate) const FRAGMENT_START: &str = " \0 ";

/// Inserted where a bare URL ends. To the parser `<` ends a bare URL, and may stand in any other address.
pub(crate) const URL_END: &str = "<\0\0";

/// The same where many addresses stand without white space: the parser looks for the next white space from each of them.
const SPACED_URL_END: &str = " \0 ";

/// Addresses without white space between them that are ended by [`URL_END`], which no address in brackets minds.
const CLOSE_ADDRESSES: usize = 32;

/// Inserted before a character that the parser must take literally.
const ESCAPE: &str = "\0\\";

/// A source ready for the parser.
#[derive(Debug, Default)]
pub(crate) struct Prepared<'t> {
    /// What the parser reads.
    pub(crate) text: Cow<'t, str>,
    /// TeX of the formula blocks.
    pub(crate) formulas: Vec<String>,
    /// The `:::` containers.
    pub(crate) containers: Vec<Container>,
    /// The lines of the text, if there was anything to rewrite.
    pub(crate) lines: Vec<Line>,
    /// What was inserted into lines of the author's text, in order.
    pub(crate) insertions: Vec<Insertion>,
    /// Lines of the prepared text that the author did not write, counted from 1, in order.
    pub(crate) added: Vec<usize>,
    /// Whether the text differs from the author's, so that the tree must be cleaned.
    pub(crate) is_rewritten: bool,
    /// A formula block or container does not end, or a line ends one that has not begun.
    pub(crate) is_open: bool,
    /// Line of a `\(` or `\[` without an end, when there are so many that formulas in that notation stay text.
    pub(crate) vain_latex: Option<usize>,
}

impl Prepared<'_> {
    /// The author's line that line `prepared` of the prepared text comes from, both counted from 1.
    pub(crate) fn line(&self, prepared: usize) -> usize {
        prepared - self.added.partition_point(|&added| added < prepared)
    }
}

/// What the pre-pass may have to rewrite, found in one reading.
#[derive(Debug, Default)]
struct Candidates {
    /// Offsets of `://`.
    schemes: Vec<usize>,
    /// Offsets of `www.`.
    hosts: Vec<usize>,
    /// Offsets of `$`.
    dollars: Vec<usize>,
    /// Offsets of backticks.
    ticks: Vec<usize>,
    /// `$$` or `\[`.
    has_formulas: bool,
    /// `:::`.
    has_containers: bool,
    /// `\(` or `\[`.
    has_latex: bool,
}

impl Candidates {
    fn of(text: &str) -> Self {
        let mut candidates = Self::default();
        let bytes = text.as_bytes();
        for (at, &byte) in bytes.iter().enumerate() {
            if byte > b'w' || !matches!(byte, b':' | b'$' | b'\\' | b'`' | b'w') {
                continue;
            }
            match bytes.get(at..).unwrap_or_default() {
                [b':', b'/', b'/', ..] => candidates.schemes.push(at),
                [b':', b':', b':', ..] => candidates.has_containers = true,
                [b'w', b'w', b'w', b'.', ..] => candidates.hosts.push(at),
                [b'\\', b'[', ..] => (candidates.has_latex, candidates.has_formulas) = (true, true),
                [b'\\', b'(', ..] => candidates.has_latex = true,
                [b'`', ..] => candidates.ticks.push(at),
                [b'$', rest @ ..] => {
                    candidates.dollars.push(at);
                    candidates.has_formulas |= rest.first() == Some(&b'$');
                }
                _ => {}
            }
        }
        candidates
    }

    /// See [`Prepared::vain_latex`]; `text` is the prepared one.
    fn vain_latex(&self, text: &str) -> Option<usize> {
        let at = self.has_latex.then(|| math::vain_latex(text)).flatten()?;
        Some(lines::line_ranges(text.get(..=at)?).len())
    }
}

/// Something inserted into a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Insertion {
    /// Byte offset in the author's text.
    pub(crate) at: usize,
    /// What was inserted there.
    pub(crate) text: &'static str,
}

/// Prepares `text`, which starts after the front matter.
pub(crate) fn prepare(text: &str) -> Prepared<'_> {
    let text = without_nul(text);
    let candidates = Candidates::of(&text);
    let insertions = insertions(&text, &candidates);
    if insertions.is_empty() && !candidates.has_formulas && !candidates.has_containers {
        return Prepared {
            vain_latex: candidates.vain_latex(&text),
            text,
            ..Prepared::default()
        };
    }
    let outline = Outline::of(&text);
    let (fences, containers, are_paired) = container::fences(&text, &outline.lines);
    let mut prepared = Prepared {
        is_open: outline.has_open_formula || !are_paired,
        formulas: outline.formulas,
        containers,
        is_rewritten: true,
        ..Prepared::default()
    };
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut copied = 0;
    let mut insertions = insertions.into_iter().peekable();
    for (number, line) in outline.lines.iter().enumerate() {
        if let Some(fence) = fences
            .get(number)
            .cloned()
            .flatten()
            .or_else(|| formula_fence(line))
        {
            out.push_str(text.get(copied..line.content).unwrap_or_default());
            out.push_str(&fence);
            for _ in fence.matches('\n') {
                prepared.added.push(number + 1 + prepared.added.len());
            }
            copied = line.range.end;
            continue;
        }
        while let Some(insertion) = insertions.next_if(|insertion| insertion.at <= line.range.end) {
            if line.kind == Kind::Prose && insertion.at >= line.range.start {
                out.push_str(text.get(copied..insertion.at).unwrap_or_default());
                out.push_str(insertion.text);
                prepared.insertions.push(insertion);
                copied = insertion.at;
            }
        }
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    prepared.vain_latex = candidates.vain_latex(&out).map(|line| prepared.line(line));
    prepared.lines = outline.lines;
    prepared.text = Cow::Owned(out);
    prepared
}

/// Whether every formula block and container that begins in `text` ends in it, and no other.
pub(crate) fn is_closed(text: &str) -> bool {
    !prepare(text).is_open
}

/// Corrections where the parser would read on too far: at ends of bare URLs, and at dollars that are money.
fn insertions(text: &str, candidates: &Candidates) -> Vec<Insertion> {
    let each = |offsets: Vec<usize>, text| {
        offsets
            .into_iter()
            .map(move |at| Insertion { at, text })
            .collect()
    };
    let schemes = each(autolink::ends(text, "://", &candidates.schemes), URL_END);
    let hosts = each(autolink::ends(text, "www.", &candidates.hosts), URL_END);
    let prices = each(math::prices(text, &candidates.dollars), ESCAPE);
    let ticks = each(backticks::unclosed(text, &candidates.ticks), ESCAPE);
    let mut ends = merged(schemes, hosts);
    separate(text, &mut ends);
    merged(merged(ends, prices), ticks)
}

/// Puts white space behind the addresses of a long row, so that reading them takes time in proportion to their length.
fn separate(text: &str, ends: &mut [Insertion]) {
    let mut last = 0;
    let mut n_close = 0;
    for end in ends {
        let between = text.get(last..end.at).unwrap_or_default();
        n_close = if between.contains(char::is_whitespace) {
            0
        } else {
            n_close + 1
        };
        if n_close >= CLOSE_ADDRESSES {
            end.text = SPACED_URL_END;
        }
        last = end.at;
    }
}

/// Both lists, which are in order, as one; what stands in both comes once.
fn merged(first: Vec<Insertion>, second: Vec<Insertion>) -> Vec<Insertion> {
    let mut all = Vec::with_capacity(first.len() + second.len());
    let mut second = second.into_iter().peekable();
    for insertion in first {
        while let Some(before) = second.next_if(|other| other.at < insertion.at) {
            all.push(before);
        }
        second.next_if(|other| *other == insertion);
        all.push(insertion);
    }
    all.extend(second);
    all
}

/// One line of Markdown that stands apart from the text, ready for the parser.
pub(crate) fn prepare_line(line: &str) -> String {
    let mut out = String::from(FRAGMENT_START);
    let mut copied = 0;
    for insertion in insertions(line, &Candidates::of(line)) {
        out.push_str(line.get(copied..insertion.at).unwrap_or_default());
        out.push_str(insertion.text);
        copied = insertion.at;
    }
    out.push_str(line.get(copied..).unwrap_or_default());
    out
}

/// What a line of a formula block becomes. Its TeX is kept apart, so the lines inside are empty.
fn formula_fence(line: &Line) -> Option<String> {
    match line.kind {
        Kind::FormulaStart(number) => Some(format!("```\0{number}")),
        Kind::FormulaInside => Some(String::new()),
        Kind::FormulaEnd(indent) => Some(format!("{}```", " ".repeat(indent))),
        Kind::Prose | Kind::Verbatim => None,
    }
}

/// U+0000 shows as U+FFFD, as CommonMark asks.
fn without_nul(text: &str) -> Cow<'_, str> {
    if text.as_bytes().contains(&0) {
        Cow::Owned(text.replace('\0', "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Removes from `text` what the pre-pass inserted.
pub(crate) fn clean(text: &mut String) {
    if text.as_bytes().contains(&0) {
        // The parser may have stripped the blanks around it.
        *text = text
            .replace(URL_END, "")
            .replace(FRAGMENT_START, "")
            .replace(ESCAPE, "")
            .replace("\0 ", "")
            .replace('\0', "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_row_of_addresses_is_ended_by_white_space() {
        let ends =
            |text: &str| -> Vec<&str> { prepare(text).insertions.iter().map(|end| end.text).collect() };
        let row = ends(&"https://a.com，".repeat(40));
        let n_close = row.iter().position(|&text| text == SPACED_URL_END);
        assert_eq!((row.len(), n_close), (40, Some(CLOSE_ADDRESSES - 1)));
        assert_eq!(ends(&"https://a.com， ".repeat(40)), [URL_END; 40]);
    }

    #[test]
    fn lines_keep_their_numbers() {
        let text = "a\n$$\nx\n\ny\n$$\n:::tip 标题\nb\n:::\n";
        let prepared = prepare(text);
        assert_eq!(
            prepared.text,
            "a\n```\u{0}0\n\n\n\n```\n:::\u{0}0\nb\n\n:::\u{0}\n:::\n"
        );
        assert_eq!(prepared.added, [9, 10]);
        assert_eq!(
            [8, 9, 10, 11, 12].map(|line| prepared.line(line)),
            [8, 9, 9, 9, 10]
        );
        assert_eq!(prepared.formulas, ["x\n\ny"]);
    }

    #[test]
    fn a_bare_url_is_ended_at_full_width_text_only() {
        assert_eq!(
            prepare("见https://a.com。后").text,
            format!("见https://a.com{URL_END}。后")
        );
        assert!(matches!(prepare("<https://a.com/中>").text, Cow::Borrowed(_)));
    }

    #[test]
    fn an_address_is_ended_once() {
        for text in [
            "https://a.com/(www.b.com，后",
            "见https://a.com，后",
            "www.a.com，后",
        ] {
            assert_eq!(prepare(text).insertions.len(), 1, "{text}");
        }
    }

    #[test]
    fn what_is_in_a_formula_or_in_code_is_left_alone() {
        assert_eq!(
            prepare("$$\nhttps://a.com，b\n$$\n后").text,
            "```\u{0}0\n\n```\n后"
        );
        let code = "```\nhttps://a.com，b\n```\n后";
        assert_eq!(prepare(code).text, code);
    }

    #[test]
    fn a_formula_in_brackets_may_have_empty_lines() {
        assert_eq!(prepare("\\[\nx\n\ny\n\\]").formulas, ["x\n\ny"]);
    }

    #[test]
    fn an_author_cannot_write_what_the_pre_pass_inserts() {
        assert_eq!(prepare("a \0 b").text, "a \u{fffd} b");
    }
}
