//! `==highlight==`, `++underline++` and `H~2~O`: delimiters that were not meant as such become text again.

use std::borrow::Cow;

use comrak::nodes::{Node, NodeValue};

use super::context::Context;
use super::tree;

/// Makes delimiters text again when they stand between words (`x==1 or y==2`), or, for `~`, around anything but letters,
/// digits, `+` and `-` (`3~5天，6~8天`).
///
/// Handles `first` and every such node after it in its block. The texts around them are joined once, at the end, so that
/// the time is linear in the block.
pub(crate) fn resolve<'a>(context: &Context<'a, '_>, first: Node<'a>) {
    let block = first
        .ancestors()
        .find(|ancestor| ancestor.data().value.block())
        .unwrap_or(first);
    let mut unwrapped = Vec::new();
    let mut next = Some(first);
    while let Some(node) = next {
        let delimiter = delimiter_of(node);
        if let Some(delimiter) = delimiter.filter(|delimiter| !is_meant(node, delimiter)) {
            unwrap(context, node, delimiter);
            unwrapped.push(node);
        }
        next = tree::following(node, block, true);
    }
    for node in unwrapped {
        // A node that was joined into another text has left the tree.
        if node.parent().is_some() {
            join_text(node);
        }
    }
}

/// The delimiter on both sides of `node`, if it has one.
pub(crate) fn delimiter_of(node: Node<'_>) -> Option<&'static str> {
    match node.data().value {
        NodeValue::Subscript => Some("~"),
        NodeValue::Highlight => Some("=="),
        NodeValue::Insert => Some("++"),
        _ => None,
    }
}

fn is_meant(node: Node<'_>, delimiter: &str) -> bool {
    if delimiter == "~" {
        is_subscript(node)
    } else {
        !between_words(node)
    }
}

/// Makes `node` the opening delimiter as text. Its content and the closing delimiter follow it, so that a walk over the
/// tree meets them.
fn unwrap<'a>(context: &Context<'a, '_>, node: Node<'a>, delimiter: &str) {
    node.insert_after(tree::text_node(context.arena, delimiter, tree::position(node)));
    for child in tree::take_children(node).into_iter().rev() {
        node.insert_after(child);
    }
    node.data_mut().value = NodeValue::Text(delimiter.to_owned().into());
}

/// Joins the text nodes around `node` into it, as if there had been no delimiters.
fn join_text(node: Node<'_>) {
    let mut first = node;
    while let Some(before) = first.previous_sibling().filter(|before| is_text(before)) {
        first = before;
    }
    let mut text = String::new();
    let mut next = Some(first);
    while let Some(part) = next.filter(|part| is_text(part)) {
        next = part.next_sibling();
        text.push_str(&take_text(part));
        if !part.same_node(node) {
            part.detach();
        }
    }
    node.data_mut().value = NodeValue::Text(text.into());
}

fn is_text(node: &Node<'_>) -> bool {
    matches!(node.data().value, NodeValue::Text(_))
}

/// The literal of a text node, which loses it: what is joined is held once.
fn take_text(node: Node<'_>) -> Cow<'static, str> {
    match &mut node.data_mut().value {
        NodeValue::Text(text) => std::mem::take(text),
        _ => Cow::default(),
    }
}

fn is_subscript(node: Node<'_>) -> bool {
    tree::only_child(node).is_some_and(|child| {
        matches!(&child.data().value, NodeValue::Text(text) if !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-')))
    })
}

/// Whether a word runs into the opening or out of the closing delimiter on both of its sides.
fn between_words(node: Node<'_>) -> bool {
    let outer_before = node.previous_sibling().is_some_and(|before| ends_in_word(before));
    let outer_after = node.next_sibling().is_some_and(|after| starts_in_word(after));
    if !outer_before && !outer_after {
        return false;
    }
    let inner = tree::plain_text(node);
    (outer_before && is_word(inner.chars().next())) || (outer_after && is_word(inner.chars().next_back()))
}

fn ends_in_word(node: Node<'_>) -> bool {
    matches!(&node.data().value, NodeValue::Text(text) if is_word(text.chars().next_back()))
}

fn starts_in_word(node: Node<'_>) -> bool {
    matches!(&node.data().value, NodeValue::Text(text) if is_word(text.chars().next()))
}

fn is_word(character: Option<char>) -> bool {
    character.is_some_and(|character| character.is_ascii_alphanumeric())
}
