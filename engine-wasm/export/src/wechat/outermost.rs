//! The outermost element: WeChat clears its padding and background.

use crate::tree::Tree;

/// Moves what would be cleared to a section inside, which then is not the outermost.
pub(super) fn protect(tree: &mut Tree) {
    for id in tree.children(Tree::ROOT) {
        let Some(element) = tree.element_mut(id).filter(|element| element.is("section")) else {
            continue;
        };
        let moved = |name: &str| {
            ["padding", "background", "border", "box-shadow", "text-indent"]
                .iter()
                .any(|group| name.starts_with(group))
        };
        let inner: crate::style::Style = element
            .style
            .iter()
            .filter(|one| moved(&one.name) && !is_nothing(&one.value))
            .cloned()
            .collect();
        element.style.retain(|one| !moved(&one.name));
        if inner.is_empty() {
            continue;
        }
        let section = tree.new_element("section");
        tree.move_children(id, section);
        tree.append(id, section);
        if let Some(element) = tree.element_mut(section) {
            element.style = inner;
        }
    }
}

fn is_nothing(value: &str) -> bool {
    matches!(
        value,
        "0" | "0px" | "none" | "transparent" | "rgba(0,0,0,0)" | "initial"
    )
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn padding_and_background_move_inside() {
        assert_eq!(
            after(
                super::protect,
                "<section style=\"color:red;padding:0 8px;background:#eee\"><p>a</p></section>"
            ),
            "<section style=\"color:red\"><section style=\"padding:0 8px;background:#eee\"><p>a</p></section></section>"
        );
        assert_eq!(
            after(super::protect, "<section style=\"padding:0\"><p>a</p></section>"),
            "<section><p>a</p></section>"
        );
    }
}
