//! Writes changed keys back, and nothing else.

use std::ops::Range;

use serde::{Deserialize, Deserializer};

use super::Value;
use super::block::{self, Block, Entry, FENCE, KNOWN_KEYS, bom_len, is_key};
use super::decimal;
use super::scalar::{self, Scalar, number};

/// What to do with one key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Change<T> {
    /// Leave it as it is. In JSON: the key is absent.
    #[default]
    Keep,
    /// Take its line out. In JSON: `null`.
    Remove,
    /// Give it this value.
    Set(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Remove, Self::Set))
    }
}

/// The changes of one [`write`](fn@write).
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct FrontMatterChanges {
    /// `title`.
    pub title: Change<String>,
    /// `sidebar_label`.
    pub sidebar_label: Change<String>,
    /// `date`.
    pub date: Change<String>,
    /// `tags`.
    pub tags: Change<Vec<String>>,
    /// `draft`.
    pub draft: Change<bool>,
    /// `router_path`.
    pub router_path: Change<String>,
    /// Keys that the product gives no meaning. The six keys above and keys that are no key
    /// (words of letters, digits, `_`, `-`, `.`) are left alone here.
    pub other: Vec<FieldChange>,
}

/// The change of a key without meaning to the product.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FieldChange {
    /// The key as written.
    pub key: String,
    /// The new value; `None` takes the line out.
    pub value: Option<Value>,
}

impl FrontMatterChanges {
    /// Key and new value (`None` removes) of every key that is not kept.
    fn list(&self) -> Vec<(&str, Option<Value>)> {
        let text = |change: &Change<String>| map(change, |text| Value::Text(text.clone()));
        let known = [
            text(&self.title),
            text(&self.sidebar_label),
            text(&self.date),
            map(&self.tags, |tags| Value::List(tags.clone())),
            map(&self.draft, |draft| Value::Boolean(*draft)),
            text(&self.router_path),
        ];
        let known = KNOWN_KEYS
            .into_iter()
            .zip(known)
            .filter_map(|(key, change)| Some((key, change?)));
        let other = self
            .other
            .iter()
            .filter(|field| is_key(&field.key) && !KNOWN_KEYS.contains(&field.key.as_str()))
            .map(|field| (field.key.as_str(), field.value.clone()));
        known.chain(other).collect()
    }
}

fn map<T>(change: &Change<T>, value: impl Fn(&T) -> Value) -> Option<Option<Value>> {
    match change {
        Change::Keep => None,
        Change::Remove => Some(None),
        Change::Set(new) => Some(Some(value(new))),
    }
}

/// `text` with the changed keys written into its front matter.
///
/// Every other byte stays: unknown keys, order, comments, quotes, line endings, malformed lines, the body.
/// A changed value keeps its kind of quotes or list; a value that is already there changes nothing.
/// New keys go to the end of the block; a block is put on top when there is none and something is set.
///
/// ```
/// use moyan_article::front_matter::{Change, FrontMatterChanges, write};
/// let changes = FrontMatterChanges { title: Change::Set("新标题".to_owned()), ..Default::default() };
/// assert_eq!(write("---\n# 注释\ntitle: '旧'\nx: 1\n---\n正文", &changes), "---\n# 注释\ntitle: '新标题'\nx: 1\n---\n正文");
/// assert_eq!(write("正文", &changes), "---\ntitle: 新标题\n---\n正文");
/// ```
pub fn write(text: &str, changes: &FrontMatterChanges) -> String {
    let ending = line_ending(text);
    let Some(block) = Block::find(text) else {
        return create(text, &changes.list(), ending);
    };
    let mut edits = Vec::new();
    let mut added = String::new();
    for (key, value) in changes.list() {
        change_key(
            &block,
            text,
            (key, value.as_ref()),
            ending,
            &mut edits,
            &mut added,
        );
    }
    keep_ends_of_lists(&block, text, &mut edits);
    keep_a_key(&block, text, &mut edits, &added);
    if !added.is_empty() {
        edits.push(Edit {
            range: block.close..block.close,
            text: added,
        });
    }
    apply(text, edits)
}

/// Replaces bytes of the source.
struct Edit {
    range: Range<usize>,
    text: String,
}

fn change_key(
    block: &Block,
    text: &str,
    (key, value): (&str, Option<&Value>),
    ending: &str,
    edits: &mut Vec<Edit>,
    added: &mut String,
) {
    let mut same = block.entries.iter().filter(|entry| entry.key == key).rev();
    match (value, same.next()) {
        (None, last) => {
            let removed = last.into_iter().chain(same);
            edits.extend(removed.map(|entry| Edit {
                range: entry.lines.clone(),
                text: String::new(),
            }));
        }
        (Some(value), Some(entry)) if !holds(entry, value) => {
            edits.extend(replace(entry, text, value, ending))
        }
        (Some(_), Some(_)) => {}
        (Some(value), None) => {
            let space = if *value == Value::Empty { "" } else { " " };
            added.push_str(&format!("{key}:{space}{}{ending}", format_value(value, None)));
        }
    }
}

