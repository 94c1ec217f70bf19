//! Lists: WeChat resets native markers and flattens or reorders nested lists, so a list becomes sections whose
//! items begin with a marker that is text, where the browser draws its own.

use super::block_markers;
use super::flow::{closes_paragraph, is_high, new_paragraph};
use super::lengths::font_size_px;
use super::list_markers::{Markers, keep_text_style, new_marker};
use crate::style::Style;
use crate::tree::{NodeId, Tree};

/// Turns every list into sections and paragraphs. Text and order stay; nesting stays nesting.
pub(super) fn to_sections(tree: &mut Tree, marker_styles: &[(NodeId, Style)]) {
    for list in tree.find(Tree::ROOT, |element| element.is("ul") || element.is("ol")) {
        let items: Vec<NodeId> = tree
            .children(list)
            .into_iter()
            .filter(|child| tree.is(*child, "li"))
            .collect();
        let markers = Markers::read(tree, list, &items);
        for (item, text) in items.iter().zip(&markers.texts) {
            let styled = marker_styles
                .iter()
                .find(|(owner, _)| owner == item)
                .map(|(_, style)| style);
            let size_px = font_size_px(tree, *item);
            let marker = (!text.is_empty()).then(|| new_marker(tree, text, &markers, size_px, styled));
            item_to_blocks(tree, *item, marker);
        }
        if let Some(element) = tree.element_mut(list) {
            element.rename("section");
            drop_list_style(&mut element.style);
        }
    }
}

fn drop_list_style(style: &mut Style) {
    style.retain(|one| !one.name.starts_with("list-style"));
}

/// An item of one line becomes a paragraph; any other a section with its lines in paragraphs.
fn item_to_blocks(tree: &mut Tree, item: NodeId, marker: Option<NodeId>) {
    let children = tree.children(item);
    let has_blocks = children
        .iter()
        .any(|child| closes_paragraph(tree, *child) || super::flow::holds_blocks(tree, *child));
    if let Some(element) = tree.element_mut(item) {
        drop_list_style(&mut element.style);
        element.style.remove("display");
        element.rename(if has_blocks { "section" } else { "p" });
        if !has_blocks {
            element.style.set_default_margin();
        }
    }
    if !has_blocks {
        if let Some(marker) = marker {
            put_before_line(tree, item, item, marker);
        }
        return;
    }
    drop_blanks(tree, item);
    wrap_lines(tree, item);
    let Some(marker) = marker else { return };
    let Some(first) = tree.first_child(item) else {
        return tree.append(item, marker);
    };
    if tree.is(first, "p") {
        put_before_line(tree, item, first, marker);
    } else {
        block_markers::put(tree, item, first, marker);
    }
}

/// Puts the marker before the line. As a rule it floats beside it: in the line it would be a letter of its own, behind
/// which a long word breaks, and which takes a share of the space that justifies the line.
fn put_before_line(tree: &mut Tree, item: NodeId, line: NodeId, marker: NodeId) {
    keep_text_style(tree, item, line, marker);
    let has_own_size = |style: &Style| style.get("font").or_else(|| style.get("font-size")).is_some();
    let stands_in_line = tree
        .element(marker)
        .is_some_and(|element| has_own_size(&element.style))
        || !begins_with_picture(tree, line) && (is_centered(tree, line) || is_high(tree, line));
    if let Some(element) = tree.element_mut(marker).filter(|_| !stands_in_line)
        && element.style.remove("display").is_some()
    {
        element.style.set("float", "left");
    }
    tree.prepend(line, marker);
}

fn begins_with_picture(tree: &Tree, line: NodeId) -> bool {
    let is_shown =
        |id: &NodeId| tree.is(*id, "img") || tree.text(*id).is_some_and(|text| !text.trim().is_empty());
    let first = tree.descendants(line).into_iter().find(is_shown);
    first.is_some_and(|first| tree.is(first, "img"))
}

/// Whether the line moves away from its left edge, and its marker with it.
fn is_centered(tree: &Tree, line: NodeId) -> bool {
    matches!(
        tree.style_at(line, "text-align"),
        Some("center" | "right" | "end" | "-webkit-center")
    )
}

/// White space beside blocks shows nothing.
fn drop_blanks(tree: &mut Tree, item: NodeId) {
    let is_edge = |tree: &Tree, side: Option<NodeId>| side.is_none_or(|side| closes_paragraph(tree, side));
    for child in tree.children(item) {
        let blank = tree
            .text(child)
            .is_some_and(|text| text.trim_matches([' ', '\n', '\t', '\r']).is_empty());
        if blank && (is_edge(tree, tree.previous(child)) || is_edge(tree, tree.next(child))) {
            tree.detach(child);
        }
    }
}

