//! Turns the parser's tree into one that says everything the HTML needs, and cuts it into parts.
//!
//! Each extension changes the nodes it owns, in one walk over a list of all nodes in document order; a second
//! walk numbers what is numbered (headings, cited links). Afterwards the HTML of a part depends on its nodes,
//! the headings in it and the options alone: what [`super::hash`] reads.

use std::collections::BTreeMap;
use std::sync::Arc;

use comrak::nodes::{Node, NodeValue};
use comrak::{Arena, Options, parse_document};

use crate::block::Heading;
use crate::options::RenderOptions;
use crate::warning::{self, Warning};

use super::citation::Citation;
use super::reference::Definitions;
use super::source::{MARK, Prepared, clean};
use super::{
    Dialect, alert, citation, emoji, figure, footnote, group, heading, lines, link, mark, math, profile_card,
    ruby, toc, tree,
};

/// What the parser gave, and what it gave it from.
pub(crate) struct Input<'a, 'i> {
    pub(crate) arena: &'a Arena<'a>,
    pub(crate) root: Node<'a>,
    pub(crate) prepared: &'i Prepared<'i>,
    pub(crate) parser: &'i Options<'static>,
    pub(crate) first_line: u32,
    pub(crate) dialect: Dialect,
    pub(crate) options: &'i RenderOptions,
}

/// A document ready to be printed.
pub(crate) struct Document<'a> {
    /// The parts that become blocks, in order.
    pub(crate) parts: Vec<Part<'a>>,
    /// Headings in document order.
    pub(crate) headings: Vec<Heading>,
    /// Problems found.
    pub(crate) warnings: Vec<Warning>,
    /// There may be names of emoji, and nothing to look them up in.
    pub(crate) lacks_emoji_names: bool,
}

/// What becomes one block.
pub(crate) struct Part<'a> {
    /// What the part is made of.
    pub(crate) content: Content<'a>,
    /// First line in the file, counted from 1.
    pub(crate) line: u32,
    /// Index of its first heading.
    pub(crate) first_heading: usize,
    /// Number of its headings.
    pub(crate) n_headings: usize,
}

/// The nodes of a part.
pub(crate) enum Content<'a> {
    /// Top-level nodes: one, or several that one raw HTML element encloses.
    Nodes(Vec<Node<'a>>),
    /// The list of cited links.
    Citations(Vec<Citation>),
    /// The definitions of the footnotes.
    Footnotes(Vec<Node<'a>>),
}

/// What the extensions share while they work on one tree.
pub(crate) struct Context<'a, 'i> {
    pub(crate) arena: &'a Arena<'a>,
    pub(crate) prepared: &'i Prepared<'i>,
    pub(crate) options: &'i RenderOptions,
    pub(crate) warnings: Vec<Warning>,
    /// See [`Document::lacks_emoji_names`].
    pub(crate) lacks_emoji_names: bool,
    /// Number of footnote definitions by label, see [`footnote::count`].
    pub(crate) footnotes: BTreeMap<String, usize>,
    /// Number of footnote references without a definition so far.
    pub(crate) n_undefined: usize,
    /// Link definitions of the document, for text that is parsed apart.
    definitions: Option<Arc<Definitions>>,
    parser: &'i Options<'static>,
    /// The marks of the block that the walk is in have been looked at, see [`mark::resolve`].
    marks_resolved: bool,
    /// Added to a position's line to get the line in the file.
    line_offset: i64,
    line_ranges: Vec<std::ops::Range<usize>>,
}

impl<'a> Context<'a, '_> {
    /// Line of `node` in the file.
    pub(crate) fn line(&self, node: Node<'_>) -> u32 {
        let line = i64::try_from(tree::position(node).start.line).unwrap_or(i64::MAX);
        u32::try_from(line.saturating_add(self.line_offset))
            .unwrap_or(1)
            .max(1)
    }

    /// The prepared source from the start of `node` to the end of that line.
    pub(crate) fn rest_of_line(&mut self, node: Node<'_>) -> &str {
        if self.line_ranges.is_empty() {
            self.line_ranges = lines::line_ranges(&self.prepared.text);
        }
        let start = tree::position(node).start;
        let line = start.line.wrapping_sub(1);
        let line = self
            .line_ranges
            .get(line)
            .and_then(|range| self.prepared.text.get(range.clone()));
        line.and_then(|line| line.get(start.column.saturating_sub(1)..))
            .unwrap_or_default()
    }

    /// Parses one line of Markdown that stands outside the text, such as a title, into inline nodes.
    ///
    /// Its reference links find the definitions of the document.
    pub(crate) fn inline(&mut self, text: &str) -> Vec<Node<'a>> {
        let text = format!("{MARK}{}", text.replace(['\r', '\n'], " ").trim());
        let root = if text.contains('[') {
            let source = &self.prepared.text;
            let definitions = self
                .definitions
                .get_or_insert_with(|| Arc::new(Definitions::of(source)));
            parse_document(self.arena, &text, &definitions.options(self.parser))
        } else {
            parse_document(self.arena, &text, self.parser)
        };
        scrub(root);
        // These may have marks of their own.
        self.marks_resolved = false;
        match root.first_child() {
            Some(first) if matches!(first.data().value, NodeValue::Paragraph) => tree::take_children(first),
            _ => Vec::new(),
        }
    }
}

