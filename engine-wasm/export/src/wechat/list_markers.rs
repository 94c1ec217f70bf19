//! Markers of list items: their text, and how they hang before the item.

use crate::numbering;
use crate::style::{Style, number, split_spaces};
use crate::tree::{NodeId, Tree};

/// From the left edge of a disc to the text behind it, as browsers place them.
const BULLET_WIDTH_EM: f64 = 1.25;

/// What stands before the items of one list.
pub(super) struct Markers {
    /// One for each item; empty for an item without a marker.
    pub texts: Vec<String>,
    is_inside: bool,
    width_em: f64,
}

impl Markers {
    pub fn read(tree: &Tree, list: NodeId, items: &[NodeId]) -> Self {
        let own = tree
            .element(list)
            .map(|element| ListStyle::of(&element.style))
            .unwrap_or_default();
        let number = |name: &str| {
            tree.attribute(list, name)
                .and_then(|value| value.trim().parse::<i64>().ok())
        };
        let is_reversed = tree.attribute(list, "reversed").is_some();
        let n_items = i64::try_from(items.len()).unwrap_or(i64::MAX);
        let mut next = number("start").unwrap_or(if is_reversed { n_items } else { 1 });
        let mut texts = Vec::new();
        let mut is_inside = false;
        for item in items {
            let value = tree
                .attribute(*item, "value")
                .and_then(|value| value.trim().parse().ok());
            next = value.unwrap_or(next);
            let style = tree.element(*item).map(|element| &element.style);
            let look = style.map(ListStyle::of).unwrap_or_default().or(&own);
            is_inside |= look.is_inside == Some(true);
            let shown = style
                .and_then(|style| style.get("display"))
                .is_none_or(|display| display == "list-item");
            texts.push(if shown { look.text(next) } else { String::new() });
            next = next.saturating_add(if is_reversed { -1 } else { 1 });
        }
        let longest = texts
            .iter()
            .map(|text| text.chars().count())
            .max()
            .unwrap_or_default();
        // Wide enough for any letters and letter spacing: what does not fit would break onto a line of its own.
        let width_em = match longest {
            0..=3 => 4.0,
            4..=5 => 6.0,
            _ => 9.0,
        };
        Self {
            texts,
            is_inside,
            width_em,
        }
    }
}

/// What `list-style` says.
#[derive(Clone, Default)]
struct ListStyle {
    kind: Option<String>,
    is_inside: Option<bool>,
}

impl ListStyle {
    fn of(style: &Style) -> Self {
        let mut look = Self::default();
        for one in style.iter().filter(|one| one.name.starts_with("list-style")) {
            if one.name == "list-style-image" {
                continue;
            }
            if one.name == "list-style" {
                look = Self {
                    kind: Some("disc".to_owned()),
                    is_inside: Some(false),
                };
            }
            for word in split_spaces(&one.value) {
                match word.as_str() {
                    "inside" => look.is_inside = Some(true),
                    "outside" => look.is_inside = Some(false),
                    // Pictures are not copied.
                    _ if word.starts_with("url(") => {}
                    _ => look.kind = Some(word),
                }
            }
        }
        look
    }

    /// What an item says, and where it says nothing what its list says.
    fn or(self, list: &Self) -> Self {
        Self {
            kind: self.kind.or_else(|| list.kind.clone()),
            is_inside: self.is_inside.or(list.is_inside),
        }
    }

    /// The marker and a space. Behind a bullet it is a plain space: it hangs out of the bullet's box at the end of its line,
    /// where a no-break space would come onto a second line under a bullet as wide as a Chinese letter. Behind a
    /// number it keeps the distance to the text.
    fn text(&self, value: i64) -> String {
        let kind = self.kind.as_deref().unwrap_or("disc");
        match kind {
            "none" => String::new(),
            "disc" | "circle" | "square" | "circled-decimal" => {
                format!("{} ", numbering::format(value, kind))
            }
            "cjk-ideographic" | "simp-chinese-informal" | "trad-chinese-informal" | "cjk-decimal" => {
                format!("{}、", numbering::format(value, kind))
            }
            _ => match kind.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
                Some(text) => text.replace(' ', "\u{a0}"),
                None => format!("{}.\u{a0}", numbering::format(value, kind)),
            },
        }
    }
}

/// A width that is `em` times the size of the text, in the unit that takes fewer characters.
fn width(em: f64, size_px: Option<f64>) -> String {
    let relative = format!("{}em", number(em));
    match size_px.map(|size| format!("{}px", number(em * size))) {
        Some(absolute) if absolute.len() < relative.len() => absolute,
        _ => relative,
    }
}

