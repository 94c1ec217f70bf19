//! Margins of paragraphs: WeChat does not keep the shorthand reliably there, and its page sets every margin to 0.

use super::boxes::four;
use crate::tree::Tree;

/// Writes `margin` of `p` as long-hands, and only the sides that have one.
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
            for (side, value) in SIDES.iter().zip(&sides) {
                element.style.set(side, value.as_str());
            }
        }
        element
            .style
            .retain(|one| !SIDES.contains(&one.name.as_str()) || !is_zero(&one.value) || one.important);
    }
}

const SIDES: [&str; 4] = ["margin-top", "margin-right", "margin-bottom", "margin-left"];

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
            "<p style=\"margin-right:8px;margin-bottom:16px\">a</p><p>b</p><section style=\"margin:1px 2px\"></section>"
        );
    }
}
