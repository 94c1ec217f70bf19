//! Names in the source that mean something to other tools: a space in them would make them other names.
//!
//! They are Obsidian's: `[[页面]]`, `#标签`, `字段:: 值` of Dataview, and `<% … %>` of Templater.

use std::ops::Range;

use crate::markdown::hashtag;

/// Names longer than this are no names of fields.
const MAX_FIELD_CHARS: usize = 40;

/// `prose` without the names in it. The ranges are in order and do not overlap.
pub(super) fn without(text: &str, prose: &[Range<usize>]) -> Vec<Range<usize>> {
    let names = names(text);
    let mut pieces = Vec::with_capacity(prose.len());
    let mut first = 0;
    for range in prose {
        let mut from = range.start;
        while names.get(first).is_some_and(|name| name.end <= from) {
            first += 1;
        }
        for name in names.iter().skip(first).take_while(|name| name.start < range.end) {
            if from < name.start {
                pieces.push(from..name.start);
            }
            from = from.max(name.end);
        }
        if from < range.end {
            pieces.push(from..range.end);
        }
    }
    pieces
}

/// The names of `text`, in order and without overlap.
fn names(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        line_names(line, start, &mut found);
        start += line.len();
    }
    found
}

/// Adds the names of one line, which begins at `start`.
fn line_names(line: &str, start: usize, found: &mut Vec<Range<usize>>) {
    let mut at = 0;
    // The ends that are known to be missing from here on, so that they are looked for once.
    let (mut has_link, mut has_code) = (true, true);
    // Where the name of a field may begin.
    let mut field = line.len() - line.trim_start_matches([' ', '\t', '>', '-', '*', '+']).len();
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        let mut len = 0;
        if has_link && rest.starts_with("[[") {
            (len, has_link) = up_to(rest, "]]");
        } else if has_code && rest.starts_with("<%") {
            (len, has_code) = up_to(rest, "%>");
        } else if rest.starts_with('#') && line.get(..at).is_some_and(is_before_tag) {
            len = hashtag::len(rest);
        } else if at == field {
            len = field_len(rest);
        }
        if len > 0 {
            found.push(start + at..start + at + len);
        }
        let first = rest.chars().next().map_or(1, char::len_utf8);
        if len == 0 && matches!(rest.as_bytes().first(), Some(b'[' | b'(')) {
            field = at + first;
        }
        at += len.max(first);
    }
}

/// Length of `rest` up to the end of `close`, and whether there is one.
fn up_to(rest: &str, close: &str) -> (usize, bool) {
    rest.find(close).map_or((0, false), |at| (at + close.len(), true))
}

fn is_before_tag(before: &str) -> bool {
    before.chars().next_back().is_none_or(char::is_whitespace)
}

/// Length of the name of a field that `rest` begins with, colons included.
fn field_len(rest: &str) -> usize {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '*');
    let name = rest
        .char_indices()
        .take(MAX_FIELD_CHARS)
        .find(|(_, c)| !is_name(*c));
    let (name, after) = name.map_or(("", rest), |(at, _)| {
        rest.split_at_checked(at).unwrap_or_default()
    });
    let is_field = !name.trim().is_empty()
        && after
            .strip_prefix("::")
            .is_some_and(|after| after.is_empty() || after.starts_with(char::is_whitespace));
    if is_field { name.len() + 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        names(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn names_of_obsidian_are_found() {
        assert_eq!(
            found("见[[Callout环绕]]与![[a b|别名c]]"),
            ["[[Callout环绕]]", "[[a b|别名c]]"]
        );
        assert_eq!(
            found("#macOS软件 #a/b中 #1 中#c\n#b"),
            ["#macOS软件", "#a/b中", "#b"]
        );
        assert_eq!(
            found("字段1:: 值\n- 字段2::\n见(键a:: 值b)"),
            ["字段1::", "字段2::", "键a::"]
        );
        assert_eq!(found("<% tp.date中 %>"), ["<% tp.date中 %>"]);
    }

    #[test]
    fn other_signs_are_no_names() {
        for text in [
            "# 标题",
            "[[没有结尾",
            "std::vector中",
            "用 C++，a:: b",
            "::: tip",
            "<% a",
            "[a](b) (c)",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn prose_is_cut_around_names() {
        let text = "用a[[b中]]写c";
        let pieces: Vec<&str> = without(text, &[0..4, 4..6, 6..text.len()])
            .into_iter()
            .map(|range| &text[range])
            .collect();
        assert_eq!(pieces, ["用a", "写c"]);
    }
}
