//! Formulas: WeChat ignores the width attribute of SVG and may put a formula on a line of its own.

use crate::tree::{Element, NodeId, Tree};

/// Moves sizes of formula pictures to their style, keeps inline formulas in line and lets long ones scroll.
pub(super) fn keep_in_line(tree: &mut Tree) {
    for id in tree.find(Tree::ROOT, |element| {
        element.has_class("math-inline") || element.has_class("math-block")
    }) {
        let is_block = tree.has_class(id, "math-block");
        for svg in tree.find(id, |element| element.is_svg() && element.name() == "svg") {
            size_by_style(tree, svg, is_block);
        }
        if is_block {
            if let Some(element) = tree.element_mut(id) {
                element.style.set("overflow-x", "auto");
            }
        } else {
            let is_long = scroll_when_long(tree, id);
            hold_spaces(tree, id, is_long);
        }
    }
}

fn size_by_style(tree: &mut Tree, svg: NodeId, is_block: bool) {
    let Some(element) = tree.element_mut(svg) else {
        return;
    };
    for side in ["width", "height"] {
        if let Some(value) = element.remove_attribute(side) {
            let value = if value.parse::<f64>().is_ok() {
                format!("{value}px")
            } else {
                value
            };
            element.style.set_default(side, &value);
        }
    }
    element.style.set_default("display", "inline-block");
    // WeChat caps every element at the width of its parent; a long formula scrolls instead of shrinking.
    if is_block
        && element
            .style
            .get("max-width")
            .is_none_or(|known| known == "100%" || known == "none")
    {
        element.style.put(crate::style::Declaration {
            name: "max-width".to_owned(),
            value: "300vw".to_owned(),
            important: true,
        });
    }
}

/// A formula wider than this, in em of the text, may be wider than a phone.
const LONG_EM: f64 = 18.0;

/// A long formula in a line scrolls in a box of its own, as the theme has it for `.math-long`. Answers whether it is
/// long.
fn scroll_when_long(tree: &mut Tree, id: NodeId) -> bool {
    let svgs = tree.find(id, Element::is_svg);
    let Some(svg) = svgs.first().copied().and_then(|svg| tree.element_mut(svg)) else {
        return false;
    };
    let width = svg
        .style
        .get("width")
        .and_then(|width| width.strip_suffix("em")?.parse::<f64>().ok());
    if width.is_none_or(|em| em <= LONG_EM) {
        return false;
    }
    svg.style.put(crate::style::Declaration {
        name: "max-width".to_owned(),
        value: "300vw".to_owned(),
        important: true,
    });
    if let Some(element) = tree.element_mut(id) {
        for (name, value) in [
            ("display", "inline-block"),
            ("overflow-x", "auto"),
            ("vertical-align", "middle"),
        ] {
            element.style.set(name, value);
        }
    }
    true
}

/// A space beside a formula would be deleted on save. Behind a long one it would begin a line, so there it is no more
/// than a space.
fn hold_spaces(tree: &mut Tree, id: NodeId, is_long: bool) {
    let before = tree.previous(id).and_then(|before| tree.text_mut(before));
    if let Some(text) = before.filter(|text| text.ends_with(' ')) {
        text.pop();
        text.push('\u{a0}');
    }
    let behind = tree.next(id).and_then(|behind| tree.text_mut(behind));
    if let Some(text) = behind.filter(|text| !is_long && text.starts_with(' ')) {
        text.replace_range(..1, "\u{a0}");
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn an_inline_formula_stays_in_its_line() {
        assert_eq!(
            after(
                super::keep_in_line,
                "<p>a <span class=\"math-inline\"><svg width=\"2ex\" height=\"1ex\"></svg></span> b</p>"
            ),
            "<p>a\u{a0}<span class=\"math-inline\"><svg style=\"width:2ex;height:1ex;display:inline-block\"/></span>\u{a0}b</p>"
        );
    }

    #[test]
    fn shapes_of_a_formula_keep_their_sizes() {
        assert_eq!(
            after(
                super::keep_in_line,
                "<p><span class=\"math-inline\"><svg width=\"2ex\"><rect width=\"9\" height=\"1\"/></svg></span></p>"
            ),
            "<p><span class=\"math-inline\"><svg style=\"width:2ex;display:inline-block\"><rect height=\"1\" width=\"9\"/></svg></span></p>"
        );
    }

    #[test]
    fn a_formula_is_as_wide_as_it_needs_unless_its_author_says_how_wide() {
        for (own, kept) in [
            ("max-width:100%", "max-width:300vw!important"),
            ("max-width:none", "max-width:300vw!important"),
            ("max-width:50%", "max-width:50%"),
        ] {
            let html = format!("<section class=\"math-block\"><svg style=\"{own}\"></svg></section>");
            let html = after(super::keep_in_line, &html);
            assert!(html.contains(kept), "{html}");
        }
    }

    #[test]
    fn a_long_formula_in_a_line_scrolls_in_its_box() {
        let html =
            "<p><span class=\"math-inline\"><svg style=\"width:19em;max-width:100%\"></svg></span></p>";
        let html = after(super::keep_in_line, html);
        assert!(
            html.contains("inline-block;overflow-x:auto") && html.contains("max-width:300vw!important"),
            "{html}"
        );
    }

    #[test]
    fn a_line_behind_a_long_formula_does_not_begin_with_a_space() {
        let html = "<p>a <span class=\"math-inline\"><svg width=\"19em\"></svg></span> b</p>";
        let html = after(super::keep_in_line, html);
        assert!(
            html.contains("a\u{a0}<span") && html.ends_with("</span> b</p>"),
            "{html}"
        );
    }

    #[test]
    fn a_long_formula_scrolls() {
        let html = after(
            super::keep_in_line,
            "<section class=\"math-block\"><svg width=\"90em\"></svg></section>",
        );
        assert!(
            html.contains("overflow-x:auto") && html.contains("max-width:300vw!important"),
            "{html}"
        );
    }
}
