//! The last look at attributes: only what WeChat keeps is left.

use super::elements;
use crate::tree::Tree;

/// Attributes of HTML elements that stay, by element.
const KEPT: [(&str, &[&str]); 6] = [
    ("a", &["href"]),
    ("img", &["alt", "src", "title"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan"]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
];
/// Attributes of SVG elements that say nothing about looks, or point to names that are lost.
const LOST_IN_SVG: [&str; 6] = ["class", "id", "lang", "role", "title", "version"];

/// Drops class, id, data and everything else that WeChat drops.
pub(super) fn attributes(tree: &mut Tree) {
    for id in elements(tree) {
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
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
        element.retain_attributes(|attribute, value| {
            kept.contains(&attribute) && !(attribute == "title" && value.is_empty())
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

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
