//! Moving, copying and removing nodes.

use super::{Content, Node, NodeId, Tree};
use std::collections::HashMap;

impl Tree {
    /// Takes the node, with all below it, out of its place.
    pub fn detach(&mut self, id: NodeId) {
        let Node {
            parent,
            previous,
            next,
            ..
        } = *self.node(id);
        match previous {
            Some(previous) => self.node_mut(previous).next = next,
            None => {
                if let Some(parent) = parent {
                    self.node_mut(parent).first = next;
                }
            }
        }
        match next {
            Some(next) => self.node_mut(next).previous = previous,
            None => {
                if let Some(parent) = parent {
                    self.node_mut(parent).last = previous;
                }
            }
        }
        let node = self.node_mut(id);
        (node.parent, node.previous, node.next) = (None, None, None);
    }

    /// Puts the node behind the last child of `parent`.
    pub fn append(&mut self, parent: NodeId, id: NodeId) {
        self.detach(id);
        let last = self.node(parent).last;
        let node = self.node_mut(id);
        (node.parent, node.previous) = (Some(parent), last);
        match last {
            Some(last) => self.node_mut(last).next = Some(id),
            None => self.node_mut(parent).first = Some(id),
        }
        self.node_mut(parent).last = Some(id);
    }

    /// Puts the node before the first child of `parent`.
    pub fn prepend(&mut self, parent: NodeId, id: NodeId) {
        match self.first_child(parent) {
            Some(first) if first != id => self.insert_before(first, id),
            Some(_) => {}
            None => self.append(parent, id),
        }
    }

    /// Puts the node right before `sibling`, which must have a parent.
    pub fn insert_before(&mut self, sibling: NodeId, id: NodeId) {
        self.detach(id);
        let Node { parent, previous, .. } = *self.node(sibling);
        let node = self.node_mut(id);
        (node.parent, node.previous, node.next) = (parent, previous, Some(sibling));
        self.node_mut(sibling).previous = Some(id);
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next = Some(id),
            (None, Some(parent)) => self.node_mut(parent).first = Some(id),
            (None, None) => {}
        }
    }

    /// Moves all children of `from` behind those of `to`.
    pub fn move_children(&mut self, from: NodeId, to: NodeId) {
        for child in self.children(from) {
            self.append(to, child);
        }
    }

    /// Puts the children of the node in its place and takes the node itself out.
    pub fn unwrap(&mut self, id: NodeId) {
        for child in self.children(id) {
            self.insert_before(id, child);
        }
        self.detach(id);
    }

    /// Puts `wrapper` in the place of the node and the node into it.
    pub fn wrap(&mut self, id: NodeId, wrapper: NodeId) {
        self.insert_before(id, wrapper);
        self.append(wrapper, id);
    }

    /// Takes all children out.
    pub fn clear(&mut self, id: NodeId) {
        for child in self.children(id) {
            self.detach(child);
        }
    }

    /// Copies everything below `from` of another tree behind the children of `to`.
    pub fn copy_children_from(&mut self, to: NodeId, other: &Tree, from: NodeId) {
        let nodes = other.descendants(from);
        let copied = nodes
            .into_iter()
            .map(|node| (node, other.parent(node), other.content(node).clone()))
            .collect();
        self.append_copies(from, to, copied);
    }

    /// Copies everything below `from` behind the children of `to`.
    pub fn copy_children(&mut self, from: NodeId, to: NodeId) {
        let nodes = self.descendants(from);
        let copied = nodes
            .into_iter()
            .map(|node| (node, self.parent(node), self.content(node).clone()))
            .collect();
        self.append_copies(from, to, copied);
    }

    /// Puts copies of nodes, parents first, below `to`, which stands for `from`.
    fn append_copies(&mut self, from: NodeId, to: NodeId, copied: Vec<(NodeId, Option<NodeId>, Content)>) {
        let mut copies = HashMap::from([(from, to)]);
        for (node, parent, content) in copied {
            let copy = self.create(content);
            let above = parent
                .and_then(|parent| copies.get(&parent))
                .copied()
                .unwrap_or(to);
            self.append(above, copy);
            copies.insert(node, copy);
        }
    }
}
