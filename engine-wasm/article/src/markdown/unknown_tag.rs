//! Tags that no browser knows: components of other tools (`<Tabs>`) and type parameters of code without backticks
//! (`List<String>`). They show nothing, so the author is told.

use comrak::nodes::{Node, NodeValue};

use super::context::Context;
use super::html_block::BLOCK_TAGS;
use super::{html_tags, tree};
use crate::warning::Warning;

/// Elements of HTML and MathML in a line of text, and `svg`. Source: HTML Living Standard, elements, and the obsolete
/// ones that browsers still show.
const INLINE_TAGS: &str = " a abbr audio b bdi bdo big br button canvas cite code data datalist del dfn em embed font \
    i img input ins kbd label map mark math meter mp-common-profile nobr object output picture pre progress q rp rt \
    ruby s samp script select slot small source span strike strong style sub sup svg template textarea time tt u var \
    video wbr ";

/// Elements that have names of their own inside.
const FOREIGN: [&str; 2] = ["<svg", "<math"];

/// In a line of text a foreign element is looked for among so many nodes.
const MAX_NODES: usize = 64;

/// Warns of each start tag in raw HTML whose name is unknown.
pub(crate) fn check<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let html = match &node.data().value {
        NodeValue::HtmlBlock(block) => block.literal.clone(),
        NodeValue::HtmlInline(html) => html.clone(),
        _ => return,
    };
    let first_line = tree::position(node).start.line;
    let unknown = html_tags::read(&html)
        .into_iter()
        .filter(|tag| !tag.is_end && !is_known(&tag.name));
    for tag in unknown {
        if is_foreign(&html) || node.preceding_siblings().take(MAX_NODES).any(opens_foreign) {
            return;
        }
        let (before, from) = html.split_at_checked(tag.range.start).unwrap_or_default();
        let name = from.get(1..=tag.name.len()).unwrap_or_default();
        let line = context.file_line(first_line + before.matches('\n').count());
        context
            .warnings
            .push(Warning::new("html.unknownTag", line).with_detail(name));
    }
}

fn is_known(name: &str) -> bool {
    BLOCK_TAGS.contains(&name) || INLINE_TAGS.contains(&format!(" {name} "))
}

fn opens_foreign(node: Node<'_>) -> bool {
    matches!(&node.data().value, NodeValue::HtmlInline(html) if is_foreign(html))
}

fn is_foreign(html: &str) -> bool {
    FOREIGN.iter().any(|start| html.contains(start))
}
