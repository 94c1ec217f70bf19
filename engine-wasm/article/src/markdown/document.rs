//! A document that is ready to be printed.

use std::sync::Arc;

use comrak::nodes::{Node, NodeValue};

use crate::block::Heading;
use crate::warning::Warning;

use super::reference::Labels;
use super::{group, tree};

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
    /// Labels that may be defined as those of links.
    pub(crate) labels: Arc<Labels>,
    /// See [`super::reference::References::are_read`].
    pub(crate) definitions_are_read: bool,
    /// A part lists the headings.
    pub(crate) has_toc: bool,
    /// See [`super::source::Prepared::is_rewritten`].
    pub(crate) is_rewritten: bool,
    /// See [`super::source::Prepared::is_open`].
    pub(crate) is_open: bool,
    /// See [`super::context::Context::has_foreign`].
    pub(crate) has_foreign: bool,
    /// Line of the file that it ends with.
    pub(crate) last_line: u32,
    /// See [`super::context::Context::n_empty_cells`].
    pub(crate) n_empty_cells: usize,
}

/// What a part is to an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One list.
    List,
    /// One heading.
    Heading,
    /// Several nodes, and what the engine prints in place of a node.
    Other,
    /// Raw HTML that is not closed: blocks that come or go may bring its end within reach.
    Unclosed,
    /// Collected from all of the text, and put behind it.
    Collected,
    /// Any other node.
    Plain,
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
    /// The pre-pass did not take its first line for code or HTML.
    pub(crate) is_prose: bool,
}

impl<'a> Part<'a> {
    /// What the part is.
    pub(crate) fn kind(&self) -> Kind {
        let Content::Nodes(nodes) = &self.content else {
            return Kind::Collected;
        };
        let [node] = nodes.as_slice() else {
            return Kind::Other;
        };
        match node.data().value {
            NodeValue::Heading(_) => Kind::Heading,
            NodeValue::List(_) => Kind::List,
            NodeValue::Raw(_) | NodeValue::FootnoteDefinition(_) => Kind::Other,
            _ if group::is_closed(node) => Kind::Plain,
            _ => Kind::Unclosed,
        }
    }

    /// The numbered references in the part, in order: to footnotes, and of cited links.
    pub(crate) fn references(&self) -> Vec<Node<'a>> {
        let mut references = Vec::new();
        if let Content::Nodes(nodes) = &self.content {
            for node in nodes {
                references.extend(tree::references(node));
            }
        }
        references
    }
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

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Citation {
    /// What the list calls the link: its title, or its text.
    pub(crate) title: String,
    /// The address.
    pub(crate) url: String,
}
