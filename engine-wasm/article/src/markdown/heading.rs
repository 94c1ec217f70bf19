//! Headings: their text, and ids that are unique in the article.

use std::collections::BTreeMap;

use comrak::nodes::{Node, NodeValue};

use crate::block::Heading;
use crate::slug;

use super::context::Context;
use super::format::{Flow, Formatter};
use super::{footnote, tag, tree};

/// The headings under `root`, in document order.
pub(crate) fn collect(context: &Context<'_, '_>, root: Node<'_>) -> Vec<Heading> {
    let mut anchors = Anchors::default();
    anchors
        .used
        .extend(footnote::ids(root).into_iter().map(|id| (id, 1)));
    let mut headings = Vec::new();
    for node in tree::blocks(root) {
        let NodeValue::Heading(heading) = node.data().value else {
            continue;
        };
        let text = tree::plain_text(node).trim().to_owned();
        let id = anchors.unique(&text);
        headings.push(Heading {
            level: heading.level,
            text,
            id,
            line: context.line(node),
        });
    }
    headings
}

/// Number of headings in `node`, itself included.
pub(crate) fn count(node: Node<'_>) -> usize {
    tree::blocks(node)
        .filter(|node| matches!(node.data().value, NodeValue::Heading(_)))
        .count()
}

/// Hands out ids; equal ones get `-1`, `-2`.
#[derive(Default)]
struct Anchors {
    /// Next number to try for an id; present for every id handed out.
    used: BTreeMap<String, usize>,
}

impl Anchors {
    fn unique(&mut self, text: &str) -> String {
        let slug = slug::anchor(text);
        let Some(mut number) = self.used.get(&slug).copied() else {
            self.used.insert(slug.clone(), 1);
            return slug;
        };
        let id = loop {
            let id = format!("{slug}-{number}");
            number += 1;
            if !self.used.contains_key(&id) {
                break id;
            }
        };
        self.used.insert(slug, number);
        self.used.insert(id.clone(), 1);
        id
    }
}

impl Formatter<'_> {
    /// `<h2 id="…">`.
    pub(super) fn enter_heading(&mut self, level: u8) -> Flow {
        self.new_line();
        let name = heading_name(level);
        if self.dialect.is_article() {
            let id = self
                .headings
                .get(self.next_heading)
                .map_or("", |heading| heading.id.as_str());
            tag::open(&mut self.out, name, &[("id", id)]);
            self.next_heading += 1;
        } else {
            tag::open(&mut self.out, name, &[]);
        }
        Flow::Inside
    }

    pub(super) fn exit_heading(&mut self, level: u8) {
        tag::close(&mut self.out, heading_name(level));
        self.out.push('\n');
    }
}

fn heading_name(level: u8) -> &'static str {
    match level {
        1 => "h1",
        2 => "h2",
        3 => "h3",
        4 => "h4",
        5 => "h5",
        _ => "h6",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_never_repeat() {
        let mut anchors = Anchors::default();
        let ids: Vec<String> = ["a", "a", "a-1", "a", "!"]
            .iter()
            .map(|text| anchors.unique(text))
            .collect();
        assert_eq!(ids, ["a", "a-1", "a-1-1", "a-2", "section"]);
    }
}
