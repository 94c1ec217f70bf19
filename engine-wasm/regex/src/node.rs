//! The tree of a pattern.

use crate::set::Set;

/// A pattern or a part of one.
#[derive(Clone, Debug)]
pub enum Node {
    /// Matches the empty text.
    Empty,
    /// One character; `fold`: in either case.
    Char { character: char, fold: bool },
    /// One character of a set.
    Set(Set),
    /// One after another.
    Concat(Vec<Node>),
    /// The first that matches.
    Alternatives(Vec<Node>),
    /// Alternatives that start with different ASCII characters, by that character; it is not in the node.
    Switch { branches: Vec<(u8, Node)>, fold: bool },
    /// Repeated.
    Repeat {
        node: Box<Node>,
        min: u32,
        max: u32,
        greed: Greed,
    },
    /// A group that is remembered under a number from 1.
    Group(Box<Node>, u32),
    /// Looks at what follows or precedes.
    Look {
        node: Box<Node>,
        behind: bool,
        negative: bool,
    },
    /// What has matched is not tried another way.
    Atomic(Box<Node>),
    /// The text of a group.
    Back { group: u32, fold: bool },
    /// A place.
    Place(Place),
}

/// No upper bound of a repetition.
pub const UNBOUNDED: u32 = u32::MAX;

/// How a repetition goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greed {
    /// As often as possible, fewer times if the rest fails.
    Greedy,
    /// As rarely as possible.
    Lazy,
    /// As often as possible and never fewer times.
    Possessive,
}

/// An empty match at a certain place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// `^`, `\A`
    TextStart,
    /// `^` of several lines
    LineStart,
    /// `$`, `\z`
    TextEnd,
    /// `$` of several lines
    LineEnd,
    /// `\Z`: only line ends follow
    LastLineEnd,
    /// `\b`
    WordEdge,
    /// `\B`
    NoWordEdge,
    /// `\G`: where the search began
    SearchStart,
}

impl Node {
    /// The fewest and the most characters that can match; [`UNBOUNDED`] for no bound.
    pub fn width(&self) -> (u32, u32) {
        match self {
            Self::Empty | Self::Look { .. } | Self::Place(_) => (0, 0),
            Self::Char { .. } | Self::Set(_) => (1, 1),
            Self::Concat(nodes) => nodes.iter().map(Self::width).fold((0, 0), |sum, width| {
                (sum.0.saturating_add(width.0), sum.1.saturating_add(width.1))
            }),
            Self::Alternatives(nodes) => either(nodes.iter().map(Self::width)),
            Self::Switch { branches, .. } => either(branches.iter().map(|(_, node)| {
                let (min, max) = node.width();
                (min.saturating_add(1), max.saturating_add(1))
            })),
            Self::Repeat { node, min, max, .. } => {
                let width = node.width();
                (width.0.saturating_mul(*min), width.1.saturating_mul(*max))
            }
            Self::Group(node, _) | Self::Atomic(node) => node.width(),
            Self::Back { .. } => (0, UNBOUNDED),
        }
    }
}

fn either(widths: impl Iterator<Item = (u32, u32)>) -> (u32, u32) {
    widths
        .reduce(|all, width| (all.0.min(width.0), all.1.max(width.1)))
        .unwrap_or((0, 0))
}
