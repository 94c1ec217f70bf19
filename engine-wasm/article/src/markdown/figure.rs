//! Images: a figure with its caption when alone in a paragraph, `![alt|300x200](url)` with a size.

use comrak::nodes::{Node, NodeLink, NodeValue};

use crate::options::Legend;

use super::context::Context;
use super::format::Formatter;
use super::{link, tag, tree};

/// Makes each image of a paragraph that holds nothing but images, one on a line, a paragraph of its own.
pub(crate) fn split_paragraph<'a>(context: &Context<'a, '_>, paragraph: Node<'a>) {
    let children: Vec<Node<'a>> = paragraph.children().collect();
    let alternates = children.len() % 2 == 1
        && children
            .iter()
            .enumerate()
            .all(|(index, child)| match &child.data().value {
                NodeValue::Image(_) => index % 2 == 0,
                NodeValue::SoftBreak | NodeValue::LineBreak => index % 2 == 1,
                _ => false,
            });
    if !alternates {
        return;
    }
    let mut last = paragraph;
    for image in children.into_iter().skip(2).step_by(2) {
        if let Some(line_break) = image.previous_sibling() {
            line_break.detach();
        }
        image.detach();
        let own = tree::node(context.arena, NodeValue::Paragraph, tree::position(image));
        own.append(image);
        last.insert_after(own);
        last = own;
    }
}

/// What an image shows and how large.
pub(crate) struct Image {
    pub(crate) alt: String,
    width: Option<String>,
    height: Option<String>,
}

impl Image {
    /// Reads the alternative text of `node`; `|300x200`, `|300` or `|x200` at its end is a size in pixels.
    pub(crate) fn of(node: Node<'_>) -> Self {
        let alt = tree::plain_text(node);
        let sized = alt
            .rsplit_once('|')
            .and_then(|(alt, size)| Some((alt, parse_size(size.trim())?)));
        match sized {
            Some((text, (width, height))) => Self {
                alt: text.trim_end().to_owned(),
                width,
                height,
            },
            None => Self {
                alt,
                width: None,
                height: None,
            },
        }
    }
}

fn parse_size(size: &str) -> Option<(Option<String>, Option<String>)> {
    let (width, height) = size.split_once(['x', 'X', '×']).unwrap_or((size, ""));
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 4 && text != "0";
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    (number(width) && number(height) && !(width.is_empty() && height.is_empty()))
        .then(|| (some(width), some(height)))
}

impl Formatter<'_> {
    /// `<img …/>`; gives the alternative text.
    pub(super) fn image(&mut self, node: Node<'_>, link: &NodeLink) -> String {
        let image = if self.dialect.is_article() {
            Image::of(node)
        } else {
            Image {
                alt: tree::plain_text(node),
                width: None,
                height: None,
            }
        };
        let source = tag::encode_url(&link.url);
        let mut attributes = vec![("alt", image.alt.as_str())];
        attributes.extend(image.height.iter().map(|height| ("height", height.as_str())));
        if !self.dialect.is_article() || link::is_safe_image(&link.url) {
            attributes.push(("src", source.as_str()));
        }
        if !link.title.is_empty() {
            attributes.push(("title", link.title.as_str()));
        }
        attributes.extend(image.width.iter().map(|width| ("width", width.as_str())));
        tag::empty(&mut self.out, "img", &attributes);
        image.alt
    }

    /// The figure that a paragraph with a single image becomes; false when it is another paragraph.
    pub(super) fn figure(&mut self, paragraph: Node<'_>) -> bool {
        let Some(child) = tree::only_child(paragraph) else {
            return false;
        };
        let data = child.data();
        let NodeValue::Image(link) = &data.value else {
            return false;
        };
        self.new_line();
        tag::open(&mut self.out, "figure", &[("class", "figure")]);
        let alt = self.image(child, link);
        let caption = caption(self.options.legend, &alt, &link.title).to_owned();
        if !caption.is_empty() {
            tag::open(&mut self.out, "figcaption", &[]);
            tag::escape(&mut self.out, &caption);
            tag::close(&mut self.out, "figcaption");
            self.count_text(&caption);
        }
        self.out.push_str("</figure>\n");
        true
    }
}

/// The caption of an image. Source: specification §3, Legend modes.
pub(super) fn caption<'t>(legend: Legend, alt: &'t str, title: &'t str) -> &'t str {
    let (alt, title) = (alt.trim(), title.trim());
    match legend {
        Legend::TitleAlt if title.is_empty() => alt,
        Legend::TitleAlt | Legend::Title => title,
        Legend::AltTitle if alt.is_empty() => title,
        Legend::AltTitle | Legend::Alt => alt,
        Legend::None => "",
    }
}
