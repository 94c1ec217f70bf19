//! The beginning of an article, for those who may read no more.

use std::collections::HashSet;

use super::paragraph::cut_paragraph;
use super::visible::count_tree;
use crate::tree::{Element, NodeId, Tree};

/// Where an article is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Behind a number of characters, as [`super::count_visible_chars`] counts them.
    Characters(usize),
    /// Behind a number of blocks: the author marked the place.
    Blocks(usize),
}

/// The beginning of an article.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// Well-formed HTML.
    pub html: String,
    /// True when something is left out.
    pub is_cut: bool,
    /// The anchors of the headings in it.
    pub heading_ids: Vec<String>,
}

/// The beginning of an article that is made of `blocks`, which are clean.
///
/// - Whole blocks as long as they fit. Where nothing but headings stands before a paragraph that does not fit, the
///   paragraph is cut: behind a sentence, else behind a character. Nothing else is ever cut.
/// - With [`Cut::Characters`] never more characters than that.
/// - Notes whose reference is left out, entries of a table of contents whose heading is, and the list of links are
///   left out too.
/// - Never fails; the same arguments give the same bytes. Source: specification §3, Access control, and §9.
///
/// ```
/// use moyan_export::{Cut, excerpt};
/// let start = excerpt(&["<p>一。二。三。</p>", "<p>四。</p>"], Cut::Characters(5));
/// assert_eq!((start.html.as_str(), start.is_cut), ("<p>一。二。</p>", true));
/// ```
pub fn excerpt(blocks: &[&str], cut: Cut) -> Excerpt {
    let n_text = blocks.len() - count_collections(blocks);
    let (texts, collections) = blocks.split_at(n_text);
    let mut kept = Kept::new(cut);
    for (index, block) in texts.iter().enumerate() {
        if !kept.take(index, block) {
            return kept.finish(collections);
        }
    }
    let whole = Kept {
        n_chars: kept.n_chars,
        ..Kept::new(cut)
    };
    if whole.has_room_for(collections) {
        let heading_ids = kept.heading_ids();
        return Excerpt {
            html: blocks.concat(),
            is_cut: false,
            heading_ids,
        };
    }
    kept.finish(collections)
}

/// How many of the last blocks the engine collected from the whole text: the list of links, the notes.
fn count_collections(blocks: &[&str]) -> usize {
    const STARTS: [&str; 2] = ["<section class=\"citations\"", "<section class=\"footnotes\""];
    let is_collection = |block: &&&str| STARTS.iter().any(|start| block.starts_with(start));
    blocks
        .iter()
        .rev()
        .take(STARTS.len())
        .take_while(is_collection)
        .count()
}

/// What is shown so far.
struct Kept {
    cut: Cut,
    trees: Vec<Tree>,
    n_chars: usize,
    /// True as long as nothing but headings is shown.
    has_headings_only: bool,
}

impl Kept {
    fn new(cut: Cut) -> Self {
        Self {
            cut,
            trees: Vec::new(),
            n_chars: 0,
            has_headings_only: true,
        }
    }

    fn chars_left(&self) -> usize {
        match self.cut {
            Cut::Characters(max_chars) => max_chars.saturating_sub(self.n_chars),
            Cut::Blocks(_) => usize::MAX,
        }
    }

    fn has_room_for(&self, blocks: &[&str]) -> bool {
        let n_chars: usize = blocks.iter().map(|block| super::count_visible_chars(block)).sum();
        n_chars <= self.chars_left()
    }

    /// Takes a block, or what fits of it; false when that was the last one.
    fn take(&mut self, index: usize, block: &str) -> bool {
        if matches!(self.cut, Cut::Blocks(n_blocks) if index >= n_blocks) {
            return false;
        }
        let mut tree = Tree::parse(block);
        let n_chars = count_tree(&tree, Tree::ROOT);
        if n_chars > self.chars_left() {
            if self.has_headings_only && cut_paragraph(&mut tree, self.chars_left()) {
                self.n_chars += count_tree(&tree, Tree::ROOT);
                self.trees.push(tree);
            }
            return false;
        }
        self.n_chars += n_chars;
        self.has_headings_only &= n_chars == 0
            || tree
                .children(Tree::ROOT)
                .iter()
                .all(|id| is_heading_node(&tree, *id));
        self.trees.push(tree);
        true
    }

    fn heading_ids(&self) -> Vec<String> {
        let mut ids = Vec::new();
        for tree in &self.trees {
            for id in tree.find(Tree::ROOT, is_heading) {
                ids.extend(tree.attribute(id, "id").map(str::to_owned));
            }
        }
        ids
    }

