//! Colors of text: the editor does not hand them down reliably, and its dark mode looks at elements that hold text.

use super::is_block;
use crate::tree::{NodeId, Tree};

/// Writes the inherited color on every box that holds text, and on links.
pub(super) fn on_text_holders(tree: &mut Tree) {
    for id in super::elements(tree) {
        let Some(element) = tree.element(id).filter(|element| element.is_html()) else {
            continue;
        };
        let own = element.style.get("color");
        let needed = element.is("a") || (is_block(tree, id) && holds_text(tree, id));
        if own.is_some_and(|color| !is_inherited(color)) || (own.is_none() && !needed) {
            continue;
        }
        let inherited = inherited_color(tree, id);
        if let Some(element) = tree.element_mut(id) {
            match inherited {
                Some(color) if needed => element.style.set("color", color),
                _ => drop(element.style.remove("color")),
            }
        }
    }
}

fn is_inherited(color: &str) -> bool {
    ["inherit", "unset", "currentcolor"]
        .iter()
        .any(|word| color.eq_ignore_ascii_case(word))
}

fn inherited_color(tree: &Tree, id: NodeId) -> Option<String> {
    let owner = tree.ancestor(id, |above| {
        above.style.get("color").is_some_and(|color| !is_inherited(color))
    })?;
    tree.element(owner)
        .and_then(|element| element.style.get("color"))
        .map(str::to_owned)
}

/// Whether text stands in the node with no other box between.
fn holds_text(tree: &Tree, id: NodeId) -> bool {
    let mut waiting = tree.children(id);
    while let Some(node) = waiting.pop() {
        if tree.text(node).is_some_and(|text| !text.trim().is_empty()) {
            return true;
        }
        if !is_block(tree, node) {
            waiting.extend(tree.children(node));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn every_box_with_text_says_its_color() {
        assert_eq!(
            after(
                super::on_text_holders,
                "<section style=\"color:#333\"><section><p><strong>a</strong></p></section><p style=\"color:red\">b</p><p></p></section>"
            ),
            "<section style=\"color:#333\"><section><p style=\"color:#333\"><strong>a</strong></p></section><p style=\"color:red\">b</p><p></p></section>"
        );
    }
}
