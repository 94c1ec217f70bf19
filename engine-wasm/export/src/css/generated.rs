//! Content that CSS generates: `::before`, `::after`, counters and quotes, made real.

use crate::numbering;
use crate::style::{Style, split_commas, split_spaces};
use crate::tree::{NodeId, Tree};
use std::collections::BTreeMap;

/// The text and style of one pseudo-element.
pub(super) struct Generated {
    pub text: String,
    pub style: Style,
}

/// Properties that matter only while content is generated.
const CONSUMED: [&str; 5] = [
    "content",
    "counter-increment",
    "counter-reset",
    "counter-set",
    "quotes",
];
/// Most levels of nested quotes that have their own marks.
const QUOTES: [(&str, &str); 2] = [("“", "”"), ("‘", "’")];

/// Counters while the document is walked in order.
#[derive(Debug, Default)]
pub(super) struct Counters {
    /// By name: values, outermost first, each with the depth of the element whose siblings and their children see it.
    values: BTreeMap<String, Vec<(i64, usize)>>,
    quote_depth: usize,
    /// Elements that are still open and have an `::after`.
    waiting: Vec<(NodeId, Style, usize)>,
}

impl Counters {
    /// Ends all elements deeper than or at `depth`: their `::after` stands now, their counters end.
    pub fn leave_to(&mut self, depth: usize, tree: &mut Tree) {
        while self.waiting.last().is_some_and(|(_, _, at)| *at >= depth) {
            if let Some((id, style, at)) = self.waiting.pop() {
                self.end_below(at.saturating_add(1));
                if let Some(Generated { text, style }) = text(tree, id, style, self, at) {
                    insert(tree, id, "css-after", &text, style);
                }
            }
        }
        self.end_below(depth);
    }

    fn end_below(&mut self, depth: usize) {
        self.values.retain(|_, values| {
            values.retain(|(_, owner)| *owner <= depth);
            !values.is_empty()
        });
    }

    pub fn remember_after(&mut self, id: NodeId, style: Style, depth: usize) {
        self.waiting.push((id, style, depth));
    }

    /// Does what an element's counter properties say and takes them out of its style.
    pub fn count(&mut self, depth: usize, mut style: Style) -> Style {
        for (name, value) in pairs(style.get("counter-reset"), 0) {
            let values = self.values.entry(name).or_default();
            values.retain(|(_, owner)| *owner != depth);
            values.push((value, depth));
        }
        for (name, step) in pairs(style.get("counter-increment"), 1) {
            self.change(name, depth, |value| value.saturating_add(step));
        }
        for (name, value) in pairs(style.get("counter-set"), 0) {
            self.change(name, depth, |_| value);
        }
        style.retain(|declaration| !declaration.name.starts_with("counter-"));
        style
    }

    /// Changes the innermost value; a counter that nobody has reset begins here with 0.
    fn change(&mut self, name: String, depth: usize, new: impl Fn(i64) -> i64) {
        let values = self.values.entry(name).or_default();
        match values.last_mut() {
            Some((value, _)) => *value = new(*value),
            None => values.push((new(0), depth)),
        }
    }

    fn all(&self, name: &str) -> Vec<i64> {
        let values = self.values.get(name).map_or(&[][..], Vec::as_slice);
        values.iter().map(|(value, _)| *value).collect()
    }

    fn quote(&mut self, open: bool) -> &'static str {
        if !open {
            self.quote_depth = self.quote_depth.saturating_sub(1);
        }
        let marks = QUOTES
            .get(self.quote_depth)
            .or(QUOTES.last())
            .copied()
            .unwrap_or_default();
        if open {
            self.quote_depth += 1;
            marks.0
        } else {
            marks.1
        }
    }
}

