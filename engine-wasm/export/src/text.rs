//! An article as plain text, for hosts that take nothing else.

use crate::html_elements::{TextBreak, html_element};
use crate::tree::{NodeId, Tree};
use std::collections::HashMap;

/// The readable text of an article: paragraphs apart, list markers, cells between tabs, formulas as their source.
pub(crate) fn plain_text(tree: &Tree) -> String {
    let mut writer = Writer::default();
    write_children(tree, Tree::ROOT, &mut writer);
    let mut text = writer.out.trim().to_owned();
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

#[derive(Default)]
struct Writer {
    out: String,
    /// What stands before each item of the lists opened so far.
    markers: HashMap<NodeId, String>,
    /// Newlines that must stand before the next character.
    pending: usize,
    /// The marker of an item was the last that was written.
    is_after_marker: bool,
}

impl Writer {
    fn break_line(&mut self, n_newlines: usize) {
        self.pending = self.pending.max(n_newlines);
    }

    /// What stands between tags at the end of a line or cell is no text.
    fn trim_end(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
    }

    fn push_marker(&mut self, marker: &str) {
        self.push(marker);
        self.is_after_marker = true;
    }

    fn push(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.is_after_marker = false;
        if self.pending > 0 && !self.out.is_empty() {
            self.trim_end();
            let standing = self
                .out
                .chars()
                .rev()
                .take_while(|character| *character == '\n')
                .count();
            self.out
                .extend(std::iter::repeat_n('\n', self.pending.saturating_sub(standing)));
        }
        self.pending = 0;
        self.out.push_str(text);
    }

    fn push_collapsed(&mut self, text: &str) {
        let at_start = self.pending > 0 || self.out.is_empty() || self.out.ends_with(['\n', ' ', '\t']);
        let mut collapsed = String::new();
        for character in text.chars() {
            let space = matches!(character, ' ' | '\n' | '\t' | '\r');
            if !space {
                collapsed.push(character);
            } else if !(collapsed.ends_with(' ') || (collapsed.is_empty() && at_start)) {
                collapsed.push(' ');
            }
        }
        self.push(&collapsed);
    }
}

enum Step {
    Open(NodeId),
    Close(usize),
}

fn write_children(tree: &Tree, top: NodeId, writer: &mut Writer) {
    let mut steps: Vec<Step> = tree.children(top).into_iter().rev().map(Step::Open).collect();
    while let Some(step) = steps.pop() {
        match step {
            Step::Close(n_newlines) => writer.break_line(n_newlines),
            Step::Open(id) => open(tree, id, writer, &mut steps),
        }
    }
}

fn open(tree: &Tree, id: NodeId, writer: &mut Writer, steps: &mut Vec<Step>) {
    if let Some(text) = tree.text(id) {
        if tree.ancestor(id, |above| above.is("pre")).is_some() {
            writer.push(text);
        } else {
            writer.push_collapsed(text);
        }
        return;
    }
    let Some(element) = tree.element(id) else { return };
    if element.is_svg()
        || element.has_class("code-bar")
        || element.has_class("code-lines")
        || element.has_class("footnote-back")
    {
        return;
    }
    if element.has_class("math-inline") || element.has_class("math-block") {
        let n_newlines = if element.has_class("math-block") { 2 } else { 0 };
        writer.break_line(n_newlines);
        writer.push(element.attribute("data-tex").unwrap_or(&tree.text_content(id)));
        return writer.break_line(n_newlines);
    }
    match element.name() {
        "br" => return writer.push("\n"),
        "img" => {
            let name = element.attribute("alt").unwrap_or_default();
            if !is_in_caption(tree, id, name) {
                writer.push(name);
            }
            return;
        }
        "input" => {
            return writer.push(if element.attribute("checked").is_some() {
                "[x] "
            } else {
                "[ ] "
            });
        }
        "td" | "th" if is_behind_cell(tree, id) => {
            writer.trim_end();
            writer.push("\t");
        }
        _ => {}
    }
    let in_item = tree.ancestor(id, |above| above.is("li")).is_some();
    let text_break = html_element(element.name()).map(|known| known.text_break);
    let is_paragraph = text_break == Some(TextBreak::Paragraph);
    let n_newlines = match text_break {
        Some(TextBreak::Paragraph) if !in_item => 2,
        Some(TextBreak::Paragraph | TextBreak::Line) => 1,
        Some(TextBreak::Within) | None => 0,
    };
    // The first paragraph of an item stands behind its marker.
    let is_first_of_item = writer.is_after_marker && is_paragraph;
    writer.break_line(if is_first_of_item { 0 } else { n_newlines });
    if element.is("ul") || element.is("ol") {
        number_items(tree, id, writer);
    }
    if element.is("li") {
        let marker = writer.markers.remove(&id).unwrap_or_default();
        writer.push_marker(&marker);
    }
    steps.push(Step::Close(n_newlines));
    steps.extend(tree.children(id).into_iter().rev().map(Step::Open));
}

/// True where the caption of a picture says just what the picture is called.
fn is_in_caption(tree: &Tree, id: NodeId, name: &str) -> bool {
    tree.ancestor(id, |above| above.is("figure"))
        .is_some_and(|figure| tree.text_content(figure).trim() == name.trim())
}

/// True where another cell stands before this one, whatever blanks are between them.
fn is_behind_cell(tree: &Tree, id: NodeId) -> bool {
    std::iter::successors(tree.previous(id), |&before| tree.previous(before))
        .any(|before| tree.is_any(before, &["td", "th"]))
}

/// `- ` or `3. ` for each item, indented by the depth of the list.
fn number_items(tree: &Tree, list: NodeId, writer: &mut Writer) {
    let mut depth = 0_usize;
    let mut above = tree.parent(list);
    while let Some(id) = above {
        depth += usize::from(tree.is(id, "li"));
        above = tree.parent(id);
    }
    let indent = "  ".repeat(depth.min(20));
    let mut number = tree
        .attribute(list, "start")
        .and_then(|value| value.parse::<i64>().ok())
        .unwrap_or(1);
    for item in tree
        .children(list)
        .into_iter()
        .filter(|child| tree.is(*child, "li"))
    {
        let sign = if tree.is(list, "ol") {
            format!("{indent}{number}. ")
        } else {
            format!("{indent}- ")
        };
        writer.markers.insert(item, sign);
        number = number.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_reads_as_text() {
        let html = "<section class=\"article\"><h2>标题</h2><p>a <b>b</b><br>c</p><ol start=\"3\"><li>x<ul><li>y</li></ul></li><li>z</li></ol>\
            <section class=\"table\"><table><tr><th>1</th><th>2</th></tr><tr><td>3</td><td>4</td></tr></table></section>\
            <pre class=\"code-block\"><span class=\"code-lines\">1<br>2</span><code>let  a\nb\n</code></pre>\
            <p>f <span class=\"math-inline\" data-tex=\"x^2\"><svg></svg></span>!</p></section>";
        assert_eq!(
            plain_text(&Tree::parse(html)),
            "标题\n\na b\nc\n\n3. x\n  - y\n4. z\n\n1\t2\n3\t4\n\nlet  a\nb\n\nf x^2!\n"
        );
    }

    #[test]
    fn a_paragraph_of_an_item_stands_behind_its_marker_and_no_line_ends_with_a_space() {
        let html = "<ol>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n<li>c\n<ul>\n<li>\n<section><p>d</p></section>\n</li>\n</ul>\n</li>\n</ol>\n\
            <table>\n<tr>\n<th>1</th>\n<th>2</th>\n</tr>\n<tr>\n<td>3</td>\n<td></td>\n</tr>\n</table>";
        assert_eq!(
            plain_text(&Tree::parse(html)),
            "1. a\nb\n2. c\n  - d\n\n1\t2\n3\n"
        );
    }

    #[test]
    fn a_picture_is_named_once_by_its_caption_or_by_itself() {
        for (html, text) in [
            (
                "<figure><img alt=\"汤\"><figcaption>汤</figcaption></figure>",
                "汤\n",
            ),
            (
                "<figure><a><img alt=\"汤\"></a><figcaption> 汤 </figcaption></figure>",
                "汤\n",
            ),
            (
                "<figure><img alt=\"汤\"><figcaption>第一次</figcaption></figure>",
                "汤\n第一次\n",
            ),
            ("<figure><img alt=\"汤\"></figure>", "汤\n"),
            ("<p>a <img alt=\"汤\"> 汤</p>", "a 汤 汤\n"),
        ] {
            assert_eq!(plain_text(&Tree::parse(html)), text, "{html}");
        }
    }
}
