//! A document that is ready to be printed.

use comrak::nodes::{Node, NodeValue};

use crate::block::Heading;
use crate::warning::Warning;

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
    /// There may be definitions of links.
    pub(crate) has_definitions: bool,
    /// See [`super::reference::References::are_read`].
    pub(crate) definitions_are_read: bool,
    /// A part lists the headings.
    pub(crate) has_toc: bool,
    /// See [`super::source::Prepared::is_rewritten`].
    pub(crate) is_rewritten: bool,
}

/// What a part is to an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One paragraph, quote, alert or code block.
    Plain,
    /// One list.
    List,
    /// One heading.
    Heading,
    /// Anything else, and what holds headings.
    Other,
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
    /// The pre-pass took its first line for prose.
    pub(crate) is_prose: bool,
}

impl Part<'_> {
    /// Whether the part stands in the text, and is not collected from all of it.
    pub(crate) fn is_written(&self) -> bool {
        matches!(self.content, Content::Nodes(_))
    }

    /// What the part is.
    pub(crate) fn kind(&self) -> Kind {
        let Content::Nodes(nodes) = &self.content else {
            return Kind::Other;
        };
        let [node] = nodes.as_slice() else {
            return Kind::Other;
        };
        match node.data().value {
            NodeValue::Heading(_) => Kind::Heading,
            _ if self.n_headings > 0 => Kind::Other,
            NodeValue::List(_) => Kind::List,
            NodeValue::Paragraph
            | NodeValue::BlockQuote
            | NodeValue::Callout(_)
            | NodeValue::CodeBlock(_) => Kind::Plain,
            _ => Kind::Other,
        }
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
