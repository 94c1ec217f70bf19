//! Keeps the blocks of one article up to date: text in, changes out.

mod edit;
mod local_edit;

use std::hash::Hasher as _;
use std::sync::Arc;

use comrak::Arena;
use rustc_hash::FxHashMap;

use crate::block::{Article, ArticleInfo, Block};
use crate::front_matter;
use crate::localized_text::LocalizedText;
use crate::markdown::{self, Dialect, Document, Formatter, Hasher, Kind, Labels, Part, Rendered};
use crate::options::RenderOptions;
use crate::patch::{self, Patch, PatchOp};
use crate::stats::{self, Stats};

use edit::{Cursor, Edit};

/// One article while it is edited.
///
/// An update parses the whole text and prints only the blocks whose resolved tree changed. Where an edit concerns few
/// blocks it parses these alone.
/// The blocks always equal those of a fresh [`render`] of the same text and options, byte for byte.
///
/// ```
/// use moyan_article::{Engine, RenderOptions};
/// let mut engine = Engine::new(RenderOptions::default());
/// engine.update("# 标题\n\n第一段\n\n第二段");
/// let patch = engine.update("# 标题\n\n第一段改了\n\n第二段");
/// assert_eq!(patch.ops.len(), 1);
/// assert_eq!((patch.ops[0].at, patch.ops[0].remove), (1, 1));
/// assert_eq!(patch.ops[0].insert[0].html, "<p>第一段改了</p>");
/// ```
///
/// An engine holds nothing that cannot be made again from the text: a host whose WASM call trapped creates a new
/// engine in the same module and updates it with the full text.
#[derive(Debug, Clone)]
pub struct Engine {
    options: RenderOptions,
    text: String,
    /// Where the last [edit](Engine::edit) was.
    cursor: Cursor,
    blocks: Vec<Stored>,
    info: ArticleInfo,
    /// The blocks know their byte offsets. They are read when an edit may be local, not at the first rendering.
    has_starts: bool,
    /// What a piece of the text is told about the rest.
    whole: Whole,
    /// Number of updates that parsed few blocks.
    n_local: usize,
}

/// What holds for the whole text, and may reach into a block or out of it.
#[derive(Debug, Clone, Default)]
struct Whole {
    /// An edit may concern few blocks alone.
    may_be_local: bool,
    /// Labels that may be defined.
    labels: Arc<Labels>,
    /// A block lists the headings.
    has_toc: bool,
    /// Formulas, containers, or the elements `svg` and `math` may reach beyond their blocks.
    is_open: bool,
    /// At most so many empty cells at the ends of rows.
    n_empty_cells: usize,
}

/// A block of the current article.
#[derive(Debug, Clone)]
struct Stored {
    /// Fingerprint of the tree that it was printed from.
    tree: u64,
    printed: Arc<Printed>,
    start_line: u32,
    /// Byte offset of its first line in the text, once it [is known](Engine::has_starts).
    start: usize,
    kind: Kind,
    /// See [`Part::is_prose`].
    is_prose: bool,
    /// Number of its headings.
    n_headings: usize,
}

/// A part that was printed, shared between the lists before and after an update.
#[derive(Debug)]
struct Printed {
    rendered: Rendered,
    /// Fingerprint of what a host sees: HTML and flags.
    content: u64,
}

impl Printed {
    fn new(rendered: Rendered) -> Arc<Self> {
        let mut hasher = Hasher::new();
        hasher.text(&rendered.html);
        let flags = [
            rendered.has_raw_html,
            rendered.has_code,
            rendered.has_math,
            rendered.has_diagram,
        ];
        hasher.number(flags.iter().fold(0, |bits, &flag| bits << 1 | u64::from(flag)));
        Arc::new(Self {
            content: hasher.finish(),
            rendered,
        })
    }
}

/// What the blocks before an update were printed as, by the fingerprint of their tree.
type Known = FxHashMap<u64, Arc<Printed>>;

impl Stored {
    fn block(&self) -> Block {
        let rendered = &self.printed.rendered;
        Block {
            html: rendered.html.clone(),
            start_line: self.start_line,
            has_raw_html: rendered.has_raw_html,
            has_code: rendered.has_code,
            has_math: rendered.has_math,
            has_diagram: rendered.has_diagram,
        }
    }
}

