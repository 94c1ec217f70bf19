//! The pre-pass: rewrites what the parser would misread, line for line, so that positions keep their lines.
//!
//! - a formula block becomes a code fence whose TeX stands in a side table;
//! - the fences of `:::` containers get the lengths that make them nest, and their titles a side table;
//! - a bare URL gets its end marked where full-width text begins.
//!
//! U+0000 is taken out of the author's text first; after that it can only stand in marks of the pre-pass, which
//! [`clean`] removes from every text of the tree. Plain dialects skip the pre-pass.

use std::borrow::Cow;

use super::container::{self, Container};
use super::lines::{Kind, Line, Outline};
use super::{autolink, math};

/// Stands where a bare URL ends and at the start of a fragment: white space to the parser, nothing in the tree.
pub(crate) const MARK: &str = " \0 ";

/// Stands before a character that the parser must take as it is.
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
    /// What was put into lines of the author's text, in order.
    pub(crate) marks: Vec<Mark>,
    /// Whether the tree may hold marks.
    pub(crate) is_marked: bool,
    /// Whether the text holds `\(` or `\[`.
    pub(crate) has_latex: bool,
}

/// What the pre-pass looks for, found in one reading.
#[derive(Debug, Default)]
struct Survey {
    /// Places of `://`.
    schemes: Vec<usize>,
    /// Places of `www.`.
    hosts: Vec<usize>,
    /// Places of `$`.
    dollars: Vec<usize>,
    /// `$$` or `\[`.
    has_formulas: bool,
    /// `:::`.
    has_containers: bool,
    /// `\(` or `\[`.
    has_latex: bool,
}

impl Survey {
    fn of(text: &str) -> Self {
        let mut survey = Self::default();
        let bytes = text.as_bytes();
        for (at, &byte) in bytes.iter().enumerate() {
            if !matches!(byte, b':' | b'$' | b'\\' | b'w') {
                continue;
            }
            match bytes.get(at..).unwrap_or_default() {
                [b':', b'/', b'/', ..] => survey.schemes.push(at),
                [b':', b':', b':', ..] => survey.has_containers = true,
                [b'w', b'w', b'w', b'.', ..] => survey.hosts.push(at),
                [b'\\', b'[', ..] => (survey.has_latex, survey.has_formulas) = (true, true),
                [b'\\', b'(', ..] => survey.has_latex = true,
                [b'$', rest @ ..] => {
                    survey.dollars.push(at);
                    survey.has_formulas |= rest.first() == Some(&b'$');
                }
                _ => {}
            }
        }
        survey
    }
}

/// Something put into a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Byte offset in the author's text before which it stands.
    pub(crate) at: usize,
    /// What was put there.
    pub(crate) text: &'static str,
}

/// Prepares `text`, which starts after the front matter.
pub(crate) fn prepare(text: &str) -> Prepared<'_> {
    let text = without_nul(text);
    let survey = Survey::of(&text);
    let marks = marks(&text, &survey);
    if marks.is_empty() && !survey.has_formulas && !survey.has_containers {
        return Prepared {
            text,
            has_latex: survey.has_latex,
            ..Prepared::default()
        };
    }
    let outline = Outline::of(&text);
    let (fences, containers) = container::fences(&text, &outline.lines);
    let mut prepared = Prepared {
        formulas: outline.formulas,
        containers,
        is_marked: true,
        has_latex: survey.has_latex,
        ..Prepared::default()
    };
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut copied = 0;
    let mut marks = marks.into_iter().peekable();
    for (number, line) in outline.lines.iter().enumerate() {
        if let Some(fence) = fences
            .get(number)
            .cloned()
            .flatten()
            .or_else(|| formula_fence(line))
        {
            out.push_str(text.get(copied..line.content).unwrap_or_default());
            out.push_str(&fence);
            copied = line.range.end;
            continue;
        }
        while let Some(mark) = marks.next_if(|mark| mark.at <= line.range.end) {
            if line.kind == Kind::Prose && mark.at >= line.range.start {
                out.push_str(text.get(copied..mark.at).unwrap_or_default());
                out.push_str(mark.text);
                prepared.marks.push(mark);
                copied = mark.at;
            }
        }
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    prepared.text = Cow::Owned(out);
    prepared
}

/// Places where the parser would read on too far: ends of bare URLs, and dollars that are money.
fn marks(text: &str, survey: &Survey) -> Vec<Mark> {
    let marks = |places: Vec<usize>, text| places.into_iter().map(move |at| Mark { at, text }).collect();
    let schemes = marks(autolink::ends(text, "://", &survey.schemes), MARK);
    let hosts = marks(autolink::ends(text, "www.", &survey.hosts), MARK);
    let prices = marks(math::prices(text, &survey.dollars), ESCAPE);
    merged(merged(schemes, hosts), prices)
}

/// Both lists, which are in order, as one; what stands in both comes once.
fn merged(first: Vec<Mark>, second: Vec<Mark>) -> Vec<Mark> {
    if first.is_empty() || second.is_empty() {
        return if first.is_empty() { second } else { first };
    }
    let mut all = Vec::with_capacity(first.len() + second.len());
    let mut second = second.into_iter().peekable();
    for mark in first {
        while let Some(before) = second.next_if(|other| other.at < mark.at) {
            all.push(before);
        }
        second.next_if(|other| *other == mark);
        all.push(mark);
    }
    all.extend(second);
    all
}

/// What a line of a formula block becomes. Its TeX is in the side table, so lines inside are empty.
fn formula_fence(line: &Line) -> Option<String> {
    match line.kind {
        Kind::FormulaStart(number) => Some(format!("```\0{number}")),
        Kind::FormulaInside => Some(String::new()),
        Kind::FormulaEnd => Some("```".to_owned()),
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

/// Removes the pre-pass's marks from `text`.
pub(crate) fn clean(text: &mut String) {
    if text.as_bytes().contains(&0) {
        // The parser may have stripped the blanks around a mark.
        *text = text
            .replace(MARK, "")
            .replace(ESCAPE, "")
            .replace("\0 ", "")
            .replace('\0', "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers() {
        let text = "a\n$$\nx\n\ny\n$$\n:::tip 标题\nb\n:::\n";
        let prepared = prepare(text);
        assert_eq!(prepared.text, "a\n```\u{0}0\n\n\n\n```\n:::\u{0}0\nb\n:::\n");
        assert_eq!(prepared.formulas, ["x\n\ny"]);
    }

    #[test]
    fn a_bare_url_is_marked_at_full_width_text_only() {
        assert_eq!(
            prepare("见https://a.com。后").text,
            format!("见https://a.com{MARK}。后")
        );
        assert!(matches!(prepare("[a](https://a.com/中)").text, Cow::Borrowed(_)));
    }

    #[test]
    fn an_author_cannot_write_a_mark() {
        assert_eq!(prepare("a \0 b").text, "a \u{fffd} b");
    }
}
