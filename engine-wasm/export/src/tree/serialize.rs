//! A [`Tree`] back to HTML: attributes sorted by name, the fewest characters that parse to the same tree.

use super::{Content, Element, NodeId, Tree};

/// Elements without an end tag. The article crate has the same list; `tests/void_elements.rs` holds them together.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// Elements whose text a browser does not read as text. They hold code or break out of escaping, and no article
/// has them: they are never written.
const RAW: [&str; 9] = [
    "script",
    "style",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "plaintext",
    "noscript",
    "template",
];

enum Step {
    Open(NodeId),
    Close(NodeId),
}

impl Tree {
    /// The HTML of all top-level nodes.
    pub fn to_html(&self) -> String {
        self.inner_html(Self::ROOT)
    }

    /// The HTML of the children of `id`.
    pub fn inner_html(&self, id: NodeId) -> String {
        let mut out = String::new();
        let mut steps: Vec<Step> = self.children(id).into_iter().rev().map(Step::Open).collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Open(id) => self.open(id, &mut out, &mut steps),
                Step::Close(id) => {
                    if let Some(element) = self.element(id) {
                        out.push_str("</");
                        out.push_str(element.name());
                        out.push('>');
                    }
                }
            }
        }
        out
    }

    fn open(&self, id: NodeId, out: &mut String, steps: &mut Vec<Step>) {
        match self.content(id) {
            Content::Text(text) => escape_text(text, out),
            Content::Element(element) => {
                if RAW.contains(&element.name()) {
                    return;
                }
                write_tag(element, out);
                if element.is_html() && VOID.contains(&element.name()) {
                    out.push('>');
                } else if !element.is_html() && self.first_child(id).is_none() {
                    out.push_str("/>");
                } else {
                    out.push('>');
                    if self.starts_with_newline(id, element) {
                        out.push('\n');
                    }
                    steps.push(Step::Close(id));
                    steps.extend(self.children(id).into_iter().rev().map(Step::Open));
                }
            }
            Content::Root | Content::Nothing => {}
        }
    }

    /// A parser drops the first newline of these, so a second one must stand before it.
    fn starts_with_newline(&self, id: NodeId, element: &Element) -> bool {
        matches!(element.name(), "pre" | "textarea" | "listing")
            && self
                .first_child(id)
                .and_then(|child| self.text(child))
                .is_some_and(|text| text.starts_with('\n'))
    }
}

fn write_tag(element: &Element, out: &mut String) {
    out.push('<');
    out.push_str(element.name());
    let style = element.style.to_css();
    let mut attributes: Vec<(&str, &str)> = element
        .attributes()
        .filter(|(name, _)| style.is_empty() || *name != "style")
        .collect();
    if !style.is_empty() {
        attributes.push(("style", &style));
    }
    attributes.sort_by_key(|(name, _)| *name);
    for (name, value) in attributes {
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        for character in value.chars() {
            match character {
                '&' => out.push_str("&amp;"),
                '"' => out.push_str("&quot;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                other => out.push(other),
            }
        }
        out.push('"');
    }
}

/// Appends text with `&`, `<`, `>` and `"` escaped.
pub fn escape_text(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            other => out.push(other),
        }
    }
}
