//! Raw HTML of authors to HTML that can do nothing but show: an allow-list on a parsed tree.
//!
//! The text is parsed as a browser parses it; [`clean`] keeps the elements and attributes of `lists` and judges
//! values: addresses, declarations, ids, inputs, references inside SVG. What is written is parsed and cleaned once
//! more, until nothing changes: what a browser reads is then the tree that was judged, whatever a parser does to
//! elements that came to stand where they may not. No element that is kept has text that a browser reads as
//! anything but text. No comment, attribute or text can exempt a region: nothing is looked at but the tree.

mod lists;
mod repair;
mod urls;

use crate::style::Style;
use crate::tree::{Element, NodeId, Tree, escape_text};
use lists::Verdict;

pub use urls::{is_safe_image, is_safe_link};

/// Most rounds until the result must read as it was written; nothing known takes more than three.
const MAX_ROUNDS: usize = 6;

/// Cleans HTML by allow-list.
///
/// - Never fails; what is not allowed is dropped, text stays readable. HTML that nests deeper than any article, or
///   that a parser does not read as it was written, comes back as escaped text.
/// - Attributes come sorted; cleaning twice changes nothing.
/// - `id` stays when it can be an anchor (letters, digits, `-`, `_`, `.`), `name` never, but that of `a` becomes its
///   id: without it an element cannot stand in for a property of `document`.
/// - Text stands in a paragraph, tables in a section that scrolls, items in a list, and `zoom` of a picture is a part of the column.
/// - Source: specification §3, raw HTML in articles.
pub fn sanitize(html: &str) -> String {
    let Some(mut written) = round(html) else {
        return escaped(html);
    };
    for _ in 1..MAX_ROUNDS {
        match round(&written) {
            Some(again) if again == written => return written,
            Some(again) => written = again,
            None => break,
        }
    }
    escaped(html)
}

/// Parses, cleans and writes; nothing when the tree is deeper than a browser reads it.
fn round(html: &str) -> Option<String> {
    let mut tree = Tree::parse(html);
    clean(&mut tree);
    repair::gather_items(&mut tree);
    repair::wrap_tables(&mut tree);
    repair::wrap_text(&mut tree);
    (tree.depth() <= MAX_TREE_DEPTH).then(|| tree.to_html())
}

fn escaped(html: &str) -> String {
    // A parser reads neither of these as they stand.
    let html = html.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "");
    let mut text = String::from("<p>");
    escape_text(&html, &mut text);
    text + "</p>"
}

/// Deepest tree that is kept. Browsers put what is deeper than 512 elements somewhere else, and an article has
/// elements of its own around.
const MAX_TREE_DEPTH: usize = 256;
/// Keeps what the lists allow and judges every value.
fn clean(tree: &mut Tree) {
    let is_html = |tree: &Tree, id| tree.element(id).is_none_or(Element::is_html);
    let nodes = tree.descendants(Tree::ROOT);
    // HTML inside MathML: a parser goes in and out there by rules that attacks are made of.
    let strays: Vec<NodeId> = nodes
        .iter()
        .copied()
        .filter(|id| is_html(tree, *id) && tree.element(*id).is_some())
        .filter(|id| tree.parent(*id).is_some_and(|parent| !is_html(tree, parent)))
        .collect();
    for id in strays {
        tree.detach(id);
    }
    for id in nodes {
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        match lists::verdict(element) {
            Verdict::Kept => {}
            Verdict::Unwrapped => {
                tree.unwrap(id);
                continue;
            }
            Verdict::Dropped => {
                tree.clear(id);
                tree.detach(id);
                continue;
            }
        }
        let (is_html, name) = (element.is_html(), element.name().to_owned());
        repair::name_to_id(element);
        element.retain_attributes(|attribute, value| {
            lists::may_have(is_html, &name, attribute) && keeps(is_html, &name, attribute, value)
        });
        if let Some(css) = element.remove_attribute("style") {
            let style = safe_style(&css).to_css();
            if !style.is_empty() {
                element.set_attribute("style", style);
            }
            if is_html && name == "img" {
                repair::zoom_to_width(element, &css);
            }
        }
        if is_html && name == "input" {
            if element
                .attribute("type")
                .is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"))
            {
                element.set_attribute("disabled", "");
            } else {
                tree.detach(id);
            }
        } else if is_html && name == "img" && element.attribute("src").is_none() {
            tree.detach(id);
        }
    }
}

