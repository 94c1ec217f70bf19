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
        // Ids that the author gives come first: links name them.
        let id = take_id(node).map(|id| anchors.unique(id));
        headings.push(Heading {
            level: heading.level,
            text: tree::plain_text(node).trim().to_owned(),
            id: id.unwrap_or_default(),
            line: context.line(node),
        });
    }
    for heading in headings.iter_mut().filter(|heading| heading.id.is_empty()) {
        heading.id = anchors.unique(slug::anchor(&heading.text));
    }
    headings
}

/// Takes the id off the end of a heading: `## 安装 {#install}`, as VitePress, Docusaurus and pandoc have it.
fn take_id(heading: Node<'_>) -> Option<String> {
    let last = heading.last_child()?;
    let mut data = last.data_mut();
    let NodeValue::Text(text) = &mut data.value else {
        return None;
    };
    let inside = text.trim_end().strip_suffix('}')?;
    let (before, attributes) = inside.rsplit_once("{#")?;
    let id = attributes.split_whitespace().next()?;
    let is_apart = before.is_empty() || before.ends_with(char::is_whitespace);
    let is_id = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    if !is_apart || attributes.starts_with(char::is_whitespace) || !id.chars().all(is_id) {
        return None;
    }
    let id = id.to_owned();
    *text = before.trim_end().to_owned().into();
    Some(id)
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
    fn unique(&mut self, slug: String) -> String {
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
            .map(|text| anchors.unique(slug::anchor(text)))
            .collect();
        assert_eq!(ids, ["a", "a-1", "a-1-1", "a-2", "section"]);
    }
}
