//! Prints the nodes of a part as HTML.
//!
//! The walk keeps its own stack, so nesting costs no call depth, and containers nested deeper than
//! [`MAX_DEPTH`] print what they hold without their tags: no reader of the HTML meets a tree too deep for it.

use comrak::nodes::{Node, NodeValue};

use crate::block::Heading;
use crate::localized_text::LocalizedText;
use crate::options::RenderOptions;
use crate::script::is_hangul;
use crate::stats::{Counter, Stats};

use super::dialect::Dialect;
use super::document::{Content, Part};
use super::{autolink, tag, tree};

/// Depth of nodes in a part beyond which containers lose their tags.
const MAX_DEPTH: usize = 120;

/// What a node asks of the walk.
pub(crate) enum Flow {
    /// Print the children, then the end of this node.
    Inside,
    /// Print the children only.
    Bare,
    /// Nothing more to print.
    Done,
}

/// A printed part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rendered {
    pub(crate) html: String,
    pub(crate) has_raw_html: bool,
    pub(crate) has_code: bool,
    pub(crate) has_math: bool,
    pub(crate) has_diagram: bool,
    /// Statistics of the part's text; its minutes mean nothing.
    pub(crate) stats: Stats,
    /// The numbered references in it, in order: to footnotes, and of cited links.
    pub(crate) references: Vec<Reference>,
}

/// A numbered reference in a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    /// Of the footnote; of a cited link, what the list of links says of it.
    pub(crate) name: String,
    /// Its number in the text, and its number among its namesakes, which is 0 for a link.
    pub(crate) numbers: (u32, u32),
}

/// Prints one part.
pub(crate) struct Formatter<'d> {
    pub(super) dialect: Dialect,
    pub(super) options: &'d RenderOptions,
    pub(super) localized: LocalizedText,
    pub(super) headings: &'d [Heading],
    pub(super) out: String,
    pub(super) next_heading: usize,
    /// Column of the table cell that comes next.
    pub(super) column: usize,
    pub(super) has_raw_html: bool,
    pub(super) has_code: bool,
    pub(super) has_math: bool,
    pub(super) has_diagram: bool,
    counter: Counter,
    /// The text that comes continues the text before: only inline markup stands between them.
    in_text: bool,
    pub(super) references: Vec<Reference>,
}

enum Step {
    Enter,
    Exit,
}

impl<'d> Formatter<'d> {
    /// A formatter for one part of the document with these headings.
    pub(crate) fn new(dialect: Dialect, options: &'d RenderOptions, headings: &'d [Heading]) -> Self {
        Self {
            dialect,
            options,
            localized: LocalizedText::new(options.language),
            headings,
            out: String::new(),
            next_heading: 0,
            column: 0,
            has_raw_html: false,
            has_code: false,
            has_math: false,
            has_diagram: false,
            counter: Counter::default(),
            in_text: false,
            references: Vec::new(),
        }
    }

    /// Prints `part`.
    pub(crate) fn part(mut self, part: &Part<'_>) -> Rendered {
        self.next_heading = part.first_heading;
        match &part.content {
            Content::Nodes(nodes) => nodes.iter().for_each(|node| self.walk(node)),
            Content::Citations(citations) => self.citations(citations),
            Content::Footnotes(definitions) => self.footnotes(definitions),
        }
        if self.out.ends_with('\n') {
            self.out.pop();
        }
        Rendered {
            html: self.out,
            has_raw_html: self.has_raw_html,
            has_code: self.has_code,
            has_math: self.has_math,
            has_diagram: self.has_diagram,
            stats: self.counter.finish(),
            references: self.references,
        }
    }

