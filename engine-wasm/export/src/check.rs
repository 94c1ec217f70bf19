//! The check before the clipboard: what WeChat would drop or refuse.

use crate::findings::Findings;
use crate::html_elements::{HtmlElement, WechatName};
use crate::tree::{Element, Tree};

/// WeChat's draft interface takes fewer characters than this. Source: developers.weixin.qq.com, drafts.
pub const MAX_CHARACTERS: usize = 20_000;
/// And fewer bytes than this. Same source.
pub const MAX_BYTES: usize = 1_000_000;
/// So many elements make WeChat's page slow when they are pasted. Ordinary articles have 56 to 1,000 letters.
/// Source: mdnice, issue 367, whose article has about so many.
const MANY_ELEMENTS: usize = 8_000;
/// Bytes that an image may have to be uploaded. Source: obsidian-wechat-converter, thread 62.
const MAX_IMAGE_BYTES: usize = 10_000_000;

const ATTRIBUTES: [&str; 8] = [
    "alt", "colspan", "href", "rowspan", "span", "src", "style", "title",
];

/// Looks at the result of the chain and its HTML.
pub(crate) fn check(tree: &Tree, html: &str, findings: &mut Findings) {
    let elements = tree.find(Tree::ROOT, |_| true);
    if elements.len() >= MANY_ELEMENTS {
        findings.report("export.elements", &elements.len().to_string());
    }
    for id in elements {
        let Some(element) = tree.element(id) else { continue };
        if element.is("img") {
            image(element.attribute("src").unwrap_or_default(), findings);
        }
        outside_rules(element, findings);
        for one in element.style.iter() {
            if one.value.contains("var(") || one.name.starts_with("--") {
                findings.report("export.css.variable", &one.name);
            }
            if one.value.to_ascii_lowercase().contains("url(") {
                findings.report("export.image.background", &one.value);
            }
        }
    }
    let n_characters = html.chars().count();
    if n_characters >= MAX_CHARACTERS {
        findings.report("export.size", &n_characters.to_string());
    }
    if html.len() >= MAX_BYTES {
        findings.report("export.bytes", &html.len().to_string());
    }
}

fn outside_rules(element: &Element, findings: &mut Findings) {
    let is_kept = |known: &HtmlElement| known.wechat == WechatName::Kept;
    if element.is_html() && !element.in_table().is_some_and(is_kept) {
        findings.report("export.rule.element", element.name());
    }
    let is_card = element.is("mp-common-profile");
    for (name, _) in element.attributes() {
        let allowed = if element.is_html() {
            ATTRIBUTES.contains(&name) || (is_card && name.starts_with("data-"))
        } else {
            !matches!(name, "id" | "class" | "href") && !name.starts_with("on") && !name.starts_with("data-")
        };
        if !allowed {
            findings.report("export.rule.attribute", &format!("{} {name}", element.name()));
        }
    }
}

/// WeChat fetches images when they are pasted; what it cannot fetch or does not take is named here.
fn image(address: &str, findings: &mut Findings) {
    let lower = address.trim().to_ascii_lowercase();
    let path = lower.split(['?', '#']).next().unwrap_or_default();
    let key = if lower.starts_with("data:") {
        // Base64 writes three bytes as four characters.
        if address.len() / 4 * 3 > MAX_IMAGE_BYTES {
            "export.image.large"
        } else {
            "export.image.data"
        }
    } else if lower.starts_with("blob:") {
        "export.image.blob"
    } else if is_local(&lower) {
        "export.image.local"
    } else if (is_webp(path) && !asks_for(&lower, &["png", "jpg", "jpeg", "gif"]))
        || lower.contains("wx_fmt=webp")
        || asks_for(&lower, &["webp", "avif"])
    {
        "export.image.webp"
    } else if path.ends_with(".svg") {
        "export.image.svg"
    } else if lower.starts_with("http:") && !lower.starts_with("http://mmbiz.q") {
        "export.image.insecure"
    } else {
        return;
    };
    findings.report(key, address);
}