fn keeps(is_html: bool, element: &str, attribute: &str, value: &str) -> bool {
    match attribute {
        "href" => is_html && element == "a" && is_safe_link(value),
        "src" => is_html && element == "img" && is_safe_image(value),
        "data-headimg" => is_safe_image(value),
        "id" => is_anchor_id(value),
        "style" | "class" | "title" | "alt" => true,
        "xmlns" => value == SVG_NAMESPACE,
        _ if is_html => true,
        _ => is_safe_paint(value),
    }
}

/// The only value that `xmlns` may have.
const SVG_NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// Whether an id is made of characters that every context reads as a name.
fn is_anchor_id(id: &str) -> bool {
    !id.is_empty()
        && id
            .chars()
            .all(|character| character.is_alphanumeric() || matches!(character, '-' | '_' | '.'))
}

/// SVG attributes may point only into their own picture.
fn is_safe_paint(value: &str) -> bool {
    let lower: String = value
        .chars()
        .filter(|character| !character.is_whitespace())
        .collect::<String>()
        .to_lowercase();
    ![
        "javascript:",
        "data:",
        "image(",
        "image-set(",
        "src(",
        "element(",
        "paint(",
        "cross-fade(",
        // An escape may spell any of these, and `url(`.
        "\\",
    ]
    .iter()
    .any(|part| lower.contains(part))
        && lower.match_indices("url(").all(|(at, call)| {
            let inner = lower.get(at + call.len()..).unwrap_or_default();
            inner.trim_start_matches(['"', '\'']).starts_with('#')
        })
}

/// The declarations of a `style` attribute that only change looks.
fn safe_style(css: &str) -> Style {
    let mut style = Style::parse(css);
    style.retain(|declaration| {
        let value = declaration.value.to_ascii_lowercase();
        lists::may_declare(&declaration.name)
            && ![
                "url",
                "image",
                "expression",
                "javascript",
                "src(",
                "element(",
                "cross-fade",
                "paint(",
                "\\",
                "<",
                "@",
            ]
            .iter()
            .any(|part| value.contains(part))
            && (declaration.name != "position" || matches!(value.as_str(), "static" | "relative"))
    });
    style
}

#[cfg(test)]
mod compared;
#[cfg(test)]
mod stable;

#[cfg(test)]
mod tests {
    use super::{escaped, sanitize};

    #[test]
    fn a_declaration_that_a_parser_may_read_as_a_tag_is_dropped() {
        let html = "<p style=\"color:red;font-family:'</style><img src=x>'\">a</p>";
        assert_eq!(sanitize(html), "<p style=\"color:red\">a</p>");
    }

    #[test]
    fn an_article_passes_unchanged() {
        for html in [
            "<h2 id=\"中文-1\">中文</h2>",
            "<p>a<br><strong>b</strong> <a href=\"https://a.com/?x=1&amp;y=2\" title=\"t\">c</a></p>",
            "<figure class=\"figure\"><img alt=\"x\" height=\"200\" src=\"a.png\" width=\"300\"><figcaption>x</figcaption></figure>",
            "<ul class=\"tasks\"><li class=\"task\"><input checked=\"\" disabled=\"\" type=\"checkbox\">a</li></ul>",
            "<pre class=\"code-block hljs\" data-lang=\"js\"><span class=\"code-body\"><code class=\"hljs language-js\">a &lt; b</code></span></pre>",
            "<section class=\"math-block\" data-tex=\"x^2\">x^2</section>",
            "<ruby>字<rp>(</rp><rt>zì</rt><rp>)</rp></ruby>",
            "<details open=\"\"><summary>s</summary>t</details>",
            "<svg height=\"1\" viewBox=\"0 0 1 1\" width=\"1\"><circle cx=\"1\" cy=\"1\" fill=\"#f00\" r=\"1\"/></svg>",
            "<mp-common-profile data-alias=\"a\" data-headimg=\"https://a/b.png\" data-id=\"x\" data-nickname=\"n\" data-signature=\"s\" data-verify_status=\"1\"></mp-common-profile>",
            "<sup class=\"footnote-ref\"><a href=\"#fn-1\" id=\"fnref-1\">1</a></sup>",
            "<p style=\"color:red;text-align:center\">x</p>",
        ] {
            assert_eq!(sanitize(html), html);
        }
    }

