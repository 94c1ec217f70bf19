//! Spans that say nothing or the same as their neighbor: fewer of them, less size, less for the editor to break.

use crate::tree::{NodeId, Tree};

/// Unwraps spans without style and joins neighbors that look alike.
pub(super) fn spans(tree: &mut Tree) {
    for id in tree.find(Tree::ROOT, |element| element.is("span")) {
        let Some(element) = tree.element(id) else { continue };
        if element.style.is_empty() && element.attributes().next().is_none() {
            tree.unwrap(id);
        }
    }
    for id in tree.descendants(Tree::ROOT) {
        if tree.parent(id).is_none() {
            continue;
        }
        while let Some(next) = tree.next(id).filter(|next| joins(tree, id, *next)) {
            if let Some(text) = tree.text(next).map(str::to_owned) {
                if let Some(own) = tree.text_mut(id) {
                    own.push_str(&text);
                }
            } else {
                tree.move_children(next, id);
            }
            tree.detach(next);
        }
    }
}

fn joins(tree: &Tree, id: NodeId, next: NodeId) -> bool {
    if tree.text(id).is_some() {
        return tree.text(next).is_some();
    }
    let (Some(one), Some(other)) = (tree.element(id), tree.element(next)) else {
        return false;
    };
    // A span with a box of its own shows where it ends.
    let is_plain_text = one.style.iter().all(|declaration| {
        matches!(
            declaration.name.as_str(),
            "color" | "font-weight" | "font-style" | "font-size" | "font-family"
        )
    });
    one.is("span")
        && other.is("span")
        && is_plain_text
        && one.style == other.style
        && one.attributes().next().is_none()
        && other.attributes().next().is_none()
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn equal_neighbors_become_one() {
        assert_eq!(
            after(
                super::spans,
                "<p><span style=\"color:red\">a</span><span style=\"color:red\">b</span><span>c</span>d<span style=\"padding:1px\">e</span><span style=\"padding:1px\">f</span></p>"
            ),
            "<p><span style=\"color:red\">ab</span>cd<span style=\"padding:1px\">e</span><span style=\"padding:1px\">f</span></p>"
        );
    }
}
