//! From Markdown text to blocks of HTML: parse, resolve what the parser leaves open, format.
//!
//! Start reading at [`parse`]. The order of work is: [`source`] rewrites lines that the parser would misread;
//! comrak parses; [`resolve`] turns its tree into one that says everything the HTML needs; [`hash`] fingerprints
//! and [`format`] prints each part of it. One file holds one extension. Nothing here knows what an edit is.

mod alert;
mod autolink;
mod citation;
mod code;
mod container;
mod emoji;
mod figure;
mod footnote;
mod format;
mod gist;
mod group;
mod hash;
mod heading;
mod lines;
mod link;
mod list;
mod mark;
mod math;
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

use comrak::{Arena, Options, parse_document};

use crate::options::RenderOptions;

pub(crate) use alert::AlertKind;
pub(crate) use format::{Formatter, Rendered};
pub(crate) use gist::gists;
pub(crate) use hash::Hasher;
pub(crate) use resolve::{Document, Part};

pub use emoji::install as install_emoji_names;
pub use ranges::{table_ranges, text_ranges};

/// Which Markdown the engine reads and prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Everything an article may hold, printed as the article contract says.
    #[default]
    Article,
    /// GitHub Flavored Markdown and nothing else, printed as its specification does.
    Gfm,
    /// CommonMark and nothing else, printed as its specification does.
    CommonMark,
}

impl Dialect {
    /// Whether the article's own extensions and markup are on.
    pub(crate) fn is_article(self) -> bool {
        self == Self::Article
    }
}

/// Options of the parser for a dialect. No other place sets any.
fn parser_options(dialect: Dialect) -> Options<'static> {
    let mut options = Options::default();
    let gfm = dialect != Dialect::CommonMark;
    options.extension.strikethrough = gfm;
    options.extension.table = gfm;
    options.extension.autolink = gfm;
    options.extension.tasklist = gfm;
    let article = dialect.is_article();
    options.extension.footnotes = article;
    options.extension.subscript = article;
    options.extension.math_dollars = article;
    options.extension.math_latex = article;
    options.extension.ofm_callouts = article;
    options.extension.block_directive = article;
    options.extension.cjk_friendly_emphasis = article;
    options.extension.highlight = article;
    options.extension.insert = article;
    // Escaped characters stay apart from the text around them, so that no extension reads them.
    options.parse.escaped_char_spans = article;
    options
}

/// Parses `body`, whose first line is line `first_line` of the file.
pub(crate) fn parse<'a>(
    arena: &'a Arena<'a>,
    body: &str,
    first_line: u32,
    dialect: Dialect,
    options: &RenderOptions,
) -> Document<'a> {
    let prepared = if dialect.is_article() {
        source::prepare(body)
    } else {
        source::Prepared {
            text: body.into(),
            ..source::Prepared::default()
        }
    };
    let mut parser = parser_options(dialect);
    if prepared.has_latex && math::latex_is_costly(&prepared.text) {
        parser.extension.math_latex = false;
    }
    let root = parse_document(arena, &prepared.text, &parser);
    resolve::resolve(&resolve::Input {
        arena,
        root,
        prepared: &prepared,
        parser: &parser,
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
    let document = parse(&arena, text, 1, dialect, &options);
    let mut html = String::new();
    for part in &document.parts {
        let rendered = Formatter::new(dialect, &options, &document.headings).part(part);
        html.push_str(&rendered.html);
        html.push('\n');
    }
    html
}