    /// Prints `root` and what is in it.
    pub(super) fn walk<'a>(&mut self, root: Node<'a>) {
        let mut stack = vec![(root, 0_usize, Step::Enter)];
        while let Some((node, depth, step)) = stack.pop() {
            if matches!(step, Step::Exit) {
                self.exit(node);
                continue;
            }
            let flow = if is_too_deep(&node.data().value, depth) {
                Flow::Bare
            } else {
                self.enter(node)
            };
            match flow {
                Flow::Done => continue,
                Flow::Inside => stack.push((node, depth, Step::Exit)),
                Flow::Bare => {}
            }
            stack.extend(
                node.reverse_children()
                    .map(|child| (child, depth + 1, Step::Enter)),
            );
        }
    }

    /// Starts a new line of HTML unless one has just begun.
    pub(super) fn new_line(&mut self) {
        self.in_text = false;
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    /// Counts text that is printed apart from the flow.
    pub(super) fn count_text(&mut self, text: &str) {
        self.counter.add_text(text);
        self.in_text = false;
    }

    fn text(&mut self, text: &str) {
        tag::escape(&mut self.out, text);
        if self.in_text {
            self.counter.continue_text(text);
        } else {
            self.counter.add_text(text);
        }
        self.in_text = true;
    }

    fn enter(&mut self, node: Node<'_>) -> Flow {
        match &node.data().value {
            NodeValue::Text(text) => self.text(text),
            NodeValue::SoftBreak => self.soft_break(node),
            NodeValue::LineBreak => self.line_break(),
            NodeValue::Code(code) => {
                self.out.push_str("<code>");
                self.text(&code.literal);
                self.out.push_str("</code>");
            }
            NodeValue::Math(math) => self.inline_math(math),
            NodeValue::Raw(html) => self.own_html(node, html),
            NodeValue::HtmlInline(html) => self.raw_html(html),
            NodeValue::HtmlBlock(html) => {
                self.new_line();
                if is_text(&html.literal) {
                    self.out.push_str("<p>");
                    self.text(html.literal.trim_end());
                    self.out.push_str("</p>");
                } else {
                    self.raw_html(&html.literal);
                }
                self.new_line();
            }
            NodeValue::CodeBlock(code) => self.code_block(code),
            NodeValue::ThematicBreak => {
                self.new_line();
                self.out.push_str("<hr />\n");
            }
            NodeValue::Image(link) => {
                let alt = self.image(node, link);
                self.in_text = alt.is_empty() && self.in_text;
            }
            NodeValue::FootnoteReference(reference) => self.footnote_reference(reference),
            value => return self.enter_container(node, value),
        }
        Flow::Done
    }

    fn enter_container(&mut self, node: Node<'_>, value: &NodeValue) -> Flow {
        match value {
            NodeValue::Paragraph => return self.enter_paragraph(node),
            NodeValue::Heading(heading) => return self.enter_heading(heading.level),
            NodeValue::Link(link) => return self.enter_link(link),
            NodeValue::List(list) => return self.enter_list(list),
            NodeValue::Item(_) => return self.enter_item(),
            NodeValue::TaskItem(task) => return self.enter_task(node, *task),
            NodeValue::Table(_) => return self.enter_table(),
            NodeValue::TableRow(is_head) => return self.enter_row(node, *is_head),
            NodeValue::TableCell => {
                self.in_text = false;
                return self.enter_cell(node);
            }
            NodeValue::Callout(callout) => return self.enter_callout(node, &callout.callout_type),
            NodeValue::BlockQuote => {
                self.new_line();
                self.out.push_str("<blockquote>\n");
            }
            NodeValue::BlockDirective(_) => {
                self.new_line();
                self.out.push_str("<section>\n");
            }
            NodeValue::FootnoteDefinition(definition) if definition.total_references > 0 => {
                self.enter_footnote(definition);
            }
            NodeValue::CalloutTitle => self.in_text = false,
            value => match inline_tag(value) {
                Some(name) => tag::open(&mut self.out, name, &[]),
                None => return Flow::Bare,
            },
        }
        Flow::Inside
    }

    fn exit(&mut self, node: Node<'_>) {
        match &node.data().value {
            NodeValue::Paragraph => {
                self.exit_footnote_paragraph(node);
                self.out.push_str("</p>\n");
            }
            NodeValue::Heading(heading) => self.exit_heading(heading.level),
            NodeValue::Link(_) => self.out.push_str("</a>"),
            NodeValue::List(list) => self.exit_list(list),
            NodeValue::Item(_) | NodeValue::TaskItem(_) => self.exit_item(),
            NodeValue::Table(_) => self.exit_table(node),
            NodeValue::TableRow(is_head) => self.exit_row(*is_head),
            NodeValue::TableCell => self.exit_cell(node),
            NodeValue::CalloutTitle => self.exit_callout_title(),
            NodeValue::BlockQuote => {
                self.new_line();
                self.out.push_str("</blockquote>\n");
            }
            NodeValue::Callout(_) | NodeValue::BlockDirective(_) => {
                self.new_line();
                self.out.push_str("</section>\n");
            }
            NodeValue::FootnoteDefinition(definition) => self.exit_footnote(node, definition),
            value => {
                if let Some(name) = inline_tag(value) {
                    tag::close(&mut self.out, name);
                }
            }
        }
    }

    fn enter_paragraph(&mut self, node: Node<'_>) -> Flow {
        if !self.is_printed_paragraph(node) {
            let follows_paragraph = node
                .previous_sibling()
                .is_some_and(|before| matches!(before.data().value, NodeValue::Paragraph));
            if follows_paragraph && !self.out.ends_with('\n') {
                self.out.push('\n');
            }
            self.in_text = false;
            if self.dialect.is_article() && !is_title(node) && (self.slider(node) || self.figure(node)) {
                return Flow::Done;
            }
            return Flow::Bare;
        }
        if self.dialect.is_article() && !tree::is_in_task(node) && (self.slider(node) || self.figure(node)) {
            return Flow::Done;
        }
        self.new_line();
        self.out.push_str("<p>");
        self.paragraph_task(node);
        Flow::Inside
    }

    /// Whether a node is a paragraph with an element of its own.
    pub(super) fn is_printed_paragraph(&self, node: Node<'_>) -> bool {
        matches!(node.data().value, NodeValue::Paragraph) && !tree::is_tight(node) && !is_title(node)
    }

    fn soft_break(&mut self, node: Node<'_>) {
        self.in_text = false;
        if self.options.breaks && self.dialect.is_article() {
            self.line_break();
        } else if !(self.dialect.is_article() && is_within_chinese(node)) {
            self.out.push('\n');
        }
    }

    fn line_break(&mut self) {
        self.in_text = false;
        self.out.push_str("<br />\n");
    }

    /// HTML that an extension made: a block of its own, or a piece of a line.
    fn own_html(&mut self, node: Node<'_>, html: &str) {
        let is_block = node
            .parent()
            .is_none_or(|parent| parent.data().value.block() && !parent.data().value.contains_inlines());
        if is_block {
            self.new_line();
            self.out.push_str(html);
            self.out.push('\n');
        } else {
            self.out.push_str(html);
        }
    }

    fn raw_html(&mut self, html: &str) {
        if is_text(html) {
            return self.text(html);
        }
        self.has_raw_html = true;
        if self.dialect == Dialect::Gfm {
            filter_tags(&mut self.out, html);
        } else {
            self.out.push_str(html);
        }
    }
}