impl Engine {
    /// An engine for an empty article.
    pub fn new(options: RenderOptions) -> Self {
        Self {
            options,
            text: String::new(),
            cursor: Cursor::default(),
            blocks: Vec::new(),
            info: ArticleInfo::default(),
            has_starts: false,
            whole: Whole::default(),
            n_local: 0,
        }
    }

    /// Takes the new text of the article and says what changed since the last call.
    ///
    /// Never fails: problems of the text become [`ArticleInfo::warnings`].
    pub fn update(&mut self, text: &str) -> Patch {
        self.take(&Edit::between(&self.text, text))
    }

    /// Takes one change of the text: `removed` UTF-16 units from `start` on leave, `inserted` comes.
    ///
    /// Answers as [`Engine::update`] does with the whole text, which is then not copied. What reaches beyond the end of
    /// the text, or into a pair of surrogates, ends there.
    ///
    /// ```
    /// use moyan_article::{Engine, RenderOptions};
    /// let mut engine = Engine::new(RenderOptions::default());
    /// engine.update("# 标题\n\n😀一段");
    /// let patch = engine.edit(8, 1, "第二");
    /// assert_eq!(patch.ops[0].insert[0].html, "<p>😀第二段</p>");
    /// ```
    pub fn edit(&mut self, start: usize, removed: usize, inserted: &str) -> Patch {
        let end = self.cursor.seek(&self.text, start.saturating_add(removed));
        let start = self.cursor.seek(&self.text, start);
        self.take(&Edit {
            start,
            removed: end.saturating_sub(start),
            inserted,
        })
    }

    fn take(&mut self, edit: &Edit<'_>) -> Patch {
        let ops = self.update_block(edit);
        self.cursor.keep_before(edit.start);
        self.text
            .replace_range(edit.start..edit.start + edit.removed, edit.inserted);
        if let Some(ops) = ops {
            self.n_local += 1;
            return Patch {
                ops,
                start_lines: self.blocks.iter().map(|block| block.start_line).collect(),
            };
        }
        let known = self
            .blocks
            .iter()
            .map(|block| (block.tree, Arc::clone(&block.printed)));
        self.replace(&known.collect())
    }

    /// Number of updates so far that parsed few blocks and not the whole text.
    #[doc(hidden)]
    pub fn n_local_updates(&self) -> usize {
        self.n_local
    }

    /// Takes new options and says what changed in the HTML of the current text.
    pub fn set_options(&mut self, options: RenderOptions) -> Patch {
        self.options = options;
        self.replace(&Known::default())
    }

    /// Facts about the current article.
    pub fn info(&self) -> &ArticleInfo {
        &self.info
    }

    /// The current blocks.
    pub fn blocks(&self) -> Vec<Block> {
        self.blocks.iter().map(Stored::block).collect()
    }

    /// Renders the current text, taking from `known` what was printed before under the same options.
    fn replace(&mut self, known: &Known) -> Patch {
        let Built { blocks, info, whole } = build(&self.text, &self.options, known);
        let ops = ops(0, &self.blocks, &blocks);
        let start_lines = blocks.iter().map(|block| block.start_line).collect();
        self.blocks = blocks;
        self.info = info;
        self.whole = whole;
        self.has_starts = false;
        Patch { ops, start_lines }
    }
}

/// Renders `text` once.
///
/// ```
/// let article = moyan_article::render("你好，**世界**", &Default::default());
/// assert_eq!(article.blocks[0].html, "<p>你好，<strong>世界</strong></p>");
/// assert_eq!(article.info.stats.words, 4);
/// ```
pub fn render(text: &str, options: &RenderOptions) -> Article {
    let Built { blocks, info, .. } = build(text, options, &Known::default());
    Article {
        blocks: blocks.iter().map(Stored::block).collect(),
        info,
    }
}

/// A rendered text; its fields are those of [`Engine`].
struct Built {
    blocks: Vec<Stored>,
    info: ArticleInfo,
    whole: Whole,
}

