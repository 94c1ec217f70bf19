//! Ruby: whether WeChat keeps it is not known, so reading aids are stacked with plain spans.

use crate::tree::{NodeId, Tree};

/// Turns `<ruby>字<rt>zì</rt></ruby>` into spans that stand above each other; text keeps its order.
pub(super) fn stack(tree: &mut Tree) {
    for id in tree.find(Tree::ROOT, |element| element.is("ruby")) {
        let readings = tree.find(id, |element| element.is("rt")).len();
        let mut stack: Option<NodeId> = None;
        for child in tree.children(id) {
            if tree.is(child, "rp") {
                tree.detach(child);
                continue;
            }
            // One pair is the element itself, which stacks its parts already (`defaults.css`).
            let own = (readings == 1).then_some(id);
            let pair = own.or(stack).unwrap_or_else(|| new_pair(tree, child));
            tree.append(pair, child);
            stack = Some(pair);
            if tree.is(child, "rt") {
                if let Some(element) = tree.element_mut(child) {
                    element.rename("span");
                    // Without a height of its own the reading stands in the leading and moves no line.
                    element.style.set("line-height", "0");
                }
                stack = None;
            } else {
                let base = tree.new_element("span");
                tree.wrap(child, base);
            }
        }
        if let Some(element) = tree.element_mut(id) {
            element.rename("span");
        }
    }
}

/// A span whose parts stand upon each other, put in the place of `child`.
fn new_pair(tree: &mut Tree, child: NodeId) -> NodeId {
    let pair = tree.new_element("span");
    tree.insert_before(child, pair);
    if let Some(element) = tree.element_mut(pair) {
        for (name, value) in [
            ("display", "inline-flex"),
            ("flex-direction", "column-reverse"),
            ("align-items", "center"),
            ("vertical-align", "bottom"),
            ("text-indent", "0"),
        ] {
            element.style.set(name, value);
        }
    }
    pair
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn each_reading_stands_above_its_sign() {
        let html = after(
            super::stack,
            "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby></p>",
        );
        assert_eq!(html.matches("flex-direction:column-reverse").count(), 2, "{html}");
        assert!(
            html.contains("<span>漢</span><span style=\"line-height:0\">kan</span></span>"),
            "{html}"
        );
    }
}
