//! Tags that show nothing: components of other tools (`<Tabs>`) and type parameters of code without backticks
//! (`List<String>`). The author is told.

use comrak::nodes::{Node, NodeValue};

use super::context::Context;
use super::html_block::is_listed;
use super::html_tags;
use crate::warning::Warning;

/// What an article shows: the elements that `moyan-export` keeps, which has a test that none is missing here, those of
/// [`super::media`], and those around an image.
const SHOWN: &str = "a abbr address article aside b bdi bdo blockquote br caption center cite code col colgroup dd del \
    details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd li main mark \
    mp-common-profile nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td \
    tfoot th thead time tr tt u ul var wbr audio embed iframe object video picture source";

/// What begins a section that a browser takes for a comment.
const CDATA: &str = "<![CDATA[";

/// So many warnings of tags are given, of all kinds.
const MAX_UNKNOWN: usize = 100;

/// Warns of each start tag in raw HTML that shows nothing. Within `svg` and `math` names are their own.
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
    if html.starts_with(CDATA) && context.n_unknown_tags < MAX_UNKNOWN {
        context.n_unknown_tags += 1;
        let line = context.file_line(data.sourcepos.start.line);
        let warning = Warning::new("html.unknownTag", line).with_detail(CDATA.trim_start_matches('<'));
        context.warnings.push(warning);
    }
    for tag in html_tags::read(html) {
        let start = tag.range.start;
        let line_ends = || html.bytes().take(start).filter(|byte| *byte == b'\n').count();
        let warn = |context: &mut Context<'_, '_>, key: &str, name: &str| {
            if context.n_unknown_tags < MAX_UNKNOWN {
                context.n_unknown_tags += 1;
                let line = context.file_line(data.sourcepos.start.line + line_ends());
                context.warnings.push(Warning::new(key, line).with_detail(name));
            }
        };
        if let Some(key) = lost_picture(&tag) {
            warn(context, key, &tag.name);
        }
        if tag.name == "svg" || tag.name == "math" {
            (context.is_in_foreign, context.has_foreign) = (!tag.is_end, true);
        } else if !(context.is_in_foreign || tag.is_end || is_listed(SHOWN, &tag.name)) {
            let name = html.get(start + 1..=start + tag.name.len()).unwrap_or_default();
            warn(context, "html.unknownTag", name);
        }
    }
}

/// What a tag says of a picture that will not be shown: in curly quotes an address is none, and a background loads
/// nothing.
fn lost_picture(tag: &html_tags::Tag<'_>) -> Option<&'static str> {
    if tag.is_end {
        return None;
    }
    let attributes = tag.attributes();
    let is_curly = |value: &str| value.starts_with(['“', '”', '‘', '’']);
    if attributes.iter().any(|(_, value)| is_curly(value)) {
        return Some("html.curlyQuotes");
    }
    let has_background =
        |(name, value): &(String, String)| name == "style" && value.to_ascii_lowercase().contains("url(");
    attributes.iter().any(has_background).then_some("html.background")
}

#[cfg(test)]
mod tests {
    use crate::{RenderOptions, render};

    #[test]
    fn an_element_whose_content_is_dropped_is_warned_of() {
        for text in [
            "页面的 <title> 写在 <b>head</b> 里",
            "- <script>\n- x\n</script>",
            "<style>\np {}\n</style>",
            "前 <![CDATA[x]]> 后",
            "<![CDATA[\nx\n]]>",
        ] {
            let warnings = render(text, &RenderOptions::default()).info.warnings;
            let keys: Vec<&str> = warnings.iter().map(|warning| warning.key.as_str()).collect();
            assert_eq!(keys, ["html.unknownTag"], "{text}");
        }
    }

    #[test]
    fn a_picture_that_vanishes_is_warned_of() {
        for (text, key) in [
            ("<img src=“https://a.com/b.png” width=”3”>", "html.curlyQuotes"),
            (
                "<section style=\"background-image:url(https://a.com/b.png)\">甲</section>",
                "html.background",
            ),
            (
                "甲 <span style='background: URL(b.png)'>乙</span>",
                "html.background",
            ),
        ] {
            let warnings = render(text, &RenderOptions::default()).info.warnings;
            let keys: Vec<&str> = warnings.iter().map(|warning| warning.key.as_str()).collect();
            assert_eq!(keys, [key], "{text}");
        }
    }

    #[test]
    fn a_hundred_tags_are_warned_of_each_with_its_line() {
        let html = ["<div>", &"<x>\n<Tab>".repeat(100)].concat();
        let warnings = render(&html, &RenderOptions::default()).info.warnings;
        let lines: Vec<u32> = warnings.iter().map(|warning| warning.line).collect();
        assert_eq!(lines.get(..4), Some(&[1, 2, 2, 3][..]));
        assert_eq!(lines.len(), 100);
    }

    #[test]
    fn one_limit_holds_for_all_kinds_of_warnings() {
        let html = ["<div>", &"<x>\n<x title=“a”>".repeat(60)].concat();
        let warnings = render(&html, &RenderOptions::default()).info.warnings;
        assert_eq!(warnings.len(), 100);
    }
}