/// Text and inline elements between blocks come into paragraphs; a paragraph that is shown in line takes what
/// stands before it, as a task box does.
fn wrap_lines(tree: &mut Tree, item: NodeId) {
    let mut line: Option<NodeId> = None;
    for child in tree.children(item) {
        if closes_paragraph(tree, child) || super::flow::holds_blocks(tree, child) {
            let in_line = tree
                .element(child)
                .is_some_and(|element| element.style.is("display", "inline"));
            if let Some(element) = tree
                .element_mut(child)
                .filter(|element| in_line && element.is("p"))
            {
                element.style.remove("display");
                if let Some(before) = line {
                    for piece in tree.children(before).into_iter().rev() {
                        tree.prepend(child, piece);
                    }
                    tree.detach(before);
                }
            }
            line = None;
            continue;
        }
        let current = match line {
            Some(current) => current,
            None => {
                let new = new_paragraph(tree);
                tree.insert_before(child, new);
                line = Some(new);
                new
            }
        };
        tree.append(current, child);
    }
}

impl Style {
    /// A paragraph that is ours has no margin unless the item had one.
    fn set_default_margin(&mut self) {
        if !self.iter().any(|one| one.name.starts_with("margin")) {
            self.set("margin", "0");
        } else if self.get("margin").is_none() {
            let own: Vec<_> = self
                .iter()
                .filter(|one| one.name.starts_with("margin"))
                .cloned()
                .collect();
            self.set("margin", "0");
            for one in own {
                self.put(one);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tree::Tree;

    fn text(html: &str) -> String {
        let mut tree = Tree::parse(html);
        let markers = crate::css::apply(
            &mut tree,
            Tree::ROOT,
            "",
            crate::css::Defaults(super::super::DEFAULTS),
            &mut crate::findings::Findings::default(),
        );
        super::to_sections(&mut tree, &markers);
        assert!(
            tree.find(Tree::ROOT, |element| ["ul", "ol", "li"].contains(&element.name()))
                .is_empty()
        );
        let reparsed = Tree::parse(&tree.to_html());
        assert_eq!(reparsed.to_html(), tree.to_html());
        tree.text_content(Tree::ROOT).replace('\u{a0}', " ")
    }

    #[test]
    fn markers_are_text_in_the_right_order() {
        assert_eq!(
            text("<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul>d</li><li>e</li></ul>"),
            "• a◦ b1. cd• e"
        );
        assert_eq!(
            text("<ol start=\"9\"><li>a</li><li>b</li><li value=\"20\">c</li></ol>"),
            "9. a10. b20. c"
        );
        assert_eq!(text("<ol reversed><li>a</li><li>b</li></ol>"), "2. a1. b");
        assert_eq!(text("<ol type=\"a\"><li>a</li></ol>"), "a. a");
    }

    #[test]
    fn a_marker_is_as_wide_as_its_text_asks_in_the_shorter_unit() {
        for (size, unit) in [("16px", "20px"), ("15px", "1.25em"), ("120%", "1.25em")] {
            let html = format!("<ul style=\"font-size:{size}\"><li>a</li></ul>");
            let copied = super::super::test::after(|tree| super::to_sections(tree, &[]), &html);
            assert!(
                copied.contains(&format!("margin-left:-{unit};width:{unit}")),
                "{copied}"
            );
        }
    }

    #[test]
    fn an_item_may_hold_blocks() {
        assert_eq!(
            text("<ul><li><p>a</p><pre>b</pre></li><li><pre>c</pre></li></ul>"),
            "• ab• c"
        );
    }

    #[test]
    fn white_space_and_task_boxes_start_no_line_of_their_own() {
        let html = "<ul><li>\n<p>a</p>\n</li><li>✅\u{a0}<p style=\"display:inline\">b</p></li></ul>";
        let mut tree = Tree::parse(html);
        super::super::test::read_styles(&mut tree);
        super::to_sections(&mut tree, &[]);
        assert_eq!(
            tree.find(Tree::ROOT, |element| element.is("p")).len(),
            2,
            "{}",
            tree.to_html()
        );
    }

    #[test]
    fn a_marker_is_no_letter_of_its_line() {
        for (style, item, floats) in [
            ("", "a", true),
            ("text-align:justify", "a", true),
            ("", "https://example.com/a", true),
            ("", "<img>", true),
            ("text-align:center", "<img>", true),
            // It goes with a line that does not begin at the left.
            ("text-align:center", "a", false),
            ("text-align:right", "a", false),
            // Beside the line it would stand higher than letters that something high pushes down.
            ("", "a <img>", false),
            ("", "a <svg></svg>", false),
            ("", "a <ruby>b</ruby>", false),
        ] {
            for html in [
                format!("<ul style=\"{style}\"><li>{item}</li></ul>"),
                format!("<ul><li style=\"{style}\">{item}</li></ul>"),
            ] {
                let copied = super::super::test::after(|tree| super::to_sections(tree, &[]), &html);
                assert_eq!(copied.contains("float:left"), floats, "{copied}");
                assert_eq!(copied.contains("display:inline-block"), !floats, "{copied}");
            }
        }
        let css = "li::marker { font-size: 9px }";
        let findings = &mut crate::findings::Findings::default();
        let mut tree = Tree::parse("<ul><li>a</li></ul>");
        let markers = crate::css::apply(&mut tree, Tree::ROOT, css, crate::css::Defaults(""), findings);
        super::to_sections(&mut tree, &markers);
        assert!(
            tree.to_html().contains("display:inline-block"),
            "{}",
            tree.to_html()
        );
        let html = "<ul><li><section class=\"figure\"><img src=\"a\"></section></li></ul>";
        let copied = super::super::test::after(|tree| super::to_sections(tree, &[]), html);
        assert!(copied.contains("<section style=\"height:0\"><span"), "{copied}");
    }

    #[test]
    fn a_marker_looks_as_its_item_does_and_not_as_a_paragraph_in_it() {
        let html = "<section style=\"color:#333;font-size:16px\"><ol><li><p style=\"color:red;font-size:20px;font-weight:bold\">a</p></li></ol></section>";
        let copied = super::super::test::after(|tree| super::to_sections(tree, &[]), html);
        let (marker, _) = copied.split_once("•").unwrap();
        let (_, marker) = marker.rsplit_once("<span").unwrap();
        for style in ["color:#333", "font-size:16px", "font-weight:normal"] {
            assert!(marker.contains(style), "{copied}");
        }
        let html = html.replace(
            "<p style=\"color:red;font-size:20px;font-weight:bold\">",
            "<p style=\"color:#333\">",
        );
        let copied = super::super::test::after(|tree| super::to_sections(tree, &[]), &html);
        assert_eq!(copied.matches("color").count(), 2, "{copied}");
    }

    #[test]
    fn the_box_of_a_number_holds_it_in_every_font() {
        let html = "<ol start=\"100\" style=\"font-size:16px;list-style:decimal\"><li>a</li></ol>";
        let copied = super::super::test::after(|tree| super::to_sections(tree, &[]), html);
        assert!(
            copied.contains("width:6em") || copied.contains("width:96px"),
            "{copied}"
        );
    }

    #[test]
    fn a_marker_of_text_ends_where_the_item_begins() {
        let html = "<ul style=\"list-style:'•  '\"><li>a</li></ul>";
        let copied = super::super::test::after(|tree| super::to_sections(tree, &[]), html);
        assert!(
            copied.contains("text-align:right") && copied.contains("•\u{a0}\u{a0}"),
            "{copied}"
        );
    }

    #[test]
    fn a_marker_looks_as_its_own_item_says() {
        let mut tree = Tree::parse("<ul><li>a</li><li>b</li></ul>");
        let css = "li:first-child::marker { color: red; content: '1' }";
        let findings = &mut crate::findings::Findings::default();
        let defaults = crate::css::Defaults(super::super::DEFAULTS);
        let markers = crate::css::apply(&mut tree, Tree::ROOT, css, defaults, findings);
        super::to_sections(&mut tree, &markers);
        let html = tree.to_html();
        let (first, second) = html.split_once("</p>").unwrap();
        assert!(
            first.contains("color:red") && !first.contains("content"),
            "{html}"
        );
        assert!(!second.contains("color:red"), "{html}");
    }

    #[test]
    fn lines_of_a_list_have_the_margins_of_their_item_alone() {
        let lines = |html: &str| super::super::test::after(|tree| super::to_sections(tree, &[]), html);
        for (item, line) in [
            ("", "<p style=\"margin:0\">"),
            ("margin-top:1px", "<p style=\"margin:0;margin-top:1px\">"),
            ("margin:1px", "<p style=\"margin:1px\">"),
            ("list-style:none", "<p style=\"margin:0\">"),
        ] {
            let html = lines(&format!(
                "<ul style=\"list-style:none\"><li style=\"{item}\">a</li></ul>"
            ));
            assert!(html.starts_with(&format!("<section>{line}")), "{html}");
        }
        for (item, blocks) in [
            ("<p>b</p>", "<section><p>b</p></section>"),
            (
                "a<p>b</p>",
                "<section><p style=\"margin:0\">a</p><p>b</p></section>",
            ),
            (
                "a<section style=\"display:inline\">b</section>",
                "<section><p style=\"margin:0\">a</p><section style=\"display:inline\">b</section></section>",
            ),
            (
                "<b>a</b> <p>b</p>",
                "<section><p style=\"margin:0\"><b>a</b></p><p>b</p></section>",
            ),
            (
                "<p>a</p> <b>b</b> c",
                "<section><p>a</p><p style=\"margin:0\"><b>b</b> c</p></section>",
            ),
        ] {
            let html = lines(&format!("<ul style=\"list-style:none\"><li>{item}</li></ul>"));
            assert_eq!(html, format!("<section>{blocks}</section>"));
        }
    }

    #[test]
    fn no_style_no_marker() {
        assert_eq!(text("<ul style=\"list-style:none\"><li>a</li></ul>"), "a");
        assert_eq!(
            text("<ul style=\"list-style:'→ ' inside\"><li>a</li></ul>"),
            "→ a"
        );
        assert_eq!(text("<ul><li style=\"display:block\">a</li></ul>"), "a");
    }
}
