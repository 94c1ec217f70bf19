//! What the two specification suites share: their data, their normalizer, and the table of deviations.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use moyan_article::markdown::{Dialect, render_plain};
use serde::Deserialize;

/// One example of a specification.
#[derive(Deserialize)]
pub struct Example {
    pub example: usize,
    pub section: String,
    pub markdown: String,
    pub html: String,
}

/// The examples of a suite's data file.
pub fn examples(file: &str) -> Vec<Example> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(file);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Fails unless the rows of `suite` in the table of deviations name exactly the examples that `dialect` prints otherwise.
pub fn deviates_as_documented(suite: &str, examples: &[Example], dialect: Dialect) {
    let printed: BTreeMap<usize, (&Example, String)> = examples
        .iter()
        .map(|example| (example, render_plain(&example.markdown, dialect)))
        .filter(|(example, html)| normalized(html) != normalized(&example.html))
        .map(|(example, html)| (example.example, (example, html)))
        .collect();
    let documented = documented(suite);
    let undocumented: Vec<String> = printed
        .values()
        .filter(|(example, _)| !documented.contains(&example.example))
        .map(|(example, html)| {
            let Example {
                example,
                section,
                markdown,
                html: expected,
            } = example;
            format!("{example} ({section})\n{markdown}\n--- expected\n{expected}\n--- printed\n{html}")
        })
        .collect();
    assert!(
        undocumented.is_empty(),
        "{suite}: {} examples differ and are not in docs/deviations.md:\n{}",
        undocumented.len(),
        undocumented[..undocumented.len().min(5)].join("\n\n")
    );
    let stale: Vec<_> = documented
        .iter()
        .filter(|number| !printed.contains_key(number))
        .collect();
    assert!(
        stale.is_empty(),
        "{suite}: in docs/deviations.md, but not different: {stale:?}"
    );
}

/// The example numbers that the rows of a suite name; no number twice.
fn documented(suite: &str) -> BTreeSet<usize> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/deviations.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut numbers = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        if cells.first() != Some(&suite) {
            continue;
        }
        assert!(
            cells.len() == 3 && !cells[2].is_empty(),
            "a row without a reason: {row}"
        );
        for number in cells[1].split(',') {
            let number = number.trim().parse().unwrap();
            assert!(numbers.insert(number), "{suite} {number} stands in two rows");
        }
    }
    numbers
}

/// Elements around which white space means nothing. Source: the specification's own test runner.
const BLOCK: &[&str] = &[
    "article",
    "header",
    "aside",
    "hgroup",
    "blockquote",
    "hr",
    "iframe",
    "body",
    "li",
    "map",
    "button",
    "object",
    "canvas",
    "ol",
    "caption",
    "output",
    "col",
    "p",
    "colgroup",
    "pre",
    "dd",
    "progress",
    "div",
    "section",
    "dl",
    "table",
    "td",
    "dt",
    "tbody",
    "embed",
    "textarea",
    "fieldset",
    "tfoot",
    "figcaption",
    "th",
    "figure",
    "thead",
    "footer",
    "tr",
    "form",
    "ul",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "video",
    "script",
    "style",
];

/// HTML as the specification's own runner compares it: white space collapsed outside `pre` and dropped around
/// blocks, attributes sorted, `/>` as `>`, character references of quotes as characters.
pub fn normalized(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    let mut in_pre = false;
    while let Some(start) = rest.find('<') {
        let (text, tail) = rest.split_at(start);
        push_text(&mut out, text, in_pre);
        let Some((tag, after)) = split_tag(tail) else {
            push_text(&mut out, "<", in_pre);
            rest = &tail[1..];
            continue;
        };
        let name: String = tag
            .trim_start_matches(['<', '/'])
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        let is_block = BLOCK.contains(&name.to_ascii_lowercase().as_str());
        if name == "pre" {
            in_pre = !tag.starts_with("</");
        }
        if is_block || name == "br" {
            out.truncate(out.trim_end().len());
        }
        out.push_str(&normalized_tag(tag));
        rest = if (is_block || name == "br") && !in_pre {
            after.trim_start()
        } else {
            after
        };
    }
    push_text(&mut out, rest, in_pre);
    out.trim().to_owned()
}

fn push_text(out: &mut String, text: &str, in_pre: bool) {
    let text = text
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&gt;", ">");
    if in_pre {
        out.push_str(&text);
        return;
    }
    for c in text.chars() {
        if !c.is_ascii_whitespace() {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
}

/// The tag at the start of `text`, and what follows it.
fn split_tag(text: &str) -> Option<(&str, &str)> {
    if let Some(comment) = text.strip_prefix("<!--") {
        let end = comment.find("-->").map(|at| at + 7)?;
        return Some(text.split_at(end));
    }
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, '>') => return Some(text.split_at(at + 1)),
            _ => {}
        }
    }
    None
}

fn normalized_tag(tag: &str) -> String {
    let plain = tag.starts_with("</") || tag.starts_with("<!") || tag.starts_with("<?");
    if plain || !tag.contains('=') {
        return tag.replace(" />", ">").replace("/>", ">");
    }
    let inner = tag[1..tag.len() - 1].trim_end_matches('/');
    let (name, mut rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let mut attributes = BTreeMap::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        }
        let end = rest
            .find(|c: char| c == '=' || c.is_whitespace())
            .unwrap_or(rest.len());
        let (key, tail) = rest.split_at(end);
        let Some(value) = tail.trim_start().strip_prefix('=') else {
            attributes.insert(key, String::new());
            rest = tail;
            continue;
        };
        let value = value.trim_start();
        let (value, tail) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            _ => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        attributes.insert(key, value.replace("&#x27;", "'").replace("&quot;", "\""));
        rest = tail;
    }
    let attributes: String = attributes
        .iter()
        .map(|(key, value)| format!(" {key}=\"{value}\""))
        .collect();
    format!("<{name}{attributes}>")
}
