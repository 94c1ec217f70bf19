//! Tags that show nothing: components of other tools (`<Tabs>`) and type parameters of code without backticks
//! (`List<String>`). The author is told.

use comrak::nodes::{Node, NodeValue};

use super::context::Context;
use super::html_block::{BLOCK_TAGS, is_listed};
use super::html_tags;
use crate::warning::Warning;

/// Elements in a line of text that an article shows, and those of [`super::media`].
const INLINE_TAGS: &str = "a abbr audio b bdi bdo big br cite code del dfn em embed font i img input ins kbd mark \
    mp-common-profile object picture pre q rp rt ruby s samp small source span strike strong sub sup time tt u var \
    video wbr";

/// Warns of each start tag in raw HTML whose name is none of these. Within `svg` and `math` names are their own.
pub(crate) fn check<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let data = node.data();
    let html = match &data.value {
        NodeValue::HtmlBlock(block) => {
            context.is_in_foreign = false;
            &block.literal
        }
        NodeValue::HtmlInline(html) => html,
        _ => return,
    };
    for tag in html_tags::read(html) {
        if tag.name == "svg" || tag.name == "math" {
            context.is_in_foreign = !tag.is_end;
        } else if !(context.is_in_foreign
            || tag.is_end
            || is_listed(BLOCK_TAGS, &tag.name)
            || is_listed(INLINE_TAGS, &tag.name))
        {
            let start = tag.range.start;
            let line_ends = html.bytes().take(start).filter(|byte| *byte == b'\n');
            let line = context.file_line(data.sourcepos.start.line + line_ends.count());
            let name = html.get(start + 1..=start + tag.name.len()).unwrap_or_default();
            context
                .warnings
                .push(Warning::new("html.unknownTag", line).with_detail(name));
        }
    }
}
