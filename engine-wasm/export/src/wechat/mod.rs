//! The way of an article into WeChat's editor: small transforms of one tree, in one order.
//!
//! WeChat keeps inline styles on a few elements and drops or rewrites the rest; each transform answers one thing
//! that is known to be lost. docs/copy-chain.md says for each what it does and why. Order matters: names of roles
//! (classes) are read by the first transforms and dropped by the last.

mod block_boxes;
mod boxes;
mod code;
mod colors;
mod details;
mod diagram_backdrops;
mod edges;
mod elements;
mod formulas;
mod hidden;
mod images;
mod links;
mod lists;
mod margins;
mod merge;
mod outermost;
mod positions;
mod profile_card;
mod redundant_declarations;
mod ruby;
mod spaces;
mod strip;
mod tables;
mod task_boxes;
mod translucent_backgrounds;

use crate::css::{self, Defaults};
use crate::findings::Findings;
use crate::svg;
use crate::tree::{NodeId, Tree};

/// What browsers do to elements before any author says something. WeChat resets it, so it must be said.
const DEFAULTS: &str = include_str!("defaults.css");

/// Turns an article, its slots filled, into what WeChat keeps.
pub(crate) fn run(tree: &mut Tree, css: &str, findings: &mut Findings) {
    let markers = css::apply(tree, Tree::ROOT, css, Defaults(DEFAULTS), findings);
    hidden::remove(tree);
    profile_card::empty(tree);
    details::open(tree, findings);
    task_boxes::to_text(tree);
    lists::to_sections(tree, &markers);
    code::keep_lines(tree);
    formulas::keep_in_line(tree);
    svg::flatten(tree, findings);
    tables::wrap(tree);
    images::size_by_style(tree);
    links::unlink(tree, findings);
    ruby::stack(tree);
    elements::rename(tree);
    block_boxes::to_sections(tree);
    positions::to_transforms(tree, findings);
    spaces::normalize(tree);
    outermost::protect(tree);
    colors::on_text_holders(tree);
    let backdrops = translucent_backgrounds::write(tree);
    diagram_backdrops::add(tree, &backdrops);
    boxes::shorten(tree);
    margins::write_out(tree);
    redundant_declarations::remove(tree);
    strip::attributes(tree);
    merge::spans(tree);
    edges::pad(tree);
}

/// Elements that make a line or a box of their own unless a style says otherwise.
const BLOCKS: [&str; 40] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "caption",
    "colgroup",
    "col",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "td",
    "th",
    "ul",
];

/// Whether the node makes a box of its own in the flow of text.
fn is_block(tree: &Tree, id: NodeId) -> bool {
    let Some(element) = tree.element(id).filter(|element| element.is_html()) else {
        return false;
    };
    match element.style.get("display") {
        Some(display) => !display.starts_with("inline") && display != "contents",
        None => BLOCKS.contains(&element.name()) || element.is("mp-common-profile"),
    }
}

/// Whether the parent lays its children out as boxes.
fn is_flex_item(tree: &Tree, id: NodeId) -> bool {
    let display = tree
        .parent(id)
        .and_then(|parent| tree.element(parent))
        .and_then(|parent| parent.style.get("display"));
    display.is_some_and(|display| display.ends_with("flex") || display.ends_with("grid"))
}

/// Whether an element by this name may stand inside `p` and is read back there by a parser.
fn closes_paragraph(tree: &Tree, id: NodeId) -> bool {
    tree.is_any(id, &BLOCKS) || tree.is(id, "mp-common-profile")
}

/// Whether something below the node would end a `p` around it.
fn holds_blocks(tree: &Tree, id: NodeId) -> bool {
    tree.descendants(id)
        .into_iter()
        .any(|node| closes_paragraph(tree, node))
}

/// Every element of the tree, in order.
fn elements(tree: &Tree) -> Vec<NodeId> {
    tree.find(Tree::ROOT, |_| true)
}

#[cfg(test)]
pub(crate) use test::after;

#[cfg(test)]
mod test {
    use crate::style::Style;
    use crate::tree::Tree;

    /// Reads `style` attributes as the cascade leaves them.
    pub(crate) fn read_styles(tree: &mut Tree) {
        for id in tree.descendants(Tree::ROOT) {
            let Some(element) = tree.element_mut(id) else {
                continue;
            };
            if let Some(css) = element.remove_attribute("style") {
                element.style = Style::parse(&css);
            }
        }
    }

    /// The HTML after one transform.
    pub(crate) fn after(transform: impl FnOnce(&mut Tree), html: &str) -> String {
        let mut tree = Tree::parse(html);
        read_styles(&mut tree);
        transform(&mut tree);
        tree.to_html()
    }
}
