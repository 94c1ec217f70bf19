//! Where in the source plain text and tables stand, for tools that edit the source.

use std::ops::Range;

use comrak::Arena;
use comrak::nodes::{LineColumn, Node, NodeValue, Sourcepos};

use super::dialect::{Dialect, parser_options};
use super::reference::References;
use super::{container, lines, link, source, tree};
use crate::front_matter;

/// Byte ranges of `text` that are plain text: no code, address, formula, front matter, markup or raw HTML.
///
/// In order and without overlap; each lies on character borders and within one line. Escapes (`\*`) and entities
/// split a range. Text of links and emphasis is included. Bare addresses are not, nor what stands right behind them:
/// `https://a.com，用Rust写` ends before `，` here, and other readers take all of it.
///
/// ```
/// let text = "用`code`写 **粗**";
/// let ranges = moyan_article::markdown::text_ranges(text);
/// let texts: Vec<&str> = ranges.into_iter().map(|range| &text[range]).collect();
/// assert_eq!(texts, ["用", "写 ", "粗"]);
/// ```
pub fn text_ranges(text: &str) -> Vec<Range<usize>> {
    let Found { ranges, addresses } = nodes(text, |value| matches!(value, NodeValue::Text(_)));
    let mut found = without(ranges, &addresses);
    found.sort_unstable_by_key(|range| (range.start, range.end));
    let mut end = 0;
    found.retain(|range| {
        let line_break = text
            .get(range.clone())
            .is_none_or(|piece| piece.contains(['\n', '\r']));
        let keep = range.start >= end && !range.is_empty() && !line_break;
        if keep {
            end = range.end;
        }
        keep
    });
    found
}

/// The pieces of `ranges` outside of `addresses`, which are in order.
fn without(ranges: Vec<Range<usize>>, addresses: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut pieces = Vec::with_capacity(ranges.len());
    for range in ranges {
        let mut from = range.start;
        let first = addresses.partition_point(|address| address.end <= from);
        for address in addresses.iter().skip(first) {
            if address.start >= range.end {
                break;
            }
            pieces.push(from..address.start.max(from));
            from = address.end;
        }
        pieces.push(from..range.end);
    }
    pieces
}

/// Bare addresses, as far as any reader takes them, in order.
#[derive(Default)]
struct Addresses {
    found: Vec<Range<usize>>,
    /// Where the last cell of a table and the last link with an address of its own end: no address reaches beyond.
    bounds: [usize; 2],
}

impl Addresses {
    /// Reads `piece`, a piece of prose at `at` in `text`. An address may stand where the parser sees none:
    /// `见www.a.com/用Rust写`.
    fn read(&mut self, text: &str, piece: Range<usize>) {
        let slice = text.get(piece.clone()).unwrap_or_default();
        let mut marks: Vec<usize> = ["://", "www."]
            .iter()
            .flat_map(|marker| slice.match_indices(marker))
            .map(|(at, _)| piece.start + at)
            .collect();
        marks.sort_unstable();
        for at in marks {
            if self.found.last().is_some_and(|last| at < last.end) {
                continue;
            }
            let bounds = self.bounds.iter().copied().filter(|&bound| bound > at);
            let rest = text.get(at..bounds.min().unwrap_or(text.len()));
            let rest = rest.unwrap_or_default();
            let ends = |c: char| c.is_ascii_whitespace() || c == '<';
            let before = text.get(piece.start..at).unwrap_or_default();
            let n_letters = before.bytes().rev().take_while(u8::is_ascii_alphanumeric).count();
            self.found
                .push(at - n_letters..at + rest.find(ends).unwrap_or(rest.len()));
        }
    }

    /// Notes the end of a node that no address in it reaches beyond.
    fn bound(&mut self, text: &str, value: &NodeValue, node: Range<usize>) {
        match value {
            NodeValue::TableCell => self.bounds[0] = node.end,
            NodeValue::Link(_)
                if text
                    .get(node.start..)
                    .is_some_and(|link| link.starts_with(['[', '<'])) =>
            {
                self.bounds[1] = node.end;
            }
            _ => {}
        }
    }
}

