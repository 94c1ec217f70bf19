//! The tags in a piece of raw HTML, as far as the engine must know them; what they mean, the sanitizer decides.

use std::ops::Range;

/// Elements whose content is text: it ends at the first end tag or with the piece.
const TEXT_ELEMENTS: [&str; 4] = ["script", "style", "textarea", "title"];

/// A start or end tag.
#[derive(Debug)]
pub(super) struct Tag<'h> {
    /// Name in lower case.
    pub(super) name: String,
    pub(super) is_end: bool,
    /// Bytes from `<` to behind `>`.
    pub(super) range: Range<usize>,
    /// What follows the name.
    rest: &'h str,
}

impl Tag<'_> {
    fn holds_text(&self) -> bool {
        !self.is_end && TEXT_ELEMENTS.contains(&self.name.as_str())
    }

    /// Names in lower case, and values without their quotes and entities.
    pub(super) fn attributes(&self) -> Vec<(String, String)> {
        let mut attributes = Vec::new();
        let mut rest = self.rest.trim_start();
        while !rest.is_empty() && !rest.starts_with('>') {
            match attribute(rest) {
                Some((attribute, after)) => {
                    attributes.push(attribute);
                    rest = after.trim_start();
                }
                None => rest = rest.get(1..).unwrap_or_default().trim_start(),
            }
        }
        attributes
    }
}

/// The tags of `html` in order. Comments and what stands in elements whose content is text are left out.
pub(super) fn read(html: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((_, after)) = rest.split_once('<') {
        if let Some(comment) = after.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        rest = after;
        let is_end = after.starts_with('/');
        let start = after.trim_start_matches('/');
        let len = start
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
            .count();
        let (name, attributes) = start.split_at_checked(len).unwrap_or_default();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let name = name.to_ascii_lowercase();
        let begin = html.len() - after.len() - 1;
        rest = after_tag(after);
        tags.push(Tag {
            range: begin..html.len() - rest.len(),
            rest: attributes
                .get(..attributes.len() - rest.len())
                .unwrap_or_default(),
            is_end,
            name,
        });
        if let Some(text) = tags.last().filter(|tag| tag.holds_text()) {
            let end = find_ignoring_case(rest, &format!("</{}", text.name));
            rest = end.and_then(|at| rest.get(at..)).unwrap_or_default();
        }
    }
    tags
}

/// One attribute at the start of `text`, and what follows it.
pub(super) fn attribute(text: &str) -> Option<((String, String), &str)> {
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/'))?;
    let (name, rest) = text.split_at_checked(end)?;
    if name.is_empty() {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let Some(value) = rest.trim_start().strip_prefix('=') else {
        return Some(((name, String::new()), rest));
    };
    let value = value.trim_start();
    let (value, rest) = match value.chars().next()? {
        quote @ ('"' | '\'') => value.get(1..)?.split_once(quote)?,
        _ => value.split_at_checked(value.find(|c: char| c.is_whitespace() || c == '>')?)?,
    };
    Some(((name, unescape(value)), rest))
}

/// The few entities that an attribute is likely to hold.
fn unescape(value: &str) -> String {
    let mut value = value.to_owned();
    for (entity, text) in [
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ] {
        value = value.replace(entity, text);
    }
    value
}

/// What follows the tag that `text` is in; `>` in quotes does not end it.
pub(super) fn after_tag(text: &str) -> &str {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b'>') => return text.get(at + 1..).unwrap_or_default(),
            _ => {}
        }
    }
    ""
}

fn find_ignoring_case(text: &str, ascii: &str) -> Option<usize> {
    text.as_bytes()
        .windows(ascii.len())
        .position(|window| window.eq_ignore_ascii_case(ascii.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_that_hold_text_hold_no_tags() {
        let names = |html| -> Vec<String> { read(html).into_iter().map(|tag| tag.name).collect() };
        assert_eq!(
            names("<title>a longer text <b></TITLE><i>"),
            ["title", "title", "i"]
        );
        assert_eq!(names("<b></script><i>"), ["b", "script", "i"]);
        assert_eq!(names("<title><b>"), ["title"]);
    }

    #[test]
    fn an_attribute_may_stand_without_quotes() {
        let tags = read("<a b=c d='e f' g>");
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            tags[0].attributes(),
            [pair("b", "c"), pair("d", "e f"), pair("g", "")]
        );
    }
}
