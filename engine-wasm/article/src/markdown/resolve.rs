//! Turns the parser's tree into one that says everything the HTML needs, and cuts it into parts.
//!
//! Each extension changes the nodes it owns, in one walk over a list of all nodes in document order; a second
//! walk numbers what is numbered (headings, cited links). Afterwards the HTML of a part depends on its nodes,
//! the headings in it and the options alone: what [`super::hash`] reads.

use std::collections::BTreeMap;

use comrak::Arena;
use comrak::nodes::{Node, NodeValue};

use crate::options::RenderOptions;
use crate::warning::{self, Warning};

use super::context::{Context, scrub};
use super::dialect::Dialect;
use super::document::{Citation, Content, Document, Part};
use super::reference::References;
use super::source::Prepared;
use super::{
    alert, citation, emoji, figure, footnote, group, heading, hint, link, math, media, obsidian,
    profile_card, ruby, table, toc, tree, unknown_tag,
};

/// What the parser gave, and what it gave it from.
pub(crate) struct Input<'a, 'i> {
    pub(crate) arena: &'a Arena<'a>,
    pub(crate) root: Node<'a>,
    pub(crate) prepared: &'i Prepared<'i>,
    pub(crate) references: &'i References<'i>,
    pub(crate) first_line: i64,
    pub(crate) dialect: Dialect,
    pub(crate) options: &'i RenderOptions,
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
        n_unknown_tags: 0,
        n_hints: 0,
        n_empty_cells: 0,
        is_in_foreign: false,
        has_foreign: false,
        references: input.references,
        line_offset: input.first_line - 1,
        line_ranges: Vec::new(),
    };
    let (mut headings, mut citations, mut has_toc) = (Vec::new(), Vec::new(), false);
    if input.dialect.is_article() {
        if let Some(line) = input.prepared.vain_latex {
            let line = context.file_line(line);
            context.warnings.push(Warning::new("math.unclosed", line));
        }
        if input.prepared.is_rewritten {
            math::restore_blocks(&context, root);
            scrub(root);
        }
        hint::check_invisible(&mut context, &input.prepared.text);
        context.footnotes = footnote::settle(root);
        extensions(&mut context, root);
        headings = heading::collect(&context, root);
        has_toc = toc::fill(&mut context, root, &headings);
        if input.options.citation {
            citations = citation::number(&context, root);
        }
    }
    let last_line = context.file_line(tree::position(root).end.line);
    let parts = parts(&context, root, citations, last_line);
    warning::sort(&mut context.warnings);
    Document {
        parts,
        headings,
        warnings: context.warnings,
        lacks_emoji_names: context.lacks_emoji_names,
        labels: input.references.labels(),
        definitions_are_read: input.references.are_read(),
        has_toc,
        is_rewritten: input.prepared.is_rewritten,
        is_open: input.prepared.is_open,
        has_foreign: context.has_foreign,
        last_line,
        n_empty_cells: context.n_empty_cells,
    }
}

/// Lets every extension change the nodes it owns, each before the nodes inside and after it.
///
/// The walk follows the tree as it is after each change, so extensions may add nodes after the one they own.
fn extensions<'a>(context: &mut Context<'a, '_>, root: Node<'a>) {
    let mut next = root.first_child();
    while let Some(node) = next {
        let before = std::mem::discriminant(&node.data().value);
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
        Text,
        Link,
        HtmlBlock,
        HtmlInline,
        Footnote,
        Table,
        SetextHeading,
        Code,
    }
    // The borrow of the node ends here, so that the extensions may change it.
    let owner = match &node.data().value {
        NodeValue::Callout(_) => Owner::Callout,
        NodeValue::BlockDirective(_) => Owner::Directive,
        NodeValue::BlockQuote => Owner::Quote,
        NodeValue::Paragraph => Owner::Paragraph,
        NodeValue::Math(_) => Owner::Math,
        NodeValue::Text(text) if text.contains(['[', ':']) => Owner::Text,
        NodeValue::Link(_) | NodeValue::Image(_) => Owner::Link,
        NodeValue::HtmlBlock(_) => Owner::HtmlBlock,
        NodeValue::HtmlInline(_) => Owner::HtmlInline,
        NodeValue::FootnoteDefinition(_) => Owner::Footnote,
        NodeValue::Table(_) => Owner::Table,
        NodeValue::Heading(heading) if heading.setext => Owner::SetextHeading,
        NodeValue::CodeBlock(_) => Owner::Code,
        _ => Owner::Nothing,
    };
    match owner {
        Owner::Nothing => {}
        Owner::Callout => alert::resolve_callout(context, node),
        Owner::Directive => alert::resolve_container(context, node),
        Owner::Quote => alert::resolve_quote(context, node),
        Owner::Paragraph => {
            obsidian::hide(node);
            hint::check_paragraph(context, node);
            profile_card::resolve_paragraph(context, node);
            math::resolve_paragraph(context, node);
            math::split_paragraph(context, node);
            figure::split_paragraph(context, node);
        }
        Owner::Math => math::resolve_inline(context, node),
        Owner::Text => {
            footnote::check_references(context, node);
            emoji::resolve(context, node);
            ruby::resolve(context, node);
        }
        Owner::Link => link::check(context, node),
        Owner::HtmlBlock => {
            profile_card::resolve_block(context, node);
            media::resolve_block(context, node);
            unknown_tag::check(context, node);
        }
        Owner::HtmlInline => {
            media::resolve_inline(context, node);
            unknown_tag::check(context, node);
        }
        Owner::Footnote => footnote::check(context, node),
        Owner::Table => {
            hint::check_table(context, node);
            table::limit_empty_cells(context, node);
        }
        Owner::SetextHeading => hint::check_heading(context, node),
        Owner::Code => {
            if let NodeValue::CodeBlock(code) = &node.data().value {
                hint::check_code(context, node, code);
            }
        }
    }
}

/// Cuts the children of the root into parts.
fn parts<'a>(
    context: &Context<'a, '_>,
    root: Node<'a>,
    citations: Vec<Citation>,
    last_line: u32,
) -> Vec<Part<'a>> {
    let (mut nodes, mut footnotes) = (Vec::new(), Vec::new());
    for node in root.children() {
        match node.data().value {
            NodeValue::FootnoteDefinition(ref definition) if definition.total_references > 0 => {
                footnotes.push(node)
            }
            // What nothing refers to is empty by now, and prints nothing.
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
            is_prose: context.is_prose(line),
        }
    };
    let mut parts = Vec::new();
    for group in group::groups(nodes) {
        let line = group.first().map_or(1, |node| context.line(node));
        parts.push(part(Content::Nodes(group), line));
    }
    if !citations.is_empty() {
        parts.push(part(Content::Citations(citations), last_line));
    }
    if !footnotes.is_empty() {
        parts.push(part(Content::Footnotes(footnotes), last_line));
    }
    parts
}
