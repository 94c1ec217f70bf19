//! The syntax tree of a pattern.

use crate::char_set::CharSet;

/// A pattern or a part of one.
#[derive(Clone, Debug)]
pub enum Node {
    /// Matches the empty text.
    Empty,
    /// One character.
    Char { character: char, ignore_case: bool },
    /// One character of a set.
    Set(CharSet),
    /// One node after another.
    Concat(Vec<Node>),
    /// The first of the nodes that matches.
    Alternation(Vec<Node>),
    /// One ASCII character, and the node that belongs to it. The characters differ.
    Switch {
        branches: Vec<(u8, Node)>,
        ignore_case: bool,
    },
    /// A node several times.
    Repeat {
        node: Box<Node>,
        min: u32,
        max: u32,
        quantifier: Quantifier,
    },
    /// A capturing group and its number, from 1.
    Group(Box<Node>, u32),
    /// A look-ahead or a look-behind.
    Lookaround {
        node: Box<Node>,
        behind: bool,
        negative: bool,
    },
    /// Once the node has matched, no other way to match it is tried.
    Atomic(Box<Node>),
    /// The text that a group has matched.
    Backreference { group: u32, ignore_case: bool },
    /// A condition on the position.
    Assertion(Assertion),
}

/// A maximum of repetitions or a width that has no bound.
pub const UNBOUNDED: u32 = u32::MAX;

/// How a repetition chooses its number of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// As many as possible, fewer if the rest fails.
    Greedy,
    /// As few as possible, more if the rest fails.
    Lazy,
    /// As many as possible, never fewer.
    Possessive,
}

/// A condition on a position. It consumes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assertion {
    /// `\A`, and `^` without the flag `m`
    TextStart,
    /// `^` with the flag `m`: not after the line end that ends the text
    LineStart,
    /// `\z`, and `$` without the flag `m`
    TextEnd,
    /// `$` with the flag `m`
    LineEnd,
    /// `\Z`: only line ends follow
    TextEndBeforeLineEnds,
    /// `\b`
    WordBoundary,
    /// `\B`
    NotWordBoundary,
    /// `\G`: where the search began
    SearchStart,
}

impl Node {
    /// The fewest and the most characters that the node can match; [`UNBOUNDED`] for no bound.
    pub fn width(&self) -> (u32, u32) {
        match self {
            Self::Empty | Self::Lookaround { .. } | Self::Assertion(_) => (0, 0),
            Self::Char { .. } | Self::Set(_) => (1, 1),
            Self::Concat(nodes) => nodes.iter().map(Self::width).fold((0, 0), |sum, width| {
                (sum.0.saturating_add(width.0), sum.1.saturating_add(width.1))
            }),
            Self::Alternation(nodes) => width_of_any(nodes.iter().map(Self::width)),
            Self::Switch { branches, .. } => width_of_any(branches.iter().map(|(_, node)| {
                let (min, max) = node.width();
                (min.saturating_add(1), max.saturating_add(1))
            })),
            Self::Repeat { node, min, max, .. } => {
                let width = node.width();
                (width.0.saturating_mul(*min), width.1.saturating_mul(*max))
            }
            Self::Group(node, _) | Self::Atomic(node) => node.width(),
            Self::Backreference { .. } => (0, UNBOUNDED),
        }
    }
}

fn width_of_any(widths: impl Iterator<Item = (u32, u32)>) -> (u32, u32) {
    widths
        .reduce(|all, width| (all.0.min(width.0), all.1.max(width.1)))
        .unwrap_or((0, 0))
}
