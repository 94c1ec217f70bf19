//! What authors' HTML means and a reader would not see: the same in preview, site and copy.

use crate::style::Style;
use crate::tree::{Element, NodeId, Tree};

/// A picture that Typora shows smaller, `zoom:50%`, takes at most that part of the column: the size of the picture,
/// which `zoom` is a part of, is not known here.
pub(super) fn zoom_to_width(element: &mut Element, css: &str) {
    let style = Style::parse(css);
    let Some(zoom) = style.get("zoom").and_then(part) else {
        return;
    };
    let is_sized = |name: &str| style.get(name).is_some();
    if zoom < 1.0 && !is_sized("width") && !is_sized("max-width") && element.attribute("width").is_none() {
        let percent = (zoom * 10_000.0).round() / 100.0;
        let own = element.attribute("style").map(str::to_owned).unwrap_or_default();
        let mut own = Style::parse(&own);
        own.set("max-width", format!("{percent}%"));
        element.set_attribute("style", own.to_css());
    }
}

/// `50%` and `0.5` as 0.5.
fn part(value: &str) -> Option<f64> {
    let number = match value.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f64>().ok()? / 100.0,
        None => value.trim().parse().ok()?,
    };
    (number.is_finite() && number > 0.0).then_some(number)
}

/// Puts each table into a section that scrolls, as the tables of Markdown are. The margins of the table go with it: in
/// the section they would be cut.
pub(super) fn wrap_tables(tree: &mut Tree) {
    for table in tree.find(Tree::ROOT, |element| element.is("table")) {
        let is_wrapped = tree
            .parent(table)
            .is_some_and(|parent| tree.has_class(parent, "table"));
        let Some(element) = tree.element_mut(table).filter(|_| !is_wrapped) else {
            continue;
        };
        let mut own = Style::parse(element.attribute("style").unwrap_or_default());
        if own.get("float").is_some() || own.get("position").is_some() {
            continue;
        }
        let mut margins = Style::default();
        for one in own.iter().filter(|one| is_fixed_margin(&one.name, &one.value)) {
            margins.put(one.clone());
        }
        own.retain(|one| !is_fixed_margin(&one.name, &one.value));
        if own.is_empty() {
            element.remove_attribute("style");
        } else {
            element.set_attribute("style", own.to_css());
        }
        let wrapper = tree.new_element("section");
        tree.wrap(table, wrapper);
        if let Some(element) = tree.element_mut(wrapper) {
            element.set_attribute("class", "table");
            if !margins.is_empty() {
                element.set_attribute("style", margins.to_css());
            }
        }
    }
}

/// `auto` centers the table in its section.
fn is_fixed_margin(name: &str, value: &str) -> bool {
    name.starts_with("margin") && !value.contains("auto")
}

/// Puts items that stand in no list into one.
pub(super) fn gather_items(tree: &mut Tree) {
    for item in tree.find(Tree::ROOT, |element| element.is("li")) {
        let in_list = |tree: &Tree, id| tree.is_any(id, &["ul", "ol"]);
        if tree.parent(item).is_some_and(|parent| in_list(tree, parent)) {
            continue;
        }
        let list = tree.new_element("ul");
        tree.wrap(item, list);
        take_items(tree, list);
    }
}

/// Moves the items behind `list` into it. White space between them stays behind it, and is passed once.
fn take_items(tree: &mut Tree, list: NodeId) {
    let mut passed = list;
    while let Some(next) = tree.next(passed) {
        if tree.is(next, "li") {
            tree.append(list, next);
        } else if tree.text(next).is_some_and(|text| text.trim().is_empty()) {
            passed = next;
        } else {
            break;
        }
    }
}

/// Puts text that stands in no element into a paragraph, with what stands in its line.
pub(super) fn wrap_text(tree: &mut Tree) {
    let mut line = Vec::new();
    for child in tree.children(Tree::ROOT) {
        if is_in_line(tree, child) {
            line.push(child);
        } else {
            wrap_line(tree, &line);
            line.clear();
        }
    }
    wrap_line(tree, &line);
}

