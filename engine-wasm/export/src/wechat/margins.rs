//! Margins of paragraphs: WeChat does not keep the shorthand reliably there.

use super::boxes::four;
use crate::css::Style;
use crate::tree::Tree;

/// Writes `margin` of `p` as long-hands; sides that are zero are left to the shorthand.
pub(super) fn write_out(tree: &mut Tree) {
    for id in tree.find(Tree::ROOT, |element| element.is("p")) {
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        let Some(sides) = element.style.get("margin").and_then(four) else {
            continue;
        };
        let own = std::mem::take(&mut element.style);
        for one in own.iter() {
            if one.name != "margin" || one.important {
                element.style.put(one.clone());
                continue;
            }
            element.style.set("margin", "0");
            for (side, value) in ["top", "right", "bottom", "left"].iter().zip(&sides) {
                if !is_zero(value) {
                    element.style.set(&format!("margin-{side}"), value.as_str());
                }
            }
        }
        drop_zero_sides(&mut element.style);
    }
}

/// A long-hand of zero behind a shorthand of zero says nothing.
fn drop_zero_sides(style: &mut Style) {
    if style.is("margin", "0") {
        style.retain(|one| !one.name.starts_with("margin-") || !is_zero(&one.value));
    }
}

fn is_zero(value: &str) -> bool {
    matches!(value, "0" | "0px" | "0em")
}

#[cfg(test)]
mod tests {
    use crate::wechat::test::after;

    #[test]
    fn paragraphs_have_long_hands() {
        assert_eq!(
            after(
                super::write_out,
                "<p style=\"margin:0 8px 16px;margin-left:0\">a</p><p style=\"margin:0\">b</p><section style=\"margin:1px 2px\"></section>"
            ),
            "<p style=\"margin:0;margin-right:8px;margin-bottom:16px\">a</p><p style=\"margin:0\">b</p><section style=\"margin:1px 2px\"></section>"
        );
    }
}