    #[test]
    fn endless_nesting_becomes_text() {
        assert_eq!(
            sanitize(&"<b>".repeat(1_001)),
            format!("<p>{}</p>", "&lt;b&gt;".repeat(1_001))
        );
        let hostile = sanitize(&format!("{}\0a\r\nb\rc", "<ul><li>".repeat(200)));
        assert!(hostile.ends_with("a\nb\nc</p>"));
        assert_eq!(sanitize(&hostile), hostile);
        assert_eq!(
            sanitize(&"<i>a</i><br><p>".repeat(2_000)).matches("<i>").count(),
            2_000
        );
        assert_eq!(sanitize(&"<a>x".repeat(2_000)), "<a>x</a>".repeat(2_000));
    }

    #[test]
    fn elements_that_a_parser_multiplies_become_text() {
        // Each paragraph opens all of them again.
        for open in [
            (0..200).map(|n| format!("<b id=a{n}>")).collect::<String>(),
            format!("<b title=\"{}\">", "x".repeat(50_000)),
        ] {
            let html = format!("<p>{open}{}", "<p>x".repeat(2_000));
            assert_eq!(sanitize(&html), escaped(&html));
        }
    }

    #[test]
    fn paints_of_a_picture_load_nothing_and_refer_to_the_picture_alone() {
        for paint in [
            "#f00",
            "currentColor",
            "url(#a)",
            "url(&quot;#a&quot;)",
            "url( '#a' ) none",
        ] {
            let html = format!("<svg><rect fill=\"{paint}\"/></svg>");
            assert_eq!(sanitize(&html), html);
        }
        for paint in [
            "url(//evil)",
            "url(#a) url(//evil)",
            "URL( '//evil' )",
            "u\\72l(//evil)",
            "image(x)",
            "image-set(x)",
            "src(x)",
            "element(#a)",
            "paint(x)",
            "cross-fade(x)",
            "java script:x",
            "data:x",
        ] {
            assert_eq!(
                sanitize(&format!("<svg><rect fill=\"{paint}\"/></svg>")),
                "<svg><rect/></svg>",
                "{paint}"
            );
        }
    }

    #[test]
    fn a_property_that_is_not_listed_goes() {
        assert_eq!(
            sanitize("<p style=\"z-index:9;color:red;animation:x 1s;pointer-events:none\">a</p>"),
            "<p style=\"color:red\">a</p>"
        );
    }

    #[test]
    fn values_that_are_text_may_hold_anything() {
        for html in [
            "<section class=\"math-block\" data-tex=\"\\frac{a}{b}\">x</section>",
            "<svg><text class=\"data:x\" title=\"a\\b\">x</text></svg>",
            "<p title=\"javascript:x\">a</p>",
        ] {
            assert_eq!(sanitize(html), html);
        }
    }

    #[test]
    fn a_picture_names_no_other_namespace_than_its_own() {
        let own = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
        assert_eq!(sanitize(own), "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
        assert_eq!(
            sanitize("<svg xmlns=\"http://www.w3.org/1999/xhtml\"></svg>"),
            "<svg/>"
        );
    }

    #[test]
    fn the_picture_of_a_profile_card_is_an_address_that_images_may_have() {
        for (address, kept) in [
            ("https://a/b.png", " data-headimg=\"https://a/b.png\""),
            ("javascript:x", ""),
        ] {
            assert_eq!(
                sanitize(&format!(
                    "<mp-common-profile data-headimg=\"{address}\"></mp-common-profile>"
                )),
                format!("<mp-common-profile{kept}></mp-common-profile>")
            );
        }
    }

    #[test]
    fn what_can_act_is_gone_and_text_stays() {
        for (html, clean) in [
            ("<p onclick=alert(1)>a</p>", "<p>a</p>"),
            ("a<script>alert(1)</script>b", "<p>ab</p>"),
            ("<a href=\"java\tscript:alert(1)\">a</a>", "<a>a</a>"),
            ("<img src=x onerror=alert(1)>", "<img src=\"x\">"),
            ("<img src=\"data:image/svg+xml,<svg>\">", ""),
            (
                "<input value=a><input type=checkbox name=b>",
                "<input disabled=\"\" type=\"checkbox\">",
            ),
            (
                "<p style=\"color:red;background:url(//evil);position:fixed\">a</p>",
                "<p style=\"color:red\">a</p>",
            ),
            (
                "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a><use href=\"#x\"/></svg>",
                "<svg><text>x</text></svg>",
            ),
            ("<p id=\"a b\" name=\"forms\">a</p>", "<p>a</p>"),
        ] {
            assert_eq!(sanitize(html), clean, "{html}");
        }
    }
}
