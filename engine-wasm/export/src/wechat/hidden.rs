//! What the preview does not show is not copied.

use super::flow::elements;
use crate::tree::Tree;

/// Takes out elements with `display: none` or the `hidden` attribute, and links back from footnotes: their arrow
/// leads nowhere in WeChat.
pub(super) fn remove(tree: &mut Tree) {
    for id in elements(tree) {
        let Some(element) = tree.element(id) else { continue };
        let hidden = element.style.is("display", "none") || element.attribute("hidden").is_some();
        let back = element.is("a") && element.has_class("footnote-back");
        if hidden || back {
            tree.detach(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn hidden_text_is_not_copied() {
        assert_eq!(
            after(
                super::remove,
                "<p>a<b style=\"display:none\">b</b><i hidden>c</i></p>"
            ),
            "<p>a</p>"
        );
        assert_eq!(
            after(
                super::remove,
                "<p>a<a class=\"footnote-back\" href=\"#x\">↩</a></p>"
            ),
            "<p>a</p>"
        );
    }
}
