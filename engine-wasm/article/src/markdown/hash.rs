//! Fingerprints of parts: equal fingerprints mean equal HTML under equal options.
//!
//! The fingerprint covers what the formatter reads of each node and nothing it does not, positions above all.
//! A new field that the formatter reads must be added here; `tests/properties.rs` finds a missing one.

use comrak::nodes::{ListType, Node, NodeValue, TableAlignment};

use crate::block::Heading;

use super::document::{Content, Part};

/// Mixes values into 64 bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hasher(u64);

impl Hasher {
    pub(crate) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    pub(crate) fn number(&mut self, value: u64) {
        let mixed = (self.0.rotate_left(5) ^ value).wrapping_mul(0xf135_7aea_2e62_a9c5);
        self.0 = mixed ^ (mixed >> 32);
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        let mut chunks = text.as_bytes().chunks_exact(8);
        for chunk in &mut chunks {
            self.number(chunk.try_into().map_or(0, u64::from_le_bytes));
        }
        let tail = chunks
            .remainder()
            .iter()
            .rev()
            .fold(0, |word, &byte| (word << 8) | u64::from(byte));
        self.number(tail);
    }

    pub(crate) fn finish(mut self) -> u64 {
        self.number(0x2545_f491_4f6c_dd1d);
        self.0
    }
}

/// Marks the end of a node's children, so that trees of different shape differ.
const END: u64 = 0xff;

impl Part<'_> {
    /// The part's fingerprint; `headings` are those of the whole document.
    pub(crate) fn fingerprint(&self, headings: &[Heading]) -> u64 {
        let mut hasher = Hasher::new();
        for heading in headings.iter().skip(self.first_heading).take(self.n_headings) {
            hasher.text(&heading.id);
        }
        match &self.content {
            Content::Nodes(nodes) => {
                hasher.number(1);
                nodes.iter().for_each(|node| tree(&mut hasher, node));
            }
            Content::Citations(citations) => {
                hasher.number(2);
                for citation in citations {
                    hasher.text(&citation.title);
                    hasher.text(&citation.url);
                }
            }
            Content::Footnotes(nodes) => {
                hasher.number(3);
                nodes.iter().for_each(|node| tree(&mut hasher, node));
            }
        }
        hasher.finish()
    }
}

/// Mixes in `root` and everything below it.
pub(super) fn tree<'a>(hasher: &mut Hasher, root: Node<'a>) {
    use comrak::arena_tree::NodeEdge;
    for edge in root.traverse() {
        match edge {
            NodeEdge::Start(node) => value(hasher, &node.data().value),
            NodeEdge::End(_) => hasher.number(END),
        }
    }
}

/// Mixes in the kind of a node and what the formatter reads of it.
pub(super) fn value(hasher: &mut Hasher, value: &NodeValue) {
    match value {
        NodeValue::Text(text) => {
            hasher.number(10);
            hasher.text(text);
        }
        NodeValue::Paragraph => hasher.number(11),
        NodeValue::SoftBreak => hasher.number(12),
        NodeValue::LineBreak => hasher.number(13),
        NodeValue::Emph => hasher.number(14),
        NodeValue::Strong => hasher.number(15),
        NodeValue::Strikethrough => hasher.number(16),
        NodeValue::Highlight => hasher.number(17),
        NodeValue::Insert => hasher.number(18),
        NodeValue::Subscript => hasher.number(19),
        NodeValue::Escaped => hasher.number(20),
        NodeValue::BlockQuote => hasher.number(21),
        NodeValue::ThematicBreak => hasher.number(22),
        NodeValue::CalloutTitle => hasher.number(23),
        NodeValue::TableCell => hasher.number(24),
        NodeValue::TableRow(is_head) => hasher.number(25 + u64::from(*is_head)),
        NodeValue::Heading(heading) => hasher.number(30 + u64::from(heading.level)),
        NodeValue::Math(math) => {
            hasher.number(40 + u64::from(math.display_math));
            hasher.text(&math.literal);
        }
        NodeValue::Code(code) => {
            hasher.number(42);
            hasher.text(&code.literal);
        }
        NodeValue::HtmlInline(html) => {
            hasher.number(43);
            hasher.text(html);
        }
        NodeValue::HtmlBlock(html) => {
            hasher.number(44);
            hasher.text(&html.literal);
        }
        NodeValue::Raw(html) => {
            hasher.number(45);
            hasher.text(html);
        }
        _ => compound(hasher, value),
    }
}

fn compound(hasher: &mut Hasher, value: &NodeValue) {
    match value {
        NodeValue::Link(link) => {
            hasher.number(50);
            hasher.text(&link.url);
            hasher.text(&link.title);
        }
        NodeValue::Image(link) => {
            hasher.number(51);
            hasher.text(&link.url);
            hasher.text(&link.title);
        }
        NodeValue::CodeBlock(code) => {
            hasher.number(52);
            hasher.text(&code.info);
            hasher.text(&code.literal);
        }
        NodeValue::List(list) => {
            hasher.number(53);
            let flags = u64::from(list.tight) | u64::from(list.is_task_list) << 1;
            hasher.number(flags | u64::from(list.list_type == ListType::Ordered) << 2);
            hasher.number(list.start as u64);
        }
        NodeValue::Item(_) => hasher.number(54),
        NodeValue::TaskItem(task) => hasher.number(55 + u64::from(task.symbol.is_some())),
        NodeValue::Table(table) => {
            hasher.number(57);
            for alignment in &table.alignments {
                hasher.number(match alignment {
                    TableAlignment::None => 0,
                    TableAlignment::Left => 1,
                    TableAlignment::Center => 2,
                    TableAlignment::Right => 3,
                });
            }
        }
        NodeValue::Callout(callout) => {
            hasher.number(58);
            hasher.text(&callout.callout_type);
        }
        NodeValue::BlockDirective(_) => hasher.number(59),
        NodeValue::FootnoteDefinition(definition) => {
            hasher.number(60);
            hasher.text(&definition.name);
            hasher.number(u64::from(definition.total_references));
        }
        NodeValue::FootnoteReference(reference) => {
            hasher.number(61);
            hasher.text(&reference.name);
            hasher.number(u64::from(reference.ref_num));
            hasher.number(u64::from(reference.ix));
        }
        // The dialects produce no other node; should one appear, it prints its children alone.
        _ => hasher.number(62),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> u64 {
        let mut hasher = Hasher::new();
        texts.iter().for_each(|text| hasher.text(text));
        hasher.finish()
    }

    #[test]
    fn borders_between_texts_count() {
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a\0"]), of(&["a"]));
        assert_ne!(of(&["", "a"]), of(&["a", ""]));
    }
}
