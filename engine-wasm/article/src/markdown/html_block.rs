//! Raw HTML blocks: what opens one, and what ends it. Source: CommonMark 0.31.2, HTML blocks.

use super::html_tags;

/// An HTML block, by what ends it.
#[derive(Debug, Clone, Copy)]
pub(super) enum HtmlBlock {
    UntilBlank,
    Until(&'static str),
}

/// The HTML block that `content` opens.
pub(super) fn opened_by(content: &str, in_paragraph: bool) -> Option<HtmlBlock> {
    let rest = content.get(1..)?;
    if rest.starts_with("!--") {
        return Some(HtmlBlock::Until("-->"));
    }
    if rest.starts_with('?') {
        return Some(HtmlBlock::Until("?>"));
    }
    if rest.starts_with("![CDATA[") {
        return Some(HtmlBlock::Until("]]>"));
    }
    if rest
        .strip_prefix('!')
        .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
    {
        return Some(HtmlBlock::Until(">"));
    }
    let name = rest.strip_prefix('/').unwrap_or(rest);
    let len = name
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        .count();
    if len == 0 || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let (name, after) = name.split_at_checked(len)?;
    for (raw, end) in [
        ("script", "</script>"),
        ("pre", "</pre>"),
        ("style", "</style>"),
        ("textarea", "</textarea>"),
    ] {
        if name.eq_ignore_ascii_case(raw) {
            return Some(HtmlBlock::Until(end));
        }
    }
    let ends_name = after.is_empty() || after.starts_with([' ', '\t', '>']) || after.starts_with("/>");
    // A tag that is alone on its line opens a block too, but not within a paragraph.
    let alone = !in_paragraph && after.contains('>') && html_tags::after_tag(after).trim().is_empty();
    (ends_name && (is_listed(BLOCK_TAGS, &name.to_ascii_lowercase()) || alone))
        .then_some(HtmlBlock::UntilBlank)
}

/// Elements that open an HTML block even within a paragraph. Source: CommonMark 0.31.2, HTML blocks, condition 6.
const BLOCK_TAGS: &str = "address article aside base basefont blockquote body caption center col colgroup dd details dialog \
    dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr \
    html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section \
    summary table tbody td tfoot th thead title tr track ul";

/// Whether `name` is one of the names in `list`, which stand one space apart.
pub(super) fn is_listed(list: &str, name: &str) -> bool {
    list.split(' ').any(|known| known == name)
}