fn build(text: &str, options: &RenderOptions, known: &Known) -> Built {
    let front = front_matter::parse(text);
    let body = text.get(front.body_start..).unwrap_or_default();
    let body = body.strip_prefix('\u{feff}').unwrap_or(body);
    let arena = Arena::new();
    let document = markdown::parse(
        &arena,
        body,
        front.body_line.into(),
        Dialect::Article,
        options,
        None,
    );
    let mut blocks = stored(&document.parts, &document, options, known);
    let stats = total(&blocks);
    if options.count_status {
        blocks.insert(0, reading_note(stats, options, front.body_line));
    }
    let mut warnings = front.warnings;
    warnings.extend(document.warnings);
    let info = ArticleInfo {
        headings: document.headings,
        front_matter: front.front_matter,
        stats,
        warnings,
        lacks_emoji_names: document.lacks_emoji_names,
    };
    // The reading note follows every word. Addresses that are used very often, and very many empty cells, are limited
    // over the whole text.
    let is_open = front.body_line == 1 && body.trim_start().starts_with("---");
    let is_limited = document.definitions_are_read || document.n_empty_cells > markdown::MAX_EMPTY_CELLS;
    let whole = Whole {
        may_be_local: !(options.count_status || is_limited || is_open),
        labels: document.labels,
        has_toc: document.has_toc,
        is_open: document.is_open || document.has_foreign,
        n_empty_cells: document.n_empty_cells,
    };
    Built { blocks, info, whole }
}

/// The blocks of some parts of `document`, printed where `known` does not have them.
fn stored(
    parts: &[Part<'_>],
    document: &Document<'_>,
    options: &RenderOptions,
    known: &Known,
) -> Vec<Stored> {
    let mut blocks: Vec<Stored> = Vec::with_capacity(parts.len() + 1);
    for part in parts {
        let tree = part.fingerprint(&document.headings);
        let printed = known.get(&tree).map(Arc::clone);
        let printed = printed.unwrap_or_else(|| {
            Printed::new(Formatter::new(Dialect::Article, options, &document.headings).part(part))
        });
        if !printed.rendered.html.is_empty() {
            blocks.push(Stored {
                tree,
                printed,
                start_line: part.line,
                start: 0,
                kind: part.kind(),
                is_prose: part.is_prose,
                n_headings: part.n_headings,
            });
        }
    }
    blocks
}

/// Looks up where blocks start in `text`, which begins with the line `first_line` of the file and at the byte `start`.
fn set_starts(blocks: &mut [Stored], text: &str, first_line: u32, start: usize) {
    let lines = markdown::line_ranges(text);
    for block in blocks {
        let line = block.start_line.saturating_sub(first_line) as usize;
        block.start = start + lines.get(line).map_or(0, |range| range.start);
    }
}

/// What a host is told when the blocks `before`, the first of which stands at `at`, become `after`.
fn ops(at: usize, before: &[Stored], after: &[Stored]) -> Vec<PatchOp> {
    let [old, new] = [before, after].map(|blocks| {
        let contents = blocks.iter().map(|block| block.printed.content);
        contents.collect::<Vec<u64>>()
    });
    patch::changes(&old, &new)
        .into_iter()
        .map(|change| PatchOp {
            at: count(at + change.new_start),
            remove: count(change.old_end - change.old_start),
            insert: after
                .iter()
                .take(change.new_end)
                .skip(change.new_start)
                .map(Stored::block)
                .collect(),
        })
        .collect()
}

/// Statistics of some blocks together.
fn total(blocks: &[Stored]) -> Stats {
    let mut sum = Stats::default();
    for block in blocks {
        let part = block.printed.rendered.stats;
        sum.characters = sum.characters.saturating_add(part.characters);
        sum.cjk_characters = sum.cjk_characters.saturating_add(part.cjk_characters);
        sum.latin_words = sum.latin_words.saturating_add(part.latin_words);
    }
    with_words(sum)
}

/// `stats` with the numbers that follow from the others.
fn with_words(mut stats: Stats) -> Stats {
    stats.words = stats.cjk_characters.saturating_add(stats.latin_words);
    stats.minutes = stats.words.div_ceil(stats::WORDS_PER_MINUTE);
    stats
}

/// The block that says how long reading takes. Source: specification §9, last lines.
fn reading_note(stats: Stats, options: &RenderOptions, start_line: u32) -> Stored {
    let note = LocalizedText::new(options.language).reading_note(stats.words, stats.minutes);
    let html = format!("<blockquote class=\"reading-note\"><p>{note}</p></blockquote>");
    let rendered = Rendered {
        html,
        has_raw_html: false,
        has_code: false,
        has_math: false,
        has_diagram: false,
        stats: Stats::default(),
        references: Vec::new(),
    };
    Stored {
        tree: 0,
        printed: Printed::new(rendered),
        start_line,
        start: 0,
        kind: Kind::Other,
        is_prose: false,
        n_headings: 0,
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
