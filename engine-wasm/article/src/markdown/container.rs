//! Containers `:::type title` … `:::`: finds their fences, and makes them nest.
//!
//! The parser closes the outermost container whose fence is as long as the closing line, and takes a bare
//! `:::` for an opening. So fences get lengths by their nesting, and lines that close nothing become text.

use comrak::nodes::{Node, NodeValue};

use super::lines::{Kind, Line};
use super::source::Prepared;
use super::tree;

/// The first line of a container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Container {
    /// Its first word, as written.
    pub(crate) name: String,
    /// The rest of the line, Markdown of one line; empty when there is none.
    pub(crate) title: String,
}

impl Container {
    /// Reads what follows the colons: `tip 标题`, `tip[标题]` (Docusaurus), `tip{title="标题"}` (Rspress), `{tip} 标题`
    /// (MyST), `{.tip}` (pandoc) or `{.callout-tip title="标题"}` (Quarto). Other attributes are left out; pandoc may
    /// repeat the colons at the end.
    pub(crate) fn parse(info: &str) -> Self {
        let info = info.trim();
        let info = match info.trim_end_matches(':') {
            shorter if info.len() - shorter.len() >= 3 => shorter.trim_end(),
            _ => info,
        };
        if let Some((attributes, rest)) = enclosed(info, '{', '}') {
            let name = name_in(attributes);
            return Self::new(
                name.strip_prefix("callout-").unwrap_or(name),
                rest.trim(),
                attributes,
            );
        }
        let end = info.find(|c: char| c.is_whitespace() || matches!(c, '[' | '{'));
        let (name, rest) = info
            .split_at_checked(end.unwrap_or(info.len()))
            .unwrap_or((info, ""));
        let (label, rest) = enclosed(rest, '[', ']').unwrap_or(("", rest));
        let (attributes, rest) = enclosed(rest, '{', '}').unwrap_or(("", rest));
        let title = [label.trim(), rest.trim()]
            .into_iter()
            .filter(|part| !part.is_empty());
        Self::new(name, &title.collect::<Vec<_>>().join(" "), attributes)
    }

    /// A container whose title stands in `attributes` if it has no other.
    fn new(name: &str, title: &str, attributes: &str) -> Self {
        let title = if title.is_empty() {
            title_in(attributes)
        } else {
            title
        };
        Self {
            name: name.to_owned(),
            title: title.to_owned(),
        }
    }
}

/// What stands between `open`, the first character of `text`, and its `close`, and what follows.
fn enclosed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    let inside = text.strip_prefix(open)?;
    let mut depth = 0_usize;
    for (at, c) in inside.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            if depth == 0 {
                return Some((inside.get(..at)?, inside.get(at + 1..)?));
            }
            depth -= 1;
        }
    }
    None
}

/// The first class of `attributes`, or their first word.
fn name_in(attributes: &str) -> &str {
    let mut words = attributes.split_whitespace();
    let class = words.clone().find(|word| word.starts_with('.'));
    let name = class.or_else(|| words.find(|word| !word.starts_with('#') && !word.contains('=')));
    name.unwrap_or_default().trim_start_matches('.')
}

/// The value of `title` in `attributes`.
fn title_in(attributes: &str) -> &str {
    let value = attributes.split_once("title=").map_or("", |(_, value)| value);
    let mut chars = value.chars();
    match chars.next() {
        Some(quote @ ('"' | '\'')) => chars.as_str().split(quote).next().unwrap_or_default(),
        _ => value.split_whitespace().next().unwrap_or_default(),
    }
}

/// Containers may nest this deep; deeper ones show as text.
const MAX_DEPTH: usize = 50;

/// How far a closing line looks for the container that it closes.
const MAX_LOOK: usize = 64;

struct Open {
    /// Index in `fences`; none when the container is too deep and shows as text.
    number: Option<usize>,
    colons: usize,
    quotes: usize,
    /// Length that the fences inside need at most.
    inner: usize,
}

struct Fence {
    first_line: usize,
    last_line: Option<usize>,
    len: usize,
}

#[derive(Default)]
struct Pairing {
    open: Vec<Open>,
    fences: Vec<Fence>,
    containers: Vec<Container>,
    /// Lines that show as text.
    text: Vec<usize>,
    /// Lines of code and HTML that the parser would take for fences, with the offset of the colons in their content.
    verbatim: Vec<(usize, usize)>,
}

/// Where the colons of `line`, which is code or HTML, begin if it looks like a fence, quote marks aside.
fn colons_in_verbatim(line: &str) -> Option<usize> {
    let colons = line.trim_start_matches([' ', '\t', '>']);
    colons.starts_with(":::").then(|| line.len() - colons.len())
}

