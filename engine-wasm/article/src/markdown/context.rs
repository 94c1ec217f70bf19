//! What the extensions share while they work on one tree.

use std::collections::BTreeMap;
use std::ops::Range;

use comrak::Arena;
use comrak::nodes::{Node, NodeValue};

use crate::options::RenderOptions;
use crate::warning::Warning;

use super::lines::Kind;
use super::reference::References;
use super::source::{self, Prepared, clean};
use super::{lines, tree};

/// The state of the extensions.
pub(crate) struct Context<'a, 'i> {
    pub(crate) arena: &'a Arena<'a>,
    pub(crate) prepared: &'i Prepared<'i>,
    pub(crate) options: &'i RenderOptions,
    pub(crate) warnings: Vec<Warning>,
    /// See [`super::document::Document::lacks_emoji_names`].
    pub(crate) lacks_emoji_names: bool,
    /// Number of footnote definitions by label, see [`super::footnote::count`].
    pub(crate) footnotes: BTreeMap<String, usize>,
    /// Number of footnote references without a definition so far.
    pub(crate) n_undefined: usize,
    /// Number of warnings of tags that show nothing so far.
    pub(super) n_unknown_tags: usize,
    /// Number of hints so far.
    pub(super) n_hints: usize,
    /// Number of empty cells at the ends of rows so far, see [`super::table::limit_empty_cells`].
    pub(super) n_empty_cells: usize,
    /// Whether raw HTML is within an `svg` or `math`, see [`super::unknown_tag::check`].
    pub(super) is_in_foreign: bool,
    /// Whether there is any raw `svg` or `math`.
    pub(super) has_foreign: bool,
    /// Parses what stands outside the text, such as titles.
    pub(super) references: &'i References<'i>,
    /// Added to a position's line to get the line in the file.
    pub(super) line_offset: i64,
    pub(super) line_ranges: Vec<Range<usize>>,
}

impl<'a> Context<'a, '_> {
    /// Line of `node` in the file.
    pub(crate) fn line(&self, node: Node<'_>) -> u32 {
        self.file_line(tree::position(node).start.line)
    }

    /// Line in the file of a line of the source.
    pub(crate) fn file_line(&self, line: usize) -> u32 {
        let line = i64::try_from(line).unwrap_or(i64::MAX);
        u32::try_from(line.saturating_add(self.line_offset))
            .unwrap_or(1)
            .max(1)
    }

    /// Whether the pre-pass took a line of the file for no code or HTML; false where it had nothing to rewrite.
    pub(crate) fn is_prose(&self, line: u32) -> bool {
        let index = usize::try_from(i64::from(line) - 1 - self.line_offset);
        let line = index.ok().and_then(|index| self.prepared.lines.get(index));
        line.is_some_and(|line| line.kind != Kind::Verbatim)
    }

    /// The prepared source from the start of `node` to the end of that line.
    pub(crate) fn rest_of_line(&mut self, node: Node<'_>) -> &str {
        if self.line_ranges.is_empty() {
            let added = &self.prepared.added;
            let lines = (1..).zip(lines::line_ranges(&self.prepared.text));
            let written = lines.filter(|(number, _)| added.binary_search(number).is_err());
            self.line_ranges = written.map(|(_, range)| range).collect();
        }
        let start = tree::position(node).start;
        let line = start.line.wrapping_sub(1);
        let line = self
            .line_ranges
            .get(line)
            .and_then(|range| self.prepared.text.get(range.clone()));
        line.and_then(|line| line.get(start.column.saturating_sub(1)..))
            .unwrap_or_default()
    }

    /// Parses one line of Markdown that stands outside the text, such as a title, into inline nodes.
    ///
    /// Its reference links find the definitions of the document.
    pub(crate) fn inline(&mut self, text: &str) -> Vec<Node<'a>> {
        let text = source::prepare_line(text.replace(['\r', '\n'], " ").trim());
        let root = self.references.parse(self.arena, &text);
        scrub(root);
        // What the pre-pass puts first makes the line a paragraph.
        root.first_child().map_or_else(Vec::new, tree::take_children)
    }
}

/// Removes from every text in the tree what the pre-pass inserted.
pub(super) fn scrub(root: Node<'_>) {
    for node in root.descendants() {
        match &mut node.data_mut().value {
            NodeValue::Text(text) if text.as_bytes().contains(&0) => clean(text.to_mut()),
            NodeValue::Code(code) => clean(&mut code.literal),
            NodeValue::CodeBlock(code) => {
                clean(&mut code.info);
                clean(&mut code.literal);
            }
            NodeValue::HtmlBlock(html) => clean(&mut html.literal),
            NodeValue::HtmlInline(html) => clean(html),
            NodeValue::Math(math) => clean(&mut math.literal),
            NodeValue::Link(link) | NodeValue::Image(link) => {
                clean(&mut link.url);
                clean(&mut link.title);
            }
            NodeValue::FootnoteDefinition(definition) => clean(&mut definition.name),
            NodeValue::FootnoteReference(reference) => clean(&mut reference.name),
            _ => {}
        }
    }
}
