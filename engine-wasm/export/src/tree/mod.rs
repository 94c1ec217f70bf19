//! A small HTML tree on which every transform works.
//!
//! Nodes live in one arena and are named by [`NodeId`]; a node that is detached stays in the arena until the
//! tree is dropped. Comments, doctypes and processing instructions are not kept. Nothing here recurses, so the
//! depth of hostile input costs memory, never the stack.
//! Start reading at [`Tree`]; `parse` fills it from HTML, `edit` moves nodes, `serialize` writes it back.

mod budget;
mod edit;
mod element;
mod parse;
mod serialize;

pub use element::Element;
pub use serialize::escape_text;

/// Names one node of one [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// What a node is.
#[derive(Clone, Debug)]
pub enum Content {
    /// The parent of the top-level nodes; has no counterpart in HTML.
    Root,
    /// Characters, unescaped.
    Text(String),
    /// An element with attributes and, after the cascade, declarations.
    Element(Element),
    /// What was parsed but is not kept.
    Nothing,
}

#[derive(Clone, Debug)]
struct Node {
    parent: Option<NodeId>,
    previous: Option<NodeId>,
    next: Option<NodeId>,
    first: Option<NodeId>,
    last: Option<NodeId>,
    content: Content,
}

/// An HTML fragment as a tree.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// The node above all top-level nodes.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree without content.
    pub fn new() -> Self {
        let mut tree = Self { nodes: Vec::new() };
        tree.create(Content::Root);
        tree
    }

    fn create(&mut self, content: Content) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node {
            parent: None,
            previous: None,
            next: None,
            first: None,
            last: None,
            content,
        });
        id
    }

    /// Makes an element that stands nowhere yet.
    pub fn new_element(&mut self, name: &str) -> NodeId {
        self.create(Content::Element(Element::html(name)))
    }

    /// Makes an SVG element that stands nowhere yet.
    pub fn new_svg_element(&mut self, name: &str) -> NodeId {
        self.create(Content::Element(Element::svg(name)))
    }

    /// Makes a text that stands nowhere yet.
    pub fn new_text(&mut self, text: impl Into<String>) -> NodeId {
        self.create(Content::Text(text.into()))
    }

    #[allow(
        clippy::indexing_slicing,
        reason = "a NodeId is only made by `create` of the same tree"
    )]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    #[allow(
        clippy::indexing_slicing,
        reason = "a NodeId is only made by `create` of the same tree"
    )]
    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// What the node is.
    pub fn content(&self, id: NodeId) -> &Content {
        &self.node(id).content
    }

    /// The element, if the node is one.
    pub fn element(&self, id: NodeId) -> Option<&Element> {
        match &self.node(id).content {
            Content::Element(element) => Some(element),
            _ => None,
        }
    }

    /// The element, if the node is one, to change.
    pub fn element_mut(&mut self, id: NodeId) -> Option<&mut Element> {
        match &mut self.node_mut(id).content {
            Content::Element(element) => Some(element),
            _ => None,
        }
    }

    /// The characters, if the node is text.
    pub fn text(&self, id: NodeId) -> Option<&str> {
        match &self.node(id).content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The characters, if the node is text, to change.
    pub fn text_mut(&mut self, id: NodeId) -> Option<&mut String> {
        match &mut self.node_mut(id).content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether the node is an HTML element of this name.
    pub fn is(&self, id: NodeId, name: &str) -> bool {
        self.element(id).is_some_and(|element| element.is(name))
    }

    /// Whether the node is an HTML element of one of these names.
    pub fn is_any(&self, id: NodeId, names: &[&str]) -> bool {
        self.element(id)
            .is_some_and(|element| element.is_html() && names.contains(&element.name()))
    }

    /// Whether the node is an element with this class.
    pub fn has_class(&self, id: NodeId, class: &str) -> bool {
        self.element(id).is_some_and(|element| element.has_class(class))
    }

    /// The value of an attribute.
    pub fn attribute(&self, id: NodeId, name: &str) -> Option<&str> {
        self.element(id).and_then(|element| element.attribute(name))
    }

    /// The node above, `ROOT` for top-level nodes.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The sibling before.
    pub fn previous(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).previous
    }

    /// The sibling after.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next
    }

    /// The first child.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first
    }

    /// The last child.
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).last
    }

    /// The children in order. A list, so that a transform may move them while it walks.
    pub fn children(&self, id: NodeId) -> Vec<NodeId> {
        let mut children = Vec::new();
        let mut next = self.first_child(id);
        while let Some(child) = next {
            children.push(child);
            next = self.next(child);
        }
        children
    }

    /// Everything below `id` in document order, `id` itself left out.
    pub fn descendants(&self, id: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut current = self.first_child(id);
        while let Some(node) = current {
            found.push(node);
            current = self.first_child(node).or_else(|| self.next_outside(node, id));
        }
        found
    }

    fn next_outside(&self, mut node: NodeId, top: NodeId) -> Option<NodeId> {
        while node != top {
            if let Some(next) = self.next(node) {
                return Some(next);
            }
            node = self.parent(node)?;
        }
        None
    }

    /// How many elements stand inside each other at the deepest point.
    pub fn depth(&self) -> usize {
        let (mut deepest, mut depth) = (0, 0_usize);
        let mut current = self.first_child(Self::ROOT);
        while let Some(mut node) = current {
            depth += 1;
            deepest = deepest.max(depth);
            current = self.first_child(node);
            while current.is_none() && node != Self::ROOT {
                depth = depth.saturating_sub(1);
                current = self.next(node);
                let Some(parent) = self.parent(node) else { break };
                node = parent;
            }
        }
        deepest
    }

    /// The elements below `id` in document order that fulfill `wanted`.
    pub fn find(&self, id: NodeId, wanted: impl Fn(&Element) -> bool) -> Vec<NodeId> {
        let mut found = self.descendants(id);
        found.retain(|node| self.element(*node).is_some_and(&wanted));
        found
    }

    /// The nearest ancestor that fulfills `wanted`.
    pub fn ancestor(&self, id: NodeId, wanted: impl Fn(&Element) -> bool) -> Option<NodeId> {
        let mut current = self.parent(id);
        while let Some(node) = current {
            if self.element(node).is_some_and(&wanted) {
                return Some(node);
            }
            current = self.parent(node);
        }
        None
    }

    /// What the element declares for a property, or else the nearest one above that does.
    pub fn style_at(&self, id: NodeId, name: &str) -> Option<&str> {
        let declared = |id| self.element(id)?.style.get(name);
        declared(id).or_else(|| declared(self.ancestor(id, |above| above.style.get(name).is_some())?))
    }

    /// All characters below the node.
    pub fn text_content(&self, id: NodeId) -> String {
        let mut text = String::new();
        for node in std::iter::once(id).chain(self.descendants(id)) {
            text.push_str(self.text(node).unwrap_or_default());
        }
        text
    }
}

