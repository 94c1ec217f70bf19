//! Text elements that a style turns into boxes: WeChat's editor treats `span` as a mark of text and takes its box
//! apart, so a box is made a section wherever one may stand.

use super::flow::{elements, is_block, is_flex_item};
use crate::tree::{NodeId, Tree};

/// Renames block-like text elements to sections, unless a line of text holds them.
pub(super) fn to_sections(tree: &mut Tree) {
    for id in elements(tree) {
        let is_box = tree.is_any(id, &["span", "code"]) && (is_block(tree, id) || is_flex_item(tree, id));
        if !is_box || is_in_line(tree, id) {
            continue;
        }
        if let Some(element) = tree.element_mut(id) {
            element.rename("section");
            if element.style.is("display", "block") {
                element.style.remove("display");
            }
        }
    }
}

/// Whether the node stands in a line of text, where a section would break the line or be moved by a parser.
fn is_in_line(tree: &Tree, id: NodeId) -> bool {
    tree.ancestor(id, |above| {
        matches!(
            above.name(),
            "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "strong" | "em" | "a" | "b" | "i" | "span"
        )
    })
    .is_some()
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn a_box_becomes_a_section_only_where_it_may() {
        assert_eq!(
            after(
                super::to_sections,
                "<section><span style=\"display:flex\"><span style=\"display:block\">a</span></span></section><p><span style=\"display:block\">b</span></p>"
            ),
            "<section><section style=\"display:flex\"><section>a</section></section></section><p><span style=\"display:block\">b</span></p>"
        );
        for (html, boxes) in [
            (
                "<section><code style=\"display:block\">a</code></section>",
                "<section><section>a</section></section>",
            ),
            (
                "<section style=\"display:flex\"><span>a</span></section>",
                "<section style=\"display:flex\"><section>a</section></section>",
            ),
            (
                "<section><span>a</span></section>",
                "<section><span>a</span></section>",
            ),
            (
                "<section><em style=\"display:block\">a</em></section>",
                "<section><em style=\"display:block\">a</em></section>",
            ),
            (
                "<strong><span style=\"display:block\">a</span></strong>",
                "<strong><span style=\"display:block\">a</span></strong>",
            ),
        ] {
            assert_eq!(after(super::to_sections, html), boxes);
        }
    }
}
