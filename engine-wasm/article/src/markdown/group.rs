//! Raw HTML that opens an element in one top-level node and closes it in a later one: the nodes between become
//! one block, so that a sanitizer that sees blocks one by one sees the element whole.

use comrak::nodes::{Node, NodeValue};

use super::html_block::is_listed;
use super::html_tags;

/// How many nodes after the opening one may belong to a group.
const MAX_NODES: usize = 512;

/// How many open elements are followed.
const MAX_OPEN: usize = 64;

/// Elements that have no end tag.
const VOID: &str = "area base br col embed hr img input link meta param source track wbr";

/// Groups `nodes`: most groups are single nodes.
pub(crate) fn groups(nodes: Vec<Node<'_>>) -> Vec<Vec<Node<'_>>> {
    let tags: Vec<Vec<Tag>> = nodes.iter().map(|node| tags_of(node)).collect();
    let mut groups = Vec::with_capacity(nodes.len());
    let mut nodes = nodes.into_iter();
    let mut at = 0;
    while at < tags.len() {
        let len = group_len(tags.get(at..).unwrap_or_default());
        groups.push(nodes.by_ref().take(len).collect());
        at += len;
    }
    groups
}

/// Number of nodes from the first on until every element that it opens is closed; 1 when one never is.
fn group_len(tags: &[Vec<Tag>]) -> usize {
    let mut open: Vec<&str> = Vec::new();
    for (index, tags) in tags.iter().take(MAX_NODES).enumerate() {
        for tag in tags {
            match tag {
                Tag::Open(name) if open.len() < MAX_OPEN => open.push(name),
                Tag::Open(_) => return 1,
                Tag::Close(name) => {
                    if let Some(at) = open.iter().rposition(|opened| opened == name) {
                        open.truncate(at);
                    }
                }
            }
        }
        if open.is_empty() {
            return index + 1;
        }
    }
    1
}

/// Whether `node` is no HTML block, or one that closes every element that it opens, and no other.
pub(crate) fn is_closed(node: Node<'_>) -> bool {
    let mut open = Vec::new();
    let closes_its_own = tags_of(node).into_iter().all(|tag| match tag {
        Tag::Open(name) => {
            open.push(name);
            true
        }
        Tag::Close(name) => {
            let at = open.iter().rposition(|opened| *opened == name);
            open.truncate(at.unwrap_or_default());
            at.is_some()
        }
    });
    closes_its_own && open.is_empty()
}

#[derive(Debug, PartialEq, Eq)]
enum Tag {
    Open(String),
    Close(String),
}

/// Start and end tags of an HTML block; none for other nodes.
fn tags_of(node: Node<'_>) -> Vec<Tag> {
    match &node.data().value {
        NodeValue::HtmlBlock(html) => tags(&html.literal),
        _ => Vec::new(),
    }
}

fn tags(html: &str) -> Vec<Tag> {
    html_tags::read(html)
        .into_iter()
        .filter(|tag| !is_listed(VOID, &tag.name))
        .map(|tag| {
            if tag.is_end {
                Tag::Close(tag.name)
            } else {
                Tag::Open(tag.name)
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lens(blocks: &[&str]) -> usize {
        let tags: Vec<Vec<Tag>> = blocks.iter().map(|html| tags(html)).collect();
        group_len(&tags)
    }

    #[test]
    fn a_group_ends_where_its_elements_are_closed() {
        assert_eq!(
            lens(&["<details>\n<summary>a</summary>", "", "</details>", ""]),
            3
        );
        assert_eq!(lens(&["<div><div>", "</div>", "</div>"]), 3);
        assert_eq!(lens(&["<p align=\"center\">", "", "</p>"]), 3);
    }

    #[test]
    fn so_many_open_elements_are_followed() {
        let of = |n: usize| lens(&["<div>".repeat(n).as_str(), "</div>".repeat(n).as_str()]);
        assert_eq!((of(MAX_OPEN), of(MAX_OPEN + 1)), (2, 1));
    }

    #[test]
    fn what_is_never_closed_groups_nothing() {
        assert_eq!(lens(&["<div>", "", ""]), 1);
        assert_eq!(lens(&["<img src=\"a\"><br>", "</div>"]), 1);
        assert_eq!(lens(&["<!-- <div> --><a title=\"<div>\"></a>", "</div>"]), 1);
        assert_eq!(lens(&["<style>a > b {}</style>", "</div>"]), 1);
    }
}
