//! Profile cards: an `<mp-common-profile>` element, written as raw HTML, becomes the card of an account.
//!
//! The card is made from the element's attributes and holds no HTML of the author's, so it needs no sanitizer.
//! Source: specification §1, last but one point.

use comrak::nodes::{Node, NodeValue};

use crate::localized_text::LocalizedText;

use super::context::Context;
use super::{html_tags, link, tag, tree};

const NAME: &str = "mp-common-profile";

/// Replaces a paragraph that holds one profile element and nothing else.
pub(crate) fn resolve_paragraph<'a>(context: &Context<'a, '_>, node: Node<'a>) {
    let mut source = String::new();
    for child in node.children() {
        match &child.data().value {
            NodeValue::HtmlInline(html) => source.push_str(html),
            NodeValue::Text(text) if text.trim().is_empty() => {}
            NodeValue::SoftBreak => {}
            _ => return,
        }
    }
    replace(context, node, &source);
}

/// Replaces an HTML block that holds one profile element and nothing else.
pub(crate) fn resolve_block<'a>(context: &Context<'a, '_>, node: Node<'a>) {
    let source = match &node.data().value {
        NodeValue::HtmlBlock(html) => html.literal.clone(),
        _ => return,
    };
    replace(context, node, &source);
}

fn replace<'a>(context: &Context<'a, '_>, node: Node<'a>, source: &str) {
    let Some(attributes) = element(source) else { return };
    let html = card(&attributes, LocalizedText::new(context.options.language));
    tree::take_children(node);
    node.data_mut().value = NodeValue::Raw(html);
}

/// The attributes of `source` when it is one profile element without content.
fn element(source: &str) -> Option<Vec<(String, String)>> {
    let rest = source.trim().strip_prefix('<')?;
    let (name, rest) = rest.split_at_checked(NAME.len())?;
    if !name.eq_ignore_ascii_case(NAME) || !rest.starts_with([' ', '\t', '\n', '>', '/']) {
        return None;
    }
    let mut attributes = Vec::new();
    let mut rest = rest.trim_start();
    loop {
        if let Some(end) = rest.strip_prefix('>') {
            let end = end.trim();
            let is_whole = end.is_empty() || end.eq_ignore_ascii_case("</mp-common-profile>");
            return (is_whole && !attributes.is_empty()).then_some(attributes);
        }
        if let Some(end) = rest.strip_prefix("/>") {
            return (end.trim().is_empty() && !attributes.is_empty()).then_some(attributes);
        }
        let (attribute, after) = html_tags::attribute(rest)?;
        attributes.push(attribute);
        rest = after.trim_start();
    }
}

/// Attributes that the platform reads, in order.
const KEPT: [&str; 6] = [
    "data-alias",
    "data-headimg",
    "data-id",
    "data-nickname",
    "data-signature",
    "data-verify_status",
];

fn card(attributes: &[(String, String)], localized: LocalizedText) -> String {
    let value = |name: &str| {
        let found = attributes.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value.as_str())
    };
    let mut out = String::new();
    let kept: Vec<(&str, &str)> = KEPT
        .iter()
        .map(|name| (*name, value(name)))
        .filter(|(name, value)| !value.is_empty() && (*name != "data-headimg" || link::is_safe_image(value)))
        .collect();
    tag::open(&mut out, NAME, &kept);
    out.push_str("<section class=\"profile-card\"><section class=\"profile-body\">");
    let avatar = value("data-headimg");
    if !avatar.is_empty() && link::is_safe_image(avatar) {
        let avatar = tag::encode_url(avatar);
        tag::empty(
            &mut out,
            "img",
            &[
                ("alt", value("data-nickname")),
                ("class", "profile-avatar"),
                ("src", &avatar),
            ],
        );
    }
    out.push_str("<section class=\"profile-text\"><p class=\"profile-name\">");
    tag::escape(&mut out, value("data-nickname"));
    if value("data-verify_status") == "1" {
        out.push_str("<span class=\"profile-badge\">");
        out.push_str(localized.verified());
        out.push_str("</span>");
    }
    out.push_str("</p>");
    if !value("data-signature").is_empty() {
        out.push_str("<p class=\"profile-signature\">");
        tag::escape(&mut out, value("data-signature"));
        out.push_str("</p>");
    }
    out.push_str("</section></section><p class=\"profile-footer\">");
    out.push_str(localized.official_account());
    out.push_str("</p></section>");
    tag::close(&mut out, NAME);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_with_content_or_company_is_no_card() {
        assert!(element("<mp-common-profile data-id=\"a\"></mp-common-profile>").is_some());
        assert!(element("<mp-common-profile data-id='a' />").is_some());
        assert!(element("<mp-common-profile data-id=\"a\"><b></b></mp-common-profile>").is_none());
        assert!(element("<mp-common-profile data-id=\"a\"></mp-common-profile><script>").is_none());
        assert!(element("<mp-common-profile></mp-common-profile>").is_none());
        assert!(element("<mp-common-profile/>").is_none());
        assert!(element("<mp-common-profile data-id=\"a\"/>b").is_none());
        assert!(element("<mp-common-profiles data-id=\"a\"></mp-common-profiles>").is_none());
    }
}