impl NodeId {
    /// The index of the node in the arena, for side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_nodes_keeps_every_link() {
        let mut tree = Tree::parse("<p>a</p><p>b</p><p>c</p>");
        let [a, b, c] = tree.children(Tree::ROOT)[..] else {
            panic!("three paragraphs")
        };
        tree.insert_before(a, c);
        tree.append(Tree::ROOT, b);
        assert_eq!(tree.to_html(), "<p>c</p><p>a</p><p>b</p>");
        tree.detach(a);
        tree.unwrap(b);
        let wrapper = tree.new_element("section");
        tree.wrap(c, wrapper);
        assert_eq!(tree.to_html(), "<section><p>c</p></section>b");
    }

    #[test]
    fn copied_children_keep_the_shape() {
        let mut tree = Tree::parse("<p></p>");
        let other = Tree::parse("<b>x<i>y</i></b>z");
        let p = tree.children(Tree::ROOT)[0];
        tree.copy_children_from(p, &other, Tree::ROOT);
        assert_eq!(tree.to_html(), "<p><b>x<i>y</i></b>z</p>");
    }

    #[test]
    fn depth_is_that_of_the_deepest_node() {
        for (html, depth) in [
            ("", 0),
            ("a", 1),
            ("<p>a</p><p><b>c</b></p><p>d</p>", 3),
            ("<b><i></i></b><u></u>", 2),
        ] {
            assert_eq!(Tree::parse(html).depth(), depth, "{html}");
        }
    }

    #[test]
    fn great_depth_does_not_use_the_stack() {
        let mut tree = Tree::new();
        let mut inner = Tree::ROOT;
        for _ in 0..30_000 {
            let next = tree.new_element("b");
            tree.append(inner, next);
            inner = next;
        }
        assert_eq!(tree.depth(), 30_000);
        assert_eq!(tree.to_html().matches("</b>").count(), 30_000);
    }
}