/// Byte ranges of the tables of `text`, whole lines without the last line ending, in order.
///
/// Tables inside a quote or a list are left out, because their lines carry more than the table.
///
/// ```
/// let text = "甲\n\n|a|b|\n|-|-|\n|1|2|\n\n乙";
/// assert_eq!(moyan_article::markdown::table_ranges(text), [5..22]);
/// ```
pub fn table_ranges(text: &str) -> Vec<Range<usize>> {
    nodes(text, |value| matches!(value, NodeValue::Table(_)))
        .ranges
        .into_iter()
        .filter_map(|range| {
            let before = text.get(..range.start)?;
            let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
            let is_top = before.get(start..)?.trim_matches(' ').is_empty();
            is_top.then_some(start..range.end)
        })
        .collect()
}

/// What [`nodes`] finds in a text.
struct Found {
    ranges: Vec<Range<usize>>,
    addresses: Vec<Range<usize>>,
}

/// Byte ranges of the nodes that `wanted` picks, the text of bare links left out, and of bare addresses.
fn nodes(text: &str, wanted: impl Fn(&NodeValue) -> bool) -> Found {
    let body_start = front_matter::parse(text).body_start;
    let body = text.get(body_start..).unwrap_or_default();
    let prepared = source::prepare(body);
    let arena = Arena::new();
    let options = parser_options(Dialect::Article, &prepared);
    let root =
        References::new(&prepared.text, Dialect::Article, &options, None).parse(&arena, &prepared.text);
    container::settle(root, &prepared);
    let offsets = OffsetMap::new(body, &prepared);
    let mut ranges = Vec::new();
    let mut addresses = Addresses::default();
    for node in root.descendants() {
        let data = node.data();
        let Some(range) = offsets.range(data.sourcepos) else {
            continue;
        };
        let range = body_start + range.start..body_start + range.end;
        addresses.bound(text, &data.value, range.clone());
        if matches!(data.value, NodeValue::Text(_) | NodeValue::Math(_)) {
            addresses.read(text, range.clone());
        }
        if wanted(&data.value) && !is_in_bare_link(node) {
            ranges.push(range);
        }
    }
    Found {
        ranges,
        addresses: addresses.found,
    }
}

/// Whether the parser made `node` of what is no text: of an address, an image or an escape.
fn is_in_bare_link(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| match &parent.data().value {
        // A text among others is no address; reading all of them for each would take too long.
        NodeValue::Link(link) => {
            tree::only_child(parent).is_some_and(|text| link::is_bare(&link.url, &tree::text_of(text)))
        }
        NodeValue::Image(_) | NodeValue::Escaped => true,
        _ => false,
    })
}

/// Maps positions in the prepared source to byte offsets in the author's text.
struct OffsetMap<'t> {
    lines: Vec<Range<usize>>,
    insertions: &'t [source::Insertion],
    /// Bytes of the insertions before each of them, and of all of them at the end.
    inserted: Vec<usize>,
}

impl<'t> OffsetMap<'t> {
    fn new(body: &str, prepared: &'t source::Prepared<'_>) -> Self {
        let mut inserted = vec![0];
        let mut total = 0;
        inserted.extend(prepared.insertions.iter().map(|insertion| {
            total += insertion.text.len();
            total
        }));
        Self {
            lines: lines::line_ranges(body),
            insertions: &prepared.insertions,
            inserted,
        }
    }

    /// What comes out of it may be no piece of the text, as behind an entity: callers take what `str::get` takes.
    fn range(&self, position: Sourcepos) -> Option<Range<usize>> {
        let start = self.offset(position.start, 1)?;
        // The end names the last byte of the node.
        let end = self.offset(position.end, 0)?;
        Some(start..end)
    }

