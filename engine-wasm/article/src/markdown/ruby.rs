//! Ruby: `[字]{zì}` and `[字]^(zì)`. With `・`, `．`, `。` or `-` between the readings, one for each character.

use comrak::nodes::{Node, NodeValue};

use super::context::Context;
use super::{tag, tree};

/// Separators between the readings of single characters.
const SEPARATORS: [char; 4] = ['・', '．', '。', '-'];

/// Longest base or reading, in bytes; what is longer is prose in brackets.
const MAX_BYTES: usize = 300;

/// Splits a text node at the ruby in it.
pub(crate) fn resolve<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let text = tree::text_of(node);
    let position = tree::position(node);
    let mut rest = text.as_str();
    let mut nodes = Vec::new();
    while let Some((before, base, reading, after)) = next(rest) {
        if !before.is_empty() {
            nodes.push(tree::text_node(context.arena, before, position));
        }
        nodes.push(tree::html_node(context.arena, "<ruby>".to_owned(), position));
        for (part, reading) in pairs(base, reading) {
            let mut html = String::from("<rp>(</rp><rt>");
            tag::escape(&mut html, reading.trim());
            html.push_str("</rt><rp>)</rp>");
            nodes.push(tree::text_node(context.arena, &part, position));
            nodes.push(tree::html_node(context.arena, html, position));
        }
        nodes.push(tree::html_node(context.arena, "</ruby>".to_owned(), position));
        rest = after;
    }
    if nodes.is_empty() {
        return;
    }
    for new in nodes {
        node.insert_before(new);
    }
    node.data_mut().value = NodeValue::Text(rest.to_owned().into());
}

/// The next ruby of `text`: what stands before it, base, reading, what follows.
fn next(text: &str) -> Option<(&str, &str, &str, &str)> {
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find(']') {
        let close = from + at;
        from = close + 1;
        let (head, tail) = (text.get(..close)?, text.get(from..)?);
        let inside = tail.strip_prefix('{').map(|tail| (tail, b'}'));
        let inside = inside.or_else(|| tail.strip_prefix("^(").map(|tail| (tail, b')')));
        let Some((tail, end)) = inside else { continue };
        // Only as far as a ruby may be long, so that many brackets cost no more than their number.
        let last_bytes = head.as_bytes().iter().rev().take(MAX_BYTES + 1);
        let Some(base_len) = last_bytes.into_iter().position(|&byte| byte == b'[') else {
            continue;
        };
        let first_bytes = tail.as_bytes().iter().take(MAX_BYTES + 1);
        let Some(reading_len) = first_bytes.into_iter().position(|&byte| byte == end) else {
            continue;
        };
        let open = close - base_len - 1;
        let base = head.get(open + 1..)?;
        let (reading, after) = (tail.get(..reading_len)?, tail.get(reading_len + 1..)?);
        // One side must be more than ASCII: `[text]{.class}` and `a[0]{x}` are other notations.
        let is_blank = base.trim().is_empty() || reading.trim().is_empty();
        let is_ascii = base.is_ascii() && reading.is_ascii();
        if !is_blank && !is_ascii {
            return Some((head.get(..open)?, base, reading, after));
        }
    }
    None
}

/// The base in pieces, each with its reading.
fn pairs<'r>(base: &str, reading: &'r str) -> Vec<(String, &'r str)> {
    let readings: Vec<&str> = reading.split(SEPARATORS).collect();
    if readings.len() == base.chars().count() {
        return base.chars().map(String::from).zip(readings).collect();
    }
    vec![(base.to_owned(), reading)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruby_has_a_base_and_a_reading_of_limited_length() {
        assert!(next("[字]{zì}").is_some());
        for text in ["[ ]{zì}", "[字]{ }", "[text]{class}", "[字]", "[字]{zì"] {
            assert!(next(text).is_none(), "{text}");
        }
        let of = |base: usize, reading: usize| format!("[{}]{{{}}}", "字".repeat(base), "é".repeat(reading));
        assert!(next(&of(MAX_BYTES / 3, MAX_BYTES / 2)).is_some());
        assert!(next(&of(MAX_BYTES / 3 + 1, 1)).is_none());
        assert!(next(&of(1, MAX_BYTES / 2 + 1)).is_none());
    }

    #[test]
    fn characters_have_readings_of_their_own_when_there_is_one_for_each() {
        let pair = |base: &str, reading| (base.to_owned(), reading);
        assert_eq!(pairs("汉字", "hàn-zì"), [pair("汉", "hàn"), pair("字", "zì")]);
        assert_eq!(pairs("汉字", "a-b-c"), [pair("汉字", "a-b-c")]);
    }
}