/// The lines that the pre-pass rewrites, with what they become after their prefix, the containers, and whether every
/// container has its last line and every such line its container.
pub(crate) fn fences(text: &str, lines: &[Line]) -> (Vec<Option<String>>, Vec<Container>, bool) {
    let mut pairing = Pairing::default();
    for (number, line) in lines.iter().enumerate() {
        let content = text
            .get(line.content..line.range.end)
            .unwrap_or_default()
            .trim_end();
        if line.kind == Kind::Verbatim {
            pairing
                .verbatim
                .extend(colons_in_verbatim(content).map(|at| (number, at)));
            continue;
        }
        if content.is_empty() {
            continue;
        }
        while pairing.open.last().is_some_and(|open| open.quotes > line.quotes) {
            pairing.pop(None);
        }
        let colons = content.bytes().take_while(|&byte| byte == b':').count();
        if line.kind != Kind::Prose || colons < 3 {
            continue;
        }
        match content.get(colons..).unwrap_or_default().trim() {
            "" if begins_item(text, line) => pairing.text.push(number),
            "" => pairing.close(number, colons),
            info => pairing.open(number, colons, line.quotes, info),
        }
    }
    while !pairing.open.is_empty() {
        pairing.pop(None);
    }
    let are_paired = pairing.text.is_empty() && pairing.fences.iter().all(|fence| fence.last_line.is_some());
    let (rewritten, containers) = pairing.rewritten(text, lines);
    (rewritten, containers, are_paired)
}

/// Whether a line is the first of a list's item. What is open around the item goes on behind it.
fn begins_item(text: &str, line: &Line) -> bool {
    let prefix = text.get(line.range.start..line.content).unwrap_or_default();
    !prefix.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'>'))
}

impl Pairing {
    fn open(&mut self, line: usize, colons: usize, quotes: usize, info: &str) {
        let number = if self.open.len() < MAX_DEPTH {
            self.fences.push(Fence {
                first_line: line,
                last_line: None,
                len: 3,
            });
            self.containers.push(Container::parse(info));
            Some(self.fences.len() - 1)
        } else {
            self.text.push(line);
            None
        };
        self.open.push(Open {
            number,
            colons,
            quotes,
            inner: 2,
        });
    }

    /// Closes the innermost container with as many colons, or with fewer when there is none.
    fn close(&mut self, line: usize, colons: usize) {
        let near = || self.open.iter().rev().take(MAX_LOOK);
        let depth = near()
            .position(|open| open.colons == colons)
            .or_else(|| near().position(|open| open.colons < colons));
        let Some(depth) = depth else {
            self.text.push(line);
            return;
        };
        for _ in 0..depth {
            self.pop(None);
        }
        self.pop(Some(line));
    }

    fn pop(&mut self, last_line: Option<usize>) {
        let Some(closed) = self.open.pop() else { return };
        match closed.number.and_then(|number| self.fences.get_mut(number)) {
            Some(fence) => {
                fence.len = closed.inner + 1;
                fence.last_line = last_line;
                if let Some(outer) = self.open.last_mut() {
                    outer.inner = outer.inner.max(closed.inner + 1);
                }
            }
            None => self.text.extend(last_line),
        }
    }

    fn rewritten(self, text: &str, lines: &[Line]) -> (Vec<Option<String>>, Vec<Container>) {
        let mut rewritten = vec![None; lines.len()];
        let mut rewrite = |number: usize, line: String| {
            if let Some(place) = rewritten.get_mut(number) {
                *place = Some(line);
            }
        };
        for (number, fence) in self.fences.iter().enumerate() {
            let colons = ":".repeat(fence.len);
            rewrite(fence.first_line, format!("{colons}\0{number}"));
            if let Some(last_line) = fence.last_line {
                let prefix = lines.get(last_line);
                let prefix = prefix.and_then(|line| text.get(line.range.start..line.content));
                rewrite(last_line, closing(prefix.unwrap_or_default(), &colons));
            }
        }
        for number in self.text {
            if let Some(line) = lines.get(number) {
                let content = text.get(line.content..line.range.end).unwrap_or_default();
                rewrite(number, format!("\0{content}"));
            }
        }
        for (number, at) in self.verbatim {
            let content = lines
                .get(number)
                .and_then(|line| text.get(line.content..line.range.end));
            if let Some((before, colons)) = content.and_then(|content| content.split_at_checked(at)) {
                rewrite(number, format!("{before}\0{colons}"));
            }
        }
        (rewritten, self.containers)
    }
}

/// What the parser calls the container that [`closing`] puts last into another.
const END: &str = "\0";

/// The line that closes a container, behind its `prefix`.
///
/// The parser leaves lists, and the code and HTML in them, half read when the container around them closes. So a blank
/// line and another container end them first; [`settle`] takes it out of the tree.
fn closing(prefix: &str, colons: &str) -> String {
    format!("\n{prefix}:::{END}\n{prefix}{colons}")
}

