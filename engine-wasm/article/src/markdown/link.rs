//! Links: which addresses may be followed, and the `a` element.

use comrak::nodes::{Node, NodeLink, NodeValue};

use crate::warning::Warning;

use super::context::Context;
use super::format::{Flow, Formatter};
use super::tag;

/// Schemes that a link may have.
const LINK_SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// Schemes that an image may have.
const IMAGE_SCHEMES: [&str; 3] = ["http", "https", "blob"];

/// Images that may stand in the document itself: raster types only, since SVG can hold scripts.
const DATA_TYPES: [&str; 6] = [
    "image/png",
    "image/jpeg",
    "image/jpg",
    "image/gif",
    "image/webp",
    "image/bmp",
];

/// The scheme of `url` as a browser reads it, in lower case; none for a relative address.
fn scheme(url: &str) -> Option<String> {
    // Browsers skip blanks and controls in front, and tabs and newlines anywhere.
    let head: String = url
        .trim_start_matches(|c: char| c <= ' ')
        .chars()
        .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
        .take_while(|c| !matches!(c, '/' | '?' | '#'))
        .take(40)
        .collect();
    let (name, _) = head.split_once(':')?;
    Some(name.to_ascii_lowercase())
}

/// Whether a reader may follow a link to `url`.
pub(crate) fn is_safe_link(url: &str) -> bool {
    scheme(url).is_none_or(|scheme| LINK_SCHEMES.contains(&scheme.as_str()))
}

/// Whether an image may be loaded from `url`.
pub(crate) fn is_safe_image(url: &str) -> bool {
    let Some(scheme) = scheme(url) else { return true };
    if scheme != "data" {
        return IMAGE_SCHEMES.contains(&scheme.as_str());
    }
    let Some((_, rest)) = url.split_once(':') else {
        return false;
    };
    let media = rest.split([';', ',']).next().unwrap_or_default();
    DATA_TYPES.iter().any(|known| known.eq_ignore_ascii_case(media))
}

/// Whether `url` leads to another site.
pub(crate) fn is_external(url: &str) -> bool {
    matches!(scheme(url).as_deref(), Some("http" | "https")) || url.starts_with("//")
}

/// Whether a link's text is its own address.
pub(crate) fn is_bare(url: &str, text: &str) -> bool {
    let text = text.trim();
    url == text
        || ["http://", "mailto:"]
            .iter()
            .any(|start| url.strip_prefix(start) == Some(text))
}

/// Warns of an address that the HTML will leave out, and makes addresses in the text of a link text: links do not nest.
pub(crate) fn check<'a>(context: &mut Context<'a, '_>, node: Node<'a>) {
    let is_link = matches!(node.data().value, NodeValue::Link(_));
    let inside = node.descendants().skip(1).take_while(|_| is_link);
    for inner in inside {
        let mut data = inner.data_mut();
        if matches!(data.value, NodeValue::Link(_)) {
            // Of an escape only what it holds is printed.
            data.value = NodeValue::Escaped;
        }
    }
    let (key, url) = match &node.data().value {
        NodeValue::Link(link) if !is_safe_link(&link.url) => ("link.unsafe", link.url.clone()),
        NodeValue::Image(link) if !is_safe_image(&link.url) => ("image.unsafe", link.url.clone()),
        _ => return,
    };
    let shown: String = url.chars().take(100).collect();
    let warning = Warning::new(key, context.line(node)).with_detail(&shown);
    context.warnings.push(warning);
}

impl Formatter<'_> {
    /// `<a href="…">`, without an address when it is none to follow.
    pub(super) fn enter_link(&mut self, link: &NodeLink) -> Flow {
        let href = tag::encode_url(&link.url);
        let mut attributes = Vec::new();
        if !self.dialect.is_article() || is_safe_link(&link.url) {
            attributes.push(("href", href.as_str()));
        }
        if !link.title.is_empty() {
            attributes.push(("title", link.title.as_str()));
        }
        tag::open(&mut self.out, "a", &attributes);
        Flow::Inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disguised_script_is_not_safe() {
        for url in [
            "javascript:alert(1)",
            " JavaScript:alert(1)",
            "java\tscript:alert(1)",
            "vbscript:x",
            "data:text/html,x",
            "\u{1}javascript:x",
        ] {
            assert!(!is_safe_link(url), "{url:?}");
            assert!(!is_safe_image(url), "{url:?}");
        }
    }

    #[test]
    fn usual_addresses_are_safe() {
        for url in [
            "",
            "#a",
            "/a:b",
            "a?b=c:d",
            "https://a.com",
            "mailto:a@b.c",
            "tel:+8610",
            "a.png",
        ] {
            assert!(is_safe_link(url), "{url:?}");
        }
        assert!(is_safe_image("data:image/png;base64,AA"));
        assert!(is_safe_image("blob:https://a.com/1"));
        assert!(!is_safe_image("data:image/svg+xml,<svg>"));
    }
}