    /// Adds the notes that belong to what is shown, and takes out what leads nowhere.
    fn finish(mut self, collections: &[&str]) -> Excerpt {
        let heading_ids = self.heading_ids();
        let shown: HashSet<&str> = heading_ids.iter().map(String::as_str).collect();
        let mut wanted = HashSet::new();
        for tree in &mut self.trees {
            prune_contents(tree, &shown);
            wanted.extend(references(tree).into_iter().map(|(_, name)| name));
        }
        let notes = collections
            .iter()
            .find(|block| block.starts_with("<section class=\"footnotes\""))
            .and_then(|block| self.notes(block, wanted));
        let names: HashSet<String> = notes.iter().flat_map(item_ids).collect();
        self.trees.extend(notes);
        let mut html = String::new();
        for tree in &mut self.trees {
            for (link, name) in references(tree) {
                if !names.contains(&name) {
                    tree.unwrap(link);
                }
            }
            html.push_str(&tree.to_html());
        }
        Excerpt {
            html,
            is_cut: true,
            heading_ids,
        }
    }

    /// The first notes, as long as they are referred to and fit.
    fn notes(&self, block: &str, mut wanted: HashSet<String>) -> Option<Tree> {
        let mut tree = Tree::parse(block);
        let items = tree.find(Tree::ROOT, |element| {
            element.is("li") && element.attribute("id").is_some_and(|id| id.starts_with("fn-"))
        });
        let title_chars: usize = count_tree(&tree, Tree::ROOT)
            - items
                .iter()
                .map(|id| count_tree(&tree, *id))
                .sum::<usize>()
                .min(count_tree(&tree, Tree::ROOT));
        let mut chars_left = self.chars_left().checked_sub(title_chars)?;
        let mut n_kept = 0;
        let mut is_over = false;
        for item in items {
            let n_chars = count_tree(&tree, item);
            let is_wanted = tree.attribute(item, "id").is_some_and(|id| wanted.contains(id));
            is_over |= !is_wanted || n_chars > chars_left;
            if is_over {
                tree.detach(item);
                continue;
            }
            chars_left -= n_chars;
            n_kept += 1;
            wanted.extend(references_below(&tree, item).into_iter().map(|(_, name)| name));
        }
        if n_kept == 0 {
            return None;
        }
        self.prune_ways_back(&mut tree);
        Some(tree)
    }

    /// Takes out the ways back to references that are not shown.
    fn prune_ways_back(&self, notes: &mut Tree) {
        let mut shown: HashSet<String> = HashSet::new();
        for tree in self.trees.iter().chain([&*notes]) {
            for (link, _) in references(tree) {
                shown.extend(tree.attribute(link, "id").map(|id| format!("#{id}")));
            }
        }
        let ways = notes.find(Tree::ROOT, |element| element.has_class("footnote-back"));
        for way in ways {
            if !notes
                .attribute(way, "href")
                .is_some_and(|href| shown.contains(href))
            {
                notes.detach(way);
            }
        }
    }
}

fn is_heading(element: &Element) -> bool {
    ["h1", "h2", "h3", "h4", "h5", "h6"]
        .iter()
        .any(|name| element.is(name))
}

fn is_heading_node(tree: &Tree, id: NodeId) -> bool {
    tree.element(id).is_none_or(is_heading)
}

fn item_ids(notes: &Tree) -> Vec<String> {
    let items = notes.find(Tree::ROOT, |element| element.is("li"));
    let ids = items.into_iter().filter_map(|id| notes.attribute(id, "id"));
    ids.map(str::to_owned).collect()
}

/// The links to notes, with the anchors that they lead to.
fn references(tree: &Tree) -> Vec<(NodeId, String)> {
    references_below(tree, Tree::ROOT)
}

fn references_below(tree: &Tree, top: NodeId) -> Vec<(NodeId, String)> {
    let links = tree.find(top, |element| element.is("a"));
    let anchor = |id: &NodeId| Some(tree.attribute(*id, "href")?.strip_prefix('#')?.to_owned());
    links
        .into_iter()
        .filter(|id| {
            tree.parent(*id)
                .is_some_and(|parent| tree.has_class(parent, "footnote-ref"))
        })
        .filter_map(|id| Some((id, anchor(&id)?)))
        .collect()
}

/// Takes out of tables of contents what leads to headings that are not shown, and tables that become empty.
fn prune_contents(tree: &mut Tree, shown: &HashSet<&str>) {
    for contents in tree.find(Tree::ROOT, |element| {
        element.is("nav") && element.has_class("toc")
    }) {
        for link in tree.find(contents, |element| element.is("a")) {
            let anchor = tree
                .attribute(link, "href")
                .and_then(|href| href.strip_prefix('#'));
            if !anchor.is_some_and(|anchor| shown.contains(anchor)) {
                tree.detach(link);
            }
        }
        // From the innermost outwards, so that what became empty empties what is around it.
        for id in tree.descendants(contents).into_iter().rev() {
            if tree.is_any(id, &["li", "ul"]) && tree.find(id, |element| element.is("a")).is_empty() {
                tree.detach(id);
            }
        }
        if tree.find(contents, |element| element.is("a")).is_empty() {
            tree.detach(contents);
        }
    }
}
