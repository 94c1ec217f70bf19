//! Markdown to a finished article, by composing the engine crates as every host does.
//!
//! Blocks are rendered, those with raw HTML cleaned, all joined in one root; its slots are filled with colored
//! code and typeset formulas; the whole is exported for a target. Diagrams are drawn by browsers only,
//! so here they keep their source.
//!
//! Start reading at [`render`], or at [`render_document`] for the pages of sites. This module knows no file, no request and no database.

use std::fmt::Write as _;

use moyan_article::theme::{StyleOptions, theme_css};
use moyan_article::{Article, ArticleInfo, Block, EngineError, Language, RenderOptions};
use moyan_domain::held_connection;
use moyan_export::{ExportRequest, Finding, Slot, SlotKind, Target, export_article, sanitize, slots};

mod document;
mod fills;

pub use document::{Media, RenderedDocument, Surroundings, document_of, image_of, media_of, render_document};

/// The finding by which the export repeats what [`Unfilled`] says with a line.
const SLOT_FAILED: &str = "export.slot.failed";

/// What to make of a text.
#[derive(Clone, Debug)]
pub struct RenderRequest {
    /// Where the article goes.
    pub target: Target,
    /// What its HTML says.
    pub options: RenderOptions,
    /// How it looks.
    pub style: StyleOptions,
    /// The name of the code theme.
    pub code_theme: String,
    /// The title of a page whose text names none.
    pub title: String,
}

/// A finished article.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// The HTML for the target.
    pub html: String,
    /// Headings, front matter, statistics and warnings of the text.
    pub info: ArticleInfo,
    /// Slots that keep their source, and why.
    pub unfilled: Vec<Unfilled>,
    /// What the target cannot keep.
    pub findings: Vec<Finding>,
}

/// A place of the article that keeps its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfilled {
    /// Its source, a formula or a diagram.
    pub source: String,
    /// Line of the block it stands in, counted from 1; none when the block is not known.
    pub line: Option<u32>,
    /// A stable key: `math.*` or `diagram.needsBrowser`.
    pub key: String,
    /// A sentence in English for logs and the command line.
    pub message: String,
}

/// Options that no article can be rendered with. A text never fails.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The engine does not know an option.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No code theme has this name.
    #[error("unknown code theme '{0}'")]
    UnknownCodeTheme(String),
}

/// Renders `text` for a target.
///
/// - The same text and request give the same bytes on every machine, and those that a browser gives
///   when it is handed the same fills.
/// - Fails only for options: the text itself becomes warnings and visible source.
pub fn render(text: &str, request: &RenderRequest) -> Result<Rendered, RenderError> {
    let css = style_sheet(request)?;
    let article = article(text, &request.options);
    let html = join(&article.blocks);
    let (fills, failures) = fills::make(slots(&html));
    let title = article
        .info
        .front_matter
        .title
        .clone()
        .filter(|title| !title.is_empty());
    let exported = export_article(&ExportRequest {
        target: request.target,
        html,
        css,
        fills,
        title: title.unwrap_or_else(|| request.title.clone()),
        language: language_tag(request.options.language).to_owned(),
    });
    let unfilled = failures
        .into_iter()
        .map(|failure| failure.located(&article.blocks))
        .collect();
    Ok(Rendered {
        html: exported.html,
        info: article.info,
        unfilled,
        findings: exported
            .findings
            .into_iter()
            .filter(|finding| finding.key != SLOT_FAILED)
            .collect(),
    })
}

/// Blocks and facts of a text. It takes time and memory by its length, so no connection may be held.
pub fn article(text: &str, options: &RenderOptions) -> Article {
    held_connection::forbid();
    #[allow(clippy::disallowed_methods, reason = "this is where the server renders")]
    moyan_article::render(text, options)
}

/// Words of a text, as the editor shows them.
pub fn count_words(text: &str) -> u32 {
    article(text, &RenderOptions::default()).info.stats.words
}

/// The language as HTML names it.
fn language_tag(language: Language) -> &'static str {
    match language {
        Language::ZhCn => "zh-CN",
        Language::En => "en",
    }
}

/// Theme and code theme, in the order in which they apply.
fn style_sheet(request: &RenderRequest) -> Result<String, RenderError> {
    let code_css = moyan_highlight::theme_css(&request.code_theme)
        .ok_or_else(|| RenderError::UnknownCodeTheme(request.code_theme.clone()))?;
    Ok(format!("{}\n{code_css}", theme_css(&request.style)?))
}

/// The root section around the blocks. What an author wrote as HTML is cleaned first.
fn join(blocks: &[Block]) -> String {
    let mut html = String::from("<section class=\"article\">");
    for block in blocks {
        let block = if block.has_raw_html {
            sanitize(&block.html)
        } else {
            block.html.clone()
        };
        // Writing to a String cannot fail.
        let _ = write!(html, "{block}");
    }
    html.push_str("</section>");
    html
}

/// A slot that could not be filled.
struct Failure {
    slot: Slot,
    key: String,
    message: String,
}

impl Failure {
    /// Finds the line by the first block that holds a slot like this one.
    fn located(self, blocks: &[Block]) -> Unfilled {
        let holds = |block: &&Block| match self.slot.kind {
            SlotKind::Math => block.has_math,
            SlotKind::Diagram => block.has_diagram,
            SlotKind::Code => block.has_code,
        };
        let block = blocks
            .iter()
            .filter(holds)
            .find(|block| slots(&block.html).contains(&self.slot));
        Unfilled {
            source: self.slot.source,
            line: block.map(|block| block.start_line),
            key: self.key,
            message: self.message,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_article_and_not_of_its_source() {
        assert_eq!(count_words("---\ntitle: 一二三\n---\n\n# 你好 **world**\n"), 3);
        assert_eq!(count_words(""), 0);
    }
}
