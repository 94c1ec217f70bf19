//! Turns lists of words into trees of characters, so that a match looks at each character once.

use crate::node::Node;

/// Replaces neighbouring alternatives that start with an ASCII character by [`Node::Switch`].
///
/// Alternatives with different first characters exclude each other, so their order among themselves does not
/// matter; those with the same one stay in order behind it.
pub fn alternatives(nodes: Vec<Node>) -> Node {
    branches(nodes.into_iter().map(Branch::new).collect())
}

/// An alternative as a list of nodes, in reverse.
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

    /// The ASCII character that it starts with, and whether in either case.
    fn head(&self) -> Option<(u8, bool)> {
        match self.0.last() {
            Some(Node::Char { character, fold }) if character.is_ascii() => {
                let byte = u8::try_from(*character).ok()?;
                Some((if *fold { byte.to_ascii_lowercase() } else { byte }, *fold))
            }
            _ => None,
        }
    }

    fn node(self) -> Node {
        let mut nodes = self.0;
        nodes.reverse();
        match nodes.len() {
            0 => Node::Empty,
            1 => nodes.pop().unwrap_or(Node::Empty),
            _ => Node::Concat(nodes),
        }
    }
}

/// Letters are matched in either case or all as written: a switch does not mix the two.
fn mixes(byte: u8, fold: bool, run_fold: bool) -> bool {
    fold != run_fold && byte.is_ascii_alphabetic()
}

fn branches(list: Vec<Branch>) -> Node {
    let mut out: Vec<Node> = Vec::new();
    let mut run: Vec<(u8, Branch)> = Vec::new();
    let mut run_fold = None;
    for branch in list {
        match branch.head() {
            Some((byte, fold)) => {
                if run_fold.is_some_and(|run_fold| mixes(byte, fold, run_fold)) {
                    out.extend(switch(std::mem::take(&mut run), run_fold.take()));
                }
                if byte.is_ascii_alphabetic() {
                    run_fold = Some(fold);
                }
                run.push((byte, branch));
            }
            None => {
                out.extend(switch(std::mem::take(&mut run), run_fold.take()));
                out.push(branch.node());
            }
        }
    }
    out.extend(switch(run, run_fold));
    match out.len() {
        1 => out.pop().unwrap_or(Node::Empty),
        _ => Node::Alternatives(out),
    }
}

fn switch(run: Vec<(u8, Branch)>, fold: Option<bool>) -> Option<Node> {
    if run.len() < 2 {
        return run.into_iter().next().map(|(_, branch)| branch.node());
    }
    let mut groups: Vec<(u8, Vec<Branch>)> = Vec::new();
    for (byte, mut branch) in run {
        branch.0.pop();
        match groups.iter_mut().find(|(first, _)| *first == byte) {
            Some((_, list)) => list.push(branch),
            None => groups.push((byte, vec![branch])),
        }
    }
    let branches = groups
        .into_iter()
        .map(|(byte, mut list)| match list.len() {
            1 => (byte, list.pop().map_or(Node::Empty, Branch::node)),
            _ => (byte, branches(list)),
        })
        .collect();
    Some(Node::Switch {
        branches,
        fold: fold.unwrap_or(false),
    })
}
