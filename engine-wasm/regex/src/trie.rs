//! Turns lists of words into tries, so that a match looks at each character once.

use crate::ast::Node;

/// How deep a trie may be: what reads a tree calls itself for each level.
const MAX_DEPTH: u32 = 60;

/// Replaces neighboring alternatives that start with an ASCII character by [`Node::Switch`].
///
/// Alternatives with different first characters exclude each other, so their order does not matter. Those with
/// the same first character stay in order behind it.
pub fn alternation(nodes: Vec<Node>) -> Node {
    merge(nodes.into_iter().map(Branch::new).collect(), 0)
}

/// An alternative as a list of nodes, the last one first.
struct Branch(Vec<Node>);

impl Branch {
    fn new(node: Node) -> Self {
        match node {
            Node::Empty => Self(Vec::new()),
            Node::Concat(mut nodes) => {
                nodes.reverse();
                Self(nodes)
            }
            node => Self(vec![node]),
        }
    }

    /// The ASCII character that it starts with, and whether its case is ignored.
    fn first_char(&self) -> Option<(u8, bool)> {
        match self.0.last() {
            Some(Node::Char {
                character,
                ignore_case,
            }) if character.is_ascii() => {
                let byte = u8::try_from(*character).ok()?;
                let byte = if *ignore_case {
                    byte.to_ascii_lowercase()
                } else {
                    byte
                };
                Some((byte, *ignore_case))
            }
            _ => None,
        }
    }

    fn into_node(self) -> Node {
        let mut nodes = self.0;
        nodes.reverse();
        match nodes.len() {
            0 => Node::Empty,
            1 => nodes.pop().unwrap_or(Node::Empty),
            _ => Node::Concat(nodes),
        }
    }
}

fn merge(branches: Vec<Branch>, depth: u32) -> Node {
    if depth > MAX_DEPTH {
        return Node::Alternation(branches.into_iter().map(Branch::into_node).collect());
    }
    let mut merged: Vec<Node> = Vec::new();
    let mut neighbors: Vec<(u8, Branch)> = Vec::new();
    // Whether the letters of the neighbors ignore case: one switch does not mix the two.
    let mut ignore_case = None;
    for branch in branches {
        match branch.first_char() {
            Some((byte, ignores)) => {
                if byte.is_ascii_alphabetic() {
                    if ignore_case.is_some_and(|ignore_case| ignore_case != ignores) {
                        merged.extend(switch(std::mem::take(&mut neighbors), ignore_case.take(), depth));
                    }
                    ignore_case = Some(ignores);
                }
                neighbors.push((byte, branch));
            }
            None => {
                merged.extend(switch(std::mem::take(&mut neighbors), ignore_case.take(), depth));
                merged.push(branch.into_node());
            }
        }
    }
    merged.extend(switch(neighbors, ignore_case, depth));
    match merged.len() {
        1 => merged.pop().unwrap_or(Node::Empty),
        _ => Node::Alternation(merged),
    }
}

fn switch(neighbors: Vec<(u8, Branch)>, ignore_case: Option<bool>, depth: u32) -> Option<Node> {
    if neighbors.len() < 2 {
        return neighbors.into_iter().next().map(|(_, branch)| branch.into_node());
    }
    let mut by_first: Vec<(u8, Vec<Branch>)> = Vec::new();
    for (byte, mut branch) in neighbors {
        branch.0.pop();
        match by_first.iter_mut().find(|(first, _)| *first == byte) {
            Some((_, list)) => list.push(branch),
            None => by_first.push((byte, vec![branch])),
        }
    }
    let branches = by_first
        .into_iter()
        .map(|(byte, mut list)| match list.len() {
            1 => (byte, list.pop().map_or(Node::Empty, Branch::into_node)),
            _ => (byte, merge(list, depth + 1)),
        })
        .collect();
    Some(Node::Switch {
        branches,
        ignore_case: ignore_case.unwrap_or(false),
    })
}
