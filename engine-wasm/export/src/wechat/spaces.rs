//! White space: WeChat deletes text that is only a space when it saves, and the source's line breaks cost size.

use super::flow::is_block;
use crate::tree::{NodeId, Tree};

/// Elements that show nothing but what is in them.
const MARKS: [&str; 12] = [
    "a", "b", "code", "del", "em", "i", "mark", "s", "span", "strong", "sub", "sup",
];

/// Collapses white space as a browser shows it. A text that is only a space then becomes a no-break space.
pub(super) fn normalize(tree: &mut Tree) {
    for id in tree.descendants(Tree::ROOT) {
        let Some(text) = tree.text(id) else { continue };
        if is_preserved(tree, id) || tree.ancestor(id, |above| above.is_svg()).is_some() {
            continue;
        }
        let mut collapsed = collapse(text);
        if starts_line(tree, id) {
            collapsed = collapsed.trim_start_matches(' ').to_owned();
        }
        if ends_line(tree, id) {
            collapsed = collapsed.trim_end_matches(' ').to_owned();
        }
        if collapsed.is_empty() {
            tree.detach(id);
            continue;
        }
        if collapsed == " " {
            if give_to_neighbor(tree, id) || part_pictures(tree, id) {
                tree.detach(id);
                continue;
            }
            collapsed = "\u{a0}".to_owned();
        }
        if let Some(text) = tree.text_mut(id) {
            *text = collapsed;
        }
    }
}

/// Styles of a mark that show on a space, or make it wider.
const SEEN_ON_SPACES: [&str; 8] = [
    "background",
    "border",
    "display",
    "font-family",
    "font-size",
    "letter-spacing",
    "padding",
    "text-decoration",
];

/// Puts a space between two marks into one of them, where the line may still break. False when it would show there.
fn give_to_neighbor(tree: &mut Tree, id: NodeId) -> bool {
    let text_of = |mark: Option<NodeId>, at_edge: fn(&Tree, NodeId) -> Option<NodeId>| {
        let mark = mark.filter(|mark| tree.is_any(*mark, &MARKS))?;
        let is_seen = tree
            .element(mark)?
            .style
            .iter()
            .any(|one| SEEN_ON_SPACES.iter().any(|name| one.name.starts_with(name)));
        at_edge(tree, mark)
            .filter(|edge| !is_seen && tree.text(*edge).is_some_and(|text| !text.trim().is_empty()))
    };
    let before = text_of(tree.previous(id), Tree::last_child);
    let behind = text_of(tree.next(id), Tree::first_child);
    let Some(text) = before.or(behind).and_then(|text| tree.text_mut(text)) else {
        return false;
    };
    if before.is_some() {
        text.push(' ');
    } else {
        text.insert(0, ' ');
    }
    true
}

/// Room between two pictures that stand beside each other, in place of a space.
const PICTURE_GAP: &str = ".25em";

/// Parts two pictures by a margin. A no-break space would take a line of its own between two that fill the column.
fn part_pictures(tree: &mut Tree, id: NodeId) -> bool {
    let picture = |start: Option<NodeId>, inside: fn(&Tree, NodeId) -> Option<NodeId>| {
        let mut node = start?;
        while tree.is_any(node, &MARKS) {
            node = inside(tree, node)?;
        }
        tree.is(node, "img").then_some(node)
    };
    let before = picture(tree.previous(id), Tree::last_child);
    let behind = picture(tree.next(id), Tree::first_child);
    let (Some(before), Some(_)) = (before, behind) else {
        return false;
    };
    let Some(element) = tree.element_mut(before) else {
        return false;
    };
    if element.style.get("margin").is_some()
        || element
            .style
            .get("display")
            .is_some_and(|value| value != "inline")
    {
        return false;
    }
    element.style.set_default("margin-right", PICTURE_GAP);
    true
}

fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.push(character);
        }
    }
    out
}