/// Makes the marker of an item: a span, not yet in the tree. `styled` is what `::marker` declares.
pub(super) fn new_marker(
    tree: &mut Tree,
    text: &str,
    markers: &Markers,
    size_px: Option<f64>,
    styled: Option<&Style>,
) -> NodeId {
    let span = tree.new_element("span");
    let content = tree.new_text(text);
    tree.append(span, content);
    if let Some(element) = tree.element_mut(span) {
        let style = &mut element.style;
        if !markers.is_inside {
            // Hangs in the padding of the list, as a native marker does: a bullet where browsers draw it, a number
            // up to the text.
            let is_bullet = text.ends_with(' ');
            let width_em = if is_bullet {
                BULLET_WIDTH_EM
            } else {
                markers.width_em
            };
            style.set("display", "inline-block");
            let own_size = styled.is_some_and(|style| style.iter().any(|one| one.name.starts_with("font")));
            let width = width(width_em, size_px.filter(|_| !own_size));
            style.set("margin-left", format!("-{width}"));
            style.set("width", width);
            if !is_bullet {
                style.set("text-align", "right");
            }
            style.set("text-indent", "0");
        }
        for one in styled
            .into_iter()
            .flat_map(Style::iter)
            .filter(|one| one.name != "content")
        {
            style.put(one.clone());
        }
    }
    span
}

/// Styles that the text of a marker has from its item, with what they are where nothing says otherwise.
const TEXT_STYLES: [(&str, &str); 6] = [
    ("color", ""),
    ("font-family", ""),
    ("font-size", ""),
    ("font-style", "normal"),
    ("font-weight", "normal"),
    ("letter-spacing", "normal"),
];

/// A line of the item may look otherwise than the item; its marker does not.
pub(super) fn keep_text_style(tree: &mut Tree, item: NodeId, line: NodeId, marker: NodeId) {
    for (name, initial) in TEXT_STYLES {
        let own = tree.style_at(item, name).unwrap_or(initial).to_owned();
        if own.is_empty() || tree.style_at(line, name).is_none_or(|value| value == own) {
            continue;
        }
        if let Some(element) = tree.element_mut(marker) {
            element.style.set_default(name, &own);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(html: &str) -> String {
        let html = crate::wechat::test::after(|tree| super::super::lists::to_sections(tree, &[]), html);
        html.replace('\u{a0}', " ")
    }

    #[test]
    fn a_list_style_says_what_and_where_in_any_order() {
        for (style, text, is_inside) in [
            ("list-style:circle", "◦ a", false),
            ("list-style:circle inside", "◦ a", true),
            ("list-style:inside circle", "◦ a", true),
            ("list-style:inside '→ '", "→ a", true),
            ("list-style:'→ ' inside", "→ a", true),
            ("list-style:'→ ' outside", "→ a", false),
            ("list-style:inside", "• a", true),
            ("list-style:inside url('a b.png')", "• a", true),
            ("list-style-type:circle;list-style-position:inside", "◦ a", true),
            ("list-style-position:inside;list-style-type:'→ '", "→ a", true),
            ("list-style-type:circle;list-style-image:none", "◦ a", false),
            ("list-style-type:cjk-ideographic", "一、a", false),
            ("list-style-type:trad-chinese-informal", "一、a", false),
        ] {
            let html = listed(&format!("<ul style=\"{style}\"><li>a</li></ul>"));
            let shown = Tree::parse(&html).text_content(Tree::ROOT);
            assert_eq!(
                (shown.as_str(), !html.contains("margin-left")),
                (text, is_inside),
                "{html}"
            );
        }
    }

    #[test]
    fn an_item_may_say_where_its_marker_stands() {
        for (list, item, is_inside) in [("outside", "inside", true), ("inside", "outside", false)] {
            let html = listed(&format!(
                "<ul style=\"list-style:circle {list}\"><li style=\"list-style-position:{item}\">a</li></ul>"
            ));
            assert!(html.contains("◦"), "{html}");
            assert_eq!(!html.contains("margin-left"), is_inside, "{html}");
        }
    }

    #[test]
    fn a_width_that_takes_as_many_characters_in_pixels_is_relative() {
        assert_eq!(width(1.25, Some(14.0)), "1.25em");
        assert_eq!(width(1.25, Some(16.0)), "20px");
    }
}