/// Whether a break stands between two full-width characters, where no reader expects a space. Source: CSS Text 4,
/// segment break transformation. Quotation marks and dashes are those of Latin text, too, and Korean has spaces.
fn is_within_chinese(node: Node<'_>) -> bool {
    let before = node.previous_sibling().map(tree::plain_text);
    let after = node.next_sibling().map(tree::plain_text);
    let ends = (
        before.and_then(|text| text.chars().next_back()),
        after.and_then(|text| text.chars().next()),
    );
    let (Some(before), Some(after)) = ends else {
        return false;
    };
    let both = |test: fn(char) -> bool| test(before) && test(after);
    let is_shared = |c: char| ('\u{2010}'..='\u{2027}').contains(&c);
    both(autolink::is_full_width) && both(|c| !is_hangul(c)) && !both(is_shared)
}

/// comrak knows a CDATA section in lower case, too; to CommonMark that is text.
fn is_text(html: &str) -> bool {
    html.starts_with("<![") && !html.starts_with("<![CDATA[")
}

/// Whether `node` is the paragraph of an alert's title.
fn is_title(node: Node<'_>) -> bool {
    node.parent()
        .is_some_and(|parent| matches!(parent.data().value, NodeValue::CalloutTitle))
}

/// Element of an inline node that has no attributes.
fn inline_tag(value: &NodeValue) -> Option<&'static str> {
    Some(match value {
        NodeValue::Emph => "em",
        NodeValue::Strong => "strong",
        NodeValue::Strikethrough => "del",
        NodeValue::Highlight => "mark",
        NodeValue::Insert => "u",
        NodeValue::Subscript => "sub",
        _ => return None,
    })
}