/// Types that WeChat does not take: WebP, under the names that image services give it, and AVIF.
fn is_webp(path: &str) -> bool {
    [".webp", ".awebp", ".avif"].iter().any(|end| path.ends_with(end))
}

/// Whether the address asks its image service for one of these types.
fn asks_for(address: &str, types: &[&str]) -> bool {
    let commands = ["format,", "format/", "format=", "f_"];
    let Some((_, query)) = address.split_once('?') else {
        return false;
    };
    commands.iter().any(|command| {
        types
            .iter()
            .any(|kind| query.contains(&format!("{command}{kind}")))
    })
}

/// Whether only this machine or this page can reach the address.
fn is_local(address: &str) -> bool {
    let rest = address
        .strip_prefix("https://")
        .or_else(|| address.strip_prefix("http://"))
        .or_else(|| address.strip_prefix("//"));
    let Some(rest) = rest else { return true };
    let host = rest.split(['/', ':', '?']).next().unwrap_or_default();
    host == "localhost"
        || host.ends_with(".local")
        || host.starts_with("127.")
        || host.starts_with("192.168.")
        || host.starts_with("10.")
        || host.starts_with("[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(html: &str) -> Vec<String> {
        let mut findings = Findings::default();
        check(&Tree::parse(html), html, &mut findings);
        findings.iter().map(|finding| finding.key.clone()).collect()
    }

    #[test]
    fn images_that_will_not_arrive_are_named() {
        for (address, key) in [
            ("images/a.png", "export.image.local"),
            ("http://localhost:5173/a.png", "export.image.local"),
            ("data:image/png;base64,x", "export.image.data"),
            ("blob:https://a/b", "export.image.blob"),
            ("https://a.com/b.webp?x=1", "export.image.webp"),
            ("https://a.com/b.avif", "export.image.webp"),
            ("https://p3.example/b.awebp?from=1", "export.image.webp"),
            (
                "https://a.com/b.jpg?x-oss-process=image/format,webp",
                "export.image.webp",
            ),
            ("https://a.com/b?imageView2/2/format/webp", "export.image.webp"),
            ("https://a.com/b.svg", "export.image.svg"),
            ("http://a.com/b.png", "export.image.insecure"),
        ] {
            assert_eq!(keys(&format!("<img src=\"{address}\">")), [key], "{address}");
        }
        assert!(
            keys("<img src=\"https://mmbiz.qpic.cn/x/0?wx_fmt=png\"><img src=\"//a.com/b.png\">").is_empty()
        );
        for query in ["x-oss-process=image/format,png", "imageMogr2/format/jpg"] {
            assert!(keys(&format!("<img src=\"https://a.com/b.webp?{query}\">")).is_empty());
        }
    }

    #[test]
    fn what_is_outside_the_rules_is_named() {
        assert_eq!(
            keys("<div class=\"x\">a</div>"),
            ["export.rule.element", "export.rule.attribute"]
        );
        assert!(keys("<section><p>a</p></section>").is_empty());
    }

    #[test]
    fn limits_in_bytes_are_named() {
        let image = format!("<img src=\"data:image/png;base64,{}\">", "A".repeat(13_400_000));
        assert_eq!(
            keys(&image),
            ["export.image.large", "export.size", "export.bytes"]
        );
    }

    #[test]
    fn an_article_of_many_small_pieces_is_named_with_their_number() {
        assert_eq!(
            keys(&"<p>a".repeat(MANY_ELEMENTS)),
            ["export.elements", "export.size"]
        );
        assert_eq!(keys(&"<p>a".repeat(MANY_ELEMENTS - 1)), ["export.size"]);
    }

    #[test]
    fn a_long_article_is_named_with_its_size() {
        assert_eq!(keys(&"字".repeat(MAX_CHARACTERS)), ["export.size"]);
        assert!(keys(&"字".repeat(MAX_CHARACTERS - 1)).is_empty());
    }
}
