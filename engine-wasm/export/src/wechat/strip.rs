//! Attributes: only those that WeChat keeps stay.

use super::flow::elements;
use crate::sanitize::is_safe_image;
use crate::tree::Tree;

/// Attributes of HTML elements that stay, by element.
const KEPT: [(&str, &[&str]); 6] = [
    ("a", &["href"]),
    ("img", &["alt", "src"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan"]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
];
/// Attributes of SVG elements that change nothing that is seen, or that refer to names that are lost.
const LOST_IN_SVG: [&str; 6] = ["class", "id", "lang", "role", "title", "version"];

/// Drops class, id, data and everything else that WeChat drops, and declarations that load anything but a picture.
pub(super) fn attributes(tree: &mut Tree) {
    for id in elements(tree) {
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        element
            .style
            .retain(|one| loads_only_pictures(&one.name, &one.value));
        if !element.is_html() {
            element.retain_attributes(|name, _| {
                !LOST_IN_SVG.contains(&name)
                    && !name.starts_with("aria-")
                    && !name.starts_with("data-")
                    && !name.contains(':')
            });
            continue;
        }
        let name = element.name().to_owned();
        if name == "mp-common-profile" {
            element.retain_attributes(|attribute, _| attribute.starts_with("data-"));
            continue;
        }
        let kept = KEPT
            .iter()
            .find(|(owner, _)| *owner == name)
            .map(|(_, kept)| *kept)
            .unwrap_or_default();
        element.retain_attributes(|attribute, _| kept.contains(&attribute));
    }
}

/// Whether a declaration loads nothing, or pictures for a background or a border by `url()`.
fn loads_only_pictures(property: &str, value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    if ![
        "url(",
        "src(",
        "image(",
        "image-set(",
        "cross-fade(",
        "element(",
        "expression(",
        "paint(",
        "javascript:",
    ]
    .iter()
    .any(|call| lower.contains(call))
    {
        return true;
    }
    let addresses = lower
        .split("url(")
        .skip(1)
        .map(|rest| rest.trim_start_matches(['\'', '"', ' ']));
    let others = lower.replace("url(", "");
    let is_picture = property.starts_with("background") || property.starts_with("border-image");
    is_picture
        && addresses.clone().count() > 0
        && addresses.clone().all(is_safe_image)
        && ![
            "src(",
            "image(",
            "image-set(",
            "cross-fade(",
            "element(",
            "expression(",
            "paint(",
        ]
        .iter()
        .any(|call| others.contains(call))
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn a_style_loads_nothing_but_pictures() {
        for (value, stays) in [
            ("background:url(https://a.com/b.png)", true),
            ("background-image:url('a.png'),linear-gradient(red,blue)", true),
            ("background:url(javascript:alert(1))", false),
            ("background:javascript:alert(1)", false),
            ("background:url('data:image/svg+xml,x')", false),
            ("background:url(a.png),url(vbscript:x)", false),
            ("background:image-set('a.png' 1x)", false),
            ("width:expression(alert(1))", false),
            ("behavior:url(a.png)", false),
            ("color:red", true),
        ] {
            let (property, value) = value.split_once(':').unwrap();
            assert_eq!(
                super::loads_only_pictures(property, value),
                stays,
                "{property}: {value}"
            );
        }
    }

    #[test]
    fn names_and_data_go() {
        assert_eq!(
            after(
                super::attributes,
                "<p class=\"a\" id=\"b\" data-c=\"d\" title=\"t\" lang=\"x\"><img alt=\"a\" src=\"b\" loading=\"lazy\"><svg aria-hidden=\"true\" id=\"x\" viewBox=\"0 0 1 1\"></svg></p>"
            ),
            "<p><img alt=\"a\" src=\"b\"><svg viewBox=\"0 0 1 1\"/></p>"
        );
    }
}
