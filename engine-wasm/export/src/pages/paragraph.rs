//! Cutting inside a paragraph.

use unicode_segmentation::UnicodeSegmentation as _;

use super::visible::{count_chars, seen_texts};
use crate::tree::{Content, NodeId, Tree};

/// A place in a text: the node, and a byte offset in it.
type Place = (NodeId, usize);

/// Keeps the beginning of a paragraph, at most `max_chars` characters that count: up to the end of a sentence, else of
/// a character as people see it. Never inside code, a formula or ruby. False when the block is no paragraph, or when
/// nothing of it fits; the tree is then not to be used.
pub(super) fn cut_paragraph(tree: &mut Tree, max_chars: usize) -> bool {
    let mut elements = tree.children(Tree::ROOT).into_iter();
    let elements = elements.by_ref().filter(|id| tree.element(*id).is_some());
    let [paragraph] = elements.collect::<Vec<_>>()[..] else {
        return false;
    };
    if !tree.is(paragraph, "p") {
        return false;
    }
    let Some(place) = last_place(tree, paragraph, max_chars) else {
        return false;
    };
    cut_after(tree, place);
    true
}

/// The last end of a sentence that fits, else the last character.
fn last_place(tree: &Tree, paragraph: NodeId, max_chars: usize) -> Option<Place> {
    let (mut sentence, mut character) = (None, None);
    let mut n_chars = 0;
    // Whether a sentence has ended, and only what closes it came since.
    let mut has_ended = false;
    for text in seen_texts(tree, paragraph) {
        let words = tree.text(text.node).unwrap_or_default();
        if text.is_whole {
            n_chars += count_chars(words);
            has_ended = false;
            continue;
        }
        for (at, grapheme) in words.grapheme_indices(true) {
            n_chars += count_chars(grapheme);
            if n_chars > max_chars {
                return sentence.or(character);
            }
            let end = at + grapheme.len();
            if count_chars(grapheme) > 0 {
                character = Some((text.node, end));
            }
            has_ended = ends_sentence(grapheme, words.get(end..).unwrap_or_default())
                || (has_ended && is_closing(grapheme));
            if has_ended {
                sentence = Some((text.node, end));
            }
        }
    }
    sentence.or(character)
}

/// A dot ends a sentence before a space only: not in `3.14`.
fn ends_sentence(grapheme: &str, rest: &str) -> bool {
    match grapheme {
        "。" | "！" | "？" | "!" | "?" => true,
        "." => rest.starts_with(char::is_whitespace),
        _ => false,
    }
}

fn is_closing(grapheme: &str) -> bool {
    matches!(grapheme, "」" | "』" | "”" | "’" | "）" | "》" | "\"" | "'" | ")")
}

/// Takes out everything behind a place.
fn cut_after(tree: &mut Tree, (node, end): Place) {
    if let Content::Text(text) = tree.content(node) {
        let kept = text.get(..end).unwrap_or_default().to_owned();
        if let Some(text) = tree.text_mut(node) {
            *text = kept;
        }
    }
    let mut node = node;
    while node != Tree::ROOT {
        while let Some(next) = tree.next(node) {
            tree.detach(next);
        }
        let Some(parent) = tree.parent(node) else { return };
        node = parent;
    }
}
