//! Citations: a number behind each link, and the addresses in a list at the end.
//!
//! The number is a reference node like that of a footnote, with 0 as the number among its namesakes.
//! Equal addresses share a number. A bare URL says its address already, and links inside WeChat stay links,
//! so both go without; so do links within the page.

use std::collections::BTreeMap;

use comrak::nodes::{Node, NodeFootnoteReference, NodeValue};

use super::context::Context;
use super::document::Citation;
use super::format::Formatter;
use super::{link, tag, tree};

/// Puts a number behind every cited link under `root` and gives the list.
pub(crate) fn number<'a>(context: &Context<'a, '_>, root: Node<'a>) -> Vec<Citation> {
    let mut list: Vec<Citation> = Vec::new();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for node in tree::links(root) {
        let Some(citation) = cited(node) else { continue };
        // What the list says of it, so that equal names mean an equal list.
        let name = [citation.title.as_str(), &citation.url].join("\n");
        let number = match numbers.get(&citation.url) {
            Some(number) => *number,
            None => {
                numbers.insert(citation.url.clone(), list.len() + 1);
                list.push(citation);
                list.len()
            }
        };
        let reference = NodeFootnoteReference {
            name,
            ix: u32::try_from(number).unwrap_or(u32::MAX),
            ..NodeFootnoteReference::default()
        };
        let value = NodeValue::FootnoteReference(Box::new(reference));
        node.insert_after(tree::node(context.arena, value, tree::position(node)));
    }
    list
}

fn cited(node: Node<'_>) -> Option<Citation> {
    let (url, title) = match &node.data().value {
        NodeValue::Link(link) => (link.url.clone(), link.title.clone()),
        _ => return None,
    };
    let text = tree::plain_text(node);
    if !link::is_external(&url) || is_wechat(&url) || link::is_bare(&url, &text) {
        return None;
    }
    let title = [title, text]
        .into_iter()
        .map(|title| title.trim().to_owned())
        .find(|title| !title.is_empty());
    Some(Citation {
        title: title.unwrap_or_else(|| url.clone()),
        url,
    })
}

/// Articles of the platform itself, the only addresses that its readers can follow.
fn is_wechat(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host.eq_ignore_ascii_case("mp.weixin.qq.com")
}

impl Formatter<'_> {
    /// The number in the text.
    pub(super) fn citation(&mut self, number: u32) {
        tag::open(&mut self.out, "sup", &[("class", "cite")]);
        self.out.push('[');
        self.out.push_str(&number.to_string());
        self.out.push_str("]</sup>");
    }

    /// The list at the end.
    pub(super) fn citations(&mut self, list: &[Citation]) {
        tag::open(&mut self.out, "section", &[("class", "citations")]);
        tag::open(&mut self.out, "h4", &[]);
        self.out.push_str(self.localized.citations());
        tag::close(&mut self.out, "h4");
        for (index, citation) in list.iter().enumerate() {
            self.out.push_str(&format!("\n<p><code>[{}]</code> ", index + 1));
            tag::escape(&mut self.out, &citation.title);
            self.out.push_str(": <i>");
            tag::escape(&mut self.out, &citation.url);
            self.out.push_str("</i></p>");
        }
        self.out.push_str("\n</section>");
    }
}
