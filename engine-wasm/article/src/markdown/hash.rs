//! Fingerprints of parts: equal fingerprints mean equal HTML under equal options.
//!
//! The fingerprint covers what the formatter reads of each node and nothing it does not, positions above all.
//! A new field that the formatter reads must be added here; `tests/properties.rs` finds a missing one.

use std::hash::{Hash, Hasher as _};
use std::mem::discriminant;

use comrak::nodes::{Node, NodeValue};

use crate::block::Heading;

use super::document::{Content, Part};

/// Mixes values into 64 bits, in browsers too, where rustc-hash has 32.
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
        self.write(text.as_bytes());
    }
}

impl std::hash::Hasher for Hasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.number(chunk.try_into().map_or(0, u64::from_le_bytes));
        }
        let mut tail = [0; 8];
        for (place, byte) in tail.iter_mut().zip(chunks.remainder()) {
            *place = *byte;
        }
        self.number(u64::from_le_bytes(tail));
    }

    fn finish(&self) -> u64 {
        let mut last = *self;
        last.number(0x2545_f491_4f6c_dd1d);
        last.0
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
    discriminant(value).hash(hasher);
    match value {
        NodeValue::Text(text) => hasher.text(text),
        NodeValue::Heading(heading) => hasher.number(u64::from(heading.level)),
        NodeValue::Math(math) => hasher.text(&math.literal),
        NodeValue::Code(code) => hasher.text(&code.literal),
        NodeValue::HtmlInline(html) => hasher.text(html),
        NodeValue::HtmlBlock(html) => hasher.text(&html.literal),
        NodeValue::Raw(html) => hasher.text(html),
        NodeValue::Link(link) | NodeValue::Image(link) => {
            hasher.text(&link.url);
            hasher.text(&link.title);
        }
        NodeValue::CodeBlock(code) => {
            hasher.text(&code.info);
            hasher.text(&code.literal);
        }
        NodeValue::List(list) => {
            discriminant(&list.list_type).hash(hasher);
            hasher.number(u64::from(list.tight));
            hasher.number(u64::from(list.is_task_list));
            hasher.number(list.start as u64);
        }
        NodeValue::TaskItem(task) => hasher.number(u64::from(task.symbol.is_some())),
        NodeValue::Table(table) => {
            for alignment in &table.alignments {
                discriminant(alignment).hash(hasher);
            }
        }
        NodeValue::Callout(callout) => hasher.text(&callout.callout_type),
        NodeValue::FootnoteDefinition(definition) => {
            hasher.text(&definition.name);
            hasher.number(u64::from(definition.total_references));
        }
        NodeValue::FootnoteReference(reference) => {
            hasher.text(&reference.name);
            hasher.number(u64::from(reference.ref_num));
            hasher.number(u64::from(reference.ix));
        }
        // Of the others the kind and the children are all that is printed: the head of a table is its first row.
        _ => {}
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

    fn of_numbers(numbers: &[u64]) -> u64 {
        let mut hasher = Hasher::new();
        numbers.iter().for_each(|&number| hasher.number(number));
        hasher.finish()
    }

    #[test]
    fn no_bit_of_a_number_is_lost() {
        let found: std::collections::BTreeSet<u64> = (0..64).map(|bit| of_numbers(&[1 << bit])).collect();
        assert_eq!(found.len(), 64);
        assert!(!found.contains(&of_numbers(&[0])));
    }

    #[test]
    fn half_of_the_bits_are_set() {
        let n_set: u32 = (0..1_000).map(|number| of_numbers(&[number]).count_ones()).sum();
        assert!((31_000..33_000).contains(&n_set), "{n_set}");
    }

    #[test]
    fn the_last_bit_of_a_number_is_not_undone_by_the_next_number() {
        assert_ne!(of_numbers(&[1 << 63, 1 << 4]), of_numbers(&[0, 0]));
    }
}
