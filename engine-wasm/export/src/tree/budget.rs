//! What parsing one text may cost.
//!
//! By the rules of HTML a parser opens elements again that a text left open: `<p><b a><b b>` and then `<p>x` again and
//! again makes both `<b>` anew each time, so that a few kilobytes make millions of elements. It also looks through all
//! open elements for an end tag that closes none.

use std::cell::Cell;

/// Size of what the parser makes, per byte of the text. Every element counts [`ELEMENT_SIZE`] and its attributes.
const SIZE_PER_BYTE: usize = 8;
const ELEMENT_SIZE: usize = 16;
/// Any text may have so much.
const MIN_SIZE: usize = 64 * 1024;

/// Looks at open elements and their attributes, per byte of the text. Articles take up to four.
const STEPS_PER_BYTE: usize = 16;
/// Any text may have so many. Some hundred elements within each other take them.
const MIN_STEPS: usize = 500_000;

/// A tag with more of these is read for too long: the parser compares each attribute with all before it.
const MAX_ATTRIBUTES: usize = 10_000;

/// What is left for one text.
#[derive(Debug)]
pub(super) struct Budget {
    size: Cell<usize>,
    steps: Cell<usize>,
}

impl Budget {
    pub(super) fn of(html: &str) -> Self {
        let has_many_attributes = html.split('<').any(|piece| n_attributes(piece) > MAX_ATTRIBUTES);
        let steps = if has_many_attributes {
            0
        } else {
            STEPS_PER_BYTE * html.len() + MIN_STEPS
        };
        Self {
            size: Cell::new(SIZE_PER_BYTE * html.len() + MIN_SIZE),
            steps: Cell::new(steps),
        }
    }

    /// An element with attributes of so many bytes is made.
    pub(super) fn spend_size(&self, attributes: usize) {
        self.size
            .set(self.size.get().saturating_sub(ELEMENT_SIZE + attributes));
    }

    /// The parser looks at so many elements and attributes.
    pub(super) fn spend_steps(&self, n: usize) {
        self.steps.set(self.steps.get().saturating_sub(n));
    }

    pub(super) fn is_spent(&self) -> bool {
        self.size.get() == 0 || self.steps.get() == 0
    }
}

/// At least as many as the attributes of the tag that `piece` begins with, its `<` taken off.
///
/// Attributes are parted by spaces, slashes and closing quotes.
fn n_attributes(piece: &str) -> usize {
    let tag = piece.rsplit_once('>').map_or(piece, |(tag, _)| tag);
    let may_part = |byte: &u8| byte.is_ascii_whitespace() || b"/\"'".contains(byte);
    tag.bytes().filter(may_part).count()
}

#[cfg(test)]
mod tests {
    use super::super::Tree;

    /// Nothing but the text itself.
    fn is_text(html: &str) -> bool {
        let tree = Tree::parse(html);
        tree.to_html()
            == html
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
    }

    fn numbered(n: usize, piece: impl Fn(usize) -> String) -> String {
        (0..n).map(piece).collect()
    }

    #[test]
    fn elements_that_are_opened_again_and_again_are_not_parsed() {
        let open = |n: usize| numbered(n, |n| format!("<b a{n}>"));
        assert!(is_text(&format!("<p>{}{}", open(998), "<p>x".repeat(5_000))));
        assert!(!is_text(&format!(
            "<p>{}{}",
            open(5),
            "<p>Some words of a paragraph.".repeat(5_000)
        )));
    }

    #[test]
    fn attributes_that_are_copied_again_and_again_are_not_parsed() {
        let long = "x".repeat(20_000);
        assert!(is_text(&format!("<p><b a={long}>{}", "<p>x".repeat(500))));
    }

    #[test]
    fn a_thousand_elements_in_each_other_are_not_parsed() {
        assert!(!is_text(&"<div>".repeat(500)));
        assert!(is_text(&"<div>".repeat(1_000)));
        assert!(!is_text(&"<div>a</div>".repeat(20_000)));
    }

    #[test]
    fn end_tags_that_close_nothing_are_not_looked_for_without_end() {
        assert!(is_text(&numbered(4_000, |n| format!("<b a{n}></u>"))));
        let open = "<i>".repeat(700);
        assert!(is_text(&format!("{open}{}", "</u>".repeat(5_000))));
        assert!(!is_text(&"</u>x".repeat(5_000)));
    }

    #[test]
    fn attributes_around_count_like_elements() {
        // Each `<b>` is compared with all that are open, attribute by attribute.
        let many = numbered(100, |n| format!(" a{n}"));
        let open = numbered(100, |n| format!("<b x{n}{many}>"));
        assert!(is_text(&format!("{open}{}", "<b></b>".repeat(9_000))));
    }

    #[test]
    fn a_tag_with_very_many_attributes_is_not_parsed() {
        let tag = |n: usize, part: &str| format!("<p{}>", numbered(n, |n| format!("{part}a{n}")));
        for part in [" ", "/", "\n"] {
            assert!(is_text(&tag(10_001, part)), "{part:?}");
            assert!(!is_text(&tag(2_000, part)), "{part:?}");
        }
        assert!(is_text(&tag(10_001, "=''").replacen("=''", " ", 1)));
        // Words behind the tag are none.
        assert!(!is_text(&format!("<p>{}", "a ".repeat(20_000))));
        assert!(is_text(&format!(
            "<p x=\">\"{}>",
            numbered(10_001, |n| format!(" a{n}"))
        )));
    }

    #[test]
    fn a_budget_is_spent_step_by_step() {
        let budget = super::Budget::of("");
        budget.spend_steps(super::MIN_STEPS - 1);
        assert!(!budget.is_spent());
        budget.spend_steps(1);
        assert!(budget.is_spent());
    }
}
