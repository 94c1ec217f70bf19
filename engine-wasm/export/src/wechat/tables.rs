//! Tables: a wide one must scroll inside the page, and the alignment attribute of cells is lost.

use crate::tree::{Element, NodeId, Tree};

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
            tree.element(id)
                .is_some_and(|parent| parent.is("section") && parent.style.is("overflow-x", "auto"))
        };
        let wrapper = match tree.parent(table) {
            Some(parent) if tree.has_class(parent, "table") || scrolls(tree, parent) => parent,
            _ => {
                let wrapper = tree.new_element("section");
                tree.wrap(table, wrapper);
                wrapper
            }
        };
        if let Some(element) = tree.element_mut(wrapper) {
            element.style.set("overflow-x", "auto");
        }
        drop_repeated_widths(tree, table);
        for caption in tree.find(table, |element| element.is("caption")) {
            tree.insert_before(wrapper, caption);
        }
    }
}

/// A column is as wide as its first cell asks; cells below that ask for the same ask for nothing.
fn drop_repeated_widths(tree: &mut Tree, table: NodeId) {
    let spans =
        |element: &Element| element.attribute("colspan").is_some() || element.attribute("rowspan").is_some();
    let is_cell = |element: &Element| element.is("td") || element.is("th");
    if !tree
        .find(table, |element| is_cell(element) && spans(element))
        .is_empty()
    {
        return;
    }
    let mut asked: Vec<Option<String>> = Vec::new();
    for row in tree.find(table, |element| element.is("tr")) {
        let cells: Vec<NodeId> = tree
            .children(row)
            .into_iter()
            .filter(|cell| tree.element(*cell).is_some_and(is_cell))
            .collect();
        for (column, cell) in cells.into_iter().enumerate() {
            let Some(element) = tree.element_mut(cell) else {
                continue;
            };
            let own = element.style.get("min-width").map(str::to_owned);
            match asked.get(column) {
                Some(first) if *first == own => drop(element.style.remove("min-width")),
                Some(_) => {}
                None => asked.push(own),
            }
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
    fn only_the_first_cell_of_a_column_asks_for_a_width() {
        let html = "<section class=\"table\"><table><tbody><tr><td style=\"min-width:4px\">a</td></tr><tr><td style=\"min-width:4px\">b</td></tr><tr><td style=\"min-width:5px\">c</td></tr></tbody></table></section>";
        assert_eq!(after(super::wrap, html).matches("min-width:4px").count(), 1);
        assert_eq!(after(super::wrap, html).matches("min-width:5px").count(), 1);
        let spanning = html.replacen("<td", "<td colspan=\"1\"", 1);
        assert_eq!(after(super::wrap, &spanning).matches("min-width:4px").count(), 2);
    }

    #[test]
    fn a_wrapped_table_is_not_wrapped_again() {
        let html = "<section class=\"table\"><table></table></section>";
        let once = after(super::wrap, html);
        assert_eq!(once.matches("<section").count(), 1);
        assert_eq!(after(super::wrap, &once), once);
    }
}