/// Resolves a parsed document.
pub(crate) fn resolve<'a>(input: &Input<'a, '_>) -> Document<'a> {
    let root = input.root;
    let mut context = Context {
        arena: input.arena,
        prepared: input.prepared,
        options: input.options,
        warnings: Vec::new(),
        lacks_emoji_names: false,
        footnotes: BTreeMap::new(),
        n_undefined: 0,
        definitions: None,
        marks_resolved: false,
        parser: input.parser,
        line_offset: i64::from(input.first_line) - 1,
        line_ranges: Vec::new(),
    };
    let (mut headings, mut citations) = (Vec::new(), Vec::new());
    if input.dialect.is_article() {
        if input.prepared.is_marked {
            math::restore_blocks(&context, root);
            scrub(root);
        }
        context.footnotes = footnote::count(root);
        extensions(&mut context, root);
        headings = heading::collect(&context, root);
        toc::fill(&mut context, root, &headings);
        if input.options.citation {
            citations = citation::number(&context, root);
        }
    }
    let parts = parts(&context, root, citations);
    warning::sort_by_line(&mut context.warnings);
    Document {
        parts,
        headings,
        warnings: context.warnings,
        lacks_emoji_names: context.lacks_emoji_names,
    }
}

/// Lets every extension change the nodes it owns, each before the nodes inside and after it.
///
/// The walk follows the tree as it is after each change, so extensions may add nodes after the one they own.
fn extensions<'a>(context: &mut Context<'a, '_>, root: Node<'a>) {
    let mut next = root.first_child();
    while let Some(node) = next {
        let before = std::mem::discriminant(&node.data().value);
        if node.data().value.block() {
            context.marks_resolved = false;
        }
        extension(context, node);
        let after = std::mem::discriminant(&node.data().value);
        if before != after {
            // Now another kind, of another owner.
            extension(context, node);
        }
        next = tree::following(node, root, true);
    }
}

