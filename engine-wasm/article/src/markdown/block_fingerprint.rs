//! Fingerprints of the blocks of a text that ignore what formatting the source may change: spaces, and the width of
//! characters.

use std::collections::BTreeSet;
use std::hash::Hasher as _;

use comrak::Arena;
use comrak::nodes::{Node, NodeValue};

use super::context::scrub;
use super::dialect::{Dialect, parser_options};
use super::hash::Hasher;
use super::reference::References;
use super::{container, hash, lines, source, tree};
use crate::front_matter;

/// A block, at any depth. Two are equal when they have the same lines and the same content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BlockFingerprint {
    /// First line, counted from 0.
    pub(crate) start: usize,
    /// The line after the last one.
    pub(crate) end: usize,
    fingerprint: u64,
}

/// The fingerprints of all blocks of `text`.
pub(crate) fn block_fingerprints(text: &str) -> BTreeSet<BlockFingerprint> {
    let body_start = front_matter::parse(text).body_start;
    let (head, body) = text.split_at_checked(body_start).unwrap_or(("", text));
    let first_line = lines::line_ranges(head).len();
    let prepared = source::prepare(body);
    let arena = Arena::new();
    let options = parser_options(Dialect::Article, &prepared);
    let root =
        References::new(&prepared.text, Dialect::Article, &options, None).parse(&arena, &prepared.text);
    container::settle(root, &prepared);
    scrub(root);
    normalize(root);
    tree::blocks(root)
        .map(|block| {
            let position = tree::position(block);
            BlockFingerprint {
                start: first_line + position.start.line.saturating_sub(1),
                end: first_line + position.end.line,
                fingerprint: fingerprint(block),
            }
        })
        .collect()
}

/// Fingerprint of a block. The blocks inside it count, their content does not.
fn fingerprint(block: Node<'_>) -> u64 {
    let mut hasher = Hasher::new();
    if block.data().value.contains_inlines() {
        hash::tree(&mut hasher, block);
    } else {
        hash::value(&mut hasher, &block.data().value);
        hasher.number(block.children().count() as u64);
    }
    hasher.finish()
}

/// Removes the spaces of every text, and texts that hold nothing else.
fn normalize(root: Node<'_>) {
    let nodes: Vec<Node<'_>> = root.descendants().collect();
    for node in nodes {
        let mut is_empty = false;
        if let NodeValue::Text(text) = &mut node.data_mut().value {
            let narrow: String = text.chars().filter(|c| *c != ' ').map(half_width).collect();
            is_empty = narrow.is_empty();
            *text = narrow.into();
        }
        if is_empty {
            node.detach();
        }
    }
}

fn half_width(c: char) -> char {
    match c {
        '。' => '.',
        '\u{FF01}'..='\u{FF5E}' => u32::from(c)
            .checked_sub(0xFEE0)
            .and_then(char::from_u32)
            .unwrap_or(c),
        c => c,
    }
}
