//! Image sliders: a paragraph `<![a](u),![b](u)>` scrolls its images sideways.

use comrak::nodes::{Node, NodeValue};

use super::format::Formatter;
use super::{figure, tag, tree};

/// The images of `paragraph` when it is a slider, else none.
fn images<'a>(paragraph: Node<'a>) -> Vec<Node<'a>> {
    let starts = paragraph
        .first_child()
        .is_some_and(|child| tree::text_of(child).trim_end() == "<");
    let ends = paragraph
        .last_child()
        .is_some_and(|child| tree::text_of(child).trim_start() == ">");
    if !starts || !ends {
        return Vec::new();
    }
    let mut images = Vec::new();
    let inner = paragraph
        .children()
        .skip(1)
        .take_while(|child| child.next_sibling().is_some());
    for child in inner {
        match &child.data().value {
            NodeValue::Image(_) => images.push(child),
            NodeValue::Text(text) if matches!(text.trim(), "" | "," | "，") => {}
            NodeValue::SoftBreak | NodeValue::LineBreak => {}
            _ => return Vec::new(),
        }
    }
    images
}

impl Formatter<'_> {
    /// The slider that `paragraph` is; false when it is another paragraph.
    pub(super) fn slider(&mut self, paragraph: Node<'_>) -> bool {
        let images = images(paragraph);
        if images.is_empty() {
            return false;
        }
        self.new_line();
        self.out
            .push_str("<section class=\"slider\"><section class=\"slider-track\">");
        for node in images {
            self.out.push_str("<section class=\"slider-item\">");
            let data = node.data();
            if let NodeValue::Image(link) = &data.value {
                let alt = self.image(node, link);
                let caption = figure::caption(self.options.legend, &alt, &link.title).to_owned();
                if !caption.is_empty() {
                    tag::open(&mut self.out, "p", &[("class", "slider-caption")]);
                    tag::escape(&mut self.out, &caption);
                    tag::close(&mut self.out, "p");
                    self.count_text(&caption);
                }
            }
            self.out.push_str("</section>");
        }
        self.out.push_str("</section>");
        tag::open(&mut self.out, "p", &[("class", "slider-hint")]);
        tag::escape(&mut self.out, self.localized.slider_hint());
        self.out.push_str("</p></section>\n");
        true
    }
}
