//! Markers of items that begin with a block, as a heading, a table or code: they stand beside its first line.

use super::flow::{closes_paragraph, is_high, new_paragraph};
use super::lengths::{edge_px, font_size_px, rise_px, side_px};
use super::list_markers::keep_text_style;
use crate::style::{Style, length, number};
use crate::tree::{NodeId, Tree};

/// Puts the marker of an item beside the block that the item begins with, or on a line of its own above it.
pub(super) fn put(tree: &mut Tree, item: NodeId, block: NodeId, marker: NodeId) {
    if tree.has_class(block, "figure") {
        // A native marker stands beside a picture and takes no height.
        let line = tree.new_element("section");
        if let Some(element) = tree.element_mut(line) {
            element.style.set("height", "0");
        }
        tree.append(line, marker);
        tree.prepend(item, line);
        return;
    }
    let first = FirstLine::of(tree, block);
    if let Some(first) = first.filter(|first| first.takes(tree, marker)) {
        first.make_room(tree, item, block);
        first.take(tree, item, marker);
    } else {
        let line = new_paragraph(tree);
        tree.append(line, marker);
        tree.prepend(item, line);
    }
}

const TITLES: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
/// Other boxes whose first line is that of their first child.
const BOXES: [&str; 9] = [
    "blockquote",
    "details",
    "li",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "ul",
];

/// Where the first line of a block begins.
struct FirstLine {
    /// What the marker comes before: the first of the line, or a box that would cut the marker off.
    before: NodeId,
    /// The element that has the letters and the height of the line.
    line: NodeId,
    /// Whether `before` is a box.
    is_cut_off: bool,
    /// From the left edge of the block to the marker's neighbor.
    inset_px: f64,
    /// From the upper edge of a box that cuts off to the line.
    below_px: f64,
    /// From the upper edge of the block to the line.
    top_px: f64,
}

impl FirstLine {
    /// Nothing where its place is not known in px.
    fn of(tree: &Tree, block: NodeId) -> Option<Self> {
        let (mut inset_px, mut top_px) = (0.0, 0.0);
        let mut has_edge = false;
        let mut current = block;
        loop {
            let style = &tree.element(current)?.style;
            let margin_px = if has_edge {
                side_px(style, "margin", "top")?
            } else {
                0.0
            };
            if let Some((line, inside_px)) = line_in_table(tree, current) {
                let below_px = margin_px + inside_px;
                return Some(Self {
                    before: current,
                    line,
                    is_cut_off: true,
                    inset_px,
                    below_px,
                    top_px: top_px + below_px,
                });
            }
            let is_plain = style.iter().all(|one| {
                !one.name.starts_with("overflow")
                    && (one.name != "display" || ["block", "list-item"].contains(&one.value.as_str()))
            });
            if !is_plain || !(tree.is_any(current, &BOXES) || tree.is_any(current, &TITLES)) {
                return None;
            }
            let above_px = edge_px(style, "top")?;
            inset_px += side_px(style, "margin", "left")? + edge_px(style, "left")?;
            top_px += margin_px + above_px;
            has_edge = above_px > 0.0;
            let is_code = tree.is(current, "pre");
            let is_first = |child: &NodeId| {
                if is_code {
                    tree.has_class(*child, "code-body")
                } else {
                    tree.text(*child).is_none_or(|text| !text.trim().is_empty())
                }
            };
            let first = tree.children(current).into_iter().find(is_first)?;
            if is_code || !closes_paragraph(tree, first) {
                return Some(Self {
                    before: first,
                    line: current,
                    is_cut_off: is_code,
                    inset_px,
                    below_px: 0.0,
                    top_px,
                });
            }
            current = first;
        }
    }

    /// Whether the marker can stand there: beside a box only one that hangs.
    fn takes(&self, tree: &Tree, marker: NodeId) -> bool {
        let hangs = tree
            .element(marker)
            .is_some_and(|element| element.style.get("display").is_some());
        !(hangs || self.is_cut_off) || hangs && width_px(tree, marker, self.before).is_some()
    }

