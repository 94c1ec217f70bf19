//! Which bytes a match can start with.

use crate::ast::{Assertion, Node};
use crate::char_set::CharSet;

/// The bytes that may follow the start of a match; the end of the text counts as one more.
///
/// The set may be too large, never too small: it must not exclude a match that is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstBytes {
    bytes: [u64; 4],
    text_end: bool,
}

/// The bytes that `node` can start with, and whether it can match the empty text.
pub fn first_bytes(node: &Node) -> (FirstBytes, bool) {
    match node {
        Node::Empty => (FirstBytes::ALL, true),
        Node::Char {
            character,
            ignore_case,
        } => (FirstBytes::of_char(*character, *ignore_case), false),
        Node::Set(set) => (FirstBytes::of_set(set), false),
        Node::Concat(nodes) => of_concat(nodes),
        Node::Alternation(nodes) => nodes
            .iter()
            .map(first_bytes)
            .fold((FirstBytes::NONE, false), |all, one| {
                (all.0.or(one.0), all.1 || one.1)
            }),
        Node::Switch {
            branches,
            ignore_case,
        } => {
            let all = branches
                .iter()
                .map(|(byte, _)| FirstBytes::of_char(char::from(*byte), *ignore_case))
                .fold(FirstBytes::NONE, FirstBytes::or);
            (all, false)
        }
        Node::Repeat { node, min, .. } => {
            let (bytes, can_be_empty) = first_bytes(node);
            if *min == 0 || can_be_empty {
                (FirstBytes::ALL, true)
            } else {
                (bytes, false)
            }
        }
        Node::Group(node, _) | Node::Atomic(node) => first_bytes(node),
        Node::Lookaround {
            node,
            behind,
            negative,
        } => match (behind, negative) {
            (false, false) => {
                let (bytes, can_be_empty) = first_bytes(node);
                (if can_be_empty { FirstBytes::ALL } else { bytes }, true)
            }
            (false, true) => (FirstBytes::not_starting(node), true),
            (true, _) => (FirstBytes::ALL, true),
        },
        Node::Backreference { .. } => (FirstBytes::ALL, true),
        Node::Assertion(assertion) => (FirstBytes::after(*assertion), true),
    }
}

fn of_concat(nodes: &[Node]) -> (FirstBytes, bool) {
    // What the assertions before the first character allow.
    let mut asserted = FirstBytes::ALL;
    // What the optional nodes so far start with, once there was one.
    let mut optional: Option<FirstBytes> = None;
    for node in nodes {
        let (bytes, can_be_empty) = first_bytes(node);
        if !can_be_empty {
            let bytes = optional.map_or_else(|| asserted.and(bytes), |optional| optional.or(bytes));
            return (bytes, false);
        }
        match (node, optional) {
            (Node::Lookaround { .. } | Node::Assertion(_), None) => asserted = asserted.and(bytes),
            (Node::Lookaround { .. } | Node::Assertion(_), Some(_)) => {}
            _ => {
                let bytes = asserted.and(when_not_empty(node));
                optional = Some(optional.unwrap_or(FirstBytes::NONE).or(bytes));
            }
        }
    }
    (asserted, true)
}

/// What a node that can be empty starts with when it is not.
fn when_not_empty(node: &Node) -> FirstBytes {
    match node {
        Node::Repeat { node, .. } => {
            let (bytes, can_be_empty) = first_bytes(node);
            if can_be_empty { FirstBytes::ALL } else { bytes }
        }
        Node::Group(node, _) | Node::Atomic(node) => when_not_empty(node),
        _ => FirstBytes::ALL,
    }
}

impl FirstBytes {
    /// Any byte, and the end of the text.
    pub const ALL: Self = Self {
        bytes: [u64::MAX; 4],
        text_end: true,
    };
    const NONE: Self = Self {
        bytes: [0; 4],
        text_end: false,
    };

    /// Whether a match can start before this byte; `None` is the end of the text.
    #[inline]
    pub fn contains(&self, byte: Option<u8>) -> bool {
        match byte {
            None => self.text_end,
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
        self.text_end &= other.text_end;
        self.bytes
            .iter_mut()
            .zip(other.bytes)
            .for_each(|(word, other)| *word &= other);
        self
    }

    fn or(mut self, other: Self) -> Self {
        self.text_end |= other.text_end;
        self.bytes
            .iter_mut()
            .zip(other.bytes)
            .for_each(|(word, other)| *word |= other);
        self
    }

    fn of_char(character: char, ignore_case: bool) -> Self {
        let mut first = Self::NONE;
        let mut buffer = [0; 4];
        for byte in character.encode_utf8(&mut buffer).bytes().take(1) {
            first.add(byte);
            if ignore_case {
                first.add(byte.to_ascii_uppercase());
                first.add(byte.to_ascii_lowercase());
            }
        }
        first
    }

    fn of_set(set: &CharSet) -> Self {
        let mut first = Self::ascii_of_set(set);
        if set.has_non_ascii() {
            (0x80..=0xff).for_each(|byte| first.add(byte));
        }
        first
    }

    fn ascii_of_set(set: &CharSet) -> Self {
        let mut first = Self::NONE;
        (0..0x80)
            .filter(|byte| set.contains_ascii(*byte))
            .for_each(|byte| first.add(byte));
        first
    }

    /// What may stand where `node` does not match. Only a node of one character excludes anything.
    fn not_starting(node: &Node) -> Self {
        let excluded = match node {
            Node::Char {
                character,
                ignore_case,
            } if character.is_ascii() => Self::of_char(*character, *ignore_case),
            Node::Set(set) => Self::ascii_of_set(set),
            Node::Switch {
                branches,
                ignore_case,
            } => branches
                .iter()
                .filter(|(_, node)| matches!(node, Node::Empty))
                .map(|(byte, _)| Self::of_char(char::from(*byte), *ignore_case))
                .fold(Self::NONE, Self::or),
            Node::Group(node, _) => return Self::not_starting(node),
            Node::Alternation(nodes) => {
                return nodes.iter().map(Self::not_starting).fold(Self::ALL, Self::and);
            }
            _ => return Self::ALL,
        };
        let mut allowed = Self::ALL;
        allowed
            .bytes
            .iter_mut()
            .zip(excluded.bytes)
            .for_each(|(word, excluded)| *word &= !excluded);
        allowed
    }

    fn after(assertion: Assertion) -> Self {
        let mut bytes = Self::NONE;
        bytes.text_end = true;
        match assertion {
            Assertion::TextEnd => {}
            Assertion::LineEnd | Assertion::TextEndBeforeLineEnds => bytes.add(b'\n'),
            _ => bytes = Self::ALL,
        }
        bytes
    }
}
