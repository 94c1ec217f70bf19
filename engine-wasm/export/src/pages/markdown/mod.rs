//! Markdown of an article's HTML, for programs that read published pages.
//!
//! What is shown is what there is to write down: the source of a document never stands behind it.
//! Start reading at [`page_markdown`]; `inline` writes lines of text, `table` tables.

mod inline;
mod table;

use crate::tree::{NodeId, Tree};

/// Classes whose elements repeat something that the text says, or that only looks have.
const LEFT_OUT: [&str; 7] = [
    "citations",
    "code-bar",
    "code-lines",
    "footnote-back",
    "reading-note",
    "slider-hint",
    "toc",
];
/// Elements inside each other that are written as what they are. What lies deeper is written as its text.
const MAX_DEPTH: usize = 64;

/// What is written of a tree.
struct Writer<'a> {
    tree: &'a Tree,
    /// What stands in the place of an address.
    address: &'a dyn Fn(&str) -> String,
}

/// The Markdown of an article's HTML.
///
/// - `address` gives what stands in the place of the address of a link or an image.
/// - Looks are left out, and so are drawings whose source is not there. Tables become simple ones, formulas their TeX.
/// - Never fails; the same arguments give the same text, with one line break at its end, or nothing.
///
/// ```
/// use moyan_export::page_markdown;
/// let html = "<h2 id=\"a\">标题</h2><p><strong>墨</strong> <a href=\"/docs/b\">砚</a></p>";
/// let text = page_markdown(html, |address| format!("https://site.example{address}"));
/// assert_eq!(text, "## 标题\n\n**墨** [砚](https://site.example/docs/b)\n");
/// ```
pub fn page_markdown(html: &str, address: impl Fn(&str) -> String) -> String {
    let tree = Tree::parse(html);
    let writer = Writer {
        tree: &tree,
        address: &address,
    };
    let mut text = writer.blocks(Tree::ROOT, 0).join("\n\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

impl Writer<'_> {
    /// The blocks below an element. Text between them is a paragraph.
    fn blocks(&self, parent: NodeId, depth: usize) -> Vec<String> {
        let mut blocks = Vec::new();
        let mut line = Vec::new();
        let flush = |line: &mut Vec<NodeId>, blocks: &mut Vec<String>| {
            let text = inline::paragraph(&self.inline_all(line, depth));
            line.clear();
            if !text.is_empty() {
                blocks.push(text);
            }
        };
        for id in self.tree.children(parent) {
            if self.is_inline(id) {
                line.push(id);
                continue;
            }
            flush(&mut line, &mut blocks);
            blocks.extend(self.block(id, depth));
        }
        flush(&mut line, &mut blocks);
        blocks
    }

    fn is_inline(&self, id: NodeId) -> bool {
        match self.tree.element(id) {
            Some(element) => element.is_inline(),
            None => self.tree.text(id).is_some(),
        }
    }

    fn block(&self, id: NodeId, depth: usize) -> Vec<String> {
        let Some(element) = self.tree.element(id).filter(|element| element.is_html()) else {
            return Vec::new();
        };
        if LEFT_OUT.iter().any(|class| element.has_class(class)) {
            return Vec::new();
        }
        if depth > MAX_DEPTH {
            return vec![inline::paragraph(&inline::escaped(&self.tree.text_content(id)))];
        }
        let depth = depth + 1;
        if element.has_class("math-block") {
            let tex = element.attribute("data-tex").unwrap_or_default();
            return vec![format!("$$\n{}\n$$", tex.trim())];
        }
        if element.has_class("alert") {
            return vec![self.alert(id, depth)];
        }
        match element.name() {
            name @ ("h1" | "h2" | "h3" | "h4" | "h5" | "h6") => {
                let level = name.trim_start_matches('h').parse().unwrap_or(1);
                let text = inline::one_line(&self.inline(id, depth));
                vec![format!("{} {text}", "#".repeat(level))]
            }
            "p" => self.blocks(id, depth),
            "pre" => self.code(id),
            "hr" => vec!["---".to_owned()],
            "blockquote" => vec![prefixed(&self.blocks(id, depth).join("\n\n"), "> ", "> ")],
            "ul" => vec![self.list(id, None, depth)],
            "ol" if self
                .tree
                .ancestor(id, |above| above.has_class("footnotes"))
                .is_some() =>
            {
                self.notes(id, depth)
            }
            "ol" => {
                let start = element.attribute("start").and_then(|start| start.parse().ok());
                vec![self.list(id, Some(start.unwrap_or(1)), depth)]
            }
            "table" => self.table(id, depth).into_iter().collect(),
            // A caption repeats what the image says.
            "figcaption" | "style" | "script" | "template" => Vec::new(),
            _ => self.container(id, depth),
        }
    }

    fn container(&self, id: NodeId, depth: usize) -> Vec<String> {
        let mut blocks = self.blocks(id, depth);
        if self.tree.has_class(id, "footnotes") {
            // The heading is the engine's; notes say by themselves what they are.
            blocks.retain(|block| block.starts_with("[^"));
        }
        blocks
    }

    fn code(&self, id: NodeId) -> Vec<String> {
        let inside = self.tree.find(id, |element| element.is("code"));
        let text = self.tree.text_content(inside.first().copied().unwrap_or(id));
        if text.trim().is_empty() {
            return Vec::new();
        }
        let diagram = self
            .tree
            .parent(id)
            .filter(|parent| self.tree.has_class(*parent, "diagram"));
        let lang = self
            .tree
            .attribute(diagram.unwrap_or(id), "data-lang")
            .unwrap_or_default();
        let fence = "`".repeat(inline::longest_run(&text, '`').max(2) + 1);
        // No backtick may stand behind a fence of backticks (CommonMark, section 4.5).
        let lang = lang.replace('`', "");
        vec![format!("{fence}{lang}\n{}\n{fence}", text.trim_end_matches('\n'))]
    }

    fn alert(&self, id: NodeId, depth: usize) -> String {
        let element = self.tree.element(id);
        let kind = element.and_then(|element| {
            let mut classes = element.classes();
            classes.find_map(|class| class.strip_prefix("alert-"))
        });
        let mut blocks = Vec::new();
        let mut title = String::new();
        for child in self.tree.children(id) {
            if self.tree.has_class(child, "alert-title") {
                title = inline::one_line(&self.inline(child, depth));
            } else {
                blocks.extend(self.block(child, depth));
            }
        }
        let kind = kind.unwrap_or("note").to_uppercase();
        let text = blocks.join("\n\n");
        prefixed(format!("[!{kind}] {title}\n{text}").trim_end(), "> ", "> ")
    }

    /// `first`: the number of the first item; none for bullets.
    fn list(&self, id: NodeId, first: Option<u64>, depth: usize) -> String {
        let items = self.tree.children(id);
        let items: Vec<NodeId> = items
            .into_iter()
            .filter(|item| self.tree.is(*item, "li"))
            .collect();
        let is_loose = items.iter().any(|item| {
            let children = self.tree.children(*item);
            children.iter().any(|child| self.tree.is(*child, "p"))
        });
        let texts = items.iter().zip(first.unwrap_or(1)..).map(|(item, number)| {
            let marker = match first {
                Some(_) => format!("{number}. "),
                None => "- ".to_owned(),
            };
            let boxes = self.tree.find(*item, |element| element.is("input"));
            let task = match (self.tree.has_class(*item, "task"), boxes.first()) {
                (true, Some(found)) if self.tree.attribute(*found, "checked").is_some() => "[x] ",
                (true, Some(_)) => "[ ] ",
                _ => "",
            };
            let blocks = self
                .blocks(*item, depth)
                .join(if is_loose { "\n\n" } else { "\n" });
            prefixed(&format!("{task}{blocks}"), &marker, &" ".repeat(marker.len()))
        });
        texts
            .collect::<Vec<_>>()
            .join(if is_loose { "\n\n" } else { "\n" })
    }

    fn notes(&self, id: NodeId, depth: usize) -> Vec<String> {
        let items = self.tree.children(id);
        let notes = items.iter().filter_map(|item| {
            let name = self.tree.attribute(*item, "id")?.strip_prefix("fn-")?;
            let text = self.blocks(*item, depth).join("\n\n");
            Some(prefixed(&text, &format!("[^{name}]: "), "    "))
        });
        notes.collect()
    }
}

/// A text whose first line and whose other lines begin with something; lines without text carry no white space.
fn prefixed(text: &str, first: &str, rest: &str) -> String {
    let mut out = String::with_capacity(text.len() + first.len());
    for (index, line) in text.split('\n').enumerate() {
        let prefix = if index == 0 { first } else { rest };
        if index > 0 {
            out.push('\n');
        }
        out.push_str(if line.is_empty() {
            prefix.trim_end()
        } else {
            prefix
        });
        out.push_str(line);
    }
    out
}

#[cfg(test)]
mod tests;