    /// Chrome lets a marker that is higher than the line push the block down.
    fn make_room(&self, tree: &mut Tree, item: NodeId, block: NodeId) {
        let push_px = || {
            let push_px = rise_px(tree, item)? - self.top_px - rise_px(tree, self.line)?;
            let margin_px = |id| side_px(&tree.element(id)?.style, "margin", "top");
            Some((push_px, margin_px(block)?.max(margin_px(item)?)))
        };
        if let Some((push_px, margin_px)) = push_px().filter(|(push_px, _)| *push_px > 0.0)
            && let Some(element) = tree.element_mut(block)
        {
            element.style.set("margin-top", in_px(margin_px + push_px));
        }
    }

    /// Lets the marker of an item hang where the item's own lines have it.
    fn take(&self, tree: &mut Tree, item: NodeId, marker: NodeId) {
        let width_px = width_px(tree, marker, self.before);
        keep_text_style(tree, item, self.line, marker);
        let (Some(width_px), Some(element)) = (width_px, tree.element_mut(marker)) else {
            return tree.insert_before(self.before, marker);
        };
        element.style.set("width", in_px(width_px));
        element.style.set("margin-left", in_px(-width_px - self.inset_px));
        if self.inset_px != 0.0 {
            element.style.set("margin-right", in_px(self.inset_px));
        }
        if is_high(tree, self.line) && !self.is_cut_off {
            return tree.insert_before(self.before, marker);
        }
        let floating = self.floating(tree, marker);
        tree.insert_before(self.before, floating);
        tree.append(floating, marker);
    }

    /// A box that floats beside the line, with the letters and the height of the line: a marker in it stands on the
    /// same base, whatever its own size is.
    fn floating(&self, tree: &mut Tree, marker: NodeId) -> NodeId {
        let floating = tree.new_element(if self.is_cut_off { "section" } else { "span" });
        let mut style = Style::default();
        style.set("float", "left");
        let around = tree.parent(self.before);
        for name in ["font-family", "font-size", "line-height"] {
            let value = tree.style_at(self.line, name);
            if let Some(value) =
                value.filter(|value| around.and_then(|id| tree.style_at(id, name)) != Some(value))
            {
                style.set(name, value);
            }
        }
        if self.below_px > 0.0 {
            style.set("padding-top", in_px(self.below_px));
        }
        if let Some(element) = tree.element_mut(marker) {
            element.style.remove("display");
            for name in [
                "margin-left",
                "margin-right",
                "width",
                "text-align",
                "text-indent",
            ] {
                if let Some(value) = element.style.remove(name) {
                    style.set(name, value);
                }
            }
            if element.style.iter().any(|one| one.name.starts_with("font")) {
                element.style.set("line-height", "0");
            }
        }
        style.set_default("text-align", "left");
        if let Some(element) = tree.element_mut(floating) {
            element.style = style;
        }
        floating
    }
}

/// The first line of what is laid out as a table, and how far it is below the upper edge.
fn line_in_table(tree: &Tree, block: NodeId) -> Option<(NodeId, f64)> {
    let style = &tree.element(block)?.style;
    if tree.is_any(block, &TITLES) && style.is("display", "table") {
        return Some((block, edge_px(style, "top")?));
    }
    if !tree.has_class(block, "table") {
        return None;
    }
    let table = tree.first_child(block).filter(|child| tree.is(*child, "table"))?;
    let cells = tree.find(table, |element| ["caption", "td", "th"].contains(&element.name()));
    let cell = cells.first().copied().filter(|cell| !tree.is(*cell, "caption"))?;
    let [table, inside] = [table, cell].map(|id| tree.element(id).map(|element| &element.style));
    let (table, inside) = table.zip(inside)?;
    if !table.is("border-collapse", "collapse") {
        return None;
    }
    let border_px = side_px(table, "border", "top")?.max(side_px(inside, "border", "top")?);
    Some((
        cell,
        edge_px(style, "top")? + border_px + side_px(inside, "padding", "top")?,
    ))
}

fn in_px(length: f64) -> String {
    format!("{}px", number(length))
}

