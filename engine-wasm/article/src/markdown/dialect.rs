//! Which Markdown the engine reads, and the options of the parser for it.

use comrak::Options;

use super::source::Prepared;

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

/// Options of the parser for a dialect and a source. No other place sets any.
pub(crate) fn parser_options(dialect: Dialect, prepared: &Prepared<'_>) -> Options<'static> {
    let mut options = Options::default();
    let gfm = dialect != Dialect::CommonMark;
    options.extension.table = gfm;
    options.extension.autolink = gfm;
    options.extension.tasklist = gfm;
    let article = dialect.is_article();
    // Articles have `super::delimiter` for it.
    options.extension.strikethrough = gfm && !article;
    options.extension.footnotes = article;
    // Unused definitions stay in the tree, for their warnings; `footnote::collect` moves the others to the end.
    options.parse.leave_footnote_definitions = article;
    options.extension.math_dollars = article;
    options.extension.math_latex = article && prepared.vain_latex.is_none();
    options.extension.ofm_callouts = article;
    options.extension.block_directive = article;
    options.extension.cjk_friendly_emphasis = article;
    // Escaped characters stay apart from the text around them, so that no extension reads them.
    options.parse.escaped_char_spans = article;
    options
}
