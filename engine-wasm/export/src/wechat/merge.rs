//! Spans without style, and neighbors of the same style: fewer of them take less size and leave the editor less to
//! break.

use crate::tree::{Element, NodeId, Tree};

/// Unwraps spans without style and joins neighbors that look alike.
pub(super) fn spans(tree: &mut Tree) {
    for id in tree.find(Tree::ROOT, |element| element.is("span")) {
        let Some(element) = tree.element(id) else { continue };
        if element.style.is_empty() && element.attributes().next().is_none() {
            tree.unwrap(id);
        }
    }
    // Anchors without their names. Of a text style alone nothing shows where there is no text.
    let anchors = tree.find(Tree::ROOT, |element| element.is("span") || element.is("a"));
    for id in anchors.into_iter().rev() {
        let shows = |element: &Element| element.style.iter().any(|one| !is_text_style(&one.name));
        if tree.first_child(id).is_none() && tree.element(id).is_some_and(|element| !shows(element)) {
            tree.detach(id);
        }
    }
    for id in tree.descendants(Tree::ROOT) {
        if tree.parent(id).is_none() {
            continue;
        }
        join_over_blanks(tree, id);
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
    for id in tree.find(Tree::ROOT, |element| HOLDERS.contains(&element.name())) {
        while fold_only_span(tree, id) {}
    }
}

/// Whether a property says how letters look and nothing of the box around them.
fn is_text_style(name: &str) -> bool {
    ["color", "font", "letter-spacing", "text-", "word-"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// Boxes that may take over the style of their only span.
const HOLDERS: [&str; 3] = ["section", "p", "td"];

/// Moves spaces and line breaks between two spans of the same color into the first, then joins the two.
fn join_over_blanks(tree: &mut Tree, id: NodeId) {
    let only_color =
        |element: &Element| element.is("span") && element.style.iter().all(|one| one.name == "color");
    if !tree.element(id).is_some_and(only_color) {
        return;
    }
    loop {
        let mut between = Vec::new();
        let mut next = tree.next(id);
        while let Some(node) = next.filter(|node| is_blank(tree, *node)) {
            between.push(node);
            next = tree.next(node);
        }
        let Some(next) = next.filter(|next| !between.is_empty() && joins(tree, id, *next)) else {
            return;
        };
        for blank in between {
            tree.append(id, blank);
        }
        tree.move_children(next, id);
        tree.detach(next);
    }
}

fn is_blank(tree: &Tree, id: NodeId) -> bool {
    tree.is(id, "br")
        || tree
            .text(id)
            .is_some_and(|text| text.chars().all(|character| matches!(character, ' ' | '\u{a0}')))
}

/// Moves the style of a span that is the whole content of a box to the box. Answers whether there was one.
fn fold_only_span(tree: &mut Tree, id: NodeId) -> bool {
    let Some(span) = tree
        .first_child(id)
        .filter(|child| tree.is(*child, "span") && tree.next(*child).is_none())
    else {
        return false;
    };
    let folds = |element: &Element| {
        element.attributes().next().is_none()
            && element
                .style
                .iter()
                .all(|one| matches!(one.name.as_str(), "color" | "font-weight" | "font-style"))
    };
    // A border or underline without a color takes the color of its box.
    let is_plain = |element: &Element| {
        let lines = [
            "border",
            "outline",
            "box-shadow",
            "text-decoration",
            "text-emphasis",
        ];
        !element
            .style
            .iter()
            .any(|one| !one.name.ends_with("radius") && lines.iter().any(|line| one.name.starts_with(line)))
    };
    if !tree.element(span).is_some_and(folds) || !tree.element(id).is_some_and(is_plain) {
        return false;
    }
    let style = tree
        .element(span)
        .map(|element| element.style.clone())
        .unwrap_or_default();
    tree.unwrap(span);
    if let Some(element) = tree.element_mut(id) {
        for one in style.iter() {
            element.style.set_in_place(&one.name, &one.value);
        }
    }
    true
}

fn joins(tree: &Tree, id: NodeId, next: NodeId) -> bool {
    if tree.text(id).is_some() {
        return tree.text(next).is_some();
    }
    let (Some(one), Some(other)) = (tree.element(id), tree.element(next)) else {
        return false;
    };
    // A span with padding, border or background shows where it ends.
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
    fn anchors_that_show_nothing_go() {
        for (html, kept) in [
            ("<p><a></a>b</p>", "<p>b</p>"),
            ("<p><span style=\"color:red\"><a></a></span>b</p>", "<p>b</p>"),
            (
                "<p><span style=\"display:inline-block;width:9px\"></span>b</p>",
                "<p><span style=\"display:inline-block;width:9px\"></span>b</p>",
            ),
        ] {
            assert_eq!(after(super::spans, html), kept);
        }
    }

    #[test]
    fn space_and_line_ends_have_no_color() {
        assert_eq!(
            after(
                super::spans,
                "<section><span style=\"color:red\">a</span>\u{a0}<br><span style=\"color:red\">b</span>\u{a0}c<span style=\"color:red\">d</span>\u{a0}<span style=\"color:blue\">e</span></section>"
            ),
            "<section><span style=\"color:red\">a\u{a0}<br>b</span>\u{a0}c<span style=\"color:red\">d</span>\u{a0}<span style=\"color:blue\">e</span></section>"
        );
    }

    #[test]
    fn a_space_takes_no_size_of_the_letters_beside_it() {
        let html =
            "<p><span style=\"font-size:9px\">a</span>\u{a0}<span style=\"font-size:9px\">b</span></p>";
        assert_eq!(after(super::spans, html), html);
    }

    #[test]
    fn a_box_of_one_span_takes_its_color() {
        for (html, folded) in [
            (
                "<p style=\"color:red;margin:0\"><span style=\"color:blue\">a</span></p>",
                "<p style=\"color:blue;margin:0\">a</p>",
            ),
            (
                "<p><span style=\"color:blue\">a</span>b</p>",
                "<p><span style=\"color:blue\">a</span>b</p>",
            ),
            (
                "<p style=\"border-top:1px solid\"><span style=\"color:blue\">a</span></p>",
                "<p style=\"border-top:1px solid\"><span style=\"color:blue\">a</span></p>",
            ),
            (
                "<p><span style=\"padding:1px\">a</span></p>",
                "<p><span style=\"padding:1px\">a</span></p>",
            ),
        ] {
            assert_eq!(after(super::spans, html), folded);
        }
    }

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
