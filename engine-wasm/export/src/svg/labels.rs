//! Labels of diagrams: HTML inside SVG (`foreignObject`) is dropped or misplaced by WeChat and by our sanitizer, so
//! it becomes SVG text.

use crate::style::number;
use crate::tree::{Element, NodeId, Tree};

/// Font size in px where a picture says nothing.
const DEFAULT_FONT_PX: f64 = 16.0;
/// Lines of a label stand this many font sizes apart.
const LINE_HEIGHT: f64 = 1.2;
/// Elements that begin a new line of a label.
const LINES: [&str; 5] = ["p", "div", "br", "li", "section"];

/// Replaces every `foreignObject` by `text`, one `tspan` a line, in the middle of its box; a background of the label
/// becomes a rectangle behind it. Needs the styles of the picture computed.
pub(super) fn to_text(tree: &mut Tree) {
    for id in tree.find(Tree::ROOT, |element| {
        element.is_svg() && element.name() == "foreignObject"
    }) {
        let lines = lines(tree, id);
        if !lines.is_empty() {
            let label = Label::read(tree, id);
            if let Some(fill) = &label.background {
                let backdrop = label.backdrop(tree, fill);
                tree.insert_before(id, backdrop);
            }
            let text = label.text(tree, &lines);
            tree.insert_before(id, text);
        }
        tree.detach(id);
    }
}

fn lines(tree: &Tree, id: NodeId) -> Vec<String> {
    let mut lines = vec![String::new()];
    for node in tree.descendants(id) {
        if tree
            .element(node)
            .is_some_and(|element| LINES.contains(&element.name()))
        {
            lines.push(String::new());
        }
        if let (Some(text), Some(line)) = (tree.text(node), lines.last_mut()) {
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            if !line.is_empty() && text.starts_with([' ', '\n']) {
                line.push(' ');
            }
            line.push_str(&words.join(" "));
        }
    }
    lines.retain(|line| !line.trim().is_empty());
    lines
}

struct Label {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    font_px: f64,
    font_family: Option<String>,
    color: Option<String>,
    background: Option<String>,
}

impl Label {
    fn read(tree: &Tree, id: NodeId) -> Self {
        let size = |name: &str| {
            tree.attribute(id, name)
                .and_then(|value| value.trim().trim_end_matches("px").parse::<f64>().ok())
        };
        let inner: Vec<&Element> = tree
            .descendants(id)
            .into_iter()
            .filter_map(|node| tree.element(node))
            .collect();
        let declared = |name: &str| {
            inner
                .iter()
                .rev()
                .find_map(|element| element.style.get(name))
                .map(str::to_owned)
        };
        let inherited = |name: &str| {
            let declared = tree.style_at(tree.parent(id)?, name);
            declared.map(str::to_owned)
        };
        let px = |value: String| value.trim_end_matches("px").parse::<f64>().ok();
        Self {
            x: size("x").unwrap_or_default(),
            y: size("y").unwrap_or_default(),
            width: size("width").unwrap_or_default(),
            height: size("height").unwrap_or_default(),
            font_px: declared("font-size")
                .or_else(|| inherited("font-size"))
                .and_then(px)
                .unwrap_or(DEFAULT_FONT_PX),
            font_family: declared("font-family"),
            color: declared("color")
                .or_else(|| inherited("color"))
                .or_else(|| declared("fill")),
            background: declared("background-color")
                .or_else(|| declared("background"))
                .filter(|value| {
                    !matches!(
                        value.as_str(),
                        "none" | "transparent" | "inherit" | "rgba(0,0,0,0)"
                    )
                }),
        }
    }

    fn text(&self, tree: &mut Tree, lines: &[String]) -> NodeId {
        let text = tree.new_svg_element("text");
        let middle = number(self.x + self.width / 2.0);
        let n_lines = u32::try_from(lines.len()).map(f64::from).unwrap_or(1.0);
        let step = self.font_px * LINE_HEIGHT;
        // The first base line: the middle of the box, up by half of all lines, down by about the height of a letter.
        let first = self.y + self.height / 2.0 - (n_lines - 1.0) * step / 2.0 + self.font_px * 0.35;
        for (index, line) in lines.iter().enumerate() {
            let span = tree.new_svg_element("tspan");
            let content = tree.new_text(line.clone());
            tree.append(span, content);
            if let Some(element) = tree.element_mut(span) {
                element.set_attribute("x", middle.as_str());
                if index > 0 {
                    element.set_attribute("dy", number(step));
                }
            }
            tree.append(text, span);
        }
        if let Some(element) = tree.element_mut(text) {
            element.set_attribute("x", middle);
            element.set_attribute("y", number(first));
            element.set_attribute("text-anchor", "middle");
            element.set_attribute("font-size", number(self.font_px));
            element.set_attribute(
                "fill",
                self.color.clone().unwrap_or_else(|| "currentColor".to_owned()),
            );
            element.set_attribute("stroke", "none");
            if let Some(family) = &self.font_family {
                element.set_attribute("font-family", family.as_str());
            }
        }
        text
    }

    fn backdrop(&self, tree: &mut Tree, fill: &str) -> NodeId {
        let rect = tree.new_svg_element("rect");
        if let Some(element) = tree.element_mut(rect) {
            for (name, value) in [
                ("x", self.x),
                ("y", self.y),
                ("width", self.width),
                ("height", self.height),
            ] {
                element.set_attribute(name, number(value));
            }
            element.set_attribute("fill", fill);
            element.set_attribute("stroke", "none");
        }
        rect
    }
}

#[cfg(test)]
mod tests {
    use crate::svg::picture;

    #[test]
    fn a_label_becomes_centered_text() {
        let html = "<svg id=\"m\"><style>#m .l { color: #333; font-size: 14px } .l span { background-color: #eee }</style>\
            <foreignObject width=\"40\" height=\"20\"><div class=\"l\"><span><p>开始 a<br>b</p></span></div></foreignObject></svg>";
        assert_eq!(
            picture(html).expect("a picture").to_html(),
            "<svg id=\"m\"><rect fill=\"#eee\" height=\"20\" stroke=\"none\" width=\"40\" x=\"0\" y=\"0\"/>\
             <text fill=\"#333\" font-size=\"14\" stroke=\"none\" text-anchor=\"middle\" x=\"20\" y=\"6.5\"><tspan x=\"20\">开始 a</tspan><tspan dy=\"16.8\" x=\"20\">b</tspan></text></svg>"
        );
    }
}