/// Whether a container stands too deep to keep its tags. Items go with their list.
fn is_too_deep(value: &NodeValue, depth: usize) -> bool {
    match value {
        NodeValue::Item(_) | NodeValue::TaskItem(_) => depth > MAX_DEPTH + 1,
        NodeValue::BlockQuote
        | NodeValue::List(_)
        | NodeValue::Callout(_)
        | NodeValue::BlockDirective(_)
        | NodeValue::Link(_) => depth > MAX_DEPTH,
        value => inline_tag(value).is_some() && depth > MAX_DEPTH,
    }
}

/// Elements that GFM does not let through. Source: GFM, Disallowed Raw HTML.
const FILTERED: [&str; 9] = [
    "title",
    "textarea",
    "style",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "script",
    "plaintext",
];

fn filter_tags(out: &mut String, html: &str) {
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        let name = after.strip_prefix('/').unwrap_or(after);
        let filtered = FILTERED.iter().any(|tag| {
            name.get(..tag.len())
                .is_some_and(|name| name.eq_ignore_ascii_case(tag))
                && name
                    .get(tag.len()..)
                    .is_some_and(|end| end.starts_with([' ', '\t', '\n', '>', '/']))
        });
        out.push_str(if filtered { "&lt;" } else { "<" });
        rest = after;
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::MAX_DEPTH;
    use crate::{RenderOptions, render};

    /// Chinese characters and Latin words of `text`.
    fn counted(text: &str) -> (u32, u32) {
        let stats = render(text, &RenderOptions::default()).info.stats;
        (stats.cjk_characters, stats.latin_words)
    }

    /// How often `tag` is printed for `text`.
    fn printed(text: &str, tag: &str) -> usize {
        let blocks = render(text, &RenderOptions::default()).blocks;
        blocks.iter().map(|block| block.html.matches(tag).count()).sum()
    }

    #[test]
    fn so_many_elements_nest_and_an_item_stays_with_its_list() {
        assert_eq!(printed(&(">".repeat(200) + "a"), "<blockquote>"), MAX_DEPTH + 1);
        let marks = "==a ~~b ".repeat(100) + &"c~~ d== ".repeat(100);
        assert_eq!(printed(&marks, "<mark>") + printed(&marks, "<del>"), MAX_DEPTH);
        for lead in ["", "> "] {
            let lists = format!("{lead}{}a", "- ".repeat(100));
            assert_eq!(printed(&lists, "<ul>"), printed(&lists, "<li>"), "{lead}");
        }
    }

    #[test]
    fn captions_count_and_an_image_in_a_word_with_a_text_parts_it() {
        assert_eq!(counted("![甲乙](a.png)"), (2, 0));
        assert_eq!(counted("a![](u)b"), (0, 1));
        assert_eq!(counted("a![甲](u)b"), (0, 2));
    }
}