/// A key ends the search for the bracket that closes a list above it: such a key stays, empty.
fn keep_ends_of_lists(block: &Block, text: &str, edits: &mut [Edit]) {
    for (above, entry) in block.entries.iter().zip(block.entries.iter().skip(1)) {
        let value = text.get(above.value.clone()).unwrap_or_default();
        let is_open = value.starts_with('[') && scalar::brackets(value).is_none();
        if is_open
            && edits
                .iter()
                .all(|edit| edit.range != above.lines && edit.range != above.value)
        {
            keep_empty(entry, text, edits);
        }
    }
}

/// A block that keeps lines but no key would read as content: then the removed key stays, empty.
fn keep_a_key(block: &Block, text: &str, edits: &mut [Edit], added: &str) {
    let removed: Vec<usize> = edits
        .iter()
        .filter(|edit| edit.text.is_empty())
        .map(|edit| edit.range.start)
        .collect();
    let is_kept = |entry: &Entry| !removed.contains(&entry.lines.start);
    let Some(first) = block.entries.first() else {
        return;
    };
    if !added.is_empty() || block.entries.iter().any(is_kept) || rest_is_blank(block, text) {
        return;
    }
    keep_empty(first, text, edits);
}

/// Leaves the key of an entry that is removed, without a value.
fn keep_empty(entry: &Entry, text: &str, edits: &mut [Edit]) {
    let Some(line) = block::lines(text, entry.lines.start).next() else {
        return;
    };
    let ending = text
        .get(line.start + line.text.len()..line.end)
        .unwrap_or_default();
    let is_removed = |edit: &&mut Edit| edit.range == entry.lines && edit.text.is_empty();
    if let Some(edit) = edits.iter_mut().find(is_removed) {
        edit.text = format!("{}:{ending}", entry.key);
    }
}

/// Whether a block holds nothing but its entries.
fn rest_is_blank(block: &Block, text: &str) -> bool {
    let mut at = block::lines(text, bom_len(text))
        .next()
        .map_or(0, |line| line.end);
    let mut is_blank = true;
    let mut check =
        |range: Range<usize>| is_blank &= text.get(range).is_none_or(|rest| rest.trim().is_empty());
    for entry in &block.entries {
        check(at..entry.lines.start);
        at = entry.lines.end;
    }
    check(at..block.close);
    is_blank
}

/// Whether the entry already reads as `value`.
fn holds(entry: &Entry, value: &Value) -> bool {
    match value {
        Value::Text(text) => {
            let is_text =
                KNOWN_KEYS.contains(&entry.key.as_str()) || matches!(entry.scalar.value(), Value::Text(_));
            is_text && entry.scalar.text().as_ref() == Some(text)
        }
        Value::List(items) if entry.key == "tags" => {
            (entry.scalar != Scalar::Empty || items.is_empty()) && entry.scalar.list() == *items
        }
        other => entry.scalar.value() == *other,
    }
}

/// The edits that give `entry` the new value: in its line, and in the `- item` lines below.
fn replace(entry: &Entry, text: &str, value: &Value, ending: &str) -> Vec<Edit> {
    if let (Value::List(items), false) = (value, entry.items.is_empty() || is_empty_list(value)) {
        return vec![Edit {
            range: entry.items.clone(),
            text: item_lines(text.get(entry.items.clone()).unwrap_or_default(), items, ending),
        }];
    }
    let rest = text.get(entry.value.end..entry.lines.end).unwrap_or_default();
    let comment = rest.trim_start_matches([' ', '\t']).starts_with('#');
    let quote = match entry.scalar {
        Scalar::Quoted(quote, _) => Some(quote),
        // Behind bare text a comment would be text.
        _ => comment.then_some('"'),
    };
    let mut new = format_value(value, quote);
    let spaced = text
        .get(..entry.value.start)
        .is_some_and(|before| before.ends_with([' ', '\t']));
    if !spaced && !new.is_empty() {
        new.insert(0, ' ');
    }
    if rest.starts_with('#') && !new.is_empty() {
        new.push(' ');
    }
    let in_line = Edit {
        range: entry.value.clone(),
        text: new,
    };
    // Other readers take indented lines below for a part of the value.
    let below = text.get(..entry.lines.end).unwrap_or_default();
    let line_end = block::lines(below, entry.value.end)
        .next()
        .map_or(entry.lines.end, |line| line.end);
    let is_comment = |line: &block::Line<'_>| {
        line.text.trim_start().starts_with('#') && !matches!(entry.scalar, Scalar::Lines(..))
    };
    let lines = block::lines(below, line_end).filter(|line| !is_comment(line));
    let removed = lines.map(|line| Edit {
        range: line.start..line.end,
        text: String::new(),
    });
    std::iter::once(in_line).chain(removed).collect()
}

