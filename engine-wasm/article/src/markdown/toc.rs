//! `[TOC]` alone in a paragraph: a nested list of links to the headings.
//!
//! A single h1 is the article's title and left out; with several, all are listed. Headings without text are not. Levels that are skipped
//! (`##` then `####`) nest one deep, and the first heading may be of any level.

use comrak::nodes::{Node, NodeValue};

use crate::block::Heading;
use crate::warning::Warning;

use super::context::Context;
use super::{tag, tree};

/// So many `[TOC]` are filled; the rest stays text.
const MAX_LISTS: usize = 8;

/// The lists after the first have so many entries together, so that several of them and many headings stay affordable.
const MAX_MORE_ENTRIES: usize = 2_000;

/// Replaces each `[TOC]` under `root`, as far as the limits go, and warns of the first one that stays text. Says whether
/// there is any.
pub(crate) fn fill<'a>(context: &mut Context<'a, '_>, root: Node<'a>, headings: &[Heading]) -> bool {
    let n_more = MAX_MORE_ENTRIES / headings.len().max(1);
    let n_lists = MAX_LISTS.min(1 + n_more);
    let mut places: Vec<Node<'a>> = tree::blocks(root)
        .filter(|node| is_toc(context, node))
        .take(n_lists + 1)
        .collect();
    if places.is_empty() {
        return false;
    }
    if places.len() > n_lists
        && let Some(left) = places.pop()
    {
        context
            .warnings
            .push(Warning::new("toc.tooMany", context.line(left)));
    }
    let html = list(headings);
    for node in places {
        tree::take_children(node);
        node.data_mut().value = NodeValue::Raw(html.clone());
    }
    true
}

/// How other editors spell it.
const SPELLINGS: [&str; 3] = ["[toc]", "[[toc]]", "@[toc]"];

/// `@[toc](title)`, of CSDN.
fn is_titled(node: Node<'_>) -> bool {
    let (Some(first), Some(last)) = (node.first_child(), node.last_child()) else {
        return false;
    };
    let is_pair = first.next_sibling().is_some_and(|second| second.same_node(last));
    is_pair
        && tree::text_of(first) == "@"
        && matches!(last.data().value, NodeValue::Link(_))
        && tree::plain_text(last).eq_ignore_ascii_case("toc")
}

fn has_toc_link(node: Node<'_>) -> bool {
    node.children().any(|child| {
        let is_link = matches!(child.data().value, NodeValue::Link(_));
        is_link && tree::plain_text(child).eq_ignore_ascii_case("toc")
    })
}

fn is_one_line(node: Node<'_>) -> bool {
    let position = tree::position(node);
    position.start.line == position.end.line
}

/// A paragraph that says `[TOC]` and nothing else, even where a definition of `[toc]` makes it a link.
fn is_toc<'a>(context: &mut Context<'a, '_>, node: Node<'a>) -> bool {
    if !matches!(node.data().value, NodeValue::Paragraph) {
        return false;
    }
    let is_toc = |text: &str| {
        SPELLINGS
            .iter()
            .any(|spelling| text.trim().eq_ignore_ascii_case(spelling))
    };
    let Some(child) = tree::only_child(node) else {
        return is_titled(node)
            || (has_toc_link(node) && is_toc(context.rest_of_line(node)) && is_one_line(node));
    };
    match &child.data().value {
        NodeValue::Text(text) => is_toc(text),
        NodeValue::Link(_) => is_toc(context.rest_of_line(node)),
        _ => false,
    }
}

fn list(headings: &[Heading]) -> String {
    let has_title = headings.iter().filter(|heading| heading.level == 1).count() == 1;
    let mut out = String::from("<nav class=\"toc\">");
    let mut open: Vec<u8> = Vec::new();
    let is_left_out = |heading: &Heading| heading.text.is_empty() || (has_title && heading.level == 1);
    for heading in headings.iter().filter(|heading| !is_left_out(heading)) {
        // A list is left when the one around it reaches this level; the outermost is never left.
        while let [.., outer, _] = open.as_slice()
            && *outer >= heading.level
        {
            out.push_str("</li></ul>");
            open.pop();
        }
        match open.last_mut() {
            Some(level) if *level >= heading.level => {
                *level = heading.level;
                out.push_str("</li>");
            }
            _ => {
                out.push_str("<ul>");
                open.push(heading.level);
            }
        }
        out.push_str("<li>");
        tag::open(&mut out, "a", &[("href", &format!("#{}", heading.id))]);
        tag::escape(&mut out, &heading.text);
        tag::close(&mut out, "a");
    }
    for _ in open {
        out.push_str("</li></ul>");
    }
    out.push_str("</nav>");
    out
}
