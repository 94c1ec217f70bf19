//! What a render gives back: blocks of HTML, and facts about the article.

use serde::Serialize;

use crate::front_matter::FrontMatter;
use crate::stats::Stats;
use crate::warning::Warning;

/// One top-level piece of an article.
///
/// The HTML never holds a line number or another position, so a new line above changes no other block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// The HTML, without a newline at its end.
    pub html: String,
    /// First line of the block in the source, counted from 1, front matter included.
    ///
    /// Blocks that collect things from the whole document (citations, footnotes) stand at its last line.
    pub start_line: u32,
    /// The block holds HTML that the author wrote: it must pass the sanitizer before it is shown.
    pub has_raw_html: bool,
    /// The block holds a code slot.
    pub has_code: bool,
    /// The block holds a formula slot.
    pub has_math: bool,
    /// The block holds a diagram slot.
    pub has_diagram: bool,
}

/// A whole article, rendered at once.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Article {
    /// The blocks in document order.
    pub blocks: Vec<Block>,
    /// Facts about the article.
    pub info: ArticleInfo,
}

impl Article {
    /// The article inside its root element, as every host shows it.
    ///
    /// Blocks that hold raw HTML stand in it as written: sanitize them first where they are not trusted.
    ///
    /// ```
    /// let article = moyan_article::render("# 墨砚", &Default::default());
    /// assert_eq!(article.to_html(), "<section class=\"article\">\n<h1 id=\"墨砚\">墨砚</h1>\n</section>\n");
    /// ```
    pub fn to_html(&self) -> String {
        let mut html = String::from("<section class=\"article\">\n");
        for block in &self.blocks {
            html.push_str(&block.html);
            html.push('\n');
        }
        html.push_str("</section>\n");
        html
    }
}

/// What the article says about itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArticleInfo {
    /// Headings in document order.
    pub headings: Vec<Heading>,
    /// The fields at the top of the file.
    pub front_matter: FrontMatter,
    /// Words and reading time. Prose and inline code count; code blocks, formulas, diagrams and raw HTML do not.
    pub stats: Stats,
    /// Problems of the document, in line order.
    pub warnings: Vec<Warning>,
    /// The text may name emoji (`:smile:`) and shows the names: the host is to load them, see
    /// [`crate::markdown::install_emoji_names`]. Never so where they are built in.
    #[serde(skip)]
    pub lacks_emoji_names: bool,
}

/// A heading of the article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The text without markup; a formula gives its TeX.
    pub text: String,
    /// The `id` of the heading's element, unique in the article.
    pub id: String,
    /// Line in the source, counted from 1, front matter included.
    pub line: u32,
}
