//! The text of an article that a reader sees as text.

use crate::tree::{Element, NodeId, Tree};

use unicode_normalization::UnicodeNormalization as _;

/// A text of a tree that is seen.
pub(super) struct SeenText {
    /// The text.
    pub(super) node: NodeId,
    /// True when it stands in something that is never cut: code, ruby.
    pub(super) is_whole: bool,
    /// True when it begins a line.
    pub(super) begins_line: bool,
}

/// The texts below `top` that are seen, in their order.
///
/// Formulas and drawings are pictures, line numbers and ways back from notes no text of the author, and a table of
/// contents repeats headings: none of them counts.
pub(super) fn seen_texts(tree: &Tree, top: NodeId) -> Vec<SeenText> {
    let mut seen = Vec::new();
    let mut begins_line = true;
    let mut steps: Vec<(NodeId, bool)> = children(tree, top, false);
    while let Some((id, is_whole)) = steps.pop() {
        if tree.text(id).is_some() {
            seen.push(SeenText {
                node: id,
                is_whole,
                begins_line,
            });
            begins_line = false;
        } else if let Some(element) = tree.element(id) {
            // Nobody reads on across a break or a picture.
            begins_line |= !element.is_inline() || element.is("br") || element.is("img");
            if !is_unseen(element) {
                let is_whole = is_whole || element.is("code") || element.is("ruby");
                steps.extend(children(tree, id, is_whole));
            }
        }
    }
    seen
}

fn children(tree: &Tree, id: NodeId, is_whole: bool) -> Vec<(NodeId, bool)> {
    let children = tree.children(id).into_iter().rev();
    children.map(|child| (child, is_whole)).collect()
}

fn is_unseen(element: &Element) -> bool {
    const CLASSES: [&str; 6] = [
        "math-inline",
        "math-block",
        "diagram",
        "code-lines",
        "code-bar",
        "footnote-back",
    ];
    !element.is_html()
        || (element.is("nav") && element.has_class("toc"))
        || CLASSES.iter().any(|class| element.has_class(class))
}

/// Characters of a text that count: composed, white space and control characters left out.
pub(super) fn count_chars(text: &str) -> usize {
    let counts = |character: &char| !character.is_whitespace() && !character.is_control();
    if text.is_ascii() {
        text.chars().filter(counts).count()
    } else {
        text.nfc().filter(counts).count()
    }
}

/// Characters below `top` that count.
pub(super) fn count_tree(tree: &Tree, top: NodeId) -> usize {
    let texts = seen_texts(tree, top);
    texts
        .iter()
        .map(|text| count_chars(tree.text(text.node).unwrap_or_default()))
        .sum()
}

/// Characters of an article's HTML that a reader sees as text: composed Unicode characters, code included; white
/// space, formulas, diagrams, alternative texts and line numbers left out.
///
/// ```
/// assert_eq!(moyan_export::count_visible_chars("<p>墨 <b>砚</b> <img alt=\"x\" src=\"a\" /></p>"), 2);
/// ```
pub fn count_visible_chars(html: &str) -> usize {
    count_tree(&Tree::parse(html), Tree::ROOT)
}

/// The text that a reader sees, a line for each paragraph.
///
/// ```
/// assert_eq!(moyan_export::visible_text("<h2>标题</h2><p>a <b>b</b></p>"), "标题\na b");
/// ```
pub fn visible_text(html: &str) -> String {
    let tree = Tree::parse(html);
    let mut out = String::new();
    for text in seen_texts(&tree, Tree::ROOT) {
        let words = tree.text(text.node).unwrap_or_default();
        if text.begins_line && !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        out.push_str(if out.is_empty() { words.trim_start() } else { words });
    }
    out
}
