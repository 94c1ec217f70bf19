//! From Markdown text to blocks of HTML: parse, resolve what the parser leaves open, format.
//!
//! Start reading at [`parse`]. The order of work is: [`source`] rewrites lines that the parser would misread;
//! comrak parses; [`resolve`] turns its tree into one that says everything the HTML needs; [`hash`] fingerprints
//! and [`format`] prints each part of it. One file holds one extension. Nothing here knows what an edit is.

mod alert;
mod alert_alias;
mod autolink;
mod backticks;
mod block_fingerprint;
mod citation;
mod code;
mod container;
mod context;
mod delimiter;
mod dialect;
mod document;
mod emoji;
mod figure;
mod footnote;
mod format;
mod group;
mod hash;
pub(crate) mod hashtag;
mod heading;
mod hint;
mod html_block;
mod html_tags;
mod label;
mod lines;
mod link;
mod list;
mod math;
mod media;
mod obsidian;
mod player;
mod profile_card;
mod ranges;
mod reference;
mod resolve;
mod ruby;
mod slider;
mod source;
mod table;
mod tag;
mod toc;
mod tree;
mod unknown_tag;

use std::sync::Arc;

use comrak::Arena;

use crate::options::RenderOptions;

use reference::References;

pub(crate) use alert::AlertKind;
pub(crate) use block_fingerprint::block_fingerprints;
pub(crate) use document::{Document, Kind, Part};
pub(crate) use format::{Formatter, Reference, Rendered};
pub(crate) use hash::Hasher;
pub(crate) use lines::{Fence, line_ranges};
pub(crate) use reference::Labels;
pub(crate) use source::is_closed;
pub(crate) use table::MAX_EMPTY_CELLS;

pub use dialect::Dialect;
pub use emoji::install as install_emoji_names;
pub use ranges::{table_ranges, text_ranges};

/// Parses `body`, whose first line is line `first_line` of the file.
///
/// A piece of a text is parsed with the `labels` that may be defined in all of it.
pub(crate) fn parse<'a>(
    arena: &'a Arena<'a>,
    body: &str,
    first_line: i64,
    dialect: Dialect,
    options: &RenderOptions,
    labels: Option<Arc<Labels>>,
) -> Document<'a> {
    let prepared = if dialect.is_article() {
        source::prepare(body)
    } else {
        source::Prepared {
            text: body.into(),
            ..source::Prepared::default()
        }
    };
    let parser = dialect::parser_options(dialect, &prepared);
    let references = References::new(&prepared.text, dialect, &parser, labels);
    let root = references.parse(arena, &prepared.text);
    container::settle(root, &prepared);
    resolve::resolve(&resolve::Input {
        arena,
        root,
        prepared: &prepared,
        references: &references,
        first_line,
        dialect,
        options,
    })
}

/// Renders `text` in one of the plain dialects, or in the article dialect with default options.
///
/// The same parser and formatter as for articles, with the extensions off; blocks end with a newline each.
///
/// ```
/// use moyan_article::markdown::{render_plain, Dialect};
/// assert_eq!(render_plain("~~a~~", Dialect::Gfm), "<p><del>a</del></p>\n");
/// assert_eq!(render_plain("~~a~~", Dialect::CommonMark), "<p>~~a~~</p>\n");
/// ```
pub fn render_plain(text: &str, dialect: Dialect) -> String {
    let arena = Arena::new();
    let options = RenderOptions {
        breaks: false,
        ..RenderOptions::default()
    };
    let document = parse(&arena, text, 1, dialect, &options, None);
    let mut html = String::new();
    for part in &document.parts {
        let rendered = Formatter::new(dialect, &options, &document.headings).part(part);
        html.push_str(&rendered.html);
        html.push('\n');
    }
    html
}