/// Whether the nearest style for white space keeps it.
fn is_preserved(tree: &Tree, id: NodeId) -> bool {
    let value = tree
        .parent(id)
        .and_then(|above| tree.style_at(above, "white-space"));
    matches!(value, Some("pre" | "pre-wrap" | "pre-line" | "break-spaces"))
}

/// Whether nothing is shown before the text on its line.
fn starts_line(tree: &Tree, id: NodeId) -> bool {
    edge(tree, id, Tree::previous)
}

/// Whether nothing is shown behind the text on its line.
fn ends_line(tree: &Tree, id: NodeId) -> bool {
    edge(tree, id, Tree::next)
}

fn edge(tree: &Tree, id: NodeId, step: impl Fn(&Tree, NodeId) -> Option<NodeId>) -> bool {
    let mut current = id;
    loop {
        match step(tree, current) {
            Some(neighbor) => {
                if !is_blank(tree, neighbor) {
                    return tree.is(neighbor, "br") || is_block(tree, neighbor);
                }
                current = neighbor;
            }
            None => match tree.parent(current) {
                Some(parent) if parent == Tree::ROOT || is_block(tree, parent) => return true,
                Some(parent) => current = parent,
                None => return true,
            },
        }
    }
}

/// Whether nothing is shown of the node: white space, or a mark around nothing else.
fn is_blank(tree: &Tree, id: NodeId) -> bool {
    match tree.text(id) {
        Some(text) => text.trim_matches([' ', '\n', '\t', '\r']).is_empty(),
        None => {
            tree.is_any(id, &MARKS)
                && !is_block(tree, id)
                && tree.children(id).into_iter().all(|child| is_blank(tree, child))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn a_space_between_two_marks_is_in_the_one_where_it_does_not_show() {
        for (marks, moved) in [
            ("<strong>a</strong> <em>b</em>", "<strong>a </strong><em>b</em>"),
            (
                "<a style=\"text-decoration:underline\">a</a> <b>b</b>",
                "<a style=\"text-decoration:underline\">a</a><b> b</b>",
            ),
            (
                "<code style=\"padding:1px\">a</code> <code style=\"background:red\">b</code>",
                "<code style=\"padding:1px\">a</code>\u{a0}<code style=\"background:red\">b</code>",
            ),
            ("<b><i>a</i></b> <img>", "<b><i>a</i></b>\u{a0}<img/>"),
        ] {
            let html = format!("<p>\n {marks} c\n</p>\n<p> d </p>");
            let expected = format!("<p>{moved} c</p><p>d</p>");
            assert_eq!(after(super::normalize, &html), after(|_| (), &expected));
        }
    }

    #[test]
    fn two_pictures_are_parted_by_a_margin() {
        assert_eq!(
            after(
                super::normalize,
                "<p><img src=\"a\"> <a><img src=\"b\"></a> c</p>"
            ),
            after(
                |_| (),
                "<p><img src=\"a\" style=\"margin-right:.25em\"><a><img src=\"b\"></a> c</p>"
            )
        );
        let own = after(super::normalize, "<p><img style=\"margin:1px\"> <img></p>");
        assert!(own.contains('\u{a0}'), "{own}");
    }

    #[test]
    fn a_box_beside_text_starts_and_ends_a_line() {
        assert_eq!(
            after(super::normalize, "<section>x<p> a </p>y</section>"),
            "<section>x<p>a</p>y</section>"
        );
    }

    #[test]
    fn an_empty_mark_does_not_keep_the_space_behind_it() {
        assert_eq!(
            after(
                super::normalize,
                "<p><a></a> <em> a</em> <span><b></b></span></p>"
            ),
            "<p><a></a><em>a</em><span><b></b></span></p>"
        );
    }

    #[test]
    fn kept_white_space_is_kept() {
        assert_eq!(
            after(
                super::normalize,
                "<section style=\"white-space:pre-wrap\">a  b\n</section>"
            ),
            "<section style=\"white-space:pre-wrap\">a  b\n</section>"
        );
    }
}
