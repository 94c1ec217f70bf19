//! What readers of a page who do not see it are told. Source: WCAG 2.2, 1.3.1 and 4.1.2.

use crate::tree::{NodeId, Tree};

/// Below the name of the page, which is its only heading of the first level.
const FOOTNOTES_LEVEL: &str = "2";

const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

/// Says what the boxes of tasks belong to and how deep the heading of the footnotes stands. A heading without words is none.
pub(super) fn name_parts(tree: &mut Tree) {
    for id in tree.descendants(Tree::ROOT) {
        if tree.is(id, "input") && tree.ancestor(id, |above| above.is("label")).is_none() {
            label_box(tree, id);
        } else if tree.is_any(id, &HEADINGS) {
            let is_of_notes = tree
                .parent(id)
                .is_some_and(|above| tree.has_class(above, "footnotes"));
            if is_of_notes {
                set(tree, id, "aria-level", FOOTNOTES_LEVEL);
            } else if is_empty(tree, id) {
                set(tree, id, "role", "presentation");
            }
        }
    }
}

fn is_empty(tree: &Tree, id: NodeId) -> bool {
    let pictures = tree.find(id, |element| element.is("img") || element.is_svg());
    pictures.is_empty() && tree.text_content(id).trim().is_empty()
}

fn set(tree: &mut Tree, id: NodeId, name: &str, value: &str) {
    if let Some(element) = tree.element_mut(id) {
        element.set_attribute(name, value);
    }
}

/// Puts a box and the line behind it into a label.
fn label_box(tree: &mut Tree, id: NodeId) {
    let mut line = vec![id];
    while let Some(next) = line.last().and_then(|last| tree.next(*last)) {
        if tree
            .element(next)
            .is_some_and(|element| element.is_html() && !element.is_inline())
        {
            break;
        }
        line.push(next);
    }
    let label = tree.new_element("label");
    tree.insert_before(id, label);
    for part in line {
        tree.append(label, part);
    }
}
