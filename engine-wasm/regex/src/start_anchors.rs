//! Which assertions hold at the start of every match.

use crate::ast::{Assertion, Node};

/// Assertions that every match of a pattern needs where it starts.
#[derive(Clone, Copy, Debug, Default)]
pub struct StartAnchors {
    /// `\A`: the pattern matches only at the start of the text.
    pub text_start: bool,
    /// `\b`: the pattern matches only at a word boundary.
    pub word_boundary: bool,
}

/// The assertions that every match of `node` needs where it starts.
pub fn start_anchors(node: &Node) -> StartAnchors {
    match node {
        Node::Assertion(assertion) => StartAnchors {
            text_start: *assertion == Assertion::TextStart,
            word_boundary: *assertion == Assertion::WordBoundary,
        },
        Node::Concat(nodes) => {
            let mut all = StartAnchors::default();
            for node in nodes {
                let anchors = start_anchors(node);
                all.text_start |= anchors.text_start;
                all.word_boundary |= anchors.word_boundary;
                if !matches!(node, Node::Assertion(_) | Node::Lookaround { .. }) {
                    break;
                }
            }
            all
        }
        Node::Alternation(nodes) => StartAnchors {
            text_start: nodes.iter().all(|node| start_anchors(node).text_start),
            word_boundary: nodes.iter().all(|node| start_anchors(node).word_boundary),
        },
        Node::Repeat { node, min: 1.., .. } | Node::Group(node, _) | Node::Atomic(node) => {
            start_anchors(node)
        }
        Node::Lookaround {
            node,
            behind: false,
            negative: false,
        } => start_anchors(node),
        _ => StartAnchors::default(),
    }
}
