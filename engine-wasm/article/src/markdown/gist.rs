//! What the blocks of a text say, apart from what formatting the source may change: spaces, and the width of
//! characters.

use std::collections::BTreeSet;

use comrak::nodes::{Node, NodeValue};
use comrak::{Arena, parse_document};

use super::{Dialect, Hasher, hash, lines, parser_options, source, tree};
use crate::front_matter;

/// A block, or a block inside one: two are equal when they stand on the same lines and say the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Gist {
    /// First line, counted from 0.
    pub(crate) start: usize,
    /// The line behind the last one.
    pub(crate) end: usize,
    fingerprint: u64,
}

/// The gists of all blocks of `text`.
pub(crate) fn gists(text: &str) -> BTreeSet<Gist> {
    let body_start = front_matter::parse(text).body_start;
    let (head, body) = text.split_at_checked(body_start).unwrap_or(("", text));
    let first_line = lines::line_ranges(head).len();
    let prepared = source::prepare(body);
    let arena = Arena::new();
    let root = parse_document(&arena, &prepared.text, &parser_options(Dialect::Article));
    normalize(root);
    tree::blocks(root)
        .map(|block| {
            let place = tree::position(block);
            Gist {
                start: first_line + place.start.line.saturating_sub(1),
                end: first_line + place.end.line,
                fingerprint: fingerprint(block),
            }
        })
        .collect()
}

/// Fingerprint of a block; of one that holds blocks, without what they say themselves.
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

/// Takes the spaces out of every text, and the texts out that were nothing else.
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
