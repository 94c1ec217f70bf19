//! Spaces at the edge of a text, as between a word and a mark: WebKit's clipboard writes them as no-break spaces in spans
//! of their own, so that lines break elsewhere and copied code does not run. It leaves texts alone whose line breaks are
//! kept. There is none in them any more, so keeping them changes nothing, and nothing is lost where that style is.

use super::flow::is_block;
use crate::tree::{NodeId, Tree};

/// Keeps the line breaks of every box that has a text with a space at its edge.
pub(super) fn keep(tree: &mut Tree) {
    for id in tree.descendants(Tree::ROOT) {
        if !tree
            .text(id)
            .is_some_and(|text| text.starts_with(' ') || text.ends_with(' '))
        {
            continue;
        }
        let Some((holder, kept)) =
            holder(tree, id).and_then(|holder| Some((holder, kept(tree, id, holder)?)))
        else {
            continue;
        };
        if let Some(element) = tree.element_mut(holder) {
            element.style.set("white-space", kept);
        }
    }
}

/// The box whose lines the text is in.
fn holder(tree: &Tree, text: NodeId) -> Option<NodeId> {
    let mut above = tree.parent(text)?;
    while !is_block(tree, above) {
        if !tree.element(above)?.is_html() {
            return None;
        }
        above = tree.parent(above)?;
    }
    Some(above)
}

/// What keeps the line breaks in the text and otherwise means what its box says; none where something in the box says
/// that by itself.
fn kept(tree: &Tree, text: NodeId, holder: NodeId) -> Option<&'static str> {
    let is_said = |id| {
        tree.element(id)
            .is_some_and(|element| element.style.get("white-space").is_some())
    };
    let mut above = tree.parent(text)?;
    while above != holder {
        if is_said(above) {
            return None;
        }
        above = tree.parent(above)?;
    }
    match tree.style_at(holder, "white-space") {
        None | Some("normal") => Some("pre-line"),
        // Where `pre` is lost, the box around goes on keeping the lines whole.
        Some("nowrap") if !is_said(holder) => Some("pre"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat::after;

    #[test]
    fn a_box_with_a_space_beside_a_mark_keeps_its_line_breaks() {
        for (html, kept) in [
            (
                "<section><p>a <b>b</b></p><p>c</p></section>",
                "<section><p style=\"white-space:pre-line\">a <b>b</b></p><p>c</p></section>",
            ),
            (
                "<h2 style=\"color:red\">a<em><code>b</code> c</em></h2>",
                "<h2 style=\"color:red;white-space:pre-line\">a<em><code>b</code> c</em></h2>",
            ),
            (
                "<section style=\"white-space:nowrap\"><p><span>let</span> a</p></section>",
                "<section style=\"white-space:nowrap\"><p style=\"white-space:pre\"><span>let</span> a</p></section>",
            ),
        ] {
            assert_eq!(after(super::keep, html), kept);
        }
    }

    #[test]
    fn what_says_how_its_spaces_are_treated_goes_on_doing_so() {
        for html in [
            "<p>a b<b>c</b>\u{a0}d</p>",
            "<p style=\"white-space:nowrap\">a <b>b</b></p>",
            "<p style=\"white-space:pre-wrap\">a <b>b</b></p>",
            "<p>a<span style=\"white-space:nowrap\"> b</span></p>",
            "<svg><text> a</text></svg>",
        ] {
            assert_eq!(after(super::keep, html), after(|_| (), html));
        }
    }
}
