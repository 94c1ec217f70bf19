//! Elements: WeChat rewrites or drops most; `section`, `p` and `span` keep their styles.

use super::flow::{elements, holds_blocks};
use crate::html_elements::WechatName;
use crate::style::Style;
use crate::tree::{Element, Tree};

/// Sizes of `<font size>`, 1 to 7.
const FONT_SIZES_PX: [&str; 7] = ["10px", "13px", "16px", "18px", "24px", "32px", "48px"];

/// Renames elements to those that WeChat keeps.
pub(super) fn rename(tree: &mut Tree) {
    for id in elements(tree) {
        let Some(known) = tree.element(id).and_then(Element::in_table) else {
            continue;
        };
        let has_boxes = known.wechat == WechatName::ToParagraph && holds_blocks(tree, id);
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        if known.name == "font" {
            font_to_style(element);
        }
        match known.wechat {
            WechatName::ToParagraph if !has_boxes => {
                element.style.set_first("margin", "0");
                element.rename("p");
            }
            WechatName::ToSection | WechatName::ToParagraph => element.rename("section"),
            WechatName::ToSpan => element.rename("span"),
            WechatName::Rewritten if known.name == "wbr" => tree.detach(id),
            WechatName::Kept | WechatName::Rewritten => {}
        }
    }
}

fn font_to_style(element: &mut Element) {
    for (attribute, property) in [("color", "color"), ("face", "font-family")] {
        if let Some(value) = element.remove_attribute(attribute) {
            let declared = Style::parse(&format!("{property}:{value}"));
            for one in declared.iter().filter(|one| one.name == property) {
                element.style.set_default(property, &one.value);
            }
        }
    }
    let size = element
        .remove_attribute("size")
        .and_then(|size| size.trim().parse::<usize>().ok());
    if let Some(size) = size.and_then(|size| FONT_SIZES_PX.get(size.saturating_sub(1))) {
        element.style.set_default("font-size", size);
    }
}

impl Style {
    /// Sets a shorthand before everything else, so that long-hands stay stronger; nothing when it is set.
    pub(super) fn set_first(&mut self, name: &str, value: &str) {
        if self.get(name).is_some() {
            return;
        }
        let own: Vec<_> = self.iter().cloned().collect();
        *self = Self::default();
        self.set(name, value);
        for one in own {
            self.put(one);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn boxes_lines_and_text_get_names_that_stay() {
        assert_eq!(
            after(
                super::rename,
                "<div><figure><img src=\"a\"><figcaption style=\"margin-top:8px\">c</figcaption></figure><nav>n</nav></div>"
            ),
            "<section><section><img src=\"a\"><p style=\"margin:0;margin-top:8px\">c</p></section><section>n</section></section>"
        );
        assert_eq!(
            after(
                super::rename,
                "<p><mark>a</mark><sup>b</sup><del>c</del>d<wbr>e</p>"
            ),
            "<p><span>a</span><span>b</span><span>c</span>de</p>"
        );
        assert_eq!(
            after(super::rename, "<details><summary>s</summary><p>t</p></details>"),
            "<section><p style=\"margin:0\">s</p><p>t</p></section>"
        );
        assert_eq!(
            after(super::rename, "<dl><dt>a</dt><dd><p>b</p></dd></dl>"),
            "<section><p style=\"margin:0\">a</p><section><p>b</p></section></section>"
        );
        assert_eq!(
            after(
                super::rename,
                "<font color=\"red\" size=\"5\" face=\"x;top:1px\">a</font>"
            ),
            "<span style=\"color:red;font-family:x;font-size:24px\">a</span>"
        );
    }
}
