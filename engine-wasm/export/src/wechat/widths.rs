//! Widths in percent: WebKit's clipboard writes them as pixels of the page that was copied, which are too many on a
//! phone. It leaves limits in percent as they are.

use super::flow::{elements, is_block, is_flex_item};
use crate::style::Style;
use crate::tree::{NodeId, Tree};

/// Table parts share the width of their table, where a limit has no effect.
const TABLE_PARTS: [&str; 8] = ["td", "th", "tr", "col", "colgroup", "thead", "tbody", "tfoot"];

/// Says a width in percent by limits, where they mean the same.
///
/// An image keeps a width below 100 %: the page caps it at 100 % above any style, so nothing else makes it smaller.
/// What stands in a flex box keeps its width as well, since it may shrink below it, but not below a limit; the box asks
/// for the width in percent first, by another name.
pub(super) fn as_limits(tree: &mut Tree) {
    for id in elements(tree) {
        if is_in_row(tree, id) {
            name_basis(tree, id);
        }
        let is_other = tree.is_any(id, &TABLE_PARTS) || is_flex_item(tree, id);
        let is_image = tree.is(id, "img");
        if is_other || !(is_image || is_block(tree, id)) {
            continue;
        }
        let Some(element) = tree.element_mut(id) else {
            continue;
        };
        let Some(percent) = percent(&element.style).filter(|percent| *percent == 100.0 || !is_image) else {
            continue;
        };
        if percent == 100.0 {
            element.style.remove("width");
        } else {
            // Less than any percentage, which is then the width.
            element.style.set_in_place("width", "1px");
        }
        element
            .style
            .set("min-width", format!("{}%", crate::style::number(percent)));
        if is_image {
            element.style.set("max-width", "100%");
        }
    }
}

/// Whether a flex box lays the node out beside its neighbors.
fn is_in_row(tree: &Tree, id: NodeId) -> bool {
    let around = tree.parent(id).and_then(|parent| tree.element(parent));
    around.is_some_and(|element| {
        let says = |name: &str, word: &str| element.style.get(name).is_some_and(|value| value.contains(word));
        says("display", "flex") && !says("flex-direction", "column") && !says("flex-flow", "column")
    })
}

fn name_basis(tree: &mut Tree, id: NodeId) {
    let Some(element) = tree.element_mut(id) else {
        return;
    };
    let is_named = ["flex", "flex-basis"]
        .iter()
        .any(|name| element.style.get(name).is_some());
    let percent = percent(&element.style).filter(|_| !is_named);
    if let Some(percent) = percent {
        element
            .style
            .set("flex-basis", format!("{}%", crate::style::number(percent)));
    }
}

/// The width in percent of a style that has no limits of its own.
fn percent(style: &Style) -> Option<f64> {
    let is_limited = style.get("min-width").is_some()
        || style.get("max-width").is_some_and(|limit| limit != "100%")
        || style.iter().any(|one| one.name == "width" && one.important);
    style
        .get("width")
        .filter(|_| !is_limited)?
        .strip_suffix('%')?
        .parse()
        .ok()
        .filter(|percent| (0.0..=100.0).contains(percent))
}

#[cfg(test)]
mod tests {
    use crate::wechat::after;

    #[test]
    fn an_image_as_wide_as_its_column_is_limited_to_it_on_both_sides() {
        assert_eq!(
            after(
                super::as_limits,
                "<img src=\"a\" style=\"display:block;width:100%\">"
            ),
            "<img src=\"a\" style=\"display:block;min-width:100%;max-width:100%\">"
        );
    }

    #[test]
    fn a_box_is_as_wide_as_its_least_width() {
        for (style, limits) in [
            ("width:33%;height:1px", "width:1px;height:1px;min-width:33%"),
            ("width:100%;color:red", "color:red;min-width:100%"),
            ("width:12.5%", "width:1px;min-width:12.5%"),
        ] {
            assert_eq!(
                after(
                    super::as_limits,
                    &format!("<section style=\"{style}\"></section>")
                ),
                format!("<section style=\"{limits}\"></section>")
            );
        }
    }

    #[test]
    fn what_stands_in_a_row_has_its_width_as_its_basis_too() {
        assert_eq!(
            after(
                super::as_limits,
                "<section style=\"display:flex\"><section style=\"width:30%\"></section><img src=\"a\" style=\"width:100%\"></section>"
            ),
            "<section style=\"display:flex\"><section style=\"width:30%;flex-basis:30%\"></section><img src=\"a\" style=\"width:100%;flex-basis:100%\"></section>"
        );
    }

    #[test]
    fn a_width_stays_where_a_limit_would_mean_something_else() {
        for html in [
            "<img src=\"a\" style=\"width:50%\">",
            "<section style=\"width:80%;max-width:300px\"></section>",
            "<section style=\"width:80%;min-width:300px\"></section>",
            "<section style=\"width:80%!important\"></section>",
            "<section style=\"width:80px\"></section>",
            "<section style=\"display:flex;flex-direction:column\"><section style=\"width:100%\"></section></section>",
            "<section style=\"display:flex\"><section style=\"flex:1;width:50%\"></section></section>",
            "<table><tbody><tr><td style=\"width:30%\">a</td></tr></tbody></table>",
            "<span style=\"width:100%\">a</span>",
        ] {
            assert_eq!(after(super::as_limits, html), html);
        }
    }
}
