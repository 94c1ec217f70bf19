//! Colors of text: the editor does not hand them down reliably, and its dark mode looks at elements that hold text.

use super::flow::{elements, is_block};
use crate::css::{Rgba, parse_color};
use crate::style::{Declaration, Style, split_spaces};
use crate::tree::{Element, NodeId, Tree};

/// Writes the inherited color on every box that holds text, and on links. Nothing is inherited then, so boxes
/// that only hold boxes need none. The outermost keeps one, for what is written into it later.
pub(super) fn on_text_holders(tree: &mut Tree) {
    for id in elements(tree) {
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
    for id in elements(tree) {
        let only_boxes = tree.parent(id) != Some(Tree::ROOT)
            && tree.is(id, "section")
            && is_block(tree, id)
            && !holds_text(tree, id);
        let Some(element) = tree.element_mut(id).filter(|_| only_boxes) else {
            continue;
        };
        if !element
            .style
            .iter()
            .any(|one| takes_text_color(&element.style, one))
        {
            element.style.remove("color");
        }
    }
}

/// Whether a line of the box may have the color of its text: any that does not say its own.
fn takes_text_color(style: &Style, one: &Declaration) -> bool {
    let lines = ["border", "outline", "box-shadow", "column-rule"];
    let draws = lines.iter().any(|line| one.name.starts_with(line))
        && !["-radius", "-width", "-collapse", "-spacing"]
            .iter()
            .any(|end| one.name.ends_with(end))
        && !matches!(one.value.as_str(), "0" | "none");
    let is_color =
        |word: &str| !word.eq_ignore_ascii_case("currentcolor") && parse_color(word, Rgba::BLACK).is_some();
    let says_color = |value: &str| split_spaces(value).iter().any(|word| is_color(word));
    let elsewhere = |name: &str| style.get(name).is_some_and(says_color);
    let is_said = says_color(&one.value)
        || one.name.strip_suffix("-style").is_some_and(|side| {
            elsewhere(&format!("{side}-color")) || (side.starts_with("border") && elsewhere("border-color"))
        });
    draws && !is_said
}

fn is_inherited(color: &str) -> bool {
    ["inherit", "unset", "currentcolor"]
        .iter()
        .any(|word| color.eq_ignore_ascii_case(word))
}

/// The color that the nearest element around declares.
pub(super) fn inherited_color(tree: &Tree, id: NodeId) -> Option<String> {
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
        if tree.text(node).is_some_and(|text| !text.trim().is_empty()) || follows_text(tree, node) {
            return true;
        }
        if !is_block(tree, node) {
            waiting.extend(tree.children(node));
        }
    }
    false
}

/// Whether the node is a shape of a picture that takes the color of text.
fn follows_text(tree: &Tree, id: NodeId) -> bool {
    let takes = |element: &Element| {
        ["fill", "stroke"].iter().any(|paint| {
            element
                .attribute(paint)
                .is_some_and(|value| value.eq_ignore_ascii_case("currentcolor"))
        })
    };
    tree.element(id)
        .is_some_and(|element| element.is_svg() && takes(element))
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn a_box_of_boxes_needs_no_color_but_a_picture_may() {
        let html = "<section><section style=\"color:red\"><p>a</p></section><section style=\"color:red\"><svg><path fill=\"currentColor\"/></svg></section><section style=\"border-top:1px solid;color:red\"><p>b</p></section><section style=\"border-top:1px solid blue;color:red\"><p>c</p></section></section>";
        assert_eq!(
            after(super::on_text_holders, html),
            "<section><section><p style=\"color:red\">a</p></section><section style=\"color:red\"><svg><path fill=\"currentColor\"/></svg></section><section style=\"border-top:1px solid;color:red\"><p style=\"color:red\">b</p></section><section style=\"border-top:1px solid blue\"><p style=\"color:red\">c</p></section></section>"
        );
    }

    #[test]
    fn a_box_of_boxes_keeps_the_color_that_its_lines_take() {
        for (style, keeps) in [
            ("border-left-style:solid;border-left-width:1px", true),
            ("border-left-style:solid;border-left-color:blue", false),
            ("border-left-style:solid;border-color:blue", false),
            ("outline-style:solid;border-color:blue", true),
            ("outline-style:solid;outline-color:blue", false),
            ("border-left-color:currentcolor", true),
            (
                "border-radius:1px;border-left-width:1px;border-spacing:1px",
                false,
            ),
            ("border:0;outline:none", false),
            ("box-shadow:0 0 1px", true),
            ("box-shadow:0 0 1px #000", false),
        ] {
            let html = format!(
                "<section><section style=\"{style};color:red\"><p style=\"color:red\">a</p></section></section>"
            );
            let html = after(super::on_text_holders, &html);
            assert_eq!(html.contains("color:red\"><p"), keeps, "{html}");
        }
    }

    #[test]
    fn a_mark_that_takes_the_color_around_does_not_say_so() {
        assert_eq!(
            after(
                super::on_text_holders,
                "<p style=\"color:red\">a<span style=\"color:inherit\">b</span></p>"
            ),
            "<p style=\"color:red\">a<span>b</span></p>"
        );
    }

    #[test]
    fn a_picture_with_colors_of_its_own_needs_none() {
        let html =
            "<section><section style=\"color:red\"><svg><path fill=\"#000\"/></svg></section></section>";
        assert_eq!(
            after(super::on_text_holders, html),
            html.replace(" style=\"color:red\"", "")
        );
    }

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
