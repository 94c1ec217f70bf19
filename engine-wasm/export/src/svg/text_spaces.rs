//! Spaces of texts in pictures. WebKit's clipboard puts a space at the edge of a text node into an HTML element, and
//! inside an `svg` that element ends the picture where the copy is pasted.

use crate::tree::{NodeId, Tree};

const NO_BREAK: char = '\u{a0}';

/// Leaves no text in the picture that begins or ends with a space: what is not shown goes, what is shown becomes a
/// no-break space, which is as wide. Reads the styles of the picture, so it runs before they become attributes.
pub(super) fn keep_off_edges(tree: &mut Tree, svg: NodeId) {
    let texts = tree.find(svg, |element| element.name() == "text");
    for id in tree.descendants(svg) {
        let is_blank = tree.text(id).is_some_and(|text| text.chars().all(is_space));
        if is_blank && !texts.iter().any(|text| is_inside(tree, id, *text)) {
            tree.detach(id);
        }
    }
    for text in texts {
        collapse(tree, text);
        for id in tree.descendants(text) {
            if let Some(content) = tree.text_mut(id) {
                *content = solid(content);
            }
        }
    }
}

fn is_inside(tree: &Tree, id: NodeId, text: NodeId) -> bool {
    let mut above = tree.parent(id);
    while let Some(node) = above {
        if node == text {
            return true;
        }
        above = tree.parent(node);
    }
    false
}

/// Collapses white space over all parts of a text, as a browser shows it.
fn collapse(tree: &mut Tree, text: NodeId) {
    let mut last = None;
    let mut ends_in_space = true;
    for id in tree.descendants(text) {
        let Some(content) = tree.text(id) else { continue };
        let is_kept = tree
            .parent(id)
            .and_then(|parent| tree.style_at(parent, "white-space"))
            .is_some_and(|value| matches!(value, "pre" | "pre-wrap" | "break-spaces"));
        let mut shown = String::with_capacity(content.len());
        for character in content.chars() {
            if !is_space(character) {
                shown.push(character);
                ends_in_space = false;
            } else if is_kept {
                shown.push(NO_BREAK);
                ends_in_space = false;
            } else if !ends_in_space {
                shown.push(' ');
                ends_in_space = true;
            }
        }
        if shown.is_empty() {
            tree.detach(id);
            continue;
        }
        if let Some(content) = tree.text_mut(id) {
            *content = shown;
        }
        last = Some(id);
    }
    let Some(last) = last.filter(|_| ends_in_space) else {
        return;
    };
    if let Some(content) = tree.text_mut(last) {
        content.pop();
        if content.is_empty() {
            tree.detach(last);
        }
    }
}

/// The text with no-break spaces at its edges.
fn solid(text: &str) -> String {
    let inner = text.trim_matches(' ');
    let n_before = text.len() - text.trim_start_matches(' ').len();
    let n_behind = text.len() - n_before - inner.len();
    let spaces = |n: usize| String::from(NO_BREAK).repeat(n);
    format!("{}{inner}{}", spaces(n_before), spaces(n_behind))
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

#[cfg(test)]
mod tests {
    use super::keep_off_edges;
    use crate::wechat::after;

    /// The content of the drawing; a dot stands for a no-break space.
    fn kept(content: &str) -> String {
        let html = after(
            |tree| {
                for svg in crate::svg::roots(tree) {
                    keep_off_edges(tree, svg);
                }
            },
            &format!("<svg>{content}</svg>"),
        );
        let inner = html.trim_start_matches("<svg>").trim_end_matches("</svg>");
        inner.replace('\u{a0}', "·")
    }

    #[test]
    fn spaces_between_parts_of_a_text_are_no_break_spaces() {
        for (text, shown) in [
            (
                "<text><tspan>返回</tspan><tspan> 403</tspan></text>",
                "<text><tspan>返回</tspan><tspan>·403</tspan></text>",
            ),
            (
                "<text>a <tspan>b </tspan>c d</text>",
                "<text>a·<tspan>b·</tspan>c d</text>",
            ),
            (
                "<text><tspan>a</tspan> <tspan>b</tspan></text>",
                "<text><tspan>a</tspan>·<tspan>b</tspan></text>",
            ),
        ] {
            assert_eq!(kept(text), shown);
        }
    }

    #[test]
    fn spaces_that_are_not_shown_go() {
        for (text, shown) in [
            (" <g>\n<text> a \n</text> </g> ", "<g><text>a</text></g>"),
            (
                "<text>a <tspan> b</tspan> </text>",
                "<text>a·<tspan>b</tspan></text>",
            ),
            ("<text>a  b<tspan> </tspan></text>", "<text>a b<tspan/></text>"),
        ] {
            assert_eq!(kept(text), shown);
        }
    }

    #[test]
    fn spaces_that_a_style_keeps_are_all_kept() {
        assert_eq!(
            kept("<text style=\"white-space:pre\"> a  b</text>"),
            "<text style=\"white-space:pre\">·a··b</text>"
        );
    }
}