/// The `- item` lines for `items`. An item that is there already keeps its line and the comments above it.
fn item_lines(before: &str, items: &[String], ending: &str) -> String {
    let indent: String = before.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let mut known: Vec<(Option<String>, Range<usize>)> = Vec::new();
    let mut start = 0;
    for line in block::lines(before, 0) {
        if let Some(item) = block::item(line.text) {
            known.push((item.text(), start..line.end));
            start = line.end;
        }
    }
    let mut out = String::new();
    for item in items {
        let place = known.iter().position(|(text, _)| text.as_ref() == Some(item));
        let line = place.and_then(|place| before.get(known.remove(place).1));
        match line {
            Some(line) => out.push_str(line),
            None => out.extend([&indent, "- ", &format_text(item, None), ending]),
        }
    }
    out
}

fn is_empty_list(value: &Value) -> bool {
    matches!(value, Value::List(items) if items.is_empty())
}

fn format_value(value: &Value, quote: Option<char>) -> String {
    match value {
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Number(number) => decimal::print(*number),
        Value::List(items) => {
            let items: Vec<_> = items.iter().map(|item| format_text(item, None)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Text(text) => format_text(text, quote),
        Value::Empty => String::new(),
    }
}

/// `text` bare where every reader takes it as this text, else in quotes; in `quote` when that was used before.
fn format_text(text: &str, quote: Option<char>) -> String {
    let has_control = text
        .chars()
        .any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}'));
    match quote {
        Some('\'') if !has_control => format!("'{}'", text.replace('\'', "''")),
        None if !has_control && is_bare(text) => text.to_owned(),
        _ => format!("\"{}\"", text.chars().map(escape).collect::<String>()),
    }
}

/// Whether `text` reads as itself without quotes, here and in YAML, alone and inside brackets.
fn is_bare(text: &str) -> bool {
    const WORDS: [&str; 9] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    !text.is_empty()
        && text.trim() == text
        && !text.starts_with([
            '"', '\'', '#', '&', '*', '!', '|', '>', '%', '@', '`', '-', '?', ':', '{', '}', '~', '=',
        ])
        && !text.contains(['[', ']', ',', '，', '{', '}'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && number(text).is_none()
        && !is_number_elsewhere(text)
        && !WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether some reader of YAML takes `text` for a number: `.NaN`, `0x1f`, `0o7`, `1_000`, `12:30`.
fn is_number_elsewhere(text: &str) -> bool {
    let text = text.strip_prefix('+').unwrap_or(text);
    let is_word = [".nan", ".inf"]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word));
    let has_base = ["0x", "0o", "0b"].iter().any(|base| {
        let digits = text.get(..2).filter(|start| start.eq_ignore_ascii_case(base));
        digits.is_some_and(|_| {
            text.bytes()
                .skip(2)
                .all(|byte| byte.is_ascii_hexdigit() || byte == b'_')
        })
    });
    let is_grouped = text.starts_with(|c: char| c.is_ascii_digit())
        && text.contains(['_', ':'])
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'_' | b':' | b'.'));
    is_word || has_base || is_grouped
}

fn escape(c: char) -> String {
    match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}') => {
            format!("\\u{:04X}", u32::from(c))
        }
        c => c.to_string(),
    }
}

/// The first line ending of `text`, or LF.
fn line_ending(text: &str) -> &'static str {
    match text.find(['\n', '\r']).and_then(|at| text.get(at..)) {
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(rest) if rest.starts_with('\r') => "\r",
        _ => "\n",
    }
}

fn create(text: &str, changes: &[(&str, Option<Value>)], ending: &str) -> String {
    let lines: String = changes
        .iter()
        .filter_map(|(key, value)| Some((key, value.as_ref()?)))
        .map(|(key, value)| format!("{key}: {}{ending}", format_value(value, None)))
        .collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let (bom, body) = text.split_at(bom_len(text));
    format!("{bom}{FENCE}{ending}{lines}{FENCE}{ending}{body}")
}

fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    in_order(&mut edits);
    let mut out = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for edit in edits {
        out.push_str(text.get(at..edit.range.start).unwrap_or_default());
        out.push_str(&edit.text);
        at = edit.range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Sorts the few edits of one write; equal ones keep their order.
fn in_order(edits: &mut Vec<Edit>) {
    let place = |edit: &Edit| (edit.range.start, edit.range.end);
    let mut sorted: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits.drain(..) {
        let at = sorted.partition_point(|before| place(before) <= place(&edit));
        sorted.insert(at, edit);
    }
    *edits = sorted;
}
