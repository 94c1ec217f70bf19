//! Code blocks and diagrams: slots that hosts fill, readable until then.

use comrak::Arena;
use comrak::nodes::{Node, NodeCodeBlock, NodeValue};

use super::format::Formatter;
use super::{math, tag, tree};

/// Languages whose source is a diagram.
const DIAGRAMS: [&str; 1] = ["mermaid"];

/// The three dots of the bar and the space below them, in few characters: every copied code block carries them.
const BAR: &str = concat!(
    r#"<svg class="code-bar" height="24" viewBox="-6 -6 52 24" width="52">"#,
    r##"<circle fill="#f65" r="6"></circle>"##,
    r##"<circle cx="20" fill="#fb3" r="6"></circle>"##,
    r##"<circle cx="40" fill="#2c4" r="6"></circle></svg>"##
);

/// The language in the first word of a fence, behind which other tools say how to show the code: `js{1,3-4}` and
/// `ts:line-numbers` (VitePress), `js:app.js`, `rust,ignore` (rustdoc), `{.python}` (pandoc), `{r}` (R Markdown).
fn language(word: &str) -> &str {
    let word = word
        .strip_prefix('{')
        .map_or(word, |inside| inside.trim_start_matches('.'));
    word.split(['{', '}', ':', '[', ',']).next().unwrap_or_default()
}

/// The name of a code block in a group, `js [app.js]`.
fn group_title(info: &str) -> Option<&str> {
    let (_, name) = info.trim_end().strip_suffix(']')?.rsplit_once('[')?;
    let name = name.trim();
    (!name.is_empty()).then_some(name)
}

/// Puts the name of each code block in a group above it, in bold.
pub(super) fn title_group<'a>(arena: &'a Arena<'a>, group: Node<'a>) {
    for block in group.children().collect::<Vec<_>>() {
        let title = match &block.data().value {
            NodeValue::CodeBlock(code) => group_title(&code.info).map(str::to_owned),
            _ => None,
        };
        if let Some(title) = title {
            let node = |value| tree::node(arena, value, tree::position(block));
            let paragraph = node(NodeValue::Paragraph);
            let bold = node(NodeValue::Strong);
            bold.append(tree::text_node(arena, &title, tree::position(block)));
            paragraph.append(bold);
            block.insert_before(paragraph);
        }
    }
}

impl Formatter<'_> {
    /// A code block, formula block or diagram, by its language.
    pub(super) fn code_block(&mut self, code: &NodeCodeBlock) {
        self.new_line();
        let word = code.info.split([' ', '\t', '\n']).next().unwrap_or_default();
        let language = if self.dialect.is_article() {
            language(word)
        } else {
            word
        };
        // Copied from a class; it would stand there twice.
        let language = language.strip_prefix("language-").unwrap_or(language);
        if !self.dialect.is_article() {
            self.plain_code(language, &code.literal);
        } else if language.eq_ignore_ascii_case(math::FENCE) {
            self.block_math(&code.literal);
        } else if let Some(diagram) = DIAGRAMS.iter().find(|name| name.eq_ignore_ascii_case(language)) {
            self.diagram(diagram, &code.literal);
        } else {
            self.article_code(language, without_line_end(&code.literal));
        }
    }

    fn plain_code(&mut self, language: &str, literal: &str) {
        self.out.push_str("<pre>");
        let class = format!("language-{language}");
        let attributes: &[(&str, &str)] = if language.is_empty() {
            &[]
        } else {
            &[("class", &class)]
        };
        tag::open(&mut self.out, "code", attributes);
        tag::escape(&mut self.out, literal);
        self.out.push_str("</code></pre>\n");
    }

    fn diagram(&mut self, language: &str, literal: &str) {
        self.has_diagram = true;
        tag::open(
            &mut self.out,
            "section",
            &[("class", "diagram"), ("data-lang", language)],
        );
        self.out.push_str("<pre><code>");
        tag::escape(&mut self.out, literal.strip_suffix('\n').unwrap_or(literal));
        self.out.push_str("</code></pre></section>\n");
    }

    fn article_code(&mut self, language: &str, literal: &str) {
        self.has_code = true;
        let class = if language.is_empty() {
            "hljs".to_owned()
        } else {
            format!("hljs language-{language}")
        };
        let mut attributes = vec![("class", "code-block hljs")];
        if !language.is_empty() {
            attributes.push(("data-lang", language));
        }
        tag::open(&mut self.out, "pre", &attributes);
        if self.options.mac_code_block {
            self.out.push_str(BAR);
        }
        self.out.push_str("<span class=\"code-body\">");
        if self.options.line_numbers {
            self.line_numbers(literal);
        }
        tag::open(&mut self.out, "code", &[("class", &class)]);
        tag::escape(&mut self.out, literal);
        self.out.push_str("</code></span></pre>\n");
    }

    fn line_numbers(&mut self, literal: &str) {
        self.out.push_str("<span class=\"code-lines\">");
        for number in 1..=literal.strip_suffix('\n').unwrap_or(literal).split('\n').count() {
            if number > 1 {
                self.out.push_str("<br />");
            }
            self.out.push_str(&number.to_string());
        }
        self.out.push_str("</span>");
    }
}

/// Without the end of the last line, which shows nothing in a `pre`. Where blank lines end the code it stays: a browser
/// shows one line less than there are line ends.
fn without_line_end(literal: &str) -> &str {
    match literal.strip_suffix('\n') {
        Some(text) if !text.ends_with('\n') => text,
        _ => literal,
    }
}
