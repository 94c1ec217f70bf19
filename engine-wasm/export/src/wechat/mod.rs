//! Turns an article into what WeChat's editor keeps: small transforms of one tree, in one order.
//!
//! WeChat keeps inline styles on a few elements and drops or rewrites the rest; each transform answers one thing
//! that is known to be lost. docs/copy-chain.md says for each what it does and why. Order matters: classes
//! are read by the first transforms and dropped by the last.

mod block_boxes;
mod block_markers;
mod boxes;
mod code;
mod colors;
mod details;
mod diagram_backdrops;
mod edge_spaces;
mod edges;
mod elements;
mod flow;
mod formulas;
mod hidden;
mod images;
mod lengths;
mod links;
mod list_markers;
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
mod widths;

use crate::css::{self, Defaults};
use crate::findings::Findings;
use crate::svg;
use crate::tree::Tree;

/// The default style sheet of browsers. WeChat resets it, so it must be written out.
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
    widths::as_limits(tree);
    edge_spaces::keep(tree);
    boxes::shorten(tree);
    margins::write_out(tree);
    redundant_declarations::remove(tree);
    strip::attributes(tree);
    merge::spans(tree);
    edges::pad(tree);
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
