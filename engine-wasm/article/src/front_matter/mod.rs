//! The block of `key: value` lines between two `---` lines at the top of a document.
//!
//! An own small grammar, not YAML: what it reads, every YAML reader reads alike, and what it writes back differs
//! from the source in the changed keys only. Start with [`parse`] and [`write`](fn@write).
//! It knows no clock: the date's default comes from the caller.
//!
//! Grammar (specification §5): `key: value` lines, bracket lists, booleans, numbers, single and double quotes;
//! blank lines and lines starting with `#` are skipped. Read as well, because imported documents have them:
//! lists as `- item` lines below their key, bracket lists over several lines, keys in quotes and of several words.
//! What is nested below a key without meaning to the product is left out. Everything else is a warning, and stays in
//! the text.

mod block;
mod decimal;
mod scalar;
mod write;

pub use write::{Change, FieldChange, FrontMatterChanges, write};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::warning::{self, Warning};
use block::{Block, Entry};
use scalar::Scalar;

/// Title of a document that names none. Source: specification §3, Front matter fields.
pub const DEFAULT_TITLE: &str = "Untitled";

/// What a document says about itself.
///
/// Fields are `None` or empty when the document does not set them; the methods give the defaults.
/// Source: specification §3, Front matter fields.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FrontMatter {
    /// `title`.
    pub title: Option<String>,
    /// `sidebar_label`, the title in lists of documents.
    pub sidebar_label: Option<String>,
    /// `date` as written, usually `YYYY-MM-DD`.
    pub date: Option<String>,
    /// `tags`, in order, as a list or as one value.
    pub tags: Vec<String>,
    /// `draft`; false when absent.
    pub draft: bool,
    /// `router_path`, the document's path on the published site.
    pub router_path: Option<String>,
    /// Every other key, in source order.
    pub other: Vec<Field>,
}

impl FrontMatter {
    /// The title, or [`DEFAULT_TITLE`] when there is none or an empty one.
    pub fn title_or_default(&self) -> &str {
        non_empty(self.title.as_ref()).unwrap_or(DEFAULT_TITLE)
    }

    /// The label of lists, or the title.
    pub fn sidebar_label_or_title(&self) -> &str {
        non_empty(self.sidebar_label.as_ref()).unwrap_or_else(|| self.title_or_default())
    }

    /// The date, or `today`, which the caller gives as `YYYY-MM-DD`.
    pub fn date_or<'a>(&'a self, today: &'a str) -> &'a str {
        non_empty(self.date.as_ref()).unwrap_or(today)
    }
}

fn non_empty(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.is_empty())
}

/// A key that the product gives no meaning, with its value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// The key as written.
    pub key: String,
    /// The value as this grammar reads it.
    pub value: Value,
}

/// A value of an unknown key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// `true` or `false`, in any case.
    Boolean(bool),
    /// A finite decimal number.
    Number(f64),
    /// `[a, b]` or lines of `- a`.
    List(Vec<String>),
    /// Anything else, without its quotes.
    Text(String),
    /// Nothing after the colon.
    Empty,
}

/// Front matter and where the body begins.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ParsedFrontMatter {
    /// The fields; all empty when there is no block.
    pub front_matter: FrontMatter,
    /// Byte offset of the first character after the block's last line ending; 0 (after a byte order mark: 3) without one.
    pub body_start: usize,
    /// Line of that character, counted from 1.
    pub body_line: u32,
    /// Lines that the grammar does not cover, in source order.
    pub warnings: Vec<Warning>,
}

/// Reads the front matter of `text`. Never fails: what it cannot read becomes a warning.
///
/// The block starts in the first line (after a byte order mark) and both fences are `---`.
/// Text between two `---` lines that holds no `key: value` line is no front matter but content
/// (a heading between two rules), so it is never hidden from the reader.
///
/// ```
/// use moyan_article::front_matter::parse;
/// let parsed = parse("---\ntitle: 墨砚\ntags: [写作, \"a, b\"]\n---\n正文");
/// assert_eq!(parsed.front_matter.title.as_deref(), Some("墨砚"));
/// assert_eq!(parsed.front_matter.tags, ["写作", "a, b"]);
/// assert_eq!(parsed.body_line, 5);
/// ```
pub fn parse(text: &str) -> ParsedFrontMatter {
    let Some(block) = Block::find(text) else {
        return ParsedFrontMatter {
            body_start: block::bom_len(text),
            body_line: 1,
            ..Default::default()
        };
    };
    let mut warnings = block.warnings.clone();
    let mut front_matter = FrontMatter::default();
    let mut places = BTreeMap::new();
    for entry in &block.entries {
        if !assign(&mut front_matter, entry, &mut warnings) {
            assign_other(&mut front_matter, entry, &mut places);
        }
    }
    warning::sort(&mut warnings);
    ParsedFrontMatter {
        front_matter,
        body_start: block.end,
        body_line: block.end_line,
        warnings,
    }
}

/// Puts an entry of a known key where it belongs, later ones over earlier ones; false for any other key.
fn assign(front_matter: &mut FrontMatter, entry: &Entry, warnings: &mut Vec<Warning>) -> bool {
    match entry.key.as_str() {
        "title" => front_matter.title = entry.scalar.text(),
        "sidebar_label" => front_matter.sidebar_label = entry.scalar.text(),
        "date" => front_matter.date = entry.scalar.text(),
        "router_path" => front_matter.router_path = entry.scalar.text(),
        "tags" => front_matter.tags = entry.scalar.list(),
        "draft" => {
            let draft = entry.scalar.boolean();
            if draft.is_none() && entry.scalar != Scalar::Empty {
                warnings.push(Warning::new("frontMatter.notBoolean", entry.line).with_detail(&entry.key));
            }
            front_matter.draft = draft.unwrap_or(false);
        }
        _ => return false,
    }
    true
}

/// Puts an entry of another key at the place of the first entry with its key.
fn assign_other(front_matter: &mut FrontMatter, entry: &Entry, places: &mut BTreeMap<String, usize>) {
    let place = match places.get(&entry.key) {
        Some(place) => *place,
        None => front_matter.other.len(),
    };
    places.insert(entry.key.clone(), place);
    let value = entry.scalar.value();
    match front_matter.other.get_mut(place) {
        Some(field) => field.value = value,
        None => front_matter.other.push(Field {
            key: entry.key.clone(),
            value,
        }),
    }
}

#[cfg(test)]
mod tests;
