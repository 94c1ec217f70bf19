//! The first and the last element: on paste the editor merges the first and the last element into what stands there, and their style
//! is lost; a picture at an end vanishes.

use crate::tree::{NodeId, Tree};

const EMPTY_STYLE: [(&str, &str); 2] = [("font-size", "0"), ("line-height", "0")];

/// Puts an empty line of no height before and behind the article, unless one stands there.
pub(super) fn pad(tree: &mut Tree) {
    let children = tree.children(Tree::ROOT);
    if children.is_empty() {
        return;
    }
    if children.first().is_some_and(|first| !is_empty_line(tree, *first)) {
        let line = empty_line(tree);
        tree.prepend(Tree::ROOT, line);
    }
    if children.last().is_some_and(|last| !is_empty_line(tree, *last)) {
        let line = empty_line(tree);
        tree.append(Tree::ROOT, line);
    }
}

fn empty_line(tree: &mut Tree) -> NodeId {
    let line = tree.new_element("p");
    let space = tree.new_text("\u{a0}");
    tree.append(line, space);
    if let Some(element) = tree.element_mut(line) {
        for (name, value) in EMPTY_STYLE {
            element.style.set(name, value);
        }
    }
    line
}

fn is_empty_line(tree: &Tree, id: NodeId) -> bool {
    tree.is(id, "p")
        && tree.text_content(id) == "\u{a0}"
        && tree
            .element(id)
            .is_some_and(|element| element.style.get("line-height") == Some("0"))
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn the_ends_are_padded_once() {
        let once = after(super::pad, "<section>a</section>");
        assert_eq!(
            once.matches("<p style=\"font-size:0;line-height:0\">\u{a0}</p>")
                .count(),
            2
        );
        assert_eq!(after(super::pad, &once), once);
        assert_eq!(after(super::pad, ""), "");
    }

    #[test]
    fn only_an_empty_line_of_no_height_is_a_pad() {
        for html in [
            "<p>a</p>",
            "<p style=\"line-height:0\">a</p>",
            "<p>\u{a0}</p>",
            "<section style=\"line-height:0\">\u{a0}</section>",
        ] {
            let pad = "<p style=\"font-size:0;line-height:0\">\u{a0}</p>";
            assert_eq!(after(super::pad, html), format!("{pad}{html}{pad}"));
        }
    }
}
