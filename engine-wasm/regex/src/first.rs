//! Which bytes a match can begin with.

use crate::node::{Node, Place};
use crate::set::Set;

/// What may stand where a match begins: certain bytes, or the end of the text.
///
/// Never says no where a match is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    bytes: [u64; 4],
    end: bool,
}

impl First {
    /// Anything.
    pub const ALL: Self = Self {
        bytes: [u64::MAX; 4],
        end: true,
    };
    const NONE: Self = Self {
        bytes: [0; 4],
        end: false,
    };

    /// Whether a match can begin before this byte; `None` is the end of the text.
    #[inline]
    pub fn allows(&self, byte: Option<u8>) -> bool {
        match byte {
            None => self.end,
            Some(byte) => self
                .bytes
                .get(usize::from(byte >> 6))
                .is_some_and(|word| word >> (byte & 63) & 1 == 1),
        }
    }

    fn add(&mut self, byte: u8) {
        if let Some(word) = self.bytes.get_mut(usize::from(byte >> 6)) {
            *word |= 1 << (byte & 63);
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.end &= other.end;
        self.bytes
            .iter_mut()
            .zip(other.bytes)
            .for_each(|(word, other)| *word &= other);
        self
    }

    fn or(mut self, other: Self) -> Self {
        self.end |= other.end;
        self.bytes
            .iter_mut()
            .zip(other.bytes)
            .for_each(|(word, other)| *word |= other);
        self
    }

    fn of_char(character: char, fold: bool) -> Self {
        let mut first = Self::NONE;
        let mut buffer = [0; 4];
        for byte in character.encode_utf8(&mut buffer).bytes().take(1) {
            first.add(byte);
            if fold {
                first.add(byte.to_ascii_uppercase());
                first.add(byte.to_ascii_lowercase());
            }
        }
        first
    }

    fn of_set(set: &Set) -> Self {
        let mut first = Self::NONE;
        (0..0x80)
            .filter(|byte| set.has_ascii(*byte))
            .for_each(|byte| first.add(byte));
        if set.reaches_beyond() {
            (0x80..=0xff).for_each(|byte| first.add(byte));
        }
        first
    }

    /// What cannot match a character of `node`, if that is a single one that its first byte decides.
    fn of_absent(node: &Node) -> Self {
        let present = match node {
            Node::Char { character, fold } if character.is_ascii() => Self::of_char(*character, *fold),
            Node::Set(set) => {
                let mut inside = Self::NONE;
                (0..0x80)
                    .filter(|byte| set.has_ascii(*byte))
                    .for_each(|byte| inside.add(byte));
                inside
            }
            Node::Group(node, _) => return Self::of_absent(node),
            Node::Alternatives(nodes) => {
                return nodes.iter().map(Self::of_absent).fold(Self::ALL, Self::and);
            }
            _ => return Self::ALL,
        };
        let mut absent = Self::ALL;
        absent
            .bytes
            .iter_mut()
            .zip(present.bytes)
            .for_each(|(word, inside)| *word &= !inside);
        absent
    }
}

/// What a match demands of the place where it begins, whatever follows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Demand {
    /// Only at the start of the text.
    pub start: bool,
    /// Only between a character of a word and another one, or an end.
    pub edge: bool,
}

/// What every match of `node` demands.
pub fn demand(node: &Node) -> Demand {
    match node {
        Node::Place(Place::TextStart) => Demand {
            start: true,
            edge: false,
        },
        Node::Place(Place::WordEdge) => Demand {
            start: false,
            edge: true,
        },
        Node::Concat(nodes) => {
            let mut all = Demand::default();
            for node in nodes {
                let one = demand(node);
                all.start |= one.start;
                all.edge |= one.edge;
                if !matches!(node, Node::Place(_) | Node::Look { .. }) {
                    break;
                }
            }
            all
        }
        Node::Alternatives(nodes) => Demand {
            start: nodes.iter().all(|node| demand(node).start),
            edge: nodes.iter().all(|node| demand(node).edge),
        },
        Node::Repeat { node, min: 1.., .. } | Node::Group(node, _) | Node::Atomic(node) => demand(node),
        Node::Look {
            node,
            behind: false,
            negative: false,
        } => demand(node),
        _ => Demand::default(),
    }
}

/// Where a match of `node` can begin, and whether it can be empty.
pub fn first(node: &Node) -> (First, bool) {
    match node {
        Node::Empty => (First::ALL, true),
        Node::Char { character, fold } => (First::of_char(*character, *fold), false),
        Node::Set(set) => (First::of_set(set), false),
        Node::Concat(nodes) => first_of_sequence(nodes),
        Node::Alternatives(nodes) => nodes
            .iter()
            .map(first)
            .fold((First::NONE, false), |all, one| (all.0.or(one.0), all.1 || one.1)),
        Node::Switch { branches, fold } => {
            let all = branches
                .iter()
                .map(|(byte, _)| First::of_char(char::from(*byte), *fold))
                .fold(First::NONE, First::or);
            (all, false)
        }
        Node::Repeat { node, min, .. } => {
            let (set, empty) = first(node);
            if *min == 0 || empty {
                (First::ALL, true)
            } else {
                (set, false)
            }
        }
        Node::Group(node, _) | Node::Atomic(node) => first(node),
        Node::Look {
            node,
            behind,
            negative,
        } => match (behind, negative) {
            (false, false) => {
                let (set, empty) = first(node);
                (if empty { First::ALL } else { set }, true)
            }
            (false, true) => (First::of_absent(node), true),
            (true, _) => (First::ALL, true),
        },
        Node::Back { .. } => (First::ALL, true),
        Node::Place(place) => {
            let mut set = First::NONE;
            set.end = true;
            match place {
                Place::TextEnd => {}
                Place::LineEnd | Place::LastLineEnd => set.add(b'\n'),
                _ => set = First::ALL,
            }
            (set, true)
        }
    }
}

fn first_of_sequence(nodes: &[Node]) -> (First, bool) {
    // `here`: what the assertions before the first character demand. `so_far`: what optional parts begin with.
    let (mut here, mut so_far, mut moved) = (First::ALL, First::NONE, false);
    for node in nodes {
        let (set, empty) = first(node);
        if !empty {
            let set = if moved { so_far.or(set) } else { here.and(set) };
            return (set, false);
        }
        match node {
            Node::Look { .. } | Node::Place(_) if !moved => here = here.and(set),
            Node::Look { .. } | Node::Place(_) => {}
            _ => {
                so_far = so_far.or(here.and(optional(node)));
                moved = true;
            }
        }
    }
    (here, true)
}

/// What an optional part begins with when it is not empty.
fn optional(node: &Node) -> First {
    match node {
        Node::Repeat { node, .. } => {
            let (set, empty) = first(node);
            if empty { First::ALL } else { set }
        }
        Node::Group(node, _) | Node::Atomic(node) => optional(node),
        _ => First::ALL,
    }
}