    fn offset(&self, position: LineColumn, base: usize) -> Option<usize> {
        let line = self.lines.get(position.line.checked_sub(1)?)?;
        let column = position.column.checked_sub(base)?;
        let end_of = |at: usize| self.insertions.partition_point(|insertion| insertion.at < at);
        let in_line = end_of(line.start)..end_of(line.end);
        let insertions = self.insertions.get(in_line.clone())?;
        // What was inserted into the line before each insertion, which moved it to the right.
        let before = |index: usize| {
            let inserted = |index| self.inserted.get(index).copied().unwrap_or_default();
            inserted(in_line.start + index) - inserted(in_line.start)
        };
        // The insertions are in order, and so are their columns.
        let (mut passed, mut end) = (0, insertions.len());
        while passed < end {
            let middle = usize::midpoint(passed, end);
            let at = insertions
                .get(middle)
                .map_or(usize::MAX, |insertion| insertion.at);
            if at - line.start + before(middle) < column {
                passed = middle + 1;
            } else {
                end = middle;
            }
        }
        let last = passed.checked_sub(1).and_then(|last| insertions.get(last));
        let inserted_at = last.map_or(0, |insertion| insertion.at - line.start);
        let column = column.saturating_sub(before(passed)).max(inserted_at);
        Some((line.start + column).min(line.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        text_ranges(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn text_after_a_marked_url_keeps_its_place() {
        assert_eq!(texts("见https://a.com，后 `c`面"), ["见", " ", "面"]);
    }

    #[test]
    fn what_stands_right_behind_an_address_is_left_out() {
        for address in [
            "https://a.com/x_用a",
            "https://a.com/*用a*写",
            "https://a.com/x~y~用a",
            "https://a.com/中！用a",
            "https://a.com/用Rust写$5和$10",
            "https://a.com)用a",
            "https://a.com/x\\_用a&amp;写b",
            "https://a.com/用`a`写b",
            "https://a.com/用![a](b)写b",
            "www.a.com/用[a](b)写b",
        ] {
            assert_eq!(texts(&format!("见{address} 好")), ["见", " 好"], "{address}");
        }
        assert_eq!(texts("xhttps://a.com/中b 好"), [" 好"]);
        assert_eq!(texts("$https://a.com/x$用a"), [""; 0]);
    }

    #[test]
    fn an_address_ends_with_its_link_or_its_cell_and_before_a_tag() {
        assert_eq!(texts("[a](https://www.a.com/用Rust写)好"), ["a", "好"]);
        assert_eq!(texts("[用https://a.com/用b](u)好"), ["用", "好"]);
        assert_eq!(texts("<https://a.com/用b>好"), ["好"]);
        assert_eq!(texts("https://a.com/用<b>好</b>"), ["好"]);
        assert_eq!(texts("|a|\n|-|\n|https://a.com/用b|好|"), ["a"]);
        assert_eq!(texts("|a|b|\n|-|-|\n|https://a.com/用b|好|"), ["a", "b", "好"]);
        assert_eq!(
            texts("|a|b|\n|-|-|\n|[a](u)https://a.com/用b|好|"),
            ["a", "b", "a", "好"]
        );
    }

    #[test]
    fn many_addresses_in_a_line_move_no_text() {
        assert_eq!(
            texts("https://a.com， *c* www.d.e，丙 https://b.com，丁 戊"),
            [" ", "c", " ", " ", " 戊"]
        );
        assert_eq!(
            texts("https://a.com，甲\n乙`c` https://b.com，乙 `c`丙"),
            ["乙", " ", " ", "丙"]
        );
    }

    #[test]
    fn a_price_at_the_start_of_a_line_moves_no_text() {
        assert_eq!(texts("甲\n$5 和 $10"), ["甲", "5 和 $10"]);
    }

    #[test]
    fn a_table_ends_with_its_last_line() {
        let text = "甲\n\n|a|b|\n|-|-|\n|1|2|  \n\n乙";
        let tables: Vec<&str> = table_ranges(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(tables, ["|a|b|\n|-|-|\n|1|2|  "]);
    }

    #[test]
    fn front_matter_code_formulas_and_html_are_no_text() {
        assert_eq!(
            texts("---\ntitle: 甲a\n---\n乙b\n\n    c\n\n$$\nd\n$$\n\n<div>e</div>\n\n$x$丙"),
            ["乙b", "丙"]
        );
    }

    #[test]
    fn an_alert_and_a_list_hold_text() {
        assert_eq!(
            texts("> [!tip] 标题a\n> 正文b\n\n- 项c"),
            ["标题a", "正文b", "项c"]
        );
    }

    #[test]
    fn marks_beside_an_entity_leave_their_texts_out() {
        assert_eq!(texts("&amp;甲==乙==丙"), [""; 0]);
        assert_eq!(texts("&amp;ab ==cd== ef"), [""; 0]);
    }

    #[test]
    fn the_text_of_images_is_left_out_and_that_of_links_is_not() {
        assert_eq!(texts("![图](a.png)甲[链](u)乙\\*丙"), ["甲", "链", "乙", "丙"]);
        assert_eq!(texts("甲<a@b.com>乙"), ["甲", "乙"]);
    }

    #[test]
    fn tables_in_quotes_are_left_out() {
        assert!(table_ranges("> |a|\n> |-|\n").is_empty());
    }
}
