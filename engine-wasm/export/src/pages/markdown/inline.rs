//! Lines of text.

use super::{LEFT_OUT, MAX_DEPTH, Writer};
use crate::tree::{Element, NodeId};

/// A line break that the author made.
pub(super) const BREAK: &str = "\\\n";

impl Writer<'_> {
    /// The line of text in an element.
    pub(super) fn inline(&self, parent: NodeId, depth: usize) -> String {
        self.inline_all(&self.tree.children(parent), depth)
    }

    pub(super) fn inline_all(&self, ids: &[NodeId], depth: usize) -> String {
        let mut line = String::new();
        for id in ids {
            match self.tree.element(*id) {
                None => line.push_str(&escaped(self.tree.text(*id).unwrap_or_default())),
                Some(_) if depth > MAX_DEPTH => line.push_str(&escaped(&self.tree.text_content(*id))),
                Some(element) if element.is_html() => line.push_str(&self.element(*id, element, depth + 1)),
                Some(_) => {}
            }
        }
        line
    }

    fn element(&self, id: NodeId, element: &Element, depth: usize) -> String {
        if element.has_class("cite") || LEFT_OUT.iter().any(|class| element.has_class(class)) {
            return String::new();
        }
        if element.has_class("math-inline") {
            return formula(element.attribute("data-tex").unwrap_or_default().trim());
        }
        if element.has_class("footnote-ref") {
            return self.note_mark(id);
        }
        let inside = || self.inline(id, depth);
        match element.name() {
            "br" => BREAK.to_owned(),
            "strong" | "b" => marked(&inside(), "**"),
            "em" | "i" => marked(&inside(), "*"),
            "del" | "s" => marked(&inside(), "~~"),
            "mark" => marked(&inside(), "=="),
            "u" | "ins" => marked(&inside(), "++"),
            "sub" => marked(&inside(), "~"),
            "code" | "kbd" | "samp" => code(&self.tree.text_content(id)),
            "img" => self.image(element),
            "a" => self.link(element, &inside()),
            "input" | "style" | "script" | "template" => String::new(),
            _ => inside(),
        }
    }

    fn note_mark(&self, id: NodeId) -> String {
        let links = self.tree.find(id, |element| element.is("a"));
        let name = links
            .first()
            .and_then(|link| self.tree.attribute(*link, "href")?.strip_prefix("#fn-"));
        name.map_or_else(String::new, |name| format!("[^{name}]"))
    }

    fn image(&self, element: &Element) -> String {
        let Some(src) = element.attribute("src").filter(|src| !src.is_empty()) else {
            return String::new();
        };
        let alt = escaped(element.attribute("alt").unwrap_or_default());
        format!("![{}]({})", one_line(&alt), destination(&(self.address)(src)))
    }

    fn link(&self, element: &Element, text: &str) -> String {
        match element.attribute("href").filter(|href| !href.is_empty()) {
            Some(href) if !text.trim().is_empty() => {
                format!("[{}]({})", text.trim(), destination(&(self.address)(href)))
            }
            _ => text.to_owned(),
        }
    }
}

/// An address in the parentheses of a link.
pub(super) fn destination(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for letter in address.chars() {
        match letter {
            ' ' => out.push_str("%20"),
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\\' => out.push_str("%5C"),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

/// A text between marks; white space at its ends stays outside.
fn marked(text: &str, mark: &str) -> String {
    let inside = text.trim();
    if inside.is_empty() {
        return text.to_owned();
    }
    let (before, after) = text.split_once(inside).unwrap_or_default();
    format!("{before}{mark}{inside}{mark}{after}")
}

/// A formula in a line. Chinese words alone between dollars read as prices: a group, which shows nothing, makes them TeX.
fn formula(tex: &str) -> String {
    let is_tex = tex.is_ascii() || tex.contains(['\\', '^', '_', '{', '}', '=', '+', '<', '>', '|']);
    if is_tex {
        format!("${tex}$")
    } else {
        format!("${{{tex}}}$")
    }
}

fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let fence = "`".repeat(longest_run(&text, '`') + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// The most of one letter that stand behind each other.
pub(super) fn longest_run(text: &str, wanted: char) -> usize {
    let (mut longest, mut current) = (0, 0_usize);
    for letter in text.chars() {
        current = if letter == wanted { current + 1 } else { 0 };
        longest = longest.max(current);
    }
    longest
}

/// Text whose letters mean nothing to a parser, with white space as HTML sees it.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        let is_special = match letter {
            '\\' | '`' | '*' | ']' | '<' | '$' | '|' | '~' => true,
            '_' => !(before.is_alphanumeric() && next.is_alphanumeric()),
            '=' | '+' => next == letter || before == letter,
            _ => false,
        };
        if letter.is_ascii_whitespace() {
            if !before.is_ascii_whitespace() || out.is_empty() {
                out.push(' ');
            }
        } else if letter == '[' {
            // A backslash before it begins a formula.
            out.push_str("&#91;");
        } else {
            if is_special {
                out.push('\\');
            }
            out.push(letter);
        }
        before = letter;
    }
    out
}

/// A line as it stands in a heading or a cell.
pub(super) fn one_line(text: &str) -> String {
    text.replace(BREAK, " ").trim().to_owned()
}

/// A paragraph: what a parser would take for the beginning of another block is escaped.
pub(super) fn paragraph(text: &str) -> String {
    let text = text.trim_matches([' ', '\n']);
    let text = text
        .strip_suffix('\\')
        .filter(|rest| !rest.ends_with('\\'))
        .unwrap_or(text);
    let lines = text.split('\n').map(|line| {
        let line = line.trim_start();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let rest = line.get(digits..).unwrap_or_default();
        match line.chars().next() {
            Some('#' | '>' | '-' | '+' | ':') => format!("\\{line}"),
            Some(_) if digits > 0 && rest.starts_with(['.', ')']) => {
                format!("{}\\{rest}", line.get(..digits).unwrap_or_default())
            }
            _ => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}
