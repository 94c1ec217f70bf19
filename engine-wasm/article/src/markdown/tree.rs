//! Small things that every extension does with the parser's tree.

use comrak::Arena;
use comrak::nodes::{Ast, AstNode, Node, NodeValue, Sourcepos};

/// A new node with `value`, at `sourcepos`.
pub(crate) fn node<'a>(arena: &'a Arena<'a>, value: NodeValue, sourcepos: Sourcepos) -> Node<'a> {
    arena.alloc(AstNode::from(Ast::new_with_sourcepos(value, sourcepos)))
}

/// A new text node.
pub(crate) fn text_node<'a>(arena: &'a Arena<'a>, text: &str, sourcepos: Sourcepos) -> Node<'a> {
    node(arena, NodeValue::Text(text.to_owned().into()), sourcepos)
}

/// A new node of HTML that the engine itself made; it is printed as it is.
pub(crate) fn html_node<'a>(arena: &'a Arena<'a>, html: String, sourcepos: Sourcepos) -> Node<'a> {
    node(arena, NodeValue::Raw(html), sourcepos)
}

/// Where `node` stands in the prepared source.
pub(crate) fn position(node: Node<'_>) -> Sourcepos {
    node.data().sourcepos
}

/// The node after `node` in document order, below `root`; its children are passed over unless it is to be entered.
pub(crate) fn following<'a>(node: Node<'a>, root: Node<'a>, enters: bool) -> Option<Node<'a>> {
    if let Some(child) = node.first_child().filter(|_| enters) {
        return Some(child);
    }
    let mut node = node;
    loop {
        if node.same_node(root) {
            return None;
        }
        if let Some(sibling) = node.next_sibling() {
            return Some(sibling);
        }
        node = node.parent()?;
    }
}

/// `root` and the blocks in it, in document order: a fraction of all nodes.
pub(crate) fn blocks<'a>(root: Node<'a>) -> impl Iterator<Item = Node<'a>> {
    std::iter::successors(Some(root), move |node| {
        let holds_blocks = !node.data().value.contains_inlines();
        following(node, root, holds_blocks)
    })
}

/// The nodes at and below `root` that are `wanted`, in document order. The tree may change meanwhile.
pub(crate) fn all<'a>(root: Node<'a>, wanted: fn(&Node<'a>) -> bool) -> Vec<Node<'a>> {
    root.descendants().filter(wanted).collect()
}

/// The links at and below `root`.
pub(crate) fn links<'a>(root: Node<'a>) -> Vec<Node<'a>> {
    all(root, |node| matches!(node.data().value, NodeValue::Link(_)))
}

/// The numbered references at and below `root`: to footnotes, and of cited links.
pub(crate) fn references<'a>(root: Node<'a>) -> Vec<Node<'a>> {
    all(root, |node| {
        matches!(node.data().value, NodeValue::FootnoteReference(_))
    })
}

/// Takes the children of `node` away from it.
pub(crate) fn take_children<'a>(node: Node<'a>) -> Vec<Node<'a>> {
    let children: Vec<Node<'a>> = node.children().collect();
    for child in &children {
        child.detach();
    }
    children
}

/// The visible text of `node` without markup: formulas as their TeX, breaks as a space, raw HTML left out.
pub(crate) fn plain_text(node: Node<'_>) -> String {
    let mut out = String::new();
    for node in node.descendants() {
        match &node.data().value {
            NodeValue::Text(text) => out.push_str(text),
            NodeValue::Code(code) => out.push_str(&code.literal),
            NodeValue::Math(math) => out.push_str(&math.literal),
            NodeValue::SoftBreak | NodeValue::LineBreak => out.push(' '),
            _ => {}
        }
    }
    out
}

/// The only child of `node`, if it has exactly one.
pub(crate) fn only_child<'a>(node: Node<'a>) -> Option<Node<'a>> {
    let child = node.first_child()?;
    child.next_sibling().is_none().then_some(child)
}

/// The literal of a text node, empty for others.
pub(crate) fn text_of(node: Node<'_>) -> String {
    match &node.data().value {
        NodeValue::Text(text) => text.to_string(),
        _ => String::new(),
    }
}

/// Whether `paragraph` stands in an item of a tight list, where it has no element of its own.
pub(crate) fn is_tight(paragraph: Node<'_>) -> bool {
    paragraph
        .parent()
        .and_then(|item| item.parent())
        .is_some_and(|list| matches!(list.data().value, NodeValue::List(list) if list.tight))
}

/// Whether `paragraph` is the first of a task item, whose box stands in it.
pub(crate) fn is_in_task(paragraph: Node<'_>) -> bool {
    paragraph.previous_sibling().is_none()
        && paragraph
            .parent()
            .is_some_and(|item| matches!(item.data().value, NodeValue::TaskItem(_)))
}
