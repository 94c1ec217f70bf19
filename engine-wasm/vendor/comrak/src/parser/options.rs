//! Options of the parser: those that can be set are fields, the others constants, so that the code behind them is
//! not compiled in.

use std::fmt::{self, Debug, Formatter};
use std::panic::RefUnwindSafe;
use std::sync::Arc;

use crate::parser::ResolvedReference;

/// Umbrella options struct.
#[derive(Default, Debug, Clone)]
pub struct Options<'c> {
    /// Enable CommonMark extensions.
    pub extension: Extension,

    /// Configure parse-time options.
    pub parse: Parse<'c>,
}

/// Options to select extensions.
#[derive(Default, Debug, Clone)]
pub struct Extension {
    /// `~~a~~`.
    pub strikethrough: bool,
    /// Tables of GFM.
    pub table: bool,
    /// Bare addresses.
    pub autolink: bool,
    /// Task list items.
    pub tasklist: bool,
    /// `[^a]`.
    pub footnotes: bool,
    /// `> [!type] title`.
    pub ofm_callouts: bool,
    /// `$a$`, `$$a$$`.
    pub math_dollars: bool,
    /// `\\(a\\)`, `\\[a\\]`.
    pub math_latex: bool,
    /// `~a~`.
    pub subscript: bool,
    /// Emphasis beside CJK characters.
    pub cjk_friendly_emphasis: bool,
    /// `==a==`.
    pub highlight: bool,
    /// `++a++`.
    pub insert: bool,
    /// `:::name`.
    pub block_directive: bool,
}

impl Extension {
    pub(crate) const fn superscript(&self) -> bool {
        false
    }

    pub(crate) const fn inline_footnotes(&self) -> bool {
        false
    }

    pub(crate) const fn description_lists(&self) -> bool {
        false
    }

    pub(crate) const fn multiline_block_quotes(&self) -> bool {
        false
    }

    pub(crate) const fn alerts(&self) -> bool {
        false
    }

    pub(crate) const fn math_code(&self) -> bool {
        false
    }

    pub(crate) const fn wikilinks_ignore_embeds(&self) -> bool {
        false
    }

    pub(crate) const fn underline(&self) -> bool {
        false
    }

    pub(crate) const fn spoiler(&self) -> bool {
        false
    }

    pub(crate) const fn greentext(&self) -> bool {
        false
    }

    pub(crate) const fn ofm_comments(&self) -> bool {
        false
    }

    pub(crate) const fn subtext(&self) -> bool {
        false
    }

    pub(crate) const fn wikilinks(&self) -> Option<WikiLinksMode> {
        None
    }

    pub(crate) const fn front_matter_delimiter(&self) -> Option<&'static str> {
        None
    }
}

/// Selects between wikilinks with the title first or the URL first.
#[derive(Debug, Clone, PartialEq, Eq, Copy)]
pub enum WikiLinksMode {
    /// `[[url|title]]`.
    UrlFirst,
    /// `[[title|url]]`.
    TitleFirst,
}

/// Options for parser functions.
#[derive(Default, Clone, Debug)]
pub struct Parse<'c> {
    /// Called for reference links whose label is not defined.
    pub broken_link_callback: Option<Arc<dyn BrokenLinkCallback + 'c>>,

    /// Escaped characters are nodes of their own.
    pub escaped_char_spans: bool,
}

impl Parse<'_> {
    pub(crate) const fn smart(&self) -> bool {
        false
    }

    pub(crate) const fn relaxed_tasklist_matching(&self) -> bool {
        false
    }

    pub(crate) const fn tasklist_in_table(&self) -> bool {
        false
    }

    pub(crate) const fn relaxed_autolinks(&self) -> bool {
        false
    }

    pub(crate) const fn ignore_setext(&self) -> bool {
        false
    }

    pub(crate) const fn sourcepos_chars(&self) -> bool {
        false
    }
}

/// The type of the callback used when a reference link is encountered with no
/// matching reference.
///
/// The details of the broken reference are passed in the
/// [`BrokenLinkReference`] argument. If a [`ResolvedReference`] is returned, it
/// is used as the link; otherwise, no link is made and the reference text is
/// preserved in its entirety.
pub trait BrokenLinkCallback: RefUnwindSafe + Send + Sync {
    /// Potentially resolve a single broken link reference.
    fn resolve(&self, broken_link_reference: BrokenLinkReference) -> Option<ResolvedReference>;
}

impl Debug for dyn BrokenLinkCallback + '_ {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result<(), fmt::Error> {
        formatter.write_str("<dyn BrokenLinkCallback>")
    }
}

impl<F> BrokenLinkCallback for F
where
    F: Fn(BrokenLinkReference) -> Option<ResolvedReference>,
    F: RefUnwindSafe + Send + Sync,
{
    fn resolve(&self, broken_link_reference: BrokenLinkReference) -> Option<ResolvedReference> {
        self(broken_link_reference)
    }
}

/// Struct to the broken link callback, containing details on the link reference
/// which failed to find a match.
#[derive(Debug)]
pub struct BrokenLinkReference<'l> {
    /// The normalized reference link label. Unicode case folding is applied;
    /// see <https://github.com/commonmark/commonmark-spec/issues/695> for a
    /// discussion on the details of what this exactly means.
    pub normalized: &'l str,

    /// The original text in the link label.
    pub original: &'l str,
}