/// Calls the extensions that own nodes of this kind.
fn extension<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    enum Owner {
        Nothing,
        Callout,
        Directive,
        Quote,
        Paragraph,
        Math,
        Delimited,
        Text,
        Link,
        HtmlBlock,
        Footnote,
    }
    // The borrow of the node ends here, so that the extensions may change it.
    let owner = match &node.data().value {
        NodeValue::Callout(_) => Owner::Callout,
        NodeValue::BlockDirective(_) => Owner::Directive,
        NodeValue::BlockQuote => Owner::Quote,
        NodeValue::Paragraph => Owner::Paragraph,
        NodeValue::Math(_) => Owner::Math,
        NodeValue::Subscript | NodeValue::Highlight | NodeValue::Insert => Owner::Delimited,
        NodeValue::Text(text) if text.contains(['[', ':']) => Owner::Text,
        NodeValue::Link(_) | NodeValue::Image(_) => Owner::Link,
        NodeValue::HtmlBlock(_) => Owner::HtmlBlock,
        NodeValue::FootnoteDefinition(_) => Owner::Footnote,
        _ => Owner::Nothing,
    };
    match owner {
        Owner::Nothing => {}
        Owner::Callout => alert::resolve_callout(context, node),
        Owner::Directive => alert::resolve_container(context, node),
        Owner::Quote => alert::resolve_quote(context, node),
        Owner::Paragraph => {
            profile_card::resolve_paragraph(context, node);
            math::resolve_paragraph(context, node);
            math::split_paragraph(context, node);
            figure::split_paragraph(context, node);
        }
        Owner::Math => math::resolve_inline(context, node),
        Owner::Delimited => {
            if !context.marks_resolved {
                mark::resolve(context, node);
                context.marks_resolved = true;
            }
        }
        Owner::Text => {
            footnote::check_references(context, node);
            emoji::resolve(context, node);
            ruby::resolve(context, node);
        }
        Owner::Link => link::check(context, node),
        Owner::HtmlBlock => profile_card::resolve_block(context, node),
        Owner::Footnote => footnote::check(context, node),
    }
}

/// Removes the pre-pass's marks from every text in the tree.
fn scrub(root: Node<'_>) {
    for node in root.descendants() {
        match &mut node.data_mut().value {
            NodeValue::Text(text) if text.as_bytes().contains(&0) => clean(text.to_mut()),
            NodeValue::Code(code) => clean(&mut code.literal),
            NodeValue::CodeBlock(code) => {
                clean(&mut code.info);
                clean(&mut code.literal);
            }
            NodeValue::HtmlBlock(html) => clean(&mut html.literal),
            NodeValue::HtmlInline(html) => clean(html),
            NodeValue::Math(math) => clean(&mut math.literal),
            NodeValue::Link(link) | NodeValue::Image(link) => {
                clean(&mut link.url);
                clean(&mut link.title);
            }
            NodeValue::FootnoteDefinition(definition) => clean(&mut definition.name),
            NodeValue::FootnoteReference(reference) => clean(&mut reference.name),
            _ => {}
        }
    }
}

/// Cuts the children of the root into parts.
fn parts<'a>(context: &Context<'a, '_>, root: Node<'a>, citations: Vec<Citation>) -> Vec<Part<'a>> {
    let (mut nodes, mut footnotes) = (Vec::new(), Vec::new());
    for node in root.children() {
        match node.data().value {
            NodeValue::FootnoteDefinition(ref definition) if definition.total_references > 0 => {
                footnotes.push(node)
            }
            NodeValue::FootnoteDefinition(_) => {}
            _ => nodes.push(node),
        }
    }
    let mut n_seen = 0;
    let mut part = |content: Content<'a>, line: u32| {
        let first_heading = n_seen;
        let nodes = match &content {
            Content::Nodes(nodes) | Content::Footnotes(nodes) => nodes.as_slice(),
            Content::Citations(_) => &[],
        };
        let n_headings = nodes.iter().copied().map(heading::count).sum();
        n_seen += n_headings;
        Part {
            content,
            line,
            first_heading,
            n_headings,
        }
    };
    let mut parts = Vec::new();
    for group in group::groups(nodes) {
        let line = group.first().map_or(1, |node| context.line(node));
        parts.push(part(Content::Nodes(group), line));
    }
    let last_line = context.line_offset + i64::try_from(tree::position(root).end.line).unwrap_or(0);
    let last_line = u32::try_from(last_line).unwrap_or(1).max(1);
    if !citations.is_empty() {
        parts.push(part(Content::Citations(citations), last_line));
    }
    if !footnotes.is_empty() {
        parts.push(part(Content::Footnotes(footnotes), last_line));
    }
    parts
}