/// The width of a marker that will stand at `place`; nothing where it is not known in px.
fn width_px(tree: &Tree, marker: NodeId, place: NodeId) -> Option<f64> {
    let (width, unit) = length(tree.element(marker)?.style.get("width")?)?;
    match unit.as_str() {
        "px" => Some(width),
        "em" => Some(width * font_size_px(tree, marker).or_else(|| font_size_px(tree, place))?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::lists::to_sections;
    use crate::wechat::test::after;

    /// A list of one item, in letters of 16 px.
    fn listed(item: &str) -> String {
        let html = format!("<ul style=\"font-size:16px;line-height:2\"><li>{item}</li></ul>");
        after(|tree| to_sections(tree, &[]), &html)
    }

    #[test]
    fn a_marker_floats_beside_the_first_line_where_the_items_own_lines_have_it() {
        for (block, inset) in [
            (
                "<h3 style=\"border-left:4px solid red;padding:0 0 0 12px\">a</h3>",
                16,
            ),
            (
                "<blockquote style=\"border-left-style:solid;border-left-width:2px;padding:5px 20px\"><p>a</p></blockquote>",
                22,
            ),
            (
                "<section style=\"border:1px solid red;margin-left:3px\">a</section>",
                4,
            ),
            (
                "<section style=\"border-width:1px 2px 3px 4px;margin:0;padding:5px\">a</section>",
                9,
            ),
            (
                "<ul style=\"list-style:none;padding:0 0 0 24px\"><li>a</li></ul>",
                24,
            ),
            ("<section style=\"padding:1px 2px 3px\">a</section>", 2),
            (
                "<section style=\"margin-left:-3px;border-left:solid 5px red\">a</section>",
                2,
            ),
            (
                "<section style=\"padding-left:2px;border-top:9px solid\">a</section>",
                2,
            ),
        ] {
            let copied = listed(block);
            let marker = format!(
                "<span style=\"float:left;margin-left:-{}px;margin-right:{inset}px;width:20px;text-indent:0;text-align:left\">",
                20 + inset
            );
            assert!(copied.contains(&marker), "{copied}");
            assert!(!copied.contains("</span></p>"), "{copied}");
        }
    }

    #[test]
    fn a_block_that_hides_its_first_line_leaves_the_marker_a_line_of_its_own() {
        for block in [
            "<section style=\"overflow-x:auto\">a</section>",
            "<section style=\"padding:1em\">a</section>",
            "<section style=\"display:flex\">a</section>",
            "<section></section>",
            "<table><tr><td>a</td></tr></table>",
            "<section class=\"table\"><table><tr><td>a</td></tr></table></section>",
            "<section class=\"table\"><table style=\"border-collapse:collapse\"><caption>a</caption><tr><td>a</td></tr></table></section>",
            "<pre>a</pre>",
            "<pre style=\"overflow:hidden\"><span class=\"code-body\">a</span></pre>",
        ] {
            let copied = listed(block);
            assert!(
                copied.contains("<section><p style=\"margin:0\"><span") && copied.contains("</span></p>"),
                "{copied}"
            );
        }
    }

    #[test]
    fn a_marker_hangs_by_its_width_in_px_and_only_where_that_is_known() {
        let in_size = |style: &str| {
            let html = format!("<ul style=\"{style}\"><li><h3>a</h3></li></ul>");
            after(|tree| to_sections(tree, &[]), &html)
        };
        let known = in_size("font-size:15px");
        assert!(known.contains("margin-left:-18.75px;width:18.75px"), "{known}");
        let unknown = in_size("");
        assert!(unknown.contains("</span></p><h3>a</h3>"), "{unknown}");
    }

    #[test]
    fn a_marker_in_its_line_stays_in_the_first_line_and_takes_a_line_above_a_box() {
        let inside = |block: &str| {
            let html = format!("<ul style=\"list-style:circle inside\"><li>{block}</li></ul>");
            after(|tree| to_sections(tree, &[]), &html)
        };
        assert!(inside("<h3>a</h3>").contains("<h3><span>◦ </span>a</h3>"));
        let code = inside("<pre><span class=\"code-body\">a</span></pre>");
        assert!(
            code.contains("<p style=\"margin:0\"><span>◦ </span></p><pre>"),
            "{code}"
        );
    }

    #[test]
    fn a_marker_stands_before_a_box_that_would_cut_it_off_as_far_down_as_its_first_line() {
        for (block, top) in [
            (
                "<h2 style=\"display:table;border-top:1px solid;padding:12px 0 6px\">a</h2>",
                13,
            ),
            (
                "<section class=\"table\"><table style=\"border-collapse:collapse\"><tr><th style=\"border:1px solid;padding:8px\">a</th></tr></table></section>",
                9,
            ),
            (
                "<section class=\"table\" style=\"padding-top:3px\"><table style=\"border-collapse:collapse;border-top:2px solid\"><tr><td style=\"padding:8px\">a</td></tr></table></section>",
                13,
            ),
        ] {
            let copied = listed(block);
            let marker = format!(
                "<section><section style=\"float:left;padding-top:{top}px;margin-left:-20px;width:20px;text-indent:0;text-align:left\"><span>"
            );
            assert!(copied.contains(&marker), "{copied}");
        }
        let held = listed("<section><h2 style=\"display:table;margin:7px 0 0;padding:2px\">a</h2></section>");
        assert!(held.contains("padding-top:2px"), "{held}");
        let quoted = listed(
            "<blockquote style=\"padding:5px\"><h2 style=\"display:table;margin:7px 0 0;padding:2px\">a</h2></blockquote>",
        );
        assert!(
            quoted.contains("padding-top:9px;margin-left:-25px;margin-right:5px"),
            "{quoted}"
        );
        let code = listed("<pre style=\"padding:16px\"><svg></svg><span class=\"code-body\">a</span></pre>");
        assert!(
            code.contains("<svg/><section style=\"float:left;margin-left:-36px;margin-right:16px;"),
            "{code}"
        );
    }

    #[test]
    fn the_letters_of_a_marker_are_those_of_its_item_on_the_base_of_the_line() {
        let copied = listed("<h3 style=\"font-size:20px;font-weight:bold;line-height:3\">a</h3>");
        assert!(
            copied.contains("<span style=\"font-size:16px;font-weight:normal;line-height:0\">•"),
            "{copied}"
        );
        let cell = "<section class=\"table\"><table style=\"border-collapse:collapse;font-size:14px\"><tr><td style=\"line-height:3\">a</td></tr></table></section>";
        let copied = listed(cell);
        assert!(
            copied.contains("float:left;font-size:14px;line-height:3;margin-left")
                && copied.contains("<span style=\"font-size:16px;line-height:0\">•"),
            "{copied}"
        );
    }

    #[test]
    fn a_marker_that_is_higher_than_the_line_pushes_the_block_down() {
        // 19 px of letters and half of 32 − 24 px above the base, 19 and half of 20 − 24.
        for (style, margin) in [
            ("line-height:20px", Some("6px")),
            ("line-height:20px;padding-top:2px", Some("4px")),
            ("line-height:20px;padding-top:6px", None),
            ("line-height:20px;margin:10px 0 0", Some("16px")),
            ("line-height:normal", None),
            // 16 px of letters and half of 28 − 20.
            ("font-size:14px", Some("3px")),
        ] {
            let copied = listed(&format!("<h3 style=\"{style}\">a</h3>"));
            let (_, heading) = copied.split_once("<h3").unwrap();
            let (heading, _) = heading.split_once('>').unwrap();
            match margin {
                Some(margin) => assert!(heading.contains(&format!("margin-top:{margin}")), "{copied}"),
                None => assert!(!heading.contains("margin-top"), "{copied}"),
            }
        }
        let quoted = listed(
            "<blockquote style=\"padding:1px\"><h2 style=\"display:table;line-height:20px;padding:2px\">a</h2></blockquote>",
        );
        assert!(
            quoted.contains("<blockquote style=\"padding:1px;margin-top:3px\">"),
            "{quoted}"
        );
        let html = "<ul style=\"font-size:16px;line-height:2\"><li style=\"margin:8px 0 0\"><h3 style=\"line-height:20px\">a</h3></li></ul>";
        let copied = after(|tree| to_sections(tree, &[]), html);
        assert!(
            copied.contains("<h3 style=\"line-height:20px;margin-top:14px\">"),
            "{copied}"
        );
    }
}
