//! How elements stand in the text: as boxes of their own, or in a line.

use crate::tree::{Element, NodeId, Tree};

/// Whether the node makes a box of its own in the flow of text.
pub(super) fn is_block(tree: &Tree, id: NodeId) -> bool {
    let Some(element) = tree.element(id).filter(|element| element.is_html()) else {
        return false;
    };
    match element.style.get("display") {
        Some(display) => !display.starts_with("inline") && display != "contents",
        None => element.is_box(),
    }
}

/// Whether the parent lays its children out as boxes.
pub(super) fn is_flex_item(tree: &Tree, id: NodeId) -> bool {
    let display = tree
        .parent(id)
        .and_then(|parent| tree.element(parent))
        .and_then(|parent| parent.style.get("display"));
    display.is_some_and(|display| display.ends_with("flex") || display.ends_with("grid"))
}

/// Whether a parser ends an open `p` before this element.
pub(super) fn closes_paragraph(tree: &Tree, id: NodeId) -> bool {
    tree.element(id).is_some_and(Element::is_box)
}

/// Whether something below the node would end a `p` around it.
pub(super) fn holds_blocks(tree: &Tree, id: NodeId) -> bool {
    tree.descendants(id)
        .into_iter()
        .any(|node| closes_paragraph(tree, node))
}

/// Every element of the tree, in order.
pub(super) fn elements(tree: &Tree) -> Vec<NodeId> {
    tree.find(Tree::ROOT, |_| true)
}

/// Whether something high in the line may push its letters down, and a marker beside it would stand higher than they do.
pub(super) fn is_high(tree: &Tree, line: NodeId) -> bool {
    let is_high = |id| tree.is_any(id, &["img", "ruby"]) || tree.element(id).is_some_and(Element::is_svg);
    tree.descendants(line).into_iter().any(is_high)
}

/// A paragraph of ours, without margins.
pub(super) fn new_paragraph(tree: &mut Tree) -> NodeId {
    let paragraph = tree.new_element("p");
    if let Some(element) = tree.element_mut(paragraph) {
        element.style.set("margin", "0");
    }
    paragraph
}