/// Takes what the pre-pass added to close containers out of the tree, with the lines that it took.
pub(crate) fn settle(root: Node<'_>, prepared: &Prepared<'_>) {
    if prepared.added.is_empty() {
        return;
    }
    for node in tree::all(root, |_| true) {
        let mut data = node.data_mut();
        data.sourcepos.start.line = prepared.line(data.sourcepos.start.line);
        data.sourcepos.end.line = prepared.line(data.sourcepos.end.line);
        let is_end = matches!(&data.value, NodeValue::BlockDirective(directive) if directive.info == END);
        drop(data);
        if is_end {
            node.detach();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::Outline;
    use super::*;

    fn rewritten(text: &str) -> String {
        let outline = Outline::of(text);
        let (fences, ..) = fences(text, &outline.lines);
        let line = |(number, line): (usize, &Line)| {
            fences
                .get(number)
                .cloned()
                .flatten()
                .map(|line| line.rsplit('\n').next().unwrap_or_default().to_owned())
                .unwrap_or_else(|| text[line.content..line.range.end].to_owned())
        };
        outline
            .lines
            .iter()
            .enumerate()
            .map(line)
            .collect::<Vec<_>>()
            .join("|")
            .replace('\0', "@")
    }

    #[test]
    fn containers_of_equal_length_nest() {
        assert_eq!(
            rewritten(":::tip\n:::note a\nx\n:::\n:::"),
            "::::@0|:::@1|x|:::|::::"
        );
        assert_eq!(rewritten("::::tip\n:::note\nx\n::::"), "::::@0|:::@1|x|::::");
    }

    #[test]
    fn a_line_that_closes_nothing_is_text() {
        assert_eq!(rewritten(":::\nx\n:::tip\n"), "@:::|x|:::@0");
    }

    #[test]
    fn a_container_ends_with_its_quote_and_goes_on_around_one() {
        assert_eq!(rewritten("> :::tip\n> x\n\ny\n:::"), ":::@0|x||y|@:::");
        assert_eq!(rewritten(":::tip\n> x\n:::"), ":::@0|x|:::");
    }

    #[test]
    fn a_closing_line_may_be_longer_and_not_shorter() {
        assert_eq!(rewritten(":::tip\nx\n:::::"), ":::@0|x|:::");
        assert_eq!(rewritten("::::tip\nx\n:::"), ":::@0|x|@:::");
    }

    #[test]
    fn colons_that_begin_an_item_are_text() {
        assert_eq!(rewritten("- :::tip\n  x\n- :::"), ":::@0|x|@:::");
        assert_eq!(rewritten(":::tip\n1. x\n2. :::\n\ny\n:::"), ":::@0|x|@:::||y|:::");
        assert_eq!(rewritten("- x\n\t:::tip\n\ty\n\t:::"), "x|:::@0|y|\t:::");
    }

    #[test]
    fn fifty_containers_nest() {
        let text = ":::a\n".repeat(60);
        assert_eq!(fences(&text, &Outline::of(&text).lines).1.len(), 50);
    }

    #[test]
    fn the_first_line_gives_a_name_and_a_title() {
        for (info, name, title) in [
            ("tip 标题 :::", "tip", "标题"),
            ("tip 标题 ::", "tip", "标题 ::"),
            ("tip[a [b] c] d", "tip", "a [b] c d"),
            ("{#id .tip} 标题", "tip", "标题"),
            ("{title=a .tip}", "tip", "a"),
            ("{title=\"a b\" .tip}", "tip", "a b"),
            ("{.callout-note title=\"题\"}", "note", "题"),
            ("{tip title=a} b", "tip", "b"),
        ] {
            let read = Container::parse(info);
            assert_eq!((read.name.as_str(), read.title.as_str()), (name, title), "{info}");
        }
    }

    #[test]
    fn code_holds_no_container() {
        assert_eq!(rewritten("```\n:::tip\n```"), "```|@:::tip|```");
        assert_eq!(rewritten(":::tip\n```\n:::\n```\n:::"), ":::@0|```|@:::|```|:::");
    }

    #[test]
    fn a_line_of_a_paragraph_opens_and_closes_nothing() {
        assert_eq!(
            rewritten("a\n    :::tip\n:::note\nb\n    :::\n:::"),
            "a|    :::tip|:::@0|b|    :::|:::"
        );
    }

    #[test]
    fn deep_nesting_is_bounded() {
        let text = ":::a\n".repeat(50_000) + &":::\n".repeat(50_000);
        assert!(rewritten(&text).len() < text.len() + 200_000);
    }
}