fn wrap_line(tree: &mut Tree, line: &[NodeId]) {
    let is_text = |id: &NodeId| tree.text(*id).is_some_and(|text| !text.trim().is_empty());
    let Some(first) = line.first().filter(|_| line.iter().any(is_text)) else {
        return;
    };
    let paragraph = tree.new_element("p");
    tree.insert_before(*first, paragraph);
    for part in line {
        tree.append(paragraph, *part);
    }
}

/// Whether a parser leaves the node in a paragraph.
fn is_in_line(tree: &Tree, id: NodeId) -> bool {
    tree.descendants(id)
        .into_iter()
        .chain([id])
        .filter_map(|id| tree.element(id))
        .all(|element| element.is_inline() || !element.is_html())
}

/// `<a name>` is an anchor by its id.
pub(super) fn name_to_id(element: &mut Element) {
    if element.is("a")
        && element.attribute("id").is_none()
        && let Some(name) = element.attribute("name").map(str::to_owned)
    {
        element.set_attribute("id", name);
    }
}

#[cfg(test)]
mod tests {
    use crate::sanitize::sanitize;

    #[test]
    fn a_zoomed_picture_takes_a_part_of_the_column() {
        for (style, kept) in [
            ("zoom:50%;", " style=\"max-width:50%\""),
            ("zoom: 33.5%", " style=\"max-width:33.5%\""),
            ("zoom:0.2", " style=\"max-width:20%\""),
            (
                "zoom:80%;border:1px solid red",
                " style=\"border:1px solid red;max-width:80%\"",
            ),
            ("zoom:150%", ""),
            ("zoom:0", ""),
            ("zoom:x", ""),
            ("zoom:50%;width:30px", " style=\"width:30px\""),
        ] {
            assert_eq!(
                sanitize(&format!("<img src=\"a.png\" style=\"{style}\">")),
                format!("<img src=\"a.png\"{kept}>"),
                "{style}"
            );
        }
        assert_eq!(sanitize("<p style=\"zoom:50%\">a</p>"), "<p>a</p>");
    }

    #[test]
    fn a_table_scrolls_and_its_margins_are_those_of_the_section() {
        let rows = "<tbody><tr><td>a</td></tr></tbody></table></section>";
        for (table, section) in [
            ("<table>", "<section class=\"table\"><table>"),
            (
                "<table style=\"color:red;margin-top:-20px\">",
                "<section class=\"table\" style=\"margin-top:-20px\"><table style=\"color:red\">",
            ),
            (
                "<table style=\"margin:0 auto\">",
                "<section class=\"table\"><table style=\"margin:0 auto\">",
            ),
        ] {
            let clean = sanitize(&format!("{table}<tr><td>a</table>"));
            assert_eq!(clean, format!("{section}{rows}"));
            assert_eq!(sanitize(&clean), clean);
        }
        let floats = "<table style=\"float:left\"><tbody></tbody></table>";
        assert_eq!(sanitize(floats), floats);
    }

    #[test]
    fn items_without_a_list_get_one() {
        assert_eq!(
            sanitize("<div><li>x</li>\n<li>y</li>z<li>w</li></div>"),
            "<div><ul><li>x</li><li>y</li></ul>\nz<ul><li>w</li></ul></div>"
        );
    }

    #[test]
    fn text_without_an_element_is_a_paragraph() {
        for (html, clean) in [
            ("<think>\n先想 <b>一</b>\n</think>", "<p>\n先想 <b>一</b>\n</p>"),
            (
                "前<div>中</div><i>后</i>。",
                "<p>前</p><div>中</div><p><i>后</i>。</p>",
            ),
            ("<b><div>x</div></b>y", "<b><div>x</div></b><p>y</p>"),
            ("<img src=\"a.png\"> \n", "<img src=\"a.png\"> \n"),
        ] {
            assert_eq!(sanitize(html), clean);
            assert_eq!(sanitize(clean), clean);
        }
    }

    #[test]
    fn a_named_anchor_has_an_id() {
        assert_eq!(sanitize("<a name=\"top\"></a>"), "<a id=\"top\"></a>");
        assert_eq!(sanitize("<a name=\"a b\" id=\"c\"></a>"), "<a id=\"c\"></a>");
        assert_eq!(sanitize("<p name=\"forms\">a</p>"), "<p>a</p>");
    }
}