/// `name 2 other` as pairs; a missing number is `default`.
fn pairs(value: Option<&str>, default: i64) -> Vec<(String, i64)> {
    let mut found: Vec<(String, i64)> = Vec::new();
    for word in split_spaces(value.unwrap_or("none")) {
        match (word.parse::<i64>(), found.last_mut()) {
            (Ok(number), Some(last)) => last.1 = number,
            _ if word == "none" => {}
            _ => found.push((word, default)),
        }
    }
    found
}

/// The content of a pseudo-element of `id`; `None` when it is not shown.
pub(super) fn text(
    tree: &Tree,
    id: NodeId,
    style: Style,
    counters: &mut Counters,
    depth: usize,
) -> Option<Generated> {
    let content = style.get("content").map(str::to_owned)?;
    if matches!(
        content.as_str(),
        "none" | "normal" | "inherit" | "initial" | "unset"
    ) || style.is("display", "none")
    {
        return None;
    }
    let element = tree.element(id)?;
    if matches!(element.name(), "img" | "br" | "hr" | "input") {
        return None;
    }
    let mut style = counters.count(depth + 1, style);
    let mut text = String::new();
    // `content: a / b` has the text for screen readers behind the slash.
    for part in split_spaces(&content).iter().take_while(|part| *part != "/") {
        text.push_str(&piece(part, |name| element.attribute(name), counters));
    }
    style.retain(|declaration| !CONSUMED.contains(&declaration.name.as_str()));
    Some(Generated { text, style })
}

fn piece<'a>(part: &str, attribute: impl Fn(&str) -> Option<&'a str>, counters: &mut Counters) -> String {
    let call = |name: &str| {
        part.strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'))
    };
    if part.starts_with('\'') {
        return unquote(part);
    }
    if let Some(name) = call("attr") {
        return attribute(name.trim()).unwrap_or_default().to_owned();
    }
    if let Some(arguments) = call("counter") {
        let arguments = split_commas(arguments);
        let value = arguments
            .first()
            .and_then(|name| counters.all(name).last().copied())
            .unwrap_or_default();
        return numbering::format(value, arguments.get(1).map_or("decimal", String::as_str));
    }
    if let Some(arguments) = call("counters") {
        let arguments = split_commas(arguments);
        let style = arguments.get(2).map_or("decimal", String::as_str);
        let values = arguments
            .first()
            .map(|name| counters.all(name))
            .unwrap_or_default();
        let texts: Vec<String> = values
            .into_iter()
            .map(|value| numbering::format(value, style))
            .collect();
        return texts.join(
            &arguments
                .get(1)
                .map(|between| unquote(between))
                .unwrap_or_default(),
        );
    }
    match part {
        "open-quote" => counters.quote(true).to_owned(),
        "close-quote" => counters.quote(false).to_owned(),
        _ => String::new(),
    }
}

/// The characters of a string in single quotes, as `style::normalize` writes it.
fn unquote(text: &str) -> String {
    let inner = text
        .strip_prefix('\'')
        .and_then(|rest| rest.strip_suffix('\''))
        .unwrap_or(text);
    let mut out = String::new();
    let mut characters = inner.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        let mut hex = String::new();
        while let Some(digit) = characters.next_if(|next| hex.len() < 6 && next.is_ascii_hexdigit()) {
            hex.push(digit);
        }
        if hex.is_empty() {
            out.extend(characters.next());
        } else {
            out.extend(u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32));
            characters.next_if_eq(&' ');
        }
    }
    out
}

/// Puts generated content into the element, in front or behind.
pub(super) fn insert(tree: &mut Tree, id: NodeId, class: &str, text: &str, style: Style) {
    if text.is_empty() && style.is_empty() {
        return;
    }
    let span = tree.new_element("span");
    if let Some(element) = tree.element_mut(span) {
        element.set_attribute("class", class);
        element.style = style;
    }
    if !text.is_empty() {
        let text = tree.new_text(text);
        tree.append(span, text);
    }
    if class == "css-before" {
        tree.prepend(id, span);
    } else {
        tree.append(id, span);
    }
}
