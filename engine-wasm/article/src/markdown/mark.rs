//! `==mark==`, `++underline++` and `H~2~O`: where the marks were not meant, they become text again.

use comrak::nodes::{Node, NodeValue};

use super::resolve::Context;
use super::tree;

/// Makes the marks around `node` text when they stand between words (`x==1 or y==2`), or, for `~`, around
/// anything but a short piece of letters, digits and signs (`3~5天，6~8天`).
pub(crate) fn resolve<'a>(context: &mut Context<'a, '_>, node: Node<'a>, mark: &str) {
    let keep = if mark == "~" {
        is_subscript(node)
    } else {
        !between_words(node)
    };
    if keep {
        return;
    }
    // `node` becomes the opening mark and the rest follows it, so that the walk over the tree meets it.
    node.insert_after(tree::text_node(context.arena, mark, tree::position(node)));
    for child in tree::take_children(node).into_iter().rev() {
        node.insert_after(child);
    }
    node.data_mut().value = NodeValue::Text(mark.to_owned().into());
    join_text(node);
}

/// Joins the text nodes around `node` into it, as if the marks had never been read.
fn join_text(node: Node<'_>) {
    let mut text = tree::text_of(node);
    while let Some(before) = node.previous_sibling().filter(|before| is_text(before)) {
        text.insert_str(0, &tree::text_of(before));
        before.detach();
    }
    while let Some(after) = node.next_sibling().filter(|after| is_text(after)) {
        text.push_str(&tree::text_of(after));
        after.detach();
    }
    node.data_mut().value = NodeValue::Text(text.into());
}

fn is_text(node: &Node<'_>) -> bool {
    matches!(node.data().value, NodeValue::Text(_))
}

fn is_subscript(node: Node<'_>) -> bool {
    tree::only_child(node).is_some_and(|child| {
        let text = tree::text_of(child);
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-'))
    })
}

/// Whether a word runs into the opening or out of the closing mark on both of its sides.
fn between_words(node: Node<'_>) -> bool {
    let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let outer_before = node
        .previous_sibling()
        .map(tree::text_of)
        .and_then(|text| text.chars().next_back());
    let outer_after = node
        .next_sibling()
        .map(tree::text_of)
        .and_then(|text| text.chars().next());
    let inner = tree::plain_text(node);
    (word(outer_before) && word(inner.chars().next()))
        || (word(outer_after) && word(inner.chars().next_back()))
}
