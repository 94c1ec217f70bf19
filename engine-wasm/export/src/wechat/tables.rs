//! Tables: a wide one must scroll inside the page, and the alignment attribute of cells is lost.

use crate::tree::Tree;

/// Puts each table into a section that scrolls, writes alignment as style, and takes captions out as paragraphs.
pub(super) fn wrap(tree: &mut Tree) {
    for cell in tree.find(Tree::ROOT, |element| {
        ["td", "th", "tr", "table"].contains(&element.name())
    }) {
        let Some(element) = tree.element_mut(cell) else {
            continue;
        };
        let is_table = element.is("table");
        for (attribute, property) in [("align", "text-align"), ("valign", "vertical-align")] {
            if let Some(value) = element.remove_attribute(attribute).filter(|_| !is_table) {
                // An attribute is weaker than any style but the browser's own.
                let own = element.style.get(property);
                if own.is_none() || (element.is("th") && own == Some("center")) {
                    element.style.set(property, value.to_ascii_lowercase());
                }
            }
        }
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
    }
    for table in tree.find(Tree::ROOT, |element| element.is("table")) {
        let scrolls = |tree: &Tree, id| {
            tree.element(id).is_some_and(|parent| {
                parent.is("section")
                    && (parent.style.is("overflow-x", "auto") || parent.style.is("overflow", "auto"))
            })
        };
        let wrapper = match tree.parent(table) {
            Some(parent) if tree.has_class(parent, "table") || scrolls(tree, parent) => parent,
            _ => {
                let wrapper = tree.new_element("section");
                tree.wrap(table, wrapper);
                wrapper
            }
        };
        if let Some(element) = tree
            .element_mut(wrapper)
            .filter(|element| !element.style.is("overflow", "auto"))
        {
            element.style.set("overflow-x", "auto");
        }
        for caption in tree.find(table, |element| element.is("caption")) {
            tree.insert_before(wrapper, caption);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn a_bare_table_gets_a_scroller_and_cells_an_explicit_alignment() {
        let html = "<table><caption>c</caption><tbody><tr><td align=\"Right\" width=\"40\">a</td><td align=\"left\" style=\"text-align:center\">b</td></tr></tbody></table>";
        assert_eq!(
            after(super::wrap, html),
            "<caption>c</caption><section style=\"overflow-x:auto\"><table><tbody><tr><td style=\"text-align:right;width:40px\">a</td><td style=\"text-align:center\">b</td></tr></tbody></table></section>"
        );
    }

    #[test]
    fn what_a_cell_says_of_its_alignment_is_stronger_than_the_default_of_browsers() {
        for (cell, style) in [
            ("<th align=\"left\" style=\"text-align:center\">", "left"),
            ("<th align=\"left\" style=\"text-align:right\">", "right"),
            ("<th align=\"left\">", "left"),
            ("<td align=\"left\" style=\"text-align:center\">", "center"),
        ] {
            let html = format!("<table><tbody><tr>{cell}a</table>");
            let html = after(super::wrap, &html);
            assert!(
                html.contains(&format!(" style=\"text-align:{style}\">a")),
                "{html}"
            );
        }
    }

    #[test]
    fn a_section_that_does_not_scroll_is_no_wrapper() {
        assert_eq!(
            after(super::wrap, "<section><table></table></section>"),
            "<section><section style=\"overflow-x:auto\"><table></table></section></section>"
        );
        let scrolls = "<section style=\"overflow:auto\"><table></table></section>";
        assert_eq!(after(super::wrap, scrolls), scrolls);
    }

    #[test]
    fn a_wrapped_table_is_not_wrapped_again() {
        let html = "<section class=\"table\"><table></table></section>";
        let once = after(super::wrap, html);
        assert_eq!(once.matches("<section").count(), 1);
        assert_eq!(after(super::wrap, &once), once);
    }
}
