//! Task boxes: WeChat filters `input`, so a box becomes an emoji that every phone has.

use crate::tree::Tree;

/// A checked and an open box, each with a space that no editor removes.
const EMOJI: (&str, &str) = ("✅\u{a0}", "⬜\u{a0}");

/// Replaces check boxes by their emoji and takes other inputs out.
pub(super) fn to_text(tree: &mut Tree) {
    for id in tree.find(Tree::ROOT, |element| element.is("input")) {
        if tree.attribute(id, "type") == Some("checkbox") {
            let emoji = if tree.attribute(id, "checked").is_some() {
                EMOJI.0
            } else {
                EMOJI.1
            };
            if let Some(next) = tree.next(id).and_then(|next| tree.text_mut(next)) {
                *next = next.trim_start_matches(' ').to_owned();
            }
            let text = tree.new_text(emoji);
            tree.insert_before(id, text);
        }
        tree.detach(id);
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn boxes_are_readable_text() {
        assert_eq!(
            after(
                super::to_text,
                "<p><input checked type=\"checkbox\"> a</p><p><input type=\"checkbox\">b<input></p>"
            ),
            "<p>✅\u{a0}a</p><p>⬜\u{a0}b</p>"
        );
    }
}
